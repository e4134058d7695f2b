package engine

// Attack sets of single pieces. Knights, kings and pawns are looked up.
// Sliders use hyperbola quintessence: on a line through a square, occupied
// minus the slider's bit flips every bit up to the first blocker, and the same
// subtraction on the mirrored board looks the other way. Mirroring swaps ranks,
// which serves files and diagonals; a rank has 512 cases and is looked up.

// lines are the squares on each line through a square, the square left out.
type lines struct{ file, diagonal, antidiagonal Bitboard }

var (
	kingTable   = stepTable(kingSteps)
	knightTable = stepTable(knightSteps)
	pawnTable   = [2][64]Bitboard{ // by the color of the pawn
		stepTable([]direction{{-1, 1}, {1, 1}}),
		stepTable([]direction{{-1, -1}, {1, -1}}),
	}
	lineTable = newLineTable()
	rankTable = newRankTable() // by the six inner squares of the rank, then file

	// throughTable[a][b] is the whole line through both squares, to the edges,
	// betweenTable[a][b] the squares strictly between them; both are empty
	// when no line joins a and b.
	throughTable, betweenTable = newJoinTables()
)

type direction struct{ file, rank int }

var (
	rookDirections   = []direction{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	bishopDirections = []direction{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}
	kingSteps        = append(append([]direction{}, rookDirections...), bishopDirections...)
	knightSteps      = []direction{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// stepTable is, for each square, the squares one step away from it.
func stepTable(ds []direction) (table [64]Bitboard) {
	for s := range table {
		file, rank := Square(s).File(), Square(s).Rank()
		for _, d := range ds {
			if f, r := file+d.file, rank+d.rank; onBoard(f, r) {
				table[s] |= NewSquare(f, r).bit()
			}
		}
	}
	return table
}

func newLineTable() (table [64]lines) {
	for i := range table {
		s := Square(i)
		table[i] = lines{
			file:         ray(s, direction{0, 1}) | ray(s, direction{0, -1}),
			diagonal:     ray(s, direction{1, 1}) | ray(s, direction{-1, -1}),
			antidiagonal: ray(s, direction{1, -1}) | ray(s, direction{-1, 1}),
		}
	}
	return table
}

func newJoinTables() (through, between [64][64]Bitboard) {
	for i := range through {
		a := Square(i)
		for _, d := range kingSteps {
			back := direction{-d.file, -d.rank}
			for b := range ray(a, d).All() {
				through[a][b] = a.bit() | ray(a, d) | ray(a, back)
				between[a][b] = ray(a, d) & ray(b, back)
			}
		}
	}
	return through, between
}

func newRankTable() (table [64][8]uint8) {
	for inner := range table {
		for file := range table[inner] {
			table[inner][file] = rankAttacks(uint8(inner)<<1, file)
		}
	}
	return table
}

// ray is every square from s to the edge in one direction, s left out.
func ray(s Square, d direction) Bitboard {
	var b Bitboard
	for f, r := s.File()+d.file, s.Rank()+d.rank; onBoard(f, r); f, r = f+d.file, r+d.rank {
		b |= NewSquare(f, r).bit()
	}
	return b
}

func onBoard(file, rank int) bool { return file >= 0 && file < 8 && rank >= 0 && rank < 8 }

// rankAttacks is the slow computation behind rankTable.
func rankAttacks(occupied uint8, file int) uint8 {
	var attacks uint8
	for f := file + 1; f < 8; f++ {
		attacks |= 1 << f
		if occupied>>f&1 != 0 {
			break
		}
	}
	for f := file - 1; f >= 0; f-- {
		attacks |= 1 << f
		if occupied>>f&1 != 0 {
			break
		}
	}
	return attacks
}

// along is the attack of a slider with the given bit along one line, which may
// be a file or a diagonal but not a rank.
func along(line, occupied, bit Bitboard) Bitboard {
	blockers := occupied & line
	return (blockers - bit ^ (blockers.flip() - bit.flip()).flip()) & line
}

func bishopAttacks(s Square, occupied Bitboard) Bitboard {
	l, bit := &lineTable[s&63], s.bit()
	return along(l.diagonal, occupied, bit) | along(l.antidiagonal, occupied, bit)
}

func rookAttacks(s Square, occupied Bitboard) Bitboard {
	shift := s & 56
	rank := Bitboard(rankTable[occupied>>(shift+1)&63][s&7]) << shift
	return along(lineTable[s&63].file, occupied, s.bit()) | rank
}

// attacksFrom is the set of squares a piece on s attacks. The color matters
// for pawns only.
func attacksFrom(t PieceType, c Color, s Square, occupied Bitboard) Bitboard {
	switch t {
	case Pawn:
		return pawnTable[c][s]
	case Knight:
		return knightTable[s]
	case Bishop:
		return bishopAttacks(s, occupied)
	case Rook:
		return rookAttacks(s, occupied)
	case Queen:
		return bishopAttacks(s, occupied) | rookAttacks(s, occupied)
	case King:
		return kingTable[s]
	default:
		return 0
	}
}
