package correct

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
	"github.com/planilla/digitize/ocr"
)

// Games anyone may print: Morphy's at the opera, the Immortal, and the game with
// which Spanish manuals show the notation.
var classics = map[string]string{
	"opera": "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 " +
		"O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
	"immortal": "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 " +
		"h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#",
	"manual": "d4 Nf6 c4 e6 Nc3 Bb4 Bd2 O-O e4 d5 exd5 exd5 cxd5 Bxc3 Bxc3 Nxd5 Nf3 b6 Qb3 Nxc3 bxc3 c5 " +
		"Be2 cxd4 Nxd4 Re8 O-O Nd7 a4 Nc5 Qb4 Bb7",
}

// written returns the game as a writer of the language puts it down.
func written(t *testing.T, sans []string, l notation.Language) []string {
	t.Helper()
	pos := engine.Start()
	var out []string
	for _, san := range sans {
		m, err := notation.Parse(&pos, san, "en")
		require.NoError(t, err)
		text := notation.Local(&pos, m, l)
		out = append(out, strings.ReplaceAll(text, "0", "O"))
		pos = pos.Apply(m)
	}
	return out
}

// sheetOf puts texts into cells, one after the other; "" is an empty cell.
func sheetOf(texts []string, blanks int) Sheet {
	var s Sheet
	for range blanks {
		texts = append(texts, "")
	}
	for i, text := range texts {
		if text == "" {
			text = "_"
		}
		s.Cells = append(s.Cells, Cell{Lattice: ocr.Perfect(text), Move: i/2 + 1, Side: i % 2})
	}
	return s
}

func sansOf(g *Game) []string {
	var out []string
	for _, p := range g.Plies {
		out = append(out, p.SAN)
	}
	return out
}

func correctOne(t *testing.T, s Sheet, opt Options) *Game {
	t.Helper()
	g, err := Correct(context.Background(), []Sheet{s}, opt)
	require.NoError(t, err)
	return g
}

func TestPerfectLatticesGiveTheGame(t *testing.T) {
	for name, moves := range classics {
		for _, l := range sets {
			t.Run(name+"/"+string(l), func(t *testing.T) {
				sans := strings.Fields(moves)
				g := correctOne(t, sheetOf(written(t, sans, l), 6), Options{})
				assert.Equal(t, sans, sansOf(g))
				assert.Equal(t, l, g.Language)
				assert.Empty(t, g.Stopped)
				for _, p := range g.Plies {
					assert.Equal(t, Read, p.Status, p.SAN)
				}
			})
		}
	}
}

func TestHabits(t *testing.T) {
	shorten := map[string]func(string) string{
		"no x":      func(s string) string { return strings.ReplaceAll(s, "x", "") },
		"no check":  func(s string) string { return strings.TrimRight(s, "+#") },
		"no dashes": func(s string) string { return strings.ReplaceAll(s, "-", "") },
		"colon":     func(s string) string { return strings.ReplaceAll(s, "x", ":") },
	}
	for name, f := range shorten {
		t.Run(name, func(t *testing.T) {
			sans := strings.Fields(classics["opera"])
			texts := written(t, sans, "es")
			for i := range texts {
				texts[i] = f(texts[i])
			}
			assert.Equal(t, sans, sansOf(correctOne(t, sheetOf(texts, 2), Options{})))
		})
	}
}

func TestMistakesOfTheRecord(t *testing.T) {
	sans := strings.Fields(classics["manual"])
	at := func(i int, with ...string) []string {
		texts := written(t, sans, "es")
		return append(append(append([]string(nil), texts[:i]...), with...), texts[i+1:]...)
	}
	tests := []struct {
		name   string
		texts  []string
		ply    int
		status Status
	}{
		{"wrong rank", at(15, "Cxd4"), 15, Unread},
		{"struck out, written again", at(8, "~", "e4"), 8, Read},
		{"ply left out", at(16), 16, Restored},
		{"cell left blank", at(17, ""), 17, Unread},
		{"entered twice", at(12, "cxd5", "cxd5"), 12, Read},
		{"nonsense", at(20, "(1:09)"), 20, Unread},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := correctOne(t, sheetOf(tt.texts, 4), Options{})
			assert.Equal(t, sans, sansOf(g))
			if assert.Len(t, g.Plies, len(sans)) {
				assert.Equal(t, tt.status, g.Plies[tt.ply].Status)
			}
		})
	}
}

func TestStopsWhereTheEvidenceEnds(t *testing.T) {
	sans := strings.Fields(classics["manual"])
	texts := append(written(t, sans[:20], "es"), "K)(", ")0/", "(1:", "..-")
	g := correctOne(t, sheetOf(texts, 4), Options{})
	assert.Equal(t, sans[:20], sansOf(g))
	assert.Contains(t, g.Stopped, "cell 21")
}

func TestResultInTheLastCells(t *testing.T) {
	sans := strings.Fields(classics["opera"])
	texts := append(written(t, sans, "en"), "1-0")
	g := correctOne(t, sheetOf(texts, 4), Options{})
	assert.Equal(t, sans, sansOf(g))
	assert.Equal(t, KindOther, g.Kinds[0][len(sans)])
}

// Two players' sheets of one game are one search: what one got wrong, left out
// or stopped writing, the other has.
func TestTwoSheets(t *testing.T) {
	sans := strings.Fields(classics["manual"])
	spoil := func(l notation.Language, change func([]string) []string) Sheet {
		return sheetOf(change(written(t, sans, l)), 4)
	}
	same := func(s []string) []string { return s }
	without := func(from, to int) func([]string) []string {
		return func(s []string) []string { return append(append([]string(nil), s[:from]...), s[to:]...) }
	}
	tests := []struct {
		name      string
		a, b      Sheet
		ply       int
		agreement Agreement
	}{
		{"both the same", spoil("es", same), spoil("en", same), 7, Match},
		{"second leaves out two plies", spoil("es", same), spoil("en", without(13, 15)), 13, OnlyFirst},
		{"first stops early", spoil("es", without(24, 32)), spoil("es", same), 28, OnlySecond},
		{"second has another square", spoil("es", same), spoil("es", func(s []string) []string { s[11] = "exd4"; return s }), 11, Mismatch},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, err := Correct(context.Background(), []Sheet{tt.a, tt.b}, Options{})
			require.NoError(t, err)
			assert.Equal(t, sans, sansOf(g))
			assert.Equal(t, tt.agreement, g.Plies[tt.ply].Agreement)
			assert.Empty(t, g.Stopped)
			assert.Len(t, g.Kinds, 2)
		})
	}
}

func TestOneWordAfterTheEnd(t *testing.T) {
	sans := strings.Fields(classics["opera"])
	for _, word := range []string{"1-0", "(=)", "~"} {
		g := correctOne(t, sheetOf(append(written(t, sans, "es"), word), 10), Options{})
		assert.Equal(t, sans, sansOf(g), word)
		assert.Empty(t, g.Stopped, word)
	}
}

func TestNothingWritten(t *testing.T) {
	_, err := Correct(context.Background(), []Sheet{sheetOf(nil, 20)}, Options{})
	assert.ErrorIs(t, err, ErrNoMoves)
	_, err = Correct(context.Background(), []Sheet{{}}, Options{})
	assert.ErrorIs(t, err, ErrNoMoves)
}

// noisy blurs a lattice: at each step some of the best symbol's weight goes to others.
func noisy(l *ocr.Lattice, rng *rand.Rand) *ocr.Lattice {
	return l.Temper(2.5+2*rng.Float64(), -9)
}

func TestOutputIsAlwaysLegal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const letters = ocr.Alphabet
	for range 30 {
		var texts []string
		for range 30 {
			var b strings.Builder
			for range 1 + rng.IntN(5) {
				b.WriteByte(letters[rng.IntN(len(letters))])
			}
			texts = append(texts, b.String())
		}
		s := sheetOf(texts, 0)
		for i := range s.Cells {
			s.Cells[i].Lattice = noisy(s.Cells[i].Lattice, rng)
		}
		g, err := Correct(context.Background(), []Sheet{s}, Options{Beam: 40})
		if err != nil {
			assert.ErrorIs(t, err, ErrNoMoves)
			continue
		}
		pos := engine.Start()
		for _, p := range g.Plies {
			assert.Contains(t, pos.LegalMoves(nil), p.Move)
			assert.InDelta(t, .5, p.Confidence, .5)
			pos = pos.Apply(p.Move)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Correct(ctx, []Sheet{sheetOf([]string{"e4"}, 0)}, Options{})
	assert.ErrorIs(t, err, context.Canceled)
}
