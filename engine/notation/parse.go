package notation

import (
	"fmt"
	"strings"

	"github.com/planilla/digitize/engine"
)

// Parse reads a move of p written in algebraic notation with the letters of
// that language. What the Laws call optional may be missing, and what people
// write all the same may be there:
//
//	Cxd5 Cd5 C:d5 Cd5x   a capture; x where nothing is taken is an error
//	exd5 ed5 exd ed      a pawn's capture
//	Cb1d2 Cb1-d2 e2-e4   the square of origin, also where it is not needed
//	0-0 O-O 00 o-o       castling
//	e8=D e8D e8(D) e8-D  promotion
//	+ ++ # mate ! ? = (=) e.p. a.p. at the end, all ignored
//
// The error is an *[ErrInvalid] when the text is no move, an *[ErrIllegal]
// when no legal move of p fits it, an *[ErrAmbiguous] when several do.
func Parse(p *engine.Position, text string, l Language) (engine.Move, error) {
	d, ok := dialectOf(l)
	if !ok {
		return engine.NullMove, &ErrInvalid{Text: text, Reason: fmt.Sprintf("the language %q is unknown", l)}
	}
	return System{dialect: d}.Parse(p, text)
}

// unsaid is a file or rank that the text doesn't give.
const unsaid = -1

// pattern is what a text says of a move, and nothing it leaves open.
type pattern struct {
	castle    byte // 'K' or 'Q', 0 when the move is not castling
	piece     engine.PieceType
	promotion engine.PieceType // NoPiece when not given
	capture   bool             // said to be one; false says nothing

	fromFile, fromRank int // 0..7 or unsaid
	toFile, toRank     int
}

func (w *pattern) fits(m engine.Move) bool {
	switch w.castle {
	case 'K':
		return m.IsKingside()
	case 'Q':
		return m.IsQueenside()
	}
	return m.Piece() == w.piece && !m.IsCastle() &&
		(!w.capture || m.IsCapture()) &&
		(w.promotion == engine.NoPiece || m.Promotion() == w.promotion) &&
		agrees(w.fromFile, m.From().File()) && agrees(w.fromRank, m.From().Rank()) &&
		agrees(w.toFile, m.To().File()) && agrees(w.toRank, m.To().Rank())
}

// matches returns those of the legal moves that fit.
func (w *said) matches(legal []engine.Move) []engine.Move {
	var found []engine.Move
	for _, m := range legal {
		if w.uci && agrees(w.fromFile, m.From().File()) && agrees(w.fromRank, m.From().Rank()) &&
			agrees(w.toFile, m.To().File()) && agrees(w.toRank, m.To().Rank()) && m.Promotion() == w.promotion ||
			!w.uci && w.fits(m) {
			found = append(found, m)
		}
	}
	return found
}

func agrees(told, is int) bool { return told == unsaid || told == is }

// said is a pattern with the manner in which the text puts it, of which the
// deviations are made.
type said struct {
	pattern
	uci        bool     // two squares name the move, whatever the piece
	mark       string   // of a capture: "x", ":" or "", with " after" when it stands behind the square
	hyphen     bool     // between the squares
	pawnLetter bool     // a pawn is named
	joint      string   // what stands between the square and the promoted piece
	castling   string   // as written
	remarks    []string // what stands behind the move, from the last to the first
}

// parse returns what the text says; reason is not empty when it is no move.
func (d *dialect) parse(text string) (want *said, reason string) {
	want = &said{}
	rest := d.normal(text)
	rest, want.remarks = cutRemarks(rest)
	if side := castleSide(rest); side != 0 {
		want.castle, want.castling = side, rest
		return want, ""
	}
	full := rest
	want.piece, rest = d.cutPiece(rest)
	want.pawnLetter = want.piece == engine.Pawn && len(rest) < len(full)
	full = rest
	want.promotion, rest = d.cutPromotion(rest)
	if want.promotion != engine.NoPiece {
		if want.piece != engine.Pawn {
			return want, "only a pawn is promoted"
		}
		want.joint = strings.TrimSuffix(full[len(rest):], d.letters.of(want.promotion))
	}
	if trimmed := strings.TrimRight(rest, "x:"); trimmed != rest {
		want.capture, want.mark, rest = true, rest[len(trimmed):]+" after", trimmed
	}
	return want, want.squares(rest)
}

var blackFigurines = strings.NewReplacer("♚", "♔", "♛", "♕", "♜", "♖", "♝", "♗", "♞", "♘", "♙", "P", "♟", "P", "\ufe0e", "")

// cyrillic are the letters of Russian keyboards that look like files and x.
var cyrillic = strings.NewReplacer("а", "a", "с", "c", "е", "e", "х", "x")

// normal gives the characters of a text the one form that is looked for.
func (d *dialect) normal(text string) string {
	switch d.letters.Queen {
	case figurines.Queen:
		return blackFigurines.Replace(text)
	case "Ф":
		return cyrillic.Replace(text)
	}
	return text
}

// remarks can stand behind a move and say nothing that legality doesn't.
var remarks = []string{"+", "#", "!", "?", " ", "\t", ",", "(=)", "=", "e.p.", "a.p.", "ep", "ap", "mate"}

// cutRemarks cuts the space around a text and the remarks at its end.
func cutRemarks(text string) (rest string, cut []string) {
	rest = strings.TrimSpace(text)
	for i := 0; i < len(remarks); i++ {
		if before, ok := strings.CutSuffix(rest, remarks[i]); ok {
			cut = append(cut, remarks[i])
			rest, i = before, -1
		}
	}
	return rest, cut
}

// castleSide is 'K' or 'Q' for any of the forms of castling, 0 for other texts.
func castleSide(text string) byte {
	var zeros int
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '0', 'O', 'o':
			zeros++
		case '-':
		default:
			return 0
		}
	}
	switch {
	case zeros == 2 && len(text) <= 3:
		return 'K'
	case zeros == 3 && len(text) <= 5:
		return 'Q'
	default:
		return 0
	}
}

// pieces are those with a letter. The king goes first: in Russian the knight's
// letter begins his.
var pieces = []engine.PieceType{engine.King, engine.Queen, engine.Rook, engine.Bishop, engine.Knight}

// cutPiece takes the letter of the piece off the front. A text without one is
// a pawn's; so is one with P, where no piece has that letter.
func (d *dialect) cutPiece(text string) (engine.PieceType, string) {
	for _, t := range pieces {
		if rest, ok := strings.CutPrefix(text, d.letters.of(t)); ok {
			return t, rest
		}
	}
	return engine.Pawn, strings.TrimPrefix(text, "P")
}

// cutPromotion takes what the pawn becomes off the end, in any of its forms.
func (d *dialect) cutPromotion(text string) (engine.PieceType, string) {
	bare := strings.TrimSuffix(text, ")")
	for _, t := range pieces[1:] {
		if rest, ok := strings.CutSuffix(bare, d.letters.of(t)); ok {
			return t, strings.TrimRight(rest, "=(-/")
		}
	}
	return engine.NoPiece, text
}

// squares reads what is left of a move: the squares of origin and destination,
// each perhaps in part, with x, : or - between them or nothing. It returns the
// reason when they are none.
func (w *said) squares(text string) (reason string) {
	from, to := "", text
	if i := strings.IndexAny(text, "x:-"); i >= 0 {
		from, to = text[:i], text[i+1:]
		if text[i] == '-' {
			w.hyphen = true
		} else {
			w.capture, w.mark = true, text[i:i+1]
		}
	} else if cut := len(text) - 2; cut > 0 {
		from, to = text[:cut], text[cut:]
		if isFile(to[1]) {
			from, to = text[:cut+1], text[cut+1:]
		}
	} else if cut == 0 && isFile(text[1]) {
		from, to = text[:1], text[1:]
	}
	var ok bool
	if w.fromFile, w.fromRank, ok = coordinates(from); !ok {
		return fmt.Sprintf("%q is no part of a square", from)
	}
	if w.toFile, w.toRank, ok = coordinates(to); !ok || w.toFile == unsaid {
		return fmt.Sprintf("%q is no square", to)
	}
	if w.toRank == unsaid && (w.piece != engine.Pawn || w.fromFile == unsaid) {
		return fmt.Sprintf("%q is only a file", to)
	}
	return ""
}

func isFile(ch byte) bool { return ch >= 'a' && ch <= 'h' }
func isRank(ch byte) bool { return ch >= '1' && ch <= '8' }

// coordinates reads a file, a rank, both in that order or neither.
func coordinates(text string) (file, rank int, ok bool) {
	file, rank = unsaid, unsaid
	if text != "" && isFile(text[0]) {
		file, text = int(text[0]-'a'), text[1:]
	}
	if text != "" && isRank(text[0]) {
		rank, text = int(text[0]-'1'), text[1:]
	}
	return file, rank, text == ""
}
