package correct

import (
	"fmt"
	"sort"

	"github.com/planilla/digitize/engine/notation"
)

// sets are the languages tried, one for each set of letters that differs: ca, gl
// and it write as es does.
var sets = []notation.Language{"es", "en", "pt", "fr", "de", "nl", "ro"}

// A language is searched when its letters fit at most languageMargin (natural
// log) worse than those of the best one, and languageTries are searched at most.
const (
	languageMargin = 12
	languageTries  = 3
)

// candidates lists the languages worth a search, the likeliest first.
func candidates(asked string, ev []*evidence) ([]notation.Language, error) {
	if asked != "" && asked != "auto" {
		l := notation.Language(asked)
		if _, ok := notation.LettersOf(l); !ok {
			return nil, fmt.Errorf("no piece letters are known for language %q", asked)
		}
		return []notation.Language{l}, nil
	}
	scores := make(map[notation.Language]float64, len(sets))
	for _, l := range sets {
		letters, _ := notation.LettersOf(l)
		for _, e := range ev {
			if e.lattice != nil && e.empty < .5 {
				scores[l] += e.speaks(letters)
			}
		}
	}
	order := append([]notation.Language(nil), sets...)
	sort.SliceStable(order, func(i, j int) bool { return scores[order[i]] > scores[order[j]] })
	n := 1
	for n < languageTries && scores[order[0]]-scores[order[n]] <= languageMargin {
		n++
	}
	return order[:n], nil
}
