package correct

import (
	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
)

// choice is a legal move of a position.
type choice struct {
	move    engine.Move
	writing int32   // its number in the book
	prior   float64 // ln P(move | position)
}

// entry is a position with what the search asks of it.
type entry struct {
	pos     engine.Position
	opened  bool
	choices []choice
}

// book remembers positions by hash and numbers the writings of their moves. All
// searches over the same sheets share one.
type book struct {
	prior    Prior
	entries  map[uint64]*entry
	ids      map[notation.Writing]int32
	writings []notation.Writing
	legal    []engine.Move
	logs     []float64
}

func newBook(prior Prior) *book {
	return &book{
		prior: prior, entries: make(map[uint64]*entry, 4096),
		ids: make(map[notation.Writing]int32, 4096), logs: make([]float64, engine.MaxMoves),
	}
}

// at returns the entry of a position; its moves are worked out by open.
func (b *book) at(pos *engine.Position) *entry {
	h := pos.Hash()
	if e, ok := b.entries[h]; ok {
		return e
	}
	e := &entry{pos: *pos}
	b.entries[h] = e
	return e
}

func (b *book) open(e *entry) {
	if e.opened {
		return
	}
	e.opened = true
	b.legal = e.pos.LegalMoves(b.legal[:0])
	logs := b.logs[:len(b.legal)]
	b.prior.LogP(&e.pos, b.legal, logs)
	e.choices = make([]choice, len(b.legal))
	for i, m := range b.legal {
		e.choices[i] = choice{m, b.id(notation.WritingOf(&e.pos, b.legal, m)), logs[i]}
	}
}

func (b *book) id(w notation.Writing) int32 {
	if id, ok := b.ids[w]; ok {
		return id
	}
	id := int32(len(b.writings))
	b.ids[w] = id
	b.writings = append(b.writings, w)
	return id
}
