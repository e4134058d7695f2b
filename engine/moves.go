package engine

// generator makes the legal moves of one position. Nothing it makes needs to
// be tried and taken back: captures and interpositions that end a check, and
// the lines pinned pieces are bound to, are masks on the destinations.
type generator struct {
	*Position
	us, them Bitboard
	occupied Bitboard
	king     Square
	checkers Bitboard
	pinned   Bitboard // our pieces bound to the line through our king
	target   Bitboard // where a piece other than the king may go
}

// LegalMoves returns every legal move, in an order that is always the same but
// means nothing. The moves are written over buf, whose memory is used as far
// as it goes; nil will do. With a capacity of [MaxMoves] nothing is allocated:
//
//	var buf [engine.MaxMoves]engine.Move
//	moves := p.LegalMoves(buf[:0])
func (p *Position) LegalMoves(buf []Move) []Move {
	if cap(buf) == 0 {
		buf = make([]Move, 0, 48)
	}
	g := newGenerator(p)
	moves := g.kingMoves(buf[:0])
	if g.checkers.several() {
		return moves // a double check: only the king can move
	}
	moves = g.pawnMoves(moves)
	return g.pieceMoves(moves)
}

func newGenerator(p *Position) generator {
	g := generator{Position: p, us: p.byColor[p.turn], them: p.byColor[p.turn.Other()], king: p.King(p.turn)}
	g.occupied = g.us | g.them
	g.findChecksAndPins()
	g.target = ^g.us
	if g.checkers != 0 {
		g.target = g.checkers | betweenTable[g.king][g.checkers.first()]
	}
	return g
}

// findChecksAndPins looks from our king along the open lines, through our own
// pieces: an enemy slider seen with nothing between gives check, one seen over
// a single piece pins it.
func (g *generator) findChecksAndPins() {
	g.checkers = pawnTable[g.turn][g.king]&g.byType[Pawn]&g.them | knightTable[g.king]&g.byType[Knight]&g.them
	straight := (g.byType[Rook] | g.byType[Queen]) & g.them
	slanted := (g.byType[Bishop] | g.byType[Queen]) & g.them
	snipers := rookAttacks(g.king, g.them)&straight | bishopAttacks(g.king, g.them)&slanted
	for ; snipers != 0; snipers &= snipers - 1 {
		sniper := snipers.first()
		switch blockers := betweenTable[g.king][sniper] & g.us; {
		case blockers == 0:
			g.checkers |= sniper.bit()
		case !blockers.several():
			g.pinned |= blockers
		}
	}
}

// kingMoves appends the moves of the king, castling included.
func (g *generator) kingMoves(moves []Move) []Move {
	steps := kingTable[g.king] &^ g.us
	rights := g.castling >> (2 * g.turn) & 3
	if steps == 0 && rights == 0 {
		return moves
	}
	// The king itself shields no square from a slider that attacks it.
	attacked := g.attackMap(g.turn.Other(), g.occupied&^g.king.bit())
	moves = g.add(moves, King, g.king, steps&^attacked)
	if rights == 0 || g.checkers != 0 {
		return moves
	}
	for i := range castlesOf(g.turn) {
		c := &castlesOf(g.turn)[i]
		if g.castling&c.right != 0 && g.occupied&c.empty == 0 && attacked&c.safe == 0 {
			moves = append(moves, newMove(King, c.kingFrom, c.kingTo)|castleFlag)
		}
	}
	return moves
}

// pieceMoves appends the moves of knights, bishops, rooks and queens.
func (g *generator) pieceMoves(moves []Move) []Move {
	for b := g.byType[Knight] & g.us &^ g.pinned; b != 0; b &= b - 1 {
		from := b.first()
		moves = g.add(moves, Knight, from, knightTable[from]&g.target)
	}
	for b := g.byType[Bishop] & g.us; b != 0; b &= b - 1 {
		from := b.first()
		moves = g.add(moves, Bishop, from, bishopAttacks(from, g.occupied)&g.reach(from))
	}
	for b := g.byType[Rook] & g.us; b != 0; b &= b - 1 {
		from := b.first()
		moves = g.add(moves, Rook, from, rookAttacks(from, g.occupied)&g.reach(from))
	}
	for b := g.byType[Queen] & g.us; b != 0; b &= b - 1 {
		from := b.first()
		attacks := bishopAttacks(from, g.occupied) | rookAttacks(from, g.occupied)
		moves = g.add(moves, Queen, from, attacks&g.reach(from))
	}
	return moves
}

// reach is where the piece on from may go, as far as the king's safety goes.
func (g *generator) reach(from Square) Bitboard {
	if g.pinned.Has(from) {
		return g.target & throughTable[g.king][from]
	}
	return g.target
}

// add appends the moves of one piece to each of the squares.
func (g *generator) add(moves []Move, t PieceType, from Square, to Bitboard) []Move {
	for b := to &^ g.them; b != 0; b &= b - 1 {
		moves = append(moves, newMove(t, from, b.first()))
	}
	for b := to & g.them; b != 0; b &= b - 1 {
		moves = append(moves, g.capture(t, from, b.first()))
	}
	return moves
}

// capture is the move that takes the piece on to.
func (g *generator) capture(t PieceType, from, to Square) Move {
	return newMove(t, from, to) | Move(g.typeAt(to))<<capturedShift
}
