// Package correct turns the uncertain reading of a scoresheet into the game
// that was played.
//
// Each cell comes as a lattice of character probabilities (package ocr). A
// hypothesis is a position reached and the number of cells used up; the search
// is a beam over the cells in reading order. A legal move fits a cell as well
// as the probability that this writer writes the move in some spelling, times
// the probability that the spelling is what the ink says: never the distance to
// one decoded string. Besides being read, a cell may hold the wrong square, be
// struck out, blank or illegible, and a ply may have been left out; each has its
// price (costs.go). Forward and backward sums over the surviving paths give each
// move its confidence.
//
// The package knows neither images nor files, and nothing of how the lattices
// were made.
package correct

import (
	"context"
	"errors"
	"fmt"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
	"github.com/planilla/digitize/engine/prior"
	"github.com/planilla/digitize/ocr"
)

// Sheet is one player's record: its cells in reading order, the printed move
// numbers rising, White before Black.
type Sheet struct {
	Cells []Cell
}

// Cell is one printed box. Lattice nil means that it could not be read at all.
type Cell struct {
	Lattice *ocr.Lattice
	Move    int // the printed move number, from 1
	Side    int // 0 the White column, 1 the Black column
}

// Options steer Correct; the zero value is what a user wants.
type Options struct {
	// Language fixes the piece letters ("es", "en", …); "" or "auto" infers them.
	Language string
	// Beam is how many hypotheses survive a cell; 0 means DefaultBeam.
	Beam int
	// Prior weighs the legal moves of a position; nil means the embedded model
	// of how humans play, tempered by priorWeight.
	Prior Prior
	// Trace, when set, is told the hypotheses that survive each cell.
	Trace func(cell int, alive []Hypothesis)
}

// DefaultBeam is the number of hypotheses kept after each cell.
const DefaultBeam = 200

// Prior tells how likely a human plays each of the legal moves.
type Prior interface {
	// LogP writes ln P(move | position) for each legal move to out, which has
	// the length of legal.
	LogP(p *engine.Position, legal []engine.Move, out []float64)
}

// tempered flattens a prior: its logarithms times weight, summing to 1 again.
// The prior is told from games of other people; the ink is this writer's.
type tempered struct {
	Prior
	weight float64
}

func (t tempered) LogP(p *engine.Position, legal []engine.Move, out []float64) {
	t.Prior.LogP(p, legal, out)
	for i := range out {
		out[i] *= t.weight
	}
	prior.Normalise(out)
}

// Hypothesis is what a trace shows of one surviving path.
type Hypothesis struct {
	Plies int
	FEN   string
	LogP  float64 // natural log, relative to the best of its cell
}

// Status says where a ply of the game comes from.
type Status string

// The statuses of a ply.
const (
	Read     Status = "read"     // its cell says so, beyond reasonable doubt
	Doubtful Status = "doubtful" // read, but a person should look
	Restored Status = "restored" // no cell carries it: the record skipped it
	Unread   Status = "unread"   // its cell says something else or nothing; legality chose
)

// Kind says what a cell turned out to hold.
type Kind string

// The kinds of a cell.
const (
	KindMove   Kind = "move"
	KindEmpty  Kind = "empty"
	KindStruck Kind = "struck"
	KindOther  Kind = "other"
)

// CellRef names a cell of a sheet by index.
type CellRef struct{ Sheet, Cell int }

// Alternative is another move that the same ink may mean.
type Alternative struct {
	Move engine.Move
	SAN  string
	P    float64 // posterior probability, 0..1
}

// Ply is one move of the game found.
type Ply struct {
	Move          engine.Move
	Before, After engine.Position
	SAN           string
	Confidence    float64 // posterior probability that this is the move played, 0..1
	Status        Status
	Cells         []CellRef
	Alternatives  []Alternative // the likeliest first, without the move itself
}

// Game is what the sheets tell.
type Game struct {
	Language notation.Language
	Plies    []Ply
	// Kinds holds, for each sheet, what each of its cells holds.
	Kinds [][]Kind
	// Stopped is empty when the game ends with the last written move; otherwise
	// it says why and where it ends before.
	Stopped string
	// LogP is the natural log of the total weight of the surviving paths.
	LogP float64
}

// ErrNoMoves means that no cell of the sheet held a move.
var ErrNoMoves = errors.New("the sheet holds no legible move")

// Correct finds the most plausible game behind the sheets. It takes one sheet;
// the joint search over both players' sheets is not there yet.
func Correct(ctx context.Context, sheets []Sheet, opt Options) (*Game, error) {
	if len(sheets) != 1 {
		return nil, fmt.Errorf("correcting %d sheets at once: one is what this version takes", len(sheets))
	}
	cells := sheets[0].Cells
	if len(cells) == 0 {
		return nil, ErrNoMoves
	}
	if opt.Prior == nil {
		human, err := prior.Default()
		if err != nil {
			return nil, err
		}
		opt.Prior = tempered{human, priorWeight}
	}
	evidence, err := gather(ctx, cells)
	if err != nil {
		return nil, err
	}
	languages, err := candidates(opt.Language, evidence)
	if err != nil {
		return nil, err
	}
	best, err := bestLanguage(ctx, languages, evidence, opt)
	if err != nil {
		return nil, err
	}
	final, err := secondPass(ctx, best, evidence, opt)
	if err != nil {
		return nil, err
	}
	game := final.game(evidence)
	if len(game.Plies) == 0 {
		return nil, ErrNoMoves
	}
	return game, nil
}

// bestLanguage searches once in each language that the letters leave open and
// keeps the search whose paths weigh most.
func bestLanguage(ctx context.Context, languages []notation.Language, ev []*evidence, opt Options) (*search, error) {
	var best *search
	for _, l := range languages {
		style, ok := notation.DefaultStyle(l)
		if !ok {
			return nil, fmt.Errorf("no piece letters are known for language %q", l)
		}
		s := newSearch(style, opt)
		if err := s.run(ctx, ev); err != nil {
			return nil, err
		}
		if best == nil || s.total > best.total {
			best = s
		}
	}
	return best, nil
}

// refitStrength is how many observations of a habit the general frequencies
// weigh as much as.
const refitStrength = 8

// secondPass repeats the search with the writer's habits as the first showed them.
func secondPass(ctx context.Context, first *search, ev []*evidence, opt Options) (*search, error) {
	style := first.style.Refit(first.habits(ev), refitStrength)
	s := newSearch(style, opt)
	s.texts = first.texts // prices already known are worth keeping
	if err := s.run(ctx, ev); err != nil {
		return nil, err
	}
	return s, nil
}
