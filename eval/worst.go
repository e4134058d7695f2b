package eval

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"slices"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"github.com/planilla/digitize"
	"github.com/planilla/digitize/scan"
)

// The contact sheet: worstShown cells in worstColumns columns of frames.
const (
	worstShown   = 80
	worstColumns = 5
	frameWidth   = 250
	frameHeight  = 100
	frameMargin  = 6
	captionRow   = 14
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

// WriteWorst draws the worst cells as a PNG: the cell as cut, where it is,
// label and reading with its probability. The pages are cut again for it.
func (r *Result) WriteWorst(ctx context.Context, w io.Writer) error {
	list := r.worst()
	images, err := cutAgain(ctx, list)
	if err != nil {
		return err
	}
	rows := max(1, (len(list)+worstColumns-1)/worstColumns)
	sheet := image.NewGray(image.Rect(0, 0, worstColumns*frameWidth, rows*frameHeight))
	draw.Draw(sheet, sheet.Rect, image.White, image.Point{}, draw.Src)
	for i, bad := range list {
		at := image.Pt(i%worstColumns*frameWidth, i/worstColumns*frameHeight)
		drawBad(sheet, at, bad, images[bad.cell])
	}
	if err := png.Encode(w, sheet); err != nil {
		return fmt.Errorf("drawing the worst cells: %w", err)
	}
	return nil
}

// cutAgain gives the pictures of the cells listed.
func cutAgain(ctx context.Context, list []badCell) (map[*CellResult]*image.Gray, error) {
	pages := map[*Page]map[Place]*image.Gray{}
	images := map[*CellResult]*image.Gray{}
	for _, bad := range list {
		if pages[bad.page] == nil {
			cut, err := cutPage(ctx, bad.page.File)
			if err != nil {
				return nil, err
			}
			pages[bad.page] = cut
		}
		images[bad.cell] = pages[bad.page][bad.cell.At]
	}
	return images, nil
}

func cutPage(ctx context.Context, path string) (map[Place]*image.Gray, error) {
	doc, err := scan.Open(ctx, path, scan.DefaultLimits())
	if err != nil {
		return nil, err
	}
	defer doc.Close()
	page, err := digitize.CutPage(ctx, doc, 0)
	if err != nil {
		return nil, err
	}
	cells := map[Place]*image.Gray{}
	for _, c := range page.Sheet.Cells {
		cells[Place{c.Move, c.Side}] = c.Image
	}
	return cells, nil
}

func drawBad(sheet *image.Gray, at image.Point, bad badCell, cell *image.Gray) {
	frame := image.Rect(0, 0, frameWidth-frameMargin, frameHeight-frameMargin).Add(at)
	picture := frame
	picture.Max.Y -= 2 * captionRow
	if cell != nil {
		draw.Draw(sheet, picture, cell, cell.Rect.Min, draw.Src)
	}
	side := "w"
	if bad.cell.At.Side == 1 {
		side = "b"
	}
	caption(sheet, frame.Min.X, frame.Max.Y-captionRow, fmt.Sprintf("%s %d%s", bad.page.Name, bad.cell.At.Move, side))
	caption(sheet, frame.Min.X, frame.Max.Y, fmt.Sprintf("%s read %s %.2f", bad.cell.Label, bad.cell.Read, bad.cell.P))
}

func caption(sheet *image.Gray, x, y int, text string) {
	d := font.Drawer{Dst: sheet, Src: image.NewUniform(color.Black), Face: basicfont.Face7x13, Dot: fixed.P(x, y-3)}
	d.DrawString(text)
}
