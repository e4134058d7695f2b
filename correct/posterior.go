package correct

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
)

// outlook is, for each node, ln of the weight of everything that may follow.
func (s *search) outlook() []float64 {
	beta := make([]float64, len(s.nodes))
	for i := range beta {
		beta[i] = math.Inf(-1)
	}
	for cell, layer := range s.layers {
		for _, id := range layer {
			beta[id] = logAdd(beta[id], s.endWeight(cell))
		}
	}
	// Edges lead from older nodes to newer ones and stand in the order in
	// which their ends were reached, so one sweep backwards is enough.
	for i := len(s.edges) - 1; i >= 0; i-- {
		e := &s.edges[i]
		beta[e.from] = logAdd(beta[e.from], e.logw+beta[e.to])
	}
	return beta
}

// mostLikely returns the edges of the best complete path and the cell before
// which it ends.
func (s *search) mostLikely() (path []int32, end int) {
	best, at := math.Inf(-1), int32(0)
	for cell, layer := range s.layers {
		for _, id := range layer {
			if w := s.nodes[id].best + s.endWeight(cell); w > best {
				best, at, end = w, id, cell
			}
		}
	}
	for s.nodes[at].back >= 0 {
		e := s.nodes[at].back
		path = append(path, e)
		at = s.edges[e].from
	}
	slices.Reverse(path)
	return path, end
}

// marginal is the posterior of one move at one ply, over all paths.
type marginal struct {
	ply  int
	move engine.Move
}

// game tells what the search found.
func (s *search) game(ev []*evidence) *Game {
	path, end := s.mostLikely()
	beta := s.outlook()
	post := make(map[marginal]float64)
	for i := range s.edges {
		e := &s.edges[i]
		if e.choice < 0 {
			continue
		}
		from := &s.nodes[e.from]
		p := math.Exp(from.sum + e.logw + beta[e.to] - s.total)
		post[marginal{from.ply, from.entry.choices[e.choice].move}] += p
	}
	g := &Game{Language: s.style.Language, LogP: s.total}
	kinds := make([]Kind, len(ev))
	for i, e := range ev {
		kinds[i] = e.kind()
	}
	for _, id := range path {
		e := &s.edges[id]
		if e.choice < 0 {
			continue
		}
		g.Plies = append(g.Plies, s.ply(e, post))
		if e.cell >= 0 {
			kinds[e.cell] = KindMove
		}
	}
	g.Kinds = [][]Kind{kinds}
	g.Stopped = stopped(ev, end)
	return g
}

func (s *search) ply(e *edge, post map[marginal]float64) Ply {
	from := &s.nodes[e.from]
	pos := from.entry.pos
	m := from.entry.choices[e.choice].move
	p := Ply{
		Move: m, Before: pos, After: pos.Apply(m),
		SAN:        notation.SAN(&pos, m),
		Confidence: min(1, post[marginal{from.ply, m}]),
	}
	if e.cell >= 0 {
		p.Cells = []CellRef{{0, int(e.cell)}}
	}
	p.Status = status(e.step, p.Confidence)
	p.Alternatives = s.alternatives(from, m, post)
	return p
}

func status(st step, confidence float64) Status {
	switch {
	case st == stepSkipped:
		return Restored
	case st == stepWrong:
		return Unread
	case confidence < doubtful:
		return Doubtful
	}
	return Read
}

// leastAlternative is the posterior under which an alternative is not worth showing.
const leastAlternative = 0.005

func (s *search) alternatives(from *node, played engine.Move, post map[marginal]float64) []Alternative {
	var out []Alternative
	for i := range from.entry.choices {
		m := from.entry.choices[i].move
		p := post[marginal{from.ply, m}]
		if m == played || p < leastAlternative {
			continue
		}
		out = append(out, Alternative{m, notation.SAN(&from.entry.pos, m), min(1, p)})
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].P > out[j].P })
	return out
}

// stopped says why the game ends before the writing does, if it does.
func stopped(ev []*evidence, end int) string {
	left, first := 0, -1
	for i := end; i < len(ev); i++ {
		if ev[i].empty >= .5 || ev[i].struck >= .5 {
			continue
		}
		if first < 0 {
			first = i
		}
		left++
	}
	if left == 0 {
		return ""
	}
	return fmt.Sprintf("%d written cells from cell %d on give no legal continuation", left, first+1)
}

// habits counts how the writer writes, over the plies of the best path.
func (s *search) habits(ev []*evidence) *notation.FormCounts {
	var counts notation.FormCounts
	path, _ := s.mostLikely()
	for _, id := range path {
		e := &s.edges[id]
		if e.choice < 0 || e.cell < 0 || e.step != stepRead {
			continue
		}
		en, cell := s.nodes[e.from].entry, ev[e.cell]
		c := &en.choices[e.choice]
		total := en.fit(c, cell)
		for _, sp := range en.spellings[c.from:c.to] {
			counts.Add(sp.forms, float64(sp.p)*cell.prices[sp.text]/total)
		}
	}
	return &counts
}
