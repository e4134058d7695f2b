package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planilla/digitize"
	"github.com/planilla/digitize/eval"
	"github.com/planilla/digitize/message"
)

type evalOptions struct {
	data     string
	splits   string
	sets     []string
	pages    int
	out      string
	lattices string
	model    string
	language string
	format   string
	jobs     int
	beam     int
	ceiling  string
}

// defaultSets are measured when nobody asks for others: all but the parts of
// others.
func defaultSets() []string { return []string{"hcs-train", "hcs-test", "epfl", "sheets"} }

func (o evalOptions) validate() error {
	for _, s := range o.sets {
		if !slices.Contains(eval.Sets(), s) {
			return usage(message.BadSet, s, strings.Join(eval.Sets(), ", "))
		}
	}
	if o.format != "table" && o.format != "tsv" {
		return usage(message.BadTableFormat, o.format)
	}
	switch eval.Ceiling(o.ceiling) {
	case eval.WithCeiling, eval.WithoutCeiling, eval.OnlyCeiling:
	default:
		return usage(message.BadCeiling, o.ceiling)
	}
	if o.jobs < 0 || o.beam < 0 || o.pages < 0 {
		return usage(message.BadCount)
	}
	if info, err := os.Stat(o.data); err != nil || !info.IsDir() {
		return usage(message.NoData, o.data)
	}
	return nil
}

func newEvalCommand(u *ui) *cobra.Command {
	var o evalOptions
	cmd := &cobra.Command{
		Use:   "eval [DATA]",
		Short: u.say.Say(message.EvalShort),
		Long:  u.say.Say(message.EvalLong),
		Example: `  digitize eval ../shared
  digitize eval --data ../shared --set hcs-dev,epfl-dev --lattices /tmp/lattices
  digitize eval ../shared --set sheets --out eval-out --format tsv`,
		Args: usageArgs(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.data = args[0]
			}
			if err := o.validate(); err != nil {
				return err
			}
			return runEval(cmd.Context(), u, o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.data, "data", "../shared", u.say.Say(message.FlagData))
	flags.StringVar(&o.splits, "splits", filepath.Join("train", "splits.json"), u.say.Say(message.FlagSplits))
	flags.StringSliceVar(&o.sets, "set", defaultSets(), u.say.Say(message.FlagSets))
	flags.IntVar(&o.pages, "pages", 0, u.say.Say(message.FlagPages))
	flags.StringVar(&o.out, "out", "", u.say.Say(message.FlagOut))
	flags.StringVar(&o.lattices, "lattices", "", u.say.Say(message.FlagLattices))
	flags.StringVar(&o.model, "model", "", u.say.Say(message.FlagModel))
	flags.StringVar(&o.language, "lang", "auto", u.say.Say(message.FlagLang, languageList()))
	flags.StringVar(&o.format, "format", "table", u.say.Say(message.FlagEvalFormat))
	flags.IntVarP(&o.jobs, "jobs", "j", runtime.GOMAXPROCS(0), u.say.Say(message.FlagEvalJobs))
	flags.IntVar(&o.beam, "beam", 0, u.say.Say(message.FlagBeam))
	flags.StringVar(&o.ceiling, "ceiling", string(eval.WithCeiling), u.say.Say(message.FlagCeiling))
	return cmd
}

func runEval(ctx context.Context, u *ui, o evalOptions) error {
	model, err := digitize.ModelID(o.model)
	if err != nil {
		return err
	}
	d, err := digitize.New(ctx, digitize.Options{Language: o.language, Beam: o.beam, Jobs: o.jobs, Model: o.model, Log: u.log})
	if err != nil {
		return err
	}
	defer d.Close()
	result, err := eval.Run(ctx, d, eval.Options{
		Data: o.data, Splits: o.splits, Sets: o.sets, Pages: o.pages,
		Lattices: o.lattices, Model: model, Jobs: o.jobs, Ceiling: eval.Ceiling(o.ceiling),
		Progress: func(done, all int, page string) { u.log.Info("measured", "page", page, "done", done, "of", all) },
	})
	if err != nil {
		return err
	}
	if o.out != "" {
		if err := writeEval(ctx, o.out, result); err != nil {
			return err
		}
	}
	if o.format == "tsv" {
		return result.WriteTSV(u.out)
	}
	return result.WriteTable(u.out)
}

// writeEval writes the tables and the picture of the worst cells to a folder.
func writeEval(ctx context.Context, dir string, result *eval.Result) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("making the output folder: %w", err)
	}
	files := []struct {
		name  string
		write func(io.Writer) error
	}{
		{"figures.tsv", result.WriteTSV},
		{"pages.tsv", result.WritePages},
		{"cells.tsv", result.WriteCells},
		{"plies.tsv", result.WritePlies},
		{"worst.png", func(w io.Writer) error { return result.WriteWorst(ctx, w) }},
	}
	for _, f := range files {
		var b bytes.Buffer
		if err := f.write(&b); err != nil {
			return err
		}
		if err := writeFile(filepath.Join(dir, f.name), b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}
