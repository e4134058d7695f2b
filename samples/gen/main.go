// Command gen draws the sample planillas: it prints our own blank form, writes
// a game on it with a handwriting font that never draws a letter twice alike,
// and takes a photograph of the result. The same seed gives the same picture.
//
//	go run ./samples/gen                 all of them, into samples/
//	go run ./samples/gen -only planilla-2 -font caveat -o /tmp
package main

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/planilla/digitize/engine/pgn"
)

const quality = 85 // of the JPEG, as phones and messengers keep it

func main() {
	log.SetFlags(0)
	out := flag.String("o", "samples", "folder to write into")
	only := flag.String("only", "", "draw only the planilla of this name")
	face := flag.String("font", "", "try another font: a file of samples/gen/fonts without .woff")
	flag.Parse()
	if err := run(*out, *only, *face); err != nil {
		log.Fatalf("gen: %v", err)
	}
}

func run(out, only, face string) error {
	p, err := newPress()
	if err != nil {
		return err
	}
	if only == "" {
		if err := blank(p, out); err != nil {
			return fmt.Errorf("draw the blank form: %w", err)
		}
	}
	for _, pl := range planillas {
		if only != "" && only != pl.name {
			continue
		}
		if face != "" {
			pl.hand.font = face
		}
		if err := pl.make(p, out); err != nil {
			return err
		}
	}
	return nil
}

// make writes a planilla's photo and its true game.
func (p *planilla) make(press *press, out string) error {
	g, err := p.game()
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(p.seed, 0x706c616e))
	s := newSheet(rgb{0.95, 0.945, 0.92}, noise(rng.Uint64()))
	if err := press.form(s); err != nil {
		return err
	}
	if err := p.fillIn(s, g.Moves, rng); err != nil {
		return fmt.Errorf("write %s: %w", p.name, err)
	}
	base := filepath.Join(out, p.name)
	if err := saveJPEG(base+".jpg", p.shot.take(s, rng)); err != nil {
		return err
	}
	return saveGame(base, g)
}

// fillIn is the player at the board.
func (p *planilla) fillIn(s *sheet, moves []string, rng *rand.Rand) error {
	w, err := newWriter(p.hand, rng)
	if err != nil {
		return err
	}
	f := p.fields
	for _, e := range []struct {
		where field
		text  string
	}{
		{fieldTorneo, f.torneo}, {fieldRonda, f.ronda}, {fieldMesa, f.mesa}, {fieldFecha, f.fecha},
		{fieldBlancas, f.blancas}, {fieldEloB, f.eloBlancas}, {fieldNegras, f.negras},
		{fieldEloN, f.eloNegras}, {fieldResultado, f.resultado},
	} {
		if e.text == "" {
			continue
		}
		in := e.where.space()
		if err := w.write(s, e.text, box{in.x + 2, in.y + 0.8, in.w - 3, in.h}); err != nil {
			return err
		}
	}
	for i, san := range moves {
		if err := w.move(s, p.habits.spanish(san), cell(i/2+1, i%2)); err != nil {
			return err
		}
	}
	w.sign(s, fieldFirmaB.space())
	w.sign(s, fieldFirmaN.space())
	return nil
}

func saveGame(base string, g pgn.Game) error {
	var buf bytes.Buffer
	if err := pgn.Write(&buf, g); err != nil {
		return fmt.Errorf("write %s.pgn: %w", base, err)
	}
	if err := os.WriteFile(base+".pgn", buf.Bytes(), 0o644); err != nil {
		return err
	}
	return os.WriteFile(base+".txt", []byte(strings.Join(g.Moves, "\n")+"\n"), 0o644)
}

func saveJPEG(name string, img image.Image) error {
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, img, &jpeg.Options{Quality: quality}); err != nil {
		return err
	}
	return os.WriteFile(name, buf.Bytes(), 0o644)
}

// blank draws the empty form for printing, as PNG and as PDF.
func blank(p *press, out string) error {
	s := newSheet(rgb{1, 1, 1}, 0)
	for i := range s.pix {
		s.pix[i] = 1
	}
	if err := p.form(s); err != nil {
		return err
	}
	gray := image.NewGray(image.Rect(0, 0, s.w, s.h))
	for i := range gray.Pix {
		gray.Pix[i] = color.Gray{Y: uint8(255*s.pix[3*i] + 0.5)}.Y
	}
	var buf bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	if err := enc.Encode(&buf, gray); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "planilla-en-blanco.png"), buf.Bytes(), 0o644); err != nil {
		return err
	}
	return savePDF(filepath.Join(out, "planilla-en-blanco.pdf"), gray)
}
