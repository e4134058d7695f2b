package notation

import (
	"fmt"
	"strings"

	"github.com/planilla/digitize/engine"
)

// ErrInvalid is the error of a text that is no move in any position.
type ErrInvalid struct {
	Text   string // as given to Parse
	Reason string // what is wrong, a clause without a full stop
}

// Error names the text and what is wrong with it.
func (e *ErrInvalid) Error() string { return fmt.Sprintf("%q is not a move: %s", e.Text, e.Reason) }

// ErrIllegal is the error of a move that can't be made in the position.
type ErrIllegal struct {
	Text string // as given to Parse
	FEN  string // the position
	Why  Why    // what stands against it
}

// Error names the move and the position.
func (e *ErrIllegal) Error() string { return fmt.Sprintf("%q is not legal in %s", e.Text, e.FEN) }

// ErrAmbiguous is the error of a text that could be more than one legal move.
type ErrAmbiguous struct {
	Text  string        // as given to Parse
	FEN   string        // the position
	Moves []engine.Move // the legal moves it could be, two or more
}

// Error names the text, the moves it could be and the position.
func (e *ErrAmbiguous) Error() string {
	moves := make([]string, len(e.Moves))
	for i, m := range e.Moves {
		moves[i] = m.UCI()
	}
	return fmt.Sprintf("%q is ambiguous (%s) in %s", e.Text, strings.Join(moves, ", "), e.FEN)
}
