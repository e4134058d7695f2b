#!/bin/sh
# From shared data to ../ocr/planilla.traineddata: `make train` runs this.
# Everything in between lies in work/ and is not made again when it is there.
#
#   DIGITIZE_SHARED  the shared data        (default ../../shared)
#   MINUTES          training time          (default 120)
#   CELLS            synthetic cells        (default 60000)
#   PYTHON           a python3 with torch   (default /usr/bin/python3)
set -eu
cd "$(dirname "$0")"
PYTHON=${PYTHON:-/usr/bin/python3}
SHARED=${DIGITIZE_SHARED:-../../shared}
MINUTES=${MINUTES:-120}
CELLS=${CELLS:-60000}
export DIGITIZE_SHARED="$SHARED"
mkdir -p work

if [ ! -e work/synth1.npz ]; then
	$PYTHON -m planilla.synth --count "$CELLS" --seed 1 --out work/synth1.npz
	$PYTHON -m planilla.synth --count 1200 --seed 99 --dev --out work/synthdev.npz
fi

if [ ! -e work/hcs-raw.npz ] || [ ! -e work/epfl-raw.npz ]; then
	(cd .. && go build -o train/work/digitize ./cmd/digitize)
	pages=$(tail -n +2 "$SHARED/hcs/train.tsv" | cut -f1 | sort -u)
	files=""
	for page in $pages; do files="$files $SHARED/hcs/pages/$page.jpg"; done
	# A page that cannot be cut is reported and left out.
	# shellcheck disable=SC2086
	work/digitize cells $files -o work/cells/hcs || true
	work/digitize cells "$SHARED"/epfl/*.jpg -o work/cells/epfl || true
	$PYTHON -m planilla.data hcs work/cells/hcs work/hcs-raw.npz
	$PYTHON -m planilla.data epfl work/cells/epfl work/epfl-raw.npz
fi

# A first short run on raw labels, then the labels are cleaned with it.
if [ ! -e work/hcs.npz ]; then
	$PYTHON -m planilla.train --name first --minutes "$((MINUTES / 4))" \
		--real work/hcs-raw.npz work/epfl-raw.npz
	$PYTHON -m planilla.clean checkpoints/first.pt work/hcs-raw.npz work/hcs.npz
	$PYTHON -m planilla.clean checkpoints/first.pt work/epfl-raw.npz work/epfl.npz
fi

$PYTHON -m planilla.train --name main --minutes "$MINUTES"
./export.sh checkpoints/main.pt
