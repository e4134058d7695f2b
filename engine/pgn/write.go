package pgn

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
)

// roster is the seven tag roster with the values of what is unknown.
var roster = []Tag{
	{"Event", "?"},
	{"Site", "?"},
	{"Date", "????.??.??"},
	{"Round", "?"},
	{"White", "?"},
	{"Black", "?"},
	{"Result", unfinished},
}

// Write writes the game in the export format of the PGN standard: the seven
// tag roster first and complete, other tags by name, lines of less than 80
// characters as far as the words allow, UTF-8. What the format can't hold is
// changed as little as possible: white space of any kind to single spaces, the
// braces of a comment to parentheses.
//
// Nothing is written, and an error returned, when a move is illegal (a
// [*MoveError]), when the FEN, the result or the name of a tag is not valid,
// when a tag occurs twice or when a comment has no ply to follow. The moves
// needn't be in proper SAN; what is written is.
func Write(w io.Writer, g Game) error { return WriteIn(w, g, notation.PGNSystem) }

// WriteIn is Write with the moves in another system of notation, which is no
// longer PGN by the standard but what many programs take.
func WriteIn(w io.Writer, g Game, s notation.System) error {
	text, err := format(&g, s)
	if err != nil {
		return fmt.Errorf("writing PGN: %w", err)
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("writing PGN: %w", err)
	}
	return nil
}

// WriteScore writes the moves and the result alone, in any system of notation.
func WriteScore(w io.Writer, g Game, s notation.System) error {
	words, err := g.words(s)
	if err != nil {
		return fmt.Errorf("writing the score: %w", err)
	}
	var b strings.Builder
	wrap(&b, words)
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("writing the score: %w", err)
	}
	return nil
}

// words are the moves of the game and its result.
func (g *Game) words(s notation.System) ([]string, error) {
	start, err := g.Start()
	if err != nil {
		return nil, err
	}
	words, err := movetext(start, g.line(), 0, s)
	if err != nil {
		return nil, err
	}
	result, err := g.result()
	if err != nil {
		return nil, err
	}
	return append(words, result), nil
}

// format is the whole text of the game, with the empty line that ends it.
func format(g *Game, s notation.System) (string, error) {
	words, err := g.words(s)
	if err != nil {
		return "", err
	}
	tags, err := exportTags(g.Tags, words[len(words)-1])
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, t := range tags {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", t.Name, escape(oneLine(t.Value)))
	}
	b.WriteByte('\n')
	wrap(&b, words)
	b.WriteByte('\n')
	return b.String(), nil
}

// exportTags is the header in the order of the export format.
func exportTags(given []Tag, result string) ([]Tag, error) {
	tags := slices.Clone(roster)
	var others []Tag
	seen := map[string]bool{}
	for _, t := range given {
		if !isTagName(t.Name) {
			return nil, fmt.Errorf("%q can't be the name of a tag", t.Name)
		}
		if seen[t.Name] {
			return nil, fmt.Errorf("the tag %s is given twice", t.Name)
		}
		seen[t.Name] = true
		if i := slices.IndexFunc(tags, func(r Tag) bool { return r.Name == t.Name }); i >= 0 {
			tags[i].Value = cmp.Or(oneLine(t.Value), tags[i].Value)
			continue
		}
		others = append(others, t)
	}
	if seen["FEN"] && !seen["SetUp"] {
		others = append(others, Tag{"SetUp", "1"})
	}
	tags[len(tags)-1].Value = result
	slices.SortFunc(others, func(a, b Tag) int { return cmp.Compare(a.Name, b.Name) })
	return append(tags, others...), nil
}

func isTagName(name string) bool {
	for _, ch := range []byte(name) {
		if !isSymbol(ch) {
			return false
		}
	}
	return name != ""
}

// isSymbol reports whether ch can stand in the name of a tag.
func isSymbol(ch byte) bool {
	return ch == '_' || ch >= '0' && ch <= '9' || ch >= 'A' && ch <= 'Z' || ch >= 'a' && ch <= 'z'
}

// oneLine turns every run of white space and control characters to one space,
// and takes it off the ends.
func oneLine(text string) string {
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	return strings.Join(strings.FieldsFunc(text, isBlank), " ")
}

func isBlank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

var escaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// escape makes a text fit for the quotes of a tag.
func escape(text string) string { return escaper.Replace(text) }

// movetext is a line with its numbers, glyphs, comments and variations, word by
// word. before is how many plies went before it in the game.
func movetext(p engine.Position, l Line, before int, s notation.System) ([]string, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	words := commentWords(l.Comments[0])
	bare := true // the next move needs its number, whoever plays it
	for i, text := range l.Moves {
		m, err := notation.Parse(&p, text, "en")
		if err != nil {
			return nil, moveError(&p, before+i+1, text, notation.PGNSystem, err)
		}
		if number := moveNumber(&p, bare); number != "" {
			words = append(words, number)
		}
		words = append(words, s.Format(&p, m))
		for _, nag := range l.NAGs[i+1] {
			words = append(words, fmt.Sprintf("$%d", nag))
		}
		size := len(words)
		words = append(words, commentWords(l.Comments[i+1])...)
		for _, v := range l.Variations[i+1] {
			inside, err := movetext(p, v, before+i, s)
			if err != nil {
				return nil, err
			}
			words = append(words, enclosed(inside)...)
		}
		bare = len(words) > size
		p = p.Apply(m)
	}
	return words, nil
}

// check makes sure that what is said of plies is said of plies there are.
func (l *Line) check() error {
	for ply := range l.Comments {
		if ply < 0 || ply > len(l.Moves) {
			return fmt.Errorf("there is a comment after ply %d of %d", ply, len(l.Moves))
		}
	}
	for ply := range l.NAGs {
		if ply < 1 || ply > len(l.Moves) {
			return fmt.Errorf("there is a glyph after ply %d of %d", ply, len(l.Moves))
		}
	}
	for ply := range l.Variations {
		if ply < 1 || ply > len(l.Moves) {
			return fmt.Errorf("there is a variation on ply %d of %d", ply, len(l.Moves))
		}
	}
	return nil
}

// moveNumber is what stands before the next move: nothing before a move of
// Black that follows White's directly.
func moveNumber(p *engine.Position, bare bool) string {
	switch {
	case p.Turn() == engine.White:
		return fmt.Sprintf("%d.", p.FullMove())
	case bare:
		return fmt.Sprintf("%d...", p.FullMove())
	default:
		return ""
	}
}

// enclosed are the words of a variation in their parentheses.
func enclosed(words []string) []string {
	if len(words) == 0 {
		return nil
	}
	words[0] = "(" + words[0]
	words[len(words)-1] += ")"
	return words
}

var braces = strings.NewReplacer("{", "(", "}", ")")

// commentWords is a comment with its braces, word by word: nothing when it is
// empty.
func commentWords(comment string) []string {
	comment = braces.Replace(oneLine(comment))
	if comment == "" {
		return nil
	}
	return strings.Split("{"+comment+"}", " ")
}

// width is the most characters a line of the export format may have.
const width = 79

// wrap writes the words on lines as full as they get. A word that would mean
// something else at the beginning of a line (an escape, a tag) stays with the
// one before.
func wrap(b *strings.Builder, words []string) {
	column := 0
	for i := 0; i < len(words); {
		chunk := words[i]
		for i++; i < len(words) && (words[i][0] == '%' || words[i][0] == '['); i++ {
			chunk += " " + words[i]
		}
		size := utf8.RuneCountInString(chunk)
		switch {
		case column == 0:
		case column+1+size > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(chunk)
		column += size
	}
	b.WriteByte('\n')
}
