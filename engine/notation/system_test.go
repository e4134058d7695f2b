package notation_test

import (
	"bufio"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
)

// size is how many positions or games a property is tested on: what the
// variable of the environment says, else usual.
func size(name string, usual int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return usual
}

// systems are all of them, and Spanish as manuals print it.
func systems() []notation.System {
	return append(notation.Systems(), notation.Algebraic("es").Manual(), notation.Long("es").Manual())
}

// TestEverySystemRoundTrips: in every system, each move's own text finds it and
// is exact. DIGITIZE_POSITIONS sets how many positions are visited.
func TestEverySystemRoundTrips(t *testing.T) {
	all := systems()
	visited, texts := 0, 0
	playRandom(size("DIGITIZE_POSITIONS", 400), func(p *engine.Position, legal []engine.Move) {
		visited++
		for i, s := range all {
			if os.Getenv("DIGITIZE_POSITIONS") == "" && i%4 != visited%4 {
				continue
			}
			for _, m := range legal {
				text := string(s.Append(nil, p, m, legal))
				got, err := s.Parse(p, text)
				if err != nil || got != m {
					require.FailNow(t, "not read back", "%s (%s) in %s: %v, %v", text, s.Name(), p.FEN(), got, err)
				}
				texts++
			}
		}
	})
	t.Logf("%d texts in %d positions and %d systems", texts, visited, len(all))
}

// TestExactTextDeviatesInNothing: what a system writes has no deviations, a
// draw offered with it is none.
func TestExactTextDeviatesInNothing(t *testing.T) {
	playRandom(100, func(p *engine.Position, legal []engine.Move) {
		for _, s := range systems() {
			if s.Name() == "uci" {
				continue
			}
			for _, m := range legal {
				got, err := s.Read(p, s.Format(p, m)+" (=)")
				require.NoError(t, err)
				require.Empty(t, got.Deviations, "%s (%s)", got.Exact, s.Name())
			}
		}
	})
}

func TestSystemNames(t *testing.T) {
	for _, s := range notation.Systems() {
		again, ok := notation.SystemOf(s.Name())
		require.True(t, ok)
		assert.Equal(t, s.Name(), again.Name())
	}
	_, ok := notation.SystemOf("klingon")
	assert.False(t, ok)
}

// play reads a score of words and returns the moves as UCI.
func play(t *testing.T, s notation.System, fen string, words ...string) string {
	t.Helper()
	p := parseFEN(t, fen)
	var ucis []string
	for _, w := range words {
		m, err := s.Parse(&p, w)
		require.NoError(t, err)
		ucis = append(ucis, m.UCI())
		p = p.Apply(m)
	}
	return strings.Join(ucis, " ")
}

func TestFormsOfEachSystem(t *testing.T) {
	const (
		start     = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
		promoting = "8/P2k4/8/8/8/8/8/4K3 w - - 0 1"
		passing   = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
	)
	for _, c := range []struct{ system, fen, uci, want string }{
		{"es", start, "g1f3", "Cf3"},
		{"long-es", start, "g1f3", "Cg1-f3"},
		{"long-es", start, "e2e4", "e2-e4"},
		{"figurine", start, "g1f3", "♘f3"},
		{"ru", start, "g1f3", "Кf3"},
		{"tr", start, "g1f3", "Af3"},
		{"uci", start, "g1f3", "g1f3"},
		{"descriptive", start, "g1f3", "C3AR"},
		{"descriptive-en", start, "g1f3", "N-KB3"},
		{"descriptive", start, "e2e4", "P4R"},
		{"descriptive-en", start, "e2e4", "P-K4"},
		{"es", promoting, "a7a8q", "a8D"},
		{"san", promoting, "a7a8q", "a8=Q"},
		{"long-es", promoting, "a7a8q", "a7-a8D"},
		{"descriptive", promoting, "a7a8q", "P8T=D"},
		{"es", passing, "e5d6", "exd6 a.p."},
		{"fr", passing, "e5d6", "exd6 e.p."},
		{"descriptive", passing, "e5d6", "PxP a.p."},
		{"ru", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", "Крe2"},

		// Where more must be said, it is the least that does.
		{"descriptive", "4k3/8/8/8/8/8/3N1N2/K7 w - - 0 1", "d2e4", "CD4R"},
		{"descriptive", "4k3/8/8/8/8/8/3N1N2/K7 w - - 0 1", "f2e4", "CR4R"},
		{"descriptive", "4k3/8/8/7R/8/8/8/K6R w - - 0 1", "h1h3", "T(T1)3T"},
		{"descriptive", "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "c4d5", "PAxP"},
		{"descriptive", "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", "e4d5", "PxPD"},
		{"descriptive", "4k3/8/2b1b3/8/3N4/8/8/4K3 w - - 0 1", "d4c6", "CxAD"},
		{"descriptive", "2b1k3/8/2b5/8/1N6/8/8/2R1K3 w - - 0 1", "b4c6", "CxA"},
		{"descriptive", "4k3/2b5/8/8/2RP4/8/2b5/4K3 w - - 0 1", "c4c2", "TxA(2A)"},
		{"descriptive-en", "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "c4d5", "BPxP"},
	} {
		s, ok := notation.SystemOf(c.system)
		require.True(t, ok, c.system)
		p := parseFEN(t, c.fen)
		assert.Equal(t, c.want, s.Format(&p, find(t, &p, c.uci)), "%s %s", c.system, c.uci)
	}
}

func TestManual(t *testing.T) {
	p := parseFEN(t, "7k/1P6/6K1/8/8/8/8/8 w - - 0 1")
	m := find(t, &p, "b7b8q")
	assert.Equal(t, "b8D#", notation.Algebraic("es").Format(&p, m))
	assert.Equal(t, "b8=D++", notation.Algebraic("es").Manual().Format(&p, m))
	assert.Equal(t, "b7b8q", notation.UCISystem.Manual().Format(&p, m))
}

// TestDescriptiveLenient: what is unambiguous in the position is read.
func TestDescriptiveLenient(t *testing.T) {
	s := notation.Descriptive("es")
	en := notation.Descriptive("en")
	for _, c := range []struct {
		system     notation.System
		fen, texts string
		uci        string
	}{
		{s, openings[0], "P4R P-4R P4R! P4R?! P4R(=)", "e2e4"},
		{s, openings[0], "C3AR CR3A", "g1f3"},
		{en, openings[0], "N-KB3 KN-B3 Kt-KB3 N(KN1)-B3", "g1f3"},
		{s, "4k3/8/8/7R/8/8/8/K6R w - - 0 1", "T(T1)3T T(1T)3TR T(1TR)3T", "h1h3"},
		{s, "8/3P4/k7/8/8/8/8/4K3 w - - 0 1", "P8D=D P8D(D) P8D/D P8D=D!", "d7d8q"},
		{s, "4k3/8/4n3/8/3N4/8/8/4K3 w - - 0 1", "CxC CxCR CxC(6R) Cx6R", "d4e6"},
		{s, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "PxP PxPa.p. PxPap PRxP", "e5d6"},
		{s, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0 O-O 00 0-0!", "e1g1"},
		{s, "4k3/1N3N2/8/8/8/8/8/4K3 w - - 0 1", "CD6D", "b7d6"},
	} {
		for text := range strings.FieldsSeq(c.texts) {
			p := parseFEN(t, c.fen)
			m, err := c.system.Parse(&p, text)
			if assert.NoError(t, err, text) {
				assert.Equal(t, c.uci, m.UCI(), text)
			}
		}
	}
}

func TestDescriptiveRefuses(t *testing.T) {
	s := notation.Descriptive("es")
	p := engine.Start()
	for _, text := range []string{"", "P", "P4", "4R", "e4", "P9R", "PR", "Cx", "xP", "C3AD=D", "P4R4R", "Z4R", "RD4D", "\xff", "T(T1"} {
		_, err := s.Parse(&p, text)
		var invalid *notation.ErrInvalid
		assert.ErrorAs(t, err, &invalid, "%q", text)
	}
	var illegal *notation.ErrIllegal
	_, err := s.Parse(&p, "P5R")
	require.ErrorAs(t, err, &illegal)
	assert.Equal(t, notation.CannotReach, illegal.Why)
	var ambiguous *notation.ErrAmbiguous
	_, err = s.Parse(&p, "C3A")
	require.ErrorAs(t, err, &ambiguous)
	assert.Equal(t, []string{"b1c3", "g1f3"}, sortedUCI(ambiguous.Moves))
}

func TestWhy(t *testing.T) {
	for _, c := range []struct {
		fen, text string
		want      notation.Why
	}{
		{openings[0], "Cd4", notation.CannotReach},
		{openings[0], "Dd2", notation.OwnPiece},
		{openings[0], "Cxf3", notation.NothingToTake},
		{openings[0], "e3D", notation.NotLastRank},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6 a.p.", notation.NotEnPassant},
		{openings[0], "0-0", notation.CastlingBlocked},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Cf3", notation.NoSuchPiece},
		{"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "0-0", notation.NoCastlingRight},
		{"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "0-0", notation.CastlingInCheck},
		{"4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "Cg3", notation.LeavesCheck},
		{"4k3/4r3/8/8/8/8/8/3K4 w - - 0 1", "Re1", notation.LeavesCheck},
		{"4k3/4r3/8/8/8/8/3P4/3K4 w - - 0 1", "d5", notation.CannotReach},
		{"7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "Rg8", notation.GameOver},
	} {
		p := parseFEN(t, c.fen)
		_, err := notation.Parse(&p, c.text, "es")
		var illegal *notation.ErrIllegal
		if assert.ErrorAs(t, err, &illegal, c.text) {
			assert.Equal(t, c.want, illegal.Why, "%s: %s", c.text, illegal.Why)
		}
	}
}

func TestDeviations(t *testing.T) {
	const (
		middle    = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
		promoting = "8/P2k4/8/8/8/8/8/4K3 w - - 0 1"
		passing   = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
		mating    = "7k/8/6K1/8/8/8/8/3Q4 w - - 0 1"
		checking  = "7k/8/8/8/8/8/3Q4/K7 w - - 0 1"
	)
	type d = []notation.Deviation
	for _, c := range []struct {
		fen, text string
		want      d
	}{
		{middle, "Cxd7", nil},
		{middle, "Cxd7 (=)", nil},
		{middle, "Cd7", d{notation.MissingCapture}},
		{middle, "C:d7", d{notation.CaptureSign}},
		{middle, "Cd7x", d{notation.CaptureSign}},
		{middle, "Cexd7", d{notation.NeedlessOrigin}},
		{middle, "Ce5xd7", d{notation.LongForm}},
		{middle, "Cxd7+", d{notation.WrongCheck}},
		{middle, "Cxd7!", d{notation.Annotation}},
		{middle, "Cxd7=", d{notation.DrawOffer}},
		{middle, "xe6", d{notation.MissingOrigin}},
		{middle, "de", d{notation.MissingCapture, notation.MissingRank}},
		{middle, "Pa4", d{notation.PawnNamed}},
		{middle, "O-O", d{notation.CastlingForm}},
		{promoting, "a8=D", d{notation.PromotionForm}},
		{promoting, "a8D", nil},
		{passing, "exd6", d{notation.MissingPassing}},
		{passing, "exd6 e.p.", d{notation.OtherPassing}},
		{passing, "exd6 a.p.", nil},
		{mating, "Dd8", d{notation.MissingMate}},
		{mating, "Dd8++", nil},
		{checking, "Dd8", d{notation.MissingCheck}},
		{checking, "Dd8#", d{notation.WrongCheck}},
		{"4k3/8/8/8/3N4/8/7N/K7 w - - 0 1", "C4f3", d{notation.OtherOrigin}},
	} {
		p := parseFEN(t, c.fen)
		r, err := notation.Algebraic("es").Read(&p, c.text)
		if assert.NoError(t, err) {
			assert.Equal(t, c.want, r.Deviations, "%s for %s", c.text, r.Exact)
		}
	}
	for _, dev := range notation.Deviations() {
		assert.NotEmpty(t, dev.String())
	}
	for _, why := range notation.Whys() {
		assert.NotEmpty(t, why.String())
	}
}

// FuzzSystems: no text makes a system panic, fail untyped or find a move that
// its own notation doesn't find again.
func FuzzSystems(f *testing.F) {
	all := notation.Systems()
	for i, text := range []string{"Cf3", "e2e4", "♘f3", "P4R", "N-KB3", "exd6 a.p.", "T(T1)3T", "CxA(3A)", "P8D(D)", "Крe2", "BPxP", "\xff(="} {
		f.Add(text, i, i)
		f.Add(text, 3, i)
	}
	f.Fuzz(func(t *testing.T, text string, system, i int) {
		s := all[uint(system)%uint(len(all))]
		p := parseFEN(t, openings[uint(i)%uint(len(openings))])
		r, err := s.Read(&p, text)
		if err != nil {
			var invalid *notation.ErrInvalid
			var illegal *notation.ErrIllegal
			var ambiguous *notation.ErrAmbiguous
			require.True(t, errors.As(err, &invalid) || errors.As(err, &illegal) || errors.As(err, &ambiguous), "%T", err)
			return
		}
		again, err := s.Parse(&p, r.Exact)
		require.NoError(t, err)
		require.Equal(t, r.Move, again)
	})
}

// TestGames converts games to each system and back. DIGITIZE_GAMES sets how
// many; the speed is logged.
func TestGames(t *testing.T) {
	games := readGames(t, size("DIGITIZE_GAMES", 60))
	plies := 0
	for _, g := range games {
		plies += len(g)
	}
	for _, s := range notation.Systems() {
		if os.Getenv("DIGITIZE_GAMES") == "" && strings.HasPrefix(s.Name(), "long-") {
			continue
		}
		var format, parse time.Duration
		for _, g := range games {
			p := engine.Start()
			texts := make([]string, len(g))
			begin := time.Now()
			for i, m := range g {
				texts[i] = s.Format(&p, m)
				p = p.Apply(m)
			}
			middle := time.Now()
			p = engine.Start()
			for i, text := range texts {
				m, err := s.Parse(&p, text)
				require.NoError(t, err)
				require.Equal(t, g[i], m, text)
				p = p.Apply(m)
			}
			format, parse = format+middle.Sub(begin), parse+time.Since(middle)
		}
		t.Logf("%-16s %d plies: written %.0f/s, read %.0f/s", s.Name(), plies, float64(plies)/format.Seconds(), float64(plies)/parse.Seconds())
	}
}

// readGames returns the first n games of the shared collection.
func readGames(t *testing.T, n int) [][]engine.Move {
	t.Helper()
	shared := os.Getenv("DIGITIZE_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "..", "shared")
	}
	f, err := os.Open(filepath.Join(shared, "games", "games.san.gz"))
	if err != nil {
		t.Skip("no games: set DIGITIZE_SHARED to the shared folder")
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	require.NoError(t, err)
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, 1<<20)
	var games [][]engine.Move
	for len(games) < n && lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		p := engine.Start()
		var moves []engine.Move
		for san := range strings.FieldsSeq(fields[len(fields)-1]) {
			m, err := notation.Parse(&p, san, "en")
			require.NoError(t, err)
			got := notation.SAN(&p, m)
			p = p.Apply(m)
			if promoted := m.Promotion(); promoted != engine.NoPiece && promoted != engine.Queen {
				// The collection was written with a library that takes the piece for
				// a queen when it looks for check (see TestSANAgainstChessLibrary).
				require.Equal(t, p.InCheck(), strings.ContainsAny(got, "+#"), got)
				san, got = strings.TrimRight(san, "+#"), strings.TrimRight(got, "+#")
			}
			require.Equal(t, san, got)
			moves = append(moves, m)
		}
		games = append(games, moves)
	}
	require.Len(t, games, n)
	return games
}
