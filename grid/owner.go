package grid

import "sort"

// nobody marks paper that no ink claims.
const nobody = -1

// ownership tells for every pixel of the table which cell its ink belongs to.
type ownership struct {
	t     *table
	zones int // zones across: the gaps between column edges and both margins
	of    []int32
}

// zone is the number of the cell-shaped area that holds (x, y).
func (o *ownership) zone(x, y int) int32 {
	r := floorDiv(y-o.t.top, o.t.rowH)
	r = min(max(r, -1), o.t.rows)
	c := sort.SearchInts(o.t.edges, x+1)
	return int32((r+1)*o.zones + c)
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// inkLevel is the value below which a pixel of the cleaned table is ink:
// Otsu's threshold, kept within bounds that suit pencil and pen.
func inkLevel(p *plane) float32 {
	var hist [256]float64
	for _, v := range p.pix {
		hist[int(min(max(v, 0), 255))]++
	}
	var total, sum float64
	for v, n := range hist {
		if v < 250 { // bare paper does not vote
			total += n
			sum += n * float64(v)
		}
	}
	best, level := -1.0, 210
	var w, s float64
	for v := 0; v < 250; v++ {
		w += hist[v]
		s += hist[v] * float64(v)
		if w == 0 || w == total {
			continue
		}
		d := s/w - (sum-s)/(total-w)
		if q := w * (total - w) * d * d; q > best {
			best, level = q, v
		}
	}
	return float32(min(max(level, 185), 228))
}

// blob is a connected piece of ink.
type blob struct {
	pix    []int32 // indices into the plane
	mass   map[int32]float32
	total  float32
	x0, x1 int
	y0, y1 int
}

// owners finds the connected pieces of ink and gives each to a cell.
func (t *table) owners() *ownership {
	o := &ownership{t: t, zones: len(t.edges) + 1, of: make([]int32, len(t.p.pix))}
	for i := range o.of {
		o.of[i] = nobody
	}
	level := inkLevel(t.p)
	seen := make([]bool, len(t.p.pix))
	var stack []int32
	for i, v := range t.p.pix {
		if v >= level || seen[i] {
			continue
		}
		b := o.flood(int32(i), level, seen, &stack)
		o.assign(b)
	}
	o.halo()
	o.halo()
	return o
}

func (o *ownership) flood(start int32, level float32, seen []bool, stack *[]int32) *blob {
	p := o.t.p
	w := p.w
	b := &blob{mass: map[int32]float32{}, x0: w, y0: p.h}
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
		b.mass[o.zone(x, y)] += m
		b.total += m
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
	*stack = st
	return b
}

// assign gives the blob to the cell that holds most of it, or divides it when
// it is the writing of several cells grown together.
func (o *ownership) assign(b *blob) {
	var top int32
	var most float32
	for z, m := range b.mass {
		if m > most || m == most && z < top {
			top, most = z, m
		}
	}
	rowH := float64(o.t.rowH)
	single := most >= 0.75*b.total || float64(b.y1-b.y0+1) <= 1.15*rowH && float64(b.x1-b.x0+1) <= 1.2*rowH
	if single {
		for _, i := range b.pix {
			o.of[i] = top
		}
		return
	}
	o.divide(b)
}

// divide cuts a blob at its thin places near the lines it crosses.
func (o *ownership) divide(b *blob) {
	t := o.t
	across := make([]int, t.p.h)
	down := make([]int, t.p.w)
	for _, i := range b.pix {
		across[int(i)/t.p.w]++
		down[int(i)%t.p.w]++
	}
	cutY := map[int]int{}
	for k := 0; k <= t.rows; k++ {
		cutY[k] = thinPlace(across, t.lineY(k), t.rowH/4)
	}
	cutX := make([]int, len(t.edges))
	for i, e := range t.edges {
		cutX[i] = thinPlace(down, e, t.rowH/5)
	}
	for _, i := range b.pix {
		x, y := int(i)%t.p.w, int(i)/t.p.w
		r := floorDiv(y-t.top, t.rowH)
		r = min(max(r, -1), t.rows)
		switch {
		case r >= 0 && y < cutY[r]:
			r--
		case r < t.rows && y >= cutY[r+1]:
			r++
		}
		c := sort.Search(len(cutX), func(i int) bool { return cutX[i] > x })
		o.of[i] = int32((r+1)*o.zones + c)
	}
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
	old := append([]int32(nil), o.of...)
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
