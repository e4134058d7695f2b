package correct

import (
	"math"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
	"github.com/planilla/digitize/ocr"
)

// texts numbers the spellings met, so that cells can remember their prices.
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

// spelling is one way in which a writing stands on paper.
type spelling struct {
	text  int32
	p     float64
	forms notation.FormSet
}

// A pen is one player's record together with how that player writes: the ink of
// its cells, weighed in the light of a style.
type pen struct {
	ev    []*evidence
	style *notation.Style
	texts *texts
	book  *book
	// forms[w] lists the spellings of writing w, nil where not asked yet.
	forms [][]spelling
	// fits[c][w] is the weight of the ink of cell c as writing w, rightly
	// written; NaN where not asked yet.
	fits [][]float64
	// wanted[c] lists the writings to be priced next at cell c.
	wanted [][]int32
	trie   *ocr.Trie
	logs   []float64
	asked  []int32
	// tails[c]: ln weight of all cells from c on as what follows the record's end.
	tails []float64
	// moves[c]: ln weight of all cells from c on if each held what it looks most like.
	moves []float64
	// norms[c]: ln weight that a true record can expect of all cells before c.
	// Hypotheses that have used up different cells are compared beside it.
	norms []float64
}

func newPen(ev []*evidence, style *notation.Style, t *texts, b *book) *pen {
	p := &pen{
		ev: ev, style: style, texts: t, book: b,
		fits: make([][]float64, len(ev)), wanted: make([][]int32, len(ev)), trie: ocr.NewTrie(),
		tails: make([]float64, len(ev)+1), moves: make([]float64, len(ev)+1), norms: make([]float64, len(ev)+1),
	}
	for i := len(ev) - 1; i >= 0; i-- {
		p.tails[i] = p.tails[i+1] + math.Log(ev[i].tail())
		p.moves[i] = p.moves[i+1] + math.Log(max(ev[i].tail(), ev[i].clearest()))
	}
	for i, e := range ev {
		p.norms[i+1] = p.norms[i] + e.usual()
	}
	return p
}

// end is ln of the weight of the record ending before cell c: where the paper
// ends as well, that says nothing.
func (p *pen) end(c int) float64 {
	if c == len(p.ev) {
		return 0
	}
	return logEnd + p.tails[c]
}

// forgone is how much more than usual the cells from c on weigh if each is the
// move it looks most like: what a record that ends there gives up.
func (p *pen) forgone(c int) float64 { return p.moves[c] - (p.norms[len(p.ev)] - p.norms[c]) }

// want asks for the price of a writing at a cell; price fetches all asked for.
func (p *pen) want(c int, writing int32) {
	fits := p.fits[c]
	for len(fits) <= int(writing) {
		fits = append(fits, math.NaN())
	}
	if math.IsNaN(fits[writing]) {
		fits[writing] = 0
		p.wanted[c] = append(p.wanted[c], writing)
	}
	p.fits[c] = fits
}

// price fetches what was asked for at a cell, in one pass over its lattice.
func (p *pen) price(c int) {
	if len(p.wanted[c]) == 0 {
		return
	}
	ev := p.ev[c]
	p.trie.Reset()
	p.asked = p.asked[:0]
	for _, w := range p.wanted[c] {
		for _, s := range p.spellings(w) {
			p.ask(ev, s.text)
		}
	}
	if len(p.asked) > 0 && ev.lattice != nil {
		p.logs = ev.lattice.PriceTrie(p.trie, p.logs)
		for i, id := range p.asked {
			ev.prices[id] = math.Exp(p.logs[i])
		}
	}
	for _, w := range p.wanted[c] {
		p.fits[c][w] = p.sum(ev, w)
	}
	p.wanted[c] = p.wanted[c][:0]
}

func (p *pen) ask(ev *evidence, text int32) {
	for len(ev.prices) <= int(text) {
		ev.prices = append(ev.prices, math.NaN())
	}
	if math.IsNaN(ev.prices[text]) {
		ev.prices[text] = 0
		p.trie.Add(p.texts.list[text])
		p.asked = append(p.asked, text)
	}
}

func (p *pen) sum(ev *evidence, writing int32) float64 {
	var sum float64
	for _, s := range p.forms[writing] {
		sum += s.p * ev.prices[s.text]
	}
	return sum
}

// spellings lists the ways in which this pen puts down a writing.
func (p *pen) spellings(writing int32) []spelling {
	for len(p.forms) <= int(writing) {
		p.forms = append(p.forms, nil)
	}
	if p.forms[writing] == nil {
		list := make([]spelling, 0, 8)
		p.style.EachSpelling(p.book.writings[writing], func(text []byte, prob float64, forms notation.FormSet) {
			list = append(list, spelling{p.texts.id(text), prob, forms})
		})
		p.forms[writing] = list
	}
	return p.forms[writing]
}

// read weighs the ink of a cell as a move: rightly written, and written wrong in
// some way or not at all.
func (p *pen) read(c int, m engine.Move, writing int32) (right, wrong float64) {
	return pRight * p.fits[c][writing], p.ev[c].wrong(p.name(m), int(m.To()))
}

// name is the nameIndex of the letter with which the pen begins the move.
func (p *pen) name(m engine.Move) int {
	l := p.style.Letters
	switch m.Piece() {
	case engine.King:
		return nameIndex(l.King)
	case engine.Queen:
		return nameIndex(l.Queen)
	case engine.Rook:
		return nameIndex(l.Rook)
	case engine.Bishop:
		return nameIndex(l.Bishop)
	case engine.Knight:
		return nameIndex(l.Knight)
	}
	return 0
}
