// Package message holds every sentence the program says to people, in every
// language it speaks, side by side: one catalogue, so that none is forgotten
// when another changes. Data (PGN, JSON, tables) is not language and has no
// place here.
package message

import (
	"fmt"
	"strings"
)

// Language is a language of the user interface: "en" or "es".
type Language string

// The languages of the catalogue.
const (
	English Language = "en"
	Spanish Language = "es"
)

// Languages lists the languages of the catalogue.
func Languages() []Language { return []Language{English, Spanish} }

// text is one sentence in each language. Both take the same arguments in the
// same order.
type text struct{ en, es string }

// Printer says the catalogue's sentences in one language. The zero Printer
// speaks English.
type Printer struct{ language Language }

// In returns the printer of a language.
func In(l Language) Printer { return Printer{language: l} }

// Language tells which language p speaks.
func (p Printer) Language() Language {
	if p.language == "" {
		return English
	}
	return p.language
}

// Say returns the sentence of this key, with its arguments put in.
func (p Printer) Say(k Key, args ...any) string {
	return p.sayText(catalogue[k], args...)
}

func (p Printer) sayText(t text, args ...any) string {
	format := t.en
	if p.language == Spanish {
		format = t.es
	}
	if len(args) == 0 {
		return format
	}
	return fmt.Sprintf(format, args...)
}

// Parse reads the name of a language as a user or a locale gives it: "es",
// "es_ES.UTF-8", "EN".
func Parse(name string) (Language, bool) {
	tag := strings.ToLower(name)
	if i := strings.IndexAny(tag, "_-.@"); i >= 0 {
		tag = tag[:i]
	}
	for _, l := range Languages() {
		if string(l) == tag {
			return l, true
		}
	}
	return English, false
}

// FromEnvironment chooses the language by the POSIX rules: LC_ALL, else
// LC_MESSAGES, else LANG; English when none says a language we speak.
func FromEnvironment(getenv func(string) string) Language {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := getenv(name); value != "" {
			l, _ := Parse(value)
			return l
		}
	}
	return English
}
