package grid

import (
	"context"
	"errors"
	"image"
	"image/color"
	"math"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFindDrawnForms(t *testing.T) {
	cases := map[string]func(*form){
		"plain":               func(f *form) {},
		"25 rows":             func(f *form) { f.rows, f.rowH = 25, 36 },
		"40 rows, small":      func(f *form) { f.rows, f.rowH, f.h = 40, 26, 1250 },
		"20 rows, 3 blocks":   func(f *form) { f.rows, f.blocks, f.cellW, f.rowH, f.written = 20, 3, 95, 44, 30 },
		"one block":           func(f *form) { f.blocks, f.cellW = 1, 210 },
		"four blocks":         func(f *form) { f.blocks, f.cellW, f.numW, f.rows, f.rowH, f.w = 4, 88, 34, 20, 40, 950 },
		"gutter":              func(f *form) { f.gutter, f.cellW = 34, 112 },
		"numbers between":     func(f *form) { f.numbers, f.header = "between", false },
		"numbers inside":      func(f *form) { f.numbers, f.cellW = "inside", 160 },
		"uneven ends":         func(f *form) { f.ends = 5 },
		"boxes":               func(f *form) { f.boxes, f.written = true, 30 },
		"no header":           func(f *form) { f.header = false },
		"full":                func(f *form) { f.written = 60 },
		"empty":               func(f *form) { f.written = 0 },
		"faint lines":         func(f *form) { f.line = 205 },
		"skew":                func(f *form) { f.slant = 0.06 },
		"skew the other way":  func(f *form) { f.slant = -0.05 },
		"perspective":         func(f *form) { f.persp = 0.12 },
		"curl":                func(f *form) { f.curl = 24 },
		"shadow and grain":    func(f *form) { f.shade, f.grain = 0.5, 8 },
		"photo of everything": func(f *form) { f.slant, f.persp, f.curl, f.shade, f.grain = 0.03, 0.06, 12, 0.3, 5 },
	}
	for name, change := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := plainForm()
			change(&f)
			s, err := Find(context.Background(), f.draw(), Options{})
			require.NoError(t, err)
			checkSheet(t, f, s)
		})
	}
}

// checkSheet compares the sheet found with the form drawn.
func checkSheet(t *testing.T, f form, s *Sheet) {
	t.Helper()
	require.Equal(t, f.blocks, s.Blocks, "blocks")
	require.Equal(t, f.rows, s.Rows, "rows")
	require.Len(t, s.Cells, 2*f.blocks*f.rows)
	assert.Greater(t, s.Confidence, 0.5)
	inkless, inky := 0, 0
	for i, c := range s.Cells {
		require.Equal(t, i/2+1, c.Move)
		require.Equal(t, i%2, c.Side)
		want := f.quad(c.Block, c.Row, c.Side)
		for k := range want {
			if f.numbers == "inside" && c.Side == 0 && (k == 0 || k == 3) {
				want[k].X += float64(f.numW)
			}
			assert.InDelta(t, want[k].X, c.Quad[k].X, 7, "move %d side %d corner %d", c.Move, c.Side, k)
			assert.InDelta(t, want[k].Y, c.Quad[k].Y, 4, "move %d side %d corner %d", c.Move, c.Side, k)
		}
		require.True(t, c.Inner.In(c.Image.Rect))
		switch dark := darkIn(c.Image, c.Inner); {
		case c.Move <= f.written && dark < 25:
			inkless++
		case c.Move > f.written && dark > 12:
			inky++
		}
	}
	assert.LessOrEqual(t, inkless, 1, "written cells without ink")
	assert.LessOrEqual(t, inky, 1, "empty cells with ink")
}

func darkIn(g *image.Gray, r image.Rectangle) int {
	n := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if g.GrayAt(x, y).Y < 190 {
				n++
			}
		}
	}
	return n
}

func TestFindNoSheet(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	paint := func(f func(x, y int) uint8) image.Image {
		g := image.NewGray(image.Rect(0, 0, 600, 800))
		for y := 0; y < 800; y++ {
			for x := 0; x < 600; x++ {
				g.SetGray(x, y, color.Gray{Y: f(x, y)})
			}
		}
		return g
	}
	cases := map[string]image.Image{
		"tiny":     image.NewGray(image.Rect(0, 0, 40, 40)),
		"white":    paint(func(x, y int) uint8 { return 255 }),
		"black":    paint(func(x, y int) uint8 { return 0 }),
		"noise":    paint(func(x, y int) uint8 { return uint8(rng.Intn(256)) }),
		"gradient": paint(func(x, y int) uint8 { return uint8(x * 255 / 600) }),
		"fur": paint(func(x, y int) uint8 {
			return uint8(128 + 60*math.Sin(float64(x)/5+9*math.Sin(float64(y)/70)) + float64(rng.Intn(50)))
		}),
		"chessboard":   paint(func(x, y int) uint8 { return uint8(255 * ((x/74 + y/74) % 2)) }),
		"ruled paper":  paint(func(x, y int) uint8 { return uint8(240 - 140*b2i(y%30 < 2)) }),
		"square paper": paint(func(x, y int) uint8 { return uint8(240 - 140*b2i(y%30 < 2 || x%30 < 2)) }),
		"fence":        paint(func(x, y int) uint8 { return uint8(240 - 140*b2i(x%60 < 3)) }),
	}
	for name, img := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := Find(context.Background(), img, Options{})
			require.Nil(t, s)
			var none *NoSheetError
			require.True(t, errors.As(err, &none), "%v", err)
			assert.NotEmpty(t, none.Reason)
		})
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestFindStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Find(ctx, plainForm().draw(), Options{})
	require.ErrorIs(t, err, context.Canceled)
}

// Writing that hangs over a line belongs to its own cell, whole, and to no other.
func TestOverflowStaysWithItsCell(t *testing.T) {
	f := plainForm()
	f.written = 0
	img := image.NewRGBA(image.Rect(0, 0, f.w, f.h))
	for i, v := range f.drawFlat().pix {
		g := uint8(v)
		img.Set(i%f.w, i/f.w, color.RGBA{g, g, g, 255})
	}
	x0, _ := f.column(0, 1)
	y := float64(f.top() + 10*f.rowH)
	// a long descender from the middle of row 10 into row 11 (from 0), crossing the line
	a, b := Point{float64(x0 + 40), y + 8}, Point{float64(x0 + 46), y + float64(f.rowH) + 12}
	line(img, a, b, color.RGBA{40, 40, 60, 255}, 3)
	line(img, a, Point{a.X + 30, a.Y}, color.RGBA{40, 40, 60, 255}, 3)
	s, err := Find(context.Background(), img, Options{})
	require.NoError(t, err)
	own, below := s.Cells[2*10+1], s.Cells[2*11+1]
	assert.Zero(t, darkIn(below.Image, below.Image.Rect), "the tail is not the next row's ink")
	rows := 0
	for y := own.Image.Rect.Min.Y; y < own.Image.Rect.Max.Y; y++ {
		if darkIn(own.Image, image.Rect(0, y, own.Image.Rect.Max.X, y+1)) > 0 {
			rows++
		}
	}
	assert.GreaterOrEqual(t, rows, f.rowH-2, "the stroke runs through the line unbroken")
}

func TestFindTurnedPages(t *testing.T) {
	f := plainForm()
	f.numbers, f.cellW = "inside", 160
	page := f.draw()
	for n := 1; n < 4; n++ {
		img := turn(page, n)
		s, err := Find(context.Background(), img, Options{})
		require.NoError(t, err)
		require.Equal(t, [2]int{2, 30}, [2]int{s.Blocks, s.Rows}, "%d quarter turns", n)
		want := f.quad(1, 29, 1)[2]
		got := turnBack(s.Cells[len(s.Cells)-1].Quad[2], n, page.Rect.Dx(), page.Rect.Dy())
		assert.InDelta(t, want.X, got.X, 7, "%d quarter turns", n)
		assert.InDelta(t, want.Y, got.Y, 5, "%d quarter turns", n)
	}
}

func TestOverlayKeepsThePageSize(t *testing.T) {
	f := plainForm()
	img := f.draw()
	s, err := Find(context.Background(), img, Options{})
	require.NoError(t, err)
	assert.Equal(t, img.Rect, s.Overlay(img).Rect)
}

func BenchmarkFind(b *testing.B) {
	f := plainForm()
	f.w, f.h, f.rowH, f.cellW = 1050, 1400, 42, 220
	img := f.draw()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Find(context.Background(), img, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add(int64(1), uint16(120), uint16(160), uint8(0))
	f.Add(int64(2), uint16(300), uint16(140), uint8(1))
	f.Add(int64(3), uint16(150), uint16(310), uint8(2))
	f.Fuzz(func(t *testing.T, seed int64, w, h uint16, kind uint8) {
		img := randomPicture(seed, 1+int(w)%320, 1+int(h)%320, kind)
		s, err := Find(context.Background(), img, Options{})
		if err != nil {
			require.True(t, IsNoSheet(err), "%v", err)
			return
		}
		for _, c := range s.Cells {
			require.False(t, c.Image.Rect.Empty())
			require.True(t, c.Inner.In(c.Image.Rect))
			for _, p := range c.Quad {
				require.False(t, math.IsNaN(p.X) || math.IsNaN(p.Y))
				require.True(t, p.X > -10 && p.Y > -10 && p.X < float64(img.Rect.Dx())+10 && p.Y < float64(img.Rect.Dy())+10, "%v outside %v", p, img.Rect)
			}
		}
	})
}

// randomPicture is noise, random rectangles or a random ruled table.
func randomPicture(seed int64, w, h int, kind uint8) *image.Gray {
	rng := rand.New(rand.NewSource(seed))
	g := image.NewGray(image.Rect(0, 0, w, h))
	for i := range g.Pix {
		g.Pix[i] = 230
		if kind%3 == 0 {
			g.Pix[i] = uint8(rng.Intn(256))
		}
	}
	dx, dy := 6+rng.Intn(40), 8+rng.Intn(14)
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			if kind%3 == 2 && (x%dx == 0 || y%dy == 0) {
				g.Pix[y*g.Stride+x] = 60
			}
		}
	}
	for range int(kind%3) * 4 {
		x, y, v := rng.Intn(w), rng.Intn(h), uint8(rng.Intn(256))
		for j := y; j < min(h, y+rng.Intn(40)); j++ {
			for i := x; i < min(w, x+60); i++ {
				g.Pix[j*g.Stride+i] = v
			}
		}
	}
	return g
}
