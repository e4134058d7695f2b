package main

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planilla/digitize"
	"github.com/planilla/digitize/grid"
	"github.com/planilla/digitize/message"
	"github.com/planilla/digitize/ocr"
	"github.com/planilla/digitize/scan"
)

// cellsHeader is the header of cells.tsv; training reads it.
const cellsHeader = "file\tpage\tmove\tside\tquad\tpng\tinkfrac\n"

type cellsOptions struct{ dir string }

func (o cellsOptions) validate(inputs []string) error {
	if a, b, found := sameName(inputs); found {
		return usage(message.SameCellsFolder, a, b)
	}
	if o.dir == "" {
		return usage(message.NoOutput)
	}
	return nil
}

func newCellsCommand(u *ui) *cobra.Command {
	var o cellsOptions
	cmd := &cobra.Command{
		Use:     "cells FILE... -o DIR",
		Short:   u.say.Say(message.CellsShort),
		Long:    u.say.Say(message.CellsLong),
		Example: "  digitize cells pages/*.jpg -o cells",
		Args:    filesArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.validate(args); err != nil {
				return err
			}
			return runCells(cmd.Context(), u, o, args)
		},
	}
	cmd.Flags().StringVarP(&o.dir, "output", "o", "", u.say.Say(message.FlagCellsOutput))
	return cmd
}

// runCells cuts every file; a file that fails costs itself only.
func runCells(ctx context.Context, u *ui, o cellsOptions, files []string) error {
	if err := os.MkdirAll(o.dir, 0o755); err != nil {
		return err
	}
	var table bytes.Buffer
	table.WriteString(cellsHeader)
	var failed failures
	for _, path := range files {
		err := cutFile(ctx, o.dir, path, &table)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			u.complain(err)
			failed = append(failed, err)
		}
	}
	if err := writeFile(filepath.Join(o.dir, "cells.tsv"), table.Bytes()); err != nil {
		return err
	}
	return failed.orNil()
}

// sameName finds two inputs whose cells would go to one folder.
func sameName(inputs []string) (a, b string, found bool) {
	seen := make(map[string]string, len(inputs))
	for _, path := range inputs {
		name := baseName(path)
		if other, ok := seen[name]; ok {
			return other, path, true
		}
		seen[name] = path
	}
	return "", "", false
}

// cutFile writes the strips of one file's cells below dir and its rows to
// table, whole or not at all.
func cutFile(ctx context.Context, dir, path string, table *bytes.Buffer) error {
	doc, err := scan.Open(ctx, path, scan.DefaultLimits())
	if err != nil {
		return err
	}
	defer doc.Close()
	name := baseName(path)
	if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
		return err
	}
	var rows bytes.Buffer
	for i := range doc.Len() {
		page, err := digitize.CutPage(ctx, doc, i)
		if err != nil {
			return err
		}
		for _, cell := range page.Sheet.Cells {
			file := filepath.Join(name, cellName(doc, page, cell)+".png")
			if err := writeStrip(filepath.Join(dir, file), cell); err != nil {
				return err
			}
			fmt.Fprintf(&rows, "%s\t%d\t%d\t%s\t%s\t%s\t%.4f\n", path, page.Number, cell.Move,
				digitize.SideName(cell.Side), quadText(cell.Quad), filepath.ToSlash(file), digitize.InkShare(cell))
		}
	}
	_, err = table.Write(rows.Bytes())
	return err
}

// cellName is MMMw or MMMb, with the page before it in a document of several.
func cellName(doc *scan.Document, page *digitize.Page, cell grid.Cell) string {
	name := fmt.Sprintf("%03d%s", cell.Move, digitize.SideName(cell.Side)[:1])
	if doc.Len() > 1 {
		return fmt.Sprintf("p%d-%s", page.Number, name)
	}
	return name
}

func writeStrip(path string, cell grid.Cell) error {
	var b bytes.Buffer
	if err := png.Encode(&b, ocr.Prepare(cell.Image, cell.Inner)); err != nil {
		return fmt.Errorf("encoding a cell: %w", err)
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

// quadText is x0,y0,…,x3,y3 in pixels of the upright page.
func quadText(q grid.Quad) string {
	parts := make([]string, 0, 2*len(q))
	for _, p := range q {
		parts = append(parts, fmt.Sprintf("%.1f", p.X), fmt.Sprintf("%.1f", p.Y))
	}
	return strings.Join(parts, ",")
}

// baseName is the file's name without folder and extension.
func baseName(path string) string {
	name := filepath.Base(path)
	return strings.TrimSuffix(name, filepath.Ext(name))
}
