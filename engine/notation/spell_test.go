package notation_test

import (
	"strings"
	"testing"

	"github.com/corentings/chess/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
)

func TestSpell(t *testing.T) {
	for _, c := range []struct{ name, fen, uci, san, local string }{
		{"pawn", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "e4", "e4"},
		{"pawn takes", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5", "exd5"},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6", "exd6 a.p."},
		{"en passant with check", "8/4k3/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6+", "exd6+ a.p."},
		{"promotion", "8/P2k4/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q", "a8=D"},
		{"promotion with capture and check", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8r", "axb8=R+", "axb8=T+"},
		{"castling short", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O", "0-0"},
		{"castling long with check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+", "0-0-0+"},
		{"mate", "7k/8/6K1/8/8/8/8/3Q4 w - - 0 1", "d1d8", "Qd8#", "Dd8#"},
		{"check", "7k/8/8/8/8/8/3Q4/K7 w - - 0 1", "d2d8", "Qd8+", "Dd8+"},
		{"stalemate has no sign", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g6", "Qg6", "Dg6"},
		{"no check over its own piece", "1N4k1/R6p/6pB/8/8/8/8/K7 w - - 0 1", "b8d7", "Nd7", "Cd7"},

		// C.10 and the examples printed with it.
		{"one rank: by file", "4k3/8/8/8/8/8/8/K3N1N1 w - - 0 1", "g1f3", "Ngf3", "Cgf3"},
		{"one file: by rank", "4k3/8/8/6N1/8/8/8/K5N1 w - - 0 1", "g5f3", "N5f3", "C5f3"},
		{"neither: by file", "4k3/8/8/8/3N4/8/7N/K7 w - - 0 1", "d4f3", "Ndf3", "Cdf3"},
		{"with a capture", "4k3/8/8/6N1/8/5p2/8/K5N1 w - - 0 1", "g1f3", "N1xf3", "C1xf3"},
		{"three: both", "8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1", "Dh4e1"},
		{"three: rank does", "8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1", "D1e1"},
		{"a pinned piece is no rival", "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2", "Ce2"},
		{"a rival that would leave check standing", "4k3/8/8/8/4r3/8/3N4/4K1N1 w - - 0 1", "g1e2", "Ne2", "Ce2"},
		{"a promoted bishop is a rival", "4k3/8/8/8/1B6/8/5B2/6K1 w - - 0 1", "b4e1", "Bbe1", "Abe1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parseFEN(t, c.fen)
			m := find(t, &p, c.uci)
			assert.Equal(t, c.san, notation.SAN(&p, m))
			assert.Equal(t, c.local, notation.Local(&p, m, "es"))
		})
	}
}

func TestLocalOfUnknownLanguageIsEnglish(t *testing.T) {
	p := engine.Start()
	assert.Equal(t, "Nf3", notation.Local(&p, find(t, &p, "g1f3"), "tlh"))
}

func TestAppendSANAllocatesNothing(t *testing.T) {
	p := parseFEN(t, openings[1])
	legal := p.LegalMoves(nil)
	dst := make([]byte, 0, 16)
	assert.Zero(t, testing.AllocsPerRun(10, func() {
		for _, m := range legal {
			notation.AppendSAN(dst, &p, m, legal)
			notation.AppendSAN(dst, &p, m, nil)
		}
	}))
}

// TestSANAgainstChessLibrary compares with an independent implementation. One
// difference is known: the library takes an underpromoted piece for a queen
// when it looks for check (e7f8r in 5rr1/4P3/3k4/8/8/8/8/4K3 w - - 0 1), so
// there the sign is left out of the comparison.
func TestSANAgainstChessLibrary(t *testing.T) {
	playRandom(size("DIGITIZE_POSITIONS", 3_000), func(p *engine.Position, legal []engine.Move) {
		setUp, err := chess.FEN(p.FEN())
		require.NoError(t, err)
		position := chess.NewGame(setUp).Position()
		theirs := map[string]string{}
		for _, m := range position.ValidMoves() {
			theirs[m.String()] = chess.AlgebraicNotation{}.Encode(position, &m)
		}
		require.Len(t, theirs, len(legal))
		for _, m := range legal {
			want, got := theirs[m.UCI()], notation.SAN(p, m)
			if t := m.Promotion(); t != engine.NoPiece && t != engine.Queen {
				want, got = strings.TrimRight(want, "+#"), strings.TrimRight(got, "+#")
			}
			require.Equal(t, want, got, "%s in %s", m, p.FEN())
		}
	})
}

// BenchmarkMovesAndSAN finds the legal moves of a middlegame position and
// spells every one.
func BenchmarkMovesAndSAN(b *testing.B) {
	p := parseFEN(b, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10")
	var buf [engine.MaxMoves]engine.Move
	text := make([]byte, 0, 16)
	b.ReportAllocs()
	for b.Loop() {
		legal := p.LegalMoves(buf[:0])
		for _, m := range legal {
			text = notation.AppendSAN(text[:0], &p, m, legal)
		}
	}
}
