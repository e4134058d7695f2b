# digitize: handwritten chess scoresheets to verified games.
# Run `make help` for the list of targets.

SHELL := /bin/bash
GO ?= go
DATA ?= ../shared
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

# Homebrew keeps its headers and libraries where the C compiler does not look.
ifeq ($(shell uname -s),Darwin)
BREW := $(shell brew --prefix 2>/dev/null)
export CGO_CPPFLAGS := -I$(BREW)/include
export CGO_LDFLAGS := -L$(BREW)/lib
endif

.DEFAULT_GOAL := help
.PHONY: help setup build test lint eval demo train samples clean

help: ## Show this list
	@awk -F':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: ## Install what is missing on this machine (instant when nothing is)
	@scripts/setup.sh

build: setup ## Build bin/digitize
	$(GO) build -o bin/digitize ./cmd/digitize

test: setup ## Run every test
	$(GO) test -timeout 30m ./...

lint: setup ## Check formatting, go vet, staticcheck, layers, scripts and Python syntax
	@GO="$(GO)" STATICCHECK="$(STATICCHECK)" scripts/lint.sh

eval: build ## Measure on labelled data: make eval DATA=../shared
	bin/digitize eval "$(DATA)" --out eval-out $(EVALFLAGS)

demo: build ## Read a sample photo and show the score beside the true one
	@scripts/demo.sh samples/planilla-1.jpg

train: setup ## Train the recogniser (hours; needs Python with PyTorch): make train DATA=../shared
	DIGITIZE_SHARED="$(abspath $(DATA))" train/run.sh

samples: ## Draw the sample planillas again
	$(GO) run ./samples/gen

clean: ## Remove what was built
	rm -rf bin dist eval-out
