package main

import (
	"embed"
	"fmt"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/f32"
	"golang.org/x/image/math/fixed"
)

// fontFiles are the handwriting fonts; their licences lie beside them.
//
//go:embed fonts/*.woff
var fontFiles embed.FS

// typeface gives the outlines of a font in units of its size (the em): x to the
// right, y downward, origin on the baseline.
type typeface struct {
	font   *sfnt.Font
	buffer sfnt.Buffer
	em     fixed.Int26_6
}

// glyph is one character's outline and how far the next one stands.
type glyph struct {
	shape   outline
	advance float64
}

func openTypeface(name string) (*typeface, error) {
	packed, err := fontFiles.ReadFile("fonts/" + name + ".woff")
	if err != nil {
		return nil, err
	}
	data, err := unpackWOFF(packed)
	if err != nil {
		return nil, fmt.Errorf("unpack the font %s: %w", name, err)
	}
	return parseTypeface(data)
}

func parseTypeface(data []byte) (*typeface, error) {
	f, err := sfnt.Parse(data)
	if err != nil {
		return nil, err
	}
	return &typeface{font: f, em: fixed.Int26_6(f.UnitsPerEm()) << 6}, nil
}

func (t *typeface) glyph(r rune) (glyph, error) {
	index, err := t.font.GlyphIndex(&t.buffer, r)
	if err != nil {
		return glyph{}, err
	}
	if index == 0 {
		return glyph{}, fmt.Errorf("the font has no %q", r)
	}
	segments, err := t.font.LoadGlyph(&t.buffer, index, t.em, nil)
	if err != nil {
		return glyph{}, fmt.Errorf("load %q: %w", r, err)
	}
	advance, err := t.font.GlyphAdvance(&t.buffer, index, t.em, font.HintingNone)
	if err != nil {
		return glyph{}, fmt.Errorf("measure %q: %w", r, err)
	}
	g := glyph{advance: t.units(advance)}
	for _, s := range segments {
		out := segment{kind: kinds[s.Op]}
		for i := range out.kind.used() {
			out.points[i] = f32.Vec2{float32(t.units(s.Args[i].X)), float32(t.units(s.Args[i].Y))}
		}
		g.shape = append(g.shape, out)
	}
	return g, nil
}

var kinds = map[sfnt.SegmentOp]segmentKind{
	sfnt.SegmentOpMoveTo: moveTo,
	sfnt.SegmentOpLineTo: lineTo,
	sfnt.SegmentOpQuadTo: quadTo,
	sfnt.SegmentOpCubeTo: cubeTo,
}

// units turns a distance in the font's own grid into ems.
func (t *typeface) units(v fixed.Int26_6) float64 { return float64(v) / float64(t.em) }

// width is the length of a line of text at a size, in the unit of the size.
func (t *typeface) width(text string, size float64) (float64, error) {
	sum := 0.0
	for _, r := range text {
		g, err := t.glyph(r)
		if err != nil {
			return 0, err
		}
		sum += g.advance * size
	}
	return sum, nil
}

// height is how high a character reaches above the baseline, in ems.
func (t *typeface) height(r rune) (float64, error) {
	g, err := t.glyph(r)
	if err != nil {
		return 0, err
	}
	_, top, _, _ := g.shape.bounds()
	return -float64(top), nil
}

// placed maps a glyph's points, given in ems, onto the sheet.
func (g glyph) placed(to func(u, v float64) (x, y float64)) outline {
	out := make(outline, len(g.shape))
	for i, s := range g.shape {
		out[i].kind = s.kind
		for k := range s.kind.used() {
			x, y := to(float64(s.points[k][0]), float64(s.points[k][1]))
			out[i].points[k] = f32.Vec2{float32(x), float32(y)}
		}
	}
	return out
}
