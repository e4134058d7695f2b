// Package prior tells how likely a human plays each legal move of a position.
//
// The model is log-linear: each move has a few features (where from and to, what
// guards the squares, what it takes, what hangs, the position itself in the
// opening), each feature a weight, and the probabilities are the softmax of the
// sums. It was trained on human games by train/prior; the weights are embedded,
// one byte each.
package prior

import (
	_ "embed"
	"fmt"
	"math"

	"github.com/planilla/digitize/engine"
)

//go:embed prior.bin
var embedded []byte

// Scale is what one unit of a stored weight is worth (natural log).
const Scale = 1.0 / 16

// Model holds the weights: Size of them, in units of Scale.
type Model struct {
	weights []int8
}

// Default returns the embedded model.
func Default() (*Model, error) { return Decode(embedded) }

// Decode reads a model: Size bytes, a signed weight each.
func Decode(data []byte) (*Model, error) {
	if len(data) != Size {
		return nil, fmt.Errorf("reading the move prior: %d bytes, want %d", len(data), Size)
	}
	m := &Model{weights: make([]int8, Size)}
	for i, b := range data {
		m.weights[i] = int8(b)
	}
	return m, nil
}

// LogP writes ln P(move | position) for each legal move to out, which has the
// length of legal.
func (m *Model) LogP(p *engine.Position, legal []engine.Move, out []float64) {
	s := look(p)
	for i, move := range legal {
		f := s.features(move)
		var sum int
		for _, at := range f.At[:f.N] {
			sum += int(m.weights[at])
		}
		out[i] = float64(sum) * Scale
	}
	Normalise(out)
}

// Normalise turns scores into ln probabilities that sum to 1.
func Normalise(scores []float64) {
	top := math.Inf(-1)
	for _, s := range scores {
		top = max(top, s)
	}
	var z float64
	for _, s := range scores {
		z += math.Exp(s - top)
	}
	z = top + math.Log(z)
	for i := range scores {
		scores[i] -= z
	}
}

// Extract appends the features of each legal move to out: what training needs.
func Extract(p *engine.Position, legal []engine.Move, out []Features) []Features {
	s := look(p)
	for _, m := range legal {
		out = append(out, s.features(m))
	}
	return out
}
