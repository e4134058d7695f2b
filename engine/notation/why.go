package notation

import (
	"slices"
	"strings"

	"github.com/planilla/digitize/engine"
)

// Why says what stands against a move that is well formed.
type Why int

// The reasons, each a fact of the position.
const (
	CannotReach     Why = iota // no piece of the kind can go there
	NoSuchPiece                // the player has no such piece, or not where the text says
	OwnPiece                   // a piece of the player's own stands there
	NothingToTake              // a capture is said, and nothing stands there
	LeavesCheck                // his king would stand in check
	NoCastlingRight            // king or rook has moved, or is not there
	CastlingBlocked            // a piece stands between king and rook
	CastlingInCheck            // the king would castle out of, through or into check
	NotLastRank                // a pawn would be promoted before the last rank
	GameOver                   // the game ended with mate or stalemate
	NotEnPassant               // a capture en passant is said, and none can be made
	numWhys
)

// Whys returns every reason.
func Whys() []Why {
	all := make([]Why, numWhys)
	for i := range all {
		all[i] = Why(i)
	}
	return all
}

// String says the reason as a clause in English.
func (w Why) String() string {
	return [numWhys]string{
		"no piece of that kind can go there",
		"there is no such piece to move",
		"a piece of the same side stands there",
		"there is nothing to take",
		"the king would be in check",
		"the right to castle is lost",
		"a piece stands between king and rook",
		"the king may not castle out of, through or into check",
		"a pawn is promoted on the last rank only",
		"the game is over: mate or stalemate",
		"no capture en passant is possible",
	}[w]
}

// whyNot finds why no legal move of p fits.
func (w *said) whyNot(p *engine.Position) Why {
	if !p.HasLegalMove() {
		return GameOver
	}
	if w.castle != 0 {
		return whyNotCastle(p, w.castle)
	}
	us := p.Turn()
	pieces := w.movers(p)
	if pieces == 0 {
		return NoSuchPiece
	}
	if w.toFile == unsaid || w.toRank == unsaid {
		return CannotReach
	}
	to := engine.NewSquare(w.toFile, w.toRank)
	there, color := p.At(to)
	_, passing := p.EnPassant()
	reaching := p.Attackers(to, us) & pieces
	switch {
	case there != engine.NoPiece && color == us:
		return OwnPiece
	case w.promotion != engine.NoPiece && w.toRank%7 != 0:
		return NotLastRank
	case w.saysPassing() && !passing:
		return NotEnPassant
	case w.capture && there == engine.NoPiece && !(passing && w.piece == engine.Pawn):
		return NothingToTake
	case w.piece == engine.Pawn && there == engine.NoPiece:
		reaching = pieces & pushers(p, to)
	}
	if reaching != 0 {
		return LeavesCheck
	}
	return CannotReach
}

// saysPassing reports whether the text ends with e.p. or a.p.
func (w *said) saysPassing() bool {
	return slices.ContainsFunc(w.remarks, func(r string) bool { return strings.HasSuffix(r, "p.") || strings.HasSuffix(r, "p") })
}

// movers are the player's pieces of the kind that agree with what is said of
// the square of origin.
func (w *said) movers(p *engine.Position) engine.Bitboard {
	var all engine.Bitboard
	for t := engine.Pawn; t <= engine.King; t++ {
		if !w.uci && t != w.piece {
			continue
		}
		for s := range p.Pieces(p.Turn(), t).All() {
			if agrees(w.fromFile, s.File()) && agrees(w.fromRank, s.Rank()) {
				all |= 1 << s
			}
		}
	}
	return all
}

// pushers are the player's pawns that could advance to the empty square to, if
// the king let them.
func pushers(p *engine.Position, to engine.Square) engine.Bitboard {
	us := p.Turn()
	back, first := -1, 1
	if us == engine.Black {
		back, first = 1, 6
	}
	for rank := to.Rank() + back; rank >= 0 && rank < 8; rank += back {
		s := engine.NewSquare(to.File(), rank)
		t, color := p.At(s)
		if t == engine.Pawn && color == us && (rank == to.Rank()+back || rank == first && rank == to.Rank()+2*back) {
			return 1 << s
		}
		if t != engine.NoPiece {
			return 0
		}
	}
	return 0
}

// whyNotCastle finds why the player can't castle on that side.
func whyNotCastle(p *engine.Position, side byte) Why {
	us := p.Turn()
	rank := 7 * int(us)
	king, rook, step := engine.NewSquare(4, rank), engine.NewSquare(7, rank), 1
	if side == 'Q' {
		rook, step = engine.NewSquare(0, rank), -1
	}
	if p.King(us) != king || !p.Pieces(us, engine.Rook).Has(rook) || !p.CanCastle(us, side == 'K') {
		return NoCastlingRight
	}
	for file := king.File() + step; file != rook.File(); file += step {
		if t, _ := p.At(engine.NewSquare(file, rank)); t != engine.NoPiece {
			return CastlingBlocked
		}
	}
	return CastlingInCheck
}
