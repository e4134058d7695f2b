package notation

import (
	"fmt"
	"strings"

	"github.com/planilla/digitize/engine"
)

// System is one way to write moves: algebraic with the letters of a language,
// figurines, the long form, descriptive, or UCI. Take one from [SystemOf],
// [Algebraic], [Long] or [Descriptive].
type System struct {
	name     string
	kind     kind
	language Language     // of the letters, "" where there are none
	dialect  *dialect     // of the algebraic kinds
	words    *description // of the descriptive kind
}

// kind is a family of systems that are read and written by the same rules.
type kind uint8

const (
	short kind = iota
	long
	descriptive
	uci
)

// Figurine is algebraic notation with pictures for pieces; PGNSystem is the
// notation of PGN ("san"); UCISystem that of the UCI protocol.
var (
	Figurine  = System{name: "figurine", dialect: &dialect{letters: &figurines, kingside: "0-0", queenside: "0-0-0", passing: " e.p.", mate: "#"}}
	PGNSystem = System{name: "san", language: "en", dialect: &san}
	UCISystem = System{name: "uci", kind: uci}
)

// figurines are the white pieces of Unicode; the black ones are read as well.
var figurines = Letters{"♔", "♕", "♖", "♗", "♘"}

// Algebraic returns the system of the Laws of Chess, appendix C, with the
// letters of a language: Cxf3, d8D, exd6 a.p., 0-0. An unknown language is
// taken as English.
func Algebraic(l Language) System { return lawsIn(l, short, string(l)) }

// Long returns the long form, which names the square of origin too: Cg1-f3,
// Cg1xf3, d7-d8D.
func Long(l Language) System { return lawsIn(l, long, "long-"+string(l)) }

func lawsIn(l Language, k kind, name string) System {
	d, ok := dialectOf(l)
	if !ok {
		l = "en"
	}
	laws := *d
	laws.promotion, laws.long = "", k == long
	return System{name: name, kind: k, language: l, dialect: &laws}
}

// Manual returns the system as Spanish manuals print it where they differ from
// the Laws: b8=D for b8D, ++ for mate.
func (s System) Manual() System {
	if s.dialect == nil {
		return s
	}
	d := *s.dialect
	d.promotion, d.mate = "=", "++"
	s.dialect = &d
	return s
}

// Systems returns every system: san, uci, figurine, descriptive (Spanish and
// English), and for each language the short and the long algebraic.
func Systems() []System {
	all := []System{PGNSystem, UCISystem, Figurine, Descriptive("es"), Descriptive("en")}
	for _, l := range Languages() {
		all = append(all, Algebraic(l), Long(l))
	}
	return all
}

// SystemOf returns the system of a name, as [System.Name] gives it: "es",
// "long-es", "descriptive", "descriptive-en", "figurine", "san", "uci". "long"
// alone is the English one.
func SystemOf(name string) (System, bool) {
	if name == "long" {
		name = "long-en"
	}
	for _, s := range Systems() {
		if s.name == name {
			return s, true
		}
	}
	return System{}, false
}

// Language returns the language of the pieces' letters, "" where they have none
// or the system is descriptive.
func (s System) Language() Language { return s.language }

// Name returns what [SystemOf] calls the system.
func (s System) Name() string { return s.name }

// Format returns the legal move m of p exactly as the system writes it.
func (s System) Format(p *engine.Position, m engine.Move) string {
	var text [24]byte
	return string(s.Append(text[:0], p, m, nil))
}

// Append appends to dst what [System.Format] returns. legal are the legal
// moves of p, which spares finding them again; nil will do.
func (s System) Append(dst []byte, p *engine.Position, m engine.Move, legal []engine.Move) []byte {
	switch s.kind {
	case uci:
		return append(dst, m.UCI()...)
	case descriptive:
		if legal == nil {
			legal = p.LegalMoves(nil)
		}
		return s.words.appendMove(dst, p, m, legal)
	default:
		return s.dialect.appendMove(dst, p, m, legal)
	}
}

// Parse reads a move of p as people write it in the system; see the function
// [Parse] for what is forgiven. The error is an *[ErrInvalid], *[ErrIllegal]
// or *[ErrAmbiguous].
func (s System) Parse(p *engine.Position, text string) (engine.Move, error) {
	m, _, err := s.parse(p, text)
	return m, err
}

// Reading is a move read, with all in which its text departs from the system.
type Reading struct {
	Move       engine.Move
	Deviations []Deviation
	Exact      string // what the system writes instead
}

// Read is Parse that also tells how the text departs from what [System.Format]
// writes, for an arbiter to see.
func (s System) Read(p *engine.Position, text string) (Reading, error) {
	m, said, err := s.parse(p, text)
	if err != nil {
		return Reading{}, err
	}
	r := Reading{Move: m, Exact: s.Format(p, m)}
	if strings.TrimSpace(text) != r.Exact {
		r.Deviations = s.deviations(p, m, said, text, r.Exact)
	}
	return r, nil
}

// parse finds the one legal move the text can be, and keeps what it said.
func (s System) parse(p *engine.Position, text string) (engine.Move, *said, error) {
	var (
		w      *said
		reason string
		found  []engine.Move
		buf    [engine.MaxMoves]engine.Move
	)
	legal := p.LegalMoves(buf[:0])
	switch s.kind {
	case uci:
		w, reason = parseUCI(text)
		found = w.matches(legal)
	case descriptive:
		var d *described
		if d, reason = s.words.parse(text, p.Turn()); reason == "" {
			w, found = &d.said, d.matches(p.Turn(), legal, nil)
		}
	default:
		w, reason = s.dialect.parse(text)
		found = w.matches(legal)
	}
	switch {
	case reason != "":
		return engine.NullMove, nil, &ErrInvalid{Text: text, Reason: reason}
	case len(found) == 0:
		return engine.NullMove, nil, &ErrIllegal{Text: text, FEN: p.FEN(), Why: w.whyNot(p)}
	case len(found) > 1:
		return engine.NullMove, nil, &ErrAmbiguous{Text: text, FEN: p.FEN(), Moves: found}
	}
	return found[0], w, nil
}

func parseUCI(text string) (*said, string) {
	w := &said{}
	text = strings.TrimSpace(text)
	if len(text) == 5 {
		w.promotion = map[byte]engine.PieceType{'q': engine.Queen, 'r': engine.Rook, 'b': engine.Bishop, 'n': engine.Knight}[text[4]]
		text = text[:4]
		if w.promotion == engine.NoPiece {
			return w, "a pawn becomes q, r, b or n"
		}
	}
	if len(text) != 4 {
		return w, fmt.Sprintf("it has %d letters instead of 4 or 5", len(text))
	}
	from, okFrom := engine.ParseSquare(text[:2])
	to, okTo := engine.ParseSquare(text[2:])
	if !okFrom || !okTo {
		return w, "it is not two squares"
	}
	w.uci = true
	w.fromFile, w.fromRank, w.toFile, w.toRank = from.File(), from.Rank(), to.File(), to.Rank()
	return w, ""
}
