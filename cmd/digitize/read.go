package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planilla/digitize"
	"github.com/planilla/digitize/engine/notation"
	"github.com/planilla/digitize/message"
	"github.com/planilla/digitize/report"
)

type readOptions struct {
	format   string
	output   string
	language string
	keepWork string
	model    string
	jobs     int
	beam     int
}

// writeRecord writes a record in one of the formats.
type writeRecord func(*report.Record, io.Writer) error

func formats(say message.Printer) map[string]writeRecord {
	return map[string]writeRecord{
		"pgn":    func(r *report.Record, w io.Writer) error { return r.WritePGN(w, say) },
		"json":   (*report.Record).WriteJSON,
		"san":    func(r *report.Record, w io.Writer) error { return r.WriteScore(w, "en", say) },
		"san-es": func(r *report.Record, w io.Writer) error { return r.WriteScore(w, "es", say) },
	}
}

func (o readOptions) validate(say message.Printer, inputs []string) error {
	if _, ok := formats(say)[o.format]; !ok {
		return usage(message.BadFormat, o.format)
	}
	if o.language != "auto" && !slices.Contains(notation.Languages(), notation.Language(o.language)) {
		return usage(message.BadLanguage, o.language, languageList())
	}
	if o.jobs < 0 || o.beam < 0 {
		return usage(message.BadCount)
	}
	return checkOutput(o.output, inputs)
}

// checkOutput finds out before the work that its result could not be written, or
// would be written over one of the inputs, a link or a device.
func checkOutput(path string, inputs []string) error {
	if path == "" {
		return nil
	}
	dir := filepath.Dir(path)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return usage(message.BadOutputFolder, path, dir)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return usage(message.OutputIsFolder, path)
	}
	there, err := os.Lstat(path)
	if err != nil {
		return nil // nothing is there yet
	}
	if !there.Mode().IsRegular() {
		return usage(message.OutputIsSpecial, path)
	}
	for _, input := range inputs {
		if in, err := os.Stat(input); err == nil && os.SameFile(in, there) {
			return usage(message.OutputIsInput, path)
		}
	}
	return nil
}

func languageList() string {
	var names []string
	for _, l := range notation.Languages() {
		names = append(names, string(l))
	}
	return strings.Join(names, ", ")
}

func newReadCommand(u *ui) *cobra.Command {
	var o readOptions
	cmd := &cobra.Command{
		Use:   "read FILE...",
		Short: u.say.Say(message.ReadShort),
		Long:  u.say.Say(message.ReadLong),
		Example: `  digitize read photo.jpg
  digitize read photo.jpg --format san-es
  digitize read round1/*.jpg -o round1.pgn
  digitize read scan.pdf --lang es --format json --keep-work work`,
		Args: filesArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.validate(u.say, args); err != nil {
				return err
			}
			return runRead(cmd.Context(), u, o, args)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.format, "format", "f", "pgn", u.say.Say(message.FlagFormat))
	flags.StringVarP(&o.output, "output", "o", "", u.say.Say(message.FlagReadOutput))
	flags.StringVar(&o.language, "lang", "auto", u.say.Say(message.FlagLang, languageList()))
	flags.StringVar(&o.keepWork, "keep-work", "", u.say.Say(message.FlagKeepWork))
	flags.StringVar(&o.model, "model", "", u.say.Say(message.FlagModel))
	flags.IntVarP(&o.jobs, "jobs", "j", runtime.GOMAXPROCS(0), u.say.Say(message.FlagJobs))
	flags.IntVar(&o.beam, "beam", 0, u.say.Say(message.FlagBeam))
	return cmd
}

// runRead reads every file as one game. A file that fails costs itself only;
// the output is written when there is a game to write.
func runRead(ctx context.Context, u *ui, o readOptions, files []string) error {
	d, err := digitize.New(ctx, digitize.Options{
		Language: o.language, Beam: o.beam, Jobs: o.jobs, KeepWork: o.keepWork, Model: o.model, Log: u.log,
	})
	if err != nil {
		return err
	}
	defer d.Close()
	write := formats(u.say)[o.format]
	var games bytes.Buffer
	var failed failures
	for _, path := range files {
		err := readFile(ctx, d, path, write, &games)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			u.complain(err)
			failed = append(failed, err)
		}
		if o.output == "" {
			if _, err := games.WriteTo(u.out); err != nil {
				return err
			}
		}
	}
	if games.Len() > 0 {
		if err := writeFile(o.output, games.Bytes()); err != nil {
			return err
		}
	}
	return failed.orNil()
}

// readFile reads one game and writes it to w, whole or not at all. It returns a
// *reviewError when the game was written and needs a person.
func readFile(ctx context.Context, d *digitize.Digitizer, path string, write writeRecord, w *bytes.Buffer) error {
	record, err := d.Read(ctx, path)
	if err != nil {
		return err
	}
	var game bytes.Buffer
	if err := write(record, &game); err != nil {
		return err
	}
	if _, err := game.WriteTo(w); err != nil {
		return err
	}
	if !record.NeedsReview() {
		return nil
	}
	return &reviewError{
		path: path, plies: record.Game.ToReview(), pages: record.FailedPages(),
		stopped: record.Game.Stopped != "", empty: len(record.Game.Plies) == 0,
	}
}
