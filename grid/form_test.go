package grid

import (
	"image"
	"image/color"
	"math"
	"math/rand"
	"strconv"
)

// form describes a scoresheet drawn by code.
type form struct {
	blocks, rows int
	rowH, cellW  int
	numW         int
	numbers      string // "left", "between" or "inside" (no rule divides them from the cell)
	gutter       int
	header       bool  // a header row as high as the others, dark over Black
	ends         int   // by how much the first row is lower, and the last one higher, than the others
	boxes        bool  // cells are boxes of their own: each has a top line of its own below the row's
	line         uint8 // brightness of the printed lines
	written      int   // moves written from the first on
	w, h         int
	slant, persp float64 // slope of the rows; difference of scale top to bottom
	curl         float64 // greatest bend of the rows in pixels
	shade        float64 // darkening towards one corner, 0..1
	grain        int     // paper noise
	seed         int64
}

func plainForm() form {
	return form{blocks: 2, rows: 30, rowH: 32, cellW: 122, numW: 42, numbers: "left", header: true, line: 60, written: 25, w: 800, h: 1150, seed: 1}
}

// column returns left and right of a cell's column in form coordinates.
func (f form) column(block, side int) (x0, x1 int) {
	x := f.margin() + block*(f.blockW()+f.gutter)
	switch {
	case f.numbers == "between" && side == 0:
	case f.numbers == "between":
		x += f.cellW + f.numW
	case f.numbers == "inside" && side == 0:
		return x, x + f.cellW
	case f.numbers == "inside":
		x += f.cellW
	default:
		x += f.numW + side*f.cellW
	}
	return x, x + f.cellW
}

func (f form) numberX(block int) int {
	x := f.margin() + block*(f.blockW()+f.gutter)
	if f.numbers == "between" {
		x += f.cellW
	}
	return x
}

func (f form) blockW() int {
	if f.numbers == "inside" {
		return 2 * f.cellW
	}
	return 2*f.cellW + f.numW
}

func (f form) margin() int { return (f.w - f.blocks*f.blockW() - (f.blocks-1)*f.gutter) / 2 }
func (f form) top() int    { return f.lineY(0) }

// lineY is the height of row line k.
func (f form) lineY(k int) int {
	y := (f.h-f.rows*f.rowH)/2 + f.rowH/2 + k*f.rowH
	if k == 0 || k == f.rows {
		y += f.ends
	}
	return y
}

// place maps form coordinates to the photographed page.
func (f form) place(x, y float64) (px, py float64) {
	cx, cy := float64(f.w)/2, float64(f.h)/2
	s := 1 + f.persp*(y-cy)/float64(f.h)
	px = cx + (x-cx)*s + f.slant*(cy-y)*0.3
	py = cy + (y-cy)*(1-math.Abs(f.persp)*0.1) + f.slant*(x-cx) + f.curl*math.Sin(math.Pi*x/float64(f.w))
	return px, py
}

// quad is the true outline of a cell on the page.
func (f form) quad(block, row, side int) Quad {
	x0, x1 := f.column(block, side)
	y0, y1 := f.lineY(row), f.lineY(row+1)
	var q Quad
	for i, p := range [4][2]int{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}} {
		q[i].X, q[i].Y = f.place(float64(p[0]), float64(p[1]))
	}
	return q
}

// draw makes the page picture.
func (f form) draw() *image.Gray {
	flat := f.drawFlat()
	rng := rand.New(rand.NewSource(f.seed + 7))
	out := image.NewGray(image.Rect(0, 0, f.w, f.h))
	for y := 0; y < f.h; y++ {
		for x := 0; x < f.w; x++ {
			fx, fy := f.unplace(float64(x), float64(y))
			v, ok := flat.bilinear(fx, fy)
			if !ok {
				v = 250
			}
			light := 1 - f.shade*float64(x+y)/float64(f.w+f.h)
			n := 0.0
			if f.grain > 0 {
				n = float64(rng.Intn(2*f.grain+1) - f.grain)
			}
			out.Pix[y*out.Stride+x] = uint8(min(max(float64(v)*light+n, 0), 255))
		}
	}
	return out
}

// unplace inverts place by fixed-point steps.
func (f form) unplace(px, py float64) (x, y float64) {
	x, y = px, py
	if f.slant == 0 && f.persp == 0 && f.curl == 0 {
		return x, y
	}
	for i := 0; i < 4; i++ {
		qx, qy := f.place(x, y)
		x, y = x+px-qx, y+py-qy
	}
	return x, y
}

func (f form) drawFlat() *plane {
	img := image.NewRGBA(image.Rect(0, 0, f.w, f.h))
	fill(img, img.Rect, 245)
	top, bottom := f.top(), f.lineY(f.rows)
	head := top
	if f.header {
		head -= f.rowH
	}
	for b := 0; b < f.blocks; b++ {
		left := f.margin() + b*(f.blockW()+f.gutter)
		right := left + f.blockW()
		if f.header {
			x0, x1 := f.column(b, 1)
			fill(img, image.Rect(x0, head, x1, top), 50)
		}
		if f.numbers == "inside" {
			fill(img, image.Rect(left, top, left+f.numW, bottom), 222)
		}
		for r := 0; r <= f.rows; r++ {
			fill(img, image.Rect(left, f.lineY(r)-1, right+1, f.lineY(r)+1), f.line)
		}
		if f.header {
			fill(img, image.Rect(left, head-1, right+1, head+1), f.line)
		}
		edges := []int{left, right}
		for side := range 2 {
			x0, x1 := f.column(b, side)
			edges = append(edges, x0, x1)
		}
		for _, x := range edges {
			fill(img, image.Rect(x-1, head, x+1, bottom), f.line)
		}
		for r := 0; r < f.rows && f.boxes; r++ {
			for side := range 2 {
				x0, x1 := f.column(b, side)
				fill(img, image.Rect(x0, f.lineY(r)+6, x1, f.lineY(r)+8), f.line)
			}
		}
		for r := 0; r < f.rows; r++ {
			n := b*f.rows + r + 1
			number(img, Point{float64(f.numberX(b) + 6 + 9*len(strconv.Itoa(n))), float64(f.lineY(r)) + 4}, n, 2, color.RGBA{70, 70, 70, 255})
		}
	}
	rng := rand.New(rand.NewSource(f.seed))
	for n := 0; n < f.written; n++ {
		for side := range 2 {
			f.write(img, rng, n/f.rows, n%f.rows, side)
		}
	}
	return reduce(grayOf(img), 1)
}

func fill(img *image.RGBA, r image.Rectangle, v uint8) {
	r = r.Intersect(img.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			img.SetRGBA(x, y, color.RGBA{v, v, v, 255})
		}
	}
}

// write scribbles a few letter-like strokes into a cell.
func (f form) write(img *image.RGBA, rng *rand.Rand, block, row, side int) {
	x0, _ := f.column(block, side)
	if f.numbers == "inside" && side == 0 {
		x0 += f.numW
	}
	y0 := f.lineY(row)
	x := float64(x0 + 14 + rng.Intn(10))
	for range 2 + rng.Intn(3) {
		base := float64(y0) + 0.5*float64(f.rowH)
		p := Point{x, base}
		for range 4 {
			q := Point{x + rng.Float64()*14, base + (rng.Float64()-0.45)*0.7*float64(f.rowH)}
			line(img, p, q, color.RGBA{80, 80, 90, 255}, 2)
			p = q
		}
		x += 19
	}
}
