package notation_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/engine"
)

// openings are positions for random games to start from, some of them near
// promotion, castling, and many pieces of one kind.
var openings = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"7k/8/1N3N2/1Q3Q2/8/1R2R3/2B1B3/K7 w - - 0 1",
	"4k3/2p1p3/8/1P1P4/4p1p1/8/3P1P2/4K3 w - - 0 1",
}

// playRandom visits n positions of random games, always the same ones.
func playRandom(n int, visit func(p *engine.Position, legal []engine.Move)) {
	random := rand.New(rand.NewPCG(3, 4))
	var buf [engine.MaxMoves]engine.Move
	for game := 0; n > 0; game++ {
		p, err := engine.ParseFEN(openings[game%len(openings)])
		if err != nil {
			panic(err)
		}
		for ply := 0; ply < 100 && n > 0; ply++ {
			legal := p.LegalMoves(buf[:0])
			visit(&p, legal)
			n--
			if len(legal) == 0 {
				break
			}
			p = p.Apply(legal[random.IntN(len(legal))])
		}
	}
}

func parseFEN(t testing.TB, fen string) engine.Position {
	t.Helper()
	p, err := engine.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// find returns the legal move with that UCI form.
func find(t testing.TB, p *engine.Position, uci string) engine.Move {
	t.Helper()
	for _, m := range p.LegalMoves(nil) {
		if m.UCI() == uci {
			return m
		}
	}
	require.FailNow(t, "no such move", "%s in %s", uci, p.FEN())
	return engine.NullMove
}
