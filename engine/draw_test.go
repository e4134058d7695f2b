package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine"
)

// playUCI returns the moves of a game and the position it begins from.
func playUCI(t testing.TB, fen, ucis string) (engine.Position, []engine.Move) {
	t.Helper()
	start, err := engine.ParseFEN(fen)
	require.NoError(t, err)
	p := start
	var moves []engine.Move
	for uci := range strings.FieldsSeq(ucis) {
		found := engine.NullMove
		for _, m := range p.LegalMoves(nil) {
			if m.UCI() == uci {
				found = m
			}
		}
		require.NotEqual(t, engine.NullMove, found, "%s in %s", uci, p.FEN())
		moves = append(moves, found)
		p = p.Apply(found)
	}
	return start, moves
}

const dance = " g1f3 g8f6 f3g1 f6g8"

func TestDraws(t *testing.T) {
	initial := openings[0]
	for _, c := range []struct{ name, fen, ucis, want string }{
		{"twice is nothing", initial, dance, ""},
		{"thrice", initial, strings.Repeat(dance, 2), "8 threefold repetition [0 4]"},
		{"five times", initial, strings.Repeat(dance, 4),
			"8 threefold repetition [0 4]; 9 threefold repetition [1 5]; 10 threefold repetition [2 6]; 11 threefold repetition [3 7]; " +
				"12 threefold repetition [0 4 8]; 13 threefold repetition [1 5 9]; 14 threefold repetition [2 6 10]; 15 threefold repetition [3 7 11]; " +
				"16 threefold repetition [0 4 8 12]; 16 fivefold repetition [0 4 8 12]"},
		{"the lost right to castle makes another position", "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
			"h1h2 e8d8 h2h1 d8e8 h1h2 e8d8 h2h1 d8e8", ""},
		{"en passant that can be taken makes another position", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
			"e2e4 e8d8 e1d1 d8e8 d1e1 e8d8 e1d1 d8e8 d1e1", ""},
		{"en passant that can't be taken makes none", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
			"e2e4 e8d8 e1d1 d8e8 d1e1 e8d8 e1d1 d8e8 d1e1", "9 threefold repetition [1 5]"},
		{"fifty moves", "4k3/8/8/8/8/8/8/4K2R w - - 98 80", "h1h2 e8d8", "2 fifty moves []"},
		{"a capture starts the count again", "4k3/8/8/8/8/8/7p/4K2R w - - 99 80", "h1h2", ""},
		{"seventy-five moves", "4k3/8/8/8/8/8/8/4K2R w - - 149 80", "h1h2", "0 fifty moves []; 1 fifty moves []; 1 seventy-five moves []"},
		{"mate goes first", "7k/8/6K1/8/8/8/8/R7 w - - 149 80", "a1a8", "0 fifty moves []"},
		{"stalemate", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g6", "1 stalemate []"},
		{"dead by a capture", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2", "1 dead position []"},
	} {
		t.Run(c.name, func(t *testing.T) {
			start, moves := playUCI(t, c.fen, c.ucis)
			var got []string
			for _, d := range engine.Draws(start, moves) {
				got = append(got, fmt.Sprintf("%d %s %v", d.Ply, d.Rule, d.Earlier))
			}
			assert.Equal(t, c.want, strings.Join(got, "; "))
		})
	}
}

func TestDead(t *testing.T) {
	for fen, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":     true,
		"4k3/8/8/8/8/8/8/4KB2 w - - 0 1":    true,
		"4k1n1/8/8/8/8/8/8/4K3 w - - 0 1":   true,
		"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1":  true,  // f8 and c1 are both dark
		"2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1": false, // c8 light, c1 dark
		"4k1n1/8/8/8/8/8/8/4KB2 w - - 0 1":  false,
		"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1":   false,
		"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1":   false,
		"4k3/8/8/8/8/8/8/4K2R w - - 0 1":    false,
		"4k3/8/8/8/8/8/8/4K2Q w - - 0 1":    false,
	} {
		p, err := engine.ParseFEN(fen)
		require.NoError(t, err)
		assert.Equal(t, want, p.Dead(), fen)
	}
}

func TestEndsGame(t *testing.T) {
	assert.False(t, engine.Threefold.EndsGame())
	assert.False(t, engine.FiftyMoves.EndsGame())
	assert.True(t, engine.Fivefold.EndsGame())
	assert.True(t, engine.DeadPosition.EndsGame())
}

func ExampleDraws() {
	p := engine.Start()
	start := p
	var moves []engine.Move
	for _, uci := range strings.Fields(strings.Repeat(dance, 2)) {
		for _, m := range p.LegalMoves(nil) {
			if m.UCI() == uci {
				moves, p = append(moves, m), p.Apply(m)
				break
			}
		}
	}
	for _, d := range engine.Draws(start, moves) {
		fmt.Printf("after ply %d: %s, as after plies %v\n", d.Ply, d.Rule, d.Earlier)
	}
	// Output: after ply 8: threefold repetition, as after plies [0 4]
}
