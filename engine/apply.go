package engine

// Apply returns the position after m, which must be a legal move of p. The
// receiver keeps as it was.
func (p *Position) Apply(m Move) Position {
	q := *p
	q.move(m)
	return q
}

// move plays m on p itself.
func (p *Position) move(m Move) {
	us, them := p.turn, p.turn.Other()
	from, to, piece := m.From(), m.To(), m.Piece()

	p.halfMove++
	if piece == Pawn || m.IsCapture() {
		p.halfMove = 0
	}
	p.fullMove += uint16(us)

	if m.IsCapture() {
		p.toggle(them, m.Captured(), captureSquare(m, us))
	}
	p.toggle(us, piece, from)
	if t := m.Promotion(); t != NoPiece {
		piece = t
	}
	p.toggle(us, piece, to)
	if m.IsCastle() {
		rookFrom, rookTo := rookSquares(m)
		p.toggle(us, Rook, rookFrom)
		p.toggle(us, Rook, rookTo)
	}

	p.setCastling(p.castling & rightsKept[from] & rightsKept[to])
	p.turn = them
	p.hash ^= keys.black
	p.setEnPassant(passedSquare(m))
}

// captureSquare is where the piece taken by m stands: behind the destination
// when the capture is en passant.
func captureSquare(m Move, us Color) Square {
	if !m.IsEnPassant() {
		return m.To()
	}
	return behind(m.To(), us)
}

// behind is the square a pawn of that color comes from to reach s.
func behind(s Square, c Color) Square { return s - 8 + Square(c)*16 }

// passedSquare is the square a pawn jumped over with m, or noSquare.
func passedSquare(m Move) Square {
	if m.Piece() == Pawn && (m.From()^m.To()) == 16 {
		return (m.From() + m.To()) / 2
	}
	return noSquare
}

// setCastling changes the rights and the hash with them.
func (p *Position) setCastling(rights castling) {
	p.hash ^= keys.castling[p.castling] ^ keys.castling[rights]
	p.castling = rights
}

// setEnPassant records passed as the square the last move jumped over, unless
// no pawn may legally take there: then it makes no difference to the position.
// The turn must have changed already.
func (p *Position) setEnPassant(passed Square) {
	if p.enPassant != noSquare {
		p.hash ^= keys.enPassant[p.enPassant.File()]
		p.enPassant = noSquare
	}
	if passed == noSquare || p.enPassantTakers(passed) == 0 {
		return
	}
	p.enPassant = passed
	p.hash ^= keys.enPassant[passed.File()]
}

// enPassantTakers are the pawns of the side to move that may legally take en
// passant on passed. Two pawns leave the same rank at once, which can lay the
// king bare in a way no pin foretells: so each capture is tried on the board.
func (p *Position) enPassantTakers(passed Square) Bitboard {
	us := p.turn
	var takers Bitboard
	for candidates := pawnTable[us.Other()][passed] & p.Pieces(us, Pawn); candidates != 0; candidates &= candidates - 1 {
		from := candidates.first()
		taken := behind(passed, us).bit()
		occupied := p.Occupied() ^ from.bit() ^ taken ^ passed.bit()
		if p.attackers(p.King(us), occupied)&p.byColor[us.Other()]&^taken == 0 {
			takers |= from.bit()
		}
	}
	return takers
}
