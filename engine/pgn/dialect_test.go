package pgn_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
	"github.com/planilla/digitize/engine/pgn"
)

// readIn reads one game in one of the systems, annotations kept.
func readIn(t *testing.T, text string, systems ...notation.System) pgn.Game {
	t.Helper()
	games, err := pgn.ReadWith(strings.NewReader(text), pgn.Options{Limits: pgn.DefaultLimits(), Systems: systems, Annotations: true})
	require.NoError(t, err)
	require.Len(t, games, 1)
	return games[0]
}

func TestReadDialects(t *testing.T) {
	es := notation.Algebraic("es")
	pastor := []string{"e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"}
	for _, c := range []struct {
		name, text string
		systems    []notation.System
		want       []string
	}{
		{"Spanish", "1. e4, e5 2. Ac4, Cc6 3. Dh5, Cf6?? 4. Dxf7++ 1-0", []notation.System{es}, pastor},
		{"with points for the side that waits", "1. e4, ... 1. ..., e5 2. Ac4, … 2. …, Cc6 3.Dh5 Cf6 4.Dxf7", []notation.System{es}, pastor},
		{"descriptive", "1. P4R, P4R 2. A4A, C3AD 3. D5T, C3A 4. DxPA++", []notation.System{notation.Descriptive("es")}, pastor},
		{"English descriptive", "1. P-K4 P-K4 2. B-B4 N-QB3 3. Q-R5 N-B3 4. QxBP mate", []notation.System{notation.Descriptive("en")}, pastor},
		{"figurines of both colors", "1. e4 e5 2. ♗c4 ♞c6 3. ♕h5 ♞f6 4. ♕xf7#", []notation.System{notation.Figurine}, pastor},
		{"Russian", "1. e4 e5 2. Сc4 Кc6 3. Фh5 Кf6 4. Фxf7#", []notation.System{notation.Algebraic("ru")}, pastor},
		{"any of them", "1. e4 e5 2. Ac4 Cc6 3. Dh5 Cf6 4. Dxf7++", notation.Systems(), pastor},
		{"draw offer, en passant", "1. e4 (=) Cf6 2. e5 d5 3. exd6 a.p. (=) exd6", []notation.System{es}, []string{"e4", "Nf6", "e5", "d5", "exd6", "exd6"}},
		{"en passant without a space", "1. e4 Cf6 2. e5 d5 3. exd6a.p. 0-1", []notation.System{es}, []string{"e4", "Nf6", "e5", "d5", "exd6"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, readIn(t, c.text, c.systems...).Moves)
		})
	}
}

func TestReadPromotionInParentheses(t *testing.T) {
	g := readIn(t, "[FEN \"8/3P4/k7/8/8/8/8/K7 w - - 0 1\"]\n\n1. d8(D) (1. d8T) Rb7 *", notation.Algebraic("es"))
	assert.Equal(t, []string{"d8=Q", "Kb7"}, g.Moves)
	assert.Equal(t, []string{"d8=R"}, g.Variations[1][0].Moves)
}

func TestUndecidedLanguage(t *testing.T) {
	text := "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Rd1 *"
	_, err := pgn.ReadWith(strings.NewReader(text), pgn.Options{
		Limits: pgn.DefaultLimits(), Systems: []notation.System{notation.Algebraic("es"), notation.PGNSystem}})
	var undecided *notation.ErrUndecided
	require.ErrorAs(t, err, &undecided)
	assert.Equal(t, 1, undecided.Ply)
}

func TestMoveErrorNamesMoveAndSide(t *testing.T) {
	_, err := pgn.ReadWith(strings.NewReader("1. e4 e5 2. Cf3 Cc5"), pgn.Options{
		Limits: pgn.DefaultLimits(), Systems: []notation.System{notation.Algebraic("es")}})
	var move *pgn.MoveError
	require.ErrorAs(t, err, &move)
	assert.Equal(t, 2, move.Number)
	assert.Equal(t, engine.Black, move.Side)
	assert.Equal(t, "Cc5", move.SAN)
}

const export = `[Event "Torneo \"A\" \\ B"]
[Site "Ñuñoa"]
[Date "2020.01.02"]
[Round "1"]
[White "Pérez, Ana"]
[Black "Muñoz, José"]
[Result "1-0"]

{begin} 1. e4 $1 {good} (1. d4 d5 (1... Nf6 $6 {Indian}) 2. c4) 1... e5 2. Bc4
Nc6 $2 3. Qh5 Nf6 $4 (3... g6 4. Qf3) (3... Qe7) 4. Qxf7# 1-0

`

func TestAnnotationsAreKept(t *testing.T) {
	g := readIn(t, export)
	assert.Equal(t, map[int][]int{1: {1}, 4: {2}, 6: {4}}, g.NAGs)
	require.Len(t, g.Variations[1], 1)
	first := g.Variations[1][0]
	assert.Equal(t, []string{"d4", "d5", "c4"}, first.Moves)
	assert.Equal(t, pgn.Line{Moves: []string{"Nf6"}, Comments: map[int]string{1: "Indian"}, NAGs: map[int][]int{1: {6}}}, first.Variations[2][0])
	assert.Len(t, g.Variations[6], 2)

	var b bytes.Buffer
	require.NoError(t, pgn.Write(&b, g))
	assert.Equal(t, export, b.String())
}

func TestReadExport(t *testing.T) {
	games, err := pgn.ReadExport(strings.NewReader(export+export), pgn.DefaultLimits())
	require.NoError(t, err)
	assert.Len(t, games, 2)
	for fault, c := range map[string]struct {
		old, new string
		line     int
	}{
		"a tag missing":    {"[Round \"1\"]\n", "", 4},
		"tags out of turn": {"[Site \"Ñuñoa\"]\n[Date \"2020.01.02\"]", "[Date \"2020.01.02\"]\n[Site \"Ñuñoa\"]", 2},
		"a short line":     {"2. Bc4\nNc6", "2.\nBc4 Nc6", 9},
		"a mark for a NAG": {"e4 $1", "e4!", 9},
		"loose SAN":        {"Qxf7#", "Qf7", 10},
		"no empty line":    {"1-0\n\n", "1-0\n", 12},
	} {
		text := strings.Replace(export, c.old, c.new, 1)
		require.NotEqual(t, export, text, fault)
		_, err := pgn.ReadExport(strings.NewReader(text), pgn.DefaultLimits())
		var format *pgn.FormatError
		if assert.ErrorAs(t, err, &format, fault) {
			assert.Equal(t, c.line, format.Line, "%s: %v", fault, err)
		}
	}
}

// TestOtherSystemsRoundTrip: a game written in any system is read back whole,
// its annotations too.
func TestOtherSystemsRoundTrip(t *testing.T) {
	g := readIn(t, export)
	for _, s := range notation.Systems() {
		var b bytes.Buffer
		require.NoError(t, pgn.WriteIn(&b, g, s))
		assert.Equal(t, g, readIn(t, b.String(), s), s.Name())
	}
}

func TestWriteScore(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, pgn.WriteScore(&b, pgn.Game{Moves: []string{"e4", "e5", "Bc4"}}, notation.Descriptive("es")))
	assert.Equal(t, "1. P4R P4R 2. A4A *\n", b.String())
	var move *pgn.MoveError
	require.ErrorAs(t, pgn.WriteScore(&b, pgn.Game{Moves: []string{"e5"}}, notation.PGNSystem), &move)
}

func TestWriteRefusesNotesOnNothing(t *testing.T) {
	for _, g := range []pgn.Game{
		{NAGs: map[int][]int{1: {1}}},
		{Variations: map[int][]pgn.Line{1: {{Moves: []string{"e4"}}}}},
	} {
		var b bytes.Buffer
		assert.Error(t, pgn.Write(&b, g))
		assert.Zero(t, b.Len())
	}
}

func TestVariationsHaveADepth(t *testing.T) {
	text := "1. e4 " + strings.Repeat("(1. e4 ", 60) + strings.Repeat(")", 60) + " *"
	_, err := pgn.ReadWith(strings.NewReader(text), pgn.Options{Limits: pgn.DefaultLimits(), Annotations: true})
	assert.ErrorContains(t, err, "variations stand more than 50 deep")
}

// FuzzReadWith: whatever is read with its annotations, in whatever notation,
// can be written and is then in export format and the same game.
func FuzzReadWith(f *testing.F) {
	f.Add(export)
	f.Add(loose)
	f.Add("1. e4, e5 2. Ac4, Cc6 3. Dh5, Cf6?? 4. Dxf7++ 1-0")
	f.Add("1. P4R P4R 2. A4A (2. C3AR) C3AD {x} 3. D5T C3A 4. DxPA++ *")
	f.Add("1. e4 e5 2. ♗c4 ♞c6 $3 (2... ♞f6 !)")
	systems := []notation.System{notation.PGNSystem, notation.Algebraic("es"), notation.Figurine, notation.Descriptive("es")}
	limits := pgn.Limits{MaxBytes: 1 << 16, MaxGames: 50, MaxPlies: 100}
	f.Fuzz(func(t *testing.T, text string) {
		games, err := pgn.ReadWith(strings.NewReader(text), pgn.Options{Limits: limits, Systems: systems, Annotations: true})
		if err != nil {
			var syntax *pgn.SyntaxError
			require.ErrorAs(t, err, &syntax)
		}
		for _, g := range games {
			var b bytes.Buffer
			require.NoError(t, pgn.Write(&b, g))
			again, err := pgn.ReadExport(bytes.NewReader(b.Bytes()), pgn.DefaultLimits())
			require.NoError(t, err, b.String())
			require.Len(t, again, 1)
			require.Equal(t, g.Moves, again[0].Moves)
			require.Equal(t, g.NAGs, again[0].NAGs)
			require.Equal(t, len(g.Variations), len(again[0].Variations))
		}
	})
}
