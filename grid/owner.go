package grid

import (
	"math"
	"slices"
	"sort"
)

// Owners that are no cell.
const (
	nobody = -1 // bare paper
	litter = -2 // remains of printed lines and borders
)

// ownership tells for every pixel of the table which cell its ink belongs to.
type ownership struct {
	t     *table
	level float32 // darker than this is ink
	stain float32 // lighter than this is paper
	zones int     // zones across: the gaps between column edges and both margins
	seams [][]int16
	of    []int32
	bare  []bool    // per zone: nothing is written there
	shift []float64 // per zone across: how far below the printed cell the writing sits, in rows
}

// zone is the number of the cell-shaped area that holds (x, y), as the printed lines have it.
func (o *ownership) zone(x, y int) int32 {
	r := floorDiv(y-o.t.top, o.t.rowH)
	return int32((min(max(r, -1), o.t.rows)+1)*o.zones + o.across(x))
}

func (o *ownership) across(x int) int { return sort.SearchInts(o.t.edges, x+1) }

// written is the zone of (x, y) when rows are parted by the seams between the writing.
func (o *ownership) written(x, y int) int32 {
	r := min(max(floorDiv(y-o.t.top, o.t.rowH), -1), o.t.rows)
	for r >= 0 && y < int(o.seams[r][x]) {
		r--
	}
	for r < o.t.rows && y >= int(o.seams[r+1][x]) {
		r++
	}
	return int32((r+1)*o.zones + o.across(x))
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// inkLevels measures the cleaned table: pixels darker than level are ink, and
// those lighter than stain are the paper's own unevenness. level lies well
// below the darkest writing.
func (t *table) inkLevels() (level, stain float32) {
	var stains, all []float64
	var buf []float32
	for i := 0; i+1 < len(t.edges); i++ {
		for k := 0; k < t.rows; k++ {
			buf = buf[:0]
			for y := t.lineY(k) + t.rowH/6; y < t.lineY(k+1)-t.rowH/6; y += 2 {
				buf = append(buf, t.p.row(y)[t.edges[i]:t.edges[i+1]]...)
			}
			if len(buf) < 50 {
				continue
			}
			stains = append(stains, 255-float64(nth(buf, len(buf)/5)))
			all = append(all, 255-float64(nth(buf, len(buf)/100)))
		}
	}
	ink := quantile(all, 0.85)
	noise := min(max(14, 2.2*quantile(stains, 0.3)), max(14, 0.35*ink))
	return float32(255 - min(max(noise, 0.28*ink), 90)), float32(255 - noise)
}

// blob is a connected piece of ink.
type blob struct {
	pix    []int32 // indices into the plane
	total  float32 // sum of darkness
	cy     float64 // centre of the ink
	x0, x1 int
	y0, y1 int
}

func (b *blob) width() int  { return b.x1 - b.x0 + 1 }
func (b *blob) height() int { return b.y1 - b.y0 + 1 }

// owners finds the connected pieces of ink and gives each to a cell.
func (t *table) owners() *ownership {
	o := &ownership{t: t, zones: len(t.edges) + 1, of: make([]int32, len(t.p.pix))}
	o.level, o.stain = t.inkLevels()
	for i := range o.of {
		o.of[i] = nobody
	}
	t.blankDarkHeader()
	blobs := o.blobs(o.level)
	o.shift = o.writingShift(blobs)
	o.findSeams()
	for _, b := range blobs {
		o.assign(b)
	}
	o.findBare(blobs)
	o.halo()
	o.halo()
	return o
}

// blankDarkHeader whitens what lies above the first row where it is a dark
// panel, which writing would grow together with.
func (t *table) blankDarkHeader() {
	for i := 0; i+1 < len(t.edges); i++ {
		a, b, y1 := t.edges[i], t.edges[i+1], t.lineY(0)
		if darkShare(t.p, float64(a), float64(b), float64(y1-t.rowH/4), float64(y1-1)) < 0.4 {
			continue
		}
		for x := max(0, a-2); x < min(t.p.w, b+2); x++ {
			for y := 0; y < y1+t.rowH/8; y++ {
				v := &t.p.pix[y*t.p.w+x]
				if y > y1+2 && *v > 225 {
					break // below the panel's edge
				}
				*v = 255
			}
		}
	}
}

// blobs lists the connected pieces of what is darker than level.
func (o *ownership) blobs(level float32) []*blob {
	var out []*blob
	seen := make([]bool, len(o.t.p.pix))
	var stack []int32
	for i, v := range o.t.p.pix {
		if v < level && !seen[i] {
			out = append(out, o.flood(int32(i), level, seen, &stack))
		}
	}
	return out
}

func (o *ownership) flood(start int32, level float32, seen []bool, stack *[]int32) *blob {
	p := o.t.p
	w := p.w
	b := &blob{x0: w, y0: p.h}
	st := append((*stack)[:0], start)
	seen[start] = true
	for len(st) > 0 {
		i := st[len(st)-1]
		st = st[:len(st)-1]
		b.pix = append(b.pix, i)
		x, y := int(i)%w, int(i)/w
		b.x0, b.x1 = min(b.x0, x), max(b.x1, x)
		b.y0, b.y1 = min(b.y0, y), max(b.y1, y)
		m := 255 - p.pix[i]
		b.total += m
		b.cy += float64(m) * float64(y)
		for ny := max(0, y-1); ny <= min(p.h-1, y+1); ny++ {
			for nx := max(0, x-1); nx <= min(w-1, x+1); nx++ {
				j := int32(ny*w + nx)
				if !seen[j] && p.pix[j] < level {
					seen[j] = true
					st = append(st, j)
				}
			}
		}
	}
	b.cy /= float64(b.total)
	*stack = st
	return b
}

// writingShift measures, for every column, how far the writing sits below the
// middle of its row: some people write on the line or across it.
func (o *ownership) writingShift(blobs []*blob) []float64 {
	type sum struct{ c, s, n float64 }
	sums := make([]sum, o.zones)
	var all sum
	rowH := float64(o.t.rowH)
	for _, b := range blobs {
		if h := float64(b.height()); h < 0.3*rowH || h > 1.2*rowH || b.width() > 3*o.t.rowH || float64(b.width()) < 0.15*rowH {
			continue
		}
		z := o.across((b.x0 + b.x1) / 2)
		if z == 0 || z == o.zones-1 || b.cy < float64(o.t.top) || o.t.edges[z]-o.t.edges[z-1] < 3*o.t.rowH/2 {
			continue // number columns and margins
		}
		a := 2 * math.Pi * ((b.cy - float64(o.t.top)) / rowH)
		c, s := math.Cos(a), math.Sin(a)
		sums[z].c, sums[z].s, sums[z].n = sums[z].c+c, sums[z].s+s, sums[z].n+1
		all.c, all.s, all.n = all.c+c, all.s+s, all.n+1
	}
	out := make([]float64, o.zones)
	for z, s := range sums {
		const steady = 12 // letters whose weight the whole page has in each column
		if all.n > 0 {
			s.c, s.s, s.n = s.c+steady*all.c/all.n, s.s+steady*all.s/all.n, s.n+steady
		}
		if s.n < 6 || math.Hypot(s.c, s.s) < 0.2*s.n {
			continue
		}
		d := math.Atan2(s.s, s.c)/(2*math.Pi) - 0.5
		if d < -0.35 {
			d++
		}
		if math.Abs(d) > 0.08 {
			out[z] = min(d, 0.5)
		}
	}
	return out
}

// findSeams draws the border between the writing of neighbouring rows: the
// path near each row line that crosses the least ink.
func (o *ownership) findSeams() {
	o.seams = make([][]int16, o.t.rows+1)
	for k := range o.seams {
		o.seams[k] = make([]int16, o.t.p.w)
		start := 0
		for z := 0; z < o.zones; z++ {
			end := o.t.p.w
			if z < len(o.t.edges) {
				end = o.t.edges[z]
			}
			o.seam(k, start, end, o.shift[z])
			start = end
		}
	}
}

func (o *ownership) seam(k, x0, x1 int, shift float64) {
	if x1 <= x0 {
		return
	}
	rowH := float64(o.t.rowH)
	home := float64(o.t.lineY(k)) + min(max(shift, -0.3), 0.45)*rowH
	reach := int(0.3 * rowH)
	n := 2*reach + 1
	base := int(home) - reach
	cost := make([]float32, n)
	from := make([]int8, n*(x1-x0))
	next := make([]float32, n)
	for x := x0; x < x1; x++ {
		for i := range next {
			best, f := cost[i], int8(0)
			if i > 0 && cost[i-1]+0.05 < best {
				best, f = cost[i-1]+0.05, -1
			}
			if i+1 < n && cost[i+1]+0.05 < best {
				best, f = cost[i+1]+0.05, 1
			}
			far := float32(i-reach) / float32(reach)
			next[i] = best + 0.06*far*far + o.inkCost(x, base+i)
			from[(x-x0)*n+i] = f
		}
		cost, next = next, cost
	}
	i := 0
	for j := range cost {
		if cost[j] < cost[i] {
			i = j
		}
	}
	for x := x1 - 1; x >= x0; x-- {
		o.seams[k][x] = int16(base + i)
		i += int(from[(x-x0)*n+i])
	}
}

func (o *ownership) inkCost(x, y int) float32 {
	if y < 0 || y >= o.t.p.h {
		return 0
	}
	v := o.t.p.pix[y*o.t.p.w+x]
	if v >= o.level {
		return 0
	}
	return 1 + (o.level-v)/64
}

// assign gives the blob to the cell that holds most of it, or divides it along
// the seams when it is the writing of several cells grown together.
func (o *ownership) assign(b *blob) {
	if o.residue(b) {
		o.give(b.pix, litter)
		return
	}
	parts := o.rowParts(b)
	for r, part := range parts {
		o.assignPart(part, r)
	}
}

// findBare tells which cells hold nothing larger than the dot of a letter, be
// it as faint as a stain: grain of the paper, dust, the trace of another page.
func (o *ownership) findBare(blobs []*blob) {
	least := max(3, o.t.rowH/5)
	o.bare = make([]bool, o.zones*(o.t.rows+2))
	for i := range o.bare {
		o.bare[i] = true
	}
	for _, b := range blobs {
		if b.width() < least && b.height() < least {
			continue
		}
		for _, i := range b.pix {
			if id := o.of[i]; id >= 0 {
				o.bare[id] = false
			}
		}
	}
	for _, b := range o.blobs(o.stain) {
		if b.width() >= least || b.height() >= least {
			for _, i := range b.pix {
				o.bare[o.zone(int(i)%o.t.p.w, int(i)/o.t.p.w)] = false
			}
		}
	}
}

func (o *ownership) give(pix []int32, owner int32) {
	for _, i := range pix {
		o.of[i] = owner
	}
}

// rowParts divides the blob's pixels among the rows (from -1). A part counts
// for a row of its own only when it is like a letter; what is less, such as a
// tail, stays with the larger part next to it.
func (o *ownership) rowParts(b *blob) map[int][]int32 {
	w := o.t.p.w
	type extent struct {
		mass           float32
		x0, x1, y0, y1 int
	}
	ext := map[int]*extent{}
	row := make([]int16, len(b.pix))
	for j, i := range b.pix {
		x, y := int(i)%w, int(i)/w
		r := int(o.written(x, y))/o.zones - 1
		row[j] = int16(r)
		e := ext[r]
		if e == nil {
			e = &extent{x0: x, x1: x, y0: y, y1: y}
			ext[r] = e
		}
		e.mass += 255 - o.t.p.pix[i]
		e.x0, e.x1 = min(e.x0, x), max(e.x1, x)
		e.y0, e.y1 = min(e.y0, y), max(e.y1, y)
	}
	// letter tells whether a part is the writing of its own row rather than the
	// end of a stroke that belongs to the row above or below.
	letter := func(r int) bool {
		e := ext[r]
		if ext[r-1] != nil && ext[r+1] != nil {
			return true
		}
		tall, wide := e.y1-e.y0+1, e.x1-e.x0+1
		if e.mass < 0.08*b.total && wide < o.t.rowH/2 || tall < o.t.rowH*36/100 {
			return false
		}
		return wide >= o.t.rowH*3/10 || tall >= o.t.rowH*2/3
	}
	home := map[int]int{}
	for r := range ext {
		home[r] = r
		if b.height() > o.t.rowH*9/10 && letter(r) {
			continue
		}
		for _, n := range [...]int{r - 1, r + 1} {
			if ext[n] != nil && ext[n].mass > ext[home[r]].mass {
				home[r] = n
			}
		}
	}
	parts := map[int][]int32{}
	for j, i := range b.pix {
		r := home[int(row[j])]
		parts[r] = append(parts[r], i)
	}
	return parts
}

// assignPart gives ink of row r to the column that holds most of it, or cuts it
// at its thin places near the column edges.
func (o *ownership) assignPart(pix []int32, r int) {
	w := o.t.p.w
	base := int32((r + 1) * o.zones)
	mass := make([]float32, o.zones)
	var total float32
	x0, x1 := w, 0
	for _, i := range pix {
		x := int(i) % w
		m := 255 - o.t.p.pix[i]
		mass[o.across(x)] += m
		total += m
		x0, x1 = min(x0, x), max(x1, x)
	}
	top := 0
	for z, m := range mass {
		if m > mass[top] {
			top = z
		}
	}
	if mass[top] >= 0.72*total || x1-x0 < o.t.rowH*9/10 {
		o.give(pix, base+int32(top))
		return
	}
	down := make([]int, w)
	for _, i := range pix {
		down[int(i)%w]++
	}
	cutX := make([]int, len(o.t.edges))
	for i, e := range o.t.edges {
		cutX[i] = thinPlace(down, e, o.t.rowH/5)
	}
	for _, i := range pix {
		o.of[i] = base + int32(sort.SearchInts(cutX, int(i)%w+1))
	}
}

// residue tells whether the blob is a left-over of a printed line: thin, long
// and close along it.
func (o *ownership) residue(b *blob) bool {
	t := o.t
	near := max(3, t.rowH/10)
	k := floorDiv(b.y0-t.top+t.rowH/2, t.rowH)
	if d := (b.y0+b.y1)/2 - t.lineY(k); b.height() <= near && b.width() >= 2*b.height() && d >= -near && d <= near {
		return true
	}
	for _, e := range t.edges {
		if d := (b.x0+b.x1)/2 - e; b.width() <= near && b.height() >= b.width() && d >= -near && d <= near {
			return true
		}
	}
	return false
}

// thinPlace is the place within reach of at where n is least, near ones preferred.
func thinPlace(n []int, at, reach int) int {
	best, arg := 1<<30, at
	for d := 0; d <= reach; d++ {
		for _, y := range [...]int{at - d, at + d} {
			if y < 0 || y >= len(n) {
				continue
			}
			if c := n[y]*8 + d; c < best {
				best, arg = c, y
			}
		}
	}
	return arg
}

// halo lets the owners' claims grow by one pixel over paper.
func (o *ownership) halo() {
	w, h := o.t.p.w, o.t.p.h
	old := slices.Clone(o.of)
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			i := y*w + x
			if old[i] != nobody {
				continue
			}
			switch {
			case x > 0 && old[i-1] != nobody:
				o.of[i] = old[i-1]
			case x+1 < w && old[i+1] != nobody:
				o.of[i] = old[i+1]
			case y > 0 && old[i-w] != nobody:
				o.of[i] = old[i-w]
			case y+1 < h && old[i+w] != nobody:
				o.of[i] = old[i+w]
			}
		}
	}
}
