package correct

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/planilla/digitize/engine"
)

// maxPens is how many players write down one game.
const maxPens = 2

// finished stands for the cell of a pen whose record has ended, or of a pen
// that there is not.
const finished = -1

// act is how a pen took part in one step of a path.
type act uint8

const (
	actNone   act = iota // its record is over, or it is not its step
	actRead              // its cell says the move
	actWrong             // its cell is taken for the move against what it says
	actSkip              // it left the move out
	actDrop              // its cell carries no move
	actFinish            // its record ends here
)

// place says how far the pens are: for each the cell it comes to next.
type place [maxPens]int16

// node is a hypothesis: a position after some plies, with some cells of each
// pen used up.
type node struct {
	entry *entry
	at    place
	skips int8    // plies without ink since the last with, to bound them
	ply   int32   // plies played
	back  int32   // edge of the best path, -1 at the start
	best  float64 // ln weight of the best path here
	sum   float64 // ln weight of all paths here
	debt  float64 // what is added to usual for records that ended before the paper
	rank  float64 // sum beside the usual weight of the cells used up
}

// edge is one step between two nodes.
type edge struct {
	from, to int32
	choice   int32 // index into the choices of from's entry, -1 where no move was made
	acts     [maxPens]act
	logw     float64
}

// proposal is an edge whose end is not a node yet.
type proposal struct {
	edge
	at   place
	debt float64
	rank float64
}

// Hypotheses more than cutoff (natural log) behind the best of their layer, or
// behind what the best complete path leaves open, are given up.
const cutoff = 12

// Where only one pen writes, an unwritten ply is considered where in the
// likeliest hypotheses no move fits the cell as well as skipBelow (natural log
// of the weight, before the prior), in hypotheses up to supplyMargin behind the
// best, supplyTries of them at most and maxSkips plies in a row, and only towards
// a move that, plainly written, has at least plainEnough of the cell's probability.
const (
	skipBelow    = -7
	supplyMargin = 3
	supplyTries  = 8
	maxSkips     = 2
	plainEnough  = 0.02
)

// search is a beam over plies; within a ply hypotheses differ in position and in
// how many cells of each pen they have used up.
type search struct {
	beam  int
	pens  []*pen
	book  *book
	trace func(ply int, alive []Hypothesis)

	nodes  []node
	edges  []edge
	layers [][]int32 // nodes alive at each ply
	index  map[nodeKey]int32
	found  []proposal
	room   [1 + maxPens]way
	best   float64 // ln weight of the best complete path so far
	total  float64 // ln weight of all complete paths
}

type nodeKey struct {
	hash uint64
	at   place
}

func newSearch(pens []*pen, b *book, opt Options) *search {
	beam := opt.Beam
	if beam <= 0 {
		beam = DefaultBeam
	}
	return &search{
		beam: beam, pens: pens, book: b, trace: opt.Trace,
		index: make(map[nodeKey]int32, 4*beam), best: math.Inf(-1),
	}
}

// run searches over all cells and sums up what it found.
func (s *search) run(ctx context.Context) error {
	start := engine.Start()
	first := node{entry: s.book.at(&start), back: -1}
	for p := range first.at {
		if p >= len(s.pens) {
			first.at[p] = finished
		}
	}
	s.nodes = append(s.nodes, first)
	layer := []int32{0}
	for ply := 0; len(layer) > 0; ply++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		layer = s.prune(s.linger(layer))
		s.layers = append(s.layers, layer)
		s.tell(ply, layer)
		layer = s.play(layer)
	}
	s.sumUp()
	return nil
}

// writing says whether the pen has cells left at the place.
func (s *search) writing(at place, p int) bool {
	return at[p] != finished && int(at[p]) < len(s.pens[p].ev)
}

// usual is the usual weight of the cells used up at a place.
func (s *search) usual(at place) float64 {
	var sum float64
	for p, pen := range s.pens {
		c := len(pen.ev)
		if at[p] != finished {
			c = int(at[p])
		}
		sum += pen.norms[c]
	}
	return sum
}

// end is ln of the weight of the game ending in the node.
func (s *search) end(n *node) float64 {
	var sum float64
	for p, pen := range s.pens {
		if n.at[p] != finished {
			sum += pen.end(int(n.at[p]))
		}
	}
	return sum
}

// used orders places of one ply: every step without a move raises it.
func (at place) used() int {
	const over = 1 << 15 // an ended record has used up more than any cell
	var sum int
	for _, c := range at {
		if c == finished {
			sum += over
		} else {
			sum += int(c)
		}
	}
	return sum
}

// linger adds to a layer what it reaches without a move: a cell that carries
// none is passed over, one of two records ends before the other.
func (s *search) linger(layer []int32) []int32 {
	top := s.reindex(layer)
	byUse := func(a, b int32) int { return cmp.Compare(s.nodes[a].at.used(), s.nodes[b].at.used()) }
	// In the order of the cells used up, so that a node has all its weight
	// before it is left.
	slices.SortStableFunc(layer, byUse)
	for i := 0; i < len(layer); i++ {
		for _, next := range s.leave(layer[i], top-cutoff) {
			place, _ := slices.BinarySearchFunc(layer, next, byUse)
			layer = slices.Insert(layer, place, next)
		}
	}
	return layer
}

// reindex prepares the index for a layer and returns its best rank.
func (s *search) reindex(layer []int32) (top float64) {
	clear(s.index)
	top = math.Inf(-1)
	for _, id := range layer {
		n := &s.nodes[id]
		s.index[nodeKey{n.entry.pos.Hash(), n.at}] = id
		top = max(top, n.rank)
	}
	return top
}

// leave returns the new nodes reached from one without a move.
func (s *search) leave(id int32, least float64) (made []int32) {
	n := s.nodes[id]
	step := func(p int, a act, to int16, weight, debt float64) {
		e := edge{from: id, choice: -1, logw: weight}
		e.acts[p] = a
		at := n.at
		at[p] = to
		debt += n.debt
		if proposed := (proposal{e, at, debt, n.sum + weight - s.usual(at) - debt}); proposed.rank >= least {
			if next, isNew := s.settle(&proposed); isNew {
				made = append(made, next)
			}
		}
	}
	for p, pen := range s.pens {
		if !s.writing(n.at, p) {
			continue
		}
		c := int(n.at[p])
		step(p, actDrop, n.at[p]+1, math.Log(pen.ev[c].dropped()+s.twice(&n, p))+logGoOn, 0)
		if s.othersWrite(n.at, p) {
			step(p, actFinish, finished, pen.end(c), pen.forgone(c))
		}
	}
	return made
}

// othersWrite says whether a pen other than p has cells left.
func (s *search) othersWrite(at place, p int) bool {
	for o := range s.pens {
		if o != p && s.writing(at, o) {
			return true
		}
	}
	return false
}

// twice is the weight of the pen's next cell holding the last move once more.
func (s *search) twice(n *node, p int) float64 {
	if n.back < 0 {
		return 0
	}
	e := &s.edges[n.back]
	if e.choice < 0 || e.acts[p] != actRead {
		return 0
	}
	m := s.nodes[e.from].entry.choices[e.choice].move
	return pTwice * s.pens[p].ev[n.at[p]].plain[s.pens[p].name(m)][m.To()]
}

// prune keeps the best of a layer.
func (s *search) prune(layer []int32) []int32 {
	for _, id := range layer {
		n := &s.nodes[id]
		s.best = max(s.best, n.sum+s.end(n))
	}
	slices.SortStableFunc(layer, func(a, b int32) int { return cmp.Compare(s.nodes[b].rank, s.nodes[a].rank) })
	n := 0
	for n < len(layer) && n < s.beam && s.nodes[layer[n]].rank >= s.nodes[layer[0]].rank-cutoff {
		n++
	}
	return slices.DeleteFunc(layer[:n], func(id int32) bool {
		// The rest of the record can hardly weigh more than 1.
		return s.nodes[id].sum < s.best-cutoff
	})
}

// play makes every move that the ink does not rule out in every node of the layer.
func (s *search) play(layer []int32) []int32 {
	s.fetch(layer)
	s.found = s.found[:0]
	top := math.Inf(-1)
	for _, id := range layer {
		top = s.propose(id, top)
	}
	s.proposeUnwritten(layer)
	return s.keep(top)
}

// fetch has the pens price every move of the layer at the cells concerned.
func (s *search) fetch(layer []int32) {
	for _, id := range layer {
		n := &s.nodes[id]
		for p, pen := range s.pens {
			if !s.writing(n.at, p) {
				continue
			}
			s.book.open(n.entry)
			for i := range n.entry.choices {
				pen.want(int(n.at[p]), n.entry.choices[i].writing)
			}
		}
	}
	for _, id := range layer {
		for p, pen := range s.pens {
			if s.writing(s.nodes[id].at, p) {
				pen.price(int(s.nodes[id].at[p]))
			}
		}
	}
}

// propose adds the moves of a node that at least one pen has written, and
// returns the best rank seen so far.
func (s *search) propose(id int32, top float64) float64 {
	n := &s.nodes[id]
	for i := range n.entry.choices {
		c := &n.entry.choices[i]
		for _, w := range s.ways(n, c) {
			e := edge{from: id, choice: int32(i), acts: w.acts, logw: w.logw + c.prior}
			rank := n.sum + e.logw - s.usual(w.at) - n.debt
			if rank >= top-cutoff {
				s.found = append(s.found, proposal{e, w.at, n.debt, rank})
				top = max(top, rank)
			}
		}
	}
	return top
}

// way is one way in which the pens put down a move.
type way struct {
	acts [maxPens]act
	at   place
	logw float64
}

// ways lists how the pens may have put down a move: each in its next cell, or
// one of them not at all.
func (s *search) ways(n *node, c *choice) []way {
	all := way{at: n.at}
	var cells [maxPens]float64
	writers := 0
	for p, pen := range s.pens {
		if !s.writing(n.at, p) {
			continue
		}
		writers++
		right, wrong := pen.read(int(n.at[p]), c.move, c.writing)
		cells[p] = math.Log(right+wrong) + logGoOn
		all.acts[p] = actRead
		if wrong > right {
			all.acts[p] = actWrong
		}
		all.at[p]++
		all.logw += cells[p]
	}
	if writers == 0 {
		return nil
	}
	list := append(s.room[:0], all)
	if writers == 1 {
		return list
	}
	for p := range s.pens {
		w := all
		w.acts[p] = actSkip
		w.at[p] = n.at[p]
		w.logw += logSkipped - cells[p]
		list = append(list, w)
	}
	return list
}

// keep makes nodes of the best proposals, merging those that meet.
func (s *search) keep(top float64) []int32 {
	found := slices.DeleteFunc(s.found, func(p proposal) bool { return p.rank < top-cutoff })
	slices.SortFunc(found, func(a, b proposal) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(a.from, b.from), cmp.Compare(a.choice, b.choice),
			cmp.Compare(a.at.used(), b.at.used()))
	})
	clear(s.index)
	var layer []int32
	for i := range found {
		if len(layer) >= s.beam {
			break
		}
		if id, isNew := s.settle(&found[i]); isNew {
			layer = append(layer, id)
		}
	}
	for _, id := range layer {
		n := &s.nodes[id]
		n.rank = n.sum - s.usual(n.at) - n.debt
	}
	return layer
}

// settle adds the proposal's edge and, where it is the first to get there, its node.
func (s *search) settle(p *proposal) (id int32, isNew bool) {
	from := s.nodes[p.from]
	next := node{entry: from.entry, at: p.at, ply: from.ply, skips: from.skips, debt: p.debt, back: -1,
		best: math.Inf(-1), sum: math.Inf(-1)}
	if p.choice >= 0 {
		pos := from.entry.pos.Apply(from.entry.choices[p.choice].move)
		next.entry, next.ply = s.book.at(&pos), from.ply+1
		next.skips = 0
		if p.at == from.at {
			next.skips = from.skips + 1
		}
	}
	key := nodeKey{next.entry.pos.Hash(), next.at}
	id, known := s.index[key]
	if !known {
		id = int32(len(s.nodes))
		s.index[key] = id
		s.nodes = append(s.nodes, next)
	}
	p.to = id
	s.edges = append(s.edges, p.edge)
	n := &s.nodes[id]
	if best := from.best + p.logw; best > n.best {
		n.best, n.back = best, int32(len(s.edges)-1)
	}
	n.sum = logAdd(n.sum, from.sum+p.logw)
	n.rank = n.sum - s.usual(n.at) - n.debt
	return id, !known
}

// proposeUnwritten adds the moves that no pen has written, where only one is
// writing and that lets a cell be read that otherwise cannot.
func (s *search) proposeUnwritten(layer []int32) {
	top := math.Inf(-1)
	for _, id := range layer {
		top = max(top, s.nodes[id].rank)
	}
	tries := supplyTries
	for _, id := range layer {
		n := &s.nodes[id]
		p := s.onlyWriter(n.at)
		if p < 0 || n.skips >= maxSkips || !s.hidden(n, p, layer, top) {
			continue
		}
		if n.skips == 0 {
			if tries == 0 || n.rank < top-supplyMargin {
				continue
			}
			tries--
		}
		s.skip(id, p)
	}
}

// onlyWriter returns the pen that alone has cells left, or -1.
func (s *search) onlyWriter(at place) int {
	writer := -1
	for p := range s.pens {
		if !s.writing(at, p) {
			continue
		}
		if writer >= 0 {
			return -1
		}
		writer = p
	}
	return writer
}

// hidden says whether the node's next cell holds a plain move that fits none of
// the hypotheses that matter.
func (s *search) hidden(n *node, p int, layer []int32, top float64) bool {
	c := n.at[p]
	ev := s.pens[p].ev[c]
	if ev.lattice == nil || ev.empty > .5 || ev.clearest() < plainEnough {
		return false
	}
	for _, id := range layer {
		o := &s.nodes[id]
		if o.at == n.at && o.rank > top-1 && s.bestFit(o, p) > skipBelow {
			return false
		}
	}
	return true
}

func (s *search) bestFit(n *node, p int) float64 {
	var fit float64
	for i := range n.entry.choices {
		fit = max(fit, s.pens[p].fits[n.at[p]][n.entry.choices[i].writing])
	}
	return math.Log(fit)
}

// skip proposes each unwritten ply after which, at once or one more unwritten
// ply later, some legal move looks like the ink.
func (s *search) skip(id int32, p int) {
	n := &s.nodes[id]
	cost := logSkipped
	if n.skips > 0 {
		cost = logSkippedOn
	}
	for i := range n.entry.choices {
		c := &n.entry.choices[i]
		pos := n.entry.pos.Apply(c.move)
		if !s.looksLike(p, s.pens[p].ev[n.at[p]], &pos, maxSkips-1-int(n.skips)) {
			continue
		}
		e := edge{from: id, choice: int32(i), logw: cost + c.prior}
		e.acts[p] = actSkip
		s.found = append(s.found, proposal{e, n.at, n.debt, n.sum + e.logw - s.usual(n.at) - n.debt})
	}
}

// looksLike says whether a legal move of the position, plainly written, explains
// the ink, at once or after up to more further plies.
func (s *search) looksLike(p int, ev *evidence, pos *engine.Position, more int) bool {
	var room [engine.MaxMoves]engine.Move
	legal := pos.LegalMoves(room[:0])
	for _, m := range legal {
		if ev.plain[s.pens[p].name(m)][m.To()] > plainEnough {
			return true
		}
	}
	if more <= 0 {
		return false
	}
	for _, m := range legal {
		next := pos.Apply(m)
		if s.looksLike(p, ev, &next, more-1) {
			return true
		}
	}
	return false
}

func (s *search) tell(ply int, layer []int32) {
	if s.trace == nil {
		return
	}
	alive := make([]Hypothesis, len(layer))
	for i, id := range layer {
		n := &s.nodes[id]
		alive[i] = Hypothesis{Plies: int(n.ply), FEN: n.entry.pos.FEN(), LogP: n.rank - s.nodes[layer[0]].rank}
	}
	s.trace(ply, alive)
}

// sumUp adds the weights of all paths, each ended where it can be.
func (s *search) sumUp() {
	s.total = math.Inf(-1)
	for _, layer := range s.layers {
		for _, id := range layer {
			n := &s.nodes[id]
			s.total = logAdd(s.total, n.sum+s.end(n))
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
