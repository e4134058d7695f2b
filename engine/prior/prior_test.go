package prior

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine"
)

func logs(t *testing.T, fen string) (legal []engine.Move, out []float64) {
	t.Helper()
	model, err := Default()
	require.NoError(t, err)
	pos, err := engine.ParseFEN(fen)
	require.NoError(t, err)
	legal = pos.LegalMoves(nil)
	out = make([]float64, len(legal))
	model.LogP(&pos, legal, out)
	return legal, out
}

func TestProbabilitiesSumToOne(t *testing.T) {
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"7k/P7/8/8/8/8/8/K7 w - - 0 1",
	} {
		_, out := logs(t, fen)
		var sum float64
		for _, l := range out {
			sum += math.Exp(l)
		}
		assert.InDelta(t, 1, sum, 1e-6, fen)
	}
}

// What hardly any player would miss is likelier than the average move by far.
func TestLikelyMoves(t *testing.T) {
	tests := []struct{ name, fen, move string }{
		{"recapture", "r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4", "d7c6"},
		{"queens a pawn", "8/P6k/8/8/8/8/7K/8 w - - 0 1", "a7a8q"},
		{"king's pawn", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			legal, out := logs(t, tt.fen)
			for i, m := range legal {
				if m.UCI() == tt.move {
					assert.Greater(t, out[i], math.Log(3/float64(len(legal))))
					return
				}
			}
			t.Fatal("not legal")
		})
	}
}

func BenchmarkLogP(b *testing.B) {
	model, err := Default()
	require.NoError(b, err)
	pos, err := engine.ParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	require.NoError(b, err)
	legal := pos.LegalMoves(nil)
	out := make([]float64, len(legal))
	for b.Loop() {
		model.LogP(&pos, legal, out)
	}
}
