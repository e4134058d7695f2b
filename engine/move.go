package engine

// Move is a move with all that one must know to make it and to spell it. It
// means something only in the position that generated it.
//
// Layout, from the lowest bit: from 6, to 6, piece 3, captured 3, promotion 3,
// castle 1, en passant 1.
type Move uint32

// NullMove is no move at all; no legal move equals it.
const NullMove Move = 0

// MaxMoves is the greatest number of legal moves a position reachable by play
// can have: a buffer of this capacity never grows.
const MaxMoves = 218

const (
	toShift        = 6
	pieceShift     = 12
	capturedShift  = 15
	promotionShift = 18

	castleFlag    Move = 1 << 21
	enPassantFlag Move = 1 << 22
)

// newMove returns a plain move, no castling, capture or promotion.
func newMove(t PieceType, from, to Square) Move {
	return Move(from) | Move(to)<<toShift | Move(t)<<pieceShift
}

// From returns the square the piece leaves. In castling it is the king's.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square the piece reaches. In castling it is the king's: g1,
// c1, g8 or c8.
func (m Move) To() Square { return Square(m >> toShift & 63) }

// Piece returns the piece that moves: the pawn when it promotes, the king when
// it castles.
func (m Move) Piece() PieceType { return PieceType(m >> pieceShift & 7) }

// Captured returns the piece taken, a pawn when taken en passant, or NoPiece.
func (m Move) Captured() PieceType { return PieceType(m >> capturedShift & 7) }

// Promotion returns what the pawn becomes, or NoPiece.
func (m Move) Promotion() PieceType { return PieceType(m >> promotionShift & 7) }

// IsCapture reports whether m takes a piece.
func (m Move) IsCapture() bool { return m&(7<<capturedShift) != 0 }

// IsCastle reports whether m is castling on either side.
func (m Move) IsCastle() bool { return m&castleFlag != 0 }

// IsKingside reports whether m is castling with the h rook.
func (m Move) IsKingside() bool { return m.IsCastle() && m.To().File() == 6 }

// IsQueenside reports whether m is castling with the a rook.
func (m Move) IsQueenside() bool { return m.IsCastle() && m.To().File() == 2 }

// IsEnPassant reports whether m takes a pawn en passant.
func (m Move) IsEnPassant() bool { return m&enPassantFlag != 0 }

// UCI returns the move as the UCI protocol writes it: "e2e4", "e1g1" for
// castling, "e7e8q" for promotion, "0000" for NullMove.
func (m Move) UCI() string {
	if m == NullMove {
		return "0000"
	}
	text := m.From().String() + m.To().String()
	if t := m.Promotion(); t != NoPiece {
		text += letters[t : t+1]
	}
	return text
}

// String returns the move in UCI form.
func (m Move) String() string { return m.UCI() }
