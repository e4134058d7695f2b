package engine_test

import (
	"fmt"

	"github.com/planilla/digitize/engine"
)

func Example() {
	p := engine.Start()
	for _, m := range p.LegalMoves(nil) {
		if m.UCI() == "e2e4" {
			p = p.Apply(m)
		}
	}
	fmt.Println(p.FEN())
	fmt.Println(p.Turn(), "can play", len(p.LegalMoves(nil)), "moves")
	// Output:
	// rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
	// black can play 20 moves
}

func ExampleParseFEN() {
	_, err := engine.ParseFEN("4k3/8/8/8/8/8/8/4K3 w K - 0 1")
	fmt.Println(err)
	// Output:
	// invalid FEN "4k3/8/8/8/8/8/8/4K3 w K - 0 1": castling rights: K needs the white king on e1 and a rook on h1
}

func ExamplePosition_Checkmate() {
	p, err := engine.ParseFEN("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
	if err != nil {
		panic(err)
	}
	fmt.Println(p.Checkmate(), p.Stalemate())
	// Output: true false
}
