package ocr

import (
	"image"
	"math"
)

// Darkness levels: 0 is paper, 255 is black.
const (
	seedLevel = 18 // an ink blob must be at least this dark somewhere
	edgeLevel = 9  // nothing lighter is ever ink
	fullLevel = 40 // ink lighter than this is not stretched to full black
)

// inkMap is the darkness of a crop: raw as it is, soft after a 3x3 blur that
// keeps sensor noise from making blobs.
type inkMap struct {
	w, h      int
	inner     image.Rectangle
	raw, soft []uint8
}

func newInkMap(cell *image.Gray, inner image.Rectangle) *inkMap {
	w, h := cell.Rect.Dx(), cell.Rect.Dy()
	m := &inkMap{w: w, h: h, inner: inner, raw: make([]uint8, w*h)}
	for y := range h {
		for x := range w {
			m.raw[y*w+x] = 255 - cell.Pix[y*cell.Stride+x]
		}
	}
	m.soft = blur(m.raw, w, h)
	// What is dark over a square much wider than a pen is shading, not ink.
	shade := opening(m.soft, w, h, inner.Dy()/5)
	for i, s := range shade {
		m.raw[i] -= min(m.raw[i], s)
		m.soft[i] -= s
	}
	return m
}

// blob is one connected piece of ink.
type blob struct {
	pixels []int // indices y*w+x
	box    image.Rectangle
	peak   uint8 // darkest softened pixel
	inside int   // pixels within the cell's rows
}

// find gives the blobs that belong to the cell's writing, none when it is empty.
func (m *inkMap) find() []blob {
	grain := m.grain()
	edge, seed := max(edgeLevel, 2*grain), max(seedLevel, 4*grain)
	rough := m.keep(m.blobs(edge, seed))
	if len(rough) == 0 {
		return nil
	}
	// The ink's own darkness sets the thresholds of the second look.
	dark := float64(m.darkEnd(rough))
	low := max(edge, uint8(0.2*dark))
	high := max(seed, uint8(0.33*dark))
	blobs := m.dropStrays(m.keep(m.blobs(low, high)))
	area := 0
	for _, b := range blobs {
		area += len(b.pixels)
	}
	if h := m.inner.Dy(); float64(area) < 0.008*float64(h*h) {
		return nil
	}
	return blobs
}

// grain gives the darkness of the paper's texture: two thirds of all pixels, and
// so of the paper, stay below it.
func (m *inkMap) grain() uint8 {
	var hist [256]int
	for _, v := range m.soft {
		hist[v]++
	}
	return min(quantile(hist[:], len(m.soft), 0.67), 60)
}

// blobs gives the 8-connected pieces of softened darkness >= low that reach high.
func (m *inkMap) blobs(low, high uint8) []blob {
	seen := make([]bool, len(m.soft))
	var out []blob
	var stack []int
	for start, v := range m.soft {
		if v < high || seen[start] {
			continue
		}
		b := blob{box: image.Rectangle{Min: image.Pt(m.w, m.h)}}
		seen[start] = true
		stack = append(stack[:0], start)
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			x, y := i%m.w, i/m.w
			b.add(i, x, y, m)
			for ny := max(y-1, 0); ny <= min(y+1, m.h-1); ny++ {
				for nx := max(x-1, 0); nx <= min(x+1, m.w-1); nx++ {
					if j := ny*m.w + nx; !seen[j] && m.soft[j] >= low {
						seen[j] = true
						stack = append(stack, j)
					}
				}
			}
		}
		out = append(out, b)
	}
	return out
}

func (b *blob) add(i, x, y int, m *inkMap) {
	b.pixels = append(b.pixels, i)
	b.peak = max(b.peak, m.soft[i])
	b.box.Min.X, b.box.Max.X = min(b.box.Min.X, x), max(b.box.Max.X, x+1)
	b.box.Min.Y, b.box.Max.Y = min(b.box.Min.Y, y), max(b.box.Max.Y, y+1)
	if y >= m.inner.Min.Y && y < m.inner.Max.Y {
		b.inside++
	}
}

// keep drops specks, remains of ruled lines and ink of the neighbouring rows.
func (m *inkMap) keep(blobs []blob) []blob {
	out := blobs[:0]
	for _, b := range blobs {
		if !m.speck(b) && !m.ruled(b) && !m.foreign(b) {
			out = append(out, b)
		}
	}
	return out
}

func (m *inkMap) speck(b blob) bool {
	h := float64(m.inner.Dy())
	return float64(len(b.pixels)) < 0.003*h*h
}

// ruled tells a thin straight piece at or beyond the border of the printed cell.
func (m *inkMap) ruled(b blob) bool {
	h := float64(m.inner.Dy())
	bw, bh := float64(b.box.Dx()), float64(b.box.Dy())
	cx := float64(b.box.Min.X+b.box.Max.X) / 2
	cy := float64(b.box.Min.Y+b.box.Max.Y) / 2
	nearRow := cy < float64(m.inner.Min.Y)+0.14*h || cy > float64(m.inner.Max.Y)-0.14*h
	nearColumn := cx < float64(m.inner.Min.X)+0.1*h || cx > float64(m.inner.Max.X)-0.1*h
	if max(bw, bh) > 0.6*h && m.borderShare(b) > 0.75 {
		return true
	}
	switch {
	case nearRow && bh < 0.14*h && bw > 2.5*bh:
		return true
	case nearColumn && bw < 0.14*h && bh > 3*bw:
		return true
	case bw > 1.2*h && float64(len(b.pixels)) < 0.22*h*bw:
		y := m.meanRow(b)
		return y < float64(m.inner.Min.Y)+0.22*h || y > float64(m.inner.Max.Y)-0.22*h
	}
	return bw > 2*h && bh < 0.14*h
}

// inBorderRows tells whether b lies wholly in the uppermost or lowest share of
// the cell, or beyond.
func (m *inkMap) inBorderRows(b blob, share float64) bool {
	zone := int(math.Round(share * float64(m.inner.Dy())))
	return b.box.Max.Y <= m.inner.Min.Y+zone || b.box.Min.Y >= m.inner.Max.Y-zone
}

// inBorderColumns is the same for the columns at the left and right.
func (m *inkMap) inBorderColumns(b blob, share float64) bool {
	zone := int(math.Round(share * float64(m.inner.Dy())))
	return b.box.Max.X <= m.inner.Min.X+zone || b.box.Min.X >= m.inner.Max.X-zone
}

// borderShare gives the share of b's pixels that lie on the cell's border.
func (m *inkMap) borderShare(b blob) float64 {
	inside := m.inner.Inset(max(1, m.inner.Dy()/12))
	outside := m.inner.Inset(-max(1, m.inner.Dy()/12))
	n := 0
	for _, i := range b.pixels {
		if p := image.Pt(i%m.w, i/m.w); !p.In(inside) && p.In(outside) {
			n++
		}
	}
	return float64(n) / float64(len(b.pixels))
}

// foreign tells ink that lies in the rows above or below. What reaches deep into
// the cell may be joined to the cell's own letters and stays.
func (m *inkMap) foreign(b blob) bool {
	share := float64(b.inside) / float64(len(b.pixels))
	cut := b.box.Min.Y == 0 || b.box.Max.Y == m.h
	switch {
	case cut && m.inBorderRows(b, 0.5):
		return share < 0.6
	case cut:
		return share < 0.35
	}
	return share < 0.12
}

// dropStrays drops what does not belong to the writing although it may be ink:
// remains at the cell's border, and the feet of the letters in the row above.
func (m *inkMap) dropStrays(blobs []blob) []blob {
	var body []blob
	for _, b := range blobs {
		if !m.remains(b) && m.sideShare(b) <= 0.7 {
			body = append(body, b)
		}
	}
	top, _ := m.inkRows(body, 0.02)
	pale := 0.5 * float64(m.darkEnd(body))
	var out []blob
	for _, b := range blobs {
		remains := m.remains(b)
		switch {
		case remains && 4*nearest(b, body) > m.inner.Dy():
		case remains && m.meanRow(b) < top:
		case m.sideShare(b) > 0.7 && (m.meanDark(b) < pale || 4*nearest(b, body) > m.inner.Dy()):
		case m.inBorderColumns(b, 0.8) && m.meanDark(b) < 0.8*pale:
		default:
			out = append(out, b)
		}
	}
	return out
}

// sideShare gives the share of b's pixels beside the cell or at its very edge.
func (m *inkMap) sideShare(b blob) float64 {
	zone := m.inner.Dy() / 8
	n := 0
	for _, i := range b.pixels {
		if x := i % m.w; x < m.inner.Min.X+zone || x >= m.inner.Max.X-zone {
			n++
		}
	}
	return float64(n) / float64(len(b.pixels))
}

// meanRow gives the mean row of b's pixels.
func (m *inkMap) meanRow(b blob) float64 {
	sum := 0
	for _, i := range b.pixels {
		sum += i / m.w
	}
	return float64(sum) / float64(len(b.pixels))
}

// meanDark gives the mean darkness of b's pixels.
func (m *inkMap) meanDark(b blob) float64 {
	sum := 0
	for _, i := range b.pixels {
		sum += int(m.soft[i])
	}
	return float64(sum) / float64(len(b.pixels))
}

// remains tells a small piece of ink at the cell's border: alone, or away from
// the writing, it is the rest of a line, of shading or of a neighbour. Feet of
// the row above reach further into the cell than the rest.
func (m *inkMap) remains(b blob) bool {
	h := float64(m.inner.Dy())
	size := float64(max(b.box.Dx(), b.box.Dy()))
	if size < 0.35*h && (m.inBorderColumns(b, 0.3) || m.inBorderRows(b, 0.25)) {
		return true
	}
	return size < 0.9*h && float64(b.box.Min.Y) < float64(m.inner.Min.Y)+0.1*h &&
		float64(b.box.Max.Y) < float64(m.inner.Min.Y)+0.45*h
}

// nearest gives the horizontal gap from b to the closest of body, a large one
// when that is empty.
func nearest(b blob, body []blob) int {
	gap := math.MaxInt16
	for _, o := range body {
		gap = min(gap, max(0, b.box.Min.X-o.box.Max.X, o.box.Min.X-b.box.Max.X))
	}
	return gap
}

// darkEnd gives the darkness that 85 % of the ink's pixels stay below, 255
// without ink.
func (m *inkMap) darkEnd(blobs []blob) uint8 {
	var hist [256]int
	n := 0
	for _, b := range blobs {
		for _, i := range b.pixels {
			hist[m.raw[i]]++
		}
		n += len(b.pixels)
	}
	return quantile(hist[:], n, 0.85)
}

// quantile gives the index below or at which the given share of n counts lie.
func quantile(hist []int, n int, share float64) uint8 {
	want, sum := int(share*float64(n)), 0
	for i, c := range hist {
		if sum += c; sum > want {
			return uint8(i)
		}
	}
	return uint8(len(hist) - 1)
}

// inkRows gives the rows that hold the blobs' ink but for a share above and the
// same share below.
func (m *inkMap) inkRows(blobs []blob, share float64) (top, bottom float64) {
	rows := make([]int, m.h)
	n := 0
	for _, b := range blobs {
		for _, i := range b.pixels {
			rows[i/m.w]++
		}
		n += len(b.pixels)
	}
	cut := int(share * float64(n))
	first, sum := 0, rows[0]
	for sum <= cut && first < m.h-1 {
		first++
		sum += rows[first]
	}
	last := m.h - 1
	for sum = rows[last]; sum <= cut && last > 0; sum += rows[last] {
		last--
	}
	return float64(first), float64(last + 1)
}
