# Two commands do all the set-up: `make race` and `make test`. Neither needs root; with root, isolation is better.
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

.PHONY: help build race test check bench proof proof-real schemas clean

help:  ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(UV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Fairlap needs Python 3.11 or newer; name one: make PYTHON=/path/to/python3"; exit 2; }
	@command -v cargo >/dev/null || { echo "Fairlap needs Rust (cargo) to build its load generator: https://rustup.rs"; exit 2; }
	@$(PYTHON) -m venv .build/uv || { echo "Fairlap needs Python's venv: apt-get install python3-venv"; exit 2; }
	.build/uv/bin/python -m pip install --quiet uv==$(UV_VERSION)

build: $(UV)  ## build .venv/bin/fairlap and .venv/bin/fairload
	$(UV) sync --frozen --quiet --python $(PYTHON)

race: build  ## race every contestant that can run here, print the table, write results/race.html
	mkdir -p results
	.venv/bin/fairlap run quick --json $(RUN).json --markdown $(RUN).md --html $(RUN).html

test: build  ## run all tests: Rust, then Python (those that only calculate on all CPUs)
	cargo test --locked --release --quiet --package fairload
	.venv/bin/python -m pytest -m "not calculates"
	.venv/bin/python -m pytest -m calculates --numprocesses auto --dist loadgroup

check: build  ## format, lint, types, schemas, lock files
	cargo fmt --check
	cargo clippy --locked --release --all-targets --quiet -- -D warnings
	.venv/bin/ruff format --check python tests tools
	.venv/bin/ruff check python tests tools
	.venv/bin/mypy
	$(UV) lock --check --quiet
	.venv/bin/python tools/check_budgets.py
	.venv/bin/python -m pytest -q tests/test_schemas.py

bench: build  ## what a request costs the generator: fairload against wrk, alternating, in one run
	.venv/bin/python tools/bench_generators.py

proof: build  ## simulate the method and its peers, draw the pictures, write the tables of docs/method.md (minutes)
	.venv/bin/python -m tools.proof simulate
	.venv/bin/python -m tools.proof changes
	.venv/bin/python -m tools.proof figures
	.venv/bin/python -m tools.proof page

proof-real: build  ## race equals and truly slower ones for real (hours, says how many; goes on where it was left)
	test -f docs/proof/real-truth.json || .venv/bin/python -m tools.proof truth
	.venv/bin/python -m tools.proof seeds
	.venv/bin/python -m tools.proof real
	.venv/bin/python -m tools.proof page

schemas: build  ## write schemas/*.json anew
	FAIRLOAD_UPDATE_SCHEMAS=1 cargo test --locked --release --quiet --package fairload schema
	FAIRLAP_UPDATE_SCHEMAS=1 .venv/bin/python -m pytest -q tests/test_schemas.py

clean:  ## remove everything that was built; results stay
	rm -rf .venv .build target
