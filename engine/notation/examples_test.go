package notation_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
)

// TestLawsExamples: every example printed in the Spanish texts (Laws of Chess,
// appendix C; the manuals), each in a position where it is that move, is read
// so and written so.
func TestLawsExamples(t *testing.T) {
	for _, c := range []struct{ rule, fen, text, uci string }{
		{"C8", "4k3/8/8/8/8/8/1B6/K7 w - - 0 1", "Ae5", "b2e5"},
		{"C8", "4k3/8/8/8/8/8/8/K5N1 w - - 0 1", "Cf3", "g1f3"},
		{"C8", "4k3/8/8/8/8/8/K7/7R w - - 0 1", "Td1", "h1d1"},
		{"C8", "4k3/8/8/4P3/8/8/8/K7 w - - 0 1", "e6", "e5e6"},
		{"C8", "4k3/8/8/8/8/3P4/8/K7 w - - 0 1", "d4", "d3d4"},
		{"C8", "4k3/8/8/8/P7/8/8/K7 w - - 0 1", "a5", "a4a5"},
		{"C9", "4k3/8/8/4p3/8/8/1B6/K7 w - - 0 1", "Axe5", "b2e5"},
		{"C9", "4k3/8/8/8/8/5p2/8/K5N1 w - - 0 1", "Cxf3", "g1f3"},
		{"C9", "4k3/8/8/8/8/8/K7/3r3R w - - 0 1", "Txd1", "h1d1"},
		{"C9", "4k3/8/8/4p3/3P4/8/8/K7 w - - 0 1", "dxe5", "d4e5"},
		{"C9", "4k3/8/8/8/8/5p2/6P1/K7 w - - 0 1", "gxf3", "g2f3"},
		{"C9", "4k3/8/8/1p6/P7/8/8/K7 w - - 0 1", "axb5", "a4b5"},
		{"C9", "4k3/8/8/3pP3/8/8/8/K7 w - d6 0 1", "exd6 a.p.", "e5d6"},
		{"C10.1", "4k3/8/8/8/8/8/8/K3N1N1 w - - 0 1", "Cgf3", "g1f3"},
		{"C10.1", "4k3/8/8/8/8/8/8/K3N1N1 w - - 0 1", "Cef3", "e1f3"},
		{"C10.2", "4k3/8/8/6N1/8/8/8/K5N1 w - - 0 1", "C5f3", "g5f3"},
		{"C10.2", "4k3/8/8/6N1/8/8/8/K5N1 w - - 0 1", "C1f3", "g1f3"},
		{"C10.3", "4k3/8/8/8/3N4/8/7N/K7 w - - 0 1", "Chf3", "h2f3"},
		{"C10.3", "4k3/8/8/8/3N4/8/7N/K7 w - - 0 1", "Cdf3", "d4f3"},
		{"C10.1 with x", "4k3/8/8/8/8/5p2/8/K3N1N1 w - - 0 1", "Cgxf3", "g1f3"},
		{"C10.1 with x", "4k3/8/8/8/8/5p2/8/K3N1N1 w - - 0 1", "Cexf3", "e1f3"},
		{"C10.2 with x", "4k3/8/8/6N1/8/5p2/8/K5N1 w - - 0 1", "C5xf3", "g5f3"},
		{"C10.2 with x", "4k3/8/8/6N1/8/5p2/8/K5N1 w - - 0 1", "C1xf3", "g1f3"},
		{"C10.3 with x", "4k3/8/8/8/3N4/5p2/7N/K7 w - - 0 1", "Chxf3", "h2f3"},
		{"C10.3 with x", "4k3/8/8/8/3N4/5p2/7N/K7 w - - 0 1", "Cdxf3", "d4f3"},
		{"C11", "4k3/8/8/3p4/2P1P3/8/8/K7 w - - 0 1", "cxd5", "c4d5"},
		{"C11", "4k3/8/8/3p4/2P1P3/8/8/K7 w - - 0 1", "exd5", "e4d5"},
		{"manual", "4k3/8/8/8/6p1/5P1P/8/K7 w - - 0 1", "fxg4", "f3g4"},
		{"manual", "4k3/8/8/8/6p1/5P1P/8/K7 w - - 0 1", "hxg4", "h3g4"},
		{"course", "1n2k3/8/5n2/8/8/8/8/K7 b - - 0 1", "Cbd7", "b8d7"},
		{"course", "1n2k3/8/5n2/8/8/8/8/K7 b - - 0 1", "Cfd7", "f6d7"},
		// A manual has rooks on g1 and g8 go "to g6" and writes f3: the rule says g6.
		{"manual, set right", "6R1/8/4k3/8/8/8/8/K5R1 w - - 0 1", "T1g6+", "g1g6"},
		{"C12", "8/3P4/k7/8/8/8/8/K7 w - - 0 1", "d8D", "d7d8q"},
		{"C12", "8/5P2/k7/8/8/8/8/K7 w - - 0 1", "f8C", "f7f8n"},
		{"C12", "8/8/8/8/8/k7/1p5K/8 b - - 0 1", "b1A", "b2b1b"},
		{"course", "4k3/8/8/8/6n1/8/8/K2Q4 w - - 0 1", "Dxg4", "d1g4"},
		{"course", "4k3/5p2/8/8/8/8/8/K4Q2 w - - 0 1", "Dxf7+", "f1f7"},
	} {
		t.Run(c.text, func(t *testing.T) {
			p := parseFEN(t, c.fen)
			s := notation.Algebraic("es")
			r, err := s.Read(&p, c.text)
			require.NoError(t, err, c.rule)
			assert.Equal(t, c.uci, r.Move.UCI(), c.rule)
			assert.Empty(t, r.Deviations, c.rule)
			assert.Equal(t, c.text, r.Exact, c.rule)
		})
	}
}

// TestCourseByRank: the course allows C8d7 and C6d7 as well; the Laws prefer
// the file, so they are read and noted.
func TestCourseByRank(t *testing.T) {
	for text, uci := range map[string]string{"C8d7": "b8d7", "C6d7": "f6d7"} {
		p := parseFEN(t, "1n2k3/8/5n2/8/8/8/8/K7 b - - 0 1")
		r, err := notation.Algebraic("es").Read(&p, text)
		require.NoError(t, err)
		assert.Equal(t, uci, r.Move.UCI())
		assert.Equal(t, []notation.Deviation{notation.OtherOrigin}, r.Deviations)
	}
}

func TestPromotionOfTheManual(t *testing.T) {
	p := parseFEN(t, "8/1P6/k7/8/8/8/8/K7 w - - 0 1")
	r, err := notation.Algebraic("es").Manual().Read(&p, "b8=D")
	require.NoError(t, err)
	assert.Equal(t, "b8=D", r.Exact)
}

func TestPromotionToRook(t *testing.T) {
	p := parseFEN(t, "8/8/8/8/8/k7/6p1/K7 b - - 0 1")
	m, err := notation.Parse(&p, "g1T", "es")
	require.NoError(t, err)
	assert.Equal(t, "g2g1r", m.UCI())
}

// TestPastorsMate: the algebraic and the descriptive score of the manual are
// the same game, and each is written from the other.
func TestPastorsMate(t *testing.T) {
	algebraic := strings.Fields("e4 e5 Ac4 Cc6 Dh5 Cf6 Dxf7++")
	described := strings.Fields("P4R P4R A4A C3AD D5T C3A DxPA++")
	es, desc := notation.Algebraic("es").Manual(), notation.Descriptive("es")
	want := "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7"
	assert.Equal(t, want, play(t, es, openings[0], algebraic...))
	assert.Equal(t, want, play(t, desc, openings[0], described...))
	p := engine.Start()
	for i := range described {
		m, err := desc.Parse(&p, described[i])
		require.NoError(t, err)
		assert.Equal(t, algebraic[i], es.Format(&p, m))
		assert.Equal(t, described[i], desc.Format(&p, m))
		p = p.Apply(m)
	}
	assert.True(t, p.Checkmate())
}

func TestSampleGameOfTheLaws(t *testing.T) {
	game := strings.Fields("d4 Cf6 c4 e6 Cc3 Ab4 Ad2 0-0 e4 d5 exd5 exd5 cxd5 Axc3 Axc3 Cxd5 Cf3 b6 Db3 Cxc3 bxc3 c5 " +
		"Ae2 cxd4 Cxd4 Te8 0-0 Cd7 a4 Cc5 Db4 Ab7")
	s := notation.Algebraic("es")
	p := engine.Start()
	for _, text := range game {
		r, err := s.Read(&p, text)
		require.NoError(t, err)
		assert.Equal(t, text, r.Exact)
		assert.Empty(t, r.Deviations)
		p = p.Apply(r.Move)
	}
	assert.Equal(t, "r2qr1k1/pb3ppp/1p6/2n5/PQ1N4/2P5/4BPPP/R4RK1 w - - 3 17", p.FEN())
}

func TestDecide(t *testing.T) {
	all := notation.Systems()
	d, err := notation.Decide(engine.Start(), strings.Fields("e4 e5 Cf3 Cc6 Ab5"), all)
	require.NoError(t, err)
	var names []string
	for _, s := range d.Systems {
		names = append(names, s.Name())
	}
	assert.Contains(t, names, "es")
	assert.NotContains(t, names, "en")

	both := []notation.System{notation.Algebraic("es"), notation.Algebraic("en")}
	p := parseFEN(t, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
	_, err = notation.Decide(p, []string{"Rd1"}, both)
	var undecided *notation.ErrUndecided
	require.ErrorAs(t, err, &undecided)
	assert.EqualError(t, err, `ply 1: "Rd1" is one move in es and another in en`)

	d, err = notation.Decide(engine.Start(), strings.Fields("e4 e5 Cf3 Cc9"), both)
	var invalid *notation.ErrInvalid
	require.ErrorAs(t, err, &invalid)
	assert.Len(t, d.Moves, 3)
}

// TestSpellingsOfSystems: the exact text of a move is among its spellings, the
// weights make no more than 1, and in descriptive each is at least well formed.
func TestSpellingsOfSystems(t *testing.T) {
	playRandom(150, func(p *engine.Position, legal []engine.Move) {
		for _, s := range []notation.System{notation.Descriptive("es"), notation.Descriptive("en"), notation.UCISystem, notation.Algebraic("es")} {
			for _, m := range legal {
				sum, exact := 0.0, false
				for _, sp := range s.Spellings(p, m) {
					sum += sp.P
					exact = exact || sp.Text == strings.ReplaceAll(s.Format(p, m), " ", "")
					if s.Name() != "descriptive" {
						continue
					}
					got, err := s.Parse(p, sp.Text)
					var ambiguous *notation.ErrAmbiguous
					if err != nil {
						require.ErrorAs(t, err, &ambiguous, sp.Text)
						require.Contains(t, ambiguous.Moves, m)
						continue
					}
					require.Equal(t, m, got, "%s in %s", sp.Text, p.FEN())
				}
				require.LessOrEqual(t, sum, 1+1e-9)
				if s.Name() != "es" {
					require.True(t, exact, "%s %s in %s", s.Name(), m, p.FEN())
				}
			}
		}
	})
}
