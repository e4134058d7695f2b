package eval

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// SetResult is a set's figures.
type SetResult struct {
	Name    string
	Figures []Figure
}

// Figure is one measured number.
type Figure struct {
	Name    string
	Share   Share   // of a figure that is a share
	Seconds float64 // of a figure that is a time; the Share is then zero
}

// summarise adds the pages of each set up.
func summarise(sets []string, pages []*PageResult, ceiling Ceiling) []*SetResult {
	var out []*SetResult
	for _, name := range sets {
		var list []*PageResult
		for _, p := range pages {
			if p.Page.Set == name {
				list = append(list, p)
			}
		}
		out = append(out, &SetResult{Name: name, Figures: figures(list, ceiling)})
	}
	return out
}

// measures are the rows of the table: how each figure adds up over a page.
func measures() []measure {
	cell := func(is func(*CellResult) bool) func(*PageResult) Share {
		return func(p *PageResult) (s Share) {
			for i := range p.Cells {
				s.add(is(&p.Cells[i]))
			}
			s.Of = len(p.Page.Ink) // cells of a form not found are there all the same
			return s
		}
	}
	return []measure{
		{"sheets found", func(p *PageResult) (s Share) { s.add(p.Found); return s }},
		{"labelled cells cut", cell(func(c *CellResult) bool { return c.Cut })},
		{"labelled cells with ink", cell(func(c *CellResult) bool { return c.Ink })},
		{"cells exact (ink, raw)", cell(func(c *CellResult) bool { return c.Exact })},
		{"cells exact but + # x =", cell(func(c *CellResult) bool { return c.Bare })},
		{"unlabelled cells empty", func(p *PageResult) Share { return p.Empty }},
		{"moves right (ink, relaxed)", func(p *PageResult) Share { return known(p.Read.Ink, len(p.Page.Ink)) }},
		{"moves right (game)", func(p *PageResult) Share { return known(p.Read.Strict, len(p.Page.Game)) }},
		{"moves right (game, slips forgiven)", func(p *PageResult) Share { return known(p.Read.Aligned, len(p.Page.Game)) }},
		{"perfect games", func(p *PageResult) Share { return known(p.Read.Perfect, min(1, len(p.Page.Game))) }},
		{"plies flagged", func(p *PageResult) Share { return p.Read.Flagged }},
		{"errors among the unflagged", func(p *PageResult) Share { return p.Read.Silent }},
		{"over-correction", func(p *PageResult) Share { return p.OverCorrected }},
		{"games that stop early", func(p *PageResult) Share { return p.Read.Stopped }},
		{"ceiling: moves right (ink)", func(p *PageResult) Share { return p.Ceiling.Ink }},
		{"ceiling: moves right (game)", func(p *PageResult) Share { return p.Ceiling.Strict }},
		{"ceiling: slips forgiven", func(p *PageResult) Share { return p.Ceiling.Aligned }},
		{"ceiling: perfect games", func(p *PageResult) Share { return p.Ceiling.Perfect }},
		{"ceiling: plies flagged", func(p *PageResult) Share { return p.Ceiling.Flagged }},
		{"ceiling: errors unflagged", func(p *PageResult) Share { return p.Ceiling.Silent }},
	}
}

// ceilingPrefix begins the names of the ceiling's figures.
const ceilingPrefix = "ceiling: "

type measure struct {
	name string
	of   func(*PageResult) Share
}

// known gives a share its full denominator where the page failed before it
// could be counted.
func known(s Share, of int) Share { return Share{s.N, of} }

func figures(pages []*PageResult, ceiling Ceiling) []Figure {
	var out []Figure
	for _, m := range measures() {
		ofCeiling := strings.HasPrefix(m.name, ceilingPrefix)
		if ofCeiling && ceiling == WithoutCeiling || !ofCeiling && ceiling == OnlyCeiling {
			continue
		}
		f := Figure{Name: m.name}
		for _, p := range pages {
			f.Share.plus(m.of(p))
		}
		out = append(out, f)
	}
	if ceiling == OnlyCeiling {
		return out
	}
	read, corrected, n := 0.0, 0.0, 0
	for _, p := range pages {
		if p.Found {
			read += p.ReadSeconds
			corrected += p.CorrectSeconds
			n++
		}
	}
	if n > 0 {
		read, corrected = read/float64(n), corrected/float64(n)
	}
	return append(out, Figure{Name: "seconds a sheet: to the lattices", Seconds: read},
		Figure{Name: "seconds a sheet: to the game", Seconds: corrected})
}

// text is the figure for a person.
func (f Figure) text() string {
	switch {
	case f.Share.Of > 0:
		return fmt.Sprintf("%5.1f%%  %d/%d", 100*f.Share.Value(), f.Share.N, f.Share.Of)
	case f.Seconds > 0:
		return fmt.Sprintf("%6.2f", f.Seconds)
	}
	return "    -"
}

// WriteTable writes the figures, one column a set.
func (r *Result) WriteTable(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	names := make([]string, len(r.Sets))
	for i, s := range r.Sets {
		names[i] = s.Name
	}
	fmt.Fprintf(t, "\t%s\n", strings.Join(names, "\t"))
	for i := range r.rows() {
		fmt.Fprint(t, r.Sets[0].Figures[i].Name)
		for _, s := range r.Sets {
			fmt.Fprintf(t, "\t%s", s.Figures[i].text())
		}
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("writing the table: %w", err)
	}
	return nil
}

func (r *Result) rows() int {
	if len(r.Sets) == 0 {
		return 0
	}
	return len(r.Sets[0].Figures)
}

// WriteTSV writes the figures, one a line: set, name, value, count, total.
func (r *Result) WriteTSV(w io.Writer) error {
	var b strings.Builder
	b.WriteString("set\tfigure\tvalue\tn\tof\n")
	for _, s := range r.Sets {
		for _, f := range s.Figures {
			value := f.Seconds
			if f.Share.Of > 0 {
				value = f.Share.Value()
			}
			fmt.Fprintf(&b, "%s\t%s\t%.4f\t%d\t%d\n", s.Name, f.Name, value, f.Share.N, f.Share.Of)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WritePages writes one line for every page.
func (r *Result) WritePages(w io.Writer) error {
	var b strings.Builder
	b.WriteString("set\tpage\tfound\tlabels\tcut\texact\tink\tgame\tof\taligned\tperfect\tflagged\tceiling_ink\tceiling_game\tread_s\tcorrect_s\tfailure\n")
	for _, p := range r.Pages {
		var cut, exact Share
		for _, c := range p.Cells {
			cut.add(c.Cut)
			exact.add(c.Exact)
		}
		fmt.Fprintf(&b, "%s\t%s\t%t\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%.2f\t%.2f\t%s\n",
			p.Page.Set, p.Page.Name, p.Found, len(p.Page.Ink), cut.N, exact.N, p.Read.Ink.N,
			p.Read.Strict.N, len(p.Page.Game), p.Read.Aligned.N, p.Read.Perfect.N, p.Read.Flagged.N,
			p.Ceiling.Ink.N, p.Ceiling.Strict.N, p.ReadSeconds, p.CorrectSeconds, oneLine(p.Failure))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteCells writes one line for every labelled cell.
func (r *Result) WriteCells(w io.Writer) error {
	var b strings.Builder
	b.WriteString("set\tpage\tmove\tside\tlabel\tread\tp\tlogp_label\tcut\tink\texact\tbare\tmove_right\n")
	for _, p := range r.Pages {
		for _, c := range p.Cells {
			fmt.Fprintf(&b, "%s\t%s\t%d\t%d\t%s\t%s\t%.4f\t%.3f\t%t\t%t\t%t\t%t\t%t\n", p.Page.Set, p.Page.Name,
				c.At.Move, c.At.Side, c.Label, c.Read, c.P, c.LogP, c.Cut, c.Ink, c.Exact, c.Bare, p.Read.byPlace[c.At])
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WritePlies writes one line for every ply found, for calibration; source is
// "read" or "ceiling".
func (r *Result) WritePlies(w io.Writer) error {
	var b strings.Builder
	b.WriteString("set\tpage\tsource\tply\tmove\tside\tsan\tconfidence\tstatus\ttruth\tjudged\tright\n")
	for _, p := range r.Pages {
		for _, g := range []struct {
			source string
			score  *GameScore
		}{{"read", &p.Read}, {"ceiling", &p.Ceiling}} {
			for i, ply := range g.score.Plies {
				fmt.Fprintf(&b, "%s\t%s\t%s\t%d\t%d\t%d\t%s\t%.4f\t%s\t%s\t%t\t%t\n", p.Page.Set, p.Page.Name, g.source, i+1,
					ply.Place.Move, ply.Place.Side, ply.Ply.SAN, ply.Ply.Confidence, ply.Ply.Status, ply.Truth, ply.Judged, ply.Right)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
