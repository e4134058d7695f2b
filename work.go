package digitize

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"

	"github.com/planilla/digitize/correct"
	"github.com/planilla/digitize/ocr"
	"github.com/planilla/digitize/report"
	"github.com/planilla/digitize/scan"
)

// work keeps every step's result of one file in a folder:
//
//	page1-rectified.png   the straightened form
//	page1-overlay.jpg     what the grid found, on the picture
//	cells/p1-012w.png     each cell, cleaned
//	strips/p1-012w.png    each cell as the recogniser gets it
//	lattices.json         what it saw
//	beam.txt              the hypotheses after each cell
//	record.json           the record
//
// A nil *work keeps nothing.
type work struct {
	dir  string
	beam strings.Builder
}

// newWork makes the folder of one file below root; nil when root is "".
func newWork(root string, doc *scan.Document) (*work, error) {
	if root == "" {
		return nil, nil
	}
	base := filepath.Base(doc.Path)
	name := strings.TrimSuffix(base, filepath.Ext(base)) + "-" + doc.SHA256[:8]
	w := &work{dir: filepath.Join(root, name)}
	for _, sub := range []string{"cells", "strips"} {
		if err := os.MkdirAll(filepath.Join(w.dir, sub), 0o755); err != nil {
			return nil, fmt.Errorf("keeping the work: %w", err)
		}
	}
	return w, nil
}

func (w *work) page(p *Page) error {
	if w == nil {
		return nil
	}
	name := fmt.Sprintf("page%d-", p.Number)
	if p.Sheet.Rectified != nil {
		if err := w.png(name+"rectified.png", p.Sheet.Rectified); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, p.Sheet.Overlay(p.Image), &jpeg.Options{Quality: 85}); err != nil {
		return fmt.Errorf("keeping the overlay: %w", err)
	}
	if err := w.file(name+"overlay.jpg", b.Bytes()); err != nil {
		return err
	}
	for _, c := range p.Sheet.Cells {
		cell := fmt.Sprintf("p%d-%03d%s.png", p.Number, c.Move, SideName(c.Side)[:1])
		if err := w.png(filepath.Join("cells", cell), c.Image); err != nil {
			return err
		}
		if err := w.png(filepath.Join("strips", cell), ocr.Prepare(c.Image, c.Inner)); err != nil {
			return err
		}
	}
	return nil
}

func (w *work) lattices(lattices []*ocr.Lattice) error {
	if w == nil {
		return nil
	}
	var b bytes.Buffer
	if err := WriteLattices(&b, lattices); err != nil {
		return err
	}
	return w.file("lattices.json", b.Bytes())
}

// trace notes the search; nil when nothing is kept.
func (w *work) trace() func(int, []correct.Hypothesis) {
	if w == nil {
		return nil
	}
	const shown = 10
	return func(cell int, alive []correct.Hypothesis) {
		fmt.Fprintf(&w.beam, "cell %d: %d hypotheses\n", cell, len(alive))
		for _, h := range alive[:min(shown, len(alive))] {
			fmt.Fprintf(&w.beam, "  %8.2f  ply %3d  %s\n", h.LogP, h.Plies, h.FEN)
		}
	}
}

func (w *work) finish(r *report.Record) error {
	if w == nil {
		return nil
	}
	if err := w.file("beam.txt", []byte(w.beam.String())); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		return err
	}
	return w.file("record.json", b.Bytes())
}

func (w *work) png(name string, img image.Image) error {
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return fmt.Errorf("keeping %s: %w", name, err)
	}
	return w.file(name, b.Bytes())
}

func (w *work) file(name string, data []byte) error {
	if err := os.WriteFile(filepath.Join(w.dir, name), data, 0o644); err != nil {
		return fmt.Errorf("keeping the work: %w", err)
	}
	return nil
}
