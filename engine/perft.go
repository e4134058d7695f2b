package engine

// Perft returns how many sequences of that many legal moves there are from p:
// the standard check of a move generator. The last ply is counted, not played.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return p.perft(depth, make([]Move, depth*MaxMoves))
}

func (p *Position) perft(depth int, buf []Move) uint64 {
	moves := p.LegalMoves(buf)
	if depth == 1 {
		return uint64(len(moves))
	}
	var nodes uint64
	var after Position // outside the loop, where it would go to the heap
	for _, m := range moves {
		after = p.Apply(m)
		nodes += after.perft(depth-1, buf[len(moves):])
	}
	return nodes
}
