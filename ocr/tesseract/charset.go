package tesseract

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/planilla/digitize/ocr"
)

// charset tells what the texts in hOCR choices mean for one model.
type charset struct {
	// symbols maps the text shown for a network output to the symbol of
	// ocr.Alphabet it stands for, or to unused.
	symbols map[string]int
}

// unused marks an output that is no symbol of ours: its probability is dropped.
const unused = -1

// nullOutput is the network output of the CTC blank in our models.
const nullOutput = 2

// newCharset derives the meaning of choices from the characters of a model's
// outputs. Tesseract shows output k > 0 by the name of k+2, output 0 by its own
// name, which is a space, and the last two by nothing at all.
func newCharset(outputs []string) (*charset, error) {
	n := len(outputs)
	if n < nullOutput+3 {
		return nil, fmt.Errorf("the model has only %d outputs", n)
	}
	c := &charset{symbols: map[string]int{" ": unused, "": unused}}
	for k := 1; k+2 < n; k++ {
		shown := outputs[k+2]
		if _, twice := c.symbols[shown]; twice {
			return nil, fmt.Errorf("the model has two outputs named %q", shown)
		}
		c.symbols[shown] = symbolOf(k, outputs[k])
	}
	return c, nil
}

func symbolOf(output int, text string) int {
	if output == nullOutput {
		return ocr.Blank
	}
	if len(text) != 1 {
		return unused
	}
	if i := strings.IndexByte(ocr.Alphabet, text[0]); i >= 0 {
		return i + 1
	}
	return unused
}

// readCharset gives the charset of a .traineddata file's content.
func readCharset(model []byte) (*charset, error) {
	const unicharset = 21 // component number of lstm-unicharset
	data, err := component(model, unicharset)
	if err != nil {
		return nil, fmt.Errorf("finding the model's unicharset: %w", err)
	}
	outputs, err := parseUnicharset(string(data))
	if err != nil {
		return nil, fmt.Errorf("reading the model's unicharset: %w", err)
	}
	return newCharset(outputs)
}

// component gives part number i of a .traineddata file: an int32 count, that
// many int64 offsets (-1: not there), and the parts.
func component(model []byte, i int) ([]byte, error) {
	if len(model) < 4 {
		return nil, errors.New("not a .traineddata file: too short")
	}
	count := int64(int32(binary.LittleEndian.Uint32(model)))
	if count <= int64(i) || count > 1000 || int64(len(model)) < 4+8*count {
		return nil, errors.New("not a .traineddata file: bad table of contents")
	}
	offset := func(k int) int64 { return int64(binary.LittleEndian.Uint64(model[4+8*k:])) }
	start, end := offset(i), int64(len(model))
	for k := range int(count) {
		if o := offset(k); o > start && o < end {
			end = o
		}
	}
	if start < 4+8*count || start >= end {
		return nil, fmt.Errorf("the .traineddata file has no part %d", i)
	}
	return model[start:end], nil
}

// parseUnicharset gives the characters of a unicharset: a count, then a line
// for each, whose first field is the character; NULL is the space.
func parseUnicharset(text string) ([]string, error) {
	lines := strings.Split(text, "\n")
	var n int
	if _, err := fmt.Sscanf(lines[0], "%d", &n); err != nil || n < 1 || n >= len(lines) {
		return nil, fmt.Errorf("bad count %.20q", lines[0])
	}
	chars := make([]string, n)
	for i, line := range lines[1 : n+1] {
		char, _, ok := strings.Cut(line, " ")
		if !ok {
			return nil, fmt.Errorf("line %d has one field only", i+2)
		}
		if char == "NULL" {
			char = " "
		}
		chars[i] = char
	}
	return chars, nil
}
