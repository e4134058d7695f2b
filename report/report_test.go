package report

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
	"github.com/planilla/digitize/message"
)

var update = flag.Bool("update", false, "write the golden files anew")

// sample is the record of a short game with one ply of each status.
func sample(t *testing.T) *Record {
	r := &Record{
		Sheets: []Sheet{{
			File: "a.jpg", SHA256: strings.Repeat("0f", 32), Pages: 1, Width: 4000, Height: 3000,
			Cells: []Cell{
				{Page: 1, Move: 1, Side: "white", Quad: [4][2]float64{{10, 20}, {110.5, 20}, {110.5, 60}, {10, 60}}, Kind: KindMove, Read: "e4", P: 0.97},
				{Page: 1, Move: 1, Side: "black", Quad: [4][2]float64{{110.5, 20}, {210, 20}, {210, 60}, {110.5, 60}}, Kind: KindMove, Read: "e5", P: 0.9},
				{Page: 1, Move: 2, Side: "white", Kind: KindMove, Read: "Ac4", P: 0.61},
				{Page: 1, Move: 2, Side: "black", Kind: KindMove, Read: "Cc6", P: 0.8},
				{Page: 1, Move: 3, Side: "white", Kind: KindMove, Read: "Dh5", P: 0.8},
				{Page: 1, Move: 3, Side: "black", Kind: KindOther, Read: "f", P: 0.2},
				{Page: 1, Move: 4, Side: "white", Kind: KindEmpty, Read: "_", P: 1},
			},
		}},
		Game: Game{Language: "es", System: "algebraic", Stopped: "3 written cells give no legal continuation"},
	}
	pos := engine.Start()
	for i, san := range []string{"e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"} {
		m, err := notation.Parse(&pos, san, "en")
		require.NoError(t, err)
		p := Ply{
			Ply: i + 1, SAN: notation.SAN(&pos, m), Local: notation.Local(&pos, m, "es"), UCI: m.UCI(),
			Confidence: 0.99, Status: StatusRead, Cells: []CellRef{{0, i}},
		}
		pos = pos.Apply(m)
		p.FEN = pos.FEN()
		r.Game.Plies = append(r.Game.Plies, p)
	}
	third, sixth, last := &r.Game.Plies[2], &r.Game.Plies[5], &r.Game.Plies[6]
	third.Status, third.Confidence = StatusDoubtful, 0.62
	third.Alternatives = []Alternative{{"Bb5", 0.3}, {"Nc3", 0.06}, {"Be2", 0.01}}
	sixth.Status, sixth.Confidence = StatusUnread, 0.2
	last.Status, last.Confidence, last.Cells = StatusRestored, 0.9, nil
	return r
}

func TestGolden(t *testing.T) {
	en, es := message.In(message.English), message.In(message.Spanish)
	tests := map[string]func(*Record, io.Writer) error{
		"record.json": (*Record).WriteJSON,
		"game.pgn":    func(r *Record, w io.Writer) error { return r.WritePGN(w, en) },
		"game.es.pgn": func(r *Record, w io.Writer) error { return r.WritePGN(w, es) },
		"san.txt":     func(r *Record, w io.Writer) error { return r.WriteScore(w, "en", en) },
		"san-es.txt":  func(r *Record, w io.Writer) error { return r.WriteScore(w, "es", es) },
	}
	for name, write := range tests {
		t.Run(name, func(t *testing.T) {
			var got bytes.Buffer
			require.NoError(t, write(sample(t), &got))
			path := filepath.Join("testdata", name)
			if *update {
				require.NoError(t, os.WriteFile(path, got.Bytes(), 0o644))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, string(want), got.String())
		})
	}
}

func TestCleanGameHasNoComments(t *testing.T) {
	r := sample(t)
	r.Game.Stopped, r.Game.Result = "", "1-0"
	for i := range r.Game.Plies {
		r.Game.Plies[i].Status = StatusRead
	}
	assert.False(t, r.NeedsReview())
	r.Sheets[0].FailedPages = 1
	assert.True(t, r.NeedsReview(), "a page is missing")
	var b bytes.Buffer
	require.NoError(t, r.WritePGN(&b, message.Printer{}))
	assert.NotContains(t, b.String(), "{")
	assert.Contains(t, b.String(), "4. Qxf7# 1-0")
}

func TestEmptyGame(t *testing.T) {
	r := &Record{}
	assert.True(t, r.NeedsReview())
	var b bytes.Buffer
	require.NoError(t, r.WriteJSON(&b))
	assert.NotContains(t, b.String(), "null")
	b.Reset()
	require.NoError(t, r.WritePGN(&b, message.Printer{}))
	assert.Contains(t, b.String(), "*")
	b.Reset()
	require.NoError(t, r.WriteScore(&b, "es", message.Printer{}))
	assert.Contains(t, b.String(), "No move could be read.")
}

func TestJSONRoundTrip(t *testing.T) {
	want := sample(t).whole()
	var b bytes.Buffer
	require.NoError(t, want.WriteJSON(&b))
	got, err := ReadJSON(&b)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	_, err = ReadJSON(strings.NewReader(`{"schema":"other/9"}`))
	require.ErrorContains(t, err, "other/9")
	_, err = ReadJSON(strings.NewReader(`{`))
	require.Error(t, err)
}

// A record that holds an illegal move is never written as a game.
func TestIllegalRecordIsRefused(t *testing.T) {
	r := sample(t)
	r.Game.Plies[3].UCI = "e1e8"
	var b bytes.Buffer
	require.ErrorContains(t, r.WritePGN(&b, message.Printer{}), "ply 4")
	require.ErrorContains(t, r.WriteScore(&b, "es", message.Printer{}), "ply 4")
	assert.Empty(t, b.String())
}
