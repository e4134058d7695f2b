package main

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/planilla/digitize"
	"github.com/planilla/digitize/grid"
	"github.com/planilla/digitize/message"
	"github.com/planilla/digitize/scan"
)

func TestExitCode(t *testing.T) {
	noSheet := &digitize.PageError{Path: "a.jpg", Page: 1, Err: &grid.NoSheetError{Reason: "no lines"}}
	input := &scan.Error{Path: "a.jpg", Kind: scan.Damaged}
	review := &reviewError{path: "a.jpg", plies: 2}
	missing := fmt.Errorf("reading: %w", digitize.ErrMissingDependency)
	tests := map[string]struct {
		err  error
		want int
	}{
		"nothing":           {nil, 0},
		"usage":             {usage(message.NoFiles), 1},
		"input":             {input, 2},
		"wrapped input":     {fmt.Errorf("x: %w", input), 2},
		"no sheet":          {noSheet, 3},
		"review":            {review, 4},
		"missing":           {missing, 5},
		"unknown":           {errors.New("disk full"), 70},
		"crash":             {&digitize.PageError{Err: &digitize.CrashError{Value: "boom"}}, 70},
		"interrupted":       {fmt.Errorf("x: %w", context.Canceled), 130},
		"gravest of many":   {failures{review, input, noSheet}, 2},
		"internal of many":  {failures{review, errors.New("boom")}, 70},
		"review among many": {failures{review}, 4},
	}
	for name, tt := range tests {
		assert.Equal(t, tt.want, exitCode(tt.err), name)
	}
	assert.NoError(t, failures(nil).orNil())
}

func TestExplainIsOneLine(t *testing.T) {
	tests := []struct {
		err    error
		en, es string
	}{
		{&scan.Error{Path: "a.jpg", Kind: scan.Truncated}, "a.jpg: the image is cut short: the file ends too early", "a.jpg: la imagen está incompleta: el archivo termina antes de tiempo"},
		{&scan.Error{Path: "a.tif", Page: 2, Kind: scan.TooSmall}, "a.tif, page 2: the image is too small to hold a scoresheet", "a.tif, página 2: la imagen es demasiado pequeña para una planilla"},
		{&reviewError{path: "a.jpg", plies: 3}, "a.jpg: read; moves to check: 3", "a.jpg: leída; jugadas por comprobar: 3"},
		{failures{errors.New("said before")}, "", ""},
		{nil, "", ""},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.en, explain(message.In(message.English), tt.err))
		assert.Equal(t, tt.es, explain(message.In(message.Spanish), tt.err))
	}
}
