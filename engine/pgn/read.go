package pgn

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
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
	data, err := io.ReadAll(io.LimitReader(r, limits.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("reading PGN: %w", err)
	}
	if int64(len(data)) > limits.MaxBytes {
		err := fmt.Errorf("the input has more than %d bytes", limits.MaxBytes)
		return nil, &SyntaxError{Line: 1, Game: 1, Err: err}
	}
	reader := gameReader{lexer: newLexer(decode(data)), limits: limits}
	var games []Game
	for reader.advance(); reader.token.kind != endOfFile; {
		line := reader.token.line
		g, err := reader.game()
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
	limits Limits
	token  token
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
func (r *gameReader) game() (Game, error) {
	var g Game
	for ; r.token.kind == tagPair; r.advance() {
		if _, twice := g.Tag(r.token.text); !twice {
			g.Tags = append(g.Tags, Tag{r.token.text, r.token.value})
		}
	}
	if err := r.movetext(&g); err != nil {
		return Game{}, err
	}
	start, err := g.Start()
	if err != nil {
		return Game{}, err
	}
	if g.Moves, err = replay(start, g.Moves); err != nil {
		return Game{}, err
	}
	g.Result, err = g.result()
	return g, err
}

// movetext reads the moves as they are written, the comments and the result.
func (r *gameReader) movetext(g *Game) error {
	for ; ; r.advance() {
		switch r.token.kind {
		case endOfFile, tagPair:
			return nil
		case malformed:
			return r.fault(r.token.text)
		case closeVariation:
			return r.fault("a variation ends that has not begun")
		case openVariation:
			if err := r.skipVariation(); err != nil {
				return err
			}
		case comment:
			g.addComment(r.token.text)
		case symbol:
			if slices.Contains(results, r.token.text) {
				g.Result = r.token.text
				r.advance()
				return nil
			}
			if err := r.move(g); err != nil {
				return err
			}
		}
	}
}

// addComment adds to the comment after the last move so far.
func (g *Game) addComment(text string) {
	text = oneLine(text)
	if text == "" {
		return
	}
	if g.Comments == nil {
		g.Comments = map[int]string{}
	}
	ply := len(g.Moves)
	g.Comments[ply] = strings.TrimSpace(g.Comments[ply] + " " + text)
}

// move takes the symbol as a move, unless it is a move number or a mere ! or ?.
func (r *gameReader) move(g *Game) error {
	text := r.token.text
	if strings.Trim(text, "0123456789") == "" && text != "00" && text != "000" || strings.Trim(text, "!?") == "" {
		return nil
	}
	if len(g.Moves) == r.limits.MaxPlies {
		return r.fault(fmt.Sprintf("the game has more than %d plies", r.limits.MaxPlies))
	}
	g.Moves = append(g.Moves, text)
	return nil
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
