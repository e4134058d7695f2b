// Package engine knows the rules of chess and nothing else: positions, legal
// moves, check and mate, FEN, and a hash that tells positions apart.
//
// A [Position] is a plain value. [Position.Apply] returns the position after a
// move and leaves the old one as it was, so a search keeps as many positions
// alive as it likes without ever taking a move back. Every Position a caller
// can obtain (from [Start], [ParseFEN] or Apply) is a valid one.
//
//	p := engine.Start()
//	for _, m := range p.LegalMoves(nil) {
//		after := p.Apply(m)
//		fmt.Println(m.UCI(), after.FEN())
//	}
package engine
