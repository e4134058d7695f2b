package scan

import (
	"context"
	"errors"
	"fmt"
	"image/jpeg"
	"image/png"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"golang.org/x/image/tiff"
)

// Kind is the one cause of an Error. Messages for people are chosen by it.
type Kind string

// Everything that can be wrong with an input.
const (
	Missing       Kind = "missing"         // no such file, or no such page
	Directory     Kind = "directory"       // a directory where a file is wanted
	Special       Kind = "special"         // a pipe or a device: opening it may wait for ever
	Forbidden     Kind = "forbidden"       // no permission to read it
	Unreadable    Kind = "unreadable"      // the operating system failed to read it
	Empty         Kind = "empty"           // no bytes, or no pages
	NotImage      Kind = "not-image"       // its first bytes are of no known image format
	Truncated     Kind = "truncated"       // it ends before its image does
	Damaged       Kind = "damaged"         // its bytes contradict its format
	Unsupported   Kind = "unsupported"     // a format, or a variant of one, that cannot be read
	Protected     Kind = "protected"       // it wants a password
	TooSmall      Kind = "too-small"       // fewer pixels than a sheet could need
	TooManyPixels Kind = "too-many-pixels" // more pixels than Limits allow
	TooManyBytes  Kind = "too-many-bytes"  // a bigger file than Limits allow
	TooManyPages  Kind = "too-many-pages"  // more pages than Limits allow
)

// Kinds lists every Kind, for tables that must cover them all.
func Kinds() []Kind {
	return []Kind{
		Missing, Directory, Special, Forbidden, Unreadable, Empty, NotImage, Truncated, Damaged,
		Unsupported, Protected, TooSmall, TooManyPixels, TooManyBytes, TooManyPages,
	}
}

// Error says what is wrong with an input file.
type Error struct {
	Path string // as given to Open
	Page int    // 1-based; 0 when the whole file is meant
	Kind Kind
	Msg  string // one English clause, without the path
	Err  error  // the underlying error, if any
}

// Error names the file, the page where there are several, and the cause.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Path)
	if e.Page > 0 {
		b.WriteString(", page " + strconv.Itoa(e.Page))
	}
	b.WriteString(": " + e.Msg)
	return b.String()
}

// Unwrap returns the underlying error, if any.
func (e *Error) Unwrap() error { return e.Err }

func newError(kind Kind, err error, msg string) *Error {
	return &Error{Kind: kind, Msg: msg, Err: err}
}

// withPath names the file in err; the context's errors pass as they are.
func withPath(err error, path string) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	e := asError(err)
	e.Path = path
	return e
}

func fileError(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return newError(Missing, err, "there is no such file")
	case errors.Is(err, fs.ErrPermission):
		return newError(Forbidden, err, "there is no permission to read it")
	}
	return newError(Unreadable, err, "reading the file failed")
}

// asError gives a decoder's error its kind.
func asError(err error) *Error {
	var (
		own     *Error
		jpegNo  jpeg.UnsupportedError
		pngNo   png.UnsupportedError
		tiffNo  tiff.UnsupportedError
		crashed *panicError
	)
	switch {
	case errors.As(err, &own):
		return own
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return newError(Truncated, err, "the image is cut short: the file ends too early")
	case errors.As(err, &jpegNo), errors.As(err, &pngNo), errors.As(err, &tiffNo):
		return newError(Unsupported, err, "this variant of the format cannot be read ("+err.Error()+")")
	case errors.As(err, &crashed):
		return newError(Damaged, err, "the image is damaged (the decoder failed on it)")
	}
	return newError(Damaged, err, "the image is damaged ("+err.Error()+")")
}

// panicError carries a decoder's panic.
type panicError struct{ value any }

func (p *panicError) Error() string { return fmt.Sprintf("decoder panicked: %v", p.value) }

// guarded runs a decoder and turns its panic into an error: a hostile file
// costs itself, not the run.
func guarded(decode func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &panicError{value: v}
		}
	}()
	return decode()
}
