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
	for _, layer := range s.layers {
		for _, id := range layer {
			beta[id] = s.end(&s.nodes[id])
		}
	}
	// Whatever leads to a node stands before whatever leaves it, so one sweep
	// backwards is enough.
	for i := len(s.edges) - 1; i >= 0; i-- {
		e := &s.edges[i]
		beta[e.from] = logAdd(beta[e.from], e.logw+beta[e.to])
	}
	return beta
}

// mostLikely returns the edges of the best complete path and the node where it ends.
func (s *search) mostLikely() (path []int32, last *node) {
	best := math.Inf(-1)
	for _, layer := range s.layers {
		for _, id := range layer {
			n := &s.nodes[id]
			if w := n.best + s.end(n); w > best {
				best, last = w, n
			}
		}
	}
	for at := last; at.back >= 0; {
		path = append(path, at.back)
		at = &s.nodes[s.edges[at.back].from]
	}
	slices.Reverse(path)
	return path, last
}

// marginal is the posterior of one move at one ply, over all paths.
type marginal struct {
	ply  int32
	move engine.Move
}

// game tells what the search found.
func (s *search) game() *Game {
	path, last := s.mostLikely()
	post := s.marginals()
	g := &Game{Language: s.pens[0].style.Language, LogP: s.total}
	for _, pen := range s.pens {
		kinds := make([]Kind, len(pen.ev))
		for i, e := range pen.ev {
			kinds[i] = e.kind()
		}
		g.Kinds = append(g.Kinds, kinds)
	}
	for _, id := range path {
		e := &s.edges[id]
		if e.choice < 0 {
			continue
		}
		ply := s.ply(e, post)
		for _, c := range ply.Cells {
			g.Kinds[c.Sheet][c.Cell] = KindMove
		}
		g.Plies = append(g.Plies, ply)
	}
	g.Stopped = s.stopped(path, last)
	return g
}

func (s *search) marginals() map[marginal]float64 {
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
	return post
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
	for i, a := range e.acts {
		if a == actRead || a == actWrong {
			p.Cells = append(p.Cells, CellRef{i, int(from.at[i])})
		}
	}
	p.Agreement = s.agreement(e)
	p.Status = status(e, p.Confidence)
	p.Alternatives = s.alternatives(from, m, post)
	return p
}

// agreement compares the pens of one ply; with one sheet there is none.
func (s *search) agreement(e *edge) Agreement {
	if len(s.pens) < 2 {
		return ""
	}
	switch a, b := e.acts[0] == actRead, e.acts[1] == actRead; {
	case a && b:
		return Match
	case a && e.acts[1] == actWrong, b && e.acts[0] == actWrong:
		return Mismatch
	case a:
		return OnlyFirst
	case b:
		return OnlySecond
	}
	return Neither
}

func status(e *edge, confidence float64) Status {
	var written, read bool
	for _, a := range e.acts {
		written = written || a == actRead || a == actWrong
		read = read || a == actRead
	}
	switch {
	case !written:
		return Restored
	case !read:
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
func (s *search) stopped(path []int32, last *node) string {
	ends := last.at
	for _, id := range path { // a record that ended before the other
		for p, a := range s.edges[id].acts {
			if a == actFinish {
				ends[p] = s.nodes[s.edges[id].from].at[p]
			}
		}
	}
	for p, pen := range s.pens {
		if left, first := pen.unexplained(int(ends[p])); left > 0 {
			return fmt.Sprintf("%d written cells from cell %d on give no legal continuation", left, first+1)
		}
	}
	return ""
}

// unexplained counts the cells after the end of the record that seem to go on
// with it, and names the first: what is written directly after the end, unless
// it is one word (a result, a signature), and moves further on. Stains in a few
// of the many cells left over do not count.
func (p *pen) unexplained(end int) (left, first int) {
	i := end
	for i < len(p.ev) && p.ev[i].written() {
		i++
	}
	left, first = i-end, end
	if left == 1 && !p.ev[end].looksLikeMove() {
		left = 0
	}
	further := 0
	for ; i < len(p.ev); i++ {
		if !p.ev[i].looksLikeMove() {
			continue
		}
		further++
		if left == 0 && further == 1 {
			first = i
		}
	}
	if further < leastFurther && left == 0 {
		return 0, 0
	}
	return left + further, first
}

// leastFurther is how many moves apart from the record make one believe that it goes on.
const leastFurther = 3

// habits counts how a pen writes, over the plies of the best path.
func (s *search) habits(p int) *notation.FormCounts {
	var counts notation.FormCounts
	pen := s.pens[p]
	path, _ := s.mostLikely()
	for _, id := range path {
		e := &s.edges[id]
		if e.choice < 0 || e.acts[p] != actRead {
			continue
		}
		from := &s.nodes[e.from]
		w, ev := from.entry.choices[e.choice].writing, pen.ev[from.at[p]]
		total := pen.fits[from.at[p]][w]
		for _, sp := range pen.spellings(w) {
			counts.Add(sp.forms, sp.p*ev.prices[sp.text]/total)
		}
	}
	return &counts
}
