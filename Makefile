# Targets name intentions; each stays one line that can be run by hand.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# For every Python and system at once. Hashes, but no address of any registry: the lock must work
# wherever packages come from.
COMPILE = $(VENV)/lock/bin/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate

.DEFAULT_GOAL := build
.PHONY: help build serve preview test check format report bench bench-api lighthouse pictures lock clean

help: ## 列出可以 make 的東西
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

build: $(VENV)/press ## 檢查內容，把改過的頁出版到 build/
	@$(BIN)/wanrishu build

serve: build ## 出版，再開網站與 API：http://127.0.0.1:8000/
	@$(BIN)/wanrishu-api

preview: $(VENV)/press ## 邊寫邊看：存檔就換新，什麼都不出版
	@$(BIN)/wanrishu preview

test: $(VENV)/dev $(VENV)/mcp1/ready $(VENV)/mcp2/ready $(VENV)/web/ready ## 裝好測試要用的東西，跑全部測試
	@$(BIN)/pytest -n auto --dist loadscope --no-loadscope-reorder

check: $(VENV)/dev ## 檢查內容、範本與程式，和 CI 一樣
	@$(BIN)/wanrishu check && $(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

format: $(VENV)/dev ## 整理程式的格式
	@$(BIN)/ruff check --fix-only . && $(BIN)/ruff format .

report: $(VENV)/press ## 讀過每一天的正文，寫成 build/report/index.html
	@$(BIN)/wanrishu report

# Measure the build against writing the same bytes.
bench: $(VENV)/dev
	@$(BIN)/python tests/bench_build.py

# Measure the door against a bare Flask route.
bench-api: build $(VENV)/dev
	@$(BIN)/python tests/bench_api.py

# Score the live release's pages with Lighthouse.
lighthouse: build $(VENV)/dev $(VENV)/web/ready
	@$(BIN)/python -m tests.web.lighthouse

# Draw the live release's pages into build/pictures/.
pictures: build $(VENV)/dev
	@$(BIN)/python -m tests.web.pictures

# Renew the lock files from pyproject.toml and tests/web/package.json.
lock:
	@$(PYTHON) -m venv $(VENV)/lock && $(VENV)/lock/bin/pip install --quiet uv
	@$(COMPILE) --extra api -o api.lock pyproject.toml
	@$(COMPILE) --extra api --extra generator -o press.lock pyproject.toml
	@$(COMPILE) --all-extras -o dev.lock pyproject.toml
	@$(COMPILE) -o tests/clients/mcp1.lock tests/clients/mcp1.in
	@$(COMPILE) -o tests/clients/mcp2.lock tests/clients/mcp2.in
	@$(PYTHON) tests/web/lock.py

clean: ## 刪掉裝好的東西與 build/，重新來過
	@rm -rf $(VENV) build

$(VENV)/press: press.lock pyproject.toml | $(VENV)/bin/python
	@echo "第一次要裝東西，等一兩分鐘……"
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r press.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

$(VENV)/dev: dev.lock $(VENV)/press
	@echo "安裝檢查程式的工具……"
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
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "要 Python 3.11 以上；裝好以後寫明是哪一個，例如 make PYTHON=python3.12")'
	@$(PYTHON) -m venv $(VENV)
