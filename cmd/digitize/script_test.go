package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/message"
	"github.com/planilla/digitize/scan"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"digitize": main})
}

// TestScripts drives the program itself by the scripts of testdata/script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("LC_ALL", "C")
			samples, err := filepath.Abs(filepath.Join("..", "..", "samples"))
			if err != nil {
				return err
			}
			e.Setenv("SAMPLES", samples)
			if cache, err := os.UserCacheDir(); err == nil {
				e.Setenv("XDG_CACHE_HOME", cache) // PDFium stays compiled there
			}
			return writePictures(e.WorkDir)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// exits runs the program and checks its exit code: exits CODE ARGS... CODE may
// be several, as 0|4.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: exits CODE ARGS...")
	}
	err := ts.Exec("digitize", args[1:]...)
	got := 0
	if exit, ok := err.(interface{ ExitCode() int }); ok {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("running digitize: %v", err)
	}
	if !slices.Contains(strings.Split(args[0], "|"), strconv.Itoa(got)) {
		ts.Fatalf("exit code %d, not %s", got, args[0])
	}
}

// writePictures draws the inputs the scripts use.
func writePictures(dir string) error {
	var whole, cat, one, empty bytes.Buffer
	err := jpeg.Encode(&whole, drawCat(), nil)
	if err == nil {
		err = jpeg.Encode(&cat, drawCat(), nil)
	}
	if err == nil {
		err = png.Encode(&one, image.NewGray(image.Rect(0, 0, 1, 1)))
	}
	if err != nil {
		return err
	}
	files := map[string][]byte{
		"cut.jpg":   whole.Bytes()[:whole.Len()/2],
		"cat.jpg":   cat.Bytes(),
		"one.png":   one.Bytes(),
		"huge.png":  hugePNG(),
		"empty.jpg": empty.Bytes(),
		"empty.pdf": []byte("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"),
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// drawCat is a photograph without a sheet: a cat of ellipses on a soft ground.
func drawCat() image.Image {
	img := image.NewRGBA(image.Rect(0, 0, 640, 480))
	for y := range 480 {
		for x := range 640 {
			v := uint8(120 + 60*math.Sin(float64(x)/90)*math.Cos(float64(y)/70))
			img.SetRGBA(x, y, color.RGBA{v, v - 10, v - 30, 255})
		}
	}
	fur := color.RGBA{90, 70, 50, 255}
	ellipse(img, 320, 330, 150, 110, fur)
	ellipse(img, 320, 190, 90, 80, fur)
	ellipse(img, 260, 110, 25, 50, fur)
	ellipse(img, 380, 110, 25, 50, fur)
	for _, x := range []int{288, 352} {
		ellipse(img, x, 180, 16, 20, color.RGBA{220, 200, 60, 255})
		ellipse(img, x, 180, 5, 18, color.RGBA{0, 0, 0, 255})
	}
	return img
}

func ellipse(img *image.RGBA, cx, cy, rx, ry int, c color.RGBA) {
	for y := -ry; y <= ry; y++ {
		for x := -rx; x <= rx; x++ {
			if x*x*ry*ry+y*y*rx*rx <= rx*rx*ry*ry {
				img.SetRGBA(cx+x, cy+y, c)
			}
		}
	}
}

// hugePNG is a PNG of nothing but a header that promises 30,000 × 30,000 pixels.
func hugePNG() []byte {
	head := binary.BigEndian.AppendUint32([]byte("IHDR"), 30_000)
	head = binary.BigEndian.AppendUint32(head, 30_000)
	head = append(head, 8, 2, 0, 0, 0)
	data := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), head...)
	return binary.BigEndian.AppendUint32(data, crc32.ChecksumIEEE(head))
}

// Every kind of bad file has its sentence in every language.
func TestEveryKindIsExplained(t *testing.T) {
	for _, kind := range scan.Kinds() {
		key, ok := fileMessages()[kind]
		require.True(t, ok, "kind %s has no message", kind)
		for _, l := range message.Languages() {
			assert.NotEmpty(t, message.In(l).Say(key))
		}
	}
}

// An interrupted run ends with its own code and leaves no output.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errOut bytes.Buffer
	u := newUI(nil, func(string) string { return "" }, nil, &out, &errOut)
	file := filepath.Join(t.TempDir(), "game.pgn")
	code := run(ctx, u, []string{"read", filepath.Join("..", "..", "samples", "planilla-1.jpg"), "-o", file})
	assert.Equal(t, exitInterrupted, code)
	assert.Equal(t, "digitize: interrupted\n", errOut.String())
	assert.Empty(t, out.String())
	assert.NoFileExists(t, file)
}

// A panic is the program's fault and says so.
func TestPanicIsInternal(t *testing.T) {
	var out, errOut bytes.Buffer
	u := newUI(nil, func(string) string { return "es" }, nil, &out, &errOut)
	//lint:ignore SA1012 the nil context is the fault that must be caught
	assert.Equal(t, exitInternal, run(nil, u, []string{"version"}))
	assert.Contains(t, errOut.String(), "error interno")
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "game.pgn")
	require.NoError(t, writeFile(path, []byte("old")))
	require.NoError(t, writeFile(path, []byte("new")))
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "new", string(data))
	require.Error(t, writeFile(filepath.Join(dir, "none", "game.pgn"), nil))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 1, "no temporary file stays behind")
}
