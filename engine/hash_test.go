package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine"
)

func TestTranspositionsHashAlike(t *testing.T) {
	one := play(t, engine.Start(), "e2e4 e7e5 g1f3 b8c6")
	two := play(t, engine.Start(), "g1f3 b8c6 e2e4 e7e5")
	assert.Equal(t, one.Hash(), two.Hash())
}

func TestHashTellsApart(t *testing.T) {
	base := "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1"
	hashes := map[uint64]string{}
	for _, fen := range []string{
		base,
		strings.Replace(base, "KQkq", "KQk", 1),
		strings.Replace(base, "KQkq", "-", 1),
		strings.Replace(base, " w ", " b ", 1),
		strings.Replace(base, "KQkq -", "KQkq d6", 1),
		strings.Replace(base, "3pP3", "3Pp3", 1),
		strings.Replace(base, "3pP3", "2p1P3", 1),
	} {
		p := parse(t, fen)
		other, taken := hashes[p.Hash()]
		require.False(t, taken, "%s and %s have one hash", fen, other)
		hashes[p.Hash()] = fen
	}
}

func TestHashOfRepetition(t *testing.T) {
	start := engine.Start()
	again := play(t, start, "g1f3 g8f6 f3g1 f6g8")
	assert.Equal(t, start.Hash(), again.Hash())
	assert.Equal(t, 4, again.HalfMove())
	assert.Equal(t, 3, again.FullMove())
}

// TestHashOfEnPassant: the square counts only where a capture is legal.
func TestHashOfEnPassant(t *testing.T) {
	capturable := parse(t, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
	late := parse(t, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1")
	assert.NotEqual(t, capturable.Hash(), late.Hash())

	pinned := parse(t, "k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
	_, ok := pinned.EnPassant()
	assert.False(t, ok, "the pawn on e5 is pinned")
	idle := parse(t, "k3r3/8/8/3pP3/8/8/8/4K3 w - - 0 1")
	assert.Equal(t, idle.Hash(), pinned.Hash())
}

// play makes moves given in UCI form.
func play(t testing.TB, p engine.Position, moves string) engine.Position {
	t.Helper()
	for uci := range strings.FieldsSeq(moves) {
		p = p.Apply(find(t, &p, uci))
	}
	return p
}
