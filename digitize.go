package digitize

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"

	"github.com/planilla/digitize/correct"
	"github.com/planilla/digitize/grid"
	"github.com/planilla/digitize/ocr"
	"github.com/planilla/digitize/ocr/tesseract"
	"github.com/planilla/digitize/report"
	"github.com/planilla/digitize/scan"
)

// Options set a Digitizer up; the zero value is what a user wants.
type Options struct {
	Language string       // of the piece letters, such as "es"; "" or "auto" infers it
	Beam     int          // hypotheses the search keeps; 0 means correct.DefaultBeam
	Jobs     int          // cells read at the same time; 0 means one for each processor
	Limits   *scan.Limits // of input files; nil means scan.DefaultLimits
	KeepWork string       // folder for every step's result; "" keeps none
	Model    string       // path of another .traineddata file; "" is the embedded model
	Reader   ocr.Reader   // reads cells; nil means Tesseract with the embedded model
	Log      *slog.Logger // nil means silence
}

// Digitizer reads scoresheets. Its methods may be called from one goroutine at
// a time.
type Digitizer struct {
	opt    Options
	reader ocr.Reader
	close  func() error
}

// New checks the options. What reading needs is started with the first cell, so
// that a bad file costs nothing.
func New(_ context.Context, opt Options) (*Digitizer, error) {
	if opt.Jobs < 0 || opt.Beam < 0 {
		return nil, errors.New("jobs and beam cannot be negative")
	}
	if opt.Jobs == 0 {
		opt.Jobs = runtime.GOMAXPROCS(0)
	}
	if opt.Limits == nil {
		limits := scan.DefaultLimits()
		opt.Limits = &limits
	}
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	d := &Digitizer{opt: opt, reader: opt.Reader, close: func() error { return nil }}
	if d.reader == nil {
		pool := newLazyPool(tesseract.Options{Workers: opt.Jobs, Model: opt.Model, Logger: opt.Log})
		d.reader, d.close = pool, pool.Close
	}
	return d, nil
}

// Close ends the readers.
func (d *Digitizer) Close() error { return d.close() }

// Reader gives the reader of cells, for use with ReadCells.
func (d *Digitizer) Reader() ocr.Reader { return d.reader }

// Read reads one file, its pages in order, as one game.
//
// A file that cannot be read is a *scan.Error; one without a sheet on any page
// a *PageError with a *grid.NoSheetError inside. A page that fails among others
// that do not costs itself only: the record says so in its sheet's warnings. A
// sheet on which no move can be read still has a record, of no plies.
func (d *Digitizer) Read(ctx context.Context, path string) (*report.Record, error) {
	doc, err := scan.Open(ctx, path, *d.opt.Limits)
	if err != nil {
		return nil, err
	}
	defer doc.Close()
	work, err := newWork(d.opt.KeepWork, doc)
	if err != nil {
		return nil, err
	}
	sheet, err := d.readSheet(ctx, doc, work)
	if err != nil {
		return nil, err
	}
	if err := work.lattices(sheet.Lattices); err != nil {
		return nil, err
	}
	game, err := d.Correct(ctx, sheet, work.trace())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	record := NewRecord(doc, sheet, game)
	return record, work.finish(record)
}

// Sheet is one player's record of the game as it was read: the cells of all
// pages, the move numbers counting on, and their lattices.
type Sheet struct {
	Pages    int
	Width    int // of the first page, pixels
	Height   int
	Cells    []SheetCell
	Lattices []*ocr.Lattice // of each cell; nil where it could not be read
	Warnings []string
	Failed   []error // of each page on which nothing could be read
}

// SheetCell is a cell and the page it is on.
type SheetCell struct {
	grid.Cell
	Page int // from 1
}

// ReadSheet cuts and reads every page of a document.
func (d *Digitizer) ReadSheet(ctx context.Context, doc *scan.Document) (*Sheet, error) {
	return d.readSheet(ctx, doc, nil)
}

// readSheet walks the pages of a document up to the lattices.
func (d *Digitizer) readSheet(ctx context.Context, doc *scan.Document, work *work) (*Sheet, error) {
	sheet := &Sheet{}
	for i := range doc.Len() {
		page, err := CutPage(ctx, doc, i)
		if err == nil {
			err = d.addPage(ctx, sheet, page, work)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if errors.Is(err, ErrMissingDependency) {
			return nil, err
		}
		if err != nil {
			d.opt.Log.Warn("page failed", "file", doc.Path, "page", i+1, "err", err)
			sheet.Failed = append(sheet.Failed, err)
			sheet.Warnings = append(sheet.Warnings, err.Error())
		}
	}
	if len(sheet.Cells) == 0 {
		return nil, sheet.Failed[0]
	}
	return sheet, nil
}

// addPage reads the cells of a page and appends them to the sheet. A page whose
// numbers begin again continues the count of the page before.
func (d *Digitizer) addPage(ctx context.Context, sheet *Sheet, page *Page, work *work) error {
	if err := work.page(page); err != nil {
		return err
	}
	lattices, failures, err := ReadCells(ctx, d.reader, page.Sheet.Cells, d.opt.Jobs)
	if err != nil {
		return err
	}
	for _, f := range failures {
		d.opt.Log.Warn("cell failed", "page", page.Number, "err", f)
	}
	if len(failures) > 0 {
		sheet.Warnings = append(sheet.Warnings, fmt.Sprintf("page %d: %d cells could not be read: %v", page.Number, len(failures), failures[0].Err))
	}
	sheet.Warnings = append(sheet.Warnings, page.Sheet.Warnings...)
	sheet.add(page, lattices)
	return nil
}

func (s *Sheet) add(page *Page, lattices []*ocr.Lattice) {
	if s.Pages == 0 {
		size := page.Image.Bounds().Size()
		s.Width, s.Height = size.X, size.Y
	}
	s.Pages++
	offset := 0
	if n := len(s.Cells); n > 0 && len(page.Sheet.Cells) > 0 && page.Sheet.Cells[0].Move <= s.Cells[n-1].Move {
		offset = s.Cells[n-1].Move - page.Sheet.Cells[0].Move + 1
	}
	for i, c := range page.Sheet.Cells {
		c.Move += offset
		s.Cells = append(s.Cells, SheetCell{Cell: c, Page: page.Number})
		s.Lattices = append(s.Lattices, lattices[i])
	}
}

// Correct finds the game behind a sheet. Where no cell holds a move, the game
// is empty and says so.
func (d *Digitizer) Correct(ctx context.Context, sheet *Sheet, trace func(int, []correct.Hypothesis)) (*correct.Game, error) {
	cells := make([]correct.Cell, len(sheet.Cells))
	for i, c := range sheet.Cells {
		cells[i] = correct.Cell{Lattice: sheet.Lattices[i], Move: c.Move, Side: c.Side}
	}
	var game *correct.Game
	err := guarded(func() (err error) {
		game, err = correct.Correct(ctx, []correct.Sheet{{Cells: cells}},
			correct.Options{Language: d.opt.Language, Beam: d.opt.Beam, Trace: trace})
		return err
	})
	if errors.Is(err, correct.ErrNoMoves) {
		return &correct.Game{Stopped: correct.ErrNoMoves.Error()}, nil
	}
	return game, err
}
