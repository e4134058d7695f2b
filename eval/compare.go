package eval

import (
	"errors"
	"slices"
	"strings"

	"github.com/planilla/digitize/correct"
	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
)

// castlingZeros folds what the recogniser does not tell apart.
var castlingZeros = strings.NewReplacer("0", "O")

// sameText tells whether a reading is the label, but for 0 and O.
func sameText(read, label string) bool {
	return castlingZeros.Replace(read) == castlingZeros.Replace(label)
}

// trimmings are the signs that a move does without.
var trimmings = strings.NewReplacer("0", "O", "+", "", "#", "", "x", "", ":", "", "=", "", "!", "", "?", "")

// sameBare tells whether a reading is the label but for + # x : = and O.
func sameBare(read, label string) bool { return trimmings.Replace(read) == trimmings.Replace(label) }

// writes tells whether a label may be a writing of a ply, with or without
// x + # = and disambiguation, in any of the spellings people use.
func writes(label string, ply *correct.Ply, l notation.Language) bool {
	m, err := notation.Parse(&ply.Before, label, l)
	if err == nil {
		return m == ply.Move
	}
	var ambiguous *notation.ErrAmbiguous
	if errors.As(err, &ambiguous) {
		return slices.Contains(ambiguous.Moves, ply.Move)
	}
	style, ok := notation.DefaultStyle(l)
	if !ok {
		return false
	}
	for _, s := range style.Spellings(&ply.Before, ply.Before.LegalMoves(nil), ply.Move) {
		if sameBare(s.Text, label) {
			return true
		}
	}
	return false
}

// aligned is the length of the longest common subsequence of the moves found
// and the moves played: moves right when a slip of one ply is forgiven.
func aligned(found []correct.Ply, game []Truth) int {
	row := make([]int, len(game)+1)
	for i := range found {
		diagonal := 0
		for j := range game {
			above := row[j+1]
			switch {
			case sameMove(found[i].Move, game[j].Move) && samePlayer(i, j):
				row[j+1] = diagonal + 1
			case row[j] > above:
				row[j+1] = row[j]
			}
			diagonal = above
		}
	}
	return row[len(game)]
}

func samePlayer(i, j int) bool { return i%2 == j%2 }

// sameMove tells whether two moves, perhaps of different positions, are written
// alike: same piece, squares and promotion.
func sameMove(a, b engine.Move) bool { return a.Piece() == b.Piece() && a.UCI() == b.UCI() }
