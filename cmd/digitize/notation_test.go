package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/planilla/digitize/engine/notation"
	"github.com/planilla/digitize/message"
)

// Every deviation and every reason has its sentence, the English one that of
// the package.
func TestEveryDeviationIsExplained(t *testing.T) {
	english := message.In(message.English)
	for _, d := range notation.Deviations() {
		key, ok := deviationMessages()[d]
		assert.True(t, ok, "%s", d)
		assert.Equal(t, d.String(), english.Say(key))
	}
	for _, w := range notation.Whys() {
		key, ok := whyMessages()[w]
		assert.True(t, ok, "%s", w)
		assert.Equal(t, w.String(), english.Say(key))
	}
}
