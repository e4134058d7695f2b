package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
	"github.com/planilla/digitize/message"
)

// WriteScore writes the game as a score, one move number a line, with the
// piece letters of a language ("en" gives the SAN of PGN). Notes below the
// moves, in the printer's language, say what to review and why it stops.
func (r *Record) WriteScore(w io.Writer, language notation.Language, say message.Printer) error {
	plies, err := r.Game.spell(language)
	if err != nil {
		return err
	}
	var b strings.Builder
	const column = 9
	for i := 0; i < len(plies); i += 2 {
		black := r.Game.result()
		if i+1 < len(plies) {
			black = plies[i+1].text
		}
		fmt.Fprintf(&b, "%3d. %-*s %s\n", i/2+1, column, plies[i].text, black)
	}
	if len(plies)%2 == 0 {
		fmt.Fprintf(&b, "     %s\n", r.Game.result())
	}
	r.Game.writeNotes(&b, plies, say)
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("writing the score: %w", err)
	}
	return nil
}

// writeNotes lists the plies to review and the reason of an early end.
func (g *Game) writeNotes(b *strings.Builder, plies []spelled, say message.Printer) {
	if g.ToReview() > 0 {
		b.WriteString("\n" + say.Say(message.NoteReviewHead) + "\n")
	}
	for i, p := range plies {
		if note := p.note(say); note != "" {
			fmt.Fprintf(b, "  %s%s: %s\n", moveNumber(i), p.text, note)
		}
	}
	if end := g.endNote(say); end != "" {
		b.WriteString("\n" + end + "\n")
	}
}

// moveNumber is "12. " before White's move and "12... " before Black's; i is
// the ply's index from 0.
func moveNumber(i int) string {
	if i%2 == 0 {
		return fmt.Sprintf("%d. ", i/2+1)
	}
	return fmt.Sprintf("%d... ", i/2+1)
}

// spelled is a ply in the letters of one language.
type spelled struct {
	*Ply
	text   string
	rivals []string // the alternatives, likeliest first
}

// note says in a few words why a ply needs a person; "" when it does not.
func (p spelled) note(say message.Printer) string {
	switch p.Status {
	case StatusRestored:
		return say.Say(message.NoteRestored)
	case StatusUnread:
		return say.Say(message.NoteUnread)
	case StatusDoubtful:
		return say.Say(message.NoteDoubtful, p.odds(say))
	}
	return ""
}

// odds is the ply's confidence and its likeliest rivals, in percent.
func (p spelled) odds(say message.Printer) string {
	const most = 2
	text := percent(p.Confidence)
	for i, rival := range p.rivals[:min(most, len(p.rivals))] {
		if share := percent(p.Alternatives[i].P); share != percent(0) {
			text += " " + say.Say(message.NoteOr) + " " + rival + " " + share
		}
	}
	return text
}

func percent(p float64) string { return fmt.Sprintf("%.0f%%", 100*p) }

// endNote says why the game stops early; "" when it does not.
func (g *Game) endNote(say message.Printer) string {
	switch {
	case len(g.Plies) == 0:
		return say.Say(message.NoteNoMoves)
	case g.Stopped != "":
		return say.Say(message.NoteStopped)
	}
	return ""
}

func (g *Game) result() string {
	if g.Result == "" {
		return "*"
	}
	return g.Result
}

// spell replays the game and gives its plies in a language; "en" is the SAN
// of PGN. A record whose moves are not legal is an error.
func (g *Game) spell(language notation.Language) ([]spelled, error) {
	pos := engine.Start()
	plies := make([]spelled, 0, len(g.Plies))
	for i := range g.Plies {
		p := &g.Plies[i]
		m, err := legalMove(&pos, p.UCI)
		if err != nil {
			return nil, fmt.Errorf("ply %d of the record: %w", p.Ply, err)
		}
		s := spelled{Ply: p, text: spellMove(&pos, m, language)}
		for _, a := range p.Alternatives {
			s.rivals = append(s.rivals, respell(&pos, a.SAN, language))
		}
		plies = append(plies, s)
		pos = pos.Apply(m)
	}
	return plies, nil
}

func spellMove(p *engine.Position, m engine.Move, language notation.Language) string {
	if language == "en" {
		return notation.SAN(p, m)
	}
	return notation.Local(p, m, language)
}

// respell puts a SAN into another language; what is no legal move stays as it is.
func respell(p *engine.Position, san string, language notation.Language) string {
	m, err := notation.Parse(p, san, "en")
	if err != nil {
		return san
	}
	return spellMove(p, m, language)
}

func legalMove(p *engine.Position, uci string) (engine.Move, error) {
	for _, m := range p.LegalMoves(nil) {
		if m.UCI() == uci {
			return m, nil
		}
	}
	return engine.NullMove, fmt.Errorf("%q is not legal in %s", uci, p.FEN())
}
