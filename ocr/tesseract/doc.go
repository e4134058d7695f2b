// Package tesseract reads cells with a trained network inside stock Tesseract.
//
// Tesseract runs in worker processes of the same program: it leaks a little on
// every call, a crash must cost one cell and not the run, and OMP_THREAD_LIMIT
// has to be set before a process starts. A Pool starts the workers, replaces
// them after a number of cells or when they fail, and is the ocr.Reader that
// the rest of the program uses.
//
// The parent sends a framed strip as a PGM picture and gets Tesseract's hOCR
// back, whose per-step choices become the lattice. Only worker.go needs C.
package tesseract
