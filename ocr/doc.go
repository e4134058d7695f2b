// Package ocr turns the picture of one cell into a Lattice, the probabilities
// of every symbol at every time step, and prices texts against it. It knows no
// chess and needs no C: the reader that runs Tesseract lives in ocr/tesseract.
//
// The way of a cell: Prepare gives the strip, a Reader frames it and gives the
// Lattice, and Price, PriceTrie, Best and NBest ask the lattice questions.
package ocr

import (
	"context"
	"image"
)

// A Reader reads strips as Prepare makes them. Implementations are safe for
// concurrent use.
type Reader interface {
	// Read gives the lattice of one strip. An error costs this strip only,
	// unless ctx has ended.
	Read(ctx context.Context, strip *image.Gray) (*Lattice, error)
}
