package grid

// removeLines takes the printed lines out of the table and mends the strokes
// that cross them.
func (t *table) removeLines() {
	ys := make([]int, 0, t.rows+1)
	for k := 0; k <= t.rows; k++ {
		ys = append(ys, t.lineY(k))
	}
	reach := max(3, t.rowH/9)
	eraseLines(t.p, ys, reach, 0, t.p.w)
	for i := 0; i+1 < len(t.edges); i++ {
		t.removeBoxLines(t.edges[i], t.edges[i+1], reach)
	}
	tr := t.p.transpose()
	eraseLines(tr, t.edges, reach, 0, tr.w)
	eraseLines(tr, t.strayRules(tr, 2*reach), reach, t.top, t.lineY(t.rows))
	t.p = tr.transpose()
}

const (
	boxShare = 0.6 // share of the rows in which the second line of boxes is seen
	lineSeen = 0.7 // share of its length that makes a line seen in one row
	lineDark = 30  // darkness of its pixels
)

// removeBoxLines takes out the second line of forms whose cells are boxes of
// their own: it runs through the rows of a column at the same height in each.
func (t *table) removeBoxLines(x0, x1, reach int) {
	if x1-x0 < 3*t.rowH/2 {
		return // a number column
	}
	seen := make([]float64, t.rowH)
	for d := reach; d < t.rowH-reach; d++ {
		for k := 0; k < t.rows; k++ {
			if thinRun(t.p, t.lineY(k)+d, x0+t.rowH/5, x1-t.rowH/5, reach) > lineSeen {
				seen[d] += 1 / float64(t.rows)
			}
		}
	}
	for d := 1; d+1 < t.rowH; d++ {
		if seen[d] < boxShare || seen[d] < seen[d-1] || seen[d] <= seen[d+1] {
			continue
		}
		var ys []int
		for k := 0; k < t.rows; k++ {
			ys = append(ys, t.lineY(k)+d)
		}
		eraseLines(t.p, ys, reach, x0, x1)
	}
}

// strayRules lists the vertical lines that run through most of the rows and
// are no edge of a column. tr is the transposed table.
func (t *table) strayRules(tr *plane, apart int) []int {
	var out []int
	seen := func(x int) float64 { return thinRun(tr, x, t.top, t.lineY(t.rows), apart/2) }
	for i := 0; i+1 < len(t.edges); i++ {
		for x := t.edges[i] + apart; x < t.edges[i+1]-apart; x++ {
			if s := seen(x); s > boxShare && s >= seen(x-1) && s > seen(x+1) {
				out = append(out, x)
			}
		}
	}
	return out
}

// thinRun is the share of a line that is dark at height y, none when it is
// much the same at a distance: a shade or a texture.
func thinRun(p *plane, y, x0, x1, apart int) float64 {
	s := darkRun(p, y, x0, x1)
	if s < boxShare || s-max(darkRun(p, y-apart, x0, x1), darkRun(p, y+apart, x0, x1)) < 0.4 {
		return 0
	}
	return s
}

// darkRun is the share of the columns [x0, x1) that are dark within one pixel of height y.
func darkRun(p *plane, y, x0, x1 int) float64 {
	if y < 1 || y+1 >= p.h || x1 <= x0 {
		return 0
	}
	n := 0
	for x := x0; x < x1; x++ {
		if min(p.at(x, y-1), p.at(x, y), p.at(x, y+1)) < 255-lineDark {
			n++
		}
	}
	return float64(n) / float64(x1-x0)
}

const eraseStep = 12 // distance of the places where a line's profile is taken

// lineProfile is the cross-section of a printed line near one place.
type lineProfile struct {
	from, to int     // rows it covers, relative to its nominal height; none when to < from
	dark     float32 // its darkness at the core
}

// eraseLines removes the nearly horizontal lines at the heights ys from the columns [x0, x1).
func eraseLines(p *plane, ys []int, reach, x0, x1 int) {
	for _, y := range ys {
		if y-reach-4 < 0 || y+reach+4 >= p.h {
			continue
		}
		n := p.w/eraseStep + 1
		profs := make([]lineProfile, n)
		for i := range profs {
			profs[i] = profileAt(p, i*eraseStep, y, reach, x0, x1)
		}
		steady(profs)
		fixes := make([]lineFix, 0, p.w)
		for x := x0; x < x1; x++ {
			pr := profs[x/eraseStep]
			if pr.to >= pr.from {
				fixes = append(fixes, lineFix{x, y + pr.from, y + pr.to, pr.dark})
			}
		}
		mend(p, fixes)
	}
}

// profileAt measures the line near (x, y): the median darkness along a window
// of the columns [x0, x1), for every height within reach.
func profileAt(p *plane, x, y, reach, x0, x1 int) lineProfile {
	const half = 20
	x = min(max(x, x0), x1-1)
	x0, x1 = max(x0, x-half), min(x1, x+half+1)
	n := 2*reach + 1
	med := make([]float32, n)
	buf := make([]float32, 0, 2*half+1)
	for d := range med {
		buf = append(buf[:0], p.row(y + d - reach)[x0:x1]...)
		med[d] = 255 - nth(buf, len(buf)*6/10)
	}
	peak := 0
	for d, v := range med {
		if v > med[peak] {
			peak = d
		}
	}
	base := min(med[0], med[n-1])
	if med[peak]-base < 10 {
		return lineProfile{0, -1, 0}
	}
	half2 := base + 0.3*(med[peak]-base)
	a, b := peak, peak
	for a > 0 && med[a-1] > half2 && b-a < 7 {
		a--
	}
	for b+1 < n && med[b+1] > half2 && b-a < 7 {
		b++
	}
	return lineProfile{a - reach - 1, b - reach + 1, med[peak]}
}

// steady drops profiles that disagree with both neighbours and fills single gaps.
func steady(ps []lineProfile) {
	for i := 1; i+1 < len(ps); i++ {
		a, b := ps[i-1], ps[i+1]
		if a.to < a.from || b.to < b.from {
			continue
		}
		lost := ps[i].to < ps[i].from
		jump := !lost && (ps[i].from > max(a.to, b.to) || ps[i].to < min(a.from, b.from))
		if lost || jump {
			ps[i] = a
		}
	}
}

// lineFix is one column of a line to be mended: rows from..to at x.
type lineFix struct {
	x, from, to int
	dark        float32
}

// mend repaints the columns of a line from what lies above and below it: a
// stroke that enters on one side and leaves on the other is drawn through.
func mend(p *plane, fixes []lineFix) {
	const slant = 3
	type column struct{ v []float32 }
	cols := make([]column, len(fixes))
	for i, f := range fixes {
		above, below := max(0, f.from-1), min(p.h-1, f.to+1)
		bestA, bestB := p.at(f.x, above), p.at(f.x, below)
		joint := max(bestA, bestB)
		for d := -slant; d <= slant; d++ {
			a, b := p.at(f.x-d, above), p.at(f.x+d, below)
			if j := max(a, b); j < joint-8 {
				joint, bestA, bestB = j, a, b
			}
		}
		v := make([]float32, f.to-f.from+1)
		n := float32(len(v) + 1)
		for k := range v {
			t := float32(k+1) / n
			paint := bestA*(1-t) + bestB*t
			if max(bestA, bestB) > 215 { // no stroke passes: fade out quickly
				paint = max(paint, min(bestA, bestB)+(255-min(bestA, bestB))*0.5)
			}
			dark := 255 - p.at(f.x, f.from+k)
			if dark > f.dark+45 { // ink darker than the line shows through it
				paint = min(paint, 255-(dark-0.3*f.dark))
			}
			v[k] = max(paint, p.at(f.x, f.from+k))
		}
		cols[i].v = v
	}
	for i, f := range fixes {
		for k, v := range cols[i].v {
			p.pix[(f.from+k)*p.w+f.x] = v
		}
	}
}

// nth returns the k-th smallest value of v, which it reorders.
func nth(v []float32, k int) float32 {
	lo, hi := 0, len(v)-1
	for lo < hi {
		pivot := v[(lo+hi)/2]
		i, j := lo, hi
		for i <= j {
			for v[i] < pivot {
				i++
			}
			for v[j] > pivot {
				j--
			}
			if i <= j {
				v[i], v[j] = v[j], v[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return v[k]
		}
	}
	return v[k]
}
