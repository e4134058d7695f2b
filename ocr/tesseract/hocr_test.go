package tesseract

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/ocr"
)

func finalCharset(t testing.TB) *charset {
	t.Helper()
	c, err := newCharset(finalOutputs())
	require.NoError(t, err)
	return c
}

func TestCharset(t *testing.T) {
	c := finalCharset(t)
	// Output k is shown by the name of k+2: the blank (2) by Alphabet[1].
	assert.Equal(t, ocr.Blank, c.symbols["b"])
	assert.Equal(t, unused, c.symbols["a"], "output 1 is 'Joined'")
	assert.Equal(t, unused, c.symbols[" "])
	assert.Equal(t, unused, c.symbols[""])
	assert.Equal(t, 1, c.symbols["c"], "a")
	assert.Equal(t, strings.IndexByte(ocr.Alphabet, '~')+1, c.symbols["&"])
	seen := map[int]bool{}
	for _, s := range c.symbols {
		seen[s] = true
	}
	for s := range ocr.NumSymbols {
		assert.True(t, seen[s], "symbol %d has a name", s)
	}
}

func TestCharsetErrors(t *testing.T) {
	for name, model := range map[string][]byte{
		"empty":      nil,
		"text":       []byte("this is not a model, but it is long enough to have a table"),
		"no outputs": tinyModel(nil),
		"few":        tinyModel([]string{" ", "Joined"}),
		"twice":      tinyModel([]string{" ", "J", "B", "a", "a", "b", "c"}),
		"cut":        tinyModel(finalOutputs())[:210],
	} {
		_, err := readCharset(model)
		assert.Error(t, err, name)
	}
}

func TestLattice(t *testing.T) {
	c := finalCharset(t)
	at := func(symbol byte) int { return strings.IndexByte(ocr.Alphabet, symbol) + 1 }
	l, err := c.lattice([][]choice{
		{{"b", 62}, {"d", 37}}, // blank and 'b'
		{{"+", 100}},           // 'x', two further in the alphabet
		{{"", 80}, {"c", 10}},  // mostly lost, 'a'
		{},
	})
	require.NoError(t, err)
	require.Equal(t, 4, l.Steps)
	p := func(t, s int) float64 { return math.Exp(float64(l.At(t, s))) }
	assert.InDelta(t, 0.625, p(0, ocr.Blank), 0.01)
	assert.InDelta(t, 0.375, p(0, at('b')), 0.01)
	assert.Greater(t, p(1, at('x')), 0.99)
	assert.Greater(t, p(2, at('a')), 0.4)
	assert.InDelta(t, 0.5, p(3, ocr.Blank), 0.01)
	for step := range l.Steps {
		var sum float64
		for s := range ocr.NumSymbols {
			sum += p(step, s)
		}
		assert.InDelta(t, 1, sum, 1e-4)
	}

	_, err = c.lattice([][]choice{{{"ß", 50}}})
	assert.ErrorContains(t, err, "ß")
}

// testdata/nf4.hocr is what Tesseract 5.3.0 made of a strip that this project
// drew with straight strokes: N, f, 4.
func TestRecordedHOCR(t *testing.T) {
	hocr, err := os.ReadFile("testdata/nf4.hocr")
	require.NoError(t, err)
	steps, err := parseSteps(string(hocr))
	require.NoError(t, err)
	require.Len(t, steps, 26, "104 columns, four a step")
	assert.Equal(t, []choice{{"b", 62}, {"h", 37}}, steps[2])
	assert.Equal(t, []choice{{"b", 98}, {"6", 1}}, steps[24])

	// The alphabet of the model that was used.
	outputs := append([]string{" ", "Joined", "Broken"}, strings.Split("abcdefgh12345678KQRBNOPx+#=-_~%", "")...)
	c, err := newCharset(outputs)
	require.NoError(t, err)
	l, err := c.lattice(steps)
	require.NoError(t, err)
	text, p := l.Best()
	assert.Equal(t, "Nf4", text)
	assert.Greater(t, p, 0.75)
}

func TestParseSteps(t *testing.T) {
	steps, err := parseSteps(`<span id='timestep1'><span title='x_confs 7'>&amp;</span><span title='x_confs 1'></span></span>
		<span class='ocrx_word'>x</span><span id='timestep2'></span>`)
	require.NoError(t, err)
	assert.Equal(t, [][]choice{{{"&", 7}, {"", 1}}, nil}, steps)

	none, err := parseSteps("<p>no text</p>")
	require.NoError(t, err)
	assert.Empty(t, none)

	for name, bad := range map[string]string{
		"open tag":     "<span id='timestep1'",
		"stray choice": "<span title='x_confs 7'>a</span>",
		"no number":    "<span id='timestep1'><span title='x_confs '>a</span>",
		"too large":    "<span id='timestep1'><span title='x_confs 101'>a</span>",
		"open choice":  "<span id='timestep1'><span title='x_confs 7'>a",
		"endless":      strings.Repeat("<span id='timestep1'>", maxSteps+1),
	} {
		_, err := parseSteps(bad)
		assert.Error(t, err, name)
	}
}

func FuzzHOCR(f *testing.F) {
	hocr, err := os.ReadFile("testdata/nf4.hocr")
	require.NoError(f, err)
	f.Add(string(hocr))
	f.Add(fakeHOCR)
	c := finalCharset(f)
	f.Fuzz(func(t *testing.T, hocr string) {
		steps, err := parseSteps(hocr)
		if err != nil {
			return
		}
		l, err := c.lattice(steps)
		if err != nil {
			return
		}
		for _, v := range l.LogP {
			require.False(t, math.IsNaN(float64(v)))
			require.GreaterOrEqual(t, v, float32(ocr.Floor-1e-3))
			require.LessOrEqual(t, v, float32(1e-6))
		}
	})
}

func FuzzCharset(f *testing.F) {
	f.Add(tinyModel(finalOutputs()))
	f.Add([]byte{24, 0, 0, 0})
	f.Fuzz(func(_ *testing.T, model []byte) {
		_, _ = readCharset(model)
	})
}
