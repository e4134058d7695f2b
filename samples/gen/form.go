package main

import (
	"fmt"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// The form's measures, in millimetres: two blocks of thirty rows.
const (
	blocks      = 2
	rows        = 30
	margin      = 12.0
	blockWidth  = 91.0
	blockGap    = 4.0
	numberWidth = 10.0
	moveWidth   = (blockWidth - numberWidth) / 2
	headTop     = 62.0
	headHeight  = 7.0
	tableTop    = headTop + headHeight
	rowHeight   = 6.7
	tableBottom = tableTop + rows*rowHeight
)

var (
	black     = rgb{0.10, 0.10, 0.11}
	grey      = rgb{0.45, 0.45, 0.47}
	shade     = rgb{0.86, 0.87, 0.88}
	thin      = 0.22
	thick     = 0.5
	formInk   = printed(black, 0.92)
	ruleInk   = printed(black, 0.8)
	dottedInk = printed(grey, 0.8)
)

// box is a place on the form to write in, in millimetres.
type box struct{ x, y, w, h float64 }

// cell is the box of a move; side is 0 for White, 1 for Black.
func cell(move, side int) box {
	block, row := (move-1)/rows, (move-1)%rows
	x := margin + float64(block)*(blockWidth+blockGap) + numberWidth + float64(side)*moveWidth
	return box{x, tableTop + float64(row)*rowHeight, moveWidth, rowHeight}
}

// field is a labelled line in the head of the form.
type field struct {
	label string
	box   box // the whole field; the label stands at its left
	inset float64
}

var (
	fieldTorneo    = field{"Torneo", box{12, 22, 104, 8}, 15}
	fieldRonda     = field{"Ronda", box{119, 22, 36, 8}, 13}
	fieldMesa      = field{"Mesa", box{158, 22, 40, 8}, 12}
	fieldFecha     = field{"Fecha", box{12, 32, 62, 8}, 13}
	fieldResultado = field{"Resultado", box{119, 32, 79, 8}, 20}
	fieldBlancas   = field{"Blancas", box{12, 42, 140, 8}, 16}
	fieldEloB      = field{"Elo", box{158, 42, 40, 8}, 8}
	fieldNegras    = field{"Negras", box{12, 52, 140, 8}, 16}
	fieldEloN      = field{"Elo", box{158, 52, 40, 8}, 8}
	fieldFirmaB    = field{"Firma de las blancas", box{12, 276, 91, 10}, 34}
	fieldFirmaN    = field{"Firma de las negras", box{107, 276, 91, 10}, 34}
)

var allFields = []field{fieldTorneo, fieldRonda, fieldMesa, fieldFecha, fieldResultado,
	fieldBlancas, fieldEloB, fieldNegras, fieldEloN, fieldFirmaB, fieldFirmaN}

// space is the part of a field that is written in.
func (f field) space() box {
	return box{f.box.x + f.inset, f.box.y, f.box.w - f.inset, f.box.h}
}

// press is what the printer sets type with.
type press struct{ regular, bold *typeface }

func newPress() (*press, error) {
	regular, err := parseTypeface(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("read the form's typeface: %w", err)
	}
	bold, err := parseTypeface(gobold.TTF)
	if err != nil {
		return nil, fmt.Errorf("read the form's bold typeface: %w", err)
	}
	return &press{regular, bold}, nil
}

// form prints the empty planilla.
func (p *press) form(s *sheet) error {
	if err := p.set(s, p.bold, "PLANILLA DE PARTIDA", box{margin, 8, sheetWidth - 2*margin, 10}, 6.4, centred); err != nil {
		return err
	}
	for _, f := range allFields {
		if err := p.set(s, p.regular, f.label, f.box, 3.4, left); err != nil {
			return err
		}
		in, base := f.space(), f.box.y+f.box.h-1
		s.fill(line(in.x, base, in.x+in.w, base, 0.2), dottedInk)
	}
	for b := range blocks {
		if err := p.block(s, b); err != nil {
			return err
		}
	}
	return p.set(s, p.regular, "Formulario libre: samples/README.md", box{margin, 287, sheetWidth - 2*margin, 5}, 2.2, centred)
}

// block prints one block of rows with its heading.
func (p *press) block(s *sheet, b int) error {
	x0 := margin + float64(b)*(blockWidth+blockGap)
	x1 := x0 + blockWidth
	white, dark := x0+numberWidth, x0+numberWidth+moveWidth
	s.fill(line(x0, headTop+headHeight/2, x1, headTop+headHeight/2, headHeight), printed(shade, 1))
	for i, word := range []string{"BLANCAS", "NEGRAS"} {
		in := box{white + float64(i)*moveWidth, headTop, moveWidth, headHeight}
		if err := p.set(s, p.bold, word, in, 3.4, centred); err != nil {
			return err
		}
	}
	for row := range rows {
		y := tableTop + float64(row)*rowHeight
		if row > 0 {
			s.fill(line(x0, y, x1, y, thin), ruleInk)
		}
		in := box{x0, y, numberWidth, rowHeight}
		if err := p.set(s, p.regular, fmt.Sprint(b*rows+row+1), in, 3.4, centred); err != nil {
			return err
		}
	}
	for _, y := range []float64{headTop, tableTop, tableBottom} {
		s.fill(line(x0-thick/2, y, x1+thick/2, y, thick), formInk)
	}
	for _, x := range []float64{white, dark} {
		s.fill(line(x, headTop, x, tableBottom, 0.3), ruleInk)
	}
	for _, x := range []float64{x0, x1} {
		s.fill(line(x, headTop, x, tableBottom, thick), formInk)
	}
	return nil
}

type align uint8

const (
	left align = iota
	centred
)

// set prints a line of type, its capitals standing in the middle of the box.
func (p *press) set(s *sheet, face *typeface, text string, in box, size float64, a align) error {
	width, err := face.width(text, size)
	if err != nil {
		return err
	}
	x := in.x
	if a == centred {
		x += (in.w - width) / 2
	}
	base := in.y + in.h/2 + 0.36*size
	for _, r := range text {
		g, err := face.glyph(r)
		if err != nil {
			return err
		}
		s.fill(g.placed(func(u, v float64) (float64, float64) { return x + u*size, base + v*size }), formInk)
		x += g.advance * size
	}
	return nil
}
