package main

import (
	"math"
	"math/rand/v2"

	"golang.org/x/image/math/f32"
)

// hand is how one player writes. No two of his letters come out alike.
type hand struct {
	font     string  // a file in fonts/, without .woff
	height   float64 // of his capitals, in millimetres
	wander   float64 // how far a stroke strays from the font's, in ems
	slope    float64 // how much his lines rise or fall, in degrees
	slant    float64 // how much his letters lean to and fro, in degrees
	swell    float64 // what the pen adds to the width of a stroke, in millimetres
	ink      rgb
	pressure float64 // how dark the ink is where he presses, 0 to 1
}

// writer is a hand with its pen on one sheet.
type writer struct {
	hand
	face *typeface
	size float64 // of the em, in millimetres
	rng  *rand.Rand
	skip noise // where the ball of the pen leaves a little less ink
}

func newWriter(h hand, rng *rand.Rand) (*writer, error) {
	face, err := openTypeface(h.font)
	if err != nil {
		return nil, err
	}
	capital, err := face.height('D')
	if err != nil {
		return nil, err
	}
	return &writer{hand: h, face: face, size: h.height / capital, rng: rng, skip: noise(rng.Uint64())}, nil
}

// move writes a move into its cell, somewhere near the left, never quite straight.
func (w *writer) move(s *sheet, text string, in box) error {
	return w.write(s, text, box{in.x + 1.5 + 4*w.rng.Float64(), in.y, in.w - 6.5, in.h})
}

// write puts text into a box, narrower where it would not fit.
func (w *writer) write(s *sheet, text string, in box) error {
	size := w.size * (1 + 0.05*w.gauss())
	width, err := w.face.width(text, size)
	if err != nil {
		return err
	}
	narrow := min(1, in.w/width)
	turn := w.slope * w.gauss() * math.Pi / 180
	lean := w.slant * w.gauss() / 2 * math.Pi / 180
	x := in.x
	base := in.y + in.h/2 + w.height/2 + 0.3*w.gauss()
	for _, r := range text {
		g, err := w.face.glyph(r)
		if err != nil {
			return err
		}
		at := f32.Vec2{float32(x), float32(base + (x-in.x)*math.Sin(turn))}
		s.fill(w.penned(g, at, size, narrow, lean), w.pen())
		x += g.advance * size * narrow * (1 + 0.08*w.gauss())
	}
	return nil
}

// penned is a glyph as this hand draws it this time, its origin at a place.
func (w *writer) penned(g glyph, at f32.Vec2, size, narrow, lean float64) outline {
	stray := noise(w.rng.Uint64())
	wide := size * narrow * (1 + 0.06*w.gauss())
	high := size * (1 + 0.06*w.gauss())
	turn := 2.5 * w.gauss() * math.Pi / 180
	lean += w.slant * w.gauss() / 2 * math.Pi / 180
	drop := 0.03 * size * w.gauss()
	const reach = 0.35 // ems: a stroke bends as a whole, it does not tremble
	shape := g.placed(func(u, v float64) (float64, float64) {
		du := w.wander * stray.at(u/reach, v/reach)
		dv := w.wander * stray.at(u/reach+91, v/reach+37)
		a, b := (u+du)*wide-(v+dv)*high*math.Tan(lean), (v+dv)*high
		return float64(at[0]) + a*math.Cos(turn) - b*math.Sin(turn),
			float64(at[1]) + drop + a*math.Sin(turn) + b*math.Cos(turn)
	})
	return shape.swollen(w.swell / 2)
}

// swollen adds copies of a shape all around it, which widens every stroke by
// twice the reach.
func (o outline) swollen(reach float64) outline {
	if reach <= 0 {
		return o
	}
	const copies = 8
	out := o
	for i := range copies {
		turn := 2 * math.Pi * float64(i) / copies
		dx, dy := float32(reach*math.Cos(turn)), float32(reach*math.Sin(turn))
		for _, g := range o {
			for k := range g.points {
				g.points[k][0] += dx
				g.points[k][1] += dy
			}
			out = append(out, g)
		}
	}
	return out
}

// pen is the ink as it flows at this moment.
func (w *writer) pen() ink {
	press := w.pressure * (1 + 0.05*w.gauss())
	return ink{w.ink, func(x, y int) float64 {
		fx, fy := float64(x), float64(y)
		flow := 1 + 0.12*w.skip.at(fx/40, fy/40) + 0.22*min(0, w.skip.at(fx/3+500, fy/3))
		return max(0, min(1, press*flow))
	}}
}

// sign scrawls a signature: a wave that calms down, and a stroke under it.
func (w *writer) sign(s *sheet, in box) {
	const steps = 260
	length := 24 + 10*w.rng.Float64()
	x0, base := in.x+2+4*w.rng.Float64(), in.y+in.h-3
	loops := 5 + 3*w.rng.Float64()
	phase := w.rng.Float64()
	waver := noise(w.rng.Uint64())
	px, py := x0, base
	for i := 1; i <= steps; i++ {
		t := float64(i) / steps
		swing := 2.6 * (1 - 0.75*t) * (1 + 0.5*waver.at(9*t, 0))
		x := x0 + length*t + 1.4*(1-t)*math.Sin(2*math.Pi*(loops*t+phase)+1)
		y := base - 1.2 - swing*math.Sin(2*math.Pi*(loops*t+phase)) + waver.at(4*t, 5)
		if i > 1 {
			s.fill(line(px, py, x, y, 0.42), w.pen())
		}
		px, py = x, y
	}
	s.fill(line(x0+3, base+1.6, x0+length, base+0.6, 0.4), w.pen())
}

// gauss is a draw from the normal distribution, without its wild tails.
func (w *writer) gauss() float64 { return max(-2, min(2, w.rng.NormFloat64())) }
