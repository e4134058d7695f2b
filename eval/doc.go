// Package eval measures the pipeline on labelled sheets.
//
// There are two truths. The ink is what stands on the paper, mistakes
// included; the game is the legal moves that were played. Reading is measured
// against the ink, the result against the game. Beside the figures stands the
// ceiling: the same corrector fed the labels themselves as perfect readings,
// which shows what better reading alone could bring.
package eval
