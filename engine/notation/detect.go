package notation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planilla/digitize/engine"
)

// ErrUndecided is the error of a score that several systems read as different
// games: Re2 moves the king in Spanish and a rook in English.
type ErrUndecided struct {
	Ply      int        // the first ply in which the readings differ; 1 is the first
	Text     string     // as written
	Readings []Decision // one for each different game, two or more
}

// Error names the ply, the text and the systems.
func (e *ErrUndecided) Error() string {
	var names []string
	for _, r := range e.Readings {
		names = append(names, strings.Join(r.names(), "/"))
	}
	return fmt.Sprintf("ply %d: %q is one move in %s", e.Ply, e.Text, strings.Join(names, " and another in "))
}

// Decision is a game and the systems in which a score says it.
type Decision struct {
	Systems []System
	Moves   []engine.Move
}

func (d *Decision) names() []string {
	names := make([]string, len(d.Systems))
	for i, s := range d.Systems {
		names[i] = s.name
	}
	return names
}

// Decide finds in which of the systems a score makes a game from start. Systems
// that read the same game are no ambiguity; when the games differ, the error is
// an [*ErrUndecided]; when no system reads the score to its end, it is the
// error of the one that comes furthest, and the moves up to there are returned.
func Decide(start engine.Position, texts []string, systems []System) (Decision, error) {
	var games []Decision
	var furthest Decision
	var stopped error = &ErrInvalid{Reason: "there is no system to read it in"}
	for i, s := range systems {
		moves, err := s.game(start, texts)
		if err == nil {
			games = addReading(games, s, moves)
			continue
		}
		if i == 0 || len(moves) > len(furthest.Moves) {
			furthest, stopped = Decision{Systems: []System{s}, Moves: moves}, err
		}
	}
	switch len(games) {
	case 0:
		return furthest, stopped
	case 1:
		return games[0], nil
	}
	ply := 0
	for ply < len(texts) && sameMove(games, ply) {
		ply++
	}
	return Decision{}, &ErrUndecided{Ply: ply + 1, Text: texts[ply], Readings: games}
}

// game reads a score as far as it goes.
func (s System) game(p engine.Position, texts []string) ([]engine.Move, error) {
	var moves []engine.Move
	for _, text := range texts {
		m, err := s.Parse(&p, text)
		if err != nil {
			return moves, err
		}
		moves = append(moves, m)
		p = p.Apply(m)
	}
	return moves, nil
}

func addReading(games []Decision, s System, moves []engine.Move) []Decision {
	for i := range games {
		if slices.Equal(games[i].Moves, moves) {
			games[i].Systems = append(games[i].Systems, s)
			return games
		}
	}
	return append(games, Decision{Systems: []System{s}, Moves: moves})
}

func sameMove(games []Decision, ply int) bool {
	for _, g := range games[1:] {
		if g.Moves[ply] != games[0].Moves[ply] {
			return false
		}
	}
	return true
}
