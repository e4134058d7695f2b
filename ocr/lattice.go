package ocr

import (
	"math"
	"strings"
)

// Alphabet holds the symbols of the recogniser in their order. '_' is the empty
// cell, '~' a cell whose writing was struck out.
const Alphabet = "abcdefgh12345678OKQRBNDTACFLSPx:+#=-.()/p0_~"

// Blank is the CTC blank's symbol; symbol i > 0 is Alphabet[i-1].
const Blank = 0

// NumSymbols counts the blank and the alphabet.
const NumSymbols = len(Alphabet) + 1

// Floor is the least log probability in a lattice (natural log, about 1e-4).
const Floor = -9.2

// symbolOf maps a byte to its symbol, 0 when it is outside the alphabet. '0' is
// folded to 'O': castling is written either way and means the same.
var symbolOf = func() (table [256]uint8) {
	for i := range len(Alphabet) {
		table[Alphabet[i]] = uint8(i + 1)
	}
	table['0'] = table['O']
	return table
}()

var (
	letterO = int(symbolOf['O'])
	zero    = strings.IndexByte(Alphabet, '0') + 1
)

// Encode gives the symbols of text, one a byte, with '0' folded to 'O'. ok is
// false when a byte is outside the alphabet.
func Encode(text string) (symbols []uint8, ok bool) {
	symbols = make([]uint8, len(text))
	for i := range len(text) {
		if symbols[i] = symbolOf[text[i]]; symbols[i] == Blank {
			return nil, false
		}
	}
	return symbols, true
}

// A Lattice is what the recogniser saw in one cell: the probability of every
// symbol at every time step, from left to right. All methods only read it.
type Lattice struct {
	// Steps counts the time steps.
	Steps int
	// LogP holds Steps rows of NumSymbols natural logarithms, each at least
	// about Floor; the probabilities of a row sum to 1.
	LogP []float32
}

// FromProbabilities makes a lattice of rows of NumSymbols probabilities each.
// A row need not sum to 1; every symbol gets at least Floor's probability.
func FromProbabilities(rows []float64) *Lattice {
	l := &Lattice{Steps: len(rows) / NumSymbols, LogP: make([]float32, len(rows)/NumSymbols*NumSymbols)}
	for t := range l.Steps {
		setRow(l.LogP[t*NumSymbols:][:NumSymbols], rows[t*NumSymbols:][:NumSymbols], math.Exp(Floor))
	}
	return l
}

// setRow normalises p, mixes it with a floor under every symbol and stores logs.
func setRow(dst []float32, p []float64, floor float64) {
	var sum float64
	for _, v := range p {
		sum += v
	}
	for i, v := range p {
		share := 1 / float64(len(p))
		if sum > 0 {
			share = v / sum
		}
		dst[i] = float32(math.Log((1-float64(len(p))*floor)*share + floor))
	}
}

// At gives the log probability of symbol sym (0 is the blank) at step t.
func (l *Lattice) At(t, sym int) float32 { return l.LogP[t*NumSymbols+sym] }

// Temper gives a copy for calibration: probabilities to the power of
// 1/temperature (above 1 flattens, 0 and less leaves them), normalised, and
// mixed so that no symbol is below floor. floor is a probability from Floor's
// to 1/NumSymbols and limited to this range.
func (l *Lattice) Temper(temperature, floor float64) *Lattice {
	if temperature <= 0 {
		temperature = 1
	}
	floor = min(max(floor, math.Exp(Floor)), 1/float64(NumSymbols))
	out := &Lattice{Steps: l.Steps, LogP: make([]float32, len(l.LogP))}
	var p [NumSymbols]float64
	for t := range l.Steps {
		row := l.LogP[t*NumSymbols:][:NumSymbols]
		for i, v := range row {
			p[i] = math.Exp(float64(v) / temperature)
		}
		setRow(out.LogP[t*NumSymbols:][:NumSymbols], p[:], floor)
	}
	return out
}

// Best gives the text of the most probable symbol of each step, repeats and
// blanks removed, and the probability of that text under the lattice (all its
// paths, 0..1).
func (l *Lattice) Best() (text string, p float64) {
	var b strings.Builder
	last := Blank
	for t := range l.Steps {
		best := Blank
		for s := range NumSymbols {
			if l.At(t, s) > l.At(t, best) {
				best = s
			}
		}
		if best == zero {
			best = letterO
		}
		if best != Blank && best != last {
			b.WriteByte(Alphabet[best-1])
		}
		last = best
	}
	return b.String(), math.Exp(l.Price(b.String()))
}

// Price gives the natural logarithm of the CTC probability of text: the sum
// over every path that collapses to it. It is -Inf when text needs more steps
// than there are, or holds a byte outside the alphabet.
func (l *Lattice) Price(text string) float64 {
	t := NewTrie()
	t.Add(text)
	var out [1]float64
	return l.PriceTrie(t, out[:])[0]
}

// Perfect gives a lattice that is nearly certain of text: one step a symbol,
// with a blank before, between and after. Bytes outside the alphabet are left
// out.
func Perfect(text string) *Lattice {
	var path []uint8
	for i := range len(text) {
		if s := symbolOf[text[i]]; s != Blank {
			path = append(path, Blank, s)
		}
	}
	path = append(path, Blank)
	rows := make([]float64, len(path)*NumSymbols)
	for t, s := range path {
		rows[t*NumSymbols+int(s)] = 1
	}
	return FromProbabilities(rows)
}

// linear fills row with the probabilities of step t divided by the largest one,
// 'O' and '0' added together, and gives the logarithm of that divisor. only, if
// not nil, tells which symbols are wanted.
func (l *Lattice) linear(t int, row *[NumSymbols]float64, only *[NumSymbols]bool) (scale float64) {
	logs := l.LogP[t*NumSymbols:][:NumSymbols]
	top := logs[0]
	for _, v := range logs {
		top = max(top, v)
	}
	for s, v := range logs {
		if only == nil || only[s] {
			row[s] = math.Exp(float64(v) - float64(top))
		}
	}
	if only == nil || only[letterO] {
		row[letterO] += math.Exp(float64(logs[zero]) - float64(top))
	}
	row[zero] = 0
	return float64(top)
}
