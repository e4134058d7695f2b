package engine

// Color is a side: White or Black.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

// String returns "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// PieceType is a kind of piece, without its color. The zero value, NoPiece,
// stands for an empty square.
type PieceType uint8

// The kinds of pieces.
const (
	NoPiece PieceType = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

// pieceTypes is one more than the highest PieceType: the size of a table
// indexed by it.
const pieceTypes = 7

// letters are the lower-case FEN letters, indexed by PieceType.
const letters = " pnbrqk"

// String returns the English name of the piece in lower case, "none" for
// NoPiece.
func (t PieceType) String() string {
	switch t {
	case Pawn:
		return "pawn"
	case Knight:
		return "knight"
	case Bishop:
		return "bishop"
	case Rook:
		return "rook"
	case Queen:
		return "queen"
	case King:
		return "king"
	default:
		return "none"
	}
}
