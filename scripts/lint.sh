#!/usr/bin/env bash
# Every check that is not a test. Prints what is wrong; says nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

GO=${GO:-go}
failed=0

# check NAME COMMAND...: run one check, report it, carry on.
check() {
	local name=$1
	shift
	if ! "$@"; then
		printf 'lint: %s failed\n' "$name" >&2
		failed=1
	fi
}

formatted() {
	local bad
	bad=$(git ls-files -co --exclude-standard -- '*.go' | xargs -r gofmt -l)
	if [[ -n $bad ]]; then
		printf 'not formatted, run gofmt -w on:\n%s\n' "$bad"
		return 1
	fi
}

python_parses() {
	if ! command -v python3 >/dev/null; then return 0; fi
	# Compile in memory: no .pyc files left behind.
	git ls-files -co --exclude-standard -- '*.py' | xargs -r python3 -c '
import sys
bad = 0
for name in sys.argv[1:]:
    try:
        compile(open(name, encoding="utf-8").read(), name, "exec")
    except SyntaxError as e:
        print(f"{name}:{e.lineno}: {e.msg}")
        bad = 1
sys.exit(bad)'
}

scripts_parse() {
	local f bad=0
	for f in scripts/*.sh .ci/run; do
		bash -n "$f" || bad=1
	done
	return $bad
}

check gofmt formatted
check 'go vet' "$GO" vet ./...
check staticcheck "$GO" run "${STATICCHECK:?set by the Makefile}" ./...
check layers "$GO" test -count=1 ./internal/layers
check 'python syntax' python_parses
check 'shell syntax' scripts_parse
exit $failed
