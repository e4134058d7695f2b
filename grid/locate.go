package grid

import (
	"context"
	"fmt"
	"image"
	"math"
	"sort"
)

// structure is a form found in the work picture: lines as curves in
// straightened coordinates, and the way from there to the original page.
type structure struct {
	mesh  *mesh   // straightened -> work picture
	scale float64 // work pixels per original pixel
	rows  []float64
	lay   *layout
	cols  []float64 // all edges used, ascending
	knots []float64 // u positions at which rows are measured
	dv    [][]float64
	du    [][]float64 // per column edge and row line

	uncovered  float64 // what the layout leaves out of the ruled width, 0..2
	confidence float64
	warnings   []string
}

// locate finds the structure of the form.
func locate(ctx context.Context, gray *image.Gray, opt Options) (*structure, error) {
	w, h := gray.Bounds().Dx(), gray.Bounds().Dy()
	scale := min(1, float64(opt.WorkSize)/float64(max(w, h)))
	small := reduce(gray, scale)
	flat := flatten(small, max(12, opt.WorkSize/64), 0.35)
	m, nh, nv := straighten(flat, maxShift)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if nh < 5 {
		return nil, &NoSheetError{fmt.Sprintf("only %d long horizontal and %d long vertical lines", nh, nv)}
	}
	m2, _, _ := straighten(m.straightened(flat), 2)
	m = m2.over(m)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := &structure{mesh: m, scale: scale}
	return s, s.read(m.straightened(flat), m.straightened(small))
}

// read finds rows and columns in the straightened picture.
func (s *structure) read(flat, straight *plane) error {
	hr := ridges(flat)
	flatT := flat.transpose()
	vr := ridges(flatT)
	hfull, vfull := contrast(hr), contrast(vr)
	cov := coverageOf(hr, stripWidth, hfull)
	e := evidence(cov.profile(0, cov.strips))
	c := findComb(e, 13, float64(flat.h)/12)
	if c == nil || c.rows() < leastRows {
		return &NoSheetError{"no run of equally spaced rows"}
	}
	rm := mapRules(vr, c.at, vfull)
	share := rowShare(hr, hfull, c)
	rs := inTable(rm.rules(0, rm.rows), share, c.pitch())
	lay := findLayout(rs, share, c.pitch())
	if lay == nil || lay.score < goodLayout {
		rs, lay = s.partLayout(rm, share, c.pitch())
	}
	if lay == nil || lay.score < 0.5 {
		return &NoSheetError{fmt.Sprintf("%d rows, but the %d vertical rules make no columns", c.rows(), len(rs))}
	}
	s.lay = lay
	s.uncovered = uncovered(ruledLength(share), lay.pairs)
	s.dropFalseNumbers(flat, straight, c, rs)
	s.insideNumbers(straight, c.at)
	var signs rowSigns
	s.rows, signs = chooseRows(flat, vr, vfull, c, e, s.lay)
	s.gatherColumns()
	s.judge(signs, rs, share)
	if s.confidence < leastConfidence {
		return &NoSheetError{fmt.Sprintf("%d rows and %d columns are too uncertain (%.2f)", len(s.rows)-1, 2*len(s.lay.pairs), s.confidence)}
	}
	s.snap(hr, vr, hfull, vfull)
	return nil
}

// goodLayout is the score of a layout that needs no second opinion.
const goodLayout = 1.0

// partLayout looks for the layout in parts of the rows: other equally spaced
// lines may follow above or below the table.
func (s *structure) partLayout(rm *ruleMap, share []float64, pitch float64) (rs []rule, best *layout) {
	for _, n := range [...]int{rm.rows, 30, 25, 20, 15, 12} {
		if n > rm.rows {
			continue
		}
		for a := 0; a+n <= rm.rows; a += 2 {
			r := inTable(rm.rules(a, a+n), share, pitch)
			if l := findLayout(r, share, pitch); l != nil && (best == nil || l.score > best.score+0.3) {
				rs, best = r, l
			}
		}
	}
	return rs, best
}

// quality is the confidence less what the form leaves out of the ruled width.
func (s *structure) quality() float64 { return s.confidence - min(s.uncovered, 0.5) }

// rowShare tells for every column of pixels how many of the rows' lines are
// seen there, less what is seen halfway between them: 0..1.
func rowShare(hr *plane, full float64, c *comb) []float64 {
	share := make([]float64, hr.w)
	add := func(y float64, sign float64) {
		k := int(y + 0.5)
		if k < 1 || k+1 >= hr.h {
			return
		}
		up, mid, down := hr.row(k-1), hr.row(k), hr.row(k+1)
		for x := range share {
			share[x] += sign * min(1, float64(max(up[x], mid[x], down[x]))/full)
		}
	}
	for i, y := range c.at {
		add(y, 1)
		if i > 0 {
			add((y+c.at[i-1])/2, -1)
		}
	}
	const half = 6 // a short window along the line steadies the count
	out := make([]float64, hr.w)
	for x := range out {
		a, b := max(0, x-half), min(hr.w, x+half+1)
		for _, v := range share[a:b] {
			out[x] += max(0, v)
		}
		out[x] /= float64(b-a) * float64(len(c.at))
	}
	return out
}

// inTable keeps the rules that stand where the rows' lines run, at most the
// strongest of them, and adds weak ones where the lines begin and end.
func inTable(rs []rule, share []float64, pitch float64) []rule {
	level := 0.5 * quantile(share, 0.9)
	reach := int(1.6 * pitch)
	var out []rule
	for _, r := range rs {
		for u := max(0, int(r.u)-reach); u < min(len(share), int(r.u)+reach); u++ {
			if share[u] >= level {
				out = append(out, r)
				break
			}
		}
	}
	out = strongest(out, 22)
	for i, e := range lineEnds(share, level, int(1.5*pitch)) {
		if i >= 8 {
			break
		}
		if _, ok := near(out, e, 8); !ok {
			out = append(out, rule{e, 0.45})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].u < out[j].u })
	return out
}

// lineEnds lists where runs of at least the given length above level begin and end.
func lineEnds(share []float64, level float64, least int) []float64 {
	var out []float64
	start := -1
	for u := 0; u <= len(share); u++ {
		on := u < len(share) && share[u] >= level
		switch {
		case on && start < 0:
			start = u
		case !on && start >= 0:
			if u-start >= least {
				out = append(out, float64(start), float64(u))
			}
			start = -1
		}
	}
	return out
}

// contrast is the response of which the table's own lines are sure: a good
// share of the typical response of the longest lines.
func contrast(r *plane) float64 {
	type line struct{ length, strength float64 }
	var ls []line
	total := 0.0
	for _, c := range longChains(chains(r, 1), float64(r.w)/5) {
		ls = append(ls, line{c.length(), c.strength()})
		total += c.length()
	}
	sort.Slice(ls, func(i, j int) bool { return ls[i].length > ls[j].length })
	var st []float64
	sum := 0.0
	for _, l := range ls {
		st = append(st, l.strength)
		if sum += l.length; sum > 0.6*total {
			break
		}
	}
	return max(4, 0.6*median(st))
}

// leastRows is the least number of rows a form has.
const leastRows = 10

// mostRows is the greatest number of rows in one block.
const mostRows = 62

// usual row counts of printed forms, with the weight each deserves.
var usualRows = map[int]float64{30: 4, 25: 4, 40: 4, 20: 4, 26: 1.5, 50: 1.5, 35: 1.5, 15: 1, 45: 0.5, 60: 1.5}

// leastConfidence is the confidence below which a structure is not reported.
const leastConfidence = 0.4

// rowSigns are what speaks for the chosen rows: the mean visibility of their
// lines, of their printed numbers and of the line between White and Black, 0..1.
type rowSigns struct{ lines, numbers, divided float64 }

// judge sums up how surely the structure is that of the form.
func (s *structure) judge(signs rowSigns, rs []rule, share []float64) {
	seen := 0.0
	n := 0
	for _, p := range s.lay.pairs {
		for _, u := range [...]float64{p.left(), p.black[0], p.right()} {
			n++
			if r, ok := near(rs, u, 4); ok {
				seen += r.seen
			}
		}
	}
	seen /= float64(n)
	numbers := 0.4 + 0.6*signs.numbers
	if !s.lay.pairs[0].numbered() {
		numbers = 0.7
	}
	lo, hi := max(0, int(s.cols[0])), min(len(share), int(s.cols[len(s.cols)-1])+1)
	across := 0.0
	if hi > lo {
		across = mean(share[lo:hi])
	}
	signs.lines *= explained(rs, s.lay, 5)
	s.confidence = signs.lines * min(1, across/0.45) * math.Sqrt(seen*signs.divided) * numbers
	if usualRows[len(s.rows)-1] == 0 {
		s.confidence *= 0.8
		s.warnings = append(s.warnings, fmt.Sprintf("%d rows are unusual", len(s.rows)-1))
	}
	s.confidence = min(max(s.confidence, 0), 1)
}

// explained is the share of the clear rules inside the form that are edges of
// the layout or lie in a number column.
func explained(rs []rule, l *layout, tol float64) float64 {
	lo, hi := l.pairs[0].left(), l.pairs[len(l.pairs)-1].right()
	n, known := 0.0, 0.0
	for _, r := range rs {
		if r.seen < 0.6 || r.u < lo-tol || r.u > hi+tol {
			continue
		}
		ok := surprise(l.pairs, r.u) < 0.1
		for _, p := range l.pairs {
			for _, e := range p.edges() {
				ok = ok || math.Abs(e-r.u) <= tol
			}
		}
		n++
		if ok {
			known++
		}
	}
	return (known + 1) / (n + 1)
}

// chooseRows decides which lines of the comb bound the numbered rows: the
// first may be the header's and the last the result's.
func chooseRows(flat, vr *plane, vfull float64, c *comb, e []float64, lay *layout) ([]float64, rowSigns) {
	ext, _ := c.extend(2, e)
	n := ext.rows()
	ink := numberInk(flat, ext, lay)
	divided := dividers(vr, vfull, ext, lay)
	widths := numberWidths(flat, ext, lay.pairs[0])
	best, from, to := math.Inf(-1), 0, n
	for a := 0; a <= n-leastRows; a++ {
		for b := a + leastRows; b <= min(n, a+mostRows); b++ {
			s := usualRows[b-a]
			for k := a; k < b; k++ {
				s += 0.3*(ext.seen[k]-missCost) + rowSign(ink[k], divided[k])
			}
			s += 0.3*(ext.seen[b]-missCost) + 4*min(ext.seen[a]-missCost, 0) // a table begins with a line
			if a > 0 {
				s -= 0.5 * max(0, rowSign(ink[a-1], divided[a-1]))
			}
			if b < n {
				s -= 0.5 * max(0, rowSign(ink[b], divided[b]))
			}
			s -= 0.6 * widths.mismatches(a, b)
			if s > best {
				best, from, to = s, a, b
			}
		}
	}
	return ext.at[from : to+1], rowSigns{mean(ext.seen[from : to+1]), mean(ink[from:to]), mean(divided[from:to])}
}

// rowSign weighs whether a row is one of the numbered rows: its number is
// printed and the line between White and Black runs through it.
func rowSign(ink, divided float64) float64 {
	return 1.8*ink - 1.2 + 2.6*divided - 2.0
}

// digits tells for each row of the first block whether its printed number is wide (two digits).
type digits struct{ wide []int } // 1 wide, -1 narrow, 0 unknown

// numberWidths measures the printed numbers of the first block. The result
// says nothing when there are not clearly two widths.
func numberWidths(flat *plane, c *comb, p pair) digits {
	d := digits{make([]int, c.rows())}
	u0, u1 := int(p.num[0])+3, int(p.num[1])-3
	if u1-u0 < 6 {
		return d
	}
	widths := make([]float64, c.rows())
	var known []float64
	for k := range widths {
		m := 0.2 * (c.at[k+1] - c.at[k])
		first, last := -1, -1
		for u := u0; u < u1; u++ {
			if darkShare(flat, float64(u), float64(u+1), c.at[k]+m, c.at[k+1]-m) > 0.12 {
				if first < 0 {
					first = u
				}
				last = u
			}
		}
		if first >= 0 {
			widths[k] = float64(last - first + 1)
			known = append(known, widths[k])
		}
	}
	narrow, wide := quantile(known, 0.1), quantile(known, 0.7)
	if len(known) < 10 || wide < 1.4*narrow {
		return d
	}
	for k, w := range widths {
		switch {
		case w == 0:
		case w > (narrow+wide)/2:
			d.wide[k] = 1
		default:
			d.wide[k] = -1
		}
	}
	return d
}

// mismatches counts the rows whose number is as wide as it should not be,
// when rows a to b are numbered from 1.
func (d digits) mismatches(a, b int) float64 {
	n := 0.0
	for k := a; k < b; k++ {
		switch {
		case k-a < 9 && d.wide[k] > 0:
			n++
		case k-a >= 9 && d.wide[k] < 0:
			n += 0.3 // a digit is easily lost where the page bends away
		}
	}
	return n
}

// numberInk tells for each row how surely something is printed in its number columns.
func numberInk(flat *plane, c *comb, lay *layout) []float64 {
	out := make([]float64, c.rows())
	for k := range out {
		n, s := 0, 0.0
		for _, p := range lay.pairs {
			u0, u1 := p.num[0]+3, p.num[1]-3
			if u1-u0 < 5 {
				continue
			}
			n++
			margin := 0.18 * (c.at[k+1] - c.at[k])
			if darkShare(flat, u0, u1, c.at[k]+margin, c.at[k+1]-margin) > 0.02 {
				s++
			}
		}
		out[k] = 0.5
		if n > 0 {
			out[k] = s / float64(n)
		}
	}
	return out
}

// darkShare is the share of clearly dark pixels in a rectangle.
func darkShare(p *plane, u0, u1, v0, v1 float64) float64 {
	n, d := 0, 0
	for y := max(0, int(v0)); y < min(p.h, int(v1)); y++ {
		for _, v := range p.row(y)[max(0, min(p.w, int(u0))):max(0, min(p.w, int(u1)))] {
			n++
			if v < 180 {
				d++
			}
		}
	}
	if n == 0 {
		return 0
	}
	return float64(d) / float64(n)
}

// dividers tells for each row how surely the line between White and Black
// runs through it. The line is followed from the middle outwards, as it may bend.
func dividers(vr *plane, full float64, c *comb, lay *layout) []float64 {
	out := make([]float64, c.rows())
	share := 1 / float64(len(lay.pairs))
	for _, p := range lay.pairs {
		mid := c.rows() / 2
		for _, step := range [...]int{1, -1} {
			u, drift := p.black[0], 0.0
			for k := mid - (1-step)/2; k >= 0 && k < c.rows(); k += step {
				at, seen := followRule(vr, u+drift, c.at[k], c.at[k+1], full)
				if seen > 0.5 {
					drift = 0.6*drift + 0.4*(at-u)
					u = at
				}
				out[k] += share * min(1, 1.3*seen)
			}
		}
	}
	return out
}

// followRule finds the vertical line near u between two heights.
func followRule(vr *plane, u, v0, v1, full float64) (at, seen float64) {
	a, b := max(0, int(v0)+2), min(vr.w, int(v1)-1)
	at = u
	if b-a < 4 {
		return at, 0
	}
	for d := -4.0; d <= 4; d++ {
		y := int(math.Round(u + d))
		if y < 1 || y+1 >= vr.h {
			continue
		}
		if s := ruleShare(vr, y, a, b, float32(full)) - 0.01*math.Abs(d); s > seen {
			at, seen = float64(y), s
		}
	}
	return at, seen
}

// gatherColumns lists all column edges in use.
func (s *structure) gatherColumns() {
	add := func(u float64) {
		for _, c := range s.cols {
			if math.Abs(c-u) < 1 {
				return
			}
		}
		s.cols = append(s.cols, u)
	}
	for _, p := range s.lay.pairs {
		add(p.num[0])
		add(p.num[1])
		add(p.white[0])
		add(p.white[1])
		add(p.black[0])
		add(p.black[1])
	}
	sortFloats(s.cols)
}

// dropFalseNumbers joins to the White cell a supposed number column that is
// none: hardly a row has anything printed in it, or its rule is weak while
// there is the border of a shaded strip.
func (s *structure) dropFalseNumbers(flat, straight *plane, c *comb, rs []rule) {
	if p := s.lay.pairs[0]; p.num[1]-p.num[0] < 2 || p.between() {
		return
	}
	joined := &layout{score: s.lay.score}
	width, seen := math.Inf(1), 0.0
	for _, p := range s.lay.pairs {
		r, _ := near(rs, p.white[0], 3)
		seen += r.seen / float64(len(s.lay.pairs))
		p.white[0], p.num[1] = p.num[0], p.num[0]
		joined.pairs = append(joined.pairs, p)
		width = min(width, p.white[1]-p.white[0])
	}
	printed := mean(numberInk(flat, c, s.lay))
	if printed >= 0.5 && seen > 0.8 {
		return
	}
	if _, shaded := shadeInset(straight, joined, c.at, width); printed < 0.5 || shaded {
		s.lay = joined
	}
}

func mean(v []float64) float64 {
	s := 0.0
	for _, x := range v {
		s += x
	}
	return s / float64(max(1, len(v)))
}

// insideNumbers looks for a number column that no rule divides from the White
// cell: a strip of another shade, or printed numbers with a gap after them.
func (s *structure) insideNumbers(p *plane, rows []float64) {
	if s.lay.pairs[0].numbered() || s.outsideNumbers(rows) {
		return
	}
	width := math.Inf(1)
	for _, pr := range s.lay.pairs {
		width = min(width, pr.white[1]-pr.white[0])
	}
	inset, ok := shadeInset(p, s.lay, rows, width)
	if !ok {
		inset, ok = inkInset(p, s.lay, rows, width)
	}
	if !ok {
		s.warnings = append(s.warnings, "the printed numbers are not divided from the cells")
		return
	}
	for i := range s.lay.pairs {
		pr := &s.lay.pairs[i]
		pr.num[1] = pr.num[0] + inset
		pr.white[0] = pr.num[1]
	}
}

// outsideNumbers takes the space between blocks for the number column where
// it is wide enough.
func (s *structure) outsideNumbers(rows []float64) bool {
	ps := s.lay.pairs
	pitch := (rows[len(rows)-1] - rows[0]) / float64(len(rows)-1)
	gap := math.Inf(1)
	for i := 0; i+1 < len(ps); i++ {
		gap = min(gap, ps[i+1].left()-ps[i].right())
	}
	if len(ps) < 2 || gap < 0.6*pitch {
		return false
	}
	gap = min(gap, 2*pitch)
	for i := range ps {
		ps[i].num = [2]float64{max(0, ps[i].white[0]-gap), ps[i].white[0]}
	}
	return true
}

// shadeInset finds the right border of a shaded number strip: a step in
// brightness at the same distance from the left edge in nearly all rows.
func shadeInset(p *plane, l *layout, rows []float64, width float64) (float64, bool) {
	const half = 6
	lo, hi := int(0.07*width), int(0.4*width)
	n := hi + 2*half + 1
	steps := make([]float64, hi) // per distance, the step that 7 of 10 rows have at least, in the block where it is least
	for i, pr := range l.pairs {
		inBlock := make([][]float64, hi)
		left := int(pr.white[0]) - half
		for k := 0; k+1 < len(rows); k++ {
			sum := make([]float64, n+1)
			for i := 0; i < n; i++ {
				sum[i+1] = sum[i] + marginShade(p, left+i, rows[k], rows[k+1])
			}
			for d := lo; d < hi; d++ {
				c := d + half
				inBlock[d] = append(inBlock[d], (sum[c+1+half]-sum[c+1]-(sum[c]-sum[c-half]))/half)
			}
		}
		for d := lo; d < hi; d++ {
			q := quantile(inBlock[d], 0.3)
			if i == 0 || q < steps[d] {
				steps[d] = q
			}
		}
	}
	best, at := 0.0, 0
	for d := lo; d < hi; d++ {
		if q := sharp(steps, d, 2*half); q > best {
			best, at = q, d
		}
	}
	return float64(at), best > 4
}

// sharp is how much the step at d stands out from the slope of the shade
// around it: the shadow of a bent page is no border.
func sharp(steps []float64, d, apart int) float64 {
	slope := 0.0
	for _, n := range [...]int{d - apart, d + apart} {
		if n >= 0 && n < len(steps) {
			slope = max(slope, steps[n])
		}
	}
	return steps[d] - slope
}

// marginShade is the brightness of column u just inside both lines of a row,
// where printed numbers do not reach.
func marginShade(p *plane, u int, v0, v1 float64) float64 {
	m := max(1, 0.22*(v1-v0)-3)
	s, n := 0.0, 0
	for i := 0.0; i < m; i++ {
		s += float64(p.at(u, int(v0+3+i+0.5)) + p.at(u, int(v1-3-i+0.5)))
		n += 2
	}
	return s / float64(n)
}

// inkInset finds the gap after printed numbers: the first place behind a band
// that is inked in most rows where hardly any row has ink.
func inkInset(p *plane, l *layout, rows []float64, width float64) (float64, bool) {
	hi := int(0.45 * width)
	share := make([]float64, hi)
	for d := range share {
		n := 0
		for _, pr := range l.pairs {
			u := pr.white[0] + float64(d)
			for k := 0; k+1 < len(rows); k++ {
				m := 0.2 * (rows[k+1] - rows[k])
				n++
				if columnInk(p, int(u), rows[k]+m, rows[k+1]-m) {
					share[d]++
				}
			}
		}
		share[d] /= float64(n)
	}
	seen := false
	for d := 3; d+3 < hi; d++ {
		gap := max(share[d-1], share[d], share[d+1]) < 0.12
		if seen && gap && d > int(0.08*width) {
			return float64(d), true
		}
		seen = seen || share[d] > 0.4
	}
	return 0, false
}

// columnInk tells whether a pixel column holds something dark against its surroundings.
func columnInk(p *plane, u int, v0, v1 float64) bool {
	lo, hi := float32(255), float32(0)
	for y := int(v0); y < int(v1); y++ {
		v := p.at(u, y)
		lo, hi = min(lo, v), max(hi, v)
	}
	return hi-lo > 0.25*hi
}
