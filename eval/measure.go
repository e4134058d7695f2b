package eval

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/planilla/digitize"
	"github.com/planilla/digitize/correct"
	"github.com/planilla/digitize/grid"
	"github.com/planilla/digitize/ocr"
)

// Options of a measurement.
type Options struct {
	Data     string   // folder with hcs/, epfl/ and sheets/
	Splits   string   // file that names the dev pages
	Sets     []string // names of sets, of Sets()
	Pages    int      // at most this many of each set, evenly spread; 0 means all
	Lattices string   // folder to keep readings in; "" keeps none
	Model    string   // names the model in the cache
	Jobs     int      // pages worked on at the same time; below 1 means 1
	Ceiling  Ceiling  // whether the ceiling is measured too

	Progress func(done, all int, page string) // told of every page; may be nil
}

// Ceiling says whether the ceiling is measured.
type Ceiling string

// What to do about the ceiling.
const (
	WithCeiling    Ceiling = "with"    // beside the rest
	WithoutCeiling Ceiling = "without" // not at all
	OnlyCeiling    Ceiling = "only"    // and nothing else: no page is read
)

// Result is a measurement of one or more sets.
type Result struct {
	Sets  []*SetResult
	Pages []*PageResult
}

// Run measures. A page that fails counts as not found and goes on; only the
// context's error and unreadable labels end a measurement.
func Run(ctx context.Context, d *digitize.Digitizer, opt Options) (*Result, error) {
	var pages []*Page
	for _, set := range opt.Sets {
		list, err := Load(opt.Data, set, opt.Splits)
		if err != nil {
			return nil, err
		}
		pages = append(pages, spread(list, opt.Pages)...)
	}
	m := &measurement{
		opt:     opt,
		reader:  &reader{digitizer: d, model: opt.Model, cache: opt.Lattices},
		results: make([]*PageResult, len(pages)),
	}
	if err := m.all(ctx, pages); err != nil {
		return nil, err
	}
	return &Result{Sets: summarise(opt.Sets, m.results, opt.Ceiling), Pages: m.results}, nil
}

// spread picks n pages evenly; all when n is 0.
func spread(pages []*Page, n int) []*Page {
	if n <= 0 || n >= len(pages) {
		return pages
	}
	out := make([]*Page, n)
	for i := range out {
		out[i] = pages[i*len(pages)/n]
	}
	return out
}

type measurement struct {
	opt     Options
	reader  *reader
	results []*PageResult
	mu      sync.Mutex
	done    int
}

// all measures the pages, some at a time, each into its place.
func (m *measurement) all(ctx context.Context, pages []*Page) error {
	next := make(chan int)
	var group sync.WaitGroup
	for range max(1, m.opt.Jobs) {
		group.Go(func() {
			for i := range next {
				m.results[i] = m.page(ctx, pages[i])
				m.progress(len(pages), pages[i].Name)
			}
		})
	}
	for i := range pages {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	group.Wait()
	return ctx.Err()
}

func (m *measurement) progress(all int, page string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done++
	if m.opt.Progress != nil {
		m.opt.Progress(m.done, all, page)
	}
}

func (m *measurement) page(ctx context.Context, p *Page) *PageResult {
	r := &PageResult{Page: p}
	if m.opt.Ceiling != WithoutCeiling {
		r.Ceiling = m.corrected(ctx, p, perfectSheet(p), r)
	}
	if m.opt.Ceiling == OnlyCeiling {
		return r
	}
	reading, err := m.reader.read(ctx, p.File)
	if err != nil {
		r.fail(err)
		return r
	}
	r.Found, r.ReadSeconds = true, reading.seconds
	r.scoreCells(reading)
	start := time.Now()
	r.Read = m.corrected(ctx, p, reading.sheet, r)
	r.CorrectSeconds = time.Since(start).Seconds()
	r.scoreOverCorrection()
	return r
}

// corrected runs the corrector on a sheet and scores the game it finds.
func (m *measurement) corrected(ctx context.Context, p *Page, sheet *digitize.Sheet, r *PageResult) GameScore {
	game, err := m.reader.digitizer.Correct(ctx, sheet, nil)
	if err != nil {
		r.fail(fmt.Errorf("correcting: %w", err))
		game = &correct.Game{}
	}
	return scoreGame(p, sheet, game)
}

// spareRows are rows left empty behind the last label on a perfect sheet, as
// on most real ones.
const spareRows = 3

// perfectSheet is a sheet on which every label is read perfectly.
func perfectSheet(p *Page) *digitize.Sheet {
	rows := 0
	for at := range p.Ink {
		rows = max(rows, at.Move)
	}
	sheet := &digitize.Sheet{Pages: 1}
	for i := range 2 * (rows + spareRows) {
		at := placeOf(i)
		text := "_"
		if written := inAlphabet(p.Ink[at]); written != "" {
			text = written
		}
		cell := grid.Cell{Move: at.Move, Side: at.Side}
		sheet.Cells = append(sheet.Cells, digitize.SheetCell{Cell: cell, Page: 1})
		sheet.Lattices = append(sheet.Lattices, ocr.Perfect(text))
	}
	return sheet
}

// inAlphabet drops what the recogniser has no symbol for.
func inAlphabet(text string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(ocr.Alphabet, c) {
			return c
		}
		return -1
	}, text)
}
