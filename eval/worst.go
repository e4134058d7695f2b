package eval

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"slices"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"github.com/planilla/digitize"
	"github.com/planilla/digitize/grid"
	"github.com/planilla/digitize/ocr"
	"github.com/planilla/digitize/scan"
)

// The contact sheet: worstShown cells in worstColumns columns of frames.
const (
	worstShown   = 60
	worstColumns = 5
	frameWidth   = 250
	cellHeight   = 60
	frameMargin  = 6
	captionRow   = 14
	frameHeight  = cellHeight + ocr.StripHeight + 2*captionRow + frameMargin
)

// badCell is a cell read wrong.
type badCell struct {
	page *Page
	cell *CellResult
}

// worst lists the labelled cells that were read wrong, the surest first: those
// are what to look at, since the recogniser saw something definite and the
// label says otherwise.
func (r *Result) worst() []badCell {
	var list []badCell
	for _, p := range r.Pages {
		for i := range p.Cells {
			if c := &p.Cells[i]; c.Cut && !c.Bare {
				list = append(list, badCell{p.Page, c})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b badCell) int { return cmp.Compare(b.cell.P, a.cell.P) })
	return list[:min(worstShown, len(list))]
}

// WriteWorst draws the worst cells as a PNG: the cell as cut, what the
// recogniser gets of it, where it is, label and reading with its probability.
// The pages are cut again for it.
func (r *Result) WriteWorst(ctx context.Context, w io.Writer) error {
	list := r.worst()
	rows := max(1, (len(list)+worstColumns-1)/worstColumns)
	sheet := image.NewGray(image.Rect(0, 0, worstColumns*frameWidth, rows*frameHeight))
	draw.Draw(sheet, sheet.Rect, image.White, image.Point{}, draw.Src)
	pages := map[*Page]map[Place]grid.Cell{}
	for i, bad := range list {
		if pages[bad.page] == nil {
			cells, err := cutAgain(ctx, bad.page.File)
			if err != nil {
				return err
			}
			pages[bad.page] = cells
		}
		at := image.Pt(i%worstColumns*frameWidth, i/worstColumns*frameHeight)
		drawBad(sheet, at, bad, pages[bad.page][bad.cell.At])
	}
	if err := png.Encode(w, sheet); err != nil {
		return fmt.Errorf("drawing the worst cells: %w", err)
	}
	return nil
}

func cutAgain(ctx context.Context, path string) (map[Place]grid.Cell, error) {
	doc, err := scan.Open(ctx, path, scan.DefaultLimits())
	if err != nil {
		return nil, err
	}
	defer doc.Close()
	page, err := digitize.CutPage(ctx, doc, 0)
	if err != nil {
		return nil, err
	}
	cells := map[Place]grid.Cell{}
	for _, c := range page.Sheet.Cells {
		cells[Place{c.Move, c.Side}] = c
	}
	return cells, nil
}

func drawBad(sheet *image.Gray, at image.Point, bad badCell, cell grid.Cell) {
	frame := image.Rect(0, 0, frameWidth-frameMargin, frameHeight-frameMargin).Add(at)
	if cell.Image != nil {
		drawFitted(sheet, image.Rect(frame.Min.X, frame.Min.Y, frame.Max.X, frame.Min.Y+cellHeight), cell.Image)
		below := image.Rect(frame.Min.X, frame.Min.Y+cellHeight, frame.Max.X, frame.Max.Y)
		strip := ocr.Prepare(cell.Image, cell.Inner)
		draw.Draw(sheet, below, strip, strip.Rect.Min, draw.Src)
	}
	side := "w"
	if bad.cell.At.Side == 1 {
		side = "b"
	}
	caption(sheet, frame.Min.X, frame.Max.Y-captionRow, fmt.Sprintf("%s %d%s", bad.page.Name, bad.cell.At.Move, side))
	caption(sheet, frame.Min.X, frame.Max.Y, fmt.Sprintf("%s read %s %.2f", bad.cell.Label, bad.cell.Read, bad.cell.P))
}

// drawFitted draws a picture as large as it fits into a box, at its top left.
func drawFitted(sheet *image.Gray, box image.Rectangle, img *image.Gray) {
	scale := min(float64(box.Dx())/float64(img.Rect.Dx()), float64(box.Dy())/float64(img.Rect.Dy()))
	size := image.Pt(int(float64(img.Rect.Dx())*scale), int(float64(img.Rect.Dy())*scale))
	draw.ApproxBiLinear.Scale(sheet, image.Rectangle{Min: box.Min, Max: box.Min.Add(size)}, img, img.Rect, draw.Src, nil)
}

func caption(sheet *image.Gray, x, y int, text string) {
	d := font.Drawer{Dst: sheet, Src: image.NewUniform(color.Black), Face: basicfont.Face7x13, Dot: fixed.P(x, y-3)}
	d.DrawString(text)
}
