package message

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
)

var verb = regexp.MustCompile(`%(\[\d+\])?[-+ #0]*[\d.*]*[a-zA-Z]`)

// Every key has a sentence in every language, and the arguments agree.
func TestCatalogueIsComplete(t *testing.T) {
	for k := range numKeys {
		texts := catalogue[k]
		assert.NotEmpty(t, texts.en, "key %d has no English", k)
		assert.NotEmpty(t, texts.es, "key %d (%s) has no Spanish", k, texts.en)
		assert.ElementsMatch(t, verb.FindAllString(texts.en, -1), verb.FindAllString(texts.es, -1), texts.en)
	}
}

func TestParse(t *testing.T) {
	tests := []struct {
		name string
		want Language
		ok   bool
	}{
		{"es", Spanish, true},
		{"es_ES.UTF-8", Spanish, true},
		{"ES-mx", Spanish, true},
		{"en_GB", English, true},
		{"C", English, false},
		{"de", English, false},
		{"", English, false},
	}
	for _, tt := range tests {
		l, ok := Parse(tt.name)
		assert.Equal(t, tt.want, l, tt.name)
		assert.Equal(t, tt.ok, ok, tt.name)
	}
}

func TestFromEnvironment(t *testing.T) {
	tests := []struct {
		env  map[string]string
		want Language
	}{
		{map[string]string{}, English},
		{map[string]string{"LANG": "es_AR.UTF-8"}, Spanish},
		{map[string]string{"LANG": "es_AR.UTF-8", "LC_ALL": "C"}, English},
		{map[string]string{"LANG": "en_US", "LC_MESSAGES": "es_ES"}, Spanish},
		{map[string]string{"LC_ALL": "es", "LANG": "en_US"}, Spanish},
	}
	for _, tt := range tests {
		got := FromEnvironment(func(k string) string { return tt.env[k] })
		assert.Equal(t, tt.want, got, "%v", tt.env)
	}
}

func TestSay(t *testing.T) {
	assert.Equal(t, "Do not know %s", Printer{}.sayText(text{"Do not know %s", "No conozco %s"}))
	assert.Equal(t, "No conozco x", In(Spanish).sayText(text{"Do not know %s", "No conozco %s"}, "x"))
	assert.Equal(t, English, Printer{}.Language())
}
