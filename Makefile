# `make play` and `make test` are all you need; both set everything up by themselves, in this
# folder alone: Node too comes from PyPI.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
SERVER := $(VENV)/server
TOOLS := $(VENV)/tools
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm --prefix web
MODULES := web/node_modules/.package-lock.json
MESSAGES := web/src/wire/messages.ts
PAGE := src/rowlock/server/static/index.html
PAGE_SOURCES := $(shell find web -path web/node_modules -prune -o -path web/tests -prune -o -type f ! -name '*.py' ! -path $(MESSAGES) -print)
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable

.PHONY: play terminal serve page test lint types kernels page-check bench bench-fast bench-bots bench-server bench-memory bench-page docs facts solved bots train pictures clean fuzz chaos twins-long mutants coverage others wheel-check

# The table in your browser. `make play ARGS="--host 0.0.0.0"` lets the whole home play.
play: $(PAGE)
	@$(BIN)/rowlock serve --open $(ARGS)

terminal: $(READY)
	@$(BIN)/rowlock play $(ARGS)

# The table for people far apart; `make serve ARGS="--port 9000"` gives other options.
serve: $(PAGE)
	@$(BIN)/rowlock serve $(ARGS)

page: $(PAGE)

test: $(TOOLS)
	@$(MAKE) --no-print-directory -j2 --output-sync lint types page-check kernels
	@$(MAKE) --no-print-directory coverage others wheel-check

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Rowlock needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)")'
	$(PYTHON) -m venv --clear $(VENV)
	$(INSTALL) .
	touch $@

$(SERVER): $(READY)
	$(INSTALL) '.[server,page]'
	touch $@

$(TOOLS): $(READY)
	$(INSTALL) '.[dev]'
	touch $(SERVER) $@

# What the page is built with says something only if it fails.
quietly = mkdir -p build && { $(1); } >build/page.log 2>&1 || { cat build/page.log; exit 1; }

$(MODULES): web/package-lock.json | $(SERVER)
	@echo "Fetching what the page is built with ..."
	@$(call quietly,$(NPM) ci)
	@touch $@

# The types of what the page says and hears, from those of the server.
$(MESSAGES): web/schema.py web/types.mjs $(wildcard src/rowlock/server/*.py src/rowlock/players/*.py) $(MODULES) | $(SERVER)
	@mkdir -p build $(@D)
	@$(BIN)/python web/schema.py >build/messages.json
	@$(BIN)/node web/types.mjs <build/messages.json >build/messages.ts
	@mv build/messages.ts $@

$(PAGE): $(PAGE_SOURCES) $(MESSAGES) $(MODULES)
	@echo "Building the page ..."
	@$(call quietly,$(NPM) run build)

lint: $(TOOLS)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports

types: $(TOOLS)
	$(BIN)/mypy

# Compiled beside the checks that need one core, so that no test has to wait for it.
kernels: $(TOOLS)
	$(BIN)/rowlock arena oracle keen --games 2 >/dev/null

# Types, tests and style of the page.
page-check: $(TOOLS) $(MODULES) $(MESSAGES)
	$(NPM) run --silent check
	$(NPM) run --silent test
	$(NPM) run --silent lint

# The rules, the dice and the table must be covered to the last branch, and by the tests that try
# them one by one. To watch every line makes a test four times as slow, so those that play
# thousands of games run by themselves: see `others`.
RULES := errors colours drawables sheet dice section rules mechanics/__init__ mechanics/lucky mechanics/chain mechanics/pairs mechanics/staircase mechanics/linked pen score flat variant moves events game fair printed announcing \
  record/__init__ record/reading record/writing \
  server/table server/progress server/events server/story server/stage server/encoding server/seating server/mixing server/promises server/checks server/requests server/entries server/setup server/automation server/previews server/view
comma := ,
empty :=
space := $(empty) $(empty)
RULES_FILES := $(subst $(space),$(comma),$(RULES:%=src/rowlock/%.py))
RULES_TESTS := $(addprefix tests/,endings fair games notation rulebook server variants)

# One process more than there are cores: tests with servers and browsers wait more than they work.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

coverage: $(TOOLS) $(PAGE)
	rm -f .coverage .coverage.*
	$(BIN)/coverage run -m pytest -n $(WORKERS) $(RULES_TESTS)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --skip-covered --fail-under=100 --include=$(RULES_FILES)

# All other tests.
others: $(TOOLS) $(PAGE)
	$(BIN)/python -m pytest -n $(WORKERS) $(RULES_TESTS:%=--ignore=%)

# Does the wheel, made from the source archive and installed alone, play, know its rule pages,
# and hold the page that a server shows?
wheel-check: $(TOOLS) $(PAGE)
	rm -rf build/wheel
	$(BIN)/python -m build --outdir build/wheel
	$(PYTHON) -m venv --clear build/wheel/venv
	build/wheel/venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps build/wheel/*.whl
	cd build/wheel && venv/bin/rowlock rules $$(venv/bin/python -c 'from rowlock import shipped_variants as s; print(s()[-1])') --language de >/dev/null
	cd build/wheel && venv/bin/rowlock play --seats keen,random --seed 1 >/dev/null
	PYTHONPATH="$$(build/wheel/venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" $(BIN)/python -P tests/wheel.py
	cd build/wheel && venv/bin/rowlock serve 2>&1 | grep -q "pip install 'rowlock\[server\]'"
	@echo "The wheel works on its own."

bench: $(TOOLS)
	$(BIN)/python -m benchmarks.rules

# Four minutes on a quiet machine: the fast engine beside the readable one. `make bench-fast
# ARGS=--quick` tries it out.
bench-fast: $(TOOLS)
	$(BIN)/python -m benchmarks.fast $(ARGS)

# How long oracle thinks, two minutes on a quiet machine. `make bench-bots ARGS=--paste` writes it
# into docs/bots.md too.
bench-bots: $(TOOLS)
	$(BIN)/python -m benchmarks.bots $(ARGS)

# Three minutes on a quiet machine: 2,000 sockets on one server.
bench-server: $(TOOLS)
	$(BIN)/python -m benchmarks.server

# Does a server keep what it should forget? Ten minutes: 20,000 short games on one server.
bench-memory: $(TOOLS)
	$(BIN)/python -m benchmarks.memory $(ARGS)

# How heavy and how quick the page is, and what Lighthouse says of it.
bench-page: $(TOOLS) $(PAGE)
	$(BIN)/python -m benchmarks.page

# Writes what docs repeat from the code: facts, layouts, help, the picture of a game.
docs: $(TOOLS)
	$(BIN)/python -m reports.paste

# Plays a million keen games of every kind and writes docs/facts.md with its plots. `make facts
# ARGS="--games 20000"` takes seconds.
facts: $(TOOLS)
	$(BIN)/python -m reports.facts $(ARGS)

# Solves whatever can be solved and writes docs/solved.md with its plots: most of an hour on two
# cores, and nine gigabytes in your cache. `make solved ARGS="classic --seats 1"` takes a minute,
# `make solved ARGS=--kept` takes only what is solved already.
solved: $(TOOLS)
	$(BIN)/python -m reports.solved $(ARGS)

# Lets the bots meet and writes docs/bots.md with its plot: twenty minutes on two cores. `make bots
# ARGS="--quick --to build"` tries it out.
bots: $(TOOLS)
	$(BIN)/python -m reports.strength $(ARGS)

# Learns the weights of a variant, an hour by default: `make train VARIANT=mine.toml`;
# `ARGS="--minutes 5"` gives other options. training/README.md tells the rest.
train: $(TOOLS)
	@$(BIN)/python -m training $(or $(VARIANT),$(error name a variant: make train VARIANT=mine.toml)) $(ARGS)

# Takes the pictures of the page that the docs show.
pictures: $(TOOLS) $(PAGE)
	$(BIN)/python -m reports.photos

# The long run of what the suite does in small.
fuzz: $(TOOLS)
	ROWLOCK_FUZZ=100000 $(BIN)/python -m pytest tests/fuzz tests/server/test_socket_fuzz.py -n auto -q

# Kills servers in the middle of games, a hundred times each, and looks for what was lost.
chaos: $(TOOLS)
	$(BIN)/python -m tests.server.chaos --store sqlite --kills 100
	$(BIN)/python -m tests.server.chaos --store postgres --kills 100

# Both engines on twenty million positions, on all cores: a quarter of an hour.
twins-long: $(TOOLS)
	$(BIN)/python -m tests.twins.long --positions 20000000

# Would the tests notice? Changes the rules rooms in a thousand ways and runs the tests on each.
mutants: $(TOOLS)
	$(BIN)/mutmut run
	$(BIN)/mutmut results

clean:
	rm -rf web/node_modules $(MESSAGES) $(dir $(PAGE))
	rm -rf $(VENV) build dist mutants .coverage .coverage.* htmlcov .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
