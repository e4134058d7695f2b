// Package scan turns files into upright page images.
//
// It knows images and nothing else: a photograph in JPEG, PNG, WebP or BMP is
// a document of one page, a TIFF or a PDF a document of one page or more. What
// a file is, its first bytes say; its name is never trusted. Size limits are
// checked before any pixel is decoded, and everything that can be wrong with
// a file comes back as an *Error with one clear cause.
package scan

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"io"
	"os"
)

// MinSide is the smallest width and height, in pixels, of a page that could
// hold a scoresheet at all.
const MinSide = 64

// Limits bound what a file may cost before it is decoded.
type Limits struct {
	MaxBytes  int64 // size of the file in bytes
	MaxPixels int64 // width times height of one page
	MaxPages  int   // pages of one document
}

// DefaultLimits are generous for any phone or scanner: 256 MiB, 120 megapixels
// a page, 100 pages.
func DefaultLimits() Limits {
	return Limits{MaxBytes: 256 << 20, MaxPixels: 120_000_000, MaxPages: 100}
}

// Page is one decoded page.
type Page struct {
	Number int         // 1-based, in file order
	Image  image.Image // upright: the orientation the camera noted is applied
	DPI    float64     // dots per inch as the file says; 0 when it does not
}

// Document is an open file whose pages are decoded on demand. Its methods may
// be called from one goroutine at a time.
type Document struct {
	Path   string // as given to Open
	SHA256 string // of the file's bytes, lower-case hexadecimal
	Format string // "jpeg", "png", "tiff", "webp", "bmp" or "pdf"

	limits Limits
	pages  pages
}

// pages is what a format must offer. Pages are numbered from 0 here.
type pages interface {
	len() int
	// size is the page's width and height in pixels, before any rotation,
	// known without decoding it.
	size(ctx context.Context, i int) (width, height int, err error)
	// decode returns the upright page and its resolution (0 = unknown).
	decode(ctx context.Context, i int) (image.Image, float64, error)
	close() error
}

// Open reads the file at path and finds its pages, without decoding them yet.
// Every error is an *Error, or the context's.
func Open(ctx context.Context, path string, limits Limits) (*Document, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	data, err := readFile(path, limits.MaxBytes)
	if err != nil {
		return nil, withPath(err, path)
	}
	return open(ctx, path, data, limits)
}

// OpenBytes is Open for a file that is in memory already; name stands for it
// in messages.
func OpenBytes(ctx context.Context, name string, data []byte, limits Limits) (*Document, error) {
	if int64(len(data)) > limits.MaxBytes {
		return nil, withPath(tooManyBytes(int64(len(data)), limits.MaxBytes), name)
	}
	return open(ctx, name, data, limits)
}

func open(ctx context.Context, path string, data []byte, limits Limits) (*Document, error) {
	if len(data) == 0 {
		return nil, withPath(newError(Empty, nil, "the file is empty"), path)
	}
	f, err := sniff(data)
	if err != nil {
		return nil, withPath(err, path)
	}
	var found pages
	err = guarded(func() error {
		found, err = f.open(ctx, data)
		return err
	})
	if err != nil {
		return nil, withPath(err, path)
	}
	doc := &Document{Path: path, SHA256: hexSum(data), Format: f.name, limits: limits, pages: found}
	if err := doc.checkPageCount(); err != nil {
		_ = found.close()
		return nil, withPath(err, path)
	}
	return doc, nil
}

func (d *Document) checkPageCount() error {
	switch n := d.Len(); {
	case n == 0:
		return newError(Empty, nil, "the file has no pages")
	case n > d.limits.MaxPages:
		return newError(TooManyPages, nil, fmt.Sprintf("it has %d pages, more than the limit of %d", n, d.limits.MaxPages))
	}
	return nil
}

// Len is the number of pages, at least 1.
func (d *Document) Len() int { return d.pages.len() }

// Page decodes page i, 0 <= i < Len(). Every error is an *Error that names the
// page, or the context's.
func (d *Document) Page(ctx context.Context, i int) (*Page, error) {
	if i < 0 || i >= d.Len() {
		return nil, &Error{Path: d.Path, Page: i + 1, Kind: Missing, Msg: fmt.Sprintf("there is no page %d", i+1)}
	}
	page := &Page{Number: i + 1}
	err := guarded(func() error {
		if err := d.checkSize(ctx, i); err != nil {
			return err
		}
		img, dpi, err := d.pages.decode(ctx, i)
		page.Image, page.DPI = img, dpi
		return err
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, d.pageError(err, i)
	}
	return page, nil
}

func (d *Document) checkSize(ctx context.Context, i int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w, h, err := d.pages.size(ctx, i)
	if err != nil {
		return err
	}
	if w < MinSide || h < MinSide {
		return newError(TooSmall, nil, fmt.Sprintf("the image is too small (%d×%d pixels)", w, h))
	}
	if int64(w)*int64(h) > d.limits.MaxPixels {
		return newError(TooManyPixels, nil, fmt.Sprintf("the image has too many pixels (%d×%d)", w, h))
	}
	return nil
}

// pageError adds the path and, where there is more than one page, its number.
func (d *Document) pageError(err error, i int) error {
	e := asError(err)
	e.Path = d.Path
	if d.Len() > 1 {
		e.Page = i + 1
	}
	return e
}

// Close releases what the document holds.
func (d *Document) Close() error { return d.pages.close() }

func readFile(path string, maxBytes int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fileError(err)
	}
	if info.IsDir() {
		return nil, newError(Directory, nil, "it is a directory, not a file")
	}
	if !info.Mode().IsRegular() {
		return nil, newError(Special, nil, "it is a pipe or a device, not a file")
	}
	if info.Size() > maxBytes {
		return nil, tooManyBytes(info.Size(), maxBytes)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fileError(err)
	}
	defer f.Close()
	// A growing file has no size to trust: the limit holds all the same.
	data, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err != nil {
		return nil, newError(Unreadable, err, "reading the file failed")
	}
	if int64(len(data)) > maxBytes {
		return nil, tooManyBytes(int64(len(data)), maxBytes)
	}
	return data, nil
}

func tooManyBytes(size, limit int64) error {
	return newError(TooManyBytes, nil, fmt.Sprintf("the file is too big (%d MiB or more; the limit is %d MiB)", size>>20, limit>>20))
}

func hexSum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
