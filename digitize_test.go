package digitize

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
	"github.com/planilla/digitize/grid"
	"github.com/planilla/digitize/message"
	"github.com/planilla/digitize/ocr"
	"github.com/planilla/digitize/report"
	"github.com/planilla/digitize/scan"
)

const samplePhoto = "samples/planilla-1.jpg"

// sampleGame is the true game of the sample, in SAN and as it is written.
func sampleGame(t *testing.T) (san, written []string) {
	data, err := os.ReadFile("samples/planilla-1.txt")
	require.NoError(t, err)
	pos := engine.Start()
	for _, text := range strings.Fields(string(data)) {
		m, err := notation.Parse(&pos, text, "en")
		require.NoError(t, err)
		san = append(san, notation.SAN(&pos, m))
		written = append(written, strings.ReplaceAll(notation.Local(&pos, m, "es"), " ", ""))
		pos = pos.Apply(m)
	}
	return san, written
}

// script is a reader that answers the cells in order: call i gets answer(i).
type script struct {
	calls  atomic.Int64
	answer func(i int) (*ocr.Lattice, error)
}

func (s *script) Read(_ context.Context, strip *image.Gray) (*ocr.Lattice, error) {
	if strip.Rect.Dy() != ocr.StripHeight {
		return nil, fmt.Errorf("a strip %d pixels high", strip.Rect.Dy())
	}
	return s.answer(int(s.calls.Add(1)) - 1)
}

// perfectly answers with the writings, and with empty cells behind them.
func perfectly(written []string) func(int) (*ocr.Lattice, error) {
	return func(i int) (*ocr.Lattice, error) {
		if i < len(written) {
			return ocr.Perfect(written[i]), nil
		}
		return ocr.Perfect("_"), nil
	}
}

// readSample reads the sample photo with a scripted reader, a cell at a time.
func readSample(t *testing.T, answer func(int) (*ocr.Lattice, error), opt Options) (*report.Record, error) {
	ctx := context.Background()
	opt.Jobs, opt.Reader = 1, &script{answer: answer}
	d, err := New(ctx, opt)
	require.NoError(t, err)
	defer d.Close()
	return d.Read(ctx, samplePhoto)
}

func sans(r *report.Record) []string {
	var out []string
	for _, p := range r.Game.Plies {
		out = append(out, p.SAN)
	}
	return out
}

func TestReadWholeSheet(t *testing.T) {
	san, written := sampleGame(t)
	work := t.TempDir()
	r, err := readSample(t, perfectly(written), Options{KeepWork: work})
	require.NoError(t, err)
	assert.Equal(t, san, sans(r))
	assert.Equal(t, "es", r.Game.Language)
	assert.Empty(t, r.Game.Stopped)
	require.Len(t, r.Sheets, 1)
	assert.Len(t, r.Sheets[0].Cells, 120)
	assert.Equal(t, "Cf3", r.Game.Plies[2].Local)
	first := r.Sheets[0].Cells[0]
	assert.Equal(t, report.Cell{Page: 1, Move: 1, Side: "white", Quad: first.Quad, Kind: "move", Read: "e4", P: first.P}, first)
	assert.Equal(t, report.KindEmpty, r.Sheets[0].Cells[119].Kind)

	var pgn bytes.Buffer
	require.NoError(t, r.WritePGN(&pgn, message.Printer{}))
	assert.Contains(t, strings.ReplaceAll(pgn.String(), "\n", " "), "35. b7 Re3 36. Bxf7+ *")

	for _, name := range []string{"page1-rectified.png", "page1-overlay.jpg", "lattices.json", "beam.txt", "record.json", "cells/p1-012w.png", "strips/p1-036b.png"} {
		found, err := filepath.Glob(filepath.Join(work, "planilla-1-*", name))
		require.NoError(t, err)
		assert.Len(t, found, 1, name)
	}
}

func TestOneBadCellCostsItself(t *testing.T) {
	san, written := sampleGame(t)
	r, err := readSample(t, func(i int) (*ocr.Lattice, error) {
		switch i {
		case 20:
			return nil, errors.New("worker died")
		case 30:
			panic("index out of range")
		}
		return perfectly(written)(i)
	}, Options{})
	require.NoError(t, err)
	assert.Equal(t, san[:20], sans(r)[:20])
	require.NotEmpty(t, r.Sheets[0].Warnings)
	assert.Contains(t, r.Sheets[0].Warnings[0], "2 cells could not be read")
	assert.Empty(t, r.Sheets[0].Cells[20].Read)
	assert.Empty(t, r.Sheets[0].Cells[30].Read)
	assert.True(t, r.NeedsReview())
}

func TestMissingDependencyEndsTheRun(t *testing.T) {
	_, err := readSample(t, func(int) (*ocr.Lattice, error) {
		return nil, fmt.Errorf("%w: no library", ErrMissingDependency)
	}, Options{})
	require.ErrorIs(t, err, ErrMissingDependency)
}

func TestBlankSheetHasARecord(t *testing.T) {
	r, err := readSample(t, perfectly(nil), Options{})
	require.NoError(t, err)
	assert.Empty(t, r.Game.Plies)
	assert.NotEmpty(t, r.Game.Stopped)
	assert.True(t, r.NeedsReview())
	assert.Equal(t, report.KindEmpty, r.Sheets[0].Cells[0].Kind)
}

func TestCancelledRead(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	d, err := New(ctx, Options{Jobs: 1, Reader: &script{answer: func(i int) (*ocr.Lattice, error) {
		if i == 3 {
			cancel()
		}
		return ocr.Perfect("_"), nil
	}}})
	require.NoError(t, err)
	_, err = d.Read(ctx, samplePhoto)
	require.ErrorIs(t, err, context.Canceled)
}

func TestReadErrors(t *testing.T) {
	ctx := context.Background()
	d, err := New(ctx, Options{Reader: &script{answer: perfectly(nil)}})
	require.NoError(t, err)
	_, err = d.Read(ctx, "samples/none.jpg")
	var file *scan.Error
	require.ErrorAs(t, err, &file)
	assert.Equal(t, scan.Missing, file.Kind)
	_, err = New(ctx, Options{Beam: -1})
	require.Error(t, err)
}

func TestCrashCostsThePage(t *testing.T) {
	err := guarded(func() error {
		var cells []grid.Cell
		_ = cells[3]
		return nil
	})
	var crash *CrashError
	require.ErrorAs(t, err, &crash)
	assert.NotEmpty(t, crash.Stack)
}

// A second page whose numbers begin again continues those of the first.
func TestPagesContinue(t *testing.T) {
	page := func(number, first, last int) *Page {
		p := &Page{Number: number, Image: image.NewGray(image.Rect(0, 0, 30, 20)), Sheet: &grid.Sheet{}}
		for move := first; move <= last; move++ {
			p.Sheet.Cells = append(p.Sheet.Cells, grid.Cell{Move: move}, grid.Cell{Move: move, Side: 1})
		}
		return p
	}
	tests := []struct {
		name  string
		pages []*Page
		last  int
	}{
		{"numbers begin again", []*Page{page(1, 1, 40), page(2, 1, 40)}, 80},
		{"numbers go on", []*Page{page(1, 1, 40), page(2, 41, 60)}, 60},
		{"one page", []*Page{page(1, 1, 30)}, 30},
	}
	for _, tt := range tests {
		s := &Sheet{}
		for _, p := range tt.pages {
			s.add(p, make([]*ocr.Lattice, len(p.Sheet.Cells)))
		}
		assert.Equal(t, tt.last, s.Cells[len(s.Cells)-1].Move, tt.name)
		assert.Equal(t, len(tt.pages), s.Pages, tt.name)
		assert.Equal(t, 30, s.Width, tt.name)
		assert.Len(t, s.Lattices, len(s.Cells), tt.name)
	}
}

// grayTIFF is an uncompressed TIFF of grey pages.
func grayTIFF(pages ...*image.Gray) []byte {
	le := binary.LittleEndian
	out := []byte("II*\x00\x00\x00\x00\x00")
	link := 4 // where the offset of the next directory belongs
	for _, p := range pages {
		w, h := uint32(p.Rect.Dx()), uint32(p.Rect.Dy())
		strip := uint32(len(out))
		out = append(out, p.Pix...)
		if len(out)%2 == 1 {
			out = append(out, 0)
		}
		le.PutUint32(out[link:], uint32(len(out)))
		tags := [][2]uint32{{256, w}, {257, h}, {258, 8}, {259, 1}, {262, 1}, {273, strip}, {277, 1}, {278, h}, {279, w * h}}
		out = le.AppendUint16(out, uint16(len(tags)))
		for _, tag := range tags {
			out = le.AppendUint16(out, uint16(tag[0]))
			out = le.AppendUint16(out, 4) // LONG
			out = le.AppendUint32(out, 1)
			out = le.AppendUint32(out, tag[1])
		}
		link = len(out)
		out = le.AppendUint32(out, 0)
	}
	return out
}

// A page without a form costs itself; the record says that it is missing.
func TestOnePageFailsAmongTwo(t *testing.T) {
	f, err := os.Open(samplePhoto)
	require.NoError(t, err)
	defer f.Close()
	photo, _, err := image.Decode(f)
	require.NoError(t, err)
	sheet := image.NewGray(photo.Bounds())
	draw.Draw(sheet, sheet.Rect, photo, sheet.Rect.Min, draw.Src)
	blank := image.NewGray(image.Rect(0, 0, 400, 400))
	draw.Draw(blank, blank.Rect, image.White, image.Point{}, draw.Src)
	path := filepath.Join(t.TempDir(), "two.tif")
	require.NoError(t, os.WriteFile(path, grayTIFF(blank, sheet), 0o644))

	san, written := sampleGame(t)
	ctx := context.Background()
	d, err := New(ctx, Options{Jobs: 1, Reader: &script{answer: perfectly(written)}})
	require.NoError(t, err)
	r, err := d.Read(ctx, path)
	require.NoError(t, err)
	assert.Equal(t, san, sans(r))
	assert.Equal(t, 1, r.FailedPages())
	assert.Equal(t, 2, r.Sheets[0].Cells[0].Page)
	assert.True(t, r.NeedsReview())

	require.NoError(t, os.WriteFile(path, grayTIFF(blank, blank), 0o644))
	_, err = d.Read(ctx, path)
	var none *grid.NoSheetError
	require.ErrorAs(t, err, &none)
}

func TestLatticesRoundTrip(t *testing.T) {
	want := []*ocr.Lattice{ocr.Perfect("O-O"), nil, ocr.Perfect("exd8=D+")}
	var b bytes.Buffer
	require.NoError(t, WriteLattices(&b, want))
	got, err := ReadLattices(&b)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	for _, bad := range []string{"{", `{"alphabet":"ab"}`, `{"alphabet":"` + ocr.Alphabet + `","cells":[{"steps":[{"é":-1}]}]}`} {
		_, err := ReadLattices(strings.NewReader(bad))
		require.Error(t, err, bad)
	}
}
