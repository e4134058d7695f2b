package engine

import "slices"

// DrawRule is a rule by which a game is drawn without the players agreeing.
type DrawRule string

// The rules, by the articles of the Laws of Chess.
const (
	Threefold    DrawRule = "threefold repetition" // 9.2: can be claimed
	FiftyMoves   DrawRule = "fifty moves"          // 9.3: can be claimed
	Fivefold     DrawRule = "fivefold repetition"  // 9.6.1: ends the game
	SeventyFive  DrawRule = "seventy-five moves"   // 9.6.2: ends the game
	DeadPosition DrawRule = "dead position"        // 5.2.2: ends the game
	NoMove       DrawRule = "stalemate"            // 5.2.1: ends the game
)

// EndsGame reports whether the rule ends the game of itself; the others give a
// player the right to claim.
func (r DrawRule) EndsGame() bool { return r != Threefold && r != FiftyMoves }

// Draw is one ply after which a rule makes the game a draw or lets it be
// claimed.
type Draw struct {
	Rule    DrawRule
	Ply     int   // after which it holds; 0 is the initial position
	Earlier []int // the plies after which the same position stood before, of repetitions
}

// Draws plays the moves from start, all of them legal, and returns where each
// rule of drawing holds: in the order of the game, each rule at the ply it
// first holds and at every later one at which it still does.
func Draws(start Position, moves []Move) []Draw {
	positions := []Position{start}
	draws := drawsAt(positions)
	for _, m := range moves {
		positions = append(positions, positions[len(positions)-1].Apply(m))
		draws = append(draws, drawsAt(positions)...)
	}
	return draws
}

// drawsAt are the draws after the last of the positions of a game.
func drawsAt(positions []Position) []Draw {
	ply := len(positions) - 1
	p := &positions[ply]
	if p.Checkmate() { // mate on the last move goes before every rule (9.6.2)
		return nil
	}
	var draws []Draw
	add := func(is bool, r DrawRule, earlier []int) {
		if is {
			draws = append(draws, Draw{Rule: r, Ply: ply, Earlier: earlier})
		}
	}
	earlier := occurrences(positions)
	add(len(earlier) >= 2, Threefold, earlier)
	add(len(earlier) >= 4, Fivefold, earlier)
	add(p.HalfMove() >= 100, FiftyMoves, nil)
	add(p.HalfMove() >= 150, SeventyFive, nil)
	add(p.Dead(), DeadPosition, nil)
	add(p.Stalemate(), NoMove, nil)
	return draws
}

// occurrences are the plies at which the last position stood before. A capture
// or a pawn's move can't be taken back, so none is looked for beyond.
func occurrences(positions []Position) []int {
	last := len(positions) - 1
	p := &positions[last]
	var plies []int
	for i := last - 2; i >= 0 && last-i <= p.HalfMove(); i -= 2 {
		if p.Repeats(&positions[i]) {
			plies = append(plies, i)
		}
	}
	slices.Reverse(plies)
	return plies
}

// Repeats reports whether p and q are the same position in the sense of
// article 9.2: the same player to move, the same pieces on the same squares,
// and the same possible moves, castling and en passant included. The counters
// don't matter.
func (p *Position) Repeats(q *Position) bool {
	a, b := *p, *q
	a.halfMove, a.fullMove = b.halfMove, b.fullMove
	return a == b
}

// Dead reports whether neither side has the material to give mate by any
// series of legal moves: king against king, one minor piece more, or nothing
// but bishops on squares of one color. Blocked positions that are dead for
// other reasons are not found.
func (p *Position) Dead() bool {
	if p.byType[Pawn]|p.byType[Rook]|p.byType[Queen] != 0 {
		return false
	}
	if !(p.byType[Knight] | p.byType[Bishop]).several() {
		return true
	}
	bishops := p.byType[Bishop]
	return p.byType[Knight] == 0 && (bishops&lightSquares == 0 || bishops&^lightSquares == 0)
}

const lightSquares Bitboard = 0x55aa55aa55aa55aa
