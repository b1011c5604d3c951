# Targets name intentions; each stays one line that can be run by hand.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Hashes, but no address of any registry: the lock must work wherever packages come from.
COMPILE = $(VENV)/lock/bin/pip-compile --quiet --generate-hashes --strip-extras --no-header \
	--no-annotate --no-emit-index-url --no-emit-trusted-host --no-emit-find-links

.DEFAULT_GOAL := build
.PHONY: help build serve preview test check format report bench bench-api lighthouse lock clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

build: $(VENV)/press ## Check the content and publish every date under build/
	@$(BIN)/wanrishu build

serve: build ## Build what has changed, then serve site and API together
	@$(BIN)/wanrishu serve

preview: $(VENV)/press ## Show pages as they would be built, again after each save
	@$(BIN)/wanrishu preview

test: $(VENV)/dev $(VENV)/mcp1/ready $(VENV)/mcp2/ready $(VENV)/web/ready ## Set up and run all tests
	@$(BIN)/pytest -n auto --dist loadscope

check: $(VENV)/dev ## Content, types, lint and format, as CI runs them
	@$(BIN)/wanrishu check && $(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

format: $(VENV)/dev ## Format the code
	@$(BIN)/ruff check --fix-only . && $(BIN)/ruff format .

report: $(VENV)/press ## Measure the readings of all dates: build/report/index.html
	@$(BIN)/wanrishu report

bench: $(VENV)/dev ## Measure the build against writing the same bytes
	@$(BIN)/python tests/bench_build.py

bench-api: build $(VENV)/dev ## Measure the door against a bare Flask route
	@$(BIN)/python tests/bench_api.py

lighthouse: build $(VENV)/dev $(VENV)/web/ready ## Score the live release's pages with Lighthouse
	@$(BIN)/python -m tests.web.lighthouse

lock: ## Renew the lock files from pyproject.toml and tests/web/package.json
	@$(PYTHON) -m venv $(VENV)/lock && $(VENV)/lock/bin/pip install --quiet pip-tools
	@$(COMPILE) --extra api -o api.lock pyproject.toml
	@$(COMPILE) --extra api --extra generator -o press.lock pyproject.toml
	@$(COMPILE) --all-extras -o dev.lock pyproject.toml
	@$(COMPILE) -o tests/clients/mcp1.lock tests/clients/mcp1.in
	@$(COMPILE) -o tests/clients/mcp2.lock tests/clients/mcp2.in
	@$(PYTHON) tests/web/lock.py

clean: ## Remove the environment and everything built
	@rm -rf $(VENV) build

$(VENV)/press: press.lock pyproject.toml | $(VENV)/bin/python
	@echo "Installing the press and the door ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r press.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

$(VENV)/dev: dev.lock $(VENV)/press
	@echo "Installing the development tools ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r dev.lock
	@touch $@

# The MCP clients of both generations do not share an environment.
$(VENV)/mcp%/ready: tests/clients/mcp%.lock
	@echo "Installing the MCP client, generation $* ..."
	@$(PYTHON) -m venv $(VENV)/mcp$*
	@$(VENV)/mcp$*/bin/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

# Without npm this only says so: the tests that need it then fail with the cure.
$(VENV)/web/ready: tests/web/package.json tests/web/package-lock.json tests/web/.npmrc
	@echo "Installing the web checkers ..."
	@mkdir -p $(@D) && cp $^ $(@D)
	@if command -v npm >/dev/null; then cd $(@D) && npm ci --loglevel=error >/dev/null && touch ready; else echo "npm is missing: install npm"; fi

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; name it: make PYTHON=python3.12")'
	@$(PYTHON) -m venv $(VENV)
