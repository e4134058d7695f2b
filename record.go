package digitize

import (
	"math"

	"github.com/planilla/digitize/correct"
	"github.com/planilla/digitize/engine/notation"
	"github.com/planilla/digitize/grid"
	"github.com/planilla/digitize/ocr"
	"github.com/planilla/digitize/report"
	"github.com/planilla/digitize/scan"
)

// NewRecord puts together what is known of a sheet and its game.
func NewRecord(doc *scan.Document, sheet *Sheet, game *correct.Game) *report.Record {
	return &report.Record{
		Schema: report.Schema,
		Sheets: []report.Sheet{{
			File: doc.Path, SHA256: doc.SHA256,
			Pages: sheet.Pages, Width: sheet.Width, Height: sheet.Height,
			Cells: cellRecords(sheet, game), Warnings: sheet.Warnings, FailedPages: len(sheet.Failed),
		}},
		Game: gameRecord(game),
	}
}

func cellRecords(sheet *Sheet, game *correct.Game) []report.Cell {
	cells := make([]report.Cell, len(sheet.Cells))
	for i, c := range sheet.Cells {
		cells[i] = report.Cell{
			Page: c.Page, Move: c.Move, Side: SideName(c.Side), Quad: quadRecord(c.Quad),
			Kind: cellKind(game, i, sheet.Lattices[i]),
		}
		if l := sheet.Lattices[i]; l != nil {
			text, p := l.Best()
			cells[i].Read, cells[i].P = text, round(p, 4)
		}
	}
	return cells
}

// cellKind is what the corrector made of a cell of the first sheet; where it
// says nothing, since it found no game, what the recogniser saw.
func cellKind(game *correct.Game, i int, l *ocr.Lattice) string {
	if len(game.Kinds) > 0 && i < len(game.Kinds[0]) {
		return string(game.Kinds[0][i])
	}
	if l == nil {
		return report.KindOther
	}
	switch text, _ := l.Best(); text {
	case "_", "":
		return report.KindEmpty
	case "~":
		return report.KindStruck
	}
	return report.KindOther
}

func gameRecord(game *correct.Game) report.Game {
	out := report.Game{
		Language: string(game.Language), System: "algebraic", Result: "*",
		Headers: map[string]string{}, Stopped: game.Stopped,
	}
	for i, p := range game.Plies {
		out.Plies = append(out.Plies, plyRecord(i, p, game.Language))
	}
	return out
}

func plyRecord(i int, p correct.Ply, language notation.Language) report.Ply {
	out := report.Ply{
		Ply: i + 1, SAN: p.SAN, Local: local(p, language), UCI: p.Move.UCI(), FEN: p.After.FEN(),
		Confidence: round(p.Confidence, 4), Status: string(p.Status),
	}
	for _, c := range p.Cells {
		out.Cells = append(out.Cells, report.CellRef{Sheet: c.Sheet, Cell: c.Cell})
	}
	for _, a := range p.Alternatives {
		out.Alternatives = append(out.Alternatives, report.Alternative{SAN: a.SAN, P: round(a.P, 4)})
	}
	return out
}

func local(p correct.Ply, language notation.Language) string {
	if _, ok := notation.LettersOf(language); !ok {
		return p.SAN
	}
	return notation.Local(&p.Before, p.Move, language)
}

func quadRecord(q grid.Quad) (out [4][2]float64) {
	for i, p := range q {
		out[i] = [2]float64{round(p.X, 1), round(p.Y, 1)}
	}
	return out
}

// round keeps n decimals, so that records of equal readings are equal texts.
func round(v float64, n int) float64 {
	scale := math.Pow10(n)
	return math.Round(v*scale) / scale
}
