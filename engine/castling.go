package engine

// castling is a set of castling rights, one bit each.
type castling uint8

const (
	whiteKingside castling = 1 << iota
	whiteQueenside
	blackKingside
	blackQueenside
)

// castle is the geometry of one way to castle.
type castle struct {
	right            castling
	letter           byte // in FEN
	color            Color
	kingFrom, kingTo Square
	rookFrom, rookTo Square
	empty            Bitboard // every square between king and rook
	safe             Bitboard // where the king passes and arrives
}

// castles are the four ways to castle in FEN order, which is the order of the
// bits of castling: a color's two stand side by side.
var castles = [4]castle{
	newCastle(whiteKingside, 'K', White),
	newCastle(whiteQueenside, 'Q', White),
	newCastle(blackKingside, 'k', Black),
	newCastle(blackQueenside, 'q', Black),
}

// rightsKept[s] are the rights that survive a piece leaving or reaching s.
var rightsKept = newRightsKept()

func newRightsKept() (kept [64]castling) {
	for s := range kept {
		kept[s] = whiteKingside | whiteQueenside | blackKingside | blackQueenside
	}
	for i := range castles {
		kept[castles[i].kingFrom] &^= castles[i].right
		kept[castles[i].rookFrom] &^= castles[i].right
	}
	return kept
}

func newCastle(right castling, letter byte, color Color) castle {
	c := castle{right: right, letter: letter, color: color, kingFrom: 4}
	if right&(whiteKingside|blackKingside) != 0 {
		c.kingTo, c.rookFrom, c.rookTo = 6, 7, 5
	} else {
		c.kingTo, c.rookFrom, c.rookTo = 2, 0, 3
	}
	if color == Black {
		c.kingFrom, c.kingTo = c.kingFrom.flipped(), c.kingTo.flipped()
		c.rookFrom, c.rookTo = c.rookFrom.flipped(), c.rookTo.flipped()
	}
	c.empty = betweenTable[c.kingFrom][c.rookFrom]
	c.safe = betweenTable[c.kingFrom][c.kingTo] | c.kingTo.bit()
	return c
}

// castlesOf are the two ways color can castle.
func castlesOf(color Color) []castle { return castles[2*(color&1) : 2*(color&1)+2] }

// rookSquares are where the rook stands before and after the castling move m.
func rookSquares(m Move) (from, to Square) {
	if m.IsKingside() {
		return m.To() + 1, m.To() - 1
	}
	return m.To() - 2, m.To() + 1
}
