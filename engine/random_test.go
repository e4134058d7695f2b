package engine_test

import (
	"math/rand/v2"

	"github.com/planilla/digitize/engine"
)

// openings are positions for random games to start from: beside the initial
// one, some where the rarer moves are near.
var openings = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
}

// playRandom visits n positions of random games, always the same ones.
func playRandom(n int, visit func(p *engine.Position, legal []engine.Move)) {
	random := rand.New(rand.NewPCG(1, 2))
	var buf [engine.MaxMoves]engine.Move
	for game := 0; n > 0; game++ {
		p, err := engine.ParseFEN(openings[game%len(openings)])
		if err != nil {
			panic(err)
		}
		for ply := 0; ply < 120 && n > 0; ply++ {
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
