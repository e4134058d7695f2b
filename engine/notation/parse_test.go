package notation_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
)

// TestParseUndoesSpelling: in every language each move's own text finds it.
func TestParseUndoesSpelling(t *testing.T) {
	languages := notation.Languages()
	visited := 0
	playRandom(6_000, func(p *engine.Position, legal []engine.Move) {
		visited++
		language := languages[visited%len(languages)]
		for _, m := range legal {
			text := notation.Local(p, m, language)
			got, err := notation.Parse(p, text, language)
			require.NoError(t, err)
			require.Equal(t, m, got, "%s in %s", text, p.FEN())
		}
		if visited%10 == 0 {
			parsesSAN(t, p, legal)
		}
	})
}

func parsesSAN(t *testing.T, p *engine.Position, legal []engine.Move) {
	t.Helper()
	for _, m := range legal {
		got, err := notation.Parse(p, notation.SAN(p, m), "en")
		require.NoError(t, err)
		require.Equal(t, m, got)
	}
}

func TestParseLenient(t *testing.T) {
	const (
		middle    = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
		promoting = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
		passing   = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
	)
	for _, c := range []struct{ fen, texts, uci string }{
		{middle, "Cxd7 Cd7 C:d7 Cd7x Cd7: Ce5d7 Ce5xd7 Cexd7 C5xd7 Cxd7!? Cxd7+ Cxd7# Cxd7++ Cxd7mate Cxd7(=)", "e5d7"},
		{middle, "dxe6 de6 de dxe d:e6 d5xe6 d5e6 de6= dxe6! dxe6?? Pdxe6", "d5e6"},
		{middle, "a4 a2-a4 a2a4 Pa4 a4=", "a2a4"},
		{middle, "Ad2-e3 Ae3 Ad2e3", "d2e3"},
		{middle, "0-0 O-O o-o 00 OO 0-0+ O-O!", "e1g1"},
		{middle, "0-0-0 O-O-O o-o-o 000 OOO 0-0-0#", "e1c1"},
		{promoting, "a8=D a8D a8(D) a8-D a8/D a8=D+ a8D++", "a7a8q"},
		{promoting, "axb8=C ab8C abC a:b8(C) axbC", "a7b8n"},
		{passing, "exd6 ed6 ed exd6e.p. exd6a.p. exd6ap exd6ep", "e5d6"},
	} {
		p := parseFEN(t, c.fen)
		for text := range strings.FieldsSeq(c.texts) {
			m, err := notation.Parse(&p, text, "es")
			if assert.NoError(t, err) {
				assert.Equal(t, c.uci, m.UCI(), text)
			}
		}
	}
	p := parseFEN(t, passing)
	m, err := notation.Parse(&p, "  exd6 a.p. + ", "es")
	require.NoError(t, err)
	assert.True(t, m.IsEnPassant())
}

func TestParseInvalid(t *testing.T) {
	p := engine.Start()
	for _, text := range []string{"", " ", "+", "C", "Cf", "C3", "Cf9", "Ci3", "e", "4", "e44", "ee44", "Cxx", "Cf3f3f3",
		"0", "O", "0-0-0-0", "--", "tablas", "1-0", "Rf8=D", "Nf3", "cf3f", "\xff", "x", "Cf3 e5"} {
		_, err := notation.Parse(&p, text, "es")
		var invalid *notation.ErrInvalid
		assert.ErrorAs(t, err, &invalid, "%q", text)
	}
	_, err := notation.Parse(&p, "e4", "tlh")
	assert.EqualError(t, err, `"e4" is not a move: the language "tlh" is unknown`)
}

func TestParseIllegal(t *testing.T) {
	p := parseFEN(t, "4k3/8/8/8/1b6/2N5/4n3/R3K2R w KQ - 0 1")
	for _, text := range []string{"Ce4", "Cd5", "e4", "Axb4", "0-0", "Txg1", "Re1g1"} {
		_, err := notation.Parse(&p, text, "es")
		var illegal *notation.ErrIllegal
		if assert.ErrorAs(t, err, &illegal, text) {
			assert.Equal(t, p.FEN(), illegal.FEN)
		}
	}
}

func TestParseAmbiguous(t *testing.T) {
	for _, c := range []struct{ fen, text, moves string }{
		{"4k3/8/8/8/8/8/8/K3N1N1 w - - 0 1", "Cf3", "e1f3 g1f3"},
		{"4k3/8/8/1pp5/1P1P4/8/8/4K3 w - - 0 1", "xc5", "b4c5 d4c5"},
		{"4k3/8/1p1p4/2P5/8/8/8/4K3 w - - 0 1", "cd", ""},
		{"8/P2k4/8/8/8/8/8/4K3 w - - 0 1", "a8", "a7a8b a7a8n a7a8q a7a8r"},
		{"4k3/8/2p5/1P1p4/1pP5/8/8/4K3 w - - 0 1", "cd", ""},
	} {
		p := parseFEN(t, c.fen)
		m, err := notation.Parse(&p, c.text, "es")
		if c.moves == "" {
			assert.NoError(t, err)
			assert.NotEqual(t, engine.NullMove, m)
			continue
		}
		var ambiguous *notation.ErrAmbiguous
		if assert.ErrorAs(t, err, &ambiguous, c.text) {
			assert.Equal(t, strings.Fields(c.moves), sortedUCI(ambiguous.Moves))
		}
	}
}

func sortedUCI(moves []engine.Move) []string {
	var texts []string
	for _, m := range moves {
		texts = append(texts, m.UCI())
	}
	slices.Sort(texts)
	return texts
}

func TestLanguages(t *testing.T) {
	languages := notation.Languages()
	assert.Equal(t, []notation.Language{"en", "es"}, languages[:2])
	for _, code := range languages {
		letters, ok := notation.LettersOf(code)
		require.True(t, ok)
		all := []string{letters.King, letters.Queen, letters.Rook, letters.Bishop, letters.Knight}
		slices.Sort(all)
		assert.Len(t, slices.Compact(all), 5, "%s uses a letter twice", code)
	}
	_, ok := notation.LettersOf("tlh")
	assert.False(t, ok)
}

// FuzzParse: no text makes Parse panic, fail untyped or find a move that its
// own notation doesn't find again.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"Cf3", "exd6 a.p.", "0-0-0", "a8=D#", "Cb1-d2", "ed", "x", "\xff(="} {
		for i := range openings {
			f.Add(text, i)
		}
	}
	f.Fuzz(func(t *testing.T, text string, i int) {
		p := parseFEN(t, openings[uint(i)%uint(len(openings))])
		m, err := notation.Parse(&p, text, "es")
		if err != nil {
			var invalid *notation.ErrInvalid
			var illegal *notation.ErrIllegal
			var ambiguous *notation.ErrAmbiguous
			require.True(t, errors.As(err, &invalid) || errors.As(err, &illegal) || errors.As(err, &ambiguous), "%T", err)
			return
		}
		again, err := notation.Parse(&p, notation.Local(&p, m, "es"), "es")
		require.NoError(t, err)
		require.Equal(t, m, again)
	})
}
