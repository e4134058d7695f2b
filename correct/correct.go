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
	// Trace, when set, is told the hypotheses that survive each ply of the last search.
	Trace func(ply int, alive []Hypothesis)
}

// DefaultBeam is the number of hypotheses kept at each ply.
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
	LogP  float64 // natural log, relative to the best of its ply
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

// Agreement says how two sheets tell a ply.
type Agreement string

// The agreements of a ply; with one sheet there is none.
const (
	Match      Agreement = "match"      // both sheets have it
	Mismatch   Agreement = "mismatch"   // one has it, the other something else
	OnlyFirst  Agreement = "only-first" // the other sheet left it out or had ended
	OnlySecond Agreement = "only-second"
	Neither    Agreement = "neither"
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
	Agreement     Agreement     // "" with one sheet
	Cells         []CellRef     // at most one of each sheet
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

// Correct finds the most plausible game behind one sheet, or behind the two
// players' sheets of one game.
func Correct(ctx context.Context, sheets []Sheet, opt Options) (*Game, error) {
	if len(sheets) == 1 && len(sheets[0].Cells) == 0 {
		return nil, ErrNoMoves
	}
	if len(sheets) == 0 || len(sheets) > maxPens {
		return nil, fmt.Errorf("correcting %d sheets at once: a game has one or two", len(sheets))
	}
	if opt.Prior == nil {
		human, err := prior.Default()
		if err != nil {
			return nil, err
		}
		opt.Prior = tempered{human, priorWeight}
	}
	d := desk{opt: opt, texts: newTexts(), book: newBook(opt.Prior)}
	var pens []*pen
	for _, sheet := range sheets {
		p, err := d.sit(ctx, sheet.Cells)
		if err != nil {
			return nil, err
		}
		pens = append(pens, p)
	}
	return d.decide(ctx, pens)
}

// desk is what the searches over the sheets of one game share.
type desk struct {
	opt   Options
	texts *texts
	book  *book
}

// sit looks at a sheet by itself and returns its pen, with the language and the
// habits it shows.
func (d *desk) sit(ctx context.Context, cells []Cell) (*pen, error) {
	ev, err := gather(ctx, cells)
	if err != nil {
		return nil, err
	}
	languages, err := candidates(d.opt.Language, ev)
	if err != nil {
		return nil, err
	}
	best, err := d.bestLanguage(ctx, languages, ev)
	if err != nil {
		return nil, err
	}
	first := best.pens[0]
	return newPen(ev, first.style.Refit(best.habits(0), refitStrength), d.texts, d.book), nil
}

// bestLanguage searches once in each language that the letters leave open and
// keeps the search whose paths weigh most.
func (d *desk) bestLanguage(ctx context.Context, languages []notation.Language, ev []*evidence) (*search, error) {
	opt := d.opt
	opt.Trace = nil
	if opt.Beam <= 0 {
		opt.Beam = firstBeam
	}
	var best *search
	for _, l := range languages {
		style, ok := notation.DefaultStyle(l)
		if !ok {
			return nil, fmt.Errorf("no piece letters are known for language %q", l)
		}
		s := newSearch([]*pen{newPen(ev, style, d.texts, d.book)}, d.book, opt)
		if err := s.run(ctx); err != nil {
			return nil, err
		}
		if best == nil || s.total > best.total {
			best = s
		}
	}
	return best, nil
}

// firstBeam is the beam of the searches that only find language and habits.
const firstBeam = 50

// refitStrength is how many observations of a habit the general frequencies
// weigh as much as.
const refitStrength = 8

// decide is the last search, with everything known of the writers.
func (d *desk) decide(ctx context.Context, pens []*pen) (*Game, error) {
	s := newSearch(pens, d.book, d.opt)
	if err := s.run(ctx); err != nil {
		return nil, err
	}
	game := s.game()
	if len(game.Plies) == 0 {
		return nil, ErrNoMoves
	}
	return game, nil
}
