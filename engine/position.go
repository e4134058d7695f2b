package engine

// Position is everything the next move depends on: the pieces, the side to
// move, the castling rights, a possible capture en passant, and the counters.
// It is a value: assigning it copies it. The zero Position has no kings and is
// of no use; take one from [Start] or [ParseFEN].
type Position struct {
	byType  [pieceTypes]Bitboard // byType[NoPiece] stays empty
	byColor [2]Bitboard
	hash    uint64

	halfMove  uint16
	fullMove  uint16
	turn      Color
	castling  castling
	enPassant Square // the square passed over, noSquare unless a capture there is legal
}

// Start returns the initial position of a game.
func Start() Position { return start }

var start = mustParse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")

func mustParse(fen string) Position {
	p, err := ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	return p
}

// Turn returns the side to move.
func (p *Position) Turn() Color { return p.turn }

// FullMove returns the number of the move about to be played: 1 at the start,
// one more after each move of Black.
func (p *Position) FullMove() int { return int(p.fullMove) }

// HalfMove returns how many plies were played since the last capture or pawn
// move. At 100 the fifty-move rule can be claimed.
func (p *Position) HalfMove() int { return int(p.halfMove) }

// Hash returns the Zobrist key of the position. Two positions have the same
// one when they are the same for the rule of repetition: same pieces, turn and
// castling rights, and the same possible capture en passant. The counters
// don't matter.
func (p *Position) Hash() uint64 { return p.hash }

// At returns the piece on s and its color, or NoPiece when s is empty.
func (p *Position) At(s Square) (PieceType, Color) {
	color := White
	if p.byColor[Black].Has(s) {
		color = Black
	}
	return p.typeAt(s), color
}

// Occupied returns the squares on which a piece stands.
func (p *Position) Occupied() Bitboard { return p.byColor[White] | p.byColor[Black] }

// Pieces returns the squares on which a piece of that type and color stands.
func (p *Position) Pieces(c Color, t PieceType) Bitboard { return p.byType[t] & p.byColor[c] }

// King returns where the king of that color stands.
func (p *Position) King(c Color) Square { return p.Pieces(c, King).first() }

// EnPassant returns the square behind the pawn that can be taken en passant;
// ok is false when no such capture is legal.
func (p *Position) EnPassant() (sq Square, ok bool) { return p.enPassant, p.enPassant != noSquare }

// CanCastle reports whether that color still has the right to castle on the
// king's or the queen's side; whether it can do so now is another matter.
func (p *Position) CanCastle(c Color, kingside bool) bool {
	own := castlesOf(c)
	if kingside {
		return p.castling&own[0].right != 0
	}
	return p.castling&own[1].right != 0
}

// typeAt counts the pieces on s, each weighed with its type. At most one is
// there.
func (p *Position) typeAt(s Square) PieceType {
	var t Bitboard
	for i := Pawn; i <= King; i++ {
		t += p.byType[i] >> (s & 63) & 1 * Bitboard(i)
	}
	return PieceType(t)
}

// toggle puts a piece on an empty square, or takes the piece that is there.
func (p *Position) toggle(c Color, t PieceType, s Square) {
	p.byType[t] ^= s.bit()
	p.byColor[c&1] ^= s.bit()
	p.hash ^= keys.piece[c&1][t][s&63]
}
