package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine/pgn"
)

// The true games beside the photos are the ones that were written on them.
func TestSamplesHaveTheirTrueGames(t *testing.T) {
	for _, p := range planillas {
		t.Run(p.name, func(t *testing.T) {
			g, err := p.game()
			require.NoError(t, err)

			list, err := os.ReadFile(filepath.Join("..", p.name+".txt"))
			require.NoError(t, err)
			assert.Equal(t, g.Moves, strings.Fields(string(list)))

			want := new(bytes.Buffer)
			require.NoError(t, pgn.Write(want, g))
			got, err := os.ReadFile(filepath.Join("..", p.name+".pgn"))
			require.NoError(t, err)
			assert.Equal(t, want.String(), string(got))

			photo, err := os.Stat(filepath.Join("..", p.name+".jpg"))
			require.NoError(t, err)
			assert.Less(t, photo.Size(), int64(600<<10), "samples stay small")
		})
	}
}

func TestSpanish(t *testing.T) {
	plain := habits{capture: "x", check: "+", mate: "++"}
	bare := habits{}
	cases := []struct {
		habits habits
		san    string
		want   string
	}{
		{plain, "Nf3", "Cf3"},
		{plain, "Kxf7", "Rxf7"},
		{plain, "Rxd7+", "Txd7+"},
		{plain, "Bb5", "Ab5"},
		{plain, "bxc8=Q#", "bxc8=D++"},
		{plain, "O-O-O", "0-0-0"},
		{bare, "Qxd7+", "Dd7"},
		{bare, "exd5", "ed5"},
	}
	for _, c := range cases {
		assert.Equal(t, c.want, c.habits.spanish(c.san), c.san)
	}
}

func TestEveryHandHasItsLetters(t *testing.T) {
	for _, p := range planillas {
		face, err := openTypeface(p.hand.font)
		require.NoError(t, err, p.name)
		for _, r := range "abcdefgh12345678RDTACx+=#-0" {
			_, err := face.glyph(r)
			assert.NoError(t, err, p.name)
		}
	}
}

func TestUnpackWOFFRefusesOtherThings(t *testing.T) {
	font, err := fontFiles.ReadFile("fonts/" + planillas[0].hand.font + ".woff")
	require.NoError(t, err)
	for name, data := range map[string][]byte{
		"nothing": nil, "text": []byte(strings.Repeat("no font ", 20)), "half a font": font[:len(font)/2], "a head alone": font[:60],
	} {
		_, err := unpackWOFF(data)
		assert.Error(t, err, name)
	}
}

func TestHomographyTakesCornersToCorners(t *testing.T) {
	from := [4][2]float64{{10, 20}, {110, 15}, {120, 210}, {5, 190}}
	to := [4][2]float64{{0, 0}, {210, 0}, {210, 297}, {0, 297}}
	m := fit(from, to)
	for i, p := range from {
		u, v := m.apply(p[0], p[1])
		assert.InDelta(t, to[i][0], u, 1e-6)
		assert.InDelta(t, to[i][1], v, 1e-6)
	}
}

func TestCellsStandInReadingOrder(t *testing.T) {
	assert.Equal(t, cell(1, 0).y, cell(1, 1).y)
	assert.Less(t, cell(1, 0).x, cell(1, 1).x)
	assert.Less(t, cell(1, 0).y, cell(2, 0).y)
	assert.Equal(t, cell(1, 0).y, cell(31, 0).y, "the second block starts at the top again")
	assert.Less(t, cell(1, 1).x, cell(31, 0).x)
}
