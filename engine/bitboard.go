package engine

import (
	"iter"
	"math/bits"
)

// Bitboard is a set of squares: bit n stands for Square(n).
type Bitboard uint64

// Sets of squares that rules speak of.
const (
	fileA Bitboard = 0x0101010101010101
	fileH Bitboard = fileA << 7
	rank1 Bitboard = 0xff
	rank3 Bitboard = rank1 << 16
	rank6 Bitboard = rank1 << 40
	rank8 Bitboard = rank1 << 56
)

// Has reports whether s is in b.
func (b Bitboard) Has(s Square) bool { return b>>(s&63)&1 != 0 }

// Count returns how many squares b holds, 0..64.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// All yields the squares of b from a1 to h8.
func (b Bitboard) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; b != 0; b &= b - 1 {
			if !yield(b.first()) {
				return
			}
		}
	}
}

// first is the lowest square of b, which must not be empty.
func (b Bitboard) first() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// several reports whether b holds more than one square.
func (b Bitboard) several() bool { return b&(b-1) != 0 }

// flip mirrors b top to bottom: rank 1 becomes rank 8.
func (b Bitboard) flip() Bitboard { return Bitboard(bits.ReverseBytes64(uint64(b))) }

// forward moves every square of b by step, which is a multiple of a rank or a
// diagonal step. Squares that would leave the board wrap round; callers pass
// none that can.
func (b Bitboard) forward(step int) Bitboard { return Bitboard(bits.RotateLeft64(uint64(b), step)) }

// east and west are the neighbours of b on the next file; those that fall off
// the board vanish.
func (b Bitboard) east() Bitboard { return b &^ fileH << 1 }
func (b Bitboard) west() Bitboard { return b &^ fileA >> 1 }
