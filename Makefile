# Every target does its own set-up: nothing is needed but Python 3.11 or newer, make, and a network for pip.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WORKERS ?= auto

.PHONY: demo test test-in-server lint bench fuzz clean

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $(READY)

demo: $(READY)
	$(BIN)/referee demo

test: $(READY)
	$(BIN)/python -m pytest -q -p no:benchmark -n $(WORKERS) -m "not bench and not fuzz"

# The tests of services, commands and games by mail that keep their databases in files do so in a PostgreSQL server
# here, which is started for it.
test-in-server: $(READY)
	REFEREE_TEST_DATABASE=postgresql $(BIN)/python -m pytest -q -p no:benchmark -n $(WORKERS) \
		-m "not bench and not fuzz" tests/service tests/cli \
		tests/mail/test_mail_sources_killed.py tests/mail/test_mail_whole_games.py

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/python -m pytest -q -m bench --benchmark-disable-gc

fuzz: $(READY)
	$(BIN)/python -m pytest -q -p no:benchmark -n $(WORKERS) -m fuzz

clean:
	rm -rf $(VENV) demo
