package main

import (
	"bytes"
	"context"
	"fmt"
	"image/jpeg"
	"image/png"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planilla/digitize"
	"github.com/planilla/digitize/message"
	"github.com/planilla/digitize/scan"
)

type gridOptions struct {
	output string
	page   int
}

func (o gridOptions) validate(inputs []string) error {
	if o.output == "" {
		return usage(message.NoOutput)
	}
	switch strings.ToLower(filepath.Ext(o.output)) {
	case ".png", ".jpg", ".jpeg":
		return checkOutput(o.output, inputs)
	}
	return usage(message.GridBadOutput, o.output)
}

func newGridCommand(u *ui) *cobra.Command {
	var o gridOptions
	cmd := &cobra.Command{
		Use:     "grid FILE -o OVERLAY.png",
		Short:   u.say.Say(message.GridShort),
		Long:    u.say.Say(message.GridLong),
		Example: "  digitize grid photo.jpg -o overlay.png\n  digitize grid scans.tif --page 2 -o overlay.jpg",
		Args:    usageArgs(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.validate(args); err != nil {
				return err
			}
			return runGrid(cmd.Context(), u, o, args[0])
		},
	}
	cmd.Flags().StringVarP(&o.output, "output", "o", "", u.say.Say(message.FlagGridOutput))
	cmd.Flags().IntVar(&o.page, "page", 1, u.say.Say(message.FlagPage))
	return cmd
}

func runGrid(ctx context.Context, u *ui, o gridOptions, path string) error {
	doc, err := scan.Open(ctx, path, scan.DefaultLimits())
	if err != nil {
		return err
	}
	defer doc.Close()
	if o.page < 1 || o.page > doc.Len() {
		return usage(message.NoSuchPage, path, o.page, doc.Len())
	}
	page, err := digitize.CutPage(ctx, doc, o.page-1)
	if err != nil {
		return err
	}
	overlay := page.Sheet.Overlay(page.Image)
	var b bytes.Buffer
	if strings.EqualFold(filepath.Ext(o.output), ".png") {
		err = png.Encode(&b, overlay)
	} else {
		err = jpeg.Encode(&b, overlay, &jpeg.Options{Quality: 90})
	}
	if err != nil {
		return fmt.Errorf("encoding the overlay: %w", err)
	}
	if err := writeFile(o.output, b.Bytes()); err != nil {
		return err
	}
	s := page.Sheet
	fmt.Fprintf(u.out, "blocks %d\trows %d\tcells %d\tconfidence %.2f\n", s.Blocks, s.Rows, len(s.Cells), s.Confidence)
	for _, w := range s.Warnings {
		u.note(message.Warning, w)
	}
	return nil
}
