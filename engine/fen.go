package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// Field names a part of a FEN record.
type Field string

// The six fields of a FEN record, and Whole for what concerns none alone.
const (
	Whole         Field = "record"
	Placement     Field = "piece placement"
	SideToMove    Field = "side to move"
	CastlingField Field = "castling rights"
	EnPassant     Field = "en passant square"
	HalfMoveClock Field = "half-move clock"
	MoveNumber    Field = "move number"
)

// FENError says why a text is not the FEN of a position that can be played
// from.
type FENError struct {
	FEN    string // the text as given
	Field  Field  // the field at fault
	Reason string // what is wrong, a clause without a full stop
}

// Error returns one sentence that names the record, the field and the reason.
func (e *FENError) Error() string {
	return fmt.Sprintf("invalid FEN %q: %s: %s", e.FEN, e.Field, e.Reason)
}

// maxCounter is the highest value a FEN's counters may have. The longest game
// the rules allow is below 6,000 moves.
const maxCounter = 9999

// ParseFEN reads a position in Forsyth-Edwards Notation. The two counters may
// be left out together and are then 0 and 1. The position must be playable:
// one king a side, no pawn on the first or eighth rank, no more pieces than
// promotion allows, castling rights with king and rook at home, an en passant
// square that the last move can have passed over, and the side that has just
// moved not in check. Any failure is a *[FENError].
//
// An en passant square where no capture is legal is checked, then dropped.
func ParseFEN(fen string) (Position, error) {
	r := fenReader{p: Position{enPassant: noSquare, fullMove: 1}}
	r.hashStart()
	err := r.read(strings.Fields(fen))
	if err != nil {
		err.FEN = fen
		return Position{}, err
	}
	return r.p, nil
}

// fenReader builds a position field by field.
type fenReader struct{ p Position }

// hashStart gives the empty position its hash: no pieces, no rights.
func (r *fenReader) hashStart() { r.p.hash = keys.castling[0] }

func (r *fenReader) read(fields []string) *FENError {
	if len(fields) != 4 && len(fields) != 6 {
		return fault(Whole, "it has %d fields instead of 6 (or 4 without the counters)", len(fields))
	}
	steps := []func(string) *FENError{r.placement, r.turn, r.castling, r.enPassant, r.halfMove, r.fullMove}
	for i, field := range fields {
		if err := steps[i](field); err != nil {
			return err
		}
	}
	return nil
}

// fault makes the error for one field; ParseFEN fills in the text.
func fault(f Field, format string, args ...any) *FENError {
	return &FENError{Field: f, Reason: fmt.Sprintf(format, args...)}
}

func (r *fenReader) placement(text string) *FENError {
	ranks := strings.Split(text, "/")
	if len(ranks) != 8 {
		return fault(Placement, "it has %d ranks instead of 8", len(ranks))
	}
	for i, rank := range ranks {
		if err := r.rank(rank, 7-i); err != nil {
			return err
		}
	}
	for _, c := range []Color{White, Black} {
		if err := r.checkMaterial(c); err != nil {
			return err
		}
	}
	if r.p.byType[Pawn]&(rank1|rank8) != 0 {
		return fault(Placement, "a pawn stands on the first or eighth rank")
	}
	return nil
}

// rank reads the pieces of one rank.
func (r *fenReader) rank(text string, rank int) *FENError {
	file, lastDigit := 0, false
	for i := 0; i < len(text); i++ {
		ch := text[i]
		isDigit := ch >= '1' && ch <= '8'
		color, t := pieceOf(ch)
		switch {
		case isDigit && lastDigit:
			return fault(Placement, "rank %d has two digits in a row", rank+1)
		case isDigit:
			file += int(ch - '0')
		case t == NoPiece:
			return fault(Placement, "rank %d has %q, which is no piece", rank+1, ch)
		case file < 8:
			r.p.toggle(color, t, NewSquare(file, rank))
			file++
		default:
			file++
		}
		lastDigit = isDigit
	}
	if file != 8 {
		return fault(Placement, "rank %d has %d squares instead of 8", rank+1, file)
	}
	return nil
}

// pieceOf returns the piece of a FEN letter, NoPiece for any other character.
func pieceOf(ch byte) (Color, PieceType) {
	color := White
	if ch >= 'a' && ch <= 'z' {
		color = Black
	} else {
		ch += 'a' - 'A'
	}
	if i := strings.IndexByte(letters, ch); i > 0 {
		return color, PieceType(i)
	}
	return color, NoPiece
}

// checkMaterial checks that one side's pieces can come from the initial ones:
// every piece more than at the start cost a pawn.
func (r *fenReader) checkMaterial(c Color) *FENError {
	count := func(t PieceType) int { return r.p.Pieces(c, t).Count() }
	if n := count(King); n != 1 {
		return fault(Placement, "%s has %d kings instead of 1", c, n)
	}
	promoted := max(0, count(Queen)-1) + max(0, count(Rook)-2) + max(0, count(Bishop)-2) + max(0, count(Knight)-2)
	if pawns := count(Pawn); pawns+promoted > 8 {
		return fault(Placement, "%s has %d pawns and %d promoted pieces, more than 8 together", c, pawns, promoted)
	}
	return nil
}

func (r *fenReader) turn(text string) *FENError {
	switch text {
	case "w":
	case "b":
		r.p.turn = Black
		r.p.hash ^= keys.black
	default:
		return fault(SideToMove, "it is %q instead of w or b", text)
	}
	if us, them := r.p.turn, r.p.turn.Other(); r.p.Attacked(r.p.King(them), us) {
		return fault(SideToMove, "it is %s's turn and %s is in check", us, them)
	}
	if n := r.p.Checkers().Count(); n > 2 {
		return fault(SideToMove, "%s is in check from %d pieces at once", r.p.turn, n)
	}
	return nil
}

func (r *fenReader) castling(text string) *FENError {
	if text == "-" {
		return nil
	}
	rest := text
	var rights castling
	for i := range castles {
		c := &castles[i]
		if rest == "" || rest[0] != c.letter {
			continue
		}
		rest = rest[1:]
		rights |= c.right
		if !r.p.Pieces(c.color, King).Has(c.kingFrom) || !r.p.Pieces(c.color, Rook).Has(c.rookFrom) {
			return fault(CastlingField, "%c needs the %s king on %s and a rook on %s", c.letter, c.color, c.kingFrom, c.rookFrom)
		}
	}
	if rest != "" || rights == 0 {
		return fault(CastlingField, "%q is not - or a choice from KQkq in that order", text)
	}
	r.p.setCastling(rights)
	return nil
}

func (r *fenReader) enPassant(text string) *FENError {
	if text == "-" {
		return nil
	}
	passed, ok := ParseSquare(text)
	if !ok {
		return fault(EnPassant, "%q is not a square", text)
	}
	us, them := r.p.turn, r.p.turn.Other()
	if want := 5 - 3*int(us); passed.Rank() != want {
		return fault(EnPassant, "%s is not on rank %d, which %s's pawn has just passed", passed, want+1, them)
	}
	pawn, origin := behind(passed, us), behind(passed, them)
	if !r.p.Pieces(them, Pawn).Has(pawn) {
		return fault(EnPassant, "no %s pawn stands on %s", them, pawn)
	}
	if r.p.Occupied()&(passed.bit()|origin.bit()) != 0 {
		return fault(EnPassant, "the %s pawn on %s can't have come from %s", them, pawn, origin)
	}
	before := r.p.Occupied() ^ pawn.bit() ^ origin.bit()
	if r.p.attackers(r.p.King(us), before)&r.p.byColor[them]&^pawn.bit() != 0 {
		return fault(EnPassant, "%s was in check before %s-%s, and it was %s's turn", us, origin, pawn, them)
	}
	r.p.setEnPassant(passed)
	return nil
}

func (r *fenReader) halfMove(text string) *FENError {
	n, ok := counter(text)
	if !ok {
		return fault(HalfMoveClock, "%q is not a number from 0 to %d", text, maxCounter)
	}
	r.p.halfMove = n
	return nil
}

func (r *fenReader) fullMove(text string) *FENError {
	n, ok := counter(text)
	if !ok || n == 0 {
		return fault(MoveNumber, "%q is not a number from 1 to %d", text, maxCounter)
	}
	r.p.fullMove = n
	return nil
}

// counter reads digits only: no sign, no space.
func counter(text string) (n uint16, ok bool) {
	v, err := strconv.ParseUint(text, 10, 16)
	return uint16(v), err == nil && v <= maxCounter
}

// FEN returns the position in Forsyth-Edwards Notation. The en passant square
// is given only when a capture there is legal.
func (p *Position) FEN() string {
	fen := make([]byte, 0, 90)
	for rank := 7; rank >= 0; rank-- {
		fen = p.appendRank(fen, rank)
		if rank > 0 {
			fen = append(fen, '/')
		}
	}
	fen = append(fen, ' ', "wb"[p.turn], ' ')
	fen = p.castling.appendTo(fen)
	fen = append(fen, ' ')
	fen = append(fen, p.enPassant.String()...)
	fen = append(fen, ' ')
	fen = strconv.AppendUint(fen, uint64(p.halfMove), 10)
	fen = append(fen, ' ')
	fen = strconv.AppendUint(fen, uint64(p.fullMove), 10)
	return string(fen)
}

func (p *Position) appendRank(fen []byte, rank int) []byte {
	empty := byte('0')
	for file := range 8 {
		t, color := p.At(NewSquare(file, rank))
		if t == NoPiece {
			empty++
			continue
		}
		if empty > '0' {
			fen = append(fen, empty)
			empty = '0'
		}
		letter := letters[t]
		if color == White {
			letter -= 'a' - 'A'
		}
		fen = append(fen, letter)
	}
	if empty > '0' {
		fen = append(fen, empty)
	}
	return fen
}

// appendTo appends the rights as FEN has them.
func (rights castling) appendTo(fen []byte) []byte {
	if rights == 0 {
		return append(fen, '-')
	}
	for i := range castles {
		if rights&castles[i].right != 0 {
			fen = append(fen, castles[i].letter)
		}
	}
	return fen
}
