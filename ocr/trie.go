package ocr

import "math"

// A Trie holds texts that are priced together: common beginnings are computed
// once. It carries the working memory of PriceTrie, so it must not be used by
// two goroutines at once. Reset keeps the memory for the next set.
type Trie struct {
	nodes   []trieNode // nodes[0] is the root; a child comes after its parent
	links   []trieLink
	finals  []int32        // id -> node, -1 for a text outside the alphabet
	misfits map[string]int // ids of texts outside the alphabet
	used    [NumSymbols]bool
	alpha   []alpha
}

// trieNode is what the forward pass reads.
type trieNode struct {
	parent int32
	symbol uint8
	repeat bool // same symbol as the parent: only by way of a blank
}

// trieLink is what Add reads.
type trieLink struct {
	child, sibling int32 // 0: none
	id             int32 // -1: no text ends here
}

// alpha holds the probability of all paths so far that spell a node's text and
// end in a blank, or in the node's symbol.
type alpha struct{ blank, symbol float64 }

// NewTrie gives an empty trie.
func NewTrie() *Trie {
	t := &Trie{}
	t.Reset()
	return t
}

// Reset empties the trie.
func (t *Trie) Reset() {
	t.nodes = append(t.nodes[:0], trieNode{parent: -1})
	t.links = append(t.links[:0], trieLink{id: -1})
	t.finals = t.finals[:0]
	t.misfits = nil
	t.used = [NumSymbols]bool{Blank: true}
}

// Len counts the distinct texts.
func (t *Trie) Len() int { return len(t.finals) }

// Add puts text in and gives its id: 0, 1, 2, … in the order of first addition.
// The same symbols give the same id again ("0-0" and "O-O" are the same).
func (t *Trie) Add(text string) (id int) {
	node := int32(0)
	for i := range len(text) {
		s := symbolOf[text[i]]
		if s == Blank {
			return t.addMisfit(text)
		}
		node = t.step(node, s)
	}
	link := &t.links[node]
	if link.id < 0 {
		link.id = int32(len(t.finals))
		t.finals = append(t.finals, node)
	}
	return int(link.id)
}

// addMisfit gives an id to a text that no lattice can spell.
func (t *Trie) addMisfit(text string) int {
	if id, ok := t.misfits[text]; ok {
		return id
	}
	if t.misfits == nil {
		t.misfits = make(map[string]int)
	}
	id := len(t.finals)
	t.misfits[text] = id
	t.finals = append(t.finals, -1)
	return id
}

// step gives the child of node for symbol s, made when missing.
func (t *Trie) step(node int32, s uint8) int32 {
	for c := t.links[node].child; c != 0; c = t.links[c].sibling {
		if t.nodes[c].symbol == s {
			return c
		}
	}
	c := int32(len(t.nodes))
	t.nodes = append(t.nodes, trieNode{parent: node, symbol: s, repeat: t.nodes[node].symbol == s})
	t.links = append(t.links, trieLink{sibling: t.links[node].child, id: -1})
	t.links[node].child = c
	t.used[s] = true
	return c
}

// PriceTrie gives the natural logarithm of the CTC probability of every text of
// t by its id, in one forward pass. Impossible texts, and those more than about
// e^700 less likely than the best path, are -Inf. The result uses out's memory
// when that is large enough.
//
// Probabilities are linear, each step divided by its largest, so the best path
// is always 1 and no logarithm is taken before the end.
func (l *Lattice) PriceTrie(t *Trie, out []float64) []float64 {
	if cap(t.alpha) < len(t.nodes) {
		t.alpha = make([]alpha, len(t.nodes), 2*len(t.nodes))
	}
	a := t.alpha[:len(t.nodes)]
	clear(a)
	a[0].blank = 1
	var row [NumSymbols]float64
	var scale float64
	for step := range l.Steps {
		scale += l.linear(step, &row, &t.used)
		t.advance(a, &row)
	}

	if cap(out) < len(t.finals) {
		out = make([]float64, len(t.finals))
	}
	out = out[:len(t.finals)]
	for id, node := range t.finals {
		out[id] = math.Inf(-1)
		if node >= 0 {
			out[id] = math.Log(a[node].blank+a[node].symbol) + scale
		}
	}
	return out
}

// advance moves the forward probabilities by one step, from the last node to
// the root, so that every node still finds its parent's old values.
func (t *Trie) advance(a []alpha, row *[NumSymbols]float64) {
	blank := row[Blank]
	for i := len(t.nodes) - 1; i > 0; i-- {
		n := t.nodes[i]
		parent, self := a[n.parent], a[i]
		enter := parent.blank + self.symbol
		if !n.repeat {
			enter += parent.symbol
		}
		a[i] = alpha{(self.blank + self.symbol) * blank, enter * row[n.symbol]}
	}
	a[0].blank *= blank
}
