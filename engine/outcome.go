package engine

// GivesCheck reports whether m, a legal move, puts the opponent in check. It
// doesn't play the move.
func (p *Position) GivesCheck(m Move) bool {
	us, from, to := p.turn, m.From(), m.To()
	king := p.King(us.Other())
	occupied := p.Occupied()&^from.bit() | to.bit()
	if m.IsEnPassant() {
		occupied ^= captureSquare(m, us).bit()
	}
	if m.IsCastle() {
		rookFrom, rookTo := rookSquares(m)
		return rookAttacks(king, occupied&^rookFrom.bit()).Has(rookTo)
	}
	piece := m.Piece()
	if t := m.Promotion(); t != NoPiece {
		piece = t
	}
	if attacksFrom(piece, us, to, occupied).Has(king) {
		return true
	}
	return p.discovers(king, from, occupied)
}

// discovers reports whether the piece that left from laid the king open to one
// of the sliders behind it.
func (p *Position) discovers(king, from Square, occupied Bitboard) bool {
	stayed := p.byColor[p.turn] &^ from.bit()
	return rookAttacks(king, occupied)&(p.byType[Rook]|p.byType[Queen])&stayed != 0 ||
		bishopAttacks(king, occupied)&(p.byType[Bishop]|p.byType[Queen])&stayed != 0
}

// HasLegalMove reports whether the side to move can move at all.
func (p *Position) HasLegalMove() bool {
	var buf [MaxMoves]Move
	return len(p.LegalMoves(buf[:0])) > 0
}

// Checkmate reports whether the side to move is in check and can't move.
func (p *Position) Checkmate() bool { return p.InCheck() && !p.HasLegalMove() }

// Stalemate reports whether the side to move is not in check and can't move.
func (p *Position) Stalemate() bool { return !p.InCheck() && !p.HasLegalMove() }
