package ocr

import (
	"image"
	"math"
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
