#!/usr/bin/env bash
# Read one sample photo and show the score that was read beside the true one.
#   scripts/demo.sh samples/planilla-1.jpg
set -euo pipefail
cd "$(dirname "$0")/.."

photo=${1:-samples/planilla-1.jpg}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

printf 'Reading %s ...\n\n' "$photo"
# The truth is kept in English letters; the pieces change to Spanish ones.
tr 'KQRBNO' 'RDTAC0' <"${photo%.jpg}.txt" >"$work/true"

# Code 4 means: read, but a person should look at some moves. That is a result too.
code=0
bin/digitize read "$photo" --format san-es >"$work/read" || code=$?
if [[ $code -ne 0 && $code -ne 4 ]]; then exit "$code"; fi

awk '
# A score is a list of moves: drop the move numbers and the result. Mate is # or ++.
function plies(file, out,   line, n, i, w, count) {
	count = 0
	while ((getline line < file) > 0) {
		if (line ~ /^[ \t]*$/) break # notes for the reader follow
		gsub(/[0-9]+\.+/, " ", line)
		n = split(line, w, /[ \t]+/)
		for (i = 1; i <= n; i++) {
			sub(/(#|\+\+)$/, "#", w[i])
			if (w[i] ~ /^[a-hRDTAC0]/ && w[i] != "0-1" && w[i] != "a.p.") out[++count] = w[i]
		}
	}
	return count
}
function side(out, n, i) { return i <= n ? out[i] : "" }
BEGIN {
	n = plies(ARGV[1], read)
	m = plies(ARGV[2], want)
	printf "%5s   %-20s   %-20s\n", "", "read", "true"
	last = n > m ? n : m
	for (i = 1; i <= last; i += 2) {
		same = side(read, n, i) == side(want, m, i) && side(read, n, i + 1) == side(want, m, i + 1)
		printf "%4d.   %-9s %-9s %s   %-9s %-9s\n", (i + 1) / 2,
			side(read, n, i), side(read, n, i + 1), same ? " " : "*", side(want, m, i), side(want, m, i + 1)
	}
	for (i = 1; i <= m; i++) if (i <= n && read[i] == want[i]) good++
	printf "\n%d of %d moves (plies) agree with the true game.\n", good, m
	exit
}' "$work/read" "$work/true"
if [[ $code -eq 4 ]]; then
	printf 'These moves digitize would have a person look at (exit code 4):\n'
	sed -n '/^ *$/,$p' "$work/read"
fi
