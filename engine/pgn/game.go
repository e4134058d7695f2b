// Package pgn writes and reads games in Portable Game Notation.
//
// [Write] is strict: it makes the export format of the PGN standard and
// refuses a game with an illegal move. [Read] takes the import format, in
// which the files of this world come.
package pgn

import (
	"fmt"
	"slices"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
)

// Tag is one line of a game's header, such as White "Capablanca".
type Tag struct {
	Name  string // letters, digits and underscores
	Value string // any text of one line, not escaped
}

// Game is a game as PGN has it.
type Game struct {
	// Tags are the header. Those of the seven tag roster that are missing are
	// taken as unknown. The tag FEN sets the initial position.
	Tags []Tag

	// Moves are the moves in SAN, from ply 1 on.
	Moves []string

	// Comments are the comments by the ply they follow: 1 is the first move
	// of the game, 0 stands before it.
	Comments map[int]string

	// NAGs are the numeric annotation glyphs by the ply they follow: 1 is !, 2 ?.
	NAGs map[int][]int

	// Variations are what might have been played instead, by the ply they
	// replace: 1 is the first move of the game.
	Variations map[int][]Line

	// Result is 1-0, 0-1, 1/2-1/2 or *. It decides over the tag Result; where
	// it is empty, the tag counts, and without one the result is *.
	Result string
}

// Line is a run of moves with what is said of them: a variation of a game. The
// fields are those of [Game], the plies counted from the line's first move.
type Line struct {
	Moves      []string
	Comments   map[int]string
	NAGs       map[int][]int
	Variations map[int][]Line
}

// line is the game's own moves with what is said of them.
func (g *Game) line() Line {
	return Line{Moves: g.Moves, Comments: g.Comments, NAGs: g.NAGs, Variations: g.Variations}
}

// Tag returns the value of the first tag of that name; ok is false when there
// is none.
func (g *Game) Tag(name string) (value string, ok bool) {
	i := slices.IndexFunc(g.Tags, func(t Tag) bool { return t.Name == name })
	if i < 0 {
		return "", false
	}
	return g.Tags[i].Value, true
}

// Start returns the position the game begins from: that of the tag FEN, else
// the initial one of chess.
func (g *Game) Start() (engine.Position, error) {
	fen, ok := g.Tag("FEN")
	if !ok {
		return engine.Start(), nil
	}
	p, err := engine.ParseFEN(fen)
	if err != nil {
		return engine.Position{}, fmt.Errorf("tag FEN: %w", err)
	}
	return p, nil
}

// unfinished is the result of a game that is not over, or of which the result
// is unknown.
const unfinished = "*"

var results = []string{"1-0", "0-1", "1/2-1/2", unfinished}

// result is the result of the game as Result and the tag have it.
func (g *Game) result() (string, error) {
	if g.Result != "" {
		if !slices.Contains(results, g.Result) {
			return "", fmt.Errorf("the result is %q instead of 1-0, 0-1, 1/2-1/2 or *", g.Result)
		}
		return g.Result, nil
	}
	if tag, _ := g.Tag("Result"); slices.Contains(results, tag) {
		return tag, nil
	}
	return unfinished, nil
}

// MoveError is the error of a move that can't be played.
type MoveError struct {
	Ply    int          // 1 is the first move of the game
	Number int          // of the move, as scores count
	Side   engine.Color // who would play it
	SAN    string       // as the game has it
	Err    error        // what notation says of it

	System notation.System // in which it was read
}

func moveError(p *engine.Position, ply int, text string, s notation.System, err error) *MoveError {
	return &MoveError{Ply: ply, Number: p.FullMove(), Side: p.Turn(), SAN: text, System: s, Err: err}
}

// Error names the ply and what is wrong with its move.
func (e *MoveError) Error() string { return fmt.Sprintf("ply %d: %v", e.Ply, e.Err) }

// Unwrap returns the error of notation.Parse.
func (e *MoveError) Unwrap() error { return e.Err }
