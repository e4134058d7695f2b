// Package notation spells moves and reads them: in algebraic notation with the
// letters of any of [Languages], short or long, in figurines, in Spanish and
// English descriptive notation, and as UCI has them. A [System] is one of these:
//
//	s, _ := notation.SystemOf("descriptive")
//	s.Format(&p, m)         // C3AD: exactly as the system writes it
//	s.Parse(&p, "C3A")      // leniently: the one legal move it can be
//	s.Read(&p, "C3AD+")     // and how the text departs from the exact one
//	s.Spellings(&p, m)      // how people write it, with weights
//
// [Decide] finds the system of a score, and reports where several make
// different games of it.
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
