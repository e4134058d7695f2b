package notation

import (
	"strings"

	"github.com/planilla/digitize/engine"
)

// Descriptive notation names a square from the side of the player who moves:
// his own first rank is 1, and a file has the name of the piece that stood on
// it at the start. The files of a wing may be shortened, A for AD and AR, where
// that leaves one move only.
//
//	P4R  C3AD  PxP  DxPA++  0-0  P8D=D      Spanish: rank, then file
//	P-K4 N-QB3 PxP  QxBP    O-O  P-Q8=Q     English: file, then rank
//
// Where more must be said of the piece that moves, it is: by its wing (CD2D,
// the knight nearer the queen's rook's file; QN-Q2), its file, when it is a
// pawn (PAxP), or its square (T(T1)1D). Of what is taken: a pawn's file (DxPA)
// or the square (CxA(3A)).

// description is the descriptive notation of one language.
type description struct {
	letters             *Letters
	files               [8]string // a to h, in full
	english             bool      // K4 rather than 4R, QN rather than CD, a hyphen before the square
	kingside, queenside string
	passing             string
	mate                string
}

// Sources: the Spanish table is that of the manuals (columna torre-dama TD …
// torre-rey TR); the English one is that of older English books (queen's
// rook's file QR … king's rook's file KR).
var (
	spanishDescription = description{
		letters: &Letters{"R", "D", "T", "A", "C"}, files: [8]string{"TD", "CD", "AD", "D", "R", "AR", "CR", "TR"},
		kingside: "0-0", queenside: "0-0-0", passing: " a.p.", mate: "++",
	}
	englishDescription = description{
		letters: &languages[0].letters, files: [8]string{"QR", "QN", "QB", "Q", "K", "KB", "KN", "KR"},
		english: true, kingside: "O-O", queenside: "O-O-O", passing: " e.p.", mate: "++",
	}
)

// Descriptive returns the descriptive system of a language: that of English
// for "en", the Spanish one for every other.
func Descriptive(l Language) System {
	if l == "en" {
		return System{name: "descriptive-en", kind: descriptive, words: &englishDescription}
	}
	return System{name: "descriptive", kind: descriptive, words: &spanishDescription}
}

// place is what a text says of a square or of the piece on it.
type place struct {
	files uint8 // the files it may be, one bit each
	rank  int   // from the mover's side, 0..7, or unsaid
	wing  byte  // 'Q' or 'K': the one nearer to that edge; 0 when not said
}

var anywhere = place{files: 0xff, rank: unsaid}

func (w place) fits(s engine.Square, us engine.Color) bool {
	return w.files>>s.File()&1 != 0 && agrees(w.rank, s.Rank()^7*int(us))
}

// described is what a text in descriptive notation says of a move.
type described struct {
	said
	victim           engine.PieceType
	from, target, to place // target is where the piece taken stands
	passing          bool
}

// matches appends to found those of the legal moves that fit.
func (d *described) matches(us engine.Color, legal, found []engine.Move) []engine.Move {
	for _, m := range legal {
		if d.fits(m, us) {
			found = append(found, m)
		}
	}
	found = nearest(found, d.from.wing, engine.Move.From)
	return nearest(found, d.target.wing, engine.Move.To)
}

func (d *described) fits(m engine.Move, us engine.Color) bool {
	switch d.castle {
	case 'K':
		return m.IsKingside()
	case 'Q':
		return m.IsQueenside()
	}
	return m.Piece() == d.piece && !m.IsCastle() && m.IsCapture() == d.capture &&
		(!d.capture || m.Captured() == d.victim || d.victim == engine.NoPiece) &&
		(!d.passing || m.IsEnPassant()) &&
		(d.promotion == engine.NoPiece || m.Promotion() == d.promotion) &&
		d.from.fits(m.From(), us) && d.to.fits(m.To(), us) && (!d.capture || d.target.fits(victimSquare(m), us))
}

// victimSquare is where the piece taken stands, which en passant is not where
// the pawn goes.
func victimSquare(m engine.Move) engine.Square {
	if m.IsEnPassant() {
		return engine.NewSquare(m.To().File(), m.From().Rank())
	}
	return m.To()
}

// nearest keeps the moves of the piece that is nearest to the edge of a wing.
func nearest(moves []engine.Move, wing byte, square func(engine.Move) engine.Square) []engine.Move {
	if wing == 0 || len(moves) < 2 {
		return moves
	}
	edge := func(m engine.Move) int {
		if wing == 'Q' {
			return square(m).File()
		}
		return 7 - square(m).File()
	}
	best := 8
	for _, m := range moves {
		best = min(best, edge(m))
	}
	kept := moves[:0]
	for _, m := range moves {
		if edge(m) == best {
			kept = append(kept, m)
		}
	}
	return kept
}

// parse reads a text; reason is not empty when it is no move.
func (n *description) parse(text string, us engine.Color) (d *described, reason string) {
	d = &described{from: anywhere, target: anywhere, to: anywhere}
	rest, cut := cutRemarks(text)
	d.remarks = cut
	for _, r := range cut {
		d.passing = d.passing || strings.HasSuffix(r, "p.") || strings.HasSuffix(r, "p")
	}
	d.fromFile, d.fromRank, d.toFile, d.toRank = unsaid, unsaid, unsaid, unsaid
	if side := castleSide(rest); side != 0 {
		d.castle, d.castling = side, rest
		return d, ""
	}
	rest = strings.ReplaceAll(rest, " ", "")
	if n.english {
		rest = strings.ReplaceAll(rest, "Kt", "N")
	}
	rest, d.promotion, d.joint = n.cutPromotion(rest)
	mover, goal, taken := strings.Cut(rest, "x")
	if !taken {
		mover, goal = n.cutGoal(rest)
	}
	var ok bool
	if d.piece, d.from, ok = n.piece(mover); !ok {
		return d, "it doesn't begin with a piece"
	}
	if d.promotion != engine.NoPiece && d.piece != engine.Pawn {
		return d, "only a pawn is promoted"
	}
	if !taken {
		d.to, ok = n.square(goal)
		if !ok || d.to.rank == unsaid || d.to.files == 0xff {
			return d, "it names no square"
		}
		d.known(us)
		return d, ""
	}
	d.capture, d.mark = true, "x"
	if d.target, ok = n.square(goal); ok && d.target.rank != unsaid {
		return d, "" // DxP4R without the piece: Dx4R
	}
	if d.victim, d.target, ok = n.piece(goal); !ok {
		return d, "it doesn't say what is taken"
	}
	return d, ""
}

// known fills in the square of destination, where it is one, for the reasons
// against a move.
func (d *described) known(us engine.Color) {
	if d.to.files&(d.to.files-1) != 0 {
		return
	}
	for file := range 8 {
		if d.to.files>>file&1 != 0 {
			d.toFile, d.toRank = file, d.to.rank^7*int(us)
		}
	}
}

// cutPromotion takes =D, (D) or /D off the end.
func (n *description) cutPromotion(text string) (rest string, t engine.PieceType, joint string) {
	bare := strings.TrimSuffix(text, ")")
	for _, t := range pieces[1:] {
		before, ok := strings.CutSuffix(bare, n.letters.of(t))
		if !ok {
			continue
		}
		for _, joint := range []string{"=", "(", "/"} {
			if rest, ok := strings.CutSuffix(before, joint); ok && (joint == "(") == (bare != text) {
				return rest, t, joint
			}
		}
	}
	return text, engine.NoPiece, ""
}

// cutGoal parts a move without capture before its square.
func (n *description) cutGoal(text string) (mover, goal string) {
	from := strings.LastIndexByte(text, ')') + 1
	if mover, goal, ok := strings.Cut(text[from:], "-"); ok {
		return text[:from] + mover, goal
	}
	if i := strings.IndexAny(text[from:], "12345678"); i >= 0 && !n.english {
		return text[:from+i], text[from+i:]
	}
	return text, ""
}

// piece reads a piece with what tells it from others: CD, PAR, C(3A), C3A.
func (n *description) piece(text string) (t engine.PieceType, at place, ok bool) {
	at = anywhere
	square := ""
	if i := strings.IndexAny(text, "(/12345678"); i > 0 && !n.english {
		text, square = text[:i], text[i:]
	} else if i := strings.IndexAny(text, "(/"); i > 0 {
		text, square = text[:i], text[i:]
	}
	if text == "" {
		return t, at, false
	}
	letter, which := text[:1], text[1:]
	if n.english {
		letter, which = text[len(text)-1:], text[:len(text)-1]
	}
	if t = n.pieceOf(letter); t == engine.NoPiece {
		return t, at, false
	}
	if square != "" {
		at, ok = n.square(strings.Trim(square, "()/"))
		return t, at, ok && which == "" && at.rank != unsaid
	}
	switch {
	case which == "":
	case t == engine.Pawn:
		at.files = n.filesOf(which)
	case t == engine.King || t == engine.Queen:
		return t, at, false
	case which == n.letters.Queen:
		at.wing = 'Q'
	case which == n.letters.King:
		at.wing = 'K'
	default:
		return t, at, false
	}
	return t, at, at.files != 0
}

func (n *description) pieceOf(letter string) engine.PieceType {
	for _, t := range pieces {
		if n.letters.of(t) == letter {
			return t
		}
	}
	if letter == "P" {
		return engine.Pawn
	}
	return engine.NoPiece
}

// filesOf are the files a name can mean, one bit each; 0 when it is none.
func (n *description) filesOf(name string) (files uint8) {
	for file, full := range n.files {
		if full == name || len(full) == 2 && full[1:] == n.shortTail(name) {
			files |= 1 << file
		} else if !n.english && len(full) == 2 && full[:1] == name {
			files |= 1 << file
		}
	}
	return files
}

// shortTail is an English name that may be a short one (B for QB and KB), or
// what no name ends with.
func (n *description) shortTail(name string) string {
	if n.english && len(name) == 1 {
		return name
	}
	return "?"
}

// square reads a rank and a file in either order: 3AD, T1, K4.
func (n *description) square(text string) (at place, ok bool) {
	at = anywhere
	i := strings.IndexAny(text, "12345678")
	if i < 0 || i != 0 && i != len(text)-1 {
		return at, false
	}
	at.rank = int(text[i] - '1')
	at.files = n.filesOf(text[:i] + text[i+1:])
	return at, at.files != 0
}

// appendMove appends the shortest text that leaves no other legal move.
func (n *description) appendMove(dst []byte, p *engine.Position, m engine.Move, legal []engine.Move) []byte {
	switch {
	case m.IsKingside():
		dst = append(dst, n.kingside...)
	case m.IsQueenside():
		dst = append(dst, n.queenside...)
	default:
		dst = n.appendBody(dst, p.Turn(), m, legal)
	}
	dst = appendCheck(dst, p, m, n.mate)
	if m.IsEnPassant() {
		dst = append(dst, n.passing...)
	}
	return dst
}

// detail is how much is said of a square or a piece.
type detail int

const (
	nothing      detail = iota
	byQueenWing         // CD, of pieces
	byKingWing          // CR
	byFile              // PA, of pawns
	byFullFile          // PAR
	bySquare            // (3A)
	byFullSquare        // (3AR)
)

var (
	pieceDetails  = []detail{nothing, byQueenWing, byKingWing, bySquare, byFullSquare}
	queenDetails  = []detail{nothing, bySquare, byFullSquare}
	pawnDetails   = []detail{nothing, byFile, byFullFile, byFullSquare}
	squareDetails = []detail{bySquare, byFullSquare}
	noDetails     = []detail{nothing}
)

// detailsOf is what can be said of a piece of that kind, the least first.
func detailsOf(t engine.PieceType) []detail {
	switch t {
	case engine.Pawn:
		return pawnDetails
	case engine.King:
		return noDetails
	case engine.Queen:
		return queenDetails
	default:
		return pieceDetails
	}
}

// appendBody appends the move with the fewest words that leave no other.
func (n *description) appendBody(dst []byte, us engine.Color, m engine.Move, legal []engine.Move) []byte {
	o, g := n.fewest(us, m, legal)
	return n.appendWith(dst, us, m, o, g)
}

// fewest is how much must be said of the origin and of the goal.
func (n *description) fewest(us engine.Color, m engine.Move, legal []engine.Move) (o, g detail) {
	origins, goals := detailsOf(m.Piece()), squareDetails
	switch {
	case m.IsCapture():
		goals = detailsOf(m.Captured())
	case m.Piece() == engine.Pawn:
		origins = noDetails
	}
	return n.details(us, m, origins, goals, legal)
}

// appendWith appends the move with so much said of its origin and its goal.
func (n *description) appendWith(dst []byte, us engine.Color, m engine.Move, o, g detail) []byte {
	dst = n.appendPiece(dst, us, m.Piece(), m.From(), o, true)
	if m.IsCapture() {
		dst = n.appendPiece(append(dst, 'x'), us, m.Captured(), victimSquare(m), g, n.english)
	} else {
		if n.english {
			dst = append(dst, '-')
		}
		dst = n.appendSquare(dst, us, m.To(), g, n.english)
	}
	if t := m.Promotion(); t != engine.NoPiece {
		dst = append(append(dst, '='), n.letters.of(t)...)
	}
	return dst
}

// details are the fewest that leave m alone among the legal moves.
func (n *description) details(us engine.Color, m engine.Move, origins, goals []detail, legal []engine.Move) (o, g detail) {
	for sum := range len(origins) + len(goals) - 1 {
		for i := max(0, sum-len(goals)+1); i < min(len(origins), sum+1); i++ {
			o, g = origins[i], goals[sum-i]
			if n.unique(us, m, o, g, legal) {
				return o, g
			}
		}
	}
	return o, g
}

// unique reports whether the words leave m alone.
func (n *description) unique(us engine.Color, m engine.Move, o, g detail, legal []engine.Move) bool {
	d := described{from: n.placeOf(m.From(), us, o), target: anywhere, to: anywhere, passing: m.IsEnPassant()}
	d.piece, d.capture, d.victim, d.promotion = m.Piece(), m.IsCapture(), m.Captured(), m.Promotion()
	if d.capture {
		d.target = n.placeOf(victimSquare(m), us, g)
	} else {
		d.to = n.placeOf(m.To(), us, g)
	}
	var buf [engine.MaxMoves]engine.Move
	found := d.matches(us, legal, buf[:0])
	return len(found) == 1 && found[0] == m
}

// placeOf is what so much detail says of a square.
func (n *description) placeOf(s engine.Square, us engine.Color, d detail) place {
	at := anywhere
	name := n.files[s.File()]
	switch d {
	case byQueenWing:
		at.wing = 'Q'
	case byKingWing:
		at.wing = 'K'
	case byFile, bySquare:
		at.files = n.filesOf(n.short(name))
	case byFullFile, byFullSquare:
		at.files = 1 << s.File()
	}
	if d == bySquare || d == byFullSquare {
		at.rank = s.Rank() ^ 7*int(us)
	}
	return at
}

// short is the name of a file without its wing.
func (n *description) short(name string) string {
	switch {
	case len(name) == 1:
		return name
	case n.english:
		return name[1:]
	default:
		return name[:1]
	}
}

// appendPiece appends a piece with what is said of it. Of a square that is
// fileFirst, T1, the Spanish 1T is the other way round; manuals write so in T(T1).
func (n *description) appendPiece(dst []byte, us engine.Color, t engine.PieceType, s engine.Square, d detail, fileFirst bool) []byte {
	letter, which := n.letters.of(t), ""
	if t == engine.Pawn {
		letter = "P"
	}
	switch d {
	case byQueenWing:
		which = n.letters.Queen
	case byKingWing:
		which = n.letters.King
	case byFile:
		which = n.short(n.files[s.File()])
	case byFullFile:
		which = n.files[s.File()]
	case bySquare, byFullSquare:
		dst = append(append(dst, letter...), '(')
		return append(n.appendSquare(dst, us, s, d, fileFirst), ')')
	}
	if n.english {
		return append(append(dst, which...), letter...)
	}
	return append(append(dst, letter...), which...)
}

// appendSquare appends the name of a square, T1 or 1T.
func (n *description) appendSquare(dst []byte, us engine.Color, s engine.Square, d detail, fileFirst bool) []byte {
	name, rank := n.files[s.File()], '1'+byte(s.Rank()^7*int(us))
	if d == bySquare {
		name = n.short(name)
	}
	if fileFirst {
		return append(append(dst, name...), rank)
	}
	return append(append(dst, rank), name...)
}
