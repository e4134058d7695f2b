package tesseract

import (
	"context"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/ocr"
)

// shared gives a path in the data folder beside the repository and skips the
// test where that is missing.
func shared(t testing.TB, elem ...string) string {
	t.Helper()
	root := os.Getenv("DIGITIZE_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	path := filepath.Join(append([]string{root}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("SKIPPED: no shared data: %v", err)
	}
	return path
}

// drawn gives the strip of "Nf4" in straight pen strokes.
func drawn() *image.Gray {
	cell, inner := image.NewGray(image.Rect(0, 0, 300, 80)), image.Rect(5, 15, 295, 65)
	for i := range cell.Pix {
		cell.Pix[i] = 255
	}
	for _, s := range [][4]int{
		{50, 55, 50, 25}, {50, 25, 68, 55}, {68, 55, 68, 25}, // N
		{95, 25, 88, 28}, {88, 28, 86, 60}, {80, 40, 94, 40}, // f
		{115, 25, 108, 44}, {108, 44, 126, 44}, {121, 30, 120, 58}, // 4
	} {
		stroke(cell, s[0], s[1], s[2], s[3])
	}
	return ocr.Prepare(cell, inner)
}

func stroke(img *image.Gray, x0, y0, x1, y1 int) {
	const points = 200
	for k := range points + 1 {
		x, y := x0+(x1-x0)*k/points, y0+(y1-y0)*k/points
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				img.SetGray(x+dx, y+dy, color.Gray{Y: 60})
			}
		}
	}
}

// TestEmbeddedModel reads through Tesseract itself with the model we ship.
func TestEmbeddedModel(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	opt, _ := fakeOptions(t, "tesseract")
	opt.Model = ""
	readsDrawnCell(t, opt)

	chars, err := readCharset([]byte(ocr.Model))
	require.NoError(t, err)
	assert.Equal(t, finalCharset(t).symbols, chars.symbols, "outputs in the order of ocr.Alphabet")
}

// TestPrototype reads through Tesseract itself with a model that is not ours to
// ship.
func TestPrototype(t *testing.T) {
	opt, _ := fakeOptions(t, "tesseract")
	opt.Model = shared(t, "prototype", "hcs-prototype.traineddata")
	readsDrawnCell(t, opt)
}

func readsDrawnCell(t *testing.T, opt Options) {
	t.Helper()
	p := open(t, opt)
	for range 2 {
		l, err := p.Read(context.Background(), drawn())
		require.NoError(t, err)
		text, prob := l.Best()
		assert.Equal(t, "Nf4", text)
		assert.Greater(t, prob, 0.2)
	}
	l, err := p.Read(context.Background(), blank())
	require.NoError(t, err)
	text, _ := l.Best()
	assert.Equal(t, "_", text, "the empty cell")
}

// A model that Tesseract refuses is noticed when the pool opens.
func TestRefusedModel(t *testing.T) {
	opt, _ := fakeOptions(t, "tesseract") // its model has no network in it
	_, err := NewPool(context.Background(), opt)
	var unavailable *UnavailableError
	require.ErrorAs(t, err, &unavailable)
	assert.ErrorContains(t, err, "Tesseract")
}

func BenchmarkRead(b *testing.B) {
	program, err := os.Executable()
	require.NoError(b, err)
	p, err := NewPool(context.Background(), Options{
		command: []string{program},
		env:     []string{fakeEnv + "=tesseract", startsEnv + "=" + filepath.Join(b.TempDir(), "starts")},
	})
	require.NoError(b, err)
	defer p.Close()
	strip := drawn()
	for b.Loop() {
		if _, err := p.Read(context.Background(), strip); err != nil {
			b.Fatal(err)
		}
	}
}
