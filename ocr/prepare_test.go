package ocr

import (
	"hash/fnv"
	"image"
	"image/color"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// page gives a white crop with an overflow margin, and its inner rectangle.
func page(w, h int) (*image.Gray, image.Rectangle) {
	img := image.NewGray(image.Rect(0, 0, w+16, h+h*7/10))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	return img, image.Rect(8, h*35/100, 8+w, h*35/100+h)
}

// bar draws an axis-parallel stroke.
func bar(img *image.Gray, r image.Rectangle, ink uint8) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			img.SetGray(x, y, color.Gray{Y: ink})
		}
	}
}

// letters draws two angular letters of the given height, standing in the cell.
func letters(img *image.Gray, inner image.Rectangle, height int, ink uint8) {
	y := (inner.Min.Y+inner.Max.Y)/2 - height/2
	for _, x := range []int{inner.Min.X + 30, inner.Min.X + 70} {
		bar(img, image.Rect(x, y, x+4, y+height), ink)
		bar(img, image.Rect(x, y+height-4, x+24, y+height), ink)
		bar(img, image.Rect(x+20, y, x+24, y+height), ink)
	}
}

// inkBox gives the bounds of pixels darker than 128.
func inkBox(img *image.Gray) image.Rectangle {
	var box image.Rectangle
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if img.Pix[y*img.Stride+x] < 128 {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

func TestPrepareEmpty(t *testing.T) {
	noise := rand.New(rand.NewPCG(1, 2))
	cases := map[string]func(img *image.Gray, inner image.Rectangle){
		"white": func(*image.Gray, image.Rectangle) {},
		"paper noise": func(img *image.Gray, _ image.Rectangle) {
			for i := range img.Pix {
				img.Pix[i] = uint8(235 + noise.IntN(21))
			}
		},
		"speck": func(img *image.Gray, in image.Rectangle) {
			bar(img, image.Rect(in.Min.X+50, in.Min.Y+20, in.Min.X+52, in.Min.Y+22), 0)
		},
		"ruled line": func(img *image.Gray, in image.Rectangle) {
			bar(img, image.Rect(in.Min.X, in.Max.Y-2, in.Max.X, in.Max.Y+1), 40)
			bar(img, image.Rect(in.Min.X, in.Min.Y, in.Min.X+3, in.Max.Y-4), 40)
		},
		"row above": func(img *image.Gray, in image.Rectangle) {
			bar(img, image.Rect(in.Min.X+40, 0, in.Min.X+60, in.Min.Y-2), 40)
		},
	}
	for name, draw := range cases {
		t.Run(name, func(t *testing.T) {
			img, inner := page(200, 50)
			draw(img, inner)
			strip := Prepare(img, inner)
			assert.Equal(t, image.Rect(0, 0, MinStripWidth, StripHeight), strip.Rect)
			assert.True(t, inkBox(strip).Empty())
		})
	}
}

func TestPrepareInk(t *testing.T) {
	for _, ink := range []uint8{0, 120, 205} {
		img, inner := page(200, 50)
		letters(img, inner, 30, ink)
		strip := Prepare(img, inner)
		box := inkBox(strip)
		assert.InDelta(t, bandHeight, box.Dy(), 2, "ink %d", ink)
		assert.InDelta(t, StripHeight/2, (box.Min.Y+box.Max.Y)/2, 2)
		assert.InDelta(t, box.Dx()+2*inkMargin, strip.Rect.Dx(), 3)
		dark := 255
		for _, v := range strip.Pix {
			dark = min(dark, int(v))
		}
		assert.LessOrEqual(t, dark, 20, "ink %d becomes black", ink)
	}
}

func TestPrepareKeepsRelativeSize(t *testing.T) {
	img, inner := page(200, 50)
	bar(img, image.Rect(80, 40, 100, 44), 0)
	dash := inkBox(Prepare(img, inner))
	assert.Less(t, dash.Dy(), 8, "a lone dash stays small")

	img, inner = page(200, 50)
	letters(img, inner, 14, 0)
	small := inkBox(Prepare(img, inner))
	assert.Less(t, small.Dy(), 20, "small letters stay small")
}

func TestPrepareIgnoresTail(t *testing.T) {
	img, inner := page(200, 50)
	letters(img, inner, 30, 0)
	clean := Prepare(img, inner)
	bar(img, image.Rect(100, 0, 103, inner.Min.Y+3), 0)
	assert.Equal(t, clean.Pix, Prepare(img, inner).Pix)
}

func TestPrepareWide(t *testing.T) {
	img, inner := page(900, 50)
	for x := inner.Min.X + 10; x < inner.Max.X-30; x += 30 {
		bar(img, image.Rect(x, inner.Min.Y+10, x+4, inner.Min.Y+40), 0)
		bar(img, image.Rect(x, inner.Min.Y+36, x+20, inner.Min.Y+40), 0)
	}
	assert.Equal(t, MaxStripWidth, Prepare(img, inner).Rect.Dx())

	img, inner = page(300, 50)
	for _, x := range []int{20, 250} {
		bar(img, image.Rect(x, inner.Min.Y+10, x+20, inner.Min.Y+40), 0)
	}
	assert.Less(t, Prepare(img, inner).Rect.Dx(), 90, "the gap is closed")
}

func TestPrepareOddInput(t *testing.T) {
	img, inner := page(60, 20)
	letters(img, inner, 12, 0)
	for _, r := range []image.Rectangle{{}, image.Rect(-5, -5, 500, 500), image.Rect(3, 3, 4, 4)} {
		strip := Prepare(img, r)
		assert.Equal(t, StripHeight, strip.Rect.Dy())
	}
	sub := img.SubImage(image.Rect(10, 3, 60, 30)).(*image.Gray)
	assert.NotPanics(t, func() { Prepare(sub, sub.Rect) })
	assert.NotPanics(t, func() { Prepare(image.NewGray(image.Rect(0, 0, 1, 1)), image.Rect(0, 0, 1, 1)) })
}

func TestRowMinima(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	for w := 1; w < 30; w++ {
		for radius := range 8 {
			src, dst := make([]uint8, 2*w), make([]uint8, 2*w)
			for i := range src {
				src[i] = uint8(r.IntN(256))
			}
			rowMinima(src, dst, w, radius)
			for i := range src {
				row := i / w * w
				x := i - row
				want := slices.Min(src[row+max(x-radius, 0) : row+min(x+radius+1, w)])
				require.Equal(t, want, dst[i], "width %d, radius %d, %d", w, radius, i)
			}
		}
	}
}

func BenchmarkPrepare(b *testing.B) {
	img, inner := page(300, 56)
	letters(img, inner, 30, 120)
	for b.Loop() {
		Prepare(img, inner)
	}
}

func FuzzPrepare(f *testing.F) {
	f.Add([]byte{0, 255, 3}, uint8(10), uint8(2), uint8(9))
	f.Fuzz(func(t *testing.T, pix []byte, w, y0, y1 uint8) {
		if w == 0 || len(pix) < int(w) {
			return
		}
		h := len(pix) / int(w)
		img := &image.Gray{Pix: pix, Stride: int(w), Rect: image.Rect(0, 0, int(w), h)}
		strip := Prepare(img, image.Rect(0, int(y0), int(w), int(y1)))
		require.Equal(t, StripHeight, strip.Rect.Dy())
		require.GreaterOrEqual(t, strip.Rect.Dx(), MinStripWidth)
		require.LessOrEqual(t, strip.Rect.Dx(), MaxStripWidth)
	})
}

func TestFrame(t *testing.T) {
	strip := whiteStrip(3)
	for y := range StripHeight {
		for x := range 3 {
			strip.Pix[y*strip.Stride+x] = uint8(100 + y + x)
		}
	}
	out := Frame(strip)
	require.Equal(t, image.Rect(0, 0, 31, 48), out.Rect)
	row := func(y int) []uint8 { return out.Pix[y*out.Stride : y*out.Stride+31] }
	plain := []uint8{0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 110, 111, 112,
		255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0}
	assert.Equal(t, plain, row(10))
	marks := []uint8{0, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 124, 125, 126,
		0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 0}
	assert.Equal(t, marks, row(24))

	sum := fnv.New32a()
	sum.Write(out.Pix)
	assert.Equal(t, uint32(0xa1945e2d), sum.Sum32(), "golden: train/ repeats this recipe")
}
