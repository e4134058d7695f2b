#!/bin/sh
# A checkpoint becomes the model of the program: export.sh [CHECKPOINT]
# Writes ../ocr/planilla.traineddata and what the Go tests compare it with.
set -eu
cd "$(dirname "$0")"
PYTHON=${PYTHON:-/usr/bin/python3}
CHECKPOINT=${1:-checkpoints/main.pt}
$PYTHON -m planilla.export "$CHECKPOINT" ../ocr/planilla.traineddata
$PYTHON -m planilla.agree record "$CHECKPOINT" ../ocr/planilla.traineddata \
	../ocr/tesseract/testdata/agreement.json fixture/*.png
