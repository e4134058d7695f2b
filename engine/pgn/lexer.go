package pgn

import "strings"

// kind is a kind of token.
type kind uint8

const (
	endOfFile kind = iota
	tagPair        // text is the name, value the value
	comment        // text is what stands inside
	openVariation
	closeVariation
	glyph     // text is the number
	symbol    // a move, a move number or a result; text is as it stands
	malformed // text says what is wrong
)

// token is a word of PGN, with the line it begins on.
type token struct {
	kind        kind
	text, value string
	line        int // 1 is the first
}

// lexer cuts a text into tokens. Escaped lines, white space, and the points and
// commas of scores make none.
type lexer struct {
	text string
	at   int
	line int
}

func newLexer(text string) *lexer {
	return &lexer{text: strings.TrimPrefix(text, "\ufeff"), line: 1}
}

// next returns the next token; at the end, endOfFile however often it is asked.
func (l *lexer) next() token {
	l.skip()
	start := token{line: l.line}
	if l.at == len(l.text) {
		return start
	}
	switch l.text[l.at] {
	case '[':
		return l.tag(start)
	case '{':
		return l.until(start, '}', "a comment is not closed")
	case ';':
		return l.until(start, '\n', "")
	case '$':
		l.advance(1)
		start.kind, start.text = glyph, l.text[l.at:l.at+countDigits(l.text[l.at:])]
		l.advance(len(start.text))
		return start
	case '(':
		if strings.HasPrefix(l.text[l.at:], "(=)") {
			l.advance(3)
			start.kind, start.text = symbol, "(=)"
			return start
		}
		return l.single(start, openVariation)
	case ')':
		return l.single(start, closeVariation)
	}
	start.kind, start.text = symbol, l.word()
	if start.text == "" {
		start.kind, start.text = malformed, "the character "+quote(l.text[l.at])+" means nothing here"
		l.advance(1)
	}
	return start
}

// skip passes over white space, escaped lines (% in the first column), commas
// and the points after a move number.
func (l *lexer) skip() {
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		switch ch := rest[0]; {
		case ch <= ' ' || ch == '.' || ch == ',':
			l.advance(1)
		case strings.HasPrefix(rest, ellipsis):
			l.advance(len(ellipsis))
		case strings.HasPrefix(rest, hardSpace):
			l.advance(len(hardSpace))
		case ch == '%' && (l.at == 0 || l.text[l.at-1] == '\n'):
			l.advance(lengthTo(rest, '\n'))
		default:
			return
		}
	}
}

const ellipsis, hardSpace = "…", "\u00a0"

func countDigits(text string) int {
	n := 0
	for n < len(text) && isDigit(text[n]) {
		n++
	}
	return n
}

// advance moves on n bytes and counts the lines on the way.
func (l *lexer) advance(n int) {
	l.line += strings.Count(l.text[l.at:l.at+n], "\n")
	l.at += n
}

// lengthTo is the length of text before the first ch, all of it without one.
func lengthTo(text string, ch byte) int {
	if n := strings.IndexByte(text, ch); n >= 0 {
		return n
	}
	return len(text)
}

func (l *lexer) single(t token, k kind) token {
	t.kind = k
	l.advance(1)
	return t
}

// until makes a comment of what stands between the character here and end. The
// end of the file will do as well when unclosed is empty.
func (l *lexer) until(t token, end byte, unclosed string) token {
	l.advance(1)
	n := lengthTo(l.text[l.at:], end)
	t.kind, t.text = comment, l.text[l.at:l.at+n]
	l.advance(n)
	if l.at < len(l.text) {
		l.advance(1)
	} else if unclosed != "" {
		t.kind, t.text = malformed, unclosed
	}
	return t
}

// word takes the characters of a move, a number or a result. A move may hold
// parentheses, d8(D) and T(T1)1D, and end with a.p.
func (l *lexer) word() string {
	begin := l.at
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		n := 0
		switch ch := rest[0]; {
		case strings.HasPrefix(rest, "a.p.") || strings.HasPrefix(rest, "e.p."):
			n = 4
		case strings.HasPrefix(rest, ellipsis) || strings.HasPrefix(rest, hardSpace):
		case isSymbol(ch) || ch >= 0x80 || strings.IndexByte("+-#=/:!?*", ch) >= 0:
			n = 1
		case ch == '(' && l.at > begin:
			n = insertion(rest)
		}
		if n == 0 {
			return l.text[begin:l.at]
		}
		l.at += n
	}
	return l.text[begin:l.at]
}

// insertion is the length of a parenthesis that belongs to a move: a piece, or
// a square of descriptive notation. It is 0 for the beginning of a variation.
func insertion(text string) int {
	end := strings.IndexByte(text[:min(len(text), 6)], ')')
	if end < 2 {
		return 0
	}
	for _, ch := range []byte(text[1:end]) {
		if !(ch >= 'A' && ch <= 'Z' || isDigit(ch) || ch == '=' || ch >= 0x80) {
			return 0
		}
	}
	return end + 1
}

func isDigit(ch byte) bool { return ch >= '0' && ch <= '9' }

func quote(ch byte) string { return "'" + string(rune(ch)) + "'" }

// tag reads [Name "value"], in which \" and \\ stand for " and \.
func (l *lexer) tag(t token) token {
	l.advance(1)
	l.skip()
	t.text = l.word()
	l.skip()
	if !isTagName(t.text) || l.at == len(l.text) || l.text[l.at] != '"' {
		return l.badTag(t, "a tag has no name or no value")
	}
	value, ok := l.quoted()
	if !ok {
		return l.badTag(t, "the value of a tag is not closed")
	}
	l.skip()
	if l.at == len(l.text) || l.text[l.at] != ']' {
		return l.badTag(t, "a tag is not closed")
	}
	l.advance(1)
	t.kind, t.value = tagPair, value
	return t
}

// badTag gives up on a tag and passes over the rest of its line.
func (l *lexer) badTag(t token, reason string) token {
	l.advance(lengthTo(l.text[l.at:], '\n'))
	t.kind, t.text = malformed, reason
	return t
}

// quoted reads a string in quotes, which ends on the line it began on.
func (l *lexer) quoted() (value string, ok bool) {
	var b strings.Builder
	for l.advance(1); l.at < len(l.text); l.advance(1) {
		ch := l.text[l.at]
		switch {
		case ch == '"':
			l.advance(1)
			return b.String(), true
		case ch == '\n':
			return "", false
		case ch == '\\' && l.at+1 < len(l.text) && l.text[l.at+1] != '\n':
			l.advance(1)
			ch = l.text[l.at]
		}
		b.WriteByte(ch)
	}
	return "", false
}
