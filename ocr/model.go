package ocr

import _ "embed"

// Model is the trained network as a .traineddata file for Tesseract. Folder
// train/ makes it; NOTICE says what it was trained on.
//
//go:embed planilla.traineddata
var Model string
