// Package digitize reads handwritten chess scoresheets: a photograph or scan
// goes in, the record of the game comes out.
//
// The steps, each from one artefact to the next:
//
//	file -> scan -> page -> grid -> cells -> ocr -> lattices -> correct -> game -> report
//
// New sets the pipeline up, (*Digitizer).Read walks it; CutPage and ReadCells
// are its single steps, for those who want to look in between.
package digitize

import "errors"

// ErrMissingDependency means that something this machine lacks must be
// installed first: Tesseract's library or its worker cannot be started.
var ErrMissingDependency = errors.New("a program or library is missing")
