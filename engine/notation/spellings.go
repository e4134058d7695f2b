package notation

import (
	"math/bits"

	"github.com/planilla/digitize/engine"
)

// Form is one habit in writing a move: a way to mark a capture, a check, a
// promotion. The forms of one group exclude each other.
type Form uint8

// The forms, group by group. Examples are in English letters.
const (
	PieceCaptureX     Form = iota // Nxd5
	PieceCaptureBare              // Nd5
	PieceCaptureColon             // N:d5
	PieceCaptureTaken             // NxB
	PieceCaptureBoth              // NxBd5
	PieceCaptureFile              // Nxd
	PieceCaptureAfter             // Nd5x

	PawnCaptureX      // exd5
	PawnCaptureBare   // ed5
	PawnCaptureFiles  // ed
	PawnCaptureFilesX // exd
	PawnCaptureColon  // e:d5
	PawnCaptureOnlyX  // xd5
	PawnCaptureTaken  // exB
	PawnCaptureBoth   // exBd5
	PawnCaptureOrigin // e4xd5
	PawnCapturePiece  // PxB

	CheckPlus // Nc7+
	CheckBare // Nc7

	MateSharp    // Qf7#
	MatePlusPlus // Qf7++
	MatePlus     // Qf7+
	MateBare     // Qf7

	QuietBare // Nc7 where it gives no check
	QuietPlus // Nc7+ where it gives no check

	NeededLaws   // Nbd7 where the Laws want the file
	NeededBare   // Nd7 all the same
	NeededOther  // N8d7, the rank instead of the file
	NeededSquare // Nb8d7

	FreeBare   // Nd7 where one knight can go there
	FreeFile   // Nbd7 all the same
	FreeRank   // N8d7
	FreeSquare // Nb8d7

	CastleDash // O-O
	CastleBare // OO

	PromotionEquals // e8=Q
	PromotionBare   // e8Q
	PromotionParen  // e8(Q)
	PromotionDash   // e8-Q
	PromotionSilent // e8

	PassingSilent // exd6
	PassingSaid   // exd6 e.p. (Spanish a.p.)

	LetterCapital // Bd3
	LetterSmall   // bd3

	PawnSilent // e4
	PawnLetter // Pe4
	PawnOrigin // e2-e4

	numForms
)

// groups lists each group of forms as a half-open range.
var groups = [][2]Form{
	{PieceCaptureX, PawnCaptureX},
	{PawnCaptureX, CheckPlus},
	{CheckPlus, MateSharp},
	{MateSharp, QuietBare},
	{QuietBare, NeededLaws},
	{NeededLaws, FreeBare},
	{FreeBare, CastleDash},
	{CastleDash, PromotionEquals},
	{PromotionEquals, PassingSilent},
	{PassingSilent, LetterCapital},
	{LetterCapital, PawnSilent},
	{PawnSilent, numForms},
}

// FormSet is a set of forms, one bit each: what one spelling shows of its
// writer's habits.
type FormSet uint64

func (s FormSet) with(f Form) FormSet { return s | 1<<f }

// Has says whether the set holds the form.
func (s FormSet) Has(f Form) bool { return s&(1<<f) != 0 }

// Style is how one writer writes: his letters, and for each Form the
// probability (0..1, summing to 1 within a group) that he uses it where it applies.
type Style struct {
	Language Language
	Letters  Letters
	P        [numForms]float64
}

// DefaultStyle is the style of a writer of whom nothing but the language is
// known. The figures are rounded frequencies of the forms in the labels of
// the HCS training pages, with every form kept possible.
func DefaultStyle(l Language) (*Style, bool) {
	letters, ok := LettersOf(l)
	if !ok {
		return nil, false
	}
	s := &Style{Language: l, Letters: letters}
	s.P = [numForms]float64{
		PieceCaptureX: .84, PieceCaptureBare: .085, PieceCaptureColon: .01, PieceCaptureTaken: .035,
		PieceCaptureBoth: .02, PieceCaptureFile: .01, PieceCaptureAfter: .002,
		PawnCaptureX: .80, PawnCaptureBare: .04, PawnCaptureFiles: .03, PawnCaptureFilesX: .05,
		PawnCaptureColon: .01, PawnCaptureOnlyX: .01, PawnCaptureTaken: .02, PawnCaptureBoth: .01,
		PawnCaptureOrigin: .015, PawnCapturePiece: .015,
		CheckPlus: .6, CheckBare: .4,
		MateSharp: .4, MatePlusPlus: .1, MatePlus: .25, MateBare: .25,
		QuietBare: .985, QuietPlus: .015,
		NeededLaws: .68, NeededBare: .25, NeededOther: .04, NeededSquare: .03,
		FreeBare: .96, FreeFile: .025, FreeRank: .005, FreeSquare: .01,
		CastleDash: .93, CastleBare: .07,
		PromotionEquals: .6, PromotionBare: .2, PromotionParen: .06, PromotionDash: .04, PromotionSilent: .1,
		PassingSilent: .8, PassingSaid: .2,
		LetterCapital: .99, LetterSmall: .01,
		PawnSilent: .985, PawnLetter: .005, PawnOrigin: .01,
	}
	return s, true
}

// Refit returns the style that the counts suggest: for each form the expected
// number of times it was seen, weighed against the style itself taken as
// strength observations (of the order of 10).
func (s *Style) Refit(counts *FormCounts, strength float64) *Style {
	fitted := *s
	for _, g := range groups {
		var n float64
		for f := g[0]; f < g[1]; f++ {
			n += counts[f]
		}
		for f := g[0]; f < g[1]; f++ {
			fitted.P[f] = (s.P[f]*strength + counts[f]) / (strength + n)
		}
	}
	return &fitted
}

// FormCounts holds, for each form, the expected number of times it was seen.
type FormCounts [numForms]float64

// Add counts the forms of one spelling, weight (0..1) times.
func (c *FormCounts) Add(set FormSet, weight float64) {
	for set != 0 {
		f := bits.TrailingZeros64(uint64(set))
		c[f] += weight
		set &= set - 1
	}
}

// Spelling is one way to write a move: the text, the probability (0..1) that a
// writer of the style writes it so, and the forms it shows.
type Spelling struct {
	Text  string
	P     float64
	Forms FormSet
}

// leastSpelling is the probability under which a way of writing is not worth
// looking for: the corrector's own allowance for mistakes is greater.
const leastSpelling = 5e-4

// Writing is a move together with all of its position that decides how it can
// be written: whether it gives check or mate, and which other pieces could go to
// the same square. Moves with equal writings have equal spellings.
type Writing uint32

// The bits of a Writing above those of the move.
const (
	writingCheck Writing = 1 << (23 + iota)
	writingMate
	writingRival     // another piece of the kind can go to the square,
	writingRivalFile // one of them from the same file,
	writingRivalRank // from the same rank
	writingMove      = writingCheck - 1
)

// WritingOf returns the writing of m, one of the legal moves of p.
func WritingOf(p *engine.Position, legal []engine.Move, m engine.Move) Writing {
	w := Writing(m)
	if p.GivesCheck(m) {
		w |= writingCheck
		if after := p.Apply(m); after.Checkmate() {
			w |= writingMate
		}
	}
	if t := m.Piece(); t == engine.Pawn || t == engine.King {
		return w
	}
	any, sameFile, sameRank := rivals(legal, m)
	return w | when(any, writingRival) | when(sameFile, writingRivalFile) | when(sameRank, writingRivalRank)
}

func when(is bool, bit Writing) Writing {
	if is {
		return bit
	}
	return 0
}

// rivals says whether another piece of the kind can go to the same square, and
// whether one of those shares the file or the rank of departure.
func rivals(legal []engine.Move, m engine.Move) (any, file, rank bool) {
	for _, o := range legal {
		if o.To() != m.To() || o.Piece() != m.Piece() || o.From() == m.From() {
			continue
		}
		any = true
		file = file || o.From().File() == m.From().File()
		rank = rank || o.From().Rank() == m.From().Rank()
	}
	return any, file, rank
}

// Move returns the move.
func (w Writing) Move() engine.Move { return engine.Move(w & writingMove) }

func (w Writing) has(bit Writing) bool { return w&bit != 0 }

// Spellings returns the ways in which a writer of this style writes the legal
// move m, the likely and the less likely ones; their probabilities sum to
// somewhat less than 1. Different moves of a position can share a spelling.
func (s *Style) Spellings(p *engine.Position, legal []engine.Move, m engine.Move) []Spelling {
	var out []Spelling
	s.EachSpelling(WritingOf(p, legal, m), func(text []byte, prob float64, forms FormSet) {
		out = append(out, Spelling{string(text), prob, forms})
	})
	return out
}

// EachSpelling is Spellings without garbage: text is valid during the call only.
func (s *Style) EachSpelling(w Writing, yield func(text []byte, prob float64, forms FormSet)) {
	sp := speller{style: s, writing: w, move: w.Move(), yield: yield}
	sp.signs()
	switch {
	case sp.move.IsCastle():
		sp.castle()
	case sp.move.Piece() == engine.Pawn:
		sp.pawn()
	default:
		sp.piece()
	}
}

// speller walks the tree of choices for one move, a form at each branch.
type speller struct {
	style   *Style
	writing Writing
	move    engine.Move
	yield   func([]byte, float64, FormSet)
	buf     [32]byte
	tails   [4]tail
	ntail   int
}

// tail is a way to end the text: nothing, +, # or ++.
type tail struct {
	text string
	form Form
}

// branch is a text begun: its probability so far and the forms chosen.
type branch struct {
	text  []byte
	p     float64
	forms FormSet
}

func (w *speller) start() branch { return branch{text: w.buf[:0], p: 1} }

func (b branch) add(text ...byte) branch {
	b.text = append(b.text, text...)
	return b
}

func (b branch) addString(text string) branch {
	b.text = append(b.text, text...)
	return b
}

// choose follows one form; a branch too unlikely to matter dies (ok false).
func (w *speller) choose(b branch, f Form) (branch, bool) {
	b.p *= w.style.P[f]
	b.forms = b.forms.with(f)
	return b, b.p >= leastSpelling
}

func (w *speller) signs() {
	w.ntail = 0
	add := func(text string, f Form) {
		w.tails[w.ntail] = tail{text, f}
		w.ntail++
	}
	if !w.writing.has(writingCheck) {
		add("", QuietBare)
		add("+", QuietPlus)
		return
	}
	if w.writing.has(writingMate) {
		add("#", MateSharp)
		add("++", MatePlusPlus)
		add("+", MatePlus)
		add("", MateBare)
		return
	}
	add("+", CheckPlus)
	add("", CheckBare)
}

func (w *speller) finish(b branch) {
	for _, t := range w.tails[:w.ntail] {
		if c, ok := w.choose(b, t.form); ok {
			c = c.addString(t.text)
			w.yield(c.text, c.p, c.forms)
		}
	}
}

func (w *speller) castle() {
	dash, bare := "O-O", "OO"
	if w.move.IsQueenside() {
		dash, bare = "O-O-O", "OOO"
	}
	if b, ok := w.choose(w.start(), CastleDash); ok {
		w.finish(b.addString(dash))
	}
	if b, ok := w.choose(w.start(), CastleBare); ok {
		w.finish(b.addString(bare))
	}
}

func fileOf(s engine.Square) byte { return 'a' + byte(s.File()) }
func rankOf(s engine.Square) byte { return '1' + byte(s.Rank()) }

// letter returns the writer's letter for a piece; a pawn is P in every table we know.
func (s *Style) letter(t engine.PieceType) string {
	switch t {
	case engine.King:
		return s.Letters.King
	case engine.Queen:
		return s.Letters.Queen
	case engine.Rook:
		return s.Letters.Rook
	case engine.Bishop:
		return s.Letters.Bishop
	case engine.Knight:
		return s.Letters.Knight
	}
	return "P"
}

func (w *speller) pawn() {
	from, to := w.move.From(), w.move.To()
	if !w.move.IsCapture() {
		w.quietPawn(from, to)
		return
	}
	ff, tf, tr := fileOf(from), fileOf(to), rankOf(to)
	taken := w.style.letter(w.move.Captured())
	for f := PawnCaptureX; f < CheckPlus; f++ {
		b, ok := w.choose(w.start(), f)
		if !ok {
			continue
		}
		switch f {
		case PawnCaptureX:
			w.promote(b.add(ff, 'x', tf, tr))
		case PawnCaptureBare:
			w.promote(b.add(ff, tf, tr))
		case PawnCaptureFiles:
			w.promote(b.add(ff, tf))
		case PawnCaptureFilesX:
			w.promote(b.add(ff, 'x', tf))
		case PawnCaptureColon:
			w.promote(b.add(ff, ':', tf, tr))
		case PawnCaptureOnlyX:
			w.promote(b.add('x', tf, tr))
		case PawnCaptureTaken:
			w.promote(b.add(ff, 'x').addString(taken))
		case PawnCaptureBoth:
			w.promote(b.add(ff, 'x').addString(taken).add(tf, tr))
		case PawnCaptureOrigin:
			w.promote(b.add(ff, rankOf(from), 'x', tf, tr))
		case PawnCapturePiece:
			w.promote(b.add('P', 'x').addString(taken))
		}
	}
}

func (w *speller) quietPawn(from, to engine.Square) {
	if b, ok := w.choose(w.start(), PawnSilent); ok {
		w.promote(b.add(fileOf(to), rankOf(to)))
	}
	if b, ok := w.choose(w.start(), PawnLetter); ok {
		w.promote(b.add('P', fileOf(to), rankOf(to)))
	}
	if b, ok := w.choose(w.start(), PawnOrigin); ok {
		w.promote(b.add(fileOf(from), rankOf(from), '-', fileOf(to), rankOf(to)))
	}
}

func (w *speller) promote(b branch) {
	if w.move.IsEnPassant() {
		w.passing(b)
		return
	}
	if w.move.Promotion() == engine.NoPiece {
		w.finish(b)
		return
	}
	l := w.style.letter(w.move.Promotion())
	for f := PromotionEquals; f < PassingSilent; f++ {
		c, ok := w.choose(b, f)
		if !ok {
			continue
		}
		switch f {
		case PromotionEquals:
			w.finish(c.add('=').addString(l))
		case PromotionBare:
			w.finish(c.addString(l))
		case PromotionParen:
			w.finish(c.add('(').addString(l).add(')'))
		case PromotionDash:
			w.finish(c.add('-').addString(l))
		case PromotionSilent:
			if w.move.Promotion() == engine.Queen {
				w.finish(c)
			}
		}
	}
}

func (w *speller) passing(b branch) {
	if c, ok := w.choose(b, PassingSilent); ok {
		w.finish(c)
	}
	c, ok := w.choose(b, PassingSaid)
	if !ok {
		return
	}
	c.p /= 2
	if w.style.Language == "es" || w.style.Language == "ca" {
		w.finish(c.addString("a.p."))
		w.finish(c.addString("ap"))
		return
	}
	w.finish(c.addString("e.p."))
	w.finish(c.addString("ep"))
}

func (w *speller) piece() {
	l := w.style.letter(w.move.Piece())
	if b, ok := w.choose(w.start(), LetterCapital); ok {
		w.disambiguate(b.addString(l))
	}
	// A small letter for a piece is told from a file only by what follows;
	// writers do it with the bishop's.
	if len(l) == 1 && w.move.Piece() == engine.Bishop {
		if b, ok := w.choose(w.start(), LetterSmall); ok {
			w.disambiguate(b.add(l[0] | 0x20))
		}
	}
}

func (w *speller) disambiguate(b branch) {
	from := w.move.From()
	ff, fr := fileOf(from), rankOf(from)
	emit := func(f Form, text ...byte) {
		if c, ok := w.choose(b, f); ok {
			w.target(c.add(text...))
		}
	}
	if !w.writing.has(writingRival) {
		emit(FreeBare)
		if w.move.Piece() == engine.King {
			return
		}
		emit(FreeFile, ff)
		emit(FreeRank, fr)
		emit(FreeSquare, ff, fr)
		return
	}
	emit(NeededBare)
	emit(NeededSquare, ff, fr)
	switch {
	case w.writing.has(writingRivalFile) && w.writing.has(writingRivalRank):
		emit(NeededLaws, ff, fr)
	case w.writing.has(writingRivalFile):
		emit(NeededLaws, fr)
		emit(NeededOther, ff)
	default:
		emit(NeededLaws, ff)
		emit(NeededOther, fr)
	}
}

func (w *speller) target(b branch) {
	to := w.move.To()
	tf, tr := fileOf(to), rankOf(to)
	if !w.move.IsCapture() {
		w.finish(b.add(tf, tr))
		return
	}
	taken := w.style.letter(w.move.Captured())
	for f := PieceCaptureX; f < PawnCaptureX; f++ {
		c, ok := w.choose(b, f)
		if !ok {
			continue
		}
		switch f {
		case PieceCaptureX:
			w.finish(c.add('x', tf, tr))
		case PieceCaptureBare:
			w.finish(c.add(tf, tr))
		case PieceCaptureColon:
			w.finish(c.add(':', tf, tr))
		case PieceCaptureTaken:
			w.finish(c.add('x').addString(taken))
		case PieceCaptureBoth:
			w.finish(c.add('x').addString(taken).add(tf, tr))
		case PieceCaptureFile:
			w.finish(c.add('x', tf))
		case PieceCaptureAfter:
			w.finish(c.add(tf, tr, 'x'))
		}
	}
}
