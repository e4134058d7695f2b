package engine

// Square is one of the 64 squares, rank by rank: a1 is 0, b1 is 1, h8 is 63.
type Square uint8

// noSquare marks the absence of a square.
const noSquare Square = 64

// NewSquare returns the square on the given file and rank, both 0..7 (the a
// file and the first rank are 0).
func NewSquare(file, rank int) Square { return Square(rank*8 + file) }

// ParseSquare reads a square in algebraic form ("e4"); ok is false when text
// is anything else.
func ParseSquare(text string) (sq Square, ok bool) {
	if len(text) != 2 {
		return noSquare, false
	}
	file, rank := text[0]-'a', text[1]-'1'
	if file > 7 || rank > 7 {
		return noSquare, false
	}
	return NewSquare(int(file), int(rank)), true
}

// File returns the file of s: 0 (a) to 7 (h).
func (s Square) File() int { return int(s & 7) }

// Rank returns the rank of s: 0 (first) to 7 (eighth).
func (s Square) Rank() int { return int(s >> 3) }

// String returns the algebraic name of s, such as "e4", or "-" when s is off
// the board.
func (s Square) String() string {
	if s >= noSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// flipped is s seen from the other side of the board: e1 and e8.
func (s Square) flipped() Square { return s ^ 56 }

// bit is the set that holds s alone.
func (s Square) bit() Bitboard { return 1 << (s & 63) }
