package correct

import (
	"context"
	"math"
	"slices"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
	"github.com/planilla/digitize/ocr"
)

// How a ply or a cell was accounted for on one step of a path.
type step uint8

const (
	stepRead    step = iota // a cell, read as the move
	stepWrong               // a cell, taken for the move against what it says
	stepSkipped             // a move without a cell
	stepDropped             // a cell without a move
)

// node is a hypothesis: the position after some plies, with the cells before
// its layer used up.
type node struct {
	entry *entry
	ply   int     // plies played
	skips int     // plies supplied since the last cell, to bound them
	best  float64 // ln weight of the best path here
	sum   float64 // ln weight of all paths here
	back  int32   // edge of the best path, -1 at the start
}

// edge is one step between two nodes.
type edge struct {
	from, to int32
	cell     int32 // the cell used, -1 for a skipped ply
	choice   int32 // index into the choices of from's entry, -1 for a dropped cell
	step     step
	logw     float64
}

// proposal is an edge whose end is not a node yet.
type proposal struct {
	edge
	rank float64 // forward weight, for the cut
}

// Hypotheses more than cutoff (natural log) behind the best of their layer are given up.
const cutoff = 12

// A skipped ply is considered where in the likeliest hypotheses no move fits the
// cell as well as skipBelow (natural log of the weight, before the prior), in
// hypotheses up to supplyMargin behind the best, supplyTries of them at most and
// maxSkips plies in a row, and only towards a move that, plainly written, has at
// least plainEnough of the cell's probability.
const (
	skipBelow    = -5
	supplyMargin = 3
	supplyTries  = 8
	maxSkips     = 2
	plainEnough  = 0.02
)

type search struct {
	opt    Options
	beam   int
	style  *notation.Style
	texts  *texts
	book   *book
	pricer pricer

	nodes  []node
	edges  []edge
	layers [][]int32 // nodes alive before each cell, and after the last
	tails  []float64 // ln weight of all cells from i on as the end of the record
	total  float64   // ln weight of all complete paths
	index  map[nodeKey]int32
}

type nodeKey struct {
	hash uint64
	ply  int
}

func newSearch(style *notation.Style, opt Options) *search {
	beam := opt.Beam
	if beam <= 0 {
		beam = DefaultBeam
	}
	return &search{opt: opt, beam: beam, style: style, texts: newTexts()}
}

// run searches over all cells and sums up what it found.
func (s *search) run(ctx context.Context, ev []*evidence) error {
	s.book = newBook(s.style, s.opt.Prior, s.texts)
	s.pricer = pricer{texts: s.texts, trie: ocr.NewTrie()}
	s.index = make(map[nodeKey]int32, 4*s.beam)
	s.weighTails(ev)
	start := engine.Start()
	s.nodes = append(s.nodes, node{entry: s.book.at(&start), back: -1})
	layer := []int32{0}
	for i, e := range ev {
		if err := ctx.Err(); err != nil {
			return err
		}
		layer = s.supply(layer, e)
		s.layers = append(s.layers, layer)
		layer = s.consume(layer, i, e)
		s.trace(i, layer)
	}
	s.layers = append(s.layers, layer)
	s.sumUp()
	return nil
}

// weighTails prices, for each cell, that the game is over there.
func (s *search) weighTails(ev []*evidence) {
	s.tails = make([]float64, len(ev)+1)
	for i := len(ev) - 1; i >= 0; i-- {
		s.tails[i] = s.tails[i+1] + math.Log(ev[i].tail())
	}
}

// endWeight is ln of the weight of ending in a node before the given cell. The
// last layer ends because the paper does.
func (s *search) endWeight(cell int) float64 {
	if cell == len(s.tails)-1 {
		return 0
	}
	return logEnd + s.tails[cell]
}

// consume uses up the cell in every node of the layer.
func (s *search) consume(layer []int32, cell int, ev *evidence) []int32 {
	s.prepare(layer, ev)
	var found []proposal
	for _, id := range layer {
		found = s.propose(found, id, cell, ev)
	}
	return s.keep(found)
}

func (s *search) prepare(layer []int32, ev *evidence) {
	entries := make([]*entry, len(layer))
	for i, id := range layer {
		entries[i] = s.nodes[id].entry
	}
	s.pricer.prepare(ev, entries)
}

func (s *search) propose(found []proposal, id int32, cell int, ev *evidence) []proposal {
	n := &s.nodes[id]
	put := func(choice int, st step, logw float64) {
		e := edge{from: id, to: -1, cell: int32(cell), choice: int32(choice), step: st, logw: logw}
		found = append(found, proposal{e, n.sum + logw})
	}
	for i := range n.entry.choices {
		c := &n.entry.choices[i]
		right := pRight * n.entry.fit(c, ev)
		wrong := ev.wrong(int(c.name), int(c.move.To()))
		st := stepRead
		if wrong > right {
			st = stepWrong
		}
		put(i, st, math.Log(right+wrong)+c.prior+logGoOn)
	}
	put(-1, stepDropped, math.Log(ev.dropped())+logGoOn)
	return found
}

// keep makes nodes of the best proposals, merging those that meet.
func (s *search) keep(found []proposal) []int32 {
	slices.SortFunc(found, func(a, b proposal) int {
		switch {
		case a.rank > b.rank:
			return -1
		case a.rank < b.rank:
			return 1
		case a.from != b.from:
			return int(a.from - b.from)
		}
		return int(a.choice - b.choice)
	})
	clear(s.index)
	var layer []int32
	for i := range found {
		p := &found[i]
		if p.rank < found[0].rank-cutoff || len(layer) >= s.beam {
			break
		}
		layer = s.settle(p, layer, 0)
	}
	return layer
}

// settle adds the proposal's edge and, where it is the first to get there, its node.
func (s *search) settle(p *proposal, layer []int32, skips int) []int32 {
	from := s.nodes[p.from]
	next, ply := from.entry, from.ply
	if p.choice >= 0 {
		pos := from.entry.pos.Apply(from.entry.choices[p.choice].move)
		next, ply = s.book.at(&pos), ply+1
	}
	key := nodeKey{next.pos.Hash(), ply}
	to, known := s.index[key]
	if !known {
		to = int32(len(s.nodes))
		s.index[key] = to
		s.nodes = append(s.nodes, node{entry: next, ply: ply, skips: skips, best: math.Inf(-1), sum: math.Inf(-1), back: -1})
		layer = append(layer, to)
	}
	p.to = to
	s.edges = append(s.edges, p.edge)
	n := &s.nodes[to]
	if best := from.best + p.logw; best > n.best {
		n.best, n.back = best, int32(len(s.edges)-1)
	}
	n.sum = logAdd(n.sum, from.sum+p.logw)
	return layer
}

// supply adds the nodes that stand one or two unwritten plies further on, where
// that lets a cell be read that otherwise cannot.
func (s *search) supply(layer []int32, ev *evidence) []int32 {
	if ev.lattice == nil || ev.empty > .5 || ev.clearest() < plainEnough {
		return layer
	}
	s.prepare(layer, ev)
	if s.readable(layer, ev) {
		return layer
	}
	clear(s.index)
	first, last, top := math.MaxInt, 0, math.Inf(-1)
	for _, id := range layer {
		n := &s.nodes[id]
		s.index[nodeKey{n.entry.pos.Hash(), n.ply}] = id
		first, last, top = min(first, n.ply), max(last, n.ply), max(top, n.sum)
	}
	layer = slices.Clip(layer)
	// By rising ply, so that a node has all its weight before it is left.
	tries := supplyTries
	for ply := first; ply < last+maxSkips; ply++ {
		for i := 0; i < len(layer); i++ {
			n := &s.nodes[layer[i]]
			if n.ply != ply || n.skips >= maxSkips || n.skips == 0 && (tries == 0 || n.sum < top-supplyMargin) {
				continue
			}
			if n.skips == 0 {
				tries--
			}
			layer = s.skip(layer, layer[i], ev)
		}
	}
	return layer
}

// readable says whether the hypotheses that matter have a move that fits the cell.
func (s *search) readable(layer []int32, ev *evidence) bool {
	top := math.Inf(-1)
	for _, id := range layer {
		top = max(top, s.nodes[id].sum)
	}
	for _, id := range layer {
		if s.nodes[id].sum > top-1 && s.bestFit(id, ev) > skipBelow {
			return true
		}
	}
	return false
}

func (s *search) bestFit(id int32, ev *evidence) float64 {
	e := s.nodes[id].entry
	var fit float64
	for i := range e.choices {
		fit = max(fit, e.fit(&e.choices[i], ev))
	}
	return math.Log(fit)
}

// skip adds each unwritten ply after which, at once or one more unwritten ply
// later, some legal move looks like the ink.
func (s *search) skip(layer []int32, id int32, ev *evidence) []int32 {
	from := s.nodes[id]
	cost := logSkipped
	if from.skips > 0 {
		cost = logSkippedOn
	}
	for i := range from.entry.choices {
		c := &from.entry.choices[i]
		pos := from.entry.pos.Apply(c.move)
		if !s.looksLike(ev, &pos, maxSkips-1-from.skips) {
			continue
		}
		e := edge{from: id, to: -1, cell: -1, choice: int32(i), step: stepSkipped, logw: cost + c.prior}
		layer = s.settle(&proposal{edge: e}, layer, from.skips+1)
	}
	return layer
}

// looksLike says whether a legal move of the position, plainly written, explains
// the ink, at once or after up to more further plies.
func (s *search) looksLike(ev *evidence, pos *engine.Position, more int) bool {
	var room [128]engine.Move
	legal := pos.LegalMoves(room[:0])
	for _, m := range legal {
		if ev.plain[s.book.name(m)][m.To()] > plainEnough {
			return true
		}
	}
	if more <= 0 {
		return false
	}
	for _, m := range legal {
		next := pos.Apply(m)
		if s.looksLike(ev, &next, more-1) {
			return true
		}
	}
	return false
}

func (s *search) trace(cell int, layer []int32) {
	if s.opt.Trace == nil {
		return
	}
	top := math.Inf(-1)
	for _, id := range layer {
		top = max(top, s.nodes[id].sum)
	}
	alive := make([]Hypothesis, len(layer))
	for i, id := range layer {
		n := &s.nodes[id]
		alive[i] = Hypothesis{Plies: n.ply, FEN: n.entry.pos.FEN(), LogP: n.sum - top}
	}
	s.opt.Trace(cell, alive)
}

// sumUp adds the weights of all paths, each ended where it can be.
func (s *search) sumUp() {
	s.total = math.Inf(-1)
	for cell, layer := range s.layers {
		for _, id := range layer {
			s.total = logAdd(s.total, s.nodes[id].sum+s.endWeight(cell))
		}
	}
}

func logAdd(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}
