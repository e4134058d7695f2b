package main

import (
	"fmt"
	"strings"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
	"github.com/planilla/digitize/engine/pgn"
)

// planilla is one sample: a game, who wrote it down, how, and how it was photographed.
type planilla struct {
	name   string
	seed   uint64
	fields fields
	tags   []pgn.Tag
	moves  string // standard English SAN, in order
	result string
	hand   hand
	habits habits
	shot   shot
}

// fields is what stands in the head of the form.
type fields struct {
	torneo, ronda, mesa, fecha, blancas, eloBlancas, negras, eloNegras, resultado string
}

// habits are a writer's ways with the notation.
type habits struct {
	capture string // "x", ":" or nothing
	check   string // "+" or nothing
	mate    string // "++", "#" or "+"
}

// planillas are the samples. The games are classics, their moves public facts.
var planillas = []planilla{
	{
		name: "planilla-1", seed: 11,
		fields: fields{torneo: "Nueva York", ronda: "1", mesa: "1", fecha: "23-10-1918",
			blancas: "Capablanca", negras: "Marshall", resultado: "1-0"},
		tags: []pgn.Tag{{Name: "Event", Value: "New York"}, {Name: "Site", Value: "New York"},
			{Name: "Date", Value: "1918.10.23"}, {Name: "Round", Value: "1"},
			{Name: "White", Value: "Capablanca, Jose Raul"}, {Name: "Black", Value: "Marshall, Frank James"}},
		result: "1-0",
		moves: `e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5 exd5 Nxd5 Nxe5 Nxe5 Rxe5 Nf6
			Re1 Bd6 h3 Ng4 Qf3 Qh4 d4 Nxf2 Re2 Bg4 hxg4 Bh2+ Kf1 Bg3 Rxf2 Qh1+ Ke2 Bxf2 Bd2 Bh4
			Qh3 Rae8+ Kd3 Qf1+ Kc2 Bf2 Qf3 Qg1 Bd5 c5 dxc5 Bxc5 b4 Bd6 a4 a5 axb5 axb4 Ra6 bxc3
			Nxc3 Bb4 b6 Bxc3 Bxc3 h6 b7 Re3 Bxf7+`,
		hand: hand{font: "patrick-hand", height: 4.3, wander: 0.035, slope: 1.5, slant: 3, swell: 0,
			ink: rgb{0.13, 0.18, 0.50}, pressure: 0.86},
		habits: habits{capture: "x", check: "+", mate: "++"},
		shot:   shot{table: oak, turn: 1.2, pitch: 0.05, yaw: -0.02, lamp: 235, fall: 0.30, shadow: 0.16, warmth: 0.03, curl: 5, grain: 0.016},
	},
	{
		name: "planilla-2", seed: 22,
		fields: fields{torneo: "Varsovia", ronda: "-", mesa: "3", fecha: "1929",
			blancas: "Glücksberg", negras: "Najdorf", resultado: "0-1"},
		tags: []pgn.Tag{{Name: "Event", Value: "Warsaw"}, {Name: "Site", Value: "Warsaw"},
			{Name: "Date", Value: "1929.??.??"}, {Name: "Round", Value: "?"},
			{Name: "White", Value: "Glucksberg"}, {Name: "Black", Value: "Najdorf, Miguel"}},
		result: "0-1",
		moves: `d4 f5 c4 Nf6 Nc3 e6 Nf3 d5 e3 c6 Bd3 Bd6 O-O O-O Ne2 Nbd7 Ng5 Bxh2+ Kh1 Ng4 f4 Qe8
			g3 Qh5 Kg2 Bg1 Nxg1 Qh2+ Kf3 e5 dxe5 Ndxe5+ fxe5 Nxe5+ Kf4 Ng6+ Kf3 f4 exf4 Bg4+
			Kxg4 Ne5+ fxe5 h5#`,
		hand: hand{font: "indie-flower", height: 4.2, wander: 0.035, slope: 2, slant: 4, swell: 0,
			ink: rgb{0.12, 0.12, 0.15}, pressure: 0.82},
		habits: habits{capture: "x", check: "+", mate: "++"},
		shot:   shot{table: cloth, turn: -1.6, pitch: 0.05, yaw: 0.02, lamp: 320, fall: 0.35, shadow: 0.22, warmth: 0.05, curl: 7, grain: 0.02},
	},
	{
		name: "planilla-3", seed: 33,
		fields: fields{torneo: "Moscú", ronda: "12", mesa: "5", fecha: "1925",
			blancas: "Carlos Torre", negras: "Em. Lasker", resultado: "1-0"},
		tags: []pgn.Tag{{Name: "Event", Value: "Moscow"}, {Name: "Site", Value: "Moscow"},
			{Name: "Date", Value: "1925.??.??"}, {Name: "Round", Value: "12"},
			{Name: "White", Value: "Torre Repetto, Carlos"}, {Name: "Black", Value: "Lasker, Emanuel"}},
		result: "1-0",
		moves: `d4 Nf6 Nf3 e6 Bg5 c5 e3 cxd4 exd4 Be7 Nbd2 d6 c3 Nbd7 Bd3 b6 Nc4 Bb7 Qe2 Qc7 O-O O-O
			Rfe1 Rfe8 Rad1 Nf8 Bc1 Nd5 Ng5 b5 Na3 b4 cxb4 Nxb4 Qh5 Bxg5 Bxg5 Nxd3 Rxd3 Qa5 b4 Qf5
			Rg3 h6 Nc4 Qd5 Ne3 Qb5 Bf6 Qxh5 Rxg7+ Kh8 Rxf7+ Kg8 Rg7+ Kh8 Rxb7+ Kg8 Rg7+ Kh8 Rg5+ Kh7
			Rxh5 Kg6 Rh3 Kxf6 Rxh6+ Kg5 Rh3 Reb8 Rg3+ Kf6 Rf3+ Kg6 a3 a5 bxa5 Rxa5 Nc4 Rd5 Rf4 Nd7
			Rxe6+ Kg5 g3`,
		hand: hand{font: "architects-daughter", height: 3.9, wander: 0.03, slope: 1.2, slant: 3, swell: 0.08,
			ink: rgb{0.10, 0.14, 0.42}, pressure: 0.84},
		habits: habits{capture: "", check: "+", mate: "++"},
		shot:   shot{table: desk, turn: 1.3, pitch: -0.03, yaw: 0.03, lamp: 120, fall: 0.28, shadow: 0.26, warmth: -0.01, curl: 6, grain: 0.018},
	},
}

// game plays the moves and returns the game as PGN has it; an illegal move is an error.
func (p *planilla) game() (pgn.Game, error) {
	pos := engine.Start()
	g := pgn.Game{Tags: p.tags, Result: p.result}
	for i, san := range strings.Fields(p.moves) {
		m, err := notation.Parse(&pos, san, "en")
		if err != nil {
			return g, fmt.Errorf("%s, ply %d: %w", p.name, i+1, err)
		}
		if got := notation.SAN(&pos, m); got != san {
			return g, fmt.Errorf("%s, ply %d: %s should be spelled %s", p.name, i+1, san, got)
		}
		g.Moves = append(g.Moves, san)
		pos = pos.Apply(m)
	}
	return g, nil
}

// spanish respells a move in English SAN the way this writer puts it on paper.
func (h habits) spanish(san string) string {
	if strings.HasPrefix(san, "O-O") {
		return strings.ReplaceAll(san, "O", "0")
	}
	letters := strings.NewReplacer("K", "R", "Q", "D", "R", "T", "B", "A", "N", "C")
	signs := strings.NewReplacer("x", h.capture, "+", h.check, "#", h.mate)
	return signs.Replace(letters.Replace(san))
}
