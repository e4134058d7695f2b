package eval

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize"
	"github.com/planilla/digitize/correct"
	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
	"github.com/planilla/digitize/ocr"
)

func TestParseWritten(t *testing.T) {
	language, ink, err := parseWritten([]string{"lang: es", "1. e4 e5", "4. d4 Cd7>Nbd7", "37. Re2? Rg4", "40. Kf1"})
	require.NoError(t, err)
	assert.Equal(t, notation.Language("es"), language)
	assert.Equal(t, map[Place]string{
		{1, 0}: "e4", {1, 1}: "e5", {4, 0}: "d4", {4, 1}: "Cd7", {37, 0}: "Re2", {37, 1}: "Rg4", {40, 0}: "Kf1",
	}, ink)
	_, _, err = parseWritten([]string{"nonsense"})
	require.ErrorContains(t, err, "nonsense")
}

func TestTexts(t *testing.T) {
	tests := []struct {
		read, label string
		exact, bare bool
	}{
		{"0-0", "O-O", true, true},
		{"O-O+", "O-O", false, true},
		{"Nxf6+", "Nf6", false, true},
		{"e8=Q", "e8Q", false, true},
		{"Nf6", "Ng6", false, false},
		{"", "e4", false, false},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.exact, sameText(tt.read, tt.label), tt)
		assert.Equal(t, tt.bare, sameBare(tt.read, tt.label), tt)
	}
}

// plies replays SANs.
func plies(t *testing.T, sans ...string) []correct.Ply {
	pos := engine.Start()
	var out []correct.Ply
	for _, san := range sans {
		m, err := notation.Parse(&pos, san, "en")
		require.NoError(t, err)
		after := pos.Apply(m)
		out = append(out, correct.Ply{Move: m, Before: pos, After: after, SAN: notation.SAN(&pos, m), Status: correct.Read, Confidence: 1})
		pos = after
	}
	return out
}

func truths(t *testing.T, sans ...string) []Truth {
	var out []Truth
	for _, p := range plies(t, sans...) {
		out = append(out, Truth{SAN: p.SAN, Move: p.Move})
	}
	return out
}

func TestWrites(t *testing.T) {
	game := plies(t, "e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5", "Nf3", "Bg4", "d4", "Nc6")
	tests := []struct {
		ply   int
		label string
		lang  notation.Language
		want  bool
	}{
		{0, "e4", "en", true},
		{2, "ed5", "en", true},
		{2, "ed", "en", true},
		{2, "exd5", "en", true},
		{3, "QxP", "en", true},
		{3, "Dd5", "es", true},
		{3, "Qd6", "en", false},
		{9, "Nbc6", "en", true},
		{9, "Nf6", "en", false},
		{9, "Cc6", "es", true},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, writes(tt.label, &game[tt.ply], tt.lang), tt)
	}
}

func TestAlignedForgivesASlip(t *testing.T) {
	truth := truths(t, "e4", "e5", "Nf3", "Nc6", "Bb5", "a6")
	assert.Equal(t, 6, aligned(plies(t, "e4", "e5", "Nf3", "Nc6", "Bb5", "a6"), truth))
	assert.Equal(t, 4, aligned(plies(t, "e4", "e5", "Bb5", "a6"), truth))
	assert.Equal(t, 0, aligned(nil, truth))
}

func TestScoreGame(t *testing.T) {
	page := &Page{
		Language: "en", Game: truths(t, "e4", "e5", "Nf3", "Nc6"),
		Ink: map[Place]string{{1, 0}: "e4", {1, 1}: "e5", {2, 0}: "Nf3", {2, 1}: "Nc6"},
	}
	sheet := perfectSheet(page)
	game := &correct.Game{Plies: plies(t, "e4", "e5", "Nf3", "Nf6", "Nxe5")}
	for i := range game.Plies {
		game.Plies[i].Cells = []correct.CellRef{{Sheet: 0, Cell: i}}
	}
	game.Plies[4].Status = correct.Doubtful
	s := scoreGame(page, sheet, game)
	assert.Equal(t, Share{3, 4}, s.Ink)
	assert.Equal(t, Share{3, 4}, s.Strict)
	assert.Equal(t, Share{3, 4}, s.Aligned)
	assert.Equal(t, Share{0, 1}, s.Perfect)
	assert.Equal(t, Share{1, 5}, s.Flagged)
	assert.Equal(t, Share{1, 4}, s.Silent)
}

// readers recognise nothing: they answer every cell alike.
type constantReader string

func (c constantReader) Read(context.Context, *image.Gray) (*ocr.Lattice, error) {
	if c == "" {
		return nil, errors.New("no reading")
	}
	return ocr.Perfect(string(c)), nil
}

// dataFolder is a small data folder: one page of labels, a picture without a
// form.
func dataFolder(t *testing.T) string {
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	var table, game strings.Builder
	table.WriteString("page\tmove\tside\twritten\n")
	for i, san := range []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6"} {
		side := [2]string{"white", "black"}[i%2]
		table.WriteString(strings.Join([]string{"007_0", string(rune('1' + i/2)), side, san}, "\t") + "\n")
		game.WriteString(san + "\n")
	}
	write("hcs/test.tsv", table.String())
	write("hcs/train.tsv", table.String())
	write("hcs/test_games/007.txt", game.String())
	write("epfl/game01.txt", game.String())
	write("sheets/one.txt", game.String())
	write("sheets/one.written", "lang: es\n1. e4 e5\n2. Cf3 Cc6\n3. Ab5 a6\n")
	write("splits.json", `{"hcs_dev": ["007_0"], "epfl_dev": ["game99"]}`)
	for _, name := range []string{"hcs/pages/007_0.jpg", "epfl/game01.jpg", "sheets/one.jpg"} {
		var b bytes.Buffer
		img := image.NewGray(image.Rect(0, 0, 300, 300))
		img.SetGray(5, 5, color.Gray{Y: 200})
		require.NoError(t, jpeg.Encode(&b, img, nil))
		write(name, b.String())
	}
	return dir
}

func TestLoad(t *testing.T) {
	dir := dataFolder(t)
	splits := filepath.Join(dir, "splits.json")
	for set, n := range map[string]int{"hcs-train": 1, "hcs-dev": 1, "hcs-test": 1, "epfl": 1, "epfl-dev": 0, "sheets": 1} {
		pages, err := Load(dir, set, splits)
		require.NoError(t, err, set)
		require.Len(t, pages, n, set)
		for _, p := range pages {
			assert.Len(t, p.Ink, 6)
			assert.Equal(t, set, p.Set)
		}
	}
	_, err := Load(dir, "other", splits)
	require.Error(t, err)
	_, err = Load(filepath.Join(dir, "none"), "hcs-test", splits)
	require.Error(t, err)
}

func TestRun(t *testing.T) {
	dir := dataFolder(t)
	ctx := context.Background()
	d, err := digitize.New(ctx, digitize.Options{Reader: constantReader("e4")})
	require.NoError(t, err)
	defer d.Close()
	result, err := Run(ctx, d, Options{Data: dir, Sets: []string{"hcs-test", "sheets"}, Jobs: 2})
	require.NoError(t, err)
	figure := func(set int, name string) Share {
		for _, f := range result.Sets[set].Figures {
			if f.Name == name {
				return f.Share
			}
		}
		t.Fatalf("no figure %q", name)
		return Share{}
	}
	assert.Equal(t, Share{0, 1}, figure(0, "sheets found"))
	assert.Equal(t, Share{0, 6}, figure(0, "cells exact (ink, raw)"))
	assert.Equal(t, Share{0, 6}, figure(1, "moves right (game)"))
	assert.Equal(t, Share{6, 6}, figure(0, "ceiling: moves right (game)"))
	assert.Equal(t, Share{6, 6}, figure(1, "ceiling: moves right (ink)"))
	assert.Equal(t, Share{1, 1}, figure(1, "ceiling: perfect games"))
	var table, again bytes.Buffer
	require.NoError(t, result.WriteTable(&table))
	require.NoError(t, result.WriteTable(&again))
	assert.Equal(t, table.String(), again.String())
	assert.Contains(t, table.String(), "100.0%  6/6")
	for ceiling, rows := range map[Ceiling]int{OnlyCeiling: 6, WithoutCeiling: 16} {
		part, err := Run(ctx, d, Options{Data: dir, Sets: []string{"sheets"}, Ceiling: ceiling})
		require.NoError(t, err)
		assert.Len(t, part.Sets[0].Figures, rows, ceiling)
	}
	for _, write := range []func() error{
		func() error { return result.WriteTSV(&table) },
		func() error { return result.WritePages(&table) },
		func() error { return result.WriteCells(&table) },
		func() error { return result.WritePlies(&table) },
		func() error { return result.WriteWorst(ctx, &table) },
	} {
		require.NoError(t, write())
	}
}

func TestReadingRoundTrip(t *testing.T) {
	sheet := perfectSheet(&Page{Ink: map[Place]string{{1, 0}: "e4", {1, 1}: "c5"}})
	for i := range sheet.Cells {
		sheet.Cells[i].Quad[2].X = float64(i)
	}
	sheet.Lattices[1] = nil
	ink := make([]float64, len(sheet.Cells))
	ink[0] = 0.25
	path := filepath.Join(t.TempDir(), "sub", "r.json")
	require.NoError(t, storeReading(path, newReading(sheet, ink, 1.5)))
	got, err := loadReading(path)
	require.NoError(t, err)
	assert.Equal(t, sheet.Lattices, got.sheet.Lattices)
	assert.Equal(t, sheet.Cells, got.sheet.Cells)
	assert.Equal(t, ink, got.ink)
	assert.InDelta(t, 1.5, got.seconds, 0)
	require.NoError(t, os.WriteFile(path, []byte("{"), 0o644))
	_, err = loadReading(path)
	require.Error(t, err)
}

func TestSpread(t *testing.T) {
	pages := make([]*Page, 10)
	for i := range pages {
		pages[i] = &Page{Name: string(rune('a' + i))}
	}
	assert.Len(t, spread(pages, 0), 10)
	three := spread(pages, 3)
	assert.Equal(t, []string{"a", "d", "g"}, []string{three[0].Name, three[1].Name, three[2].Name})
}
