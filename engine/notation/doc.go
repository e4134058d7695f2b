// Package notation spells moves and reads them, in algebraic notation and any
// of the languages of [Languages].
//
// [SAN] is the notation of PGN, [Local] what the Laws of Chess, appendix C,
// would have a player of that language write:
//
//	notation.SAN(&p, m)         // Nf3   O-O   exd6     e8=Q#
//	notation.Local(&p, m, "es") // Cf3   0-0   exd6 a.p. e8=D#
//
// [Parse] is lenient where people are: it needs neither x nor + nor #, and
// takes castling and promotion in any of the usual forms.
package notation
