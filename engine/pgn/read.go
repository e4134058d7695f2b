package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
)

// Limits bound what [Read] takes in. A limit of 0 forbids everything.
type Limits struct {
	MaxBytes int64 // of the whole input
	MaxGames int
	MaxPlies int // of one game, those of variations not counted
}

// DefaultLimits returns limits no honest tournament file exceeds: 64 MiB,
// 100,000 games, 2,000 plies a game.
func DefaultLimits() Limits {
	return Limits{MaxBytes: 64 << 20, MaxGames: 100_000, MaxPlies: 2_000}
}

// SyntaxError is the error of an input that is not PGN, holds an illegal move
// or exceeds a limit.
type SyntaxError struct {
	Line int   // where it shows, or where the game begins; 1 is the first
	Game int   // 1 is the first
	Err  error // what is wrong; a *MoveError for an illegal move
}

// Error names the line, the game and what is wrong.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("reading PGN: line %d, game %d: %v", e.Line, e.Game, e.Err)
}

// Unwrap returns what is wrong.
func (e *SyntaxError) Unwrap() error { return e.Err }

// Read reads all the games of r, in UTF-8 or else in Latin-1. Moves may be
// written loosely; the games it returns have them in proper SAN. Variations
// and annotation glyphs are passed over, comments of the game itself are kept.
// The result is what ends the moves; where nothing does, that of the tag.
//
// With an error, the games before the faulty one are returned as well. The
// error is a [*SyntaxError] unless r itself failed.
func Read(r io.Reader, limits Limits) ([]Game, error) {
	return ReadWith(r, Options{Limits: limits})
}

// Options say how [ReadWith] reads.
type Options struct {
	Limits Limits

	// Systems are the notations a game may be in: English letters when there
	// are none. Each game must make sense in one of them; where it makes
	// different games in several, the error is a [*notation.ErrUndecided].
	Systems []notation.System

	// Annotations keeps the variations and glyphs; ! and ? become glyphs.
	Annotations bool

	// FEN is where games begin that have no tag FEN; "" is the initial position.
	FEN string

	// Lines, when not nil, is called with every move of the games as it is
	// written, up to the first that can't be read; variations are left out.
	Lines func(game int, p *engine.Position, s notation.System, text string)
}

// ReadWith is Read with options.
func ReadWith(r io.Reader, o Options) ([]Game, error) {
	limits := o.Limits
	data, err := io.ReadAll(io.LimitReader(r, limits.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("reading PGN: %w", err)
	}
	if int64(len(data)) > limits.MaxBytes {
		err := fmt.Errorf("the input has more than %d bytes", limits.MaxBytes)
		return nil, &SyntaxError{Line: 1, Game: 1, Err: err}
	}
	if len(o.Systems) == 0 {
		o.Systems = []notation.System{notation.PGNSystem}
	}
	reader := gameReader{lexer: newLexer(decode(data)), Options: o}
	var games []Game
	for reader.advance(); reader.token.kind != endOfFile; {
		line := reader.token.line
		g, err := reader.game(len(games) + 1)
		if err == nil && len(games) == limits.MaxGames {
			err = fmt.Errorf("there are more than %d games", limits.MaxGames)
		}
		if err != nil {
			if at := new(badToken); errors.As(err, &at) {
				line, err = at.line, at.err
			}
			return games, &SyntaxError{Line: line, Game: len(games) + 1, Err: err}
		}
		games = append(games, g)
	}
	return games, nil
}

// decode takes bytes that are not UTF-8 as Latin-1, where each is a character.
func decode(data []byte) string {
	if utf8.Valid(data) {
		return string(data)
	}
	runes := make([]rune, len(data))
	for i, b := range data {
		runes[i] = rune(b)
	}
	return string(runes)
}

// gameReader reads games off the tokens, always one ahead.
type gameReader struct {
	*lexer
	Options
	token token
}

// badToken is an error on a known line.
type badToken struct {
	line int
	err  error
}

func (e *badToken) Error() string { return e.err.Error() }

func (r *gameReader) advance() { r.token = r.next() }

// fault is an error at the token.
func (r *gameReader) fault(reason string) error {
	return &badToken{line: r.token.line, err: errors.New(reason)}
}

// game reads one game, up to its result or what can only begin another.
func (r *gameReader) game(number int) (Game, error) {
	var g Game
	for ; r.token.kind == tagPair; r.advance() {
		if _, twice := g.Tag(r.token.text); !twice {
			g.Tags = append(g.Tags, Tag{r.token.text, r.token.value})
		}
	}
	if _, given := g.Tag("FEN"); r.FEN != "" && !given {
		g.Tags = append(g.Tags, Tag{"FEN", r.FEN})
	}
	line, err := r.line(0)
	if err != nil {
		return Game{}, err
	}
	if i := slices.Index(results, r.token.text); i >= 0 && r.token.kind == symbol {
		g.Result = results[i]
		r.advance()
	}
	if err := r.understand(&g, line, number); err != nil {
		return Game{}, err
	}
	g.Result, err = g.result()
	return g, err
}

// understand finds the notation of the moves and puts them into the game.
func (r *gameReader) understand(g *Game, line Line, number int) error {
	start, err := g.Start()
	if err != nil {
		return err
	}
	decided, err := notation.Decide(start, line.Moves, r.Systems)
	undecided := new(notation.ErrUndecided)
	if errors.As(err, &undecided) {
		return err
	}
	s, p := decided.Systems[0], start
	for i, m := range decided.Moves {
		if r.Lines != nil {
			r.Lines(number, &p, s, line.Moves[i])
		}
		p = p.Apply(m)
	}
	if n := len(decided.Moves); err != nil {
		return moveError(&p, n+1, line.Moves[n], s, err)
	}
	if err := line.translate(start, 0, s); err != nil {
		return err
	}
	g.Moves, g.Comments, g.NAGs, g.Variations = line.Moves, line.Comments, line.NAGs, line.Variations
	return nil
}

// translate makes proper SAN of the moves of a line and of its variations.
func (l *Line) translate(p engine.Position, before int, s notation.System) error {
	for i, text := range l.Moves {
		m, err := s.Parse(&p, text)
		if err != nil {
			return moveError(&p, before+i+1, text, s, err)
		}
		for v := range l.Variations[i+1] {
			if err := l.Variations[i+1][v].translate(p, before+i, s); err != nil {
				return err
			}
		}
		l.Moves[i] = notation.SAN(&p, m)
		p = p.Apply(m)
	}
	return nil
}

// maxDepth is how deep variations may stand within each other.
const maxDepth = 50

// line reads moves with all that is said of them, up to what ends them: a
// result, the end of the variation, another game.
func (r *gameReader) line(depth int) (Line, error) {
	var l Line
	for ; ; r.advance() {
		switch r.token.kind {
		case endOfFile, tagPair:
			return l, nil
		case malformed:
			return l, r.fault(r.token.text)
		case closeVariation:
			if depth > 0 {
				return l, nil
			}
			return l, r.fault("a variation ends that has not begun")
		case openVariation:
			if err := r.variation(&l, depth); err != nil {
				return l, err
			}
		case comment:
			l.addComment(r.token.text)
		case glyph:
			r.addNAG(&l, r.token.text)
		case symbol:
			if slices.Contains(results, r.token.text) {
				if depth == 0 {
					return l, nil
				}
				continue
			}
			if err := r.move(&l); err != nil {
				return l, err
			}
		}
	}
}

// variation reads one, and keeps it when annotations are wanted.
func (r *gameReader) variation(l *Line, depth int) error {
	begin := r.token.line
	if !r.Annotations || len(l.Moves) == 0 {
		return r.skipVariation()
	}
	if depth == maxDepth {
		return r.fault(fmt.Sprintf("variations stand more than %d deep", maxDepth))
	}
	r.advance()
	v, err := r.line(depth + 1)
	if err != nil {
		return err
	}
	if r.token.kind != closeVariation {
		return &badToken{line: begin, err: errors.New("a variation is not closed")}
	}
	if len(v.Moves) == 0 {
		return nil
	}
	if l.Variations == nil {
		l.Variations = map[int][]Line{}
	}
	ply := len(l.Moves)
	l.Variations[ply] = append(l.Variations[ply], v)
	return nil
}

// addNAG adds a glyph to the last move.
func (r *gameReader) addNAG(l *Line, text string) {
	n, err := strconv.Atoi(text)
	if !r.Annotations || err != nil || n > 255 || len(l.Moves) == 0 {
		return
	}
	if l.NAGs == nil {
		l.NAGs = map[int][]int{}
	}
	ply := len(l.Moves)
	l.NAGs[ply] = append(l.NAGs[ply], n)
}

// marks are the glyphs of the signs people write; the longer go first.
var marks = []struct {
	sign string
	nag  string
}{{"!!", "3"}, {"??", "4"}, {"!?", "5"}, {"?!", "6"}, {"!", "1"}, {"?", "2"}}

// cutMark takes such a sign off the end of a move.
func cutMark(text string) (move, nag string) {
	for _, m := range marks {
		if before, ok := strings.CutSuffix(text, m.sign); ok {
			return before, m.nag
		}
	}
	return text, ""
}

// addComment adds to the comment after the last move so far.
func (l *Line) addComment(text string) {
	text = oneLine(text)
	if text == "" {
		return
	}
	if l.Comments == nil {
		l.Comments = map[int]string{}
	}
	ply := len(l.Moves)
	l.Comments[ply] = strings.TrimSpace(l.Comments[ply] + " " + text)
}

// move takes the symbol as a move, unless it is a move number, a mere ! or ? or
// what belongs to the move before.
func (r *gameReader) move(l *Line) error {
	text := r.token.text
	isNumber := strings.Trim(text, "0123456789") == "" && text != "00" && text != "000"
	if isNumber || strings.Trim(text, "+-=/#") == "" {
		return nil
	}
	if last := len(l.Moves) - 1; last >= 0 && isTail(text) {
		l.Moves[last] += " " + text
		return nil
	}
	bare, nag := text, ""
	if r.Annotations || strings.Trim(text, "!?") == "" {
		bare, nag = cutMark(text)
	}
	if strings.Trim(bare, "!?") == "" {
		r.addNAG(l, nag)
		return nil
	}
	if len(l.Moves) == r.Limits.MaxPlies {
		return r.fault(fmt.Sprintf("the game has more than %d plies", r.Limits.MaxPlies))
	}
	l.Moves = append(l.Moves, bare)
	r.addNAG(l, nag)
	return nil
}

// isTail reports whether the text ends a move rather than being one.
func isTail(text string) bool {
	return text == "a.p." || text == "e.p." || text == "(=)" || text == "mate"
}

// skipVariation passes over a variation and those within.
func (r *gameReader) skipVariation() error {
	begin := r.token.line
	for depth := 1; depth > 0; {
		r.advance()
		switch r.token.kind {
		case openVariation:
			depth++
		case closeVariation:
			depth--
		case malformed:
			return r.fault(r.token.text)
		case endOfFile, tagPair:
			return &badToken{line: begin, err: errors.New("a variation is not closed")}
		}
	}
	return nil
}

// FormatError is the error of a file that is PGN, but not in export format.
type FormatError struct {
	Line      int    // the first at fault; 1 is the first
	Got, Want string // the line as it is, and as it should be
}

// Error names the line and both forms of it.
func (e *FormatError) Error() string {
	return fmt.Sprintf("line %d is not in export format: %q instead of %q", e.Line, e.Got, e.Want)
}

// ReadExport reads games in export format and nothing else: every byte must be
// what [Write] would write. The error is a [*FormatError] where it is not, and
// that of [ReadWith] where it is no PGN.
func ReadExport(r io.Reader, limits Limits) ([]Game, error) {
	var data, want bytes.Buffer
	games, err := ReadWith(io.TeeReader(r, &data), Options{Limits: limits, Annotations: true})
	if err != nil {
		return games, err
	}
	for _, g := range games {
		if err := Write(&want, g); err != nil {
			return nil, err
		}
	}
	got, wanted := strings.Split(data.String(), "\n"), strings.Split(want.String(), "\n")
	for i := range max(len(got), len(wanted)) {
		e := &FormatError{Line: i + 1}
		if i < len(got) {
			e.Got = got[i]
		}
		if i < len(wanted) {
			e.Want = wanted[i]
		}
		if e.Got != e.Want || i >= len(got) || i >= len(wanted) {
			return nil, e
		}
	}
	return games, nil
}
