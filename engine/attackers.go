package engine

// Attackers returns the pieces of color by that attack s. A pinned piece still
// attacks; a pawn attacks the squares it could capture on.
func (p *Position) Attackers(s Square, by Color) Bitboard {
	return p.attackers(s, p.Occupied()) & p.byColor[by]
}

// Attacked reports whether a piece of color by attacks s.
func (p *Position) Attacked(s Square, by Color) bool { return p.Attackers(s, by) != 0 }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.Attacked(p.King(p.turn), p.turn.Other()) }

// Checkers returns the pieces that give check to the side to move.
func (p *Position) Checkers() Bitboard { return p.Attackers(p.King(p.turn), p.turn.Other()) }

// attackers are the pieces of both colors that attack s, the board being
// occupied as given. Pieces that stand on squares not occupied count for their
// own attack but block nothing.
func (p *Position) attackers(s Square, occupied Bitboard) Bitboard {
	return pawnTable[Black][s]&p.byType[Pawn]&p.byColor[White] |
		pawnTable[White][s]&p.byType[Pawn]&p.byColor[Black] |
		knightTable[s]&p.byType[Knight] |
		kingTable[s]&p.byType[King] |
		bishopAttacks(s, occupied)&(p.byType[Bishop]|p.byType[Queen]) |
		rookAttacks(s, occupied)&(p.byType[Rook]|p.byType[Queen])
}

// attackMap is every square color attacks, the board being occupied as given.
func (p *Position) attackMap(color Color, occupied Bitboard) Bitboard {
	ours := p.byColor[color]
	pawns, knights := p.byType[Pawn]&ours, p.byType[Knight]&ours
	front := pawns.forward(pawnStep(color))
	attacked := front.east() | front.west() | kingTable[p.King(color)]
	for ; knights != 0; knights &= knights - 1 {
		attacked |= knightTable[knights.first()]
	}
	for b := (p.byType[Bishop] | p.byType[Queen]) & ours; b != 0; b &= b - 1 {
		attacked |= bishopAttacks(b.first(), occupied)
	}
	for b := (p.byType[Rook] | p.byType[Queen]) & ours; b != 0; b &= b - 1 {
		attacked |= rookAttacks(b.first(), occupied)
	}
	return attacked
}

// pawnStep is how a pawn of that color goes forward: one rank up or down.
func pawnStep(c Color) int { return 8 - 16*int(c) }
