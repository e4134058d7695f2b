package ocr

import (
	"bytes"
	"image"
	"math"
	"slices"
)

// Geometry of the picture the network sees, in pixels.
const (
	// StripHeight is the height of a strip and of a framed strip.
	StripHeight = 48
	// MaxStripWidth is the widest strip Prepare gives; wider ink is squeezed.
	MaxStripWidth = 240
	// MinStripWidth is the narrowest strip, and the width of an empty cell.
	MinStripWidth = 24

	bandHeight = 31 // the ink band after scaling
	inkMargin  = 2  // white columns kept beside the ink
	maxGap     = 22 // widest run of blank columns kept between two letters
)

// Darkness levels: 0 is paper, 255 is black.
const (
	seedLevel = 18 // an ink blob must be at least this dark somewhere
	edgeLevel = 9  // nothing lighter is ever ink
	fullLevel = 40 // ink lighter than this is not stretched to full black
)

// Prepare turns a rectified cell crop into the strip the recogniser reads:
// StripHeight rows, dark ink near 0 on paper of exactly 255, trimmed to the
// ink from left to right, MinStripWidth to MaxStripWidth columns, no margin
// marks (see Frame).
//
// The crop must be background-normalised (paper near 255, ink dark). inner is
// the printed cell within it; what lies beyond is overflow, which Prepare uses
// where it belongs to the ink of the cell. Specks and remains of ruled lines
// are erased. The band that holds nearly all of the ink is scaled to a steady
// height and centred; the scale stays within limits set by the cell's height,
// so that a lone dash or a small letter does not fill the strip. Blank runs
// inside the writing are shortened. A cell without ink gives a white strip of
// MinStripWidth columns. Equal input gives equal output.
func Prepare(cell *image.Gray, inner image.Rectangle) *image.Gray {
	inner = inner.Intersect(cell.Rect).Sub(cell.Rect.Min)
	if inner.Empty() {
		return whiteStrip(MinStripWidth)
	}
	ink := newInkMap(cell, inner)
	blobs := ink.find()
	if len(blobs) == 0 {
		return whiteStrip(MinStripWidth)
	}
	return ink.render(blobs)
}

// Frame puts the margins and marks around a strip that the network was trained
// with. They fix Tesseract's contrast stretch, which looks at the middle row
// only. Exact recipe, for a strip of w columns and 48 rows:
//
//	out has 48 rows and W = w + 28 columns, all 255
//	out[y][14+x] = strip[y][x]
//	out[y][0] = out[y][1] = out[y][W-2] = out[y][W-1] = 0      for every y
//	out[24][x] = out[24][W-1-x] = 0     for x = 3, 5, 7, 9, 11, 13
//
// The middle row therefore begins 0 0 255 0 255 0 … 255 0 and ends mirrored. A
// strip of another height is placed at the top, and cut or left white below.
func Frame(strip *image.Gray) *image.Gray {
	const margin, bar, middle = 14, 2, StripHeight / 2
	w := strip.Rect.Dx()
	out := whiteStrip(w + 2*margin)
	last := w + 2*margin - 1
	for y := range StripHeight {
		row := out.Pix[y*out.Stride:]
		if y < strip.Rect.Dy() {
			copy(row[margin:margin+w], strip.Pix[y*strip.Stride:])
		}
		for x := range bar {
			row[x], row[last-x] = 0, 0
		}
	}
	row := out.Pix[middle*out.Stride:]
	for x := bar + 1; x < margin; x += 2 {
		row[x], row[last-x] = 0, 0
	}
	return out
}

func whiteStrip(width int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, width, StripHeight))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	return img
}

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

// render draws the blobs on a white strip.
func (m *inkMap) render(blobs []blob) *image.Gray {
	clean := m.clean(blobs)
	// A neighbour's tail or one long stroke must not set the scale.
	top, bottom := m.inkRows(blobs, 0.03)
	h := float64(m.inner.Dy())
	scale := bandHeight / min(max(bottom-top, 0.5*h), 1.4*h)
	// The strip's middle row shows the middle of the band.
	y0 := (top+bottom)/2 - StripHeight/2/scale

	x0, x1 := m.w, 0
	for _, b := range blobs {
		x0, x1 = min(x0, b.box.Min.X), max(x1, b.box.Max.X)
	}
	width := max(1, int(math.Round(float64(x1-x0)*scale)))
	pic := resample(clean, m.w, m.h, float64(x0), y0, 1/scale, 1/scale, width, StripHeight)
	pic, width = closeGaps(pic, width)
	if limit := MaxStripWidth - 2*inkMargin; width > limit {
		pic = resample(pic, width, StripHeight, 0, 0, float64(width)/float64(limit), 1, limit, StripHeight)
		width = limit
	}
	strip := whiteStrip(max(width+2*inkMargin, MinStripWidth))
	left := (strip.Rect.Dx() - width) / 2
	for y := range StripHeight {
		for x := range width {
			strip.Pix[y*strip.Stride+left+x] = 255 - uint8(math.Round(float64(pic[y*width+x])))
		}
	}
	return strip
}

// clean gives the darkness of the blobs alone, with a soft rim of one pixel,
// stretched so that the ink's dark end is 255 and the paper 0.
func (m *inkMap) clean(blobs []blob) []float32 {
	near := make([]bool, len(m.raw))
	for _, b := range blobs {
		for _, i := range b.pixels {
			x, y := i%m.w, i/m.w
			for ny := max(y-1, 0); ny <= min(y+1, m.h-1); ny++ {
				for nx := max(x-1, 0); nx <= min(x+1, m.w-1); nx++ {
					near[ny*m.w+nx] = true
				}
			}
		}
	}
	dark := max(float64(m.darkEnd(blobs)), fullLevel)
	paper := 0.12 * dark
	out := make([]float32, len(m.raw))
	for i, ok := range near {
		if ok {
			v := (float64(m.raw[i]) - paper) / (dark - paper)
			out[i] = float32(255 * min(max(v, 0), 1))
		}
	}
	return out
}

// closeGaps shortens blank runs of columns to maxGap.
func closeGaps(pic []float32, width int) ([]float32, int) {
	keep := make([]int, 0, width)
	gap := 0
	for x := range width {
		blank := true
		for y := 0; y < StripHeight && blank; y++ {
			blank = pic[y*width+x] < 8
		}
		if gap++; !blank {
			gap = 0
		}
		if gap <= maxGap {
			keep = append(keep, x)
		}
	}
	if len(keep) == width {
		return pic, width
	}
	out := make([]float32, StripHeight*len(keep))
	for y := range StripHeight {
		for i, x := range keep {
			out[y*len(keep)+i] = pic[y*width+x]
		}
	}
	return out, len(keep)
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
