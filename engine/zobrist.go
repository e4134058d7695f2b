package engine

// zobrist holds the keys of the hash: a position's hash is the XOR of one key
// for each thing that makes it what it is.
type zobrist struct {
	piece     [2][pieceTypes][64]uint64
	castling  [16]uint64
	enPassant [8]uint64 // by file
	black     uint64    // Black is to move
}

// keys come from a fixed seed, so that a hash stays the same from run to run.
var keys = newZobrist(0x706c616e696c6c61)

func newZobrist(seed uint64) (z zobrist) {
	next := splitmix(seed)
	for c := range z.piece {
		for t := Pawn; t <= King; t++ {
			for s := range z.piece[c][t] {
				z.piece[c][t][s] = next()
			}
		}
	}
	for rights := range z.castling {
		z.castling[rights] = next()
	}
	for file := range z.enPassant {
		z.enPassant[file] = next()
	}
	z.black = next()
	return z
}

// splitmix returns a generator of the SplitMix64 sequence (Steele, Lea and
// Flood, 2014).
func splitmix(state uint64) func() uint64 {
	return func() uint64 {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
}
