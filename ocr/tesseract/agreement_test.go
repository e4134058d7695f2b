package tesseract

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"image"
	"image/draw"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/ocr"
)

// recording is what train/planilla/agree.py wrote: strips of our own drawing and
// what PyTorch reads in them.
type recording struct {
	Model string // SHA-256 of the model's file
	Cells []struct {
		PNG   []byte
		Text  string
		Steps []map[string]float64 // probability by network output, small ones left out
	}
}

// TestAgreement: the embedded model reads in Tesseract what it reads in PyTorch.
func TestAgreement(t *testing.T) {
	rec := loadRecording(t)
	sum := sha256.Sum256([]byte(ocr.Model))
	require.Equal(t, hex.EncodeToString(sum[:]), rec.Model,
		"testdata/agreement.json belongs to another model: record it again (train/README.md)")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	opt, _ := fakeOptions(t, "tesseract")
	opt.Model = ""
	p := open(t, opt)
	same, apart := 0, 0.0
	for i, cell := range rec.Cells {
		l, err := p.Read(context.Background(), decodeGray(t, cell.PNG))
		require.NoError(t, err)
		text, _ := l.Best()
		if text == cell.Text {
			same++
		} else {
			t.Logf("cell %d: PyTorch %q, Tesseract %q", i, cell.Text, text)
		}
		apart += meanDistance(t, l, cell.Steps)
	}
	n := len(rec.Cells)
	require.GreaterOrEqual(t, n, 10)
	assert.GreaterOrEqual(t, float64(same), 0.97*float64(n)-0.5, "cells read alike")
	assert.LessOrEqual(t, apart/float64(n), 0.02, "mean distance of the posteriors")
}

func loadRecording(t *testing.T) (rec recording) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "agreement.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &rec))
	return rec
}

func decodeGray(t *testing.T, b []byte) *image.Gray {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(b))
	require.NoError(t, err)
	gray := image.NewGray(img.Bounds())
	draw.Draw(gray, gray.Rect, img, img.Bounds().Min, draw.Src)
	return gray
}

// meanDistance is the largest difference of any symbol's probability, averaged
// over the time steps.
func meanDistance(t *testing.T, l *ocr.Lattice, want []map[string]float64) float64 {
	t.Helper()
	require.Equal(t, len(want), l.Steps, "time steps")
	var sum float64
	for step, row := range want {
		var truth [ocr.NumSymbols]float64
		for output, p := range row {
			k, err := strconv.Atoi(output)
			require.NoError(t, err)
			// Outputs 0 and 1 are unused, 2 is the blank, then the alphabet.
			if s := k - 2; s >= 0 && s < ocr.NumSymbols {
				truth[s] += p
			}
		}
		var worst float64
		for s, p := range truth {
			worst = max(worst, math.Abs(p-math.Exp(float64(l.At(step, s)))))
		}
		sum += worst
	}
	return sum / float64(l.Steps)
}
