package engine

// pawnMoves appends the moves of the pawns: all the free ones at a time, then
// each pinned one along its line.
func (g *generator) pawnMoves(moves []Move) []Move {
	pawns := g.byType[Pawn] & g.us
	moves = g.pawnAdvances(moves, pawns&^g.pinned, g.target)
	moves = g.pawnCaptures(moves, pawns&^g.pinned, g.target)
	for b := pawns & g.pinned; b != 0; b &= b - 1 {
		pawn := b & -b
		reach := g.reach(b.first())
		moves = g.pawnAdvances(moves, pawn, reach)
		moves = g.pawnCaptures(moves, pawn, reach)
	}
	if g.enPassant == noSquare {
		return moves
	}
	for b := g.enPassantTakers(g.enPassant); b != 0; b &= b - 1 {
		m := newMove(Pawn, b.first(), g.enPassant)
		moves = append(moves, m|Move(Pawn)<<capturedShift|enPassantFlag)
	}
	return moves
}

// pawnAdvances appends the steps and double steps of the pawns to squares of
// target.
func (g *generator) pawnAdvances(moves []Move, pawns, target Bitboard) []Move {
	step := pawnStep(g.turn)
	third := rank3
	if g.turn == Black {
		third = rank6
	}
	once := pawns.forward(step) &^ g.occupied
	twice := (once & third).forward(step) &^ g.occupied & target
	for b := once & target &^ (rank1 | rank8); b != 0; b &= b - 1 {
		to := b.first()
		moves = append(moves, newMove(Pawn, to-Square(step), to))
	}
	for b := twice; b != 0; b &= b - 1 {
		to := b.first()
		moves = append(moves, newMove(Pawn, to-Square(2*step), to))
	}
	for b := once & target & (rank1 | rank8); b != 0; b &= b - 1 {
		to := b.first()
		moves = appendPromotions(moves, newMove(Pawn, to-Square(step), to))
	}
	return moves
}

// pawnCaptures appends the ordinary captures of the pawns on squares of target.
func (g *generator) pawnCaptures(moves []Move, pawns, target Bitboard) []Move {
	step := pawnStep(g.turn)
	front := pawns.forward(step)
	target &= g.them
	moves = g.pawnCapturesBy(moves, front.east()&target, Square(step)+1)
	return g.pawnCapturesBy(moves, front.west()&target, Square(step)-1)
}

// pawnCapturesBy appends the captures on the squares of to by pawns that stand
// one step, which may be negative and then wraps round, before them.
func (g *generator) pawnCapturesBy(moves []Move, to Bitboard, step Square) []Move {
	for ; to != 0; to &= to - 1 {
		s := to.first()
		m := g.capture(Pawn, s-step, s)
		if s.bit()&(rank1|rank8) != 0 {
			moves = appendPromotions(moves, m)
			continue
		}
		moves = append(moves, m)
	}
	return moves
}

// appendPromotions appends the pawn move m once for each piece the pawn may
// become.
func appendPromotions(moves []Move, m Move) []Move {
	return append(moves,
		m|Move(Queen)<<promotionShift,
		m|Move(Rook)<<promotionShift,
		m|Move(Bishop)<<promotionShift,
		m|Move(Knight)<<promotionShift)
}
