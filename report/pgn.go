package report

import (
	"io"
	"maps"
	"slices"

	"github.com/planilla/digitize/engine/pgn"
	"github.com/planilla/digitize/message"
)

// WritePGN writes the game in PGN's export format. Every ply that a person
// should look at carries a comment, in the printer's language, with its odds;
// so does the place where the reading stops early. A game without doubts is
// without comments.
func (r *Record) WritePGN(w io.Writer, say message.Printer) error {
	plies, err := r.Game.spell("en")
	if err != nil {
		return err
	}
	game := pgn.Game{Result: r.Game.result(), Comments: map[int]string{}}
	for _, name := range slices.Sorted(maps.Keys(r.Game.Headers)) {
		game.Tags = append(game.Tags, pgn.Tag{Name: name, Value: r.Game.Headers[name]})
	}
	for i, p := range plies {
		game.Moves = append(game.Moves, p.text)
		if note := p.note(say); note != "" {
			game.Comments[i+1] = note
		}
	}
	if end := r.Game.endNote(say); end != "" {
		last := len(plies)
		if note := game.Comments[last]; note != "" {
			end = note + ". " + end
		}
		game.Comments[last] = end
	}
	return pgn.Write(w, game)
}
