package notation

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine"
)

func spellings(t *testing.T, l Language, fen, uci string) map[string]float64 {
	t.Helper()
	style, ok := DefaultStyle(l)
	require.True(t, ok)
	pos, err := engine.ParseFEN(fen)
	require.NoError(t, err)
	legal := pos.LegalMoves(nil)
	for _, m := range legal {
		if m.UCI() != uci {
			continue
		}
		out := make(map[string]float64)
		for _, s := range style.Spellings(&pos, legal, m) {
			out[s.Text] += s.P
		}
		return out
	}
	t.Fatal(uci, "is not legal")
	return nil
}

func TestSpellings(t *testing.T) {
	tests := []struct {
		name, fen, uci string
		language       Language
		likely, seldom string
	}{
		{"capture", "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", "es", "Cxd5", "Cd5"},
		{"pawn takes", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "en", "exd5", "ed5"},
		{"two knights", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "es", "Cbd2", "Cd2"},
		{"castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "de", "O-O", "OO"},
		{"queens", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "es", "a8=D+", "a8D"},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "es", "exd6", "exd6a.p."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := spellings(t, tt.language, tt.fen, tt.uci)
			assert.Greater(t, got[tt.likely], got[tt.seldom])
			assert.Positive(t, got[tt.seldom])
		})
	}
}

// The weights of a move's spellings are a probability, almost all of it, and
// moves with equal writings have the same ones.
func TestSpellingsSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	style, _ := DefaultStyle("es")
	seen := make(map[Writing]float64)
	for range 40 {
		pos := engine.Start()
		for range 60 {
			legal := pos.LegalMoves(nil)
			if len(legal) == 0 {
				break
			}
			for _, m := range legal {
				var sum float64
				for _, s := range style.Spellings(&pos, legal, m) {
					sum += s.P
				}
				require.LessOrEqual(t, sum, 1+1e-9, m)
				require.Greater(t, sum, .7, "%v in %s", m, pos.FEN())
				w := WritingOf(&pos, legal, m)
				require.Equal(t, m, w.Move())
				if before, ok := seen[w]; ok {
					require.Equal(t, before, sum)
				}
				seen[w] = sum
			}
			pos = pos.Apply(legal[rng.IntN(len(legal))])
		}
	}
}

func TestRefit(t *testing.T) {
	style, _ := DefaultStyle("en")
	var counts FormCounts
	counts.Add(FormSet(0).with(PieceCaptureBare).with(CheckBare), 20)
	fitted := style.Refit(&counts, 8)
	assert.Greater(t, fitted.P[PieceCaptureBare], .6)
	assert.Greater(t, fitted.P[CheckBare], .7)
	for _, g := range groups {
		var sum float64
		for f := g[0]; f < g[1]; f++ {
			sum += fitted.P[f]
		}
		assert.InDelta(t, 1, sum, .01)
	}
}
