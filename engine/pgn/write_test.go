package pgn_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/corentings/chess/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine/pgn"
)

func TestWrite(t *testing.T) {
	for _, c := range []struct {
		name string
		game pgn.Game
		want string
	}{
		{"nothing known", pgn.Game{}, `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]

*

`},
		{"tags in order, escaped, on one line", pgn.Game{
			Tags: []pgn.Tag{
				{"WhiteElo", "2400"}, {"White", `José "Pepe" \ García`}, {"Annotator", "a\n\tb"},
				{"Event", ""}, {"Result", "0-1"}, {"Round", " 3 "},
			},
			Result: "1-0",
		}, `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "3"]
[White "José \"Pepe\" \\ García"]
[Black "?"]
[Result "1-0"]
[Annotator "a b"]
[WhiteElo "2400"]

1-0

`},
		{"moves made proper, comments", pgn.Game{
			Moves:    []string{"e4", "e5!", "Bf1-c4", "Nc6", "Qh5", "Nf6", "Qf7"},
			Comments: map[int]string{0: "before", 1: "after {1}", 6: " \n", 7: "mate"},
			Result:   "1-0",
		}, `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1-0"]

{before} 1. e4 {after (1)} 1... e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# {mate} 1-0

`},
		{"from a position, Black to move", pgn.Game{
			Tags:  []pgn.Tag{{"FEN", "4k3/8/8/8/8/8/8/4K2R b K - 0 30"}, {"Result", "1/2-1/2"}},
			Moves: []string{"Ke7", "O-O", "Kd6"},
		}, `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1/2-1/2"]
[FEN "4k3/8/8/8/8/8/8/4K2R b K - 0 30"]
[SetUp "1"]

30... Ke7 31. O-O Kd6 1/2-1/2

`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b bytes.Buffer
			require.NoError(t, pgn.Write(&b, c.game))
			assert.Equal(t, c.want, b.String())
		})
	}
}

func TestWriteRefuses(t *testing.T) {
	for want, g := range map[string]pgn.Game{
		`writing PGN: ply 2: "e4" is not legal in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1`: {Moves: []string{"e4", "e4"}},
		`writing PGN: the result is "2-0" instead of 1-0, 0-1, 1/2-1/2 or *`:                                  {Result: "2-0"},
		`writing PGN: "White Elo" can't be the name of a tag`:                                                 {Tags: []pgn.Tag{{"White Elo", "1"}}},
		`writing PGN: "" can't be the name of a tag`:                                                          {Tags: []pgn.Tag{{"", "1"}}},
		`writing PGN: the tag White is given twice`:                                                           {Tags: []pgn.Tag{{"White", "A"}, {"White", "B"}}},
		`writing PGN: there is a comment after ply 1 of 0`:                                                    {Comments: map[int]string{1: "x"}},
		`writing PGN: tag FEN: invalid FEN "x": record: it has 1 fields instead of 6 (or 4 without the counters)`: {
			Tags: []pgn.Tag{{"FEN", "x"}}},
	} {
		var b bytes.Buffer
		assert.EqualError(t, pgn.Write(&b, g), want)
		assert.Zero(t, b.Len(), "something was written")
	}
	var illegal *pgn.MoveError
	require.ErrorAs(t, pgn.Write(&bytes.Buffer{}, pgn.Game{Moves: []string{"e4", "Ke6"}}), &illegal)
	assert.Equal(t, 2, illegal.Ply)
}

type brokenWriter struct{}

var errBroken = errors.New("disk full")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestWriteReportsTheWriter(t *testing.T) {
	assert.ErrorIs(t, pgn.Write(brokenWriter{}, pgn.Game{}), errBroken)
}

func TestWriteKeepsLinesShort(t *testing.T) {
	g := knightDance(120)
	g.Comments = map[int]string{
		9:  strings.Repeat("ñandú ", 40),
		10: strings.Repeat("% ", 60) + strings.Repeat("[Event ", 20),
	}
	var b bytes.Buffer
	require.NoError(t, pgn.Write(&b, g))
	_, moves, _ := strings.Cut(b.String(), "\n\n")
	lines := strings.Split(strings.TrimSpace(moves), "\n")
	assert.Greater(t, len(lines), 8)
	for _, line := range lines {
		assert.NotContains(t, "%[ ", line[:1], line)
		if !strings.Contains(line, "% %") && !strings.Contains(line, "[Event") {
			assert.LessOrEqual(t, utf8.RuneCountInString(line), 79)
		}
	}
	games, err := pgn.Read(&b, pgn.DefaultLimits())
	require.NoError(t, err)
	assert.Equal(t, strings.TrimSpace(g.Comments[10]), games[0].Comments[10])
}

// TestOthersReadIt: an independent reader finds the same game. (It doesn't know
// escapes in tags, so there are none here.)
func TestOthersReadIt(t *testing.T) {
	g := knightDance(60)
	g.Tags = []pgn.Tag{{"White", "O'Kelly de Galway"}, {"Black", "Ñuñoa"}}
	g.Comments = map[int]string{0: "a start", 5: "a comment; with a semicolon"}
	g.Result = "1/2-1/2"
	var b bytes.Buffer
	require.NoError(t, pgn.Write(&b, g))
	require.NoError(t, pgn.Write(&b, pgn.Game{Moves: []string{"f3", "e5", "g4", "Qh4"}, Result: "0-1"}))

	scanner := chess.NewScanner(&b)
	var lengths []int
	for scanner.HasNext() {
		game, err := scanner.ParseNext()
		require.NoError(t, err)
		lengths = append(lengths, len(game.Moves()))
	}
	assert.Equal(t, []int{60, 4}, lengths)
}

// knightDance is a game of that many plies in which the knights go out and in.
func knightDance(plies int) pgn.Game {
	var g pgn.Game
	for i := range plies {
		g.Moves = append(g.Moves, []string{"Nf3", "Nf6", "Ng1", "Ng8"}[i%4])
	}
	return g
}
