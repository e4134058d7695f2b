package correct

import "math"

// The probabilities of what can happen to one ply on its way to the paper.
// The writer's mistakes are of the order that the HCS training pages and the EPFL
// games show, three or four in a hundred cells; the figures for a wrong square
// and for ink that says nothing are greater, since the reader errs as well and is
// surer of itself than it ought to be.
const (
	pRight     = 0.925  // the move is in its cell, in one of its spellings
	pWrongRank = 0.020  // right but for the rank of the target square
	pWrongFile = 0.020  // right but for its file
	pWrongName = 0.006  // right but for the piece letter
	pUnrelated = 0.010  // the cell has something else, or nobody can read it
	pBlankPly  = 0.003  // the move was played and its cell left blank
	pDropped   = 0.004  // the cell holds text that is no move of the game: a move entered twice, a remark
	pTwice     = 0.002  // the cell holds the last move once more
	pStruckOut = 0.010  // the cell is struck out and its move stands in the next
	pGap       = 0.003  // the cell was left blank between moves
	pSkipped   = 0.0005 // a ply was played and not written
	pSkippedOn = 0.1    // after a skipped ply the next was skipped too
	pEnd       = 0.012  // the game ends here
	pTailText  = 0.02   // a cell after the end holds a result, a signature, an ornament
)

// pAnyText is the weight of one text among all that a hand might write where
// nothing is known of it: about 600 moves are writable.
const pAnyText = 1.0 / 600

var (
	logSkipped   = math.Log(pSkipped)
	logSkippedOn = math.Log(pSkippedOn)
	logEnd       = math.Log(pEnd)
	logGoOn      = math.Log(1 - pEnd)
)

// doubtful is the confidence under which a ply is shown to a person. Chosen on
// the development pages so that what is not flagged is right.
const doubtful = 0.92

// priorWeight is what a nat of the human-move prior counts against one of the ink.
const priorWeight = 0.85
