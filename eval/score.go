package eval

import (
	"math"

	"github.com/planilla/digitize"
	"github.com/planilla/digitize/correct"
)

// inkPresent is the share of dark pixels, 0..1, from which a cell counts as
// written on: a single thin letter is more.
const inkPresent = 0.002

// PageResult is what was measured on one page.
type PageResult struct {
	Page    *Page
	Found   bool   // the form
	Failure string // what went wrong, if anything
	Cells   []CellResult
	Empty   Share // unlabelled cells read as empty, of all unlabelled
	Read    GameScore
	Ceiling GameScore

	OverCorrected Share // cells read right whose move is wrong, of those read right

	ReadSeconds    float64 // from the file to the lattices
	CorrectSeconds float64 // from the lattices to the game
}

func (r *PageResult) fail(err error) {
	if r.Failure == "" {
		r.Failure = err.Error()
	}
}

// CellResult is a labelled cell and its reading.
type CellResult struct {
	At    Place
	Label string
	Cut   bool    // the form has the cell
	Ink   bool    // something is on it
	Read  string  // the recogniser's best text
	P     float64 // its probability, 0..1
	LogP  float64 // natural log of the label's probability
	Exact bool    // Read is the label
	Bare  bool    // Read is the label but for + # x : =
}

// scoreCells compares each labelled cell with its reading.
func (r *PageResult) scoreCells(got *reading) {
	for _, at := range r.Page.places() {
		c := CellResult{At: at, Label: r.Page.Ink[at], LogP: math.Inf(-1)}
		if i, ok := got.index[at]; ok {
			c.Cut, c.Ink = true, got.ink[i] >= inkPresent
			if l := got.sheet.Lattices[i]; l != nil {
				c.Read, c.P = l.Best()
				c.LogP = l.Price(c.Label)
			}
		}
		c.Exact, c.Bare = c.Cut && sameText(c.Read, c.Label), c.Cut && sameBare(c.Read, c.Label)
		r.Cells = append(r.Cells, c)
	}
	for at, i := range got.index {
		if _, labelled := r.Page.Ink[at]; labelled || got.sheet.Lattices[i] == nil {
			continue
		}
		text, _ := got.sheet.Lattices[i].Best()
		r.Empty.add(text == "_" || text == "")
	}
}

// PlyResult is a ply of the game found.
type PlyResult struct {
	Ply    *correct.Ply
	Place  Place // of its cell; the zero Place when no cell carries it
	Truth  string
	Judged bool // the truth of this ply is known
	Right  bool // it is the move at this place of the game; of the ink where the game is unknown
}

// GameScore is how well a game was found.
type GameScore struct {
	Plies   []PlyResult
	Ink     Share // labelled cells whose move is the one written, relaxed
	Strict  Share // moves of the game that stand at their ply
	Aligned Share // moves of the game found in order, slips forgiven
	Perfect Share // the whole game and nothing else, of games known
	Flagged Share // plies shown to a person, of all found
	Silent  Share // wrong plies that were not flagged, of all judged that were not
	Stopped Share // games that stop early, of all
	byPlace map[Place]bool
}

// scoreGame judges a game against the ink and, where it is known, the game.
func scoreGame(p *Page, sheet *digitize.Sheet, game *correct.Game) GameScore {
	s := GameScore{byPlace: map[Place]bool{}}
	for i := range game.Plies {
		s.Plies = append(s.Plies, judge(p, sheet, game, i))
	}
	s.scoreInk(p)
	s.scoreTruth(p, game)
	for _, ply := range s.Plies {
		flagged := ply.Ply.Status != correct.Read
		s.Flagged.add(flagged)
		if ply.Judged && !flagged {
			s.Silent.add(!ply.Right)
		}
	}
	s.Stopped.add(game.Stopped != "")
	return s
}

func judge(p *Page, sheet *digitize.Sheet, game *correct.Game, i int) PlyResult {
	ply := &game.Plies[i]
	r := PlyResult{Ply: ply}
	if len(ply.Cells) > 0 {
		c := sheet.Cells[ply.Cells[0].Cell]
		r.Place = Place{c.Move, c.Side}
	}
	switch {
	case p.Game == nil:
		r.Truth, r.Judged = p.Ink[r.Place], r.Place.Move > 0 && p.Ink[r.Place] != ""
		r.Right = r.Judged && writes(r.Truth, ply, p.Language)
	case i < len(p.Game):
		r.Truth, r.Judged = p.Game[i].SAN, !p.Game[i].Unsure
		r.Right = sameMove(ply.Move, p.Game[i].Move)
	default:
		r.Judged = !p.Cut
	}
	return r
}

func (s *GameScore) scoreInk(p *Page) {
	for _, ply := range s.Plies {
		if label, ok := p.Ink[ply.Place]; ok {
			s.byPlace[ply.Place] = writes(label, ply.Ply, p.Language)
		}
	}
	for at := range p.Ink {
		s.Ink.add(s.byPlace[at])
	}
}

func (s *GameScore) scoreTruth(p *Page, game *correct.Game) {
	if p.Game == nil {
		return
	}
	perfect := len(game.Plies) == len(p.Game) || p.Cut && len(game.Plies) > len(p.Game)
	for i, t := range p.Game {
		right := i < len(s.Plies) && s.Plies[i].Right
		perfect = perfect && (right || t.Unsure)
		s.Strict.add(right)
	}
	s.Aligned = Share{N: aligned(game.Plies, p.Game), Of: len(p.Game)}
	s.Perfect.add(perfect)
}

// scoreOverCorrection counts what the corrector spoiled.
func (r *PageResult) scoreOverCorrection() {
	for _, c := range r.Cells {
		if c.Bare {
			r.OverCorrected.add(!r.Read.byPlace[c.At])
		}
	}
}

// Share is N of Of.
type Share struct{ N, Of int }

func (s *Share) add(yes bool) {
	s.Of++
	if yes {
		s.N++
	}
}

func (s *Share) plus(o Share) {
	s.N += o.N
	s.Of += o.Of
}

// Value is the share, 0..1; NaN of nothing.
func (s Share) Value() float64 { return float64(s.N) / float64(s.Of) }
