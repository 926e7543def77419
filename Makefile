# Every command a person needs. `make help` lists them.
#
# A machine needs Python 3.11 and make. Everything else comes from requirements.lock into .venv,
# which is made at first use and made again when the lock changes.

PYTHON ?= python3.11
PORT   ?= 8000
VENV   := .venv
BIN    := $(VENV)/bin
LOCK   := $(BIN)/uv pip compile --quiet --generate-hashes --universal --python-version 3.11 --no-header \
          --extra platform pyproject.toml
# What the bots' image is built on: a local Debian with Python 3.11 or later, or any image Docker can pull.
BASE   ?=
# What the engine is measured beside; never a dependency.
PEERS  := rlcard==1.2.0 open_spiel==2.0.2 openskill==6.2.0 trueskill==0.4.5
# Hostile bots in containers, one beside another; the slow part is whole tables, and a thousand starts in a row.
ABUSE  := $(patsubst %,tests/sandbox/test_%.py,abuse attempts endings)
N      ?= 20
# What `make bench-compiled` compiles: all that has a part in a turn.
COMPILED := $(patsubst %,arena/phase10/%.py,cards deal deck game log melds playback situation skips solver tally trial) \
            arena/bench/players.py
export PYTHONDONTWRITEBYTECODE ?=

.DEFAULT_GOAL := help
.PHONY: help demo clean-demo test test-abuse chaos lint bot-image bot-image-num lock bench bench-peers bench-compiled bench-replay pictures editor messages

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 24

demo: $(VENV)/made ## start the whole site here; Ctrl-C stops it (PORT=8001 chooses another port)
	@exec $(BIN)/python -m tenfold.demo start --port $(PORT)

clean-demo: $(VENV)/made ## forget the demo's data
	@$(BIN)/python -m tenfold.demo clean

# In two parts: the second measures clocks or starts whole processes, and is not to share the cores.
test: $(VENV)/made ## run the whole suite (TENFOLD_REQUIRE=docker,browser turns their skips into failures)
	$(BIN)/python -m pytest -n 2 -m "not alone"
	$(BIN)/python -m pytest -m alone --durations=10

# What it counts is runs: a test that fails once in twenty is no test, and nothing is tried again.
test-abuse: $(VENV)/made ## run the fast part of the abuse suite 20 times over (N=5 sets another number); needs Docker
	@failed=0; for run in $$(seq $(N)); do \
	    echo "run $$run of $(N)"; TENFOLD_REQUIRE=docker $(BIN)/python -m pytest -q $(ABUSE) || failed=$$((failed + 1)); \
	done; echo "$$failed of $(N) runs failed"; test $$failed = 0

lint: $(VENV)/made ## check style, types, walls between packages, templates, settings, migrations, the lock
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	git ls-files '*.html' | xargs $(BIN)/djade --target-version 5.2 --check
	HTTPS=true ALLOWED_HOSTS=tenfold.invalid $(BIN)/python manage.py check --deploy --fail-level WARNING
	$(BIN)/python -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	$(BIN)/python -m pytest -q tests/ops/test_lock.py tests/test_layout.py

bot-image: $(VENV)/made ## build the image that bots run in (BASE=… chooses what it is built on)
	@$(BIN)/python -m tenfold.demo bot-image $(if $(BASE),--base $(BASE))

bot-image-num: $(VENV)/made ## build the plain image and one with numpy over it (BASE=… as above; fetches a wheel)
	@$(BIN)/python -m tenfold.demo bot-image --tag tenfold/bot-py-num $(if $(BASE),--base $(BASE))

lock: $(VENV)/made ## write both requirements.lock anew from pyproject.toml: of this folder, and of the image
	$(LOCK) --group dev -o requirements.lock
	$(LOCK) --constraint requirements.lock -o platform/requirements.lock

chaos: $(VENV)/made ## kill every part of a site, over and over, while it plays a round (as root; SEED=…, MATCHES=300)
	@$(BIN)/python -m tests.whole.chaos $(if $(SEED),--seed $(SEED)) $(if $(MATCHES),--matches $(MATCHES))

bench: $(VENV)/made ## measure the engine; VS=rlcard,openspiel beside others, after bench-peers
	@$(BIN)/python -m arena.bench engine $(if $(VS),--vs $(VS))

bench-peers: build/bench-peers/made ## install the engines to measure beside, in an environment of their own

build/bench-peers/made: Makefile
	@$(PYTHON) -m venv build/bench-peers
	@build/bench-peers/bin/python -m pip install --quiet --disable-pip-version-check $(PEERS)
	@touch $@

bench-compiled: build/compiled/made ## the same of the engine compiled by mypyc, which takes a C compiler; VS as above
	@cd build/compiled && $(abspath $(BIN))/python -m arena.bench engine $(if $(VS),--vs $(VS)) \
	    --peers-python $(abspath build/bench-peers/bin/python)

# A copy, so that nothing but this ever runs the compiled engine; it has to play the golden games as they were.
build/compiled/made: $(VENV)/made $(wildcard arena/*.py arena/bench/*.py arena/phase10/*.py)
	@rm -rf build/compiled && mkdir -p build/compiled && cp -R arena build/compiled
	@cd build/compiled && $(abspath $(BIN))/python -m mypyc --config-file /dev/null $(COMPILED) \
	    >mypyc.log 2>&1 || { tail mypyc.log; exit 1; }
	@cd build/compiled && $(abspath $(BIN))/python -c 'import sys, pathlib, arena.transcript as t; \
	    [t.verify(t.load(pathlib.Path(name).read_bytes())) for name in sys.argv[1:]]' \
	    $(abspath $(wildcard tests/golden/*.t10))
	@touch $@

bench-replay: $(VENV)/made ## measure the steps of the replay viewer, in Chromium
	@PYTHONPATH=.:platform $(BIN)/python -m tests.browser.bench_replay

editor: ## bundle the code editor anew from editor/package-lock.json; takes Node.js and npm
	@cd editor && npm ci --ignore-scripts --no-audit --no-fund && npm run --silent build

messages: $(VENV)/made ## gather what the site says into its catalogs, and compile them; tells what is not translated
	@PYTHONPATH=.:platform $(BIN)/python -m tests.language update

pictures: $(VENV)/made ## take the README's pictures anew, from the demo that runs on PORT
	$(BIN)/python -m tests.browser.pictures --site http://127.0.0.1:$(PORT)

$(VENV)/made: requirements.lock scripts/make-environment
	@PYTHON=$(PYTHON) scripts/make-environment $(VENV)
