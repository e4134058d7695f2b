package main

import (
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/math/f32"
	"golang.org/x/image/vector"
)

// The sheet is A4. All measures on it are millimetres from its top left corner.
const (
	sheetWidth  = 210.0
	sheetHeight = 297.0
	resolution  = 10 // pixels a millimetre
)

// rgb is a colour, each part from 0 (dark) to 1.
type rgb [3]float64

// sheet is a piece of paper, as light as it reflects, 0 to 1.
type sheet struct {
	w, h int
	pix  []float32 // three a pixel
}

// newSheet returns blank paper of the given colour with a faint grain.
func newSheet(paper rgb, grain noise) *sheet {
	s := &sheet{w: sheetWidth * resolution, h: sheetHeight * resolution}
	s.pix = make([]float32, 3*s.w*s.h)
	for y := range s.h {
		for x := range s.w {
			g := 1 + 0.012*grain.at(float64(x)/2, float64(y)/2) + 0.012*grain.at(float64(x)/400, float64(y)/400)
			for c := range 3 {
				s.pix[3*(y*s.w+x)+c] = float32(paper[c] * g)
			}
		}
	}
	return s
}

// outline is a closed shape of straight and curved segments, in millimetres.
type outline []segment

// segment draws from the point before it to its last point: nothing for a
// move, straight for a line, curved by the points between for the others.
type segment struct {
	kind   segmentKind
	points [3]f32.Vec2
}

type segmentKind uint8

const (
	moveTo segmentKind = iota
	lineTo
	quadTo
	cubeTo
)

// used tells how many points of a segment count.
func (k segmentKind) used() int { return [...]int{1, 1, 2, 3}[k] }

// ink says what a shape is filled with: a colour, and how densely at each
// pixel, from 0 to 1.
type ink struct {
	colour  rgb
	density func(x, y int) float64
}

// printed is even ink of one density.
func printed(colour rgb, density float64) ink {
	return ink{colour, func(int, int) float64 { return density }}
}

// fill inks an outline.
func (s *sheet) fill(o outline, with ink) {
	x0, y0, x1, y1 := o.bounds()
	box := image.Rect(int(x0*resolution)-1, int(y0*resolution)-1, int(x1*resolution)+2, int(y1*resolution)+2)
	box = box.Intersect(image.Rect(0, 0, s.w, s.h))
	if box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	at := func(p f32.Vec2) (x, y float32) {
		return p[0]*resolution - float32(box.Min.X), p[1]*resolution - float32(box.Min.Y)
	}
	for _, g := range o {
		g.trace(r, at)
	}
	r.ClosePath()
	mask := image.NewAlpha(image.Rect(0, 0, box.Dx(), box.Dy()))
	r.DrawOp = draw.Src
	r.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	for y := range box.Dy() {
		for x := range box.Dx() {
			if a := mask.Pix[y*mask.Stride+x]; a != 0 {
				s.stain(box.Min.X+x, box.Min.Y+y, float64(a)/255, with)
			}
		}
	}
}

// stain lets ink absorb light at one pixel.
func (s *sheet) stain(x, y int, cover float64, with ink) {
	a := cover * with.density(x, y)
	p := s.pix[3*(y*s.w+x):][:3]
	for c := range p {
		p[c] *= float32(1 - a*(1-with.colour[c]))
	}
}

func (g segment) trace(r *vector.Rasterizer, at func(f32.Vec2) (x, y float32)) {
	ax, ay := at(g.points[0])
	switch g.kind {
	case moveTo:
		r.ClosePath()
		r.MoveTo(ax, ay)
	case lineTo:
		r.LineTo(ax, ay)
	case quadTo:
		bx, by := at(g.points[1])
		r.QuadTo(ax, ay, bx, by)
	case cubeTo:
		bx, by := at(g.points[1])
		cx, cy := at(g.points[2])
		r.CubeTo(ax, ay, bx, by, cx, cy)
	}
}

func (o outline) bounds() (x0, y0, x1, y1 float32) {
	x0, y0 = math.MaxFloat32, math.MaxFloat32
	x1, y1 = -math.MaxFloat32, -math.MaxFloat32
	for _, g := range o {
		for _, p := range g.points[:g.kind.used()] {
			x0, y0 = min(x0, p[0]), min(y0, p[1])
			x1, y1 = max(x1, p[0]), max(y1, p[1])
		}
	}
	return x0, y0, x1, y1
}

// line is a straight stroke of the given width as an outline.
func line(x0, y0, x1, y1, width float64) outline {
	length := math.Hypot(x1-x0, y1-y0)
	if length == 0 {
		length = 1
	}
	nx, ny := -(y1-y0)/length*width/2, (x1-x0)/length*width/2
	corner := func(k segmentKind, x, y float64) segment {
		return segment{kind: k, points: [3]f32.Vec2{{float32(x), float32(y)}}}
	}
	return outline{
		corner(moveTo, x0+nx, y0+ny), corner(lineTo, x1+nx, y1+ny),
		corner(lineTo, x1-nx, y1-ny), corner(lineTo, x0-nx, y0-ny),
		corner(lineTo, x0+nx, y0+ny),
	}
}
