package notation

import (
	"slices"
	"strings"

	"github.com/planilla/digitize/engine"
)

// Deviation is one way in which a text departs from the exact notation of its
// system.
type Deviation int

// The deviations.
const (
	MissingCapture  Deviation = iota // a capture without x
	CaptureSign                      // a capture marked otherwise than by x before the square
	MissingCheck                     // check without +
	MissingMate                      // mate without its sign
	WrongCheck                       // + or # where there is no check, # where there is no mate
	NeedlessOrigin                   // the square of origin, or part of it, where one piece can go there
	OtherOrigin                      // another part of the square of origin than the Laws prefer
	MissingOrigin                    // a pawn's capture without its file
	MissingRank                      // a capture that names files only
	LongForm                         // both squares where the short form is the rule
	MissingLongForm                  // the short form where both squares are the rule
	CastlingForm                     // castling not written 0-0 or 0-0-0
	PromotionForm                    // promotion not written as the system has it
	MissingPassing                   // a capture en passant without a.p.
	OtherPassing                     // en passant abbreviated in another way
	WrongPassing                     // a.p. where nothing is taken en passant
	PawnNamed                        // a letter for a pawn
	Annotation                       // ! or ?: a scoresheet holds no comments
	DrawOffer                        // the offer of a draw not written (=)
	OtherForm                        // anything else
	numDeviations
)

// Deviations returns every kind of deviation.
func Deviations() []Deviation {
	all := make([]Deviation, numDeviations)
	for i := range all {
		all[i] = Deviation(i)
	}
	return all
}

// String says the deviation as a clause in English.
func (d Deviation) String() string {
	return [numDeviations]string{
		"the capture is not marked with x",
		"the capture is marked otherwise than by x",
		"the check is not marked with +",
		"the mate is not marked",
		"check or mate is marked where there is none",
		"the origin is given without need",
		"the origin is given otherwise than by the Laws",
		"the file of the pawn that takes is missing",
		"the rank of the capture is missing",
		"both squares are given where one is the rule",
		"the square of origin is missing",
		"castling is not written as the rule is",
		"the promotion is not written as the rule is",
		"the capture en passant is not marked",
		"en passant is abbreviated otherwise",
		"en passant is marked where there is none",
		"the pawn has a letter",
		"a scoresheet holds no annotations",
		"the offer of a draw is not written (=)",
		"it is written otherwise",
	}[d]
}

// deviations compares what a text said of the move with the exact one, which
// it is known not to be.
func (s System) deviations(p *engine.Position, m engine.Move, w *said, text, exact string) []Deviation {
	var found []Deviation
	note := func(is bool, d Deviation) {
		if is && !slices.Contains(found, d) {
			found = append(found, d)
		}
	}
	noteSigns(p, m, w, note)
	switch {
	case s.dialect == nil:
	case m.IsCastle():
		castling := s.dialect.kingside
		if m.IsQueenside() {
			castling = s.dialect.queenside
		}
		note(w.castling != castling, CastlingForm)
	default:
		s.dialect.noteBody(p, m, w, note)
	}
	body, _ := cutRemarks(text)
	exactBody, _ := cutRemarks(exact)
	note(len(found) == 0 && body != exactBody, OtherForm)
	return found
}

// noteSigns looks at what stands behind the move.
func noteSigns(p *engine.Position, m engine.Move, w *said, note func(bool, Deviation)) {
	after := p.Apply(m)
	check, mate := after.InCheck(), after.Checkmate()
	var plus, sharp bool
	for _, r := range w.remarks {
		switch r {
		case "+":
			sharp = sharp || plus
			plus = true
		case "#", "mate":
			sharp = true
		case "!", "?":
			note(true, Annotation)
		case "=":
			note(true, DrawOffer)
		case "e.p.", "a.p.", "ep", "ap":
			note(!m.IsEnPassant(), WrongPassing)
		}
	}
	note(check && !mate && !plus && !sharp, MissingCheck)
	note(mate && !sharp, MissingMate)
	note(!check && (plus || sharp) || check && !mate && sharp, WrongCheck)
}

// noteBody looks at the move itself.
func (d *dialect) noteBody(p *engine.Position, m engine.Move, w *said, note func(bool, Deviation)) {
	note(w.pawnLetter, PawnNamed)
	if m.IsCapture() {
		note(w.mark == "" && !w.capture, MissingCapture)
		note(w.capture && w.mark != "x", CaptureSign)
	}
	note(w.toRank == unsaid, MissingRank)
	note(m.Promotion() != engine.NoPiece && w.joint != d.promotion, PromotionForm)
	if m.IsEnPassant() {
		d.notePassing(w, note)
	}
	d.noteOrigin(p, m, w, note)
}

func (d *dialect) notePassing(w *said, note func(bool, Deviation)) {
	exact := strings.TrimSpace(d.passing)
	if exact == "" {
		return
	}
	i := slices.IndexFunc(w.remarks, func(r string) bool { return strings.HasSuffix(r, "p.") || strings.HasSuffix(r, "p") })
	note(i < 0, MissingPassing)
	note(i >= 0 && w.remarks[i] != exact, OtherPassing)
}

// noteOrigin compares what is said of the square of origin with what C.10 asks.
func (d *dialect) noteOrigin(p *engine.Position, m engine.Move, w *said, note func(bool, Deviation)) {
	file, rank := w.fromFile != unsaid, w.fromRank != unsaid
	if d.long {
		note(!file || !rank, MissingLongForm)
		return
	}
	wantFile, wantRank := m.IsCapture(), false
	if m.Piece() != engine.Pawn {
		var buf [4]byte
		origin := string(appendOrigin(buf[:0], p, m, nil))
		wantFile = strings.ContainsAny(origin, "abcdefgh")
		wantRank = strings.ContainsAny(origin, "12345678")
	}
	switch {
	case file == wantFile && rank == wantRank:
	case file && rank && !(wantFile && wantRank):
		note(true, LongForm)
	case m.Piece() == engine.Pawn && wantFile && !file:
		note(true, MissingOrigin)
	case !wantFile && !wantRank:
		note(true, NeedlessOrigin)
	default:
		note(true, OtherOrigin)
	}
}
