# `make race` and `make test` do all the set-up. Neither needs root; with root, isolation is better.
SHELL       := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
export UV_PYTHON_DOWNLOADS := never
export UV_PROJECT_ENVIRONMENT := .venv
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTHONDONTWRITEBYTECODE :=

PYTHON     ?= python3
UV_VERSION := 0.13.8
UV         := .build/uv/bin/uv
RUN        := results/race

FUZZ_SECONDS := 300
BY_FILE      := --dist loadscope --no-loadscope-reorder
# Tests that only calculate need a CPU each; the others mostly wait for programs that start or end.
CALCULATING  := --numprocesses logical $(BY_FILE)
IN_PARALLEL  := --numprocesses auto $(BY_FILE)

.PHONY: help build race test test-unit test-rust test-bare test-deps contestants faults check accuracy bench fuzz proof proof-real proof-warm scaling schemas clean

help:  ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(UV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Fairlap needs Python 3.11 or newer; choose one with make PYTHON=/path/to/python3"; exit 2; }
	@command -v cargo >/dev/null || { echo "Fairlap needs Rust (cargo) to build its load generator: https://rustup.rs"; exit 2; }
	@$(PYTHON) -m venv .build/uv || { echo "Fairlap needs Python's venv: apt-get install python3-venv"; exit 2; }
	.build/uv/bin/python -m pip install --quiet uv==$(UV_VERSION)

build: $(UV)  ## build .venv/bin/fairlap and .venv/bin/fairload
	$(UV) sync --frozen --quiet --python $(PYTHON)

race: build  ## race every contestant that can run here, print the table, write results/race.html
	mkdir -p results
	.venv/bin/fairlap run quick --json $(RUN).json --markdown $(RUN).md --html $(RUN).html

test: build  ## run all tests (tests/race alone, the others in parallel)
	status=0; \
	$(MAKE) --no-print-directory --keep-going --jobs 2 test-rust test-unit || status=$$?; \
	.venv/bin/python -m pytest tests/race || status=$$?; \
	.venv/bin/python -m pytest tests/real $(IN_PARALLEL) || status=$$?; \
	exit $$status

# The Rust tests mostly wait, those of accuracy before all others (SCHED_FIFO). Meanwhile these get what is left (SCHED_IDLE).
test-unit: build
	chrt --idle 0 .venv/bin/python -m pytest tests/unit $(CALCULATING)

test-rust: build
	status=0; \
	cargo tests --test accuracy > target/rust.log 2>&1 || status=$$?; \
	cargo tests --lib --bins --test it -- --test-threads 12 >> target/rust.log 2>&1 || status=$$?; \
	cat target/rust.log; \
	exit $$status

test-bare: build  ## run the tests of optional components as on a machine without any
	status=0; \
	.venv/bin/python -m pytest --hide-extras tests/race || status=$$?; \
	.venv/bin/python -m pytest --hide-extras tests/real tests/unit $(IN_PARALLEL) || status=$$?; \
	exit $$status

test-deps:  ## install what the tests can use beyond the five languages (Debian, as root)
	bash tools/test_deps.sh

contestants: build  ## check every contestant in all its scenarios, write docs/contestants.md (minutes)
	.venv/bin/python -m tools.contestants

faults: build  ## run the tests of docs/faults.md, and print its table with their results (minutes)
	.venv/bin/python -m tools.faults

check: build  ## format, lint, types, schemas, lock files
	cargo fmt --check
	cargo clippy --locked --release --all-targets --quiet -- -D warnings
	.venv/bin/ruff format --check python tests tools
	.venv/bin/ruff check python tests tools
	.venv/bin/mypy
	$(UV) lock --check --quiet
	.venv/bin/python tools/check_budgets.py
	.venv/bin/python -m pytest -q tests/unit/test_schemas.py

bench: build  ## measure cost and accuracy of load generators, write docs/accuracy.md (25 minutes; continues where it stopped)
	.venv/bin/python -m tools.bench

# A virtual CPU that sleeps may wake up a millisecond late. In make test, test-unit keeps them awake; here, these do.
accuracy:  ## check fairload's numbers against the stamps of the server and the kernel, within 1 % or 20 us of a plain client
	for cpu in $$(seq $$(nproc)); do chrt --idle 0 sh -c 'while :; do :; done' & done; \
	trap 'kill $$(jobs -p)' EXIT; \
	cargo test --locked --release --package fairload-bin --test accuracy -- --nocapture

fuzz:  ## fuzz what fairload does with servers' bytes, each protocol for FUZZ_SECONDS (needs cargo-fuzz)
	@command -v cargo-fuzz > /dev/null || { echo "needs cargo-fuzz: cargo install --locked cargo-fuzz"; exit 2; }
	for protocol in answers http2 websocket; do \
		mkdir -p target/fuzz-corpus/$$protocol; \
		(cd crates/fairload && RUSTC_BOOTSTRAP=1 cargo fuzz run $$protocol ../../target/fuzz-corpus/$$protocol fuzz/corpus/$$protocol -- \
			-max_total_time=$(FUZZ_SECONDS) -max_len=4096 -timeout=10 -rss_limit_mb=2048); \
	done

proof: build  ## simulate the method and other benchmarks' procedures, draw the pictures, write the tables of docs/method.md (minutes)
	.venv/bin/python -m tools.proof simulate
	.venv/bin/python -m tools.proof latencies
	.venv/bin/python -m tools.proof changes
	.venv/bin/python -m tools.proof figures
	.venv/bin/python -m tools.proof page

proof-real: build  ## race equal and truly slower contestants for real (hours, prints how many; continues where it stopped)
	test -f docs/proof/real-truth.json || .venv/bin/python -m tools.proof truth
	.venv/bin/python -m tools.proof seeds
	.venv/bin/python -m tools.proof boards
	.venv/bin/python -m tools.proof times
	.venv/bin/python -m tools.proof real
	.venv/bin/python -m tools.proof page

proof-warm: build  ## race each contestant against a warmer copy of itself (a minute per start; continues where it stopped)
	.venv/bin/python -m tools.proof warm
	.venv/bin/python -m tools.proof page

scaling: build  ## simulate big races on clusters with measured costs, write the tables of docs/scaling.md
	.venv/bin/python -m tools.scaling page

schemas: build  ## regenerate schemas/*.json
	FAIRLAP_UPDATE_SCHEMAS=1 .venv/bin/python -m pytest -q tests/unit/test_schemas.py

clean:  ## remove everything that was built; keep results
	rm -rf .venv .build target
