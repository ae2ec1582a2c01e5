# make build: the decks as PDF.  make test: everything that proves them.  Both set up what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: build test bench golden clean

build: $(VENV)/.run
	$(BIN)/cardwright build

test: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest --numprocesses auto --dist worksteal

golden: $(VENV)/.dev
	$(BIN)/pytest --update-golden

bench: $(VENV)/.bench
	$(BIN)/python tests/benchmarks/run.py

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "cardwright needs Python 3.11 or newer; this is $$($(PYTHON) --version). Try: make PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.run: $(VENV)/.python pyproject.toml constraints.txt
	$(PIP) install --constraint constraints.txt --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.python pyproject.toml constraints.txt
	$(PIP) install --constraint constraints.txt --editable '.[dev]'
	touch $@ $(VENV)/.run

$(VENV)/.bench: $(VENV)/.dev
	$(PIP) install --constraint constraints.txt --editable '.[bench]'
	touch $@

clean:
	rm -rf $(VENV) output dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
