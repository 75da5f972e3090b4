# `make` builds build/opsmith from a bare checkout; `make help` lists the rest.
.DEFAULT_GOAL := build
.PHONY: help build all test demo sanitize lint format fuzz bench clean
JOBS ?= $(shell nproc)
# Seconds that `make fuzz` spends on each fuzzer.
SECONDS ?= 60

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile

build: ## the command, build/opsmith
	@scripts/build build opsmith

all: ## the command, the unit tests and compile_commands.json
	@scripts/build build

test: all ## every test; the last line says how many passed and failed
	@scripts/test build

demo: build ## inspect, simplify and compare a text detection network
	@scripts/demo

sanitize: ## unit and golden tests under the address and undefined behaviour sanitizers
	@scripts/build build/sanitize
	@scripts/test build/sanitize --only unit,golden

lint: all ## formatting and clang-tidy
	@scripts/lint

format: ## formats the sources in place
	@scripts/lint --fix

fuzz: ## runs each fuzzer for SECONDS (default 60)
	@scripts/fuzz $(SECONDS)

bench: build ## races against the peers on MODELS (names in CORPUS, or paths)
	@scripts/bench

clean: ## removes what was compiled, keeps what was fetched
	@rm -rf build/sanitize build/fuzz build/CMakeFiles build/CMakeCache.txt build/build.ninja build/.ninja_* build/lib*.a build/opsmith*
