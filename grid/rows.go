package grid

import (
	"math"
	"sort"
)

// quantile returns the q-quantile of v (0 for none); v is not changed.
func quantile(v []float64, q float64) float64 {
	if len(v) == 0 {
		return 0
	}
	s := append([]float64(nil), v...)
	sort.Float64s(s)
	return s[int(q*float64(len(s)-1)+0.5)]
}

// coverage tells, for every strip of the straightened ridge picture and every
// height, how surely a line passes: 0..1. full is the response that counts as 1.
type coverage struct {
	strips, h int
	width     int
	v         []float32 // strips x h
}

func (c *coverage) at(strip, y int) float32 {
	if y < 0 || y >= c.h || strip < 0 || strip >= c.strips {
		return 0
	}
	return c.v[strip*c.h+y]
}

func coverageOf(r *plane, width int, full float64) *coverage {
	c := &coverage{strips: max(1, r.w/width), h: r.h, width: width}
	c.v = make([]float32, c.strips*c.h)
	inv := float32(1 / (full * float64(width)))
	clip := float32(1.3 * full)
	for y := 0; y < r.h; y++ {
		row := r.row(y)
		for s := 0; s < c.strips; s++ {
			var sum float32
			for _, v := range row[s*width : (s+1)*width] {
				sum += min(v, clip) // a few black strokes make no line
			}
			c.v[s*c.h+y] = min(1, sum*inv)
		}
	}
	return c
}

// profile is the sum over the strips [s0, s1) of the best response within one
// pixel of each height.
func (c *coverage) profile(s0, s1 int) []float64 {
	out := make([]float64, c.h)
	for s := s0; s < s1; s++ {
		for y := range out {
			out[y] += float64(max(c.at(s, y-1), c.at(s, y), c.at(s, y+1)))
		}
	}
	return out
}

// comb is a run of equally spaced lines: heights of all lines, top to bottom,
// and how surely each was seen (0..1).
type comb struct {
	at    []float64
	seen  []float64
	score float64
}

func (c *comb) rows() int { return len(c.at) - 1 }

// pitch is the mean distance of the lines.
func (c *comb) pitch() float64 { return (c.at[len(c.at)-1] - c.at[0]) / float64(len(c.at)-1) }

const (
	combStep = 0.5 // resolution of heights and pitches in the search, pixels
	missCost = 0.4 // cost of a line that should be there and is not
)

// findComb finds the best run of lines in the evidence profile e (0..1 per
// pixel of height). The pitch may drift slowly along the run.
func findComb(e []float64, minPitch, maxPitch float64) *comb {
	ny := int(float64(len(e)-1)/combStep) + 1
	p0 := int(minPitch / combStep)
	np := int(maxPitch/combStep) - p0 + 1
	if ny < 4 || np < 1 {
		return nil
	}
	seen := make([]float32, ny)
	for i := range seen {
		y := float64(i) * combStep
		k := min(int(y), len(e)-2)
		f := y - float64(k)
		seen[i] = float32(e[k]*(1-f) + e[k+1]*f)
	}
	score := make([]float32, ny*np)
	from := make([]int8, ny*np)
	bestAt, best := -1, float32(0)
	for y := 0; y < ny; y++ {
		for p := 0; p < np; p++ {
			s, f := float32(0), int8(2) // 2: the run starts here
			prev := y - (p + p0)
			if prev >= 0 {
				for d := -1; d <= 1; d++ {
					q := p + d
					if q < 0 || q >= np {
						continue
					}
					v := score[prev*np+q]
					if d != 0 {
						v -= 0.12
					}
					if v > s {
						s, f = v, int8(d)
					}
				}
			}
			s += seen[y] - missCost - 0.5*seen[max(0, y-(p+p0)/2)] // a line halfway speaks against this pitch
			i := y*np + p
			score[i], from[i] = s, f
			if s > best {
				best, bestAt = s, i
			}
		}
	}
	if bestAt < 0 {
		return nil
	}
	c := &comb{score: float64(best)}
	for i := bestAt; ; {
		y, p := i/np, i%np
		c.at = append(c.at, float64(y)*combStep)
		c.seen = append(c.seen, float64(seen[y]))
		if from[i] == 2 {
			break
		}
		i = (y-(p+p0))*np + p + int(from[i])
	}
	for i, j := 0, len(c.at)-1; i < j; i, j = i+1, j-1 {
		c.at[i], c.at[j] = c.at[j], c.at[i]
		c.seen[i], c.seen[j] = c.seen[j], c.seen[i]
	}
	if len(c.at) < 6 {
		return nil
	}
	return c
}

// evidence scales a profile so that a line right across the table is 1.
func evidence(prof []float64) []float64 {
	var peaks []float64
	for y := 1; y+1 < len(prof); y++ {
		if prof[y] > 0 && prof[y] >= prof[y-1] && prof[y] > prof[y+1] {
			peaks = append(peaks, prof[y])
		}
	}
	sort.Float64s(peaks)
	full := 1.0
	if n := len(peaks); n > 0 {
		full = max(1e-6, peaks[max(0, n-10)])
	}
	out := make([]float64, len(prof))
	for y, v := range prof {
		out[y] = min(1, v/full)
	}
	return out
}

// extend returns the comb with up to n more lines on either end where they
// still lie inside the picture; their evidence is read from e.
func (c *comb) extend(n int, e []float64) (ext *comb, added int) {
	ext = &comb{at: append([]float64(nil), c.at...), seen: append([]float64(nil), c.seen...)}
	peak := func(y, tol float64) (float64, float64) {
		best, at := 0.0, y
		for k := int(math.Ceil(y - tol)); k <= int(y+tol); k++ {
			if k >= 0 && k < len(e) && e[k]*(1-math.Abs(float64(k)-y)/(4*tol)) > best {
				best, at = e[k]*(1-math.Abs(float64(k)-y)/(4*tol)), float64(k)
			}
		}
		if best < 0.3 {
			at = y
		}
		return best, at
	}
	for i := 0; i < n; i++ {
		p := edgePitch(ext.at, false)
		s, y := peak(ext.at[0]-p, p*0.12)
		if y < -p*0.3 {
			break
		}
		ext.at = append([]float64{y}, ext.at...)
		ext.seen = append([]float64{s}, ext.seen...)
		added++
	}
	for i := 0; i < n; i++ {
		p := edgePitch(ext.at, true)
		s, y := peak(ext.at[len(ext.at)-1]+p, p*0.12)
		if y > float64(len(e))+p*0.3 {
			break
		}
		ext.at = append(ext.at, y)
		ext.seen = append(ext.seen, s)
	}
	return ext, added
}

// edgePitch is the pitch near the first or last line.
func edgePitch(at []float64, last bool) float64 {
	n := min(6, len(at)-1)
	if last {
		return (at[len(at)-1] - at[len(at)-1-n]) / float64(n)
	}
	return (at[n] - at[0]) / float64(n)
}
