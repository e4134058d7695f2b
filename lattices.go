package digitize

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/planilla/digitize/ocr"
)

// The form of lattices on disk: for each cell, for each time step, the natural
// logarithm of every symbol's probability, those at the floor left out; "" is
// the blank. A cell that was not read is null.
type latticeFile struct {
	Alphabet string         `json:"alphabet"`
	Cells    []*latticeCell `json:"cells"`
}

type latticeCell struct {
	Floor float32              `json:"floor"`
	Steps []map[string]float32 `json:"steps"`
}

// WriteLattices writes lattices as JSON, exactly: ReadLattices gives the same.
func WriteLattices(w io.Writer, lattices []*ocr.Lattice) error {
	file := latticeFile{Alphabet: ocr.Alphabet, Cells: make([]*latticeCell, len(lattices))}
	for i, l := range lattices {
		if l != nil {
			file.Cells[i] = packLattice(l)
		}
	}
	if err := json.NewEncoder(w).Encode(file); err != nil {
		return fmt.Errorf("writing lattices: %w", err)
	}
	return nil
}

func packLattice(l *ocr.Lattice) *latticeCell {
	c := &latticeCell{Floor: ocr.Floor, Steps: make([]map[string]float32, l.Steps)}
	if len(l.LogP) > 0 {
		c.Floor = slices.Min(l.LogP)
	}
	for t := range l.Steps {
		step := map[string]float32{}
		for sym := range ocr.NumSymbols {
			if v := l.LogP[t*ocr.NumSymbols+sym]; v != c.Floor {
				step[symbolName(sym)] = v
			}
		}
		c.Steps[t] = step
	}
	return c
}

// ReadLattices reads what WriteLattices wrote, of the same alphabet.
func ReadLattices(r io.Reader) ([]*ocr.Lattice, error) {
	var file latticeFile
	if err := json.NewDecoder(r).Decode(&file); err != nil {
		return nil, fmt.Errorf("reading lattices: %w", err)
	}
	if file.Alphabet != ocr.Alphabet {
		return nil, fmt.Errorf("reading lattices: they are of the alphabet %q", file.Alphabet)
	}
	lattices := make([]*ocr.Lattice, len(file.Cells))
	for i, c := range file.Cells {
		if c == nil {
			continue
		}
		l, err := unpackLattice(c)
		if err != nil {
			return nil, fmt.Errorf("reading lattice %d: %w", i, err)
		}
		lattices[i] = l
	}
	return lattices, nil
}

func unpackLattice(c *latticeCell) (*ocr.Lattice, error) {
	l := &ocr.Lattice{Steps: len(c.Steps), LogP: make([]float32, len(c.Steps)*ocr.NumSymbols)}
	for i := range l.LogP {
		l.LogP[i] = c.Floor
	}
	for t, step := range c.Steps {
		for name, v := range step {
			sym := 0
			if name != "" {
				sym = strings.Index(ocr.Alphabet, name) + 1
			}
			if sym == 0 && name != "" {
				return nil, fmt.Errorf("symbol %q is outside the alphabet", name)
			}
			l.LogP[t*ocr.NumSymbols+sym] = v
		}
	}
	return l, nil
}

func symbolName(sym int) string {
	if sym == ocr.Blank {
		return ""
	}
	return ocr.Alphabet[sym-1 : sym]
}
