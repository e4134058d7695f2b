package grid

import (
	"context"
	"image"

	"github.com/disintegration/imaging"
)

const (
	sureUpright = 0.75 // a form found with this confidence is not tried upside down
	turnGain    = 0.15 // by how much the page upside down must be surer
)

// findTurned looks for the form as the page stands and, when that fails or is
// doubtful, with the page turned. It returns the parts and the number of
// quarter turns, counter-clockwise, that set the page upright.
func findTurned(ctx context.Context, gray *image.Gray, opt Options) (parts []part, turns int, err error) {
	parts, err = locateAll(ctx, gray, opt)
	if ctx.Err() != nil {
		return nil, 0, ctx.Err()
	}
	best := 0.0
	tries := []int{2}
	if err == nil {
		best = parts[0].found.confidence
		if best >= sureUpright || len(parts) > 1 {
			return parts, 0, nil
		}
		best += turnGain
	} else {
		tries = []int{1, 3, 2}
	}
	for _, n := range tries {
		turned, terr := locateAll(ctx, turn(gray, n), opt)
		if ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		if terr == nil && turned[0].found.confidence > best && rowsOf(turned) >= rowsOf(parts) {
			parts, turns, err, best = turned, n, nil, turned[0].found.confidence
		}
	}
	return parts, turns, err
}

// rowsOf is the number of numbered rows in all blocks.
func rowsOf(parts []part) int {
	n := 0
	for _, p := range parts {
		n += len(p.found.lay.pairs) * (len(p.found.rows) - 1)
	}
	return n
}

// turn rotates the picture by n quarter turns counter-clockwise.
func turn(g *image.Gray, n int) *image.Gray {
	switch n {
	case 1:
		return grayOf(imaging.Rotate90(g))
	case 2:
		return grayOf(imaging.Rotate180(g))
	case 3:
		return grayOf(imaging.Rotate270(g))
	}
	return g
}

// turnBack maps a point of the turned page to the page as it was given, of
// width w and height h.
func turnBack(p Point, n, w, h int) Point {
	switch n {
	case 1:
		return Point{float64(w-1) - p.Y, p.X}
	case 2:
		return Point{float64(w-1) - p.X, float64(h-1) - p.Y}
	case 3:
		return Point{p.Y, float64(h-1) - p.X}
	}
	return p
}
