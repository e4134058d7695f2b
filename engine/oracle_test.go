package engine_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/corentings/chess/v2"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine"
)

// TestMovesAgainstChessLibrary compares with an independent implementation.
func TestMovesAgainstChessLibrary(t *testing.T) {
	playRandom(3_000, func(p *engine.Position, legal []engine.Move) {
		setUp, err := chess.FEN(p.FEN())
		require.NoError(t, err)
		valid := chess.NewGame(setUp).Position().ValidMoves()
		theirs := make([]string, len(valid))
		for i := range valid {
			theirs[i] = valid[i].String()
		}
		require.Equal(t, sorted(theirs), sorted(uciOf(legal)), p.FEN())
	})
}

// TestMovesAgainstStockfish compares with the engine everybody trusts.
func TestMovesAgainstStockfish(t *testing.T) {
	fish := startStockfish(t)
	playRandom(3_000, func(p *engine.Position, legal []engine.Move) {
		require.Equal(t, fish.moves(t, p.FEN()), sorted(uciOf(legal)), p.FEN())
	})
}

type stockfish struct {
	in  io.Writer
	out *bufio.Scanner
}

// startStockfish skips the test where there is no Stockfish.
func startStockfish(t *testing.T) *stockfish {
	t.Helper()
	path, err := exec.LookPath("stockfish")
	if err != nil {
		path = "/usr/games/stockfish"
	}
	if _, err := os.Stat(path); err != nil {
		t.Skip("SKIPPED: no stockfish on PATH nor in /usr/games, so the moves are not compared with it")
	}
	command := exec.CommandContext(t.Context(), path)
	in, err := command.StdinPipe()
	require.NoError(t, err)
	out, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	t.Cleanup(func() {
		in.Close()
		_ = command.Wait() // its exit status says nothing about the moves
	})
	return &stockfish{in: in, out: bufio.NewScanner(out)}
}

// moves returns the legal moves of a position, sorted.
func (s *stockfish) moves(t *testing.T, fen string) []string {
	t.Helper()
	_, err := fmt.Fprintf(s.in, "position fen %s\ngo perft 1\n", fen)
	require.NoError(t, err)
	moves := []string{}
	for s.out.Scan() {
		line := s.out.Text()
		if strings.HasPrefix(line, "Nodes searched") {
			return sorted(moves)
		}
		if move, count, ok := strings.Cut(line, ": "); ok && count == "1" {
			moves = append(moves, move)
		}
	}
	require.FailNow(t, "stockfish stopped", "at %s: %v", fen, s.out.Err())
	return nil
}

func uciOf(moves []engine.Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = m.UCI()
	}
	return texts
}

func sorted(texts []string) []string {
	slices.Sort(texts)
	return texts
}
