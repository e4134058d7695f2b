package ocr

import (
	"bytes"
	"math"
	"slices"
)

// opening gives the morphological opening of src with a square that reaches
// radius pixels to each side: the least, then of these the greatest.
func opening(src []uint8, w, h, radius int) []uint8 {
	out := make([]uint8, len(src))
	erode := func(src []uint8) {
		rowMinima(src, out, w, radius)
		transpose(out, src, w, h)
		rowMinima(src, out, h, radius)
		transpose(out, src, h, w)
	}
	work := bytes.Clone(src)
	erode(work)
	invert(work)
	erode(work)
	invert(work)
	return work
}

// rowMinima sets each sample of dst to the least of src's samples at most
// radius away in its row of w. Minima from both ends of blocks as long as the
// window make it linear.
func rowMinima(src, dst []uint8, w, radius int) {
	size := 2*radius + 1
	ahead, back := make([]uint8, w), make([]uint8, w)
	for ; len(src) >= w && w > 0; src, dst = src[w:], dst[w:] {
		for from := 0; from < w; from += size {
			to := min(from+size, w)
			least := uint8(255)
			for i := from; i < to; i++ {
				least = min(least, src[i])
				ahead[i] = least
			}
			least = 255
			for i := to - 1; i >= from; i-- {
				least = min(least, src[i])
				back[i] = least
			}
		}
		for i := range w {
			switch first, last := i-radius, i+radius; {
			case first <= 0 && last >= w-1:
				dst[i] = slices.Min(src[:w])
			case first <= 0:
				dst[i] = ahead[last]
			case last >= w-1 && first/size == (w-1)/size:
				dst[i] = back[first]
			default:
				dst[i] = min(ahead[min(last, w-1)], back[first])
			}
		}
	}
}

func transpose(src, dst []uint8, w, h int) {
	for y := range h {
		for x, v := range src[y*w : (y+1)*w] {
			dst[x*h+y] = v
		}
	}
}

func invert(pix []uint8) {
	for i, v := range pix {
		pix[i] = 255 - v
	}
}

// blur applies the binomial 3x3 kernel (1 2 1), edges repeated.
func blur(src []uint8, w, h int) []uint8 {
	pass := func(src []uint8, n, step, lines, lineStep int) []uint8 {
		dst := make([]uint8, len(src))
		for l := range lines {
			base := l * lineStep
			for i := range n {
				a, b := max(i-1, 0), min(i+1, n-1)
				sum := int(src[base+a*step]) + 2*int(src[base+i*step]) + int(src[base+b*step])
				dst[base+i*step] = uint8((sum + 2) / 4)
			}
		}
		return dst
	}
	return pass(pass(src, w, 1, h, w), h, w, w, 1)
}

// resample draws the part of src (w x h, outside is 0) that begins at x0, y0
// into a picture of outW x outH pixels, each sx by sy source pixels large, with
// a Catmull-Rom kernel widened when reducing.
func resample(src []float32, w, h int, x0, y0, sx, sy float64, outW, outH int) []float32 {
	cols := taps(x0, sx, outW, w)
	rows := taps(y0, sy, outH, h)
	mid := make([]float32, outW*h)
	for y := range h {
		line := src[y*w : (y+1)*w]
		for x, t := range cols {
			mid[y*outW+x] = t.apply(line, 1)
		}
	}
	out := make([]float32, outW*outH)
	for x := range outW {
		for y, t := range rows {
			out[y*outW+x] = min(max(t.apply(mid[x:], outW), 0), 255)
		}
	}
	return out
}

// tap is the weighted run of source samples behind one output sample.
type tap struct {
	first   int
	weights []float32
}

func (t tap) apply(line []float32, stride int) float32 {
	var sum float32
	for i, w := range t.weights {
		sum += w * line[(t.first+i)*stride]
	}
	return sum
}

func taps(start, step float64, out, n int) []tap {
	widen := max(step, 1)
	all := make([]tap, out)
	for i := range all {
		centre := start + (float64(i)+0.5)*step - 0.5
		from := int(math.Ceil(centre - 2*widen))
		to := int(math.Floor(centre + 2*widen))
		var weights []float32
		var sum float64
		for j := from; j <= to; j++ {
			sum += catmullRom((float64(j) - centre) / widen)
		}
		first := min(max(from, 0), n)
		for j := first; j <= min(to, n-1); j++ {
			weights = append(weights, float32(catmullRom((float64(j)-centre)/widen)/sum))
		}
		all[i] = tap{first, weights}
	}
	return all
}

func catmullRom(x float64) float64 {
	x = math.Abs(x)
	switch {
	case x < 1:
		return (1.5*x-2.5)*x*x + 1
	case x < 2:
		return ((-0.5*x+2.5)*x-4)*x + 2
	}
	return 0
}
