package ocr

import (
	"cmp"
	"math"
	"slices"
)

// A Candidate is a text and the natural logarithm of its CTC probability.
type Candidate struct {
	Text string
	LogP float64
}

// NBest gives up to n texts, the most probable first, by prefix beam search.
// LogP is what Price gives for the text. The beam is a few times n wide: the
// first places are right in practice, not by proof. '0' is reported as 'O'.
func (l *Lattice) NBest(n int) []Candidate {
	if n <= 0 || l.Steps == 0 {
		return nil
	}
	s := newPrefixSearch(4*n + 8)
	var row [NumSymbols]float64
	for t := range l.Steps {
		l.linear(t, &row, nil)
		s.advance(&row)
	}
	return s.candidates(l, n)
}

// prefixSearch is a beam over a growing tree of prefixes.
type prefixSearch struct {
	width int
	nodes []prefix
	beam  []int32 // nodes alive
	found []int32 // nodes reached in this step
}

// prefix is one node of the tree: its last symbol, and the probabilities of
// paths that end in a blank or in the symbol, now and after the current step.
type prefix struct {
	parent   int32
	symbol   uint8
	now      alpha
	next     alpha
	reached  bool
	children map[uint8]int32
}

func newPrefixSearch(width int) *prefixSearch {
	return &prefixSearch{
		width: width,
		nodes: []prefix{{parent: -1, now: alpha{blank: 1}}},
		beam:  []int32{0},
	}
}

// minExtension is the least probability, relative to a step's best, at which a
// symbol is tried.
const minExtension = 1e-3

func (s *prefixSearch) advance(row *[NumSymbols]float64) {
	s.found = s.found[:0]
	for _, i := range s.beam {
		now, last := s.nodes[i].now, s.nodes[i].symbol
		stay := s.reach(i)
		stay.blank += (now.blank + now.symbol) * row[Blank]
		if last != Blank {
			stay.symbol += now.symbol * row[last]
		}
		for sym := 1; sym < NumSymbols; sym++ {
			if row[sym] < minExtension {
				continue
			}
			from := now.blank
			if uint8(sym) != last {
				from += now.symbol
			}
			if from > 0 {
				s.reach(s.child(i, uint8(sym))).symbol += from * row[sym]
			}
		}
	}
	s.prune()
}

// reach marks a node as alive after this step and gives its sums.
func (s *prefixSearch) reach(i int32) *alpha {
	n := &s.nodes[i]
	if !n.reached {
		n.reached, n.next = true, alpha{}
		s.found = append(s.found, i)
	}
	return &n.next
}

func (s *prefixSearch) child(i int32, sym uint8) int32 {
	if c, ok := s.nodes[i].children[sym]; ok {
		return c
	}
	c := int32(len(s.nodes))
	if s.nodes[i].children == nil {
		s.nodes[i].children = make(map[uint8]int32)
	}
	s.nodes[i].children[sym] = c
	s.nodes = append(s.nodes, prefix{parent: i, symbol: sym})
	return c
}

// prune keeps the best prefixes and scales them so that the best is 1.
func (s *prefixSearch) prune() {
	total := func(i int32) float64 { return s.nodes[i].next.blank + s.nodes[i].next.symbol }
	slices.SortFunc(s.found, func(a, b int32) int {
		return cmp.Or(cmp.Compare(total(b), total(a)), cmp.Compare(a, b))
	})
	top := total(s.found[0])
	s.beam = s.beam[:0]
	for k, i := range s.found {
		n := &s.nodes[i]
		n.reached = false
		if k < s.width && top > 0 {
			n.now = alpha{n.next.blank / top, n.next.symbol / top}
			s.beam = append(s.beam, i)
		}
	}
}

// candidates prices the surviving prefixes exactly.
func (s *prefixSearch) candidates(l *Lattice, n int) []Candidate {
	trie := NewTrie()
	texts := make([]string, 0, len(s.beam))
	for _, i := range s.beam {
		texts = append(texts, s.text(i))
		trie.Add(texts[len(texts)-1])
	}
	prices := l.PriceTrie(trie, nil)
	out := make([]Candidate, 0, len(texts))
	for i, text := range texts {
		if !math.IsInf(prices[i], -1) {
			out = append(out, Candidate{text, prices[i]})
		}
	}
	slices.SortFunc(out, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.LogP, a.LogP), cmp.Compare(a.Text, b.Text))
	})
	return out[:min(n, len(out))]
}

func (s *prefixSearch) text(i int32) string {
	var b []byte
	for ; i > 0; i = s.nodes[i].parent {
		b = append(b, Alphabet[s.nodes[i].symbol-1])
	}
	slices.Reverse(b)
	return string(b)
}
