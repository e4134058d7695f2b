package grid

import (
	"context"
	"image"
	"math"
)

// part is a piece of the page with a form on it. The picture shares the
// page's pixels; its bounds say where it lies.
type part struct {
	gray  *image.Gray
	found *structure
}

const (
	surePage   = 0.75 // a whole page found with this quality is no spread
	spreadGain = 0.1  // by how much one page of a spread must be better than the whole
	sureFacing = 0.5  // confidence needed for what a facing page adds
)

// locateAll finds the form, or the two forms of an open scorebook.
func locateAll(ctx context.Context, gray *image.Gray, opt Options) ([]part, error) {
	whole, err := locate(ctx, gray, opt)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	wide := gray.Rect.Dx() > gray.Rect.Dy()*21/20
	if err == nil && (whole.quality() >= surePage || !wide) {
		return []part{{gray, whole}}, nil
	}
	if wide {
		best := 0.0
		if err == nil {
			best = whole.quality() + spreadGain
		}
		spread, serr := locateSpread(ctx, gray, opt, best)
		if serr != nil || len(spread) > 0 {
			return spread, serr
		}
	}
	if err != nil {
		return nil, err
	}
	return []part{{gray, whole}}, nil
}

// locateSpread looks for a form on the left page of an open book, and for its
// continuation on the right one. The left one must be of better quality than least.
func locateSpread(ctx context.Context, gray *image.Gray, opt Options, least float64) ([]part, error) {
	var left part
	r := gray.Rect
	for _, share := range [...]float64{0.54, 0.6, 0.5} {
		g := gray.SubImage(image.Rect(0, 0, int(share*float64(r.Dx())), r.Dy())).(*image.Gray)
		s, err := locate(ctx, g, opt)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil && s.quality() > least {
			left, least = part{g, s}, s.quality()
		}
	}
	if left.found == nil {
		return nil, nil
	}
	edge := math.Inf(-1)
	last := len(left.found.cols) - 1
	for k := range left.found.rows {
		edge = max(edge, left.found.page(last, k).X)
	}
	g := gray.SubImage(image.Rect(min(int(edge)+2, r.Max.X-1), 0, r.Max.X, r.Dy())).(*image.Gray)
	if g.Rect.Dx() < r.Dx()/4 {
		return []part{left}, nil
	}
	s, err := locate(ctx, g, opt)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil || s.confidence < sureFacing || len(s.lay.pairs) != len(left.found.lay.pairs) {
		left.found.warnings = append(left.found.warnings, "a facing page could not be read")
		return []part{left}, nil
	}
	return []part{left, {g, s}}, nil
}
