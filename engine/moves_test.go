package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine"
)

// TestPropertiesOfMoves checks, over random games, what must hold of any
// position and any of its moves.
func TestPropertiesOfMoves(t *testing.T) {
	playRandom(20_000, func(p *engine.Position, legal []engine.Move) {
		before := *p
		seen := map[engine.Move]bool{}
		for _, m := range legal {
			require.False(t, seen[m], "%s twice in %s", m, p.FEN())
			seen[m] = true
			checkMove(t, p, m)
		}
		require.Equal(t, before, *p, "a position changed")
		require.Equal(t, p.InCheck() && len(legal) == 0, p.Checkmate(), p.FEN())
		require.Equal(t, !p.InCheck() && len(legal) == 0, p.Stalemate(), p.FEN())
	})
}

func checkMove(t *testing.T, p *engine.Position, m engine.Move) {
	t.Helper()
	us := p.Turn()
	piece, color := p.At(m.From())
	if piece != m.Piece() || color != us {
		t.Fatalf("%s moves a %s %s in %s", m, color, piece, p.FEN())
	}
	if taken, _ := p.At(m.To()); !m.IsEnPassant() && taken != m.Captured() {
		t.Fatalf("%s takes a %s in %s", m, m.Captured(), p.FEN())
	}
	after := p.Apply(m)
	if after.Attacked(after.King(us), us.Other()) {
		t.Fatalf("%s leaves the king in check in %s", m, p.FEN())
	}
	if p.GivesCheck(m) != after.InCheck() {
		t.Fatalf("GivesCheck(%s) is %v in %s", m, p.GivesCheck(m), p.FEN())
	}
}

func TestMoveKinds(t *testing.T) {
	for _, c := range []struct {
		name, fen, uci string
		kind           func(m engine.Move) bool
		after          string
	}{
		{"castle short", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "e1g1", engine.Move.IsKingside, "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 9"},
		{"castle long", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9", "e8c8", engine.Move.IsQueenside, "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 4 10"},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", engine.Move.IsEnPassant, "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"},
		{"promotion", "8/P3k3/8/8/8/8/8/4K3 w - - 7 1", "a7a8n", func(m engine.Move) bool { return m.Promotion() == engine.Knight }, "N7/4k3/8/8/8/8/8/4K3 b - - 0 1"},
		{"rook takes rook", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "a1a8", engine.Move.IsCapture, "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 9"},
		{"double step nobody can take", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", func(m engine.Move) bool { return !m.IsCapture() }, "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
		{"double step that can be taken", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", func(m engine.Move) bool { return !m.IsCapture() }, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"},
		{"double step past a pinned pawn", "8/8/8/3k4/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", func(m engine.Move) bool { return !m.IsCapture() }, "8/8/8/3k4/3pP3/8/8/3RK3 b - - 0 1"},
		{"two pawns leave the rank at once", "8/8/8/8/k2p2R1/8/4P3/4K3 w - - 0 1", "e2e4", func(m engine.Move) bool { return !m.IsCapture() }, "8/8/8/8/k2pP1R1/8/8/4K3 b - - 0 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.fen)
			m := find(t, &p, c.uci)
			assert.True(t, c.kind(m))
			after := p.Apply(m)
			assert.Equal(t, c.after, after.FEN())
		})
	}
}

func TestNoCastling(t *testing.T) {
	for name, fen := range map[string]string{
		"in check":         "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1",
		"through check":    "4k3/8/8/8/3r1r2/8/8/R3K2R w KQ - 0 1",
		"into check":       "4k3/8/8/8/2r3r1/8/8/R3K2R w KQ - 0 1",
		"over a piece":     "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1",
		"without rights":   "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
		"pawn guards path": "4k3/8/8/8/8/8/3p2p1/R3K2R w KQ - 0 1",
	} {
		p := parse(t, fen)
		for _, m := range p.LegalMoves(nil) {
			assert.False(t, m.IsCastle(), "%s: %s", name, m)
		}
	}
	p := parse(t, "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
	assert.True(t, find(t, &p, "e1c1").IsQueenside(), "b1 may be attacked")
}

func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		fen                         string
		check, checkmate, stalemate bool
	}{
		{"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", true, true, false},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false, false, true},
		{"7k/6Q1/8/8/8/8/8/K7 b - - 0 1", true, false, false},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false, false, false},
		// The only way out of the check is en passant.
		{"6B1/8/7R/2k5/3Pp3/5N2/8/1R5K b - - 0 1", true, true, false},
		{"6B1/8/7R/2k5/3Pp3/5N2/8/1R5K b - d3 0 1", true, false, false},
	} {
		p := parse(t, c.fen)
		assert.Equal(t, c.check, p.InCheck(), c.fen)
		assert.Equal(t, c.checkmate, p.Checkmate(), c.fen)
		assert.Equal(t, c.stalemate, p.Stalemate(), c.fen)
	}
}

func TestMostMoves(t *testing.T) {
	p := parse(t, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
	assert.Len(t, p.LegalMoves(nil), engine.MaxMoves)
}

func TestLegalMovesKeepsToItsBuffer(t *testing.T) {
	p := engine.Start()
	var buf [engine.MaxMoves]engine.Move
	assert.Zero(t, testing.AllocsPerRun(10, func() { p.LegalMoves(buf[:0]) }))
	assert.Len(t, p.LegalMoves(p.LegalMoves(nil)), 20, "what the buffer held is gone")
}

func TestNullMove(t *testing.T) {
	assert.Equal(t, "0000", engine.NullMove.UCI())
	assert.Equal(t, engine.NoPiece, engine.NullMove.Piece())
}

func parse(t testing.TB, fen string) engine.Position {
	t.Helper()
	p, err := engine.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// find returns the legal move with that UCI form.
func find(t testing.TB, p *engine.Position, uci string) engine.Move {
	t.Helper()
	for _, m := range p.LegalMoves(nil) {
		if m.UCI() == uci {
			return m
		}
	}
	require.FailNow(t, "no such move", "%s in %s", uci, p.FEN())
	return engine.NullMove
}
