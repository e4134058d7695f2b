package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine"
)

func TestFENRoundTrip(t *testing.T) {
	playRandom(5_000, func(p *engine.Position, _ []engine.Move) {
		again, err := engine.ParseFEN(p.FEN())
		require.NoError(t, err)
		require.Equal(t, *p, again, "the hash kept up move by move differs from that of the FEN, or more")
	})
}

func TestParseFENWithoutCounters(t *testing.T) {
	p, err := engine.ParseFEN(" 4k3/8/8/8/8/8/8/4K2R   w K - ")
	require.NoError(t, err)
	assert.Equal(t, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", p.FEN())
}

func TestParseFENErrors(t *testing.T) {
	for _, c := range []struct {
		fen    string
		field  engine.Field
		reason string
	}{
		{"", engine.Whole, "it has 0 fields instead of 6 (or 4 without the counters)"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0", engine.Whole, "it has 5 fields instead of 6 (or 4 without the counters)"},
		{"4k3/8/8/8/8/8/4K3 w - - 0 1", engine.Placement, "it has 7 ranks instead of 8"},
		{"4k3/8/8/8/8/8/7/4K3 w - - 0 1", engine.Placement, "rank 2 has 7 squares instead of 8"},
		{"4k3/8/8/8/8/8/ppppppppp/4K3 w - - 0 1", engine.Placement, "rank 2 has 9 squares instead of 8"},
		{"4k3/8/8/8/8/8/44/4K3 w - - 0 1", engine.Placement, "rank 2 has two digits in a row"},
		{"4k3/8/8/8/8/8/7x/4K3 w - - 0 1", engine.Placement, "rank 2 has 'x', which is no piece"},
		{"4k3/8/8/8/8/8/8/8 w - - 0 1", engine.Placement, "white has 0 kings instead of 1"},
		{"4kk2/8/8/8/8/8/8/4K3 w - - 0 1", engine.Placement, "black has 2 kings instead of 1"},
		{"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", engine.Placement, "a pawn stands on the first or eighth rank"},
		{"4k3/8/8/8/8/7P/PPPPPPPP/4K3 w - - 0 1", engine.Placement, "white has 9 pawns and 0 promoted pieces, more than 8 together"},
		{"4kqqq/pppppppp/8/8/8/8/8/4K3 b - - 0 1", engine.Placement, "black has 8 pawns and 2 promoted pieces, more than 8 together"},
		{"4k3/8/8/8/8/8/8/4K3 x - - 0 1", engine.SideToMove, `it is "x" instead of w or b`},
		{"4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", engine.SideToMove, "it is white's turn and black is in check"},
		{"8/8/8/8/8/8/3k4/4K3 b - - 0 1", engine.SideToMove, "it is black's turn and white is in check"},
		{"4k3/8/3N1N2/8/8/8/4R3/4K3 b - - 0 1", engine.SideToMove, "black is in check from 3 pieces at once"},
		{"4k3/8/8/8/8/8/8/4K3 w K - 0 1", engine.CastlingField, "K needs the white king on e1 and a rook on h1"},
		{"r3k2r/8/8/8/8/8/8/4K3 w qk - 0 1", engine.CastlingField, `"qk" is not - or a choice from KQkq in that order`},
		{"r3k2r/8/8/8/8/8/8/4K3 w x - 0 1", engine.CastlingField, `"x" is not - or a choice from KQkq in that order`},
		{"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", engine.EnPassant, `"e9" is not a square`},
		{"4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", engine.EnPassant, "e3 is not on rank 6, which black's pawn has just passed"},
		{"4k3/8/8/8/8/8/8/4K3 b - e3 0 1", engine.EnPassant, "no white pawn stands on e4"},
		{"4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1", engine.EnPassant, "the white pawn on e4 can't have come from e2"},
		{"8/8/k7/8/4Pp2/8/8/4KB2 b - e3 0 1", "", ""},
		{"4k3/8/8/8/4Pp2/8/8/4RK2 b - e3 0 1", "", ""},
		{"4k3/8/8/1B6/4Pp2/8/8/4K3 b - e3 0 1", engine.EnPassant, "black was in check before e2-e4, and it was white's turn"},
		{"4k3/8/8/8/8/8/8/4K3 w - - -1 1", engine.HalfMoveClock, `"-1" is not a number from 0 to 9999`},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 0", engine.MoveNumber, `"0" is not a number from 1 to 9999`},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 70000", engine.MoveNumber, `"70000" is not a number from 1 to 9999`},
	} {
		_, err := engine.ParseFEN(c.fen)
		if c.field == "" {
			assert.NoError(t, err)
			continue
		}
		var fault *engine.FENError
		if assert.ErrorAs(t, err, &fault, c.fen) {
			assert.Equal(t, engine.FENError{FEN: c.fen, Field: c.field, Reason: c.reason}, *fault)
		}
	}
}

func TestFENErrorSentence(t *testing.T) {
	_, err := engine.ParseFEN("8/8/8/8/8/8/8/K7 w - - 0 1")
	assert.EqualError(t, err, `invalid FEN "8/8/8/8/8/8/8/K7 w - - 0 1": piece placement: black has 0 kings instead of 1`)
}

// FuzzParseFEN: whatever is accepted can be written, read back and played from.
func FuzzParseFEN(f *testing.F) {
	for _, fen := range openings {
		f.Add(fen)
	}
	f.Add("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1")
	f.Add("4k3/8/8/8/8/8/8/4K2R w K - 99 9999")
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := engine.ParseFEN(fen)
		if err != nil {
			var fault *engine.FENError
			require.ErrorAs(t, err, &fault)
			return
		}
		again, err := engine.ParseFEN(p.FEN())
		require.NoError(t, err)
		require.Equal(t, p, again)
		for _, m := range p.LegalMoves(nil) {
			checkMove(t, &p, m)
		}
	})
}
