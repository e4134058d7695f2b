package grid

import (
	"math"
	"sort"
)

func sortFloats(v []float64) { sort.Float64s(v) }

// knotStep is the greatest distance between the places where a row line is measured.
const knotStep = 48.0

// snap measures how far each row line lies from its straight place, at knots
// along it, and each column edge at every row; what is not seen is
// interpolated from its neighbours.
func (s *structure) snap(hr, vr *plane, hfull, vfull float64) {
	lo, hi := s.cols[0], s.cols[len(s.cols)-1]
	n := max(2, int(math.Ceil((hi-lo)/knotStep)))
	s.knots = make([]float64, n+1)
	for i := range s.knots {
		s.knots[i] = lo + (hi-lo)*float64(i)/float64(n)
	}
	pitch := (s.rows[len(s.rows)-1] - s.rows[0]) / float64(len(s.rows)-1)
	reach := 0.28 * pitch
	s.dv = measure(hr, s.rows, s.knots, reach, hfull)
	vreach := math.Inf(1)
	for i := 0; i+1 < len(s.cols); i++ {
		vreach = min(vreach, 0.3*(s.cols[i+1]-s.cols[i]))
	}
	vreach = min(vreach, 0.25*pitch, 8)
	s.du = measure(vr, s.cols, s.rows, vreach, vfull)
}

// measured is an offset with its weight: NaN-free, weight 0 when nothing was seen.
type measured struct{ d, w float64 }

// measure finds, for each line (a height in r) and each knot (a column of r),
// the offset of the ridge nearby. A second look starts from the smoothed
// outcome of the first, so that lines may leave their straight place by more
// than reach.
func measure(r *plane, lines, knots []float64, reach, full float64) [][]float64 {
	var f [][]float64
	for look := 0; look < 2; look++ {
		out := make([][]measured, len(lines))
		for i, at := range lines {
			out[i] = make([]measured, len(knots))
			for j := range knots {
				base := 0.0
				if f != nil {
					base = f[i][j]
				}
				a, b := knotSpan(knots, j)
				out[i][j] = ridgeOffset(r, at+base, a, b, reach, full)
				out[i][j].d += base
			}
		}
		shift := centre(out)
		f = relax(out)
		for i, row := range f {
			for j := range row {
				row[j] += shift[i]
			}
		}
		reach *= 0.8
	}
	return f
}

// centre takes from every line the offset that most of its knots agree on, and
// returns it: forms are printed with first and last rows of another height,
// and smoothing must not make their lines outliers. A line of which little is
// seen follows those next to it.
func centre(m [][]measured) []float64 {
	var at, shift []float64 // of the lines that are seen
	for i, row := range m {
		var ds []float64
		for _, k := range row {
			if k.w > 0.25 {
				ds = append(ds, k.d)
			}
		}
		if 3*len(ds) > len(row) {
			at, shift = append(at, float64(i)), append(shift, median(ds))
		}
	}
	out := make([]float64, len(m))
	if len(at) == 0 {
		return out
	}
	for i, row := range m {
		out[i] = shift[0]
		if len(at) > 1 {
			out[i] = interpolate(at, shift, float64(i))
		}
		for j := range row {
			row[j].d -= out[i]
		}
	}
	return out
}

func knotSpan(knots []float64, j int) (a, b float64) {
	half := 0.5 * (knots[len(knots)-1] - knots[0]) / float64(len(knots)-1)
	return knots[j] - half, knots[j] + half
}

// ridgeOffset looks for the strongest line within reach of height at over columns [a, b).
func ridgeOffset(r *plane, at, a, b, reach, full float64) measured {
	x0, x1 := max(0, int(a)), min(r.w, int(b)+1)
	y0, y1 := max(1, int(at-reach)), min(r.h-2, int(at+reach+1))
	if x1-x0 < 6 || y1 <= y0 {
		return measured{}
	}
	prof := make([]float32, y1-y0+1)
	for i := range prof {
		for _, v := range r.row(y0 + i)[x0:x1] {
			prof[i] += min(v, float32(2*full))
		}
		prof[i] /= float32(x1 - x0)
	}
	best, arg := 0.0, -1
	var sum float64
	for i, v := range prof {
		sum += float64(v)
		d := (float64(y0+i) - at) / (1.6 * reach)
		if g := float64(v) * (1 - d*d); g > best {
			best, arg = g, i
		}
	}
	if arg < 0 {
		return measured{}
	}
	off := 0.0
	if arg > 0 && arg+1 < len(prof) {
		off = parabola(prof[arg-1], prof[arg], prof[arg+1])
	}
	clear := (float64(prof[arg]) - sum/float64(len(prof))) / full
	return measured{float64(y0+arg) + off - at, min(1, max(0, clear-0.15))}
}

// relax fills and smooths the measurements over both directions, with those
// that disagree with their neighbourhood losing weight.
func relax(m [][]measured) [][]float64 {
	const along, across = 1.2, 0.35
	n, k := len(m), len(m[0])
	f := make([][]float64, n)
	for i := range f {
		f[i] = make([]float64, k)
	}
	trust := func(i, j int, round int) float64 {
		w := m[i][j].w
		if round == 0 {
			return w
		}
		t := (m[i][j].d - f[i][j]) / 2.0
		return w / (1 + t*t)
	}
	for round := 0; round < 3; round++ {
		ws := make([][]float64, n)
		for i := range ws {
			ws[i] = make([]float64, k)
			for j := range ws[i] {
				ws[i][j] = trust(i, j, round)
			}
		}
		for it := 0; it < 40; it++ {
			for i := range f {
				for j := range f[i] {
					s, w := ws[i][j]*m[i][j].d, ws[i][j]+1e-3
					if j > 0 {
						s, w = s+along*f[i][j-1], w+along
					}
					if j+1 < k {
						s, w = s+along*f[i][j+1], w+along
					}
					if i > 0 {
						s, w = s+across*f[i-1][j], w+across
					}
					if i+1 < n {
						s, w = s+across*f[i+1][j], w+across
					}
					f[i][j] = s / w
				}
			}
		}
	}
	return f
}

// rowAt is the height of row line k at u; k may lie beyond the form by extrapolation.
func (s *structure) rowAt(k int, u float64) float64 {
	n := len(s.rows) - 1
	if k < 0 {
		return s.rowAt(0, u) + float64(k)*(s.rowAt(1, u)-s.rowAt(0, u))
	}
	if k > n {
		return s.rowAt(n, u) + float64(k-n)*(s.rowAt(n, u)-s.rowAt(n-1, u))
	}
	return s.rows[k] + interpolate(s.knots, s.dv[k], u)
}

// colAt is the place of column edge i at row line k.
func (s *structure) colAt(i, k int) float64 {
	return s.cols[i] + s.du[i][min(max(k, 0), len(s.rows)-1)]
}

// interpolate reads the piecewise linear function through (xs, ys) at x.
func interpolate(xs, ys []float64, x float64) float64 {
	n := len(xs)
	i := min(max(sort.SearchFloat64s(xs, x)-1, 0), n-2)
	t := min(max((x-xs[i])/(xs[i+1]-xs[i]), 0), 1)
	return ys[i]*(1-t) + ys[i+1]*t
}
