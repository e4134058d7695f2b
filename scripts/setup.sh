#!/usr/bin/env bash
# Install the system packages that digitize needs. Quiet and instant when all is there.
#   scripts/setup.sh            what is needed to build and test
#   scripts/setup.sh --runtime  only what a compiled bin/digitize needs (used by the Dockerfile)
set -euo pipefail
cd "$(dirname "$0")/.."

when=build
if [[ ${1:-} == --runtime ]]; then when=run; fi

say() { printf 'setup: %s\n' "$*" >&2; }

# packages MANAGER WHEN: the names in packages.txt.
packages() { awk -v m="$1" -v w="$2" '$1 == m && $2 == w { print $3 }' scripts/packages.txt; }

as_root() {
	if [[ $(id -u) -eq 0 ]]; then
		"$@"
	elif command -v sudo >/dev/null; then
		sudo "$@"
	else
		say "installing packages needs root, and sudo is not here. As root, run: $*"
		return 1
	fi
}

# The compiler can find and link Tesseract and Leptonica.
ready_to_build() {
	command -v gcc >/dev/null && command -v g++ >/dev/null && command -v pkg-config >/dev/null &&
		pkg-config --exists tesseract lept && command -v tesseract >/dev/null
}

# dpkg knows every package of the list. Only asked where there is no quicker way.
installed_by_apt() {
	local p
	for p in "$@"; do
		dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null | grep -qx installed || return 1
	done
}

install_apt() {
	local -a names
	read -r -a names <<<"$(packages apt "$when" | tr '\n' ' ')"
	if [[ $when == run ]] && installed_by_apt "${names[@]}"; then return 0; fi
	say "installing with apt: ${names[*]}"
	local log
	log=$(mktemp)
	# The lists may be missing or too old: refresh them before giving up.
	if ! apt_install "${names[@]}" >"$log" 2>&1; then
		if ! { as_root apt-get update && apt_install "${names[@]}"; } >>"$log" 2>&1; then
			tail -n 20 "$log" >&2
			say "apt could not install them; the whole log is $log"
			return 1
		fi
	fi
	rm -f "$log"
}

apt_install() {
	as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" </dev/null
}

install_brew() {
	local -a names
	read -r -a names <<<"$(packages brew build | tr '\n' ' ')"
	say "installing with Homebrew: ${names[*]}"
	brew install --quiet "${names[@]}" </dev/null
}

by_hand() {
	say "this system has neither apt nor Homebrew. Please install these yourself, then run make again:"
	say "  a C and C++ compiler, pkg-config, Tesseract 5 with its headers, Leptonica with its headers"
	say "  (Debian names: $(packages apt build | tr '\n' ' '))"
	say "  Fedora: gcc gcc-c++ pkgconf-pkg-config tesseract tesseract-devel leptonica-devel"
	say "  Arch:   gcc pkgconf tesseract leptonica"
	say "  Alpine: build-base pkgconf tesseract-ocr tesseract-ocr-dev leptonica-dev"
	return 1
}

install() {
	if command -v apt-get >/dev/null; then
		install_apt
	elif command -v brew >/dev/null; then
		install_brew
	else
		by_hand
	fi
}

check_go() {
	if command -v go >/dev/null; then return 0; fi
	say "Go is not installed. Get version $(awk '$1 == "go" { print $2 }' go.mod) or newer from https://go.dev/dl/, then run make again."
	return 1
}

if [[ $when == run ]]; then
	install
	exit
fi

check_go
if ready_to_build; then exit 0; fi
install
if ! ready_to_build; then
	say "the packages are installed, but pkg-config does not find tesseract and lept, or a compiler is missing."
	exit 5
fi
