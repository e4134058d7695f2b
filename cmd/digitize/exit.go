package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planilla/digitize"
	"github.com/planilla/digitize/grid"
	"github.com/planilla/digitize/message"
	"github.com/planilla/digitize/scan"
)

// The exit codes. Scripts rely on them: they never change their meaning.
const (
	exitOK          = 0
	exitUsage       = 1
	exitInput       = 2
	exitNoSheet     = 3
	exitReview      = 4
	exitDependency  = 5
	exitInternal    = 70
	exitInterrupted = 130
)

// exitRow ties a code to the errors that lead to it and to its meaning.
type exitRow struct {
	code    int
	meaning message.Key
	is      func(error) bool
}

// exitTable is the one table of exit codes, the gravest first: where several
// files fail, the gravest failure gives the code. Errors are matched from the
// top; what no row knows is internal.
func exitTable() []exitRow {
	return []exitRow{
		{exitInterrupted, message.ExitInterrupted, func(err error) bool { return errors.Is(err, context.Canceled) }},
		{exitInternal, message.ExitInternal, func(error) bool { return false }},
		{exitDependency, message.ExitDependency, func(err error) bool { return errors.Is(err, digitize.ErrMissingDependency) }},
		{exitUsage, message.ExitUsage, isA[*usageError]},
		{exitInput, message.ExitInput, func(err error) bool { return isA[*scan.Error](err) || isA[*scoreError](err) }},
		{exitNoSheet, message.ExitNoSheet, isA[*grid.NoSheetError]},
		{exitReview, message.ExitReview, func(err error) bool { return isA[*reviewError](err) || isA[*deviationsError](err) }},
		{exitOK, message.ExitOK, func(err error) bool { return err == nil }},
	}
}

func isA[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

// exitCode is the code of an error. Of joined errors the gravest counts.
func exitCode(err error) int {
	if err == nil {
		return exitOK
	}
	table := exitTable()
	gravest := len(table)
	for _, e := range parts(err) {
		gravest = min(gravest, rank(table, e))
	}
	return table[gravest].code
}

func rank(table []exitRow, err error) int {
	internal := 0
	for i, row := range table {
		if row.is(err) {
			return i
		}
		if row.code == exitInternal {
			internal = i
		}
	}
	return internal
}

// failures is the errors of several files, one for each that failed.
type failures []error

// Error joins the failures, one a line.
func (f failures) Error() string {
	lines := make([]string, len(f))
	for i, err := range f {
		lines[i] = err.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the single failures.
func (f failures) Unwrap() []error { return f }

// orNil is nil when nothing failed.
func (f failures) orNil() error {
	if len(f) == 0 {
		return nil
	}
	return f
}

func parts(err error) []error {
	var f failures
	if errors.As(err, &f) {
		return f
	}
	return []error{err}
}

// usageError is a command line that cannot be meant.
type usageError struct {
	key  message.Key
	args []any
}

func usage(k message.Key, args ...any) error { return &usageError{key: k, args: args} }

// Error says it in English.
func (e *usageError) Error() string { return message.Printer{}.Say(e.key, e.args...) }

// reviewError says that a game was read and needs a person.
type reviewError struct {
	path    string
	plies   int  // plies to look at
	pages   int  // pages on which nothing could be read
	stopped bool // the game ends before the last written move
	empty   bool // no move could be read at all
}

// Error says it in English.
func (e *reviewError) Error() string { return explain(message.Printer{}, e) }

// explain says in one line what err means to a person; "" when it was said
// already.
func explain(say message.Printer, err error) string {
	var (
		bad     *usageError
		file    *scan.Error
		noSheet *grid.NoSheetError
		review  *reviewError
		score   *scoreError
		strays  *deviationsError
		many    failures
	)
	switch {
	case err == nil, errors.As(err, &many): // each was said when it happened
		return ""
	case errors.Is(err, context.Canceled):
		return say.Say(message.Interrupted)
	case errors.As(err, &bad):
		return say.Say(bad.key, bad.args...) + "\n" + say.Say(message.TryHelp)
	case errors.As(err, &file):
		return explainFile(say, file)
	case errors.As(err, &score):
		return score.explain(say)
	case errors.As(err, &strays):
		return say.Say(message.ScoreDeviations, strays.path, strays.count)
	case errors.As(err, &noSheet):
		return say.Say(message.NoSheet, fileOf(err), noSheet.Reason)
	case errors.As(err, &review) && review.pages > 0:
		return say.Say(message.ReviewPages, review.path, review.pages, review.plies)
	case errors.As(err, &review) && review.empty:
		return say.Say(message.ReviewEmpty, review.path)
	case errors.As(err, &review) && review.stopped:
		return say.Say(message.ReviewStopped, review.path, review.plies)
	case errors.As(err, &review):
		return say.Say(message.Review, review.path, review.plies)
	case errors.Is(err, digitize.ErrMissingDependency):
		return say.Say(message.MissingDependency, err)
	}
	return say.Say(message.Failed, err)
}

// explainFile says what is wrong with an input file.
func explainFile(say message.Printer, e *scan.Error) string {
	name := e.Path
	if e.Page > 0 {
		name = say.Say(message.PageOf, e.Path, e.Page)
	}
	return name + ": " + say.Say(fileMessages()[e.Kind])
}

func fileMessages() map[scan.Kind]message.Key {
	return map[scan.Kind]message.Key{
		scan.Missing:       message.FileMissing,
		scan.Directory:     message.FileDirectory,
		scan.Special:       message.FileSpecial,
		scan.Forbidden:     message.FileForbidden,
		scan.Unreadable:    message.FileUnreadable,
		scan.Empty:         message.FileEmpty,
		scan.NotImage:      message.FileNotImage,
		scan.Truncated:     message.FileTruncated,
		scan.Damaged:       message.FileDamaged,
		scan.Unsupported:   message.FileUnsupported,
		scan.Protected:     message.FileProtected,
		scan.TooSmall:      message.FileTooSmall,
		scan.TooManyPixels: message.FileTooManyPixels,
		scan.TooManyBytes:  message.FileTooManyBytes,
		scan.TooManyPages:  message.FileTooManyPages,
	}
}

// fileOf names the file and page an error is about.
func fileOf(err error) string {
	var p *digitize.PageError
	if errors.As(err, &p) {
		return p.Path
	}
	return "?"
}

// newExitCodesTopic is the help topic that prints the table.
func newExitCodesTopic(u *ui) *cobra.Command {
	var b strings.Builder
	b.WriteString(u.say.Say(message.ExitLong) + "\n\n")
	for _, code := range []int{exitOK, exitUsage, exitInput, exitNoSheet, exitReview, exitDependency, exitInternal, exitInterrupted} {
		for _, row := range exitTable() {
			if row.code == code {
				fmt.Fprintf(&b, "  %3d  %s\n", code, u.say.Say(row.meaning))
			}
		}
	}
	return &cobra.Command{
		Use:   "exit-codes",
		Short: u.say.Say(message.ExitShort),
		Long:  strings.TrimRight(b.String(), "\n"),
	}
}
