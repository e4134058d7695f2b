package notation

import (
	"slices"

	"github.com/planilla/digitize/engine"
)

// Language is an ISO 639-1 code in lower case, such as "es".
type Language string

// Letters are the letters of the pieces in one language. Pawns have none.
type Letters struct{ King, Queen, Rook, Bishop, Knight string }

// of returns the letter of a piece, "" for a pawn.
func (l *Letters) of(t engine.PieceType) string {
	switch t {
	case engine.King:
		return l.King
	case engine.Queen:
		return l.Queen
	case engine.Rook:
		return l.Rook
	case engine.Bishop:
		return l.Bishop
	case engine.Knight:
		return l.Knight
	default:
		return ""
	}
}

// language is what one language brings to the notation.
type language struct {
	code    Language
	letters Letters
	passing string // en passant, as the language abbreviates it
}

// Sources: PGN is the table of section 17 of the PGN standard (Edwards, 1994),
// which lists the letters of sixteen languages; where it is silent, or two
// sources are better than one, the words the letters stand for are given.
var languages = []language{
	{"en", Letters{"K", "Q", "R", "B", "N"}, "e.p."},  // PGN; Laws of Chess, C.2: king, queen, rook, bishop, knight
	{"es", Letters{"R", "D", "T", "A", "C"}, "a.p."},  // PGN; Leyes del Ajedrez: rey, dama, torre, alfil, caballo; al paso
	{"ca", Letters{"R", "D", "T", "A", "C"}, "a.p."},  // Federació Catalana d'Escacs: rei, dama, torre, alfil, cavall; al pas
	{"gl", Letters{"R", "D", "T", "B", "C"}, "a.p."},  // Galician words: rei, dama, torre, bispo, cabalo; ao paso
	{"eu", Letters{"E", "D", "G", "A", "Z"}, "e.p."},  // Basque words: erregea, dama, gaztelua, alfila, zalduna
	{"pt", Letters{"R", "D", "T", "B", "C"}, "e.p."},  // PGN: rei, dama, torre, bispo, cavalo
	{"it", Letters{"R", "D", "T", "A", "C"}, "e.p."},  // PGN: re, donna, torre, alfiere, cavallo
	{"fr", Letters{"R", "D", "T", "F", "C"}, "e.p."},  // PGN: roi, dame, tour, fou, cavalier
	{"ro", Letters{"R", "D", "T", "N", "C"}, "e.p."},  // PGN: rege, damă, turn, nebun, cal
	{"de", Letters{"K", "D", "T", "L", "S"}, "e.p."},  // PGN: König, Dame, Turm, Läufer, Springer
	{"nl", Letters{"K", "D", "T", "L", "P"}, "e.p."},  // PGN: koning, dame, toren, loper, paard
	{"da", Letters{"K", "D", "T", "L", "S"}, "e.p."},  // PGN: konge, dronning, tårn, løber, springer
	{"no", Letters{"K", "D", "T", "L", "S"}, "e.p."},  // PGN: konge, dronning, tårn, løper, springer
	{"sv", Letters{"K", "D", "T", "L", "S"}, "e.p."},  // PGN: kung, dam, torn, löpare, springare
	{"fi", Letters{"K", "D", "T", "L", "R"}, "e.p."},  // PGN: kuningas, daami, torni, lähetti, ratsu
	{"is", Letters{"K", "D", "H", "B", "R"}, "e.p."},  // PGN: kóngur, drottning, hrókur, biskup, riddari
	{"pl", Letters{"K", "H", "W", "G", "S"}, "e.p."},  // PGN: król, hetman, wieża, goniec, skoczek
	{"cs", Letters{"K", "D", "V", "S", "J"}, "e.p."},  // PGN: král, dáma, věž, střelec, jezdec
	{"hu", Letters{"K", "V", "B", "F", "H"}, "e.p."},  // PGN: király, vezér, bástya, futó, huszár
	{"et", Letters{"K", "L", "V", "O", "R"}, "e.p."},  // PGN: kuningas, lipp, vanker, oda, ratsu
	{"tr", Letters{"Ş", "V", "K", "F", "A"}, "e.p."},  // Turkish words: şah, vezir, kale, fil, at
	{"ru", Letters{"Кр", "Ф", "Л", "С", "К"}, "e.p."}, // Russian words: король, ферзь, ладья, слон, конь; the king has two letters
}

// Languages returns every language known, English and Spanish first.
func Languages() []Language {
	codes := make([]Language, len(languages))
	for i := range languages {
		codes[i] = languages[i].code
	}
	return codes
}

// LettersOf returns the letters of a language; ok is false when it is not one
// of [Languages].
func LettersOf(l Language) (letters Letters, ok bool) {
	d, ok := dialectOf(l)
	if !ok {
		return Letters{}, false
	}
	return *d.letters, true
}

// dialect is all that differs between two ways to spell the same move.
type dialect struct {
	letters             *Letters
	kingside, queenside string // castling
	passing             string // after a capture en passant
	promotion           string // between the square and what the pawn becomes
	mate                string
	long                bool // the square of origin is always given
}

// san is the notation of PGN.
var san = dialect{letters: &languages[0].letters, kingside: "O-O", queenside: "O-O-O", promotion: "=", mate: "#"}

// dialects are the Laws' notation, one for each of languages.
var dialects = newDialects()

func newDialects() []dialect {
	ds := make([]dialect, len(languages))
	for i := range languages {
		ds[i] = dialect{letters: &languages[i].letters, kingside: "0-0", queenside: "0-0-0", passing: " " + languages[i].passing, promotion: "=", mate: "#"}
	}
	return ds
}

// dialectOf returns the Laws' notation in a language. When it is unknown ok is
// false and the dialect English.
func dialectOf(l Language) (d *dialect, ok bool) {
	i := slices.IndexFunc(languages, func(known language) bool { return known.code == l })
	if i < 0 {
		return &dialects[0], false
	}
	return &dialects[i], true
}
