package grid

import (
	"image"
	"image/color"
	"math"
)

// plane is a one-channel picture of float32 samples, row-major. Pixel (x, y)
// covers the unit square whose centre is (x, y).
type plane struct {
	w, h int
	pix  []float32
}

func newPlane(w, h int) *plane {
	return &plane{w: w, h: h, pix: make([]float32, w*h)}
}

func (p *plane) row(y int) []float32 { return p.pix[y*p.w : (y+1)*p.w] }

// at returns the sample at (x, y), the nearest one when outside.
func (p *plane) at(x, y int) float32 {
	x = min(max(x, 0), p.w-1)
	y = min(max(y, 0), p.h-1)
	return p.pix[y*p.w+x]
}

// bilinear samples between pixels; ok is false outside the plane.
func (p *plane) bilinear(x, y float64) (v float32, ok bool) {
	if x < -0.5 || y < -0.5 || x > float64(p.w)-0.5 || y > float64(p.h)-0.5 {
		return 0, false
	}
	x = min(max(x, 0), float64(p.w-1))
	y = min(max(y, 0), float64(p.h-1))
	x0, y0 := int(x), int(y)
	i, right, down := y0*p.w+x0, 1, p.w
	if x0+1 >= p.w {
		right = 0
	}
	if y0+1 >= p.h {
		down = 0
	}
	fx, fy := float32(x-float64(x0)), float32(y-float64(y0))
	a := p.pix[i] + (p.pix[i+right]-p.pix[i])*fx
	b := p.pix[i+down] + (p.pix[i+down+right]-p.pix[i+down])*fx
	return a + (b-a)*fy, true
}

func (p *plane) transpose() *plane {
	t := newPlane(p.h, p.w)
	const tile = 32
	for y0 := 0; y0 < p.h; y0 += tile {
		for x0 := 0; x0 < p.w; x0 += tile {
			for y := y0; y < min(y0+tile, p.h); y++ {
				for x := x0; x < min(x0+tile, p.w); x++ {
					t.pix[x*t.w+y] = p.pix[y*p.w+x]
				}
			}
		}
	}
	return t
}

// grayOf converts any picture to 8-bit luma, with fast paths for what decoders yield.
func grayOf(img image.Image) *image.Gray {
	b := img.Bounds()
	out := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	for y := 0; y < b.Dy(); y++ {
		grayRow(img, b, y, out.Pix[y*out.Stride:y*out.Stride+b.Dx()])
	}
	return out
}

func grayRow(img image.Image, b image.Rectangle, y int, dst []uint8) {
	luma := func(r, g, bl uint8) uint8 {
		return uint8((19595*uint32(r) + 38470*uint32(g) + 7471*uint32(bl) + 1<<15) >> 16)
	}
	switch m := img.(type) {
	case *image.Gray:
		o := m.PixOffset(b.Min.X, b.Min.Y+y)
		copy(dst, m.Pix[o:o+len(dst)])
	case *image.YCbCr:
		o := m.YOffset(b.Min.X, b.Min.Y+y)
		copy(dst, m.Y[o:o+len(dst)])
	case *image.RGBA:
		o := m.PixOffset(b.Min.X, b.Min.Y+y)
		for x := range dst {
			a := 255 - m.Pix[o+4*x+3] // transparent shows as white paper
			dst[x] = luma(m.Pix[o+4*x]+a, m.Pix[o+4*x+1]+a, m.Pix[o+4*x+2]+a)
		}
	case *image.NRGBA:
		o := m.PixOffset(b.Min.X, b.Min.Y+y)
		for x := range dst {
			l := uint32(luma(m.Pix[o+4*x], m.Pix[o+4*x+1], m.Pix[o+4*x+2]))
			a := uint32(m.Pix[o+4*x+3])
			dst[x] = uint8((l*a + 255*(255-a)) / 255)
		}
	default:
		for x := range dst {
			dst[x] = color.GrayModel.Convert(img.At(b.Min.X+x, b.Min.Y+y)).(color.Gray).Y
		}
	}
}

// reduce shrinks g by the factor scale (0 < scale <= 1) with area averaging.
func reduce(g *image.Gray, scale float64) *plane {
	sw, sh := g.Bounds().Dx(), g.Bounds().Dy()
	if scale >= 1 {
		p := newPlane(sw, sh)
		for y := 0; y < sh; y++ {
			src, dst := g.Pix[y*g.Stride:], p.row(y)
			for x := range dst {
				dst[x] = float32(src[x])
			}
		}
		return p
	}
	w := max(1, int(math.Round(float64(sw)*scale)))
	h := max(1, int(math.Round(float64(sh)*scale)))
	p := newPlane(w, h)
	xw := areaWeights(sw, w)
	acc := make([]float32, w)
	ry := float64(sh) / float64(h)
	for y := 0; y < h; y++ {
		lo, hi := float64(y)*ry, float64(y+1)*ry
		dst := p.row(y)
		for sy := int(lo); sy < min(int(math.Ceil(hi)), sh); sy++ {
			weight := float32((math.Min(hi, float64(sy+1)) - math.Max(lo, float64(sy))) / ry)
			src := g.Pix[sy*g.Stride : sy*g.Stride+sw]
			xw.apply(src, acc)
			for x, v := range acc {
				dst[x] += weight * v
			}
		}
	}
	return p
}

type areaWeight struct {
	first int
	w     []float32
}

type areaTable []areaWeight

func areaWeights(from, to int) areaTable {
	r := float64(from) / float64(to)
	t := make(areaTable, to)
	for i := range t {
		lo, hi := float64(i)*r, float64(i+1)*r
		a, b := int(lo), min(int(math.Ceil(hi)), from)
		w := make([]float32, 0, b-a)
		for s := a; s < b; s++ {
			w = append(w, float32((math.Min(hi, float64(s+1))-math.Max(lo, float64(s)))/r))
		}
		t[i] = areaWeight{a, w}
	}
	return t
}

func (t areaTable) apply(src []uint8, dst []float32) {
	for i, a := range t {
		var s float32
		for j, w := range a.w {
			s += w * float32(src[a.first+j])
		}
		dst[i] = s
	}
}

// flatten divides p by its local paper brightness, so that paper is 255 and
// ink keeps its share of darkness. block is the size of the patches, in pixels,
// whose bright end is taken for paper. Where even that is darker than the
// share noPaper of the page's bright paper, there is none: it becomes white.
func flatten(p *plane, block int, noPaper float64) *plane {
	bg := paper(p, block)
	levels := make([]float64, len(bg.pix))
	for i, v := range bg.pix {
		levels[i] = float64(v)
	}
	dark := float32(noPaper * quantile(levels, 0.9))
	out := newPlane(p.w, p.h)
	inv := 1 / float64(block)
	for y := 0; y < p.h; y++ {
		src, dst := p.row(y), out.row(y)
		fy := (float64(y)+0.5)*inv - 0.5
		y0 := int(math.Floor(fy))
		ty := float32(fy - float64(y0))
		top, bot := bg.row(min(max(y0, 0), bg.h-1)), bg.row(min(max(y0+1, 0), bg.h-1))
		for x := range dst {
			fx := (float64(x)+0.5)*inv - 0.5
			x0 := int(fx+1) - 1
			tx := float32(fx - float64(x0))
			xa, xb := min(max(x0, 0), bg.w-1), min(max(x0+1, 0), bg.w-1)
			b := (top[xa]*(1-tx)+top[xb]*tx)*(1-ty) + (bot[xa]*(1-tx)+bot[xb]*tx)*ty
			if b < dark {
				dst[x] = 255
				continue
			}
			dst[x] = min(255, 255*src[x]/max(b, 1))
		}
	}
	return out
}

// paper estimates the brightness of the bare paper in every block.
func paper(p *plane, block int) *plane {
	bw, bh := (p.w+block-1)/block, (p.h+block-1)/block
	raw := newPlane(bw, bh)
	var hist [256]int
	for by := 0; by < bh; by++ {
		for bx := 0; bx < bw; bx++ {
			clear(hist[:])
			n := 0
			for y := by * block; y < min((by+1)*block, p.h); y++ {
				for _, v := range p.row(y)[bx*block : min((bx+1)*block, p.w)] {
					hist[int(min(max(v, 0), 255))]++
					n++
				}
			}
			raw.pix[by*bw+bx] = float32(percentile(&hist, n, 0.8))
		}
	}
	return blur3(raw)
}

func percentile(hist *[256]int, n int, q float64) int {
	want := int(q * float64(n))
	for v, c := range hist {
		if want -= c; want < 0 {
			return v
		}
	}
	return 255
}

// blur3 is a 3x3 box mean.
func blur3(p *plane) *plane {
	out := newPlane(p.w, p.h)
	for y := 0; y < p.h; y++ {
		for x := 0; x < p.w; x++ {
			var s float32
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					s += p.at(x+dx, y+dy)
				}
			}
			out.pix[y*p.w+x] = s / 9
		}
	}
	return out
}
