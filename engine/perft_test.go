package engine_test

import (
	"bufio"
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine"
)

var long = flag.Bool("long", false, "run perft to every depth in testdata/perft.txt (minutes)")

// shortLimit is the most nodes a perft count may have to run without -long.
const shortLimit = 1_500_000

type perftCase struct {
	fen   string
	depth int
	nodes uint64
}

func TestPerft(t *testing.T) {
	for _, c := range readPerft(t) {
		if c.nodes > shortLimit && !*long {
			continue
		}
		p, err := engine.ParseFEN(c.fen)
		require.NoError(t, err)
		assert.Equal(t, c.nodes, p.Perft(c.depth), "%s at depth %d", c.fen, c.depth)
	}
}

func readPerft(t testing.TB) []perftCase {
	t.Helper()
	file, err := os.Open("testdata/perft.txt")
	require.NoError(t, err)
	defer file.Close()

	var cases []perftCase
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if line := lines.Text(); line != "" && !strings.HasPrefix(line, "#") {
			cases = append(cases, parsePerft(t, line)...)
		}
	}
	require.NoError(t, lines.Err())
	require.NotEmpty(t, cases)
	return cases
}

func parsePerft(t testing.TB, line string) []perftCase {
	t.Helper()
	parts := strings.Split(line, " ; ")
	var cases []perftCase
	for _, part := range parts[1:] {
		depth, nodes, ok := strings.Cut(strings.TrimPrefix(part, "D"), " ")
		require.True(t, ok, line)
		d, err := strconv.Atoi(depth)
		require.NoError(t, err)
		n, err := strconv.ParseUint(nodes, 10, 64)
		require.NoError(t, err)
		cases = append(cases, perftCase{fen: parts[0], depth: d, nodes: n})
	}
	return cases
}

// BenchmarkPerft counts nodes a second with the last ply counted in bulk, as
// Perft does: the positions of that ply are never made.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name, fen string
		depth     int
	}{
		{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5},
		{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := engine.ParseFEN(c.fen)
			require.NoError(b, err)
			var nodes uint64
			for b.Loop() {
				nodes += p.Perft(c.depth)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
