package grid

import (
	"math"
	"sort"
)

// rule is a vertical table line candidate in straightened coordinates.
type rule struct {
	u    float64
	seen float64 // share of the rows along which it is seen, 0..1
}

// pair is one block of the form: where its number, White and Black columns lie.
type pair struct {
	num   [2]float64 // left and right edge of the number column; equal when it has none
	white [2]float64
	black [2]float64
}

// left and right bound the whole block.
func (p pair) left() float64  { return min(p.num[0], p.white[0]) }
func (p pair) right() float64 { return p.black[1] }

// between tells whether the numbers stand between White and Black.
func (p pair) between() bool { return p.num[0] > p.white[0] }

// numbered tells whether the block has a number column of its own.
func (p pair) numbered() bool { return p.num[1]-p.num[0] >= 2 }

func (p pair) edges() []float64 {
	e := []float64{p.num[0], p.num[1], p.white[0], p.white[1], p.black[0], p.black[1]}
	sort.Float64s(e)
	return e
}

// layout is the column structure of the whole form.
type layout struct {
	pairs []pair
	score float64
}

// ruleMap holds, for every row and every u, how surely a vertical line runs
// through the row there (0..1).
type ruleMap struct {
	rows int
	seen [][]float32
}

// mapRules looks for vertical lines in the rows between the lines at.
// r holds the vertical ridge response, transposed (row u, column v).
func mapRules(r *plane, at []float64, full float64) *ruleMap {
	m := &ruleMap{rows: len(at) - 1}
	for k := 0; k+1 < len(at); k++ {
		seen := make([]float32, r.h)
		a, b := max(0, int(at[k])+2), min(r.w, int(at[k+1])-1)
		for u := 1; u+1 < r.h && b-a >= 4; u++ {
			s := ruleShare(r, u, a, b, float32(full))
			seen[u] = float32(min(max((s-0.35)/0.4, 0), 1))
		}
		m.seen = append(m.seen, seen)
	}
	return m
}

// rules finds the vertical lines that run along the rows from a to b.
func (m *ruleMap) rules(a, b int) []rule {
	wide := make([]float64, len(m.seen[0]))
	for _, row := range m.seen[a:b] {
		for u, v := range row {
			wide[u] += float64(v) / float64(b-a)
		}
	}
	var out []rule
	for u := 2; u+2 < len(wide); u++ {
		v := wide[u]
		if v < 0.25 || v < wide[u-1] || v <= wide[u+1] || v < wide[u-2] || v <= wide[u+2] {
			continue
		}
		out = append(out, rule{float64(u) + parabola(float32(wide[u-1]), float32(v), float32(wide[u+1])), min(1, v)})
	}
	return out
}

// ruleShare is the mean response, 1 at most for each pixel, of a line through
// columns [a, b) of r at height u that may waver by one pixel.
func ruleShare(r *plane, u, a, b int, full float32) float64 {
	up, mid, down := r.row(u-1), r.row(u), r.row(u+1)
	var s float32
	for v := a; v < b; v++ {
		s += min(max(up[v], mid[v], down[v]), full)
	}
	return float64(s/full) / float64(b-a)
}

// strongest keeps the n surest rules, in order of place.
func strongest(rs []rule, n int) []rule {
	if len(rs) <= n {
		return rs
	}
	sort.Slice(rs, func(i, j int) bool { return rs[i].seen > rs[j].seen })
	rs = rs[:n]
	sort.Slice(rs, func(i, j int) bool { return rs[i].u < rs[j].u })
	return rs
}

// near returns the rule closest to u within tol.
func near(rs []rule, u, tol float64) (rule, bool) {
	i := sort.Search(len(rs), func(i int) bool { return rs[i].u >= u })
	best, ok := rule{}, false
	for _, j := range [...]int{i - 1, i} {
		if j >= 0 && j < len(rs) && math.Abs(rs[j].u-u) <= tol && (!ok || math.Abs(rs[j].u-u) < math.Abs(best.u-u)) {
			best, ok = rs[j], true
		}
	}
	return best, ok
}

// findLayout explains the rules as one to four equal blocks "number, White,
// Black" and returns the best explanation; nil when none is any good.
func findLayout(rs []rule, share []float64, pitch float64) *layout {
	width := float64(len(share))
	ruled := ruledLength(share)
	var best *layout
	try := func(first pair, w float64) {
		l := growBlocks(rs, ruled, first, max(3, 0.06*w), width)
		if best == nil || l.score > best.score {
			best = l
		}
	}
	for i := range rs {
		for j := i + 1; j < len(rs); j++ {
			w := (rs[j].u - rs[i].u) / 2
			if w < 1.3*pitch || w > 12*pitch {
				continue
			}
			if left := rs[i].u - 2*w; left > -0.2*w && !seenAt(rs, left, 0.12*w) { // the form's left edge may not be seen
				u := max(0, left)
				try(pair{num: [2]float64{u, u}, white: [2]float64{u, rs[i].u}, black: [2]float64{rs[i].u, rs[j].u}}, 2*w)
			}
			mid, ok := near(rs, rs[i].u+w, 1.6*max(3, 0.06*w))
			if !ok {
				mid = rule{rs[i].u + w, 0}
			}
			for _, num := range numberEdges(rs[:i], rs[i].u, w, pitch) {
				try(pair{num: [2]float64{num, rs[i].u}, white: [2]float64{rs[i].u, mid.u}, black: [2]float64{mid.u, rs[j].u}}, w)
			}
		}
		tryBetween(rs, i, pitch, try)
	}
	return best
}

func seenAt(rs []rule, u, tol float64) bool {
	_, ok := near(rs, u, tol)
	return ok
}

// tryBetween tries the blocks whose White column starts at rule i and whose
// numbers stand between White and Black.
func tryBetween(rs []rule, i int, pitch float64, try func(pair, float64)) {
	for j := i + 1; j < len(rs); j++ {
		w := rs[j].u - rs[i].u
		if w < 1.3*pitch || w > 12*pitch || rs[j].seen < 0.6 {
			continue
		}
		for k := j + 1; k < len(rs); k++ {
			n := rs[k].u - rs[j].u
			if n < 0.5*pitch || n > 0.6*w || rs[k].seen < 0.6 {
				continue
			}
			end, ok := near(rs, rs[k].u+w, max(3, 0.06*w))
			if !ok || end.seen < 0.6 {
				continue
			}
			try(pair{white: [2]float64{rs[i].u, rs[j].u}, num: [2]float64{rs[j].u, rs[k].u}, black: [2]float64{rs[k].u, end.u}}, w)
		}
	}
}

// numberEdges lists the possible left edges of the number column before u.
func numberEdges(rs []rule, u, w, pitch float64) []float64 {
	out := []float64{u} // no number column at all
	for _, r := range rs {
		if d := u - r.u; d > 0.5*pitch && d < 0.6*w {
			out = append(out, r.u)
		}
	}
	return out
}

// growBlocks repeats the first block to the right as far as the rules follow,
// at the block distance that scores best.
func growBlocks(rs []rule, ruled []float64, first pair, tol, width float64) *layout {
	best := &layout{pairs: []pair{first}}
	best.score = scoreLayout(rs, best.pairs, tol, width) - uncovered(ruled, best.pairs)
	whole := first.right() - first.left()
	for _, r := range rs {
		d := r.u - first.white[0] // candidate distance of two blocks
		if d < whole-tol || d > 2*whole {
			continue
		}
		pairs := []pair{first}
		for len(pairs) < 4 {
			p := shifted(rs, pairs[len(pairs)-1], d)
			if p.black[0]+0.5*(p.black[1]-p.black[0]) > width {
				break
			}
			p.black[1] = min(p.black[1], width) // the last column may be cut off by the page's edge
			pairs = append(pairs[:len(pairs):len(pairs)], p)
			if s := scoreLayout(rs, pairs, tol, width) - uncovered(ruled, pairs); s > best.score {
				best = &layout{pairs: pairs, score: s}
			}
		}
	}
	return best
}

// ruledLength sums up, from the left, over what length the rows' lines run.
func ruledLength(share []float64) []float64 {
	level := 0.5 * quantile(share, 0.9)
	out := make([]float64, len(share)+1)
	for u, v := range share {
		out[u+1] = out[u]
		if v >= level && v > 0.1 {
			out[u+1]++
		}
	}
	return out
}

// uncovered is what speaks against a layout that leaves out part of the ruled width.
func uncovered(ruled []float64, pairs []pair) float64 {
	n := len(ruled) - 1
	if ruled[n] == 0 {
		return 0
	}
	at := func(u float64) float64 { return ruled[min(max(int(u+0.5), 0), n)] }
	inside := at(pairs[len(pairs)-1].right()) - at(pairs[0].left())
	return 2 * max(0, 1-inside/ruled[n]-0.08)
}

// scoreLayout adds up how surely each edge of the layout is seen, and takes
// off what it leaves unexplained.
func scoreLayout(rs []rule, pairs []pair, tol, width float64) float64 {
	const unseen = 0.5
	var edges []float64
	add := func(u float64) {
		if n := len(edges); n == 0 || u-edges[n-1] > 2 {
			edges = append(edges, u) // neighbours share their edge
		}
	}
	score := 0.0
	for i, p := range pairs {
		for _, u := range p.edges() {
			add(u)
		}
		score -= misfit(pairs, i, tol)
		wl, wr := p.white[1]-p.white[0], p.black[1]-p.black[0]
		uneven := 2 * math.Abs(wl-wr) / (wl + wr)
		if p.black[1] >= width {
			uneven = 0.05
		}
		score -= min(0.3, 40*uneven*uneven)
	}
	for _, e := range edges {
		s := 0.0
		if r, ok := near(rs, e, tol/2); ok {
			s = r.seen
		}
		score += s - unseen
	}
	for _, r := range rs {
		known := r.seen < 0.5
		for _, e := range edges {
			known = known || math.Abs(e-r.u) <= tol/2
		}
		if !known {
			score -= r.seen * surprise(pairs, r.u)
		}
	}
	return score
}

// misfit is what speaks against block i beside its neighbours: another width,
// or a gap that is neither none nor as wide as a column.
func misfit(pairs []pair, i int, tol float64) float64 {
	if i == 0 {
		return 0
	}
	first, p := pairs[0], pairs[i]
	whole := first.right() - first.left()
	rel := (p.right() - p.left() - whole) / whole
	s := min(0.6, 20*rel*rel)
	gap := p.left() - pairs[i-1].right()
	switch {
	case gap > 0.6*whole:
		s += 1
	case gap > tol/2 && gap < 2*tol:
		s += 0.5 // two blocks that nearly touch share a line
	}
	return s
}

// surprise is how much an unexplained rule at u speaks against the layout.
// Printed numbers and the border of their shaded strip look like rules where
// no number column of its own is known.
func surprise(pairs []pair, u float64) float64 {
	for _, p := range pairs {
		inside := !p.numbered()
		reach := p.white[0] + 0.4*(p.white[1]-p.white[0])
		if inside && u > p.white[0] && u < reach || u > p.num[0] && u < p.num[1] {
			return 0.02
		}
	}
	return 0.5
}

// shifted moves a block by d and snaps its edges, left to right, to the rules
// found there. Later edges follow the shift and the stretch of the earlier
// ones: perspective and curl make the next block narrower or wider.
func shifted(rs []rule, p pair, d float64) pair {
	var q pair
	from := [...]*float64{&p.num[0], &p.num[1], &p.white[0], &p.white[1], &p.black[0], &p.black[1]}
	to := [...]*float64{&q.num[0], &q.num[1], &q.white[0], &q.white[1], &q.black[0], &q.black[1]}
	order := []int{0, 1, 2, 3, 4, 5}
	if p.between() {
		order = []int{2, 3, 0, 1, 4, 5}
	}
	tol := 0.15 * (p.white[1] - p.white[0])
	stretch := 1.0
	last := *from[order[0]]
	at := last + d
	for n, i := range order {
		gap := *from[i] - last
		want := at + gap*stretch
		got := snap(rs, want, tol)
		if n > 0 && gap > 3*tol {
			stretch = min(max((got-at)/gap, 0.85), 1.18)
		}
		last, at = *from[i], got
		*to[i] = got
	}
	if !p.numbered() {
		q.num = [2]float64{q.white[0], q.white[0]}
	}
	return q
}

// snap returns the place of the rule within tol of u that is surest for its
// distance; u itself when there is none.
func snap(rs []rule, u, tol float64) float64 {
	best, at := 0.0, u
	for _, r := range rs {
		if d := math.Abs(r.u - u); d <= tol {
			if s := r.seen - 0.5*d/tol; s > best {
				best, at = s, r.u
			}
		}
	}
	return at
}
