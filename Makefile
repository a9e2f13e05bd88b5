# The house's verbs. Each makes what it needs first; `make demo` and `make test` are where to begin.
# HOUSE_PYTHON names a Python, HOUSE_STATE the folder for data and secrets (default: var).
.DEFAULT_GOAL := help
.NOTPARALLEL:
unexport PYTHONPATH PYTHONHOME

PYTHON = .venv/bin/python
PYTEST = $(PYTHON) -m pytest --numprocesses auto --maxprocesses 8 --dist loadgroup
ROUNDS = 20
# A version switcher's stand-in for python3 may be first on PATH and fail: take the first that runs.
BOOTSTRAP = @for python in "$$HOUSE_PYTHON" python3 python3.15 python3.14 python3.13 python3.12 python3.11 /usr/bin/python3; do \
	"$$python" -c '' 2>/dev/null && exec "$$python" deploy/bootstrap.py $(1); done; \
	echo "Hazard House needs Python 3.11 or newer; found none that runs" >&2; exit 1

.PHONY: help demo up down status backup restore test test-all check bench soak lock runtime development

help:
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile

demo: runtime ## a whole night through the real services, reconciled, exported, verified
	@$(PYTHON) -m deploy.local demo

up: runtime ## the whole service with demo data; Ctrl-C closes it
	@$(PYTHON) -m deploy.local up

down: ## close a service that `make up` opened elsewhere
	@$(PYTHON) -m deploy.local stop

status: ## what runs, how often it was restarted, what memory it takes
	@$(PYTHON) -m deploy.local status

backup: runtime ## of the running house: the database to TO=, the keys to KEYS= (deploy/backup/README.md)
	@$(PYTHON) -m deploy.backup base "$(TO)"
	@$(PYTHON) -m deploy.backup keys "$(KEYS)"

restore: runtime ## FROM= a backup with KEYS= into the new state folder TO=, [UNTIL= an instant], and check it
	@$(PYTHON) -m deploy.backup restore "$(FROM)" --keys "$(KEYS)" --to "$(TO)" $(if $(UNTIL),--until "$(UNTIL)")

test: development ## the fast tests
	@$(PYTEST) -m "not slow"

test-all: development ## every test: browser, faults and long properties too
	@$(PYTEST)

check: development ## lint, format, types, import contracts, migrations, Django's own checks
	@$(PYTHON) -m deploy.checks

bench: development ## timings, each a ratio within one run
	@$(PYTHON) -m tests.bench

soak: development ## the fault tests over and over (ROUNDS=20), each round in another order
	@for round in $$(seq $(ROUNDS)); do $(PYTEST) tests/faults || exit 1; done

lock: development ## resolve both lists anew (add UPGRADE=--upgrade for newer versions)
	@$(LOCK) --extra dev pyproject.toml -o requirements-dev.lock
	@$(LOCK) -c requirements-dev.lock pyproject.toml -o requirements.lock

LOCK = .venv/bin/uv pip compile --quiet --universal --fork-strategy fewest --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-header $(UPGRADE)

runtime:
	$(call BOOTSTRAP,runtime)

development:
	$(call BOOTSTRAP,development)
