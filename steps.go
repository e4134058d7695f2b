package digitize

import (
	"context"
	"errors"
	"fmt"
	"image"
	"runtime/debug"
	"sync"

	"github.com/planilla/digitize/grid"
	"github.com/planilla/digitize/ocr"
	"github.com/planilla/digitize/scan"
)

// Page is a page of a document with the form found on it.
type Page struct {
	Number int         // 1-based
	Image  image.Image // upright
	Sheet  *grid.Sheet
}

// PageError is what went wrong with one page of one file, once the file itself
// could be read: no form on it (a *grid.NoSheetError inside), or a crash
// (a *CrashError inside), which costs this page only.
type PageError struct {
	Path string
	Page int // 1-based
	Err  error
}

// Error names the file, the page and the cause.
func (e *PageError) Error() string { return fmt.Sprintf("%s, page %d: %v", e.Path, e.Page, e.Err) }

// Unwrap returns the cause.
func (e *PageError) Unwrap() error { return e.Err }

// CrashError is a panic of our own code, caught where it costs least.
type CrashError struct {
	Value any
	Stack []byte
}

// Error says that it is the program's fault.
func (e *CrashError) Error() string { return fmt.Sprintf("internal error: %v", e.Value) }

// guarded runs a step and turns its panic into a *CrashError.
func guarded(step func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &CrashError{Value: v, Stack: debug.Stack()}
		}
	}()
	return step()
}

// CutPage decodes page i of doc, 0 <= i < doc.Len(), and finds the form and its
// cells on it. Errors are a *scan.Error, a *PageError or the context's.
func CutPage(ctx context.Context, doc *scan.Document, i int) (*Page, error) {
	decoded, err := doc.Page(ctx, i)
	if err != nil {
		return nil, err
	}
	page := &Page{Number: decoded.Number, Image: decoded.Image}
	err = guarded(func() error {
		page.Sheet, err = grid.Find(ctx, decoded.Image, grid.Options{})
		return err
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, &PageError{Path: doc.Path, Page: decoded.Number, Err: err}
	}
	return page, nil
}

// ReadCells has reader read every cell, several at a time as far as the reader
// takes them (workers > 0). A cell that fails is nil in the result and its
// error, with the cell's index, among errs: it costs itself only. The context's
// error, or one that would fail every cell alike, is err.
func ReadCells(ctx context.Context, reader ocr.Reader, cells []grid.Cell, workers int) (lattices []*ocr.Lattice, errs []CellError, err error) {
	lattices = make([]*ocr.Lattice, len(cells))
	failed := make([]error, len(cells))
	next := make(chan int)
	var group sync.WaitGroup
	for range max(1, workers) {
		group.Go(func() {
			for i := range next {
				failed[i] = guarded(func() error {
					l, err := reader.Read(ctx, ocr.Prepare(cells[i].Image, cells[i].Inner))
					lattices[i] = l
					return err
				})
			}
		})
	}
	for i := range cells {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	group.Wait()
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	for i, e := range failed {
		if errors.Is(e, ErrMissingDependency) {
			return nil, nil, e
		}
		if e != nil {
			lattices[i] = nil
			errs = append(errs, CellError{Cell: i, Err: e})
		}
	}
	return lattices, errs, nil
}

// CellError is a cell that could not be read.
type CellError struct {
	Cell int // index among the cells read
	Err  error
}

// Error names the cell and the cause.
func (e CellError) Error() string { return fmt.Sprintf("cell %d: %v", e.Cell, e.Err) }

// Unwrap returns the cause.
func (e CellError) Unwrap() error { return e.Err }

// InkShare is the share of pixels in the printed cell that are darker than
// paper, 0..1. On empty cells it is below 0.002, on written ones mostly far above.
func InkShare(cell grid.Cell) float64 {
	r := cell.Inner.Intersect(cell.Image.Rect)
	if r.Empty() {
		return 0
	}
	const dark = 224 // faint pencil is not much darker on normalised paper
	n := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := cell.Image.Pix[cell.Image.PixOffset(r.Min.X, y):][:r.Dx()]
		for _, v := range row {
			if v < dark {
				n++
			}
		}
	}
	return float64(n) / float64(r.Dx()*r.Dy())
}

// SideName is "white" for side 0 and "black" for side 1.
func SideName(side int) string {
	if side == 0 {
		return "white"
	}
	return "black"
}
