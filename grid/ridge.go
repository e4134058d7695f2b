package grid

import (
	"math"
	"sort"
)

// ridgeClip bounds the line response, so that a black stroke does not outvote
// a faint printed line by more than this.
const ridgeClip = 50

// ridges marks thin dark horizontal lines: how much darker a pixel is than
// both its surroundings above and below, 0..ridgeClip. Borders between a light
// and a dark area do not count.
func ridges(p *plane) *plane {
	out := newPlane(p.w, p.h)
	for y := 0; y < p.h; y++ {
		c, dst := p.row(y), out.row(y)
		for _, d := range [...]int{3, 5} {
			if y < d || y+d >= p.h {
				continue
			}
			up, down := p.row(y-d), p.row(y+d)
			for x, v := range c {
				r := min(up[x], down[x]) - v
				if r > dst[x] {
					dst[x] = min(r, ridgeClip)
				}
			}
		}
	}
	return out
}

const (
	stripWidth = 32 // width of the strips in which line fragments are sought
	maxShift   = 6  // greatest rise of a fragment across a strip, pixels (about 10.6 degrees)
)

// fragment is a piece of a nearly horizontal line inside one strip.
type fragment struct {
	x, y, slope float64
	strength    float64 // mean response along it, 0..ridgeClip
	used        bool
}

// chain is a nearly horizontal line: fragments in neighbouring strips, left to right.
type chain struct {
	pts    []fragment
	missed int // strips since the last fragment
}

func (c *chain) length() float64 { return c.pts[len(c.pts)-1].x - c.pts[0].x + stripWidth }

func (c *chain) strength() float64 {
	s := 0.0
	for _, p := range c.pts {
		s += p.strength
	}
	return s / float64(len(c.pts))
}

// predict returns the height at which the chain should be found at x.
func (c *chain) predict(x float64) float64 {
	last := c.pts[len(c.pts)-1]
	slope := last.slope
	if n := len(c.pts); n >= 3 {
		first := c.pts[max(0, n-5)]
		slope = (last.y - first.y) / (last.x - first.x)
	}
	return last.y + slope*(x-last.x)
}

// fragments finds the line pieces of one strip starting at column x0.
// They must stand out from what the strip holds on average.
func fragments(r *plane, x0, shift int, least float64) []fragment {
	width := min(stripWidth, r.w-x0)
	if width < stripWidth/2 {
		return nil
	}
	least = max(least, 2.5*meanOf(r, x0, width))
	prof := shearedProfiles(r, x0, width, shift)
	best, arg := make([]float32, r.h), make([]int, r.h)
	for y := range best {
		for k := range prof {
			if prof[k][y] > best[y] {
				best[y], arg[y] = prof[k][y], k
			}
		}
	}
	var out []fragment
	for y := 2; y < r.h-2; y++ {
		if float64(best[y]) < least || best[y] < best[y-1] || best[y] <= best[y+1] || best[y] < best[y-2] || best[y] <= best[y+2] {
			continue
		}
		p := prof[arg[y]]
		out = append(out, fragment{
			x: float64(x0) + float64(width-1)/2, y: float64(y) + parabola(p[y-1], p[y], p[y+1]),
			slope: float64(arg[y]-shift) / stripWidth, strength: float64(best[y]),
		})
	}
	return out
}

// meanOf is the mean of the strip of r from column x0.
func meanOf(r *plane, x0, width int) float64 {
	var s float64
	for y := 0; y < r.h; y++ {
		var row float32
		for _, v := range r.row(y)[x0 : x0+width] {
			row += v
		}
		s += float64(row)
	}
	return s / float64(width*r.h)
}

// shearedProfiles are the means of r along lines through the strip, by the
// line's rise across the strip (-shift to shift pixels) and its height in the
// middle. The columns are summed in groups first, each group for its few
// possible rises, and the groups then for every rise.
func shearedProfiles(r *plane, x0, width, shift int) [][]float32 {
	const group = 8
	prof := make([][]float32, 2*shift+1)
	for k := range prof {
		prof[k] = make([]float32, r.h)
	}
	cols := make([]float32, group*r.h)
	sum := make([]float32, r.h)
	scale := 1 / float32(width)
	for g0 := 0; g0 < width; g0 += group {
		n := min(group, width-g0)
		for y := 0; y < r.h; y++ {
			for i, v := range r.row(y)[x0+g0 : x0+g0+n] {
				cols[i*r.h+y] = v * scale
			}
		}
		mid := float64(g0) + float64(n-1)/2 - float64(width-1)/2
		last := 1 << 20
		for k := -shift; k <= shift; k++ {
			// a rise of k over the strip is a rise of about k/4 over the group
			if rise := int(math.Round(float64(k) * group / stripWidth)); rise != last {
				last = rise
				sumGroup(cols, sum, n, rise)
			}
			addShifted(prof[k+shift], sum, int(math.Round(float64(k)/stripWidth*mid)))
		}
	}
	return prof
}

// sumGroup adds up the columns along lines that rise by the given amount over all of them.
func sumGroup(cols, sum []float32, n, rise int) {
	clear(sum)
	for i := 0; i < n; i++ {
		d := int(math.Round(float64(rise) * (float64(i) - float64(n-1)/2) / float64(n)))
		addShifted(sum, cols[i*len(sum):(i+1)*len(sum)], d)
	}
}

// addShifted adds src, moved up by d, to dst.
func addShifted(dst, src []float32, d int) {
	if d >= 0 {
		if d >= len(src) {
			return
		}
		src = src[d:]
	} else {
		if -d >= len(dst) {
			return
		}
		dst = dst[-d:]
	}
	n := min(len(dst), len(src))
	dst, src = dst[:n], src[:n]
	for i, v := range src {
		dst[i] += v
	}
}

// parabola returns the offset (-0.5..0.5) of the peak through three samples.
func parabola(a, b, c float32) float64 {
	d := float64(a - 2*b + c)
	if d >= 0 {
		return 0
	}
	return min(max(float64(a-c)/(2*d), -0.5), 0.5)
}

// chains links the fragments of all strips into lines.
func chains(r *plane, shift int) []*chain {
	const least = 5.0
	const maxMissed = 2
	var live, done []*chain
	for x0 := 0; x0 < r.w; x0 += stripWidth {
		frs := fragments(r, x0, shift, least)
		link(live, frs)
		var still []*chain
		for _, c := range live {
			if c.missed++; c.missed > maxMissed {
				done = append(done, c)
				continue
			}
			still = append(still, c)
		}
		live = still
		for i := range frs {
			if !frs[i].used {
				live = append(live, &chain{pts: []fragment{frs[i]}})
			}
		}
	}
	return append(done, live...)
}

// link gives each live chain the fragment that continues it best.
func link(live []*chain, frs []fragment) {
	type pair struct {
		c    *chain
		f    int
		cost float64
	}
	var pairs []pair
	for _, c := range live {
		if len(frs) == 0 {
			return
		}
		want := c.predict(frs[0].x)
		last := c.pts[len(c.pts)-1]
		tol := 2.5 + 1.5*float64(c.missed)
		if len(c.pts) == 1 {
			tol += 1.5
		}
		i := sort.Search(len(frs), func(i int) bool { return frs[i].y >= want-tol })
		for ; i < len(frs) && frs[i].y <= want+tol; i++ {
			ds := math.Abs(frs[i].slope-last.slope) * stripWidth
			if ds > 3.5 {
				continue
			}
			cost := math.Abs(frs[i].y-want) + 0.3*ds - 0.05*frs[i].strength - 0.2*float64(min(len(c.pts), 10))
			pairs = append(pairs, pair{c, i, cost})
		}
	}
	sort.SliceStable(pairs, func(i, j int) bool { return pairs[i].cost < pairs[j].cost })
	for _, p := range pairs {
		if frs[p.f].used || p.c.missed < 0 {
			continue
		}
		frs[p.f].used = true
		p.c.pts = append(p.c.pts, frs[p.f])
		p.c.missed = -1 // continued in this strip
	}
}

// longChains keeps the chains of at least the given length in pixels.
func longChains(cs []*chain, least float64) []*chain {
	var out []*chain
	for _, c := range cs {
		if c.length() >= least && len(c.pts) >= 3 {
			out = append(out, c)
		}
	}
	return out
}
