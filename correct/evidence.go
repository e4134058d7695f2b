package correct

import (
	"context"
	"math"
	"strings"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
	"github.com/planilla/digitize/ocr"
)

// pieceLetters are the capital letters that name a piece in any language of the
// alphabet; index 0 of the tables below stands for "no letter": a pawn's move.
const pieceLetters = "KQRBNDTACFLSP"

// numNames counts the ways to begin a move: no letter, or one of pieceLetters.
const numNames = len(pieceLetters) + 1

func nameIndex(letter string) int {
	if letter == "" {
		return 0
	}
	return 1 + strings.Index(pieceLetters, letter)
}

// evidence is what one cell's ink says: the probability of any text asked for,
// and tables over all plain moves for when the writer was wrong.
type evidence struct {
	lattice *ocr.Lattice
	empty   float64 // probability of the empty cell, 0..1
	struck  float64 // probability of a struck-out cell
	castle  float64 // probability of castling, to either side
	// plain[n][sq]: probability of a move that begins with name n and ends on
	// square sq, with or without x and +; a pawn's from any file. Sums below make mistakes cheap to price.
	plain  [numNames][64]float64
	byFile [numNames][8]float64 // over the ranks
	byRank [numNames][8]float64 // over the files
	bySq   [64]float64          // over the names
	prices []float64            // of each numbered text, NaN where not asked yet
}

// plainMoves is the trie of all plain moves, the same for every cell.
type plainMoves struct {
	trie *ocr.Trie
	cell []struct{ name, sq uint8 } // by trie id
}

func newPlainMoves() *plainMoves {
	m := &plainMoves{trie: ocr.NewTrie()}
	for n := range numNames {
		for sq := range 64 {
			m.addSquare(n, sq)
		}
	}
	return m
}

func (m *plainMoves) addSquare(n, sq int) {
	name := ""
	if n > 0 {
		name = pieceLetters[n-1 : n]
	}
	square := engine.Square(sq).String()
	m.add(n, sq, name+square, name+"x"+square)
	if n > 0 {
		return
	}
	for _, from := range []byte{square[0] - 1, square[0] + 1} { // a pawn takes
		if from >= 'a' && from <= 'h' {
			m.add(n, sq, string(from)+square, string(from)+"x"+square)
		}
	}
}

// add puts in texts, each with and without the sign of a check.
func (m *plainMoves) add(n, sq int, texts ...string) {
	for _, text := range texts {
		for _, sign := range []string{"", "+"} {
			if id := m.trie.Add(text + sign); id == len(m.cell) {
				m.cell = append(m.cell, struct{ name, sq uint8 }{uint8(n), uint8(sq)})
			}
		}
	}
}

// gather reads off each cell what the search will ask of it most.
func gather(ctx context.Context, cells []Cell) ([]*evidence, error) {
	plain := newPlainMoves()
	out := make([]*evidence, len(cells))
	var logs []float64
	for i, c := range cells {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e := &evidence{lattice: c.Lattice}
		out[i] = e
		if c.Lattice == nil {
			continue
		}
		e.empty = math.Exp(c.Lattice.Price("_"))
		e.struck = math.Exp(c.Lattice.Price("~"))
		for _, text := range []string{"O-O", "O-O-O", "OO", "OOO"} {
			e.castle += math.Exp(c.Lattice.Price(text))
		}
		logs = c.Lattice.PriceTrie(plain.trie, logs)
		e.tabulate(plain, logs)
	}
	return out, nil
}

func (e *evidence) tabulate(plain *plainMoves, logs []float64) {
	for id, at := range plain.cell {
		p := math.Exp(logs[id])
		e.plain[at.name][at.sq] += p
		e.byFile[at.name][at.sq&7] += p
		e.byRank[at.name][at.sq>>3] += p
		e.bySq[at.sq] += p
	}
}

// clearest is the probability of the likeliest plain move, legal or not.
func (e *evidence) clearest() float64 {
	top := e.castle
	for n := range e.plain {
		for _, p := range e.plain[n] {
			top = max(top, p)
		}
	}
	return top
}

// wrong is the weight of this ink when the writer, meaning the move named n to
// square sq, wrote another rank, another file or another letter, or anything.
func (e *evidence) wrong(n, sq int) float64 {
	right := e.plain[n][sq]
	rank := (e.byFile[n][sq&7] - right) / 7
	file := (e.byRank[n][sq>>3] - right) / 7
	name := (e.bySq[sq] - right) / 5
	return pWrongRank*rank + pWrongFile*file + pWrongName*name + e.unrelated()
}

// unrelated is the weight of this ink where it says nothing of the move.
func (e *evidence) unrelated() float64 {
	return pUnrelated*pAnyText*(1-e.empty) + pBlankPly*e.empty
}

// dropped is the weight of this ink when the cell holds no move of the game.
func (e *evidence) dropped() float64 {
	return pDropped*pAnyText*(1-e.empty) + pStruckOut*e.struck + pGap*e.empty
}

// tail is the weight of this ink in a cell after the end of the game.
func (e *evidence) tail() float64 {
	return (1-pTailText)*e.empty + pTailText*(pAnyText+e.struck/2)
}

// misread is ln of the weight, about, of a cell whose ink speaks for another move.
const misread = -10

// usual is what a true record can expect of this ink, as ln of a weight: that
// the clearest reading is right as often as it says, else misread.
func (e *evidence) usual() float64 {
	p := e.clearest()
	out := max(0, 1-p-e.empty-e.struck) * misread
	if p > 0 {
		out += p * math.Log(p*pRight)
	}
	return out + e.struck*math.Log(pStruckOut)
}

// looksLikeMove says whether the ink is a plain move, legal or not, about as
// likely as not.
func (e *evidence) looksLikeMove() bool { return e.empty < .5 && e.clearest() >= .2 }

// written says whether anything is: a move, a word, a scribble.
func (e *evidence) written() bool { return e.lattice != nil && e.empty < .5 && e.struck < .5 }

// kind is what the cell holds when it carries no ply.
func (e *evidence) kind() Kind {
	switch {
	case e.empty >= 0.5:
		return KindEmpty
	case e.struck >= 0.5:
		return KindStruck
	}
	return KindOther
}

// letterUse is how often a written move begins with each piece's letter.
var letterUse = map[engine.PieceType]float64{
	engine.King: .09, engine.Queen: .12, engine.Rook: .15, engine.Bishop: .16, engine.Knight: .17,
}

// pawnUse is how often it begins with none.
const pawnUse = .31

// speaks is ln of the weight of the cell's ink as some move in the language,
// legal or not.
func (e *evidence) speaks(l notation.Letters) float64 {
	var sum float64
	add := func(letter string, use float64) {
		n := nameIndex(letter)
		if letter != "" && n == 0 {
			return // a letter outside the alphabet of the reader
		}
		for _, p := range e.byRank[n] {
			sum += use * p
		}
	}
	add("", pawnUse)
	add(l.King, letterUse[engine.King])
	add(l.Queen, letterUse[engine.Queen])
	add(l.Rook, letterUse[engine.Rook])
	add(l.Bishop, letterUse[engine.Bishop])
	add(l.Knight, letterUse[engine.Knight])
	return math.Log(sum + .01)
}
