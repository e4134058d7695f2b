package notation

import "github.com/planilla/digitize/engine"

// The habits of those who write descriptive notation, as probabilities. No
// labelled sheets in it are known: these are guesses, with the short forms that
// the position allows well ahead of the full ones.
const (
	describedExactly = .78 // the least that does
	describedFully   = .17 // the square in full where a part does: P4AR for P4A
	describedShortly = .05 // less than is needed
	signKept         = .6  // + or ++ where there is check or mate
	passingKept      = .2  // a.p. after a capture en passant
)

// EachDescription yields the ways in which people write the legal move m in
// descriptive notation of a language ("en", else Spanish), with the probability
// (0..1) of each. It is to descriptive notation what [Style.EachSpelling] is to
// algebraic; the forms are always empty. text is valid during the call only.
func EachDescription(l Language, p *engine.Position, legal []engine.Move, m engine.Move, yield func(text []byte, p float64, forms FormSet)) {
	n := Descriptive(l).words
	var buf [32]byte
	ends := n.ends(p, m)
	for _, b := range n.bodies(p.Turn(), m, legal) {
		for _, e := range ends {
			yield(append(append(buf[:0], b.Text...), e.Text...), b.P*e.P, 0)
		}
	}
}

// bodies are the ways to write a move without its signs; their probabilities
// sum to 1.
func (n *description) bodies(us engine.Color, m engine.Move, legal []engine.Move) []Spelling {
	switch {
	case m.IsKingside():
		return []Spelling{{Text: n.kingside, P: 1}}
	case m.IsQueenside():
		return []Spelling{{Text: n.queenside, P: 1}}
	}
	o, g := n.fewest(us, m, legal)
	all := merge(nil, n.appendWith(nil, us, m, o, g), describedExactly)
	full := bySquare
	if !m.IsCapture() {
		full = byFullSquare
	} else if m.Captured() == engine.Pawn {
		full = byFullFile
	} else if g > full || m.Captured() == engine.King {
		full = g
	}
	all = merge(all, n.appendWith(nil, us, m, o, max(g, full)), describedFully)
	least := nothing
	if !m.IsCapture() {
		least = bySquare
	}
	return merge(all, n.appendWith(nil, us, m, nothing, least), describedShortly)
}

// merge adds a way to write to those there are.
func merge(all []Spelling, text []byte, p float64) []Spelling {
	for i := range all {
		if all[i].Text == string(text) {
			all[i].P += p
			return all
		}
	}
	return append(all, Spelling{Text: string(text), P: p})
}

// ends are the signs that may stand behind a move; their probabilities sum to 1.
func (n *description) ends(p *engine.Position, m engine.Move) []Spelling {
	sign := string(appendCheck(nil, p, m, n.mate))
	ends := []Spelling{{Text: "", P: 1}}
	if sign != "" {
		ends = []Spelling{{Text: sign, P: signKept}, {Text: "", P: 1 - signKept}}
	}
	if !m.IsEnPassant() {
		return ends
	}
	var passing []Spelling
	for _, e := range ends {
		passing = append(passing, Spelling{Text: e.Text, P: e.P * (1 - passingKept)}, Spelling{Text: e.Text + n.passing[1:], P: e.P * passingKept})
	}
	return passing
}

// Spellings returns the weighted ways in which people write the legal move m of
// p in the system: in the algebraic ones those of [DefaultStyle], in
// descriptive those of [EachDescription], in the others the exact one.
func (s System) Spellings(p *engine.Position, m engine.Move) []Spelling {
	legal := p.LegalMoves(nil)
	var all []Spelling
	collect := func(text []byte, prob float64, forms FormSet) {
		all = append(all, Spelling{Text: string(text), P: prob, Forms: forms})
	}
	switch {
	case s.kind == descriptive:
		l := Language("es")
		if s.words.english {
			l = "en"
		}
		EachDescription(l, p, legal, m, collect)
	case s.kind == short && s.language != "":
		style, _ := DefaultStyle(s.language)
		return style.Spellings(p, legal, m)
	default:
		collect([]byte(s.Format(p, m)), 1, 0)
	}
	return all
}
