package eval

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/planilla/digitize"
	"github.com/planilla/digitize/grid"
	"github.com/planilla/digitize/scan"
)

// reading is a page cut and read.
type reading struct {
	sheet   *digitize.Sheet
	ink     []float64 // share of dark pixels in each cell, 0..1
	seconds float64   // from the file to the lattices
	index   map[Place]int
}

func newReading(sheet *digitize.Sheet, ink []float64, seconds float64) *reading {
	r := &reading{sheet: sheet, ink: ink, seconds: seconds, index: map[Place]int{}}
	for i, c := range sheet.Cells {
		r.index[Place{c.Move, c.Side}] = i
	}
	return r
}

// reader reads pages and remembers what it read in a folder.
type reader struct {
	digitizer *digitize.Digitizer
	model     string // names the recogniser's model
	cache     string // folder; "" remembers nothing
}

// read gives the reading of a file, from the cache where it is there.
func (r *reader) read(ctx context.Context, path string) (*reading, error) {
	doc, err := scan.Open(ctx, path, scan.DefaultLimits())
	if err != nil {
		return nil, err
	}
	defer doc.Close()
	if r.cache == "" {
		return r.fresh(ctx, doc)
	}
	file := filepath.Join(r.cache, fmt.Sprintf("%s-%s-%s.json", stem(path), doc.SHA256[:12], r.model))
	kept, err := loadReading(file)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return kept, err
	}
	got, err := r.fresh(ctx, doc)
	if err != nil {
		return nil, err
	}
	return got, storeReading(file, got)
}

func (r *reader) fresh(ctx context.Context, doc *scan.Document) (*reading, error) {
	start := time.Now()
	sheet, err := r.digitizer.ReadSheet(ctx, doc)
	if err != nil {
		return nil, err
	}
	seconds := time.Since(start).Seconds()
	ink := make([]float64, len(sheet.Cells))
	for i, c := range sheet.Cells {
		ink[i] = digitize.InkShare(c.Cell)
	}
	return newReading(sheet, ink, seconds), nil
}

// readingFile is a reading on disk. It keeps no pictures.
type readingFile struct {
	Seconds  float64         `json:"seconds"`
	Cells    []cellFile      `json:"cells"`
	Lattices json.RawMessage `json:"lattices"`
}

type cellFile struct {
	Page int       `json:"page"`
	Move int       `json:"move"`
	Side int       `json:"side"`
	Quad grid.Quad `json:"quad"`
	Ink  float64   `json:"ink"`
}

func storeReading(path string, r *reading) error {
	var lattices bytes.Buffer
	if err := digitize.WriteLattices(&lattices, r.sheet.Lattices); err != nil {
		return err
	}
	out := readingFile{Seconds: r.seconds, Lattices: lattices.Bytes()}
	for i, c := range r.sheet.Cells {
		out.Cells = append(out.Cells, cellFile{Page: c.Page, Move: c.Move, Side: c.Side, Quad: c.Quad, Ink: r.ink[i]})
	}
	data, err := json.Marshal(out)
	if err != nil {
		return fmt.Errorf("keeping a reading: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("keeping a reading: %w", err)
	}
	temporary := path + ".part" // an interrupted run leaves no half reading
	if err := os.WriteFile(temporary, data, 0o644); err != nil {
		return fmt.Errorf("keeping a reading: %w", err)
	}
	return os.Rename(temporary, path)
}

func loadReading(path string) (*reading, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var in readingFile
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	lattices, err := digitize.ReadLattices(bytes.NewReader(in.Lattices))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(lattices) != len(in.Cells) {
		return nil, fmt.Errorf("%s: %d lattices for %d cells", path, len(lattices), len(in.Cells))
	}
	sheet := &digitize.Sheet{Pages: 1, Lattices: lattices}
	ink := make([]float64, len(in.Cells))
	for i, c := range in.Cells {
		cell := grid.Cell{Move: c.Move, Side: c.Side, Quad: c.Quad}
		sheet.Cells = append(sheet.Cells, digitize.SheetCell{Cell: cell, Page: c.Page})
		ink[i] = c.Ink
	}
	return newReading(sheet, ink, in.Seconds), nil
}

// stem is a file's name without folder and extension.
func stem(path string) string {
	name := filepath.Base(path)
	return name[:len(name)-len(filepath.Ext(name))]
}
