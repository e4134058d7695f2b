// Package report holds the record of a game read from scoresheets and writes
// it: as JSON, as PGN and as a score in English or Spanish.
//
// The record is a contract: other tools read its JSON. Fields are only ever
// added.
package report

import (
	"encoding/json"
	"fmt"
	"io"
)

// Schema names the form of the record.
const Schema = "digitize/1"

// Record is everything known of one game and of the sheets it was read from.
type Record struct {
	Schema string  `json:"schema"` // always Schema
	Sheets []Sheet `json:"sheets"`
	Game   Game    `json:"game"`
}

// Sheet is one player's record of the game: a file of one page or more.
type Sheet struct {
	File     string   `json:"file"`               // as the user named it
	SHA256   string   `json:"sha256"`             // of the file's bytes, hexadecimal
	Pages    int      `json:"pages"`              // pages read, at least 1
	Width    int      `json:"width"`              // of the first upright page, pixels
	Height   int      `json:"height"`             // of the first upright page, pixels
	Cells    []Cell   `json:"cells"`              // in reading order
	Warnings []string `json:"warnings,omitempty"` // what was guessed or failed on the way

	FailedPages int `json:"failed_pages,omitempty"` // pages of the file on which nothing could be read
}

// Cell is one printed box of a sheet.
type Cell struct {
	Page int           `json:"page"` // from 1
	Move int           `json:"move"` // printed move number, from 1, counted on over the pages
	Side string        `json:"side"` // "white" or "black"
	Quad [4][2]float64 `json:"quad"` // corners x, y from the top left clockwise, pixels of the upright page
	Kind string        `json:"kind"` // one of the Kinds
	Read string        `json:"read"` // the recogniser's best text, before any chess
	P    float64       `json:"p"`    // probability of that text under the recogniser, 0..1
}

// What a cell holds.
const (
	KindMove   = "move"   // a move of the game
	KindEmpty  = "empty"  // nothing
	KindStruck = "struck" // something struck out
	KindOther  = "other"  // anything else: a result, a remark, a move that is not in the game
)

// Game is the game as far as the evidence goes.
type Game struct {
	Language string            `json:"language"`          // of the piece letters, such as "es"
	System   string            `json:"system"`            // "algebraic"
	Result   string            `json:"result"`            // "1-0", "0-1", "1/2-1/2" or "*" (unknown)
	Headers  map[string]string `json:"headers"`           // PGN tags known, such as White
	Plies    []Ply             `json:"plies"`             // in order
	Stopped  string            `json:"stopped,omitempty"` // why the game ends before the last written move; empty when it does not
}

// Ply is one side's move.
type Ply struct {
	Ply          int           `json:"ply"`          // from 1; odd is White's
	SAN          string        `json:"san"`          // standard English notation with + and #
	Local        string        `json:"local"`        // the same in the sheet's language, as the Laws write it
	UCI          string        `json:"uci"`          // from and to square, promotion
	FEN          string        `json:"fen"`          // of the position after the move
	Confidence   float64       `json:"confidence"`   // posterior probability, 0..1
	Status       string        `json:"status"`       // one of the Statuses
	Cells        []CellRef     `json:"cells"`        // the cells that carry it; none when restored
	Alternatives []Alternative `json:"alternatives"` // the likeliest first
}

// Where a ply comes from.
const (
	StatusRead     = "read"     // its cell says so
	StatusDoubtful = "doubtful" // read, but a person should look
	StatusRestored = "restored" // no cell carries it: the record skipped it
	StatusUnread   = "unread"   // its cell gave nothing: legality chose
)

// CellRef names a cell of the record.
type CellRef struct {
	Sheet int `json:"sheet"` // index into Record.Sheets
	Cell  int `json:"cell"`  // index into that sheet's Cells
}

// Alternative is another move the same ink may mean.
type Alternative struct {
	SAN string  `json:"san"`
	P   float64 `json:"p"` // posterior probability, 0..1
}

// ToReview counts the plies a person should look at: every one that is not
// plainly read.
func (g *Game) ToReview() int {
	n := 0
	for _, p := range g.Plies {
		if p.Status != StatusRead {
			n++
		}
	}
	return n
}

// FailedPages counts the pages of all sheets on which nothing could be read.
func (r *Record) FailedPages() int {
	n := 0
	for _, s := range r.Sheets {
		n += s.FailedPages
	}
	return n
}

// NeedsReview tells whether a person must look at the game before it is used.
func (r *Record) NeedsReview() bool {
	g := &r.Game
	return g.ToReview() > 0 || g.Stopped != "" || len(g.Plies) == 0 || r.FailedPages() > 0
}

// WriteJSON writes the record as indented JSON and a newline.
func (r *Record) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(r.whole()); err != nil {
		return fmt.Errorf("writing the record: %w", err)
	}
	return nil
}

// whole is the record with empty lists in place of missing ones, so that a
// reader never meets null.
func (r *Record) whole() *Record {
	c := *r
	c.Schema = Schema
	c.Sheets = append([]Sheet{}, r.Sheets...)
	for i := range c.Sheets {
		c.Sheets[i].Cells = append([]Cell{}, c.Sheets[i].Cells...)
	}
	if c.Game.Headers == nil {
		c.Game.Headers = map[string]string{}
	}
	if c.Game.Result == "" {
		c.Game.Result = "*"
	}
	c.Game.Plies = append([]Ply{}, r.Game.Plies...)
	for i := range c.Game.Plies {
		p := &c.Game.Plies[i]
		p.Cells = append([]CellRef{}, p.Cells...)
		p.Alternatives = append([]Alternative{}, p.Alternatives...)
	}
	return &c
}

// ReadJSON reads a record that WriteJSON wrote.
func ReadJSON(r io.Reader) (*Record, error) {
	var rec Record
	if err := json.NewDecoder(r).Decode(&rec); err != nil {
		return nil, fmt.Errorf("reading a record: %w", err)
	}
	if rec.Schema != Schema {
		return nil, fmt.Errorf("reading a record: its schema is %q, not %q", rec.Schema, Schema)
	}
	return &rec, nil
}
