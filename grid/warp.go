package grid

import "math"

// bend straightens one axis: the straightened coordinate is
// along = y + sum a_j * phi_j(x, y), constant on every (nearly horizontal) line.
// Only terms with a factor x appear: the spacing of the lines is left alone.
type bend struct {
	cx, cy, unit float64
	a            []float64
}

// terms are the exponents (of x, of y) of phi_j.
var terms = [...][2]int{{1, 0}, {1, 1}, {2, 0}, {2, 1}, {1, 2}, {3, 0}}

func (b *bend) phi(x, y float64, dst []float64) {
	x, y = (x-b.cx)/b.unit, (y-b.cy)/b.unit
	for j, t := range terms {
		v := x
		for i := 1; i < t[0]; i++ {
			v *= x
		}
		for i := 0; i < t[1]; i++ {
			v *= y
		}
		dst[j] = v * b.unit
	}
}

// offset is what must be added to y to straighten it at (x, y).
func (b *bend) offset(x, y float64) float64 {
	var f [len(terms)]float64
	b.phi(x, y, f[:])
	s := 0.0
	for j, a := range b.a {
		s += a * f[j]
	}
	return s
}

// fitBend finds the bend under which the chains become straight, by least
// squares with outlying chains losing their weight.
func fitBend(cs []*chain, w, h int) *bend {
	b := &bend{cx: float64(w) / 2, cy: float64(h) / 2, unit: float64(max(w, h)) / 2, a: make([]float64, len(terms))}
	weight := make([]float64, len(cs))
	for i, c := range cs {
		weight[i] = min(c.length()/400, 1)
	}
	for iter := 0; iter < 6; iter++ {
		a, ok := solveBend(b, cs, weight)
		if !ok {
			return b
		}
		b.a = a
		res := make([]float64, len(cs))
		for i, c := range cs {
			res[i] = roughness(b, c)
		}
		scale := max(1.0, 2.5*median(res))
		for i, c := range cs {
			t := res[i] / scale
			weight[i] = min(c.length()/400, 1) / (1 + t*t*t*t)
		}
	}
	return b
}

// roughness is the r.m.s. deviation of the straightened chain from its mean.
func roughness(b *bend, c *chain) float64 {
	n, s, q := float64(len(c.pts)), 0.0, 0.0
	for _, p := range c.pts {
		v := p.y + b.offset(p.x, p.y)
		s += v
		q += v * v
	}
	return math.Sqrt(max(0, q/n-(s/n)*(s/n)))
}

func solveBend(b *bend, cs []*chain, weight []float64) ([]float64, bool) {
	const n = len(terms)
	var m [n][n + 1]float64
	rows := make([][n + 1]float64, 0, 64)
	total := 0.0
	for i, c := range cs {
		rows = rows[:0]
		var mean [n + 1]float64
		for _, p := range c.pts {
			var r [n + 1]float64
			b.phi(p.x, p.y, r[:n])
			r[n] = -p.y
			for j := range r {
				mean[j] += r[j] / float64(len(c.pts))
			}
			rows = append(rows, r)
		}
		for _, r := range rows {
			for j := range r {
				r[j] -= mean[j]
			}
			for j := 0; j < n; j++ {
				for k := 0; k <= n; k++ {
					m[j][k] += weight[i] * r[j] * r[k]
				}
			}
		}
		total += weight[i] * float64(len(rows))
	}
	if total < 3 {
		return nil, false
	}
	for j := 0; j < n; j++ { // a little stiffness, more for higher orders
		order := terms[j][0] + terms[j][1]
		m[j][j] += total * b.unit * b.unit * 1e-5 * float64(order*order*order)
	}
	a := make([]float64, n)
	if !gauss(m[:], a) {
		return nil, false
	}
	return a, true
}

// gauss solves the linear system in place (last column: right-hand side).
func gauss[R ~[len(terms) + 1]float64](m []R, out []float64) bool {
	n := len(out)
	for c := 0; c < n; c++ {
		p := c
		for r := c + 1; r < n; r++ {
			if math.Abs(m[r][c]) > math.Abs(m[p][c]) {
				p = r
			}
		}
		if math.Abs(m[p][c]) < 1e-9 {
			return false
		}
		m[c], m[p] = m[p], m[c]
		for r := 0; r < n; r++ {
			if r == c {
				continue
			}
			f := m[r][c] / m[c][c]
			for k := c; k <= n; k++ {
				m[r][k] -= f * m[c][k]
			}
		}
	}
	for c := range out {
		out[c] = m[c][n] / m[c][c]
	}
	return true
}

// meshStep is the spacing of mesh nodes in straightened pixels.
const meshStep = 16

// mesh maps straightened coordinates (u, v) to coordinates of the work picture.
type mesh struct {
	w, h   int // size of the straightened picture
	nw, nh int
	pts    []Point
}

func newMesh(w, h int, f func(u, v float64) Point) *mesh {
	m := &mesh{w: w, h: h, nw: (w+meshStep-1)/meshStep + 1, nh: (h+meshStep-1)/meshStep + 1}
	m.pts = make([]Point, m.nw*m.nh)
	for j := 0; j < m.nh; j++ {
		for i := 0; i < m.nw; i++ {
			m.pts[j*m.nw+i] = f(float64(i*meshStep), float64(j*meshStep))
		}
	}
	return m
}

// at maps one point; outside the mesh the border cell is extended.
func (m *mesh) at(u, v float64) Point {
	i := min(max(int(math.Floor(u/meshStep)), 0), m.nw-2)
	j := min(max(int(math.Floor(v/meshStep)), 0), m.nh-2)
	tu, tv := u/meshStep-float64(i), v/meshStep-float64(j)
	a, b := m.pts[j*m.nw+i], m.pts[j*m.nw+i+1]
	c, d := m.pts[(j+1)*m.nw+i], m.pts[(j+1)*m.nw+i+1]
	return Point{
		(a.X*(1-tu)+b.X*tu)*(1-tv) + (c.X*(1-tu)+d.X*tu)*tv,
		(a.Y*(1-tu)+b.Y*tu)*(1-tv) + (c.Y*(1-tu)+d.Y*tu)*tv,
	}
}

// straightened samples p through the mesh; outside the page it is white.
func (m *mesh) straightened(p *plane) *plane {
	out := newPlane(m.w, m.h)
	for j := 0; j+1 < m.nh; j++ {
		for i := 0; i+1 < m.nw; i++ {
			m.fillPatch(p, out, i, j)
		}
	}
	return out
}

func (m *mesh) fillPatch(p, out *plane, i, j int) {
	a, b := m.pts[j*m.nw+i], m.pts[j*m.nw+i+1]
	c, d := m.pts[(j+1)*m.nw+i], m.pts[(j+1)*m.nw+i+1]
	for y := j * meshStep; y < min((j+1)*meshStep, m.h); y++ {
		tv := float64(y-j*meshStep) / meshStep
		lx, ly := a.X+(c.X-a.X)*tv, a.Y+(c.Y-a.Y)*tv
		sx, sy := (b.X+(d.X-b.X)*tv-lx)/meshStep, (b.Y+(d.Y-b.Y)*tv-ly)/meshStep
		dst := out.row(y)
		for x := i * meshStep; x < min((i+1)*meshStep, m.w); x++ {
			t := float64(x - i*meshStep)
			v, ok := p.bilinear(lx+sx*t, ly+sy*t)
			if !ok {
				v = 255
			}
			dst[x] = v
		}
	}
}

// straighten looks for long lines in both directions in the flattened picture
// and returns the mesh under which they become straight and square, and how
// many lines of each direction carried it.
func straighten(flat *plane, shift int) (m *mesh, nh, nv int) {
	least := float64(max(96, min(flat.w, flat.h)/8))
	hs := longChains(chains(ridges(flat), shift), least)
	t := flat.transpose()
	vs := longChains(chains(ridges(t), shift), least)
	hb, vb := fitBend(hs, flat.w, flat.h), fitBend(vs, flat.h, flat.w)
	forward := func(x, y float64) (u, v float64) { return x + vb.offset(y, x), y + hb.offset(x, y) }
	u0, v0, u1, v1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i := 0; i <= 16; i++ {
		t := float64(i) / 16
		x, y := t*float64(flat.w-1), t*float64(flat.h-1)
		for _, p := range [...]Point{{x, 0}, {x, float64(flat.h - 1)}, {0, y}, {float64(flat.w - 1), y}} {
			u, v := forward(p.X, p.Y)
			u0, u1 = min(u0, u), max(u1, u)
			v0, v1 = min(v0, v), max(v1, v)
		}
	}
	limit := 0.3 * float64(max(flat.w, flat.h)) // a wild bend must not ask for a huge picture
	u0, v0 = max(u0, -limit), max(v0, -limit)
	u1, v1 = min(u1, float64(flat.w)+limit), min(v1, float64(flat.h)+limit)
	w, h := max(2, int(u1-u0)+1), max(2, int(v1-v0)+1)
	m = newMesh(w, h, func(u, v float64) Point {
		u, v = u+u0, v+v0
		x, y := u, v
		for k := 0; k < 12; k++ {
			x, y = u-vb.offset(y, x), v-hb.offset(x, y)
			x = min(max(x, -limit), float64(flat.w)+limit)
			y = min(max(y, -limit), float64(flat.h)+limit)
		}
		return Point{x, y}
	})
	return m, len(hs), len(vs)
}

// over returns the mesh that first applies m, then the inner mesh below it.
func (m *mesh) over(inner *mesh) *mesh {
	return newMesh(m.w, m.h, func(u, v float64) Point {
		p := m.at(u, v)
		return inner.at(p.X, p.Y)
	})
}

func median(v []float64) float64 { return quantile(v, 0.5) }
