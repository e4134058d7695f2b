package correct

import (
	"math"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
	"github.com/planilla/digitize/ocr"
)

// texts numbers the spellings met, so that prices and positions can share them.
type texts struct {
	ids  map[string]int32
	list []string
}

func newTexts() *texts { return &texts{ids: make(map[string]int32, 4096)} }

func (t *texts) id(text []byte) int32 {
	if id, ok := t.ids[string(text)]; ok {
		return id
	}
	id := int32(len(t.list))
	s := string(text)
	t.ids[s] = id
	t.list = append(t.list, s)
	return id
}

// spelling is one way to write one legal move of a position.
type spelling struct {
	text  int32
	p     float32
	forms notation.FormSet
}

// choice is a legal move with its spellings, entry.spellings[from:to].
type choice struct {
	move     engine.Move
	from, to int32
	name     uint8   // nameIndex of its letter
	prior    float64 // ln P(move | position)
}

// entry is a position with everything the search asks of it.
type entry struct {
	pos       engine.Position
	choices   []choice
	spellings []spelling
}

// book remembers positions by hash, for one style.
type book struct {
	style   *notation.Style
	prior   Prior
	texts   *texts
	entries map[uint64]*entry
	legal   []engine.Move
	logs    []float64
}

func newBook(style *notation.Style, prior Prior, t *texts) *book {
	return &book{style: style, prior: prior, texts: t, entries: make(map[uint64]*entry, 1024)}
}

func (b *book) at(pos *engine.Position) *entry {
	h := pos.Hash()
	if e, ok := b.entries[h]; ok {
		return e
	}
	e := b.open(pos)
	b.entries[h] = e
	return e
}

func (b *book) open(pos *engine.Position) *entry {
	b.legal = pos.LegalMoves(b.legal[:0])
	e := &entry{pos: *pos, choices: make([]choice, len(b.legal))}
	b.weigh(pos)
	for i, m := range b.legal {
		c := choice{move: m, from: int32(len(e.spellings)), name: b.name(m), prior: b.logs[i]}
		b.style.EachSpelling(pos, b.legal, m, func(text []byte, p float64, forms notation.FormSet) {
			e.spellings = append(e.spellings, spelling{b.texts.id(text), float32(p), forms})
		})
		c.to = int32(len(e.spellings))
		e.choices[i] = c
	}
	return e
}

func (b *book) weigh(pos *engine.Position) {
	if cap(b.logs) < len(b.legal) {
		b.logs = make([]float64, 256)
	}
	b.logs = b.logs[:len(b.legal)]
	b.prior.LogP(pos, b.legal, b.logs)
}

func (b *book) name(m engine.Move) uint8 {
	l := b.style.Letters
	switch m.Piece() {
	case engine.King:
		return uint8(nameIndex(l.King))
	case engine.Queen:
		return uint8(nameIndex(l.Queen))
	case engine.Rook:
		return uint8(nameIndex(l.Rook))
	case engine.Bishop:
		return uint8(nameIndex(l.Bishop))
	case engine.Knight:
		return uint8(nameIndex(l.Knight))
	}
	return 0
}

// pricer fetches the prices of texts at one cell, all that a layer of
// hypotheses needs in one pass over the lattice.
type pricer struct {
	texts *texts
	trie  *ocr.Trie
	ids   []int32
	logs  []float64
}

// prepare makes sure that the evidence holds the price of every spelling of
// the entries.
func (p *pricer) prepare(ev *evidence, entries []*entry) {
	p.grow(ev)
	p.trie.Reset()
	p.ids = p.ids[:0]
	for _, e := range entries {
		for _, s := range e.spellings {
			if math.IsNaN(ev.prices[s.text]) {
				ev.prices[s.text] = 0
				p.trie.Add(p.texts.list[s.text])
				p.ids = append(p.ids, s.text)
			}
		}
	}
	if len(p.ids) == 0 || ev.lattice == nil {
		return
	}
	p.logs = ev.lattice.PriceTrie(p.trie, p.logs)
	for i, id := range p.ids {
		ev.prices[id] = math.Exp(p.logs[i])
	}
}

func (p *pricer) grow(ev *evidence) {
	for len(ev.prices) < len(p.texts.list) {
		ev.prices = append(ev.prices, math.NaN())
	}
}

// fit is the weight of the ink at the cell as the choice, rightly written.
func (e *entry) fit(c *choice, ev *evidence) float64 {
	var sum float64
	for _, s := range e.spellings[c.from:c.to] {
		sum += float64(s.p) * ev.prices[s.text]
	}
	return sum
}
