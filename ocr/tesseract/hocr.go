package tesseract

import (
	"errors"
	"fmt"
	"html"
	"strconv"
	"strings"

	"github.com/planilla/digitize/ocr"
)

// choice is one entry of a time step: the text Tesseract shows and its
// probability in whole percents, cut off.
type choice struct {
	text    string
	percent int
}

// maxSteps is far above what the widest strip gives.
const maxSteps = 10000

// parseSteps gives the choices of every time step in hOCR made with
// lstm_choice_mode 1, in order. It gives no steps where Tesseract saw no text.
func parseSteps(hocr string) ([][]choice, error) {
	var steps [][]choice
	for {
		_, rest, found := strings.Cut(hocr, "<span ")
		if !found {
			return steps, nil
		}
		tag, body, closed := strings.Cut(rest, ">")
		if !closed {
			return nil, errors.New("hOCR ends within a tag")
		}
		hocr = body
		if strings.Contains(tag, "id='timestep") {
			if len(steps) == maxSteps {
				return nil, errors.New("hOCR has too many time steps")
			}
			steps = append(steps, nil)
			continue
		}
		_, confs, isChoice := strings.Cut(tag, "x_confs ")
		if !isChoice {
			continue
		}
		if len(steps) == 0 {
			return nil, errors.New("hOCR has a choice outside of every time step")
		}
		c, err := parseChoice(confs, body)
		if err != nil {
			return nil, err
		}
		steps[len(steps)-1] = append(steps[len(steps)-1], c)
	}
}

// parseChoice reads a choice from what follows "x_confs " and its element's
// content.
func parseChoice(confs, body string) (choice, error) {
	number, _, _ := strings.Cut(confs, "'")
	percent, err := strconv.Atoi(number)
	if err != nil || percent < 0 || percent > 100 {
		return choice{}, fmt.Errorf("hOCR has a choice with confidence %.20q", number)
	}
	text, _, closed := strings.Cut(body, "</span>")
	if !closed {
		return choice{}, errors.New("hOCR ends within a choice")
	}
	return choice{html.UnescapeString(text), percent}, nil
}

// lattice turns time steps into probabilities. What the percents leave over is
// spread evenly over the symbols that were not shown: each has less than 1 %.
func (c *charset) lattice(steps [][]choice) (*ocr.Lattice, error) {
	rows := make([]float64, len(steps)*ocr.NumSymbols)
	for t, step := range steps {
		if err := c.fill(rows[t*ocr.NumSymbols:][:ocr.NumSymbols], step); err != nil {
			return nil, err
		}
	}
	return ocr.FromProbabilities(rows), nil
}

// fill sets one row of probabilities.
func (c *charset) fill(row []float64, step []choice) error {
	rest, hidden := 1.0, len(row)
	for _, ch := range step {
		symbol, known := c.symbols[ch.text]
		if !known {
			return fmt.Errorf("the model has no output that is shown as %q", ch.text)
		}
		// The middle of the percent that was cut off; all of it at 100.
		p := min((float64(ch.percent)+0.5)/100, 1)
		rest -= p
		if symbol == unused {
			continue
		}
		if row[symbol] == 0 {
			hidden--
		}
		row[symbol] += p
	}
	if hidden == len(row) {
		fillUnknown(row)
		return nil
	}
	for s, p := range row {
		if p == 0 {
			row[s] = max(rest, 0) / float64(hidden)
		}
	}
	return nil
}

// fillUnknown sets a row that says nothing but that a blank is likely.
func fillUnknown(row []float64) {
	for s := range row {
		row[s] = 0.5 / float64(len(row)-1)
	}
	row[ocr.Blank] = 0.5
}

// unread gives the lattice of a strip for which Tesseract listed no steps
// because the best path had no symbol in it.
func unread(width int) *ocr.Lattice {
	const columnsPerStep = 4
	steps := max(width/columnsPerStep, 1)
	rows := make([]float64, steps*ocr.NumSymbols)
	for t := range steps {
		fillUnknown(rows[t*ocr.NumSymbols:][:ocr.NumSymbols])
	}
	return ocr.FromProbabilities(rows)
}
