package prior

import "github.com/planilla/digitize/engine"

// The weights stand in one table; each kind of feature has its own stretch.
// Squares are seen by the side to move: mirrored when that is Black.
const (
	phases = 3

	baseJourney  = 0                            // phase, piece, from, to
	baseExchange = baseJourney + phases*6*64*64 // piece, captured, guards of both squares
	baseCheck    = baseExchange + 6*7*4*2*3*2   // gives check, in check, captures, to attacked
	baseKings    = baseCheck + 16               // phase, piece, distance to both kings
	baseRescue   = baseKings + phases*6*8*8     // what hangs, whether the move sees to it
	baseSpecial  = baseRescue + 6*6*2*2         // castling, promotions, en passant
	baseOpening  = baseSpecial + 8              // position and move, hashed
	basePawns    = baseOpening + openingBuckets // own pawns and move, hashed
	Size         = basePawns + pawnBuckets      // the number of weights

	openingBuckets = 1 << 18
	pawnBuckets    = 1 << 18

	// openingMoves is up to which move positions themselves are remembered.
	openingMoves = 14

	maxFeatures = 8
)

// Features are the indices into the table of one move's features.
type Features struct {
	At [maxFeatures]int32
	N  int
}

func (f *Features) add(i int) {
	f.At[f.N] = int32(i)
	f.N++
}

// scene is what all moves of a position share.
type scene struct {
	pos      *engine.Position
	us, them engine.Color
	mirror   engine.Square
	phase    int
	inCheck  bool
	ourKing  engine.Square
	hisKing  engine.Square
	hanging  engine.PieceType // our most valuable piece that stands to be lost
	hangs    engine.Bitboard
	pawnHash uint64
	opening  bool
}

func look(p *engine.Position) scene {
	s := scene{pos: p, us: p.Turn(), them: p.Turn().Other(), inCheck: p.InCheck()}
	if s.us == engine.Black {
		s.mirror = 56
	}
	s.phase = phase(p)
	s.ourKing, s.hisKing = p.King(s.us), p.King(s.them)
	s.opening = p.FullMove() <= openingMoves
	s.pawnHash = mix(uint64(p.Pieces(s.us, engine.Pawn)) ^ uint64(s.us)<<63)
	s.findHanging()
	return s
}

// phase is 0 in the opening, 1 in the middlegame, 2 in the endgame.
func phase(p *engine.Position) int {
	pieces := p.Occupied().Count() -
		p.Pieces(engine.White, engine.Pawn).Count() - p.Pieces(engine.Black, engine.Pawn).Count()
	switch {
	case pieces <= 8:
		return 2
	case p.FullMove() <= 12:
		return 0
	}
	return 1
}

// findHanging looks for our pieces that a lesser one attacks or nothing guards.
func (s *scene) findHanging() {
	for t := engine.Queen; t > engine.Pawn; t-- {
		for sq := range s.pos.Pieces(s.us, t).All() {
			least := leastAttacker(s.pos, sq, s.them)
			if least == engine.NoPiece {
				continue
			}
			if value(least) < value(t) || !s.pos.Attacked(sq, s.us) {
				s.hangs |= 1 << sq
				s.hanging = max(s.hanging, t)
			}
		}
	}
}

func value(t engine.PieceType) int {
	return [...]int{0, 1, 3, 3, 5, 9, 99}[t]
}

// leastAttacker is the least valuable piece of the color that attacks the square.
func leastAttacker(p *engine.Position, sq engine.Square, by engine.Color) engine.PieceType {
	attackers := p.Attackers(sq, by)
	if attackers == 0 {
		return engine.NoPiece
	}
	for t := engine.Pawn; t <= engine.King; t++ {
		if attackers&p.Pieces(by, t) != 0 {
			return t
		}
	}
	return engine.NoPiece
}

// features lists what is known of the move.
func (s *scene) features(m engine.Move) Features {
	var f Features
	from, to := int(m.From()^s.mirror), int(m.To()^s.mirror)
	piece := int(m.Piece()) - 1
	f.add(baseJourney + ((s.phase*6+piece)*64+from)*64 + to)
	guard := s.guard(m)
	f.add(baseExchange + s.exchange(m, guard))
	f.add(baseCheck + bit(s.pos.GivesCheck(m)) + 2*bit(s.inCheck) + 4*bit(m.IsCapture()) + 8*bit(guard > 0))
	f.add(baseKings + ((s.phase*6+piece)*8+distance(m.To(), s.hisKing))*8 + distance(m.To(), s.ourKing))
	saved := s.hangs.Has(m.From())
	f.add(baseRescue + ((int(s.hanging)*6+piece)*2+bit(saved))*2 + bit(m.IsCapture()))
	if special := special(m); special > 0 {
		f.add(baseSpecial + special)
	}
	if s.opening {
		f.add(baseOpening + int(mix(s.pos.Hash()^uint64(m)*0x9E3779B97F4A7C15)%openingBuckets))
	}
	key := s.pawnHash ^ uint64((piece*64+from)*64+to)*0x9E3779B97F4A7C15
	f.add(basePawns + int(mix(key)%pawnBuckets))
	return f
}

// guard is 0 where nothing of theirs attacks the target, 1 a pawn, 2 a minor
// piece, 3 only greater ones.
func (s *scene) guard(m engine.Move) int {
	switch leastAttacker(s.pos, m.To(), s.them) {
	case engine.NoPiece:
		return 0
	case engine.Pawn:
		return 1
	case engine.Knight, engine.Bishop:
		return 2
	}
	return 3
}

func (s *scene) exchange(m engine.Move, guard int) int {
	support := s.pos.Attackers(m.To(), s.us)
	if m.Piece() != engine.Pawn || m.IsCapture() {
		support &^= 1 << m.From()
	}
	threat := 0
	if least := leastAttacker(s.pos, m.From(), s.them); least != engine.NoPiece {
		threat = 1
		if value(least) < value(m.Piece()) {
			threat = 2
		}
	}
	defended := s.pos.Attacked(m.From(), s.us)
	i := int(m.Piece()) - 1
	i = i*7 + int(m.Captured())
	i = i*4 + guard
	i = i*2 + bit(support != 0)
	i = i*3 + threat
	return i*2 + bit(defended)
}

func special(m engine.Move) int {
	switch {
	case m.IsKingside():
		return 1
	case m.IsQueenside():
		return 2
	case m.IsEnPassant():
		return 3
	case m.Promotion() == engine.Queen:
		return 4
	case m.Promotion() != engine.NoPiece:
		return 5
	}
	return 0
}

func distance(a, b engine.Square) int {
	return max(abs(a.File()-b.File()), abs(a.Rank()-b.Rank()))
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// mix spreads the bits of a key (the finaliser of splitmix64).
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}
