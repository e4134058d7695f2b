// Package grid finds the ruled form on a picture of a scoresheet: its rows,
// its columns, and one straightened picture and one outline for every cell.
// It knows nothing of chess: only that a form has one to four blocks, each of
// numbered rows with two equal cells.
package grid

import (
	"context"
	"errors"
	"fmt"
	"image"
)

// Point is a place in pixels of the original upright page picture.
type Point struct{ X, Y float64 }

// Quad is the outline of a cell: top-left, top-right, bottom-right, bottom-left.
type Quad [4]Point

// Cell is one box of the form.
type Cell struct {
	Move  int             // number of the row as printed on the form, from 1
	Side  int             // 0 left (White), 1 right (Black)
	Block int             // block of columns, from 0 on the left
	Row   int             // row inside the block, from 0 at the top
	Quad  Quad            // outline in pixels of the original page; its first corner is the cell's own top-left
	Image *image.Gray     // straightened cell with overflow margin: paper 255, printed lines and neighbours' ink removed
	Inner image.Rectangle // the printed cell inside Image
}

// Sheet is the form found on a page.
type Sheet struct {
	Cells      []Cell      // in order 1 left, 1 right, 2 left, ...
	Rectified  *image.Gray // the straightened table, paper 255
	Confidence float64     // 0..1: how surely this is the form's structure
	Warnings   []string    // what was guessed
	Rows       int         // rows in each block; of the longest when a facing page has fewer
	Blocks     int         // blocks side by side
}

// NoSheetError says that a picture holds no form that can be trusted.
type NoSheetError struct{ Reason string }

func (e *NoSheetError) Error() string { return "no scoresheet found: " + e.Reason }

// Options tunes Find; the zero value is right for all ordinary pages.
type Options struct {
	// WorkSize is the long side, in pixels, at which the structure is sought; 0 means 1400.
	WorkSize int
}

// Find locates the form on a page picture and cuts its cells. The page should
// be upright; one that lies on its side or upside down is turned when it makes
// sense only so, and the cells' pictures are upright then. Find returns a
// *NoSheetError when the picture shows no structure that can be trusted, and
// ctx's error when it was cancelled.
func Find(ctx context.Context, img image.Image, opt Options) (*Sheet, error) {
	b := img.Bounds()
	if b.Dx() < 100 || b.Dy() < 100 {
		return nil, &NoSheetError{fmt.Sprintf("the picture is only %d x %d pixels", b.Dx(), b.Dy())}
	}
	if opt.WorkSize <= 0 {
		opt.WorkSize = 1400
	}
	gray := grayOf(img)
	parts, turns, err := findTurned(ctx, gray, opt)
	if err != nil {
		return nil, fmt.Errorf("finding the form: %w", err)
	}
	sheet := &Sheet{Confidence: 1}
	for _, p := range parts {
		s, err := cut(ctx, p.gray, p.found)
		if err != nil {
			return nil, fmt.Errorf("cutting the cells: %w", err)
		}
		sheet.join(s, p.gray.Rect.Min)
	}
	if turns != 0 {
		sheet.Warnings = append(sheet.Warnings, fmt.Sprintf("the page was turned by %d degrees", 90*turns))
		for i := range sheet.Cells {
			for k, p := range sheet.Cells[i].Quad {
				sheet.Cells[i].Quad[k] = turnBack(p, turns, b.Dx(), b.Dy())
			}
		}
	}
	return sheet, nil
}

// join adds the form of a facing page, whose numbering goes on. origin is
// where its part of the page begins.
func (s *Sheet) join(t *Sheet, origin image.Point) {
	moves := len(s.Cells) / 2
	for _, c := range t.Cells {
		c.Move += moves
		c.Block += s.Blocks
		for i := range c.Quad {
			c.Quad[i].X += float64(origin.X)
			c.Quad[i].Y += float64(origin.Y)
		}
		s.Cells = append(s.Cells, c)
	}
	s.Confidence = min(s.Confidence, t.Confidence)
	s.Warnings = append(s.Warnings, t.Warnings...)
	s.Blocks += t.Blocks
	s.Rows = max(s.Rows, t.Rows)
	s.Rectified = beside(s.Rectified, t.Rectified)
}

// beside puts two pictures next to each other on white.
func beside(a, b *image.Gray) *image.Gray {
	if a == nil {
		return b
	}
	out := image.NewGray(image.Rect(0, 0, a.Rect.Dx()+b.Rect.Dx(), max(a.Rect.Dy(), b.Rect.Dy())))
	for i := range out.Pix {
		out.Pix[i] = 255
	}
	for y := 0; y < a.Rect.Dy(); y++ {
		copy(out.Pix[y*out.Stride:], a.Pix[y*a.Stride:y*a.Stride+a.Rect.Dx()])
	}
	for y := 0; y < b.Rect.Dy(); y++ {
		copy(out.Pix[y*out.Stride+a.Rect.Dx():], b.Pix[y*b.Stride:y*b.Stride+b.Rect.Dx()])
	}
	return out
}

// IsNoSheet tells whether err says that there is no form on the picture.
func IsNoSheet(err error) bool {
	var e *NoSheetError
	return errors.As(err, &e)
}
