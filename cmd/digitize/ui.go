package main

// Rules of the terminal UI:
//
//   - Results go to stdout, everything said to people goes to stderr. What is
//     piped on is never mixed with talk.
//   - One line for one problem: what is wrong with which file, in the reader's
//     language, without a stack of causes. -v logs the rest.
//   - Silence is success: no banners, no progress where nobody looks.
//   - The language is that of --ui-lang, else of LC_ALL, LC_MESSAGES, LANG.
//   - A file named by -o appears whole or not at all.

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/planilla/digitize/message"
)

// ui is the terminal as a command sees it.
type ui struct {
	in       io.Reader
	out, err io.Writer
	say      message.Printer
	level    *slog.LevelVar
	log      *slog.Logger
}

// newUI chooses the language before cobra parses anything, since help texts
// are in it too.
func newUI(args []string, getenv func(string) string, in io.Reader, out, errOut io.Writer) *ui {
	language := message.FromEnvironment(getenv)
	if name, ok := flagValue(args, "--ui-lang"); ok {
		if l, known := message.Parse(name); known {
			language = l
		}
	}
	level := new(slog.LevelVar)
	level.Set(slog.LevelError)
	return &ui{
		in: in, out: out, err: errOut,
		say:   message.In(language),
		level: level,
		log:   slog.New(slog.NewTextHandler(errOut, &slog.HandlerOptions{Level: level})),
	}
}

// flagValue finds "--name value" or "--name=value" among args, up to "--".
func flagValue(args []string, name string) (string, bool) {
	for i, a := range args {
		if a == "--" {
			break
		}
		if a == name && i+1 < len(args) {
			return args[i+1], true
		}
		if v, ok := strings.CutPrefix(a, name+"="); ok {
			return v, true
		}
	}
	return "", false
}

// note says one line to the person at the terminal.
func (u *ui) note(k message.Key, args ...any) {
	fmt.Fprintln(u.err, "digitize: "+u.say.Say(k, args...))
}

// complain says what err means to the person at the terminal.
func (u *ui) complain(err error) {
	if text := explain(u.say, err); text != "" {
		fmt.Fprintln(u.err, "digitize: "+text)
	}
	for cause := err; cause != nil; cause = errors.Unwrap(cause) {
		u.log.Info("cause", "type", fmt.Sprintf("%T", cause), "err", cause)
	}
}
