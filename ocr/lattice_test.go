package ocr

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// random gives a lattice whose mass lies on the blank and the given letters.
func random(r *rand.Rand, steps int, letters string) *Lattice {
	rows := make([]float64, steps*NumSymbols)
	for t := range steps {
		rows[t*NumSymbols] = r.Float64()
		for i := range len(letters) {
			rows[t*NumSymbols+strings.IndexByte(Alphabet, letters[i])+1] = r.Float64()
		}
	}
	return FromProbabilities(rows)
}

// brute sums the probabilities of every path over letters and the blank by the
// text it collapses to.
func brute(l *Lattice, letters string) map[string]float64 {
	symbols := []int{Blank}
	for i := range len(letters) {
		symbols = append(symbols, strings.IndexByte(Alphabet, letters[i])+1)
	}
	sums := make(map[string]float64)
	var walk func(t, last int, text string, logp float64)
	walk = func(t, last int, text string, logp float64) {
		if t == l.Steps {
			sums[text] += math.Exp(logp)
			return
		}
		for _, s := range symbols {
			next := text
			if s != Blank && s != last {
				next += Alphabet[s-1 : s]
			}
			p := math.Exp(float64(l.At(t, s)))
			if s == letterO {
				p += math.Exp(float64(l.At(t, zero)))
			}
			walk(t+1, s, next, logp+math.Log(p))
		}
	}
	walk(0, Blank, "", 0)
	return sums
}

func TestAlphabet(t *testing.T) {
	seen := map[rune]bool{}
	for _, c := range Alphabet {
		assert.False(t, seen[c], "%c twice", c)
		seen[c] = true
	}
	assert.Equal(t, 45, NumSymbols)
}

func TestPriceAgainstEveryPath(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for steps := range 7 {
		l := random(r, steps, "aO8")
		for text, p := range brute(l, "aO8") {
			require.InEpsilon(t, p, math.Exp(l.Price(text)), 1e-9, "%d steps, %q", steps, text)
		}
	}
}

func TestAllTextsSumToOne(t *testing.T) {
	// Three steps over the whole alphabet: every text of up to three symbols.
	l := random(rand.New(rand.NewPCG(3, 4)), 3, "abcO-")
	trie := NewTrie()
	var add func(text string)
	add = func(text string) {
		trie.Add(text)
		for i := range len(Alphabet) {
			if len(text) < 3 {
				add(text + Alphabet[i:i+1])
			}
		}
	}
	add("")
	var sum float64
	for _, p := range l.PriceTrie(trie, nil) {
		sum += math.Exp(p)
	}
	assert.InDelta(t, 1, sum, 1e-4)
}

func TestPriceTrieAgreesWithPrice(t *testing.T) {
	l := random(rand.New(rand.NewPCG(5, 5)), 30, "Nfxe5+O-")
	trie := NewTrie()
	for round := range 2 {
		texts := []string{"Nf5", "Nxe5", "Nxe5+", "", "ee", "eee", "O-O", "O-O-O", "e5", "N", "ñ"}
		ids := make([]int, len(texts))
		for i, text := range texts {
			ids[i] = trie.Add(text)
			assert.Equal(t, i, ids[i])
			assert.Equal(t, i, trie.Add(text), "same text, same id")
		}
		assert.Equal(t, ids[6], trie.Add("0-0"))
		require.Equal(t, len(texts), trie.Len())
		for i, p := range l.PriceTrie(trie, nil) {
			if texts[i] == "ñ" {
				assert.True(t, math.IsInf(p, -1))
				continue
			}
			assert.InDelta(t, l.Price(texts[i]), p, 1e-9, "round %d %q", round, texts[i])
		}
		trie.Reset()
	}
}

func TestPriceImpossible(t *testing.T) {
	l := Perfect("e4")
	assert.True(t, math.IsInf(l.Price("e4e4e4"), -1), "more symbols than steps")
	assert.True(t, math.IsInf(l.Price("444"+"4"), -1), "repeats need blanks")
	assert.True(t, math.IsInf(l.Price("?"), -1))
	assert.True(t, math.IsInf((&Lattice{}).Price("e4"), -1))
	assert.Zero(t, (&Lattice{}).Price(""))
}

func TestLongLatticeKeepsItsRange(t *testing.T) {
	l := random(rand.New(rand.NewPCG(9, 9)), 400, "e4")
	assert.False(t, math.IsInf(l.Price("e4e4"), -1))
	assert.Less(t, l.Price("e4e4"), -300.0)
}

func TestPerfect(t *testing.T) {
	for _, text := range []string{"e4", "Nxe5+", "O-O-O", "bb", "_", "~", "Cbd7", ""} {
		got, p := Perfect(text).Best()
		assert.Equal(t, text, got)
		assert.Greater(t, p, 0.94)
	}
	got, _ := Perfect("0-0 ♞").Best()
	assert.Equal(t, "O-O", got)
}

func TestFloor(t *testing.T) {
	for _, l := range []*Lattice{Perfect("Nf3"), FromProbabilities(make([]float64, 2*NumSymbols))} {
		for step := range l.Steps {
			var sum float64
			for s := range NumSymbols {
				assert.GreaterOrEqual(t, l.At(step, s), float32(Floor-1e-4))
				sum += math.Exp(float64(l.At(step, s)))
			}
			assert.InDelta(t, 1, sum, 1e-5)
		}
	}
}

func TestTemper(t *testing.T) {
	l := random(rand.New(rand.NewPCG(1, 1)), 5, "ab")
	same := l.Temper(1, 0)
	flat := l.Temper(3, 0)
	for i := range l.LogP {
		assert.InDelta(t, math.Exp(float64(l.LogP[i])), math.Exp(float64(same.LogP[i])), 0.006)
	}
	_, p := l.Best()
	_, q := flat.Best()
	assert.Less(t, q, p)
	for _, v := range l.Temper(1, 0.01).LogP {
		assert.GreaterOrEqual(t, math.Exp(float64(v)), 0.0099)
	}
	assert.NotPanics(t, func() { l.Temper(0, 5) })
}

func TestNBest(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 2))
	for round := range 20 {
		l := random(r, 6, "ae4")
		sums := brute(l, "ae4")
		got := l.NBest(5)
		require.Len(t, got, 5)
		for i, c := range got {
			assert.InDelta(t, l.Price(c.Text), c.LogP, 1e-9)
			if i > 0 {
				assert.LessOrEqual(t, c.LogP, got[i-1].LogP)
			}
		}
		best := 0.0
		for _, p := range sums {
			best = max(best, p)
		}
		assert.InEpsilon(t, best, math.Exp(got[0].LogP), 5e-3, "round %d", round)
	}
	assert.Equal(t, "Nf3", Perfect("Nf3").NBest(3)[0].Text)
	assert.Nil(t, Perfect("e4").NBest(0))
	assert.Nil(t, (&Lattice{}).NBest(3))
}

func FuzzPrice(f *testing.F) {
	f.Add("Nf3", uint64(1), uint8(5))
	f.Add("0-0", uint64(2), uint8(0))
	f.Add("é\x00", uint64(2), uint8(60))
	f.Fuzz(func(t *testing.T, text string, seed uint64, steps uint8) {
		l := random(rand.New(rand.NewPCG(seed, 0)), int(steps), "Nf3O-")
		p := l.Price(text)
		require.False(t, math.IsNaN(p))
		require.LessOrEqual(t, p, 1e-6)
		best, q := l.Best()
		for _, c := range l.NBest(3) {
			if c.Text == best {
				require.InDelta(t, q, math.Exp(c.LogP), 1e-9)
			}
		}
	})
}

// manySpellings gives distinct texts like those of one position.
func manySpellings(n int) []string {
	var out []string
	for _, piece := range []string{"", "N", "B", "R", "Q", "K"} {
		for _, mark := range []string{"", "x", "b", "4"} {
			for sq := range 64 {
				for _, check := range []string{"", "+"} {
					if len(out) < n && (sq*7+len(out))%5 < 2 {
						out = append(out, fmt.Sprintf("%s%s%c%d%s", piece, mark, 'a'+sq%8, sq/8+1, check))
					}
				}
			}
		}
	}
	return out
}

func BenchmarkPriceTrie(b *testing.B) {
	l := random(rand.New(rand.NewPCG(1, 2)), 40, "NBRQKabcdefgh12345678x+")
	texts := manySpellings(400)
	require.Len(b, texts, 400)
	trie := NewTrie()
	for _, text := range texts {
		trie.Add(text)
	}
	var out []float64
	b.ReportMetric(float64(len(trie.nodes)), "nodes")
	for b.Loop() {
		out = l.PriceTrie(trie, out)
	}
}

func BenchmarkTrieAdd(b *testing.B) {
	texts := manySpellings(400)
	trie := NewTrie()
	for b.Loop() {
		trie.Reset()
		for _, text := range texts {
			trie.Add(text)
		}
	}
}

func BenchmarkNBest(b *testing.B) {
	l := random(rand.New(rand.NewPCG(1, 2)), 40, "Nfxe5+")
	for b.Loop() {
		l.NBest(5)
	}
}
