package pgn_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
	"github.com/planilla/digitize/engine/pgn"
)

const loose = "\ufeff% written by hand\r\n" + `[Event "Club \"A\" \\ B"]
[ White "Ana" ]
[White "again"]
[Result "1-0"]

{ at   the
start } 1.e4! e5 $1 (1...c5 2.Nf3 {Sicilian (open)} (2.c3 d5) d6) 2. Bc4 Nc6 ; to the end ) of the line
% not a move
3.Qh5?! ! Nf6?? {one}{two} 4.Qxf7++

[Event "second"]

1. 0-0 *`

func TestRead(t *testing.T) {
	text := strings.Replace(loose, "1. 0-0 *", "1. d2-d4 d5 1/2-1/2 1. a3", 1)
	games, err := pgn.Read(strings.NewReader(text), pgn.DefaultLimits())
	require.NoError(t, err)
	assert.Equal(t, []pgn.Game{
		{
			Tags:     []pgn.Tag{{"Event", `Club "A" \ B`}, {"White", "Ana"}, {"Result", "1-0"}},
			Moves:    []string{"e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"},
			Comments: map[int]string{0: "at the start", 4: "to the end ) of the line", 6: "one two"},
			Result:   "1-0",
		},
		{Tags: []pgn.Tag{{"Event", "second"}}, Moves: []string{"d4", "d5"}, Result: "1/2-1/2"},
		{Moves: []string{"a3"}, Result: "*"},
	}, games)
}

func TestReadLatin1(t *testing.T) {
	games, err := pgn.Read(strings.NewReader("[White \"Mu\xf1oz\"]\n\n*\n"), pgn.DefaultLimits())
	require.NoError(t, err)
	assert.Equal(t, []pgn.Tag{{"White", "Muñoz"}}, games[0].Tags)
}

func TestReadNothing(t *testing.T) {
	games, err := pgn.Read(strings.NewReader(" \n% nothing\n"), pgn.DefaultLimits())
	require.NoError(t, err)
	assert.Empty(t, games)
}

func TestReadErrors(t *testing.T) {
	small := pgn.Limits{MaxBytes: 60, MaxGames: 2, MaxPlies: 3}
	for text, want := range map[string]string{
		"\n1. e4 e5 2. Ke3 *":   `line 2, game 1: ply 3: "Ke3" is not legal in rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2`,
		"* *\n\n1. x9":          `line 3, game 3: ply 1: "x9" is not a move: "9" is no square`,
		"1. e4\n{ never":        "line 2, game 1: a comment is not closed",
		"1. e4\n( c5 \n(":       "line 2, game 1: a variation is not closed",
		"1. e4 )":               "line 1, game 1: a variation ends that has not begun",
		"1. e4 ( }":             "line 1, game 1: the character '}' means nothing here",
		"1. e4\n\"":             `line 2, game 1: the character '"' means nothing here`,
		"[White Ana]":           "line 1, game 1: a tag has no name or no value",
		"[White \"Ana\n\"]":     "line 1, game 1: the value of a tag is not closed",
		"[White \"Ana\" x":      "line 1, game 1: a tag is not closed",
		"[FEN \"?\"]\n*":        `line 1, game 1: tag FEN: invalid FEN "?": record: it has 1 fields instead of 6 (or 4 without the counters)`,
		"*\n*\n*":               "line 3, game 3: there are more than 2 games",
		"e4 e5\n Nf3 Nf6":       "line 2, game 1: the game has more than 3 plies",
		strings.Repeat(" ", 61): "line 1, game 1: the input has more than 60 bytes",
	} {
		games, err := pgn.Read(strings.NewReader(text), small)
		var syntax *pgn.SyntaxError
		if assert.ErrorAs(t, err, &syntax, text) {
			assert.EqualError(t, err, "reading PGN: "+want)
			assert.Len(t, games, syntax.Game-1, text)
		}
	}
	var illegal *notation.ErrIllegal
	_, err := pgn.Read(strings.NewReader("e5"), small)
	assert.ErrorAs(t, err, &illegal)

	broken := errors.New("unplugged")
	_, err = pgn.Read(iotest.ErrReader(broken), small)
	assert.ErrorIs(t, err, broken)
}

// TestRoundTrip: a game read back is the game written.
func TestRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		var file bytes.Buffer
		g := randomGame(random)
		require.NoError(t, pgn.Write(&file, g))
		got, err := pgn.Read(&file, pgn.DefaultLimits())
		require.NoError(t, err)
		require.Equal(t, []pgn.Game{g}, got)
	}
}

// randomGame is a game as Read would return it.
func randomGame(random *rand.Rand) pgn.Game {
	g := pgn.Game{Comments: map[int]string{0: randomWords(random)}}
	g.Result = []string{"1-0", "0-1", "1/2-1/2", "*"}[random.IntN(4)]
	for _, name := range []string{"Event", "Site", "Date", "Round", "White", "Black"} {
		g.Tags = append(g.Tags, pgn.Tag{Name: name, Value: randomWords(random)})
	}
	g.Tags = append(g.Tags, pgn.Tag{Name: "Result", Value: g.Result}, pgn.Tag{Name: "ECO", Value: randomWords(random)})
	p := engine.Start()
	for range random.IntN(150) {
		legal := p.LegalMoves(nil)
		if len(legal) == 0 {
			break
		}
		m := legal[random.IntN(len(legal))]
		g.Moves = append(g.Moves, notation.SAN(&p, m))
		if random.IntN(5) == 0 {
			g.Comments[len(g.Moves)] = randomWords(random)
		}
		p = p.Apply(m)
	}
	return g
}

// randomWords is a line of words that a careless writer or reader would trip
// over.
func randomWords(random *rand.Rand) string {
	words := []string{"%", "%eval", "[Event", `"`, `\`, `]`, ";", "(", ")", "$3", "1-0", "é", "日本", "e4", "1.", strings.Repeat("x", 90)}
	var line []string
	for range 1 + random.IntN(30) {
		line = append(line, words[random.IntN(len(words))])
	}
	return strings.Join(line, " ")
}

// FuzzRead: whatever is read can be written and read again, with the same
// moves and comments.
func FuzzRead(f *testing.F) {
	f.Add(loose)
	f.Add("[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 30\"]\n30... Kd7 31. O-O *")
	f.Add("1. e4 {a} (1. d4) e5 $2 ; b\n% c\n1/2-1/2")
	limits := pgn.Limits{MaxBytes: 1 << 16, MaxGames: 50, MaxPlies: 100}
	f.Fuzz(func(t *testing.T, text string) {
		games, err := pgn.Read(strings.NewReader(text), limits)
		if err != nil {
			var syntax *pgn.SyntaxError
			require.ErrorAs(t, err, &syntax)
		}
		for _, g := range games {
			var b bytes.Buffer
			require.NoError(t, pgn.Write(&b, g))
			again, err := pgn.Read(&b, limits)
			require.NoError(t, err)
			require.Len(t, again, 1)
			require.Equal(t, g.Moves, again[0].Moves)
			require.Equal(t, g.Result, again[0].Result)
			require.Equal(t, len(g.Comments), len(again[0].Comments))
		}
	})
}
