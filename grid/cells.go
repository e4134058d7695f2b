package grid

import (
	"context"
	"image"
	"math"
)

const (
	maxRow     = 64   // greatest height of a row in the straightened table, pixels
	overTop    = 0.35 // overflow margin above and below a cell, in row heights
	overSide   = 0.25 // overflow margin left and right
	tableFrame = 1    // rows kept above and below the table
)

// table is the straightened sheet: every row line and column edge is straight
// and at a known place.
type table struct {
	p     *plane
	rowH  int
	top   int   // height of the first row line
	edges []int // x of every column edge
	rows  int
}

func (t *table) lineY(k int) int { return t.top + k*t.rowH }

// cut makes the straightened table and its cells from the found structure.
func cut(ctx context.Context, gray *image.Gray, s *structure) (*Sheet, error) {
	t := s.straightTable(gray)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t.flatten()
	sheet := &Sheet{Rectified: toGray(t.p), Rows: t.rows, Blocks: len(s.lay.pairs), Confidence: s.confidence, Warnings: s.warnings}
	t.removeLines()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	own := t.owners()
	for b, pr := range s.lay.pairs {
		for r := 0; r < t.rows; r++ {
			for side, e := range [2][2]float64{pr.white, pr.black} {
				i, j := s.edge(e[0]), s.edge(e[1])
				img, inner := t.crop(own, r, i, j)
				sheet.Cells = append(sheet.Cells, Cell{
					Move: b*t.rows + r + 1, Side: side, Block: b, Row: r,
					Quad: Quad{s.page(i, r), s.page(j, r), s.page(j, r+1), s.page(i, r+1)}, Image: img, Inner: inner,
				})
			}
		}
	}
	return sheet, nil
}

// flatten makes the paper white, and all that lies beyond the page.
func (t *table) flatten() {
	var beyond []int
	for i, v := range t.p.pix {
		if v < 0 {
			beyond = append(beyond, i)
			t.p.pix[i] = -v - 1
		}
	}
	t.p = flatten(t.p, max(10, t.rowH*4/5), 0)
	for _, i := range beyond {
		t.p.pix[i] = 255
	}
}

func toGray(p *plane) *image.Gray {
	g := image.NewGray(image.Rect(0, 0, p.w, p.h))
	for i, v := range p.pix {
		g.Pix[i] = uint8(min(max(v+0.5, 0), 255))
	}
	return g
}

// edge is the index of the column edge at u.
func (s *structure) edge(u float64) int {
	best := 0
	for i, c := range s.cols {
		if math.Abs(c-u) < math.Abs(s.cols[best]-u) {
			best = i
		}
	}
	return best
}

// page is the crossing of column edge i and row line k in page pixels.
func (s *structure) page(i, k int) Point {
	u := s.colAt(i, k)
	return s.toPage(u, s.rowAt(k, u))
}

func (s *structure) toPage(u, v float64) Point {
	p := s.mesh.at(u, v)
	return Point{(p.X+0.5)/s.scale - 0.5, (p.Y+0.5)/s.scale - 0.5}
}

// straightTable samples the page so that rows and columns stand square.
func (s *structure) straightTable(gray *image.Gray) *table {
	n := len(s.rows) - 1
	native := s.nativePitch()
	rowH := min(maxRow, max(8, int(native+0.5)))
	f := min(1, float64(rowH)/native)
	src := reduce(gray, f)
	fx, fy := float64(src.w)/float64(gray.Bounds().Dx()), float64(src.h)/float64(gray.Bounds().Dy())
	side := rowH / 2
	t := &table{rowH: rowH, top: tableFrame * rowH, rows: n}
	x := side
	t.edges = append(t.edges, x)
	for i := 0; i+1 < len(s.cols); i++ {
		a, b := s.page(i, n/2), s.page(i+1, n/2)
		x += max(2, int(math.Hypot(b.X-a.X, b.Y-a.Y)*f+0.5))
		t.edges = append(t.edges, x)
	}
	t.p = newPlane(x+side, t.top+(n+tableFrame)*rowH)
	xs, us := s.columnNodes(t, side, f)
	for k := -tableFrame; k < n+tableFrame; k++ {
		for i := 0; i+1 < len(xs); i++ {
			corner := func(i, k int) Point {
				u := us(i, k)
				p := s.toPage(u, s.rowAt(k, u))
				return Point{(p.X+0.5)*fx - 0.5, (p.Y+0.5)*fy - 0.5}
			}
			fillQuad(t.p, src, image.Rect(xs[i], t.lineY(k), xs[i+1], t.lineY(k+1)), [4]Point{corner(i, k), corner(i+1, k), corner(i+1, k+1), corner(i, k+1)})
		}
	}
	return t
}

// nativePitch is the row height in page pixels.
func (s *structure) nativePitch() float64 {
	n := len(s.rows) - 1
	i := len(s.cols) / 2
	a, b := s.page(i, 0), s.page(i, n)
	return math.Hypot(b.X-a.X, b.Y-a.Y) / float64(n)
}

// columnNodes lists x places in the table, edges among them, and gives for
// each the straightened u at a row line.
func (s *structure) columnNodes(t *table, side int, f float64) (xs []int, us func(i, k int) float64) {
	type node struct {
		edge int
		t    float64
	}
	var nodes []node
	perU := float64(t.edges[len(t.edges)-1]-t.edges[0]) / max(1, s.cols[len(s.cols)-1]-s.cols[0])
	xs = append(xs, 0)
	nodes = append(nodes, node{-1, float64(side) / perU})
	for i := 0; i+1 < len(s.cols); i++ {
		w := t.edges[i+1] - t.edges[i]
		n := max(1, w/32)
		for j := 0; j < n; j++ {
			xs = append(xs, t.edges[i]+w*j/n)
			nodes = append(nodes, node{i, float64(w*j/n) / float64(w)})
		}
	}
	last := len(s.cols) - 1
	xs = append(xs, t.edges[last], t.edges[last]+side)
	nodes = append(nodes, node{last, 0}, node{last, float64(side) / perU})
	return xs, func(i, k int) float64 {
		nd := nodes[i]
		switch {
		case nd.edge < 0:
			return s.colAt(0, k) - nd.t
		case nd.edge == last:
			return s.colAt(last, k) + nd.t
		}
		return s.colAt(nd.edge, k)*(1-nd.t) + s.colAt(nd.edge+1, k)*nd.t
	}
}

// fillQuad fills the rectangle r of dst from the quadrilateral q of src. What
// lies outside src is the nearest pixel v, marked as -v-1.
func fillQuad(dst, src *plane, r image.Rectangle, q [4]Point) {
	r = r.Intersect(image.Rect(0, 0, dst.w, dst.h))
	for y := r.Min.Y; y < r.Max.Y; y++ {
		tv := float64(y-r.Min.Y) / float64(r.Dy())
		ax, ay := q[0].X+(q[3].X-q[0].X)*tv, q[0].Y+(q[3].Y-q[0].Y)*tv
		bx, by := q[1].X+(q[2].X-q[1].X)*tv, q[1].Y+(q[2].Y-q[1].Y)*tv
		row := dst.row(y)
		for x := r.Min.X; x < r.Max.X; x++ {
			tu := float64(x-r.Min.X) / float64(r.Dx())
			v, ok := src.bilinear(ax+(bx-ax)*tu, ay+(by-ay)*tu)
			if !ok {
				v = -src.at(int(ax+(bx-ax)*tu), int(ay+(by-ay)*tu)) - 1
			}
			row[x] = v
		}
	}
}

// crop cuts the cell of row r between the column edges i and j, with its
// overflow and without its neighbours' ink.
func (t *table) crop(own *ownership, r, i, j int) (*image.Gray, image.Rectangle) {
	mx, my := int(overSide*float64(t.rowH)), int(overTop*float64(t.rowH))
	inner := image.Rect(t.edges[i], t.lineY(r), t.edges[j], t.lineY(r+1))
	z := own.across((inner.Min.X + inner.Max.X) / 2)
	low := int(max(0, own.shift[z]) * float64(t.rowH)) // low writing needs more room below
	outer := image.Rect(inner.Min.X-mx, inner.Min.Y-my, inner.Max.X+mx, inner.Max.Y+my+low).Intersect(image.Rect(0, 0, t.p.w, t.p.h))
	mine := own.zone((inner.Min.X+inner.Max.X)/2, (inner.Min.Y+inner.Max.Y)/2)
	near := outer // where faint traces are taken for the cell's own
	if r == 0 {
		near.Min.Y = inner.Min.Y - t.rowH/10 // not those of a shaded header
	}
	g := image.NewGray(image.Rect(0, 0, outer.Dx(), outer.Dy()))
	for y := outer.Min.Y; y < outer.Max.Y; y++ {
		src := t.p.row(y)
		ids := own.of[y*t.p.w : (y+1)*t.p.w]
		dst := g.Pix[(y-outer.Min.Y)*g.Stride:]
		for x := outer.Min.X; x < outer.Max.X; x++ {
			v := uint8(255)
			faint := ids[x] == nobody && src[x] < own.stain && image.Pt(x, y).In(near)
			if (ids[x] == mine || faint) && !own.bare[mine] {
				v = uint8(min(max(src[x]+0.5, 0), 255))
			}
			dst[x-outer.Min.X] = v
		}
	}
	return g, inner.Sub(outer.Min)
}
