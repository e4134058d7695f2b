package grid

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"strconv"
)

// Overlay draws the cells' outlines and move numbers over the page picture.
func (s *Sheet) Overlay(img image.Image) *image.RGBA {
	b := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(out, out.Bounds(), img, b.Min, draw.Src)
	width := max(1, max(b.Dx(), b.Dy())/1200)
	sides := [2]color.RGBA{{220, 0, 0, 255}, {0, 90, 255, 255}}
	for _, c := range s.Cells {
		for i := range c.Quad {
			line(out, c.Quad[i], c.Quad[(i+1)%4], sides[c.Side&1], width)
		}
		if c.Side == 0 {
			h := c.Quad[3].Y - c.Quad[0].Y
			number(out, c.Quad[0], c.Move, max(1, int(h/12)), color.RGBA{0, 150, 0, 255})
		}
	}
	return out
}

func line(img *image.RGBA, a, b Point, c color.RGBA, width int) {
	n := int(math.Max(math.Abs(b.X-a.X), math.Abs(b.Y-a.Y))) + 1
	for i := 0; i <= n; i++ {
		t := float64(i) / float64(n)
		x, y := int(a.X+(b.X-a.X)*t), int(a.Y+(b.Y-a.Y)*t)
		for d := 0; d < width; d++ {
			img.SetRGBA(x+d, y, c)
			img.SetRGBA(x, y+d, c)
		}
	}
}

// glyphs are 3x5 digits, one bit per pixel, top row first.
var glyphs = [10]uint16{0x7b6f, 0x2c97, 0x73e7, 0x73cf, 0x5bc9, 0x79cf, 0x79ef, 0x7249, 0x7bef, 0x7bcf}

// number writes n to the left of p.
func number(img *image.RGBA, p Point, n, size int, c color.RGBA) {
	text := strconv.Itoa(n)
	x0, y0 := int(p.X)-(4*len(text)+1)*size, int(p.Y)+3*size
	for _, ch := range text {
		g := glyphs[ch-'0']
		for bit := 0; bit < 15; bit++ {
			if g>>(14-bit)&1 == 0 {
				continue
			}
			px, py := x0+bit%3*size, y0+bit/3*size
			draw.Draw(img, image.Rect(px, py, px+size, py+size), image.NewUniform(c), image.Point{}, draw.Src)
		}
		x0 += 4 * size
	}
}
