# Every target sets itself up: Python 3.11 and this file are all that you need.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check --require-hashes
LOCK := $(BIN)/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options
CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
# Images set this to stay small. Here, every process that the tests start would compile each module again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: run run-sentinel run-cluster test fast coverage each-file any-order check lint types format fuzz hostile faults soak clients contract pictures screenshots settings monitoring vendor operator move-data postman mutations newman bench win-table reference-deals manifests audit sbom image lock clean help

run: .venv/.run ## serve the API on DESTINY_PORT (8000), with an embedded store unless DESTINY_REDIS_URL is set; RELOAD=1 follows changed files
	@exec $(BIN)/python -m service.make_run $(if $(filter-out 0,$(RELOAD)),--reload)

run-sentinel: .venv/.run ## serve the API on DESTINY_PORT and the port after it, with three Sentinels, a primary and two replicas
	@exec $(BIN)/python -m tools.sentinel

run-cluster: .venv/.run ## serve the API on DESTINY_PORT and the port after it, with a cluster of three primaries and three replicas
	@exec $(BIN)/python -m tools.cluster

# One or two files finish before more processes have started, so ARGS runs in a single process.
test: .venv/.dev ## run the tests on all cores, without the campaigns; ARGS="tests/api -k odds" passes arguments to pytest
	@$(BIN)/python -m pytest $(or $(ARGS),-q -n auto -m "not campaign")

fast: .venv/.dev ## run the quick tests of rules, contract and architecture, with fewer examples per property
	@$(BIN)/python -m pytest -q -n $(CORES) -m "not slow" --hypothesis-profile=fast \
		tests/contract tests/architecture tests/unit $(ARGS)

coverage: .venv/.dev ## run all tests, campaigns too, with all examples and branch coverage; fails below the floor
	@$(BIN)/python -m pytest -q -n auto --hypothesis-profile=full --cov --cov-report=term $(ARGS)

each-file: .venv/.dev ## run each test file by itself; ARGS="tests/api" selects a folder
	@$(BIN)/python -m tests.each_file $(ARGS)

any-order: .venv/.dev ## run all tests in a random order; ARGS="--random-order-seed=1010" repeats an order
	@$(BIN)/python -m pytest -q -n auto --random-order $(ARGS)

check: lint types manifests audit newman clients fuzz coverage ## run everything that CI checks

lint: .venv/.dev ## check style and layering
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports --no-logo

types: .venv/.dev ## check types strictly
	@$(BIN)/mypy

format: .venv/.dev ## format the code and fix what can be fixed
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .

fuzz: .venv/.dev ## fuzz a running service with a bounded schemathesis run
	@$(BIN)/python -m tests.fuzz

hostile: .venv/.dev ## send hostile requests to a running service, broken HTTP and floods included; N=1000000 SEED=1 choose the run, WRITE=1 writes its figures
	@$(BIN)/python -m tests.hostile $(or $(N),100000) $(SEED) $(if $(filter-out 0,$(WRITE)),--write)

faults: .venv/.dev ## break stores and services under traffic and check every promise: MINUTES=10 or ROUNDS=3 SEED=1 FAULTS="hang flushed" STORES=replicated WRITE=1
	@$(BIN)/python -m tests.faults $(if $(MINUTES),--minutes $(MINUTES)) $(if $(ROUNDS),--rounds $(ROUNDS)) \
		$(if $(SEED),--seed $(SEED)) $(if $(FAULTS),--faults $(FAULTS)) $(if $(STORES),--stores $(STORES)) \
		$(if $(filter-out 0,$(WRITE)),--write) $(if $(FROM),--from $(FROM))

soak: .venv/.dev ## keep a service under steady load and watch what grows: MINUTES=60 SEED=1 WRITE=1
	@$(BIN)/python -m tests.soak $(if $(MINUTES),--minutes $(MINUTES)) $(if $(SEED),--seed $(SEED)) \
		$(if $(filter-out 0,$(WRITE)),--write)

clients: .venv/.dev .venv-clients/.done ## generate clients from the contract and test them; TypeScript needs Node
	@$(BIN)/python -m tests.clients

contract: .venv/.dev ## rebuild openapi.yaml from its parts in service/, with examples from the service
	@$(BIN)/python -m tools.contract

pictures: .venv/.dev ## redraw the pictures of docs/ from the current code
	@$(BIN)/python -m tools.pictures

screenshots: .venv/.dev ## take the pictures of the console in docs/ again; needs a browser
	@TEST_BROWSER_REQUIRED=1 TEST_SCREENSHOTS=$(CURDIR)/docs/pictures $(BIN)/python -m pytest -q tests/browser/console/test_pictures.py

settings: .venv/.run ## rebuild config/example.env from service/settings.py
	@$(BIN)/python -m tools.settings

monitoring: .venv/.dev ## rebuild the alerts and the dashboard in deploy/monitoring/ from the definitions of the metrics
	@$(BIN)/python -m tools.monitoring

vendor: .venv/.dev ## fetch the vendored scripts of the console again, in the versions of their lists; needs Node
	@$(BIN)/python -m tools.vendor

move-data: .venv/.run ## copy the data of a store to an empty one, such as a cluster: FROM=redis://... TO=redis+cluster://...
	@$(BIN)/python -m service.move

operator: .venv/.run ## make a token for an operator and print the lines to add to DESTINY_OPERATORS_FILE: NAME=ann ROLE=designer
	@$(BIN)/python -m service.operators.make "$(NAME)" "$(ROLE)"

postman: .venv/.dev ## rebuild the Postman collection from the contract
	@$(BIN)/python -m tools.postman

mutations: .venv/.dev ## change what the contract says, one statement at a time, and list what no check notices: a minute
	@$(BIN)/python -m tools.contract_mutations

newman: .venv/.dev ## run the Postman collection against a running service; needs Node
	@$(BIN)/python -m tests.postman

bench: .venv/.bench ## run the benchmarks and write benchmarks/RESULTS.md
	@$(BIN)/python -m benchmarks

win-table: .venv/.run ## recompute the 3-tuple table's win probabilities by self-play: an hour, resumable
	@$(BIN)/python -m tools.win_table

reference-deals: .venv/.run ## recompute the reference deals of Pyramid Poker with the shipped table: two minutes
	@$(BIN)/python -m tools.reference_deals

manifests: .venv-manifests/.done ## hold the manifests in deploy/kubernetes against the schemas of Kubernetes
	@.venv-manifests/bin/python -m tests.manifests

audit: .venv/.dev .venv-audit/.done ## look up known vulnerabilities of all locked packages; offline it says so, and fails only with AUDIT_REQUIRED=1
	@$(BIN)/python -m tools.audit

sbom: .venv/.run ## write what the image is made of to build/sbom.cdx.json, as CycloneDX
	@$(BIN)/python -m tools.sbom

image: ## build the container image
	docker build --tag desperados-destiny .

lock: .venv/.dev ## update the lock files, with hashes
	@$(LOCK) --output-file requirements.txt requirements.in
	@$(LOCK) --output-file requirements-dev.txt requirements-dev.in
	@cd benchmarks && ../$(LOCK) --output-file requirements.txt requirements.in
	@for folder in tests/clients tests/manifests tools/audit; do \
		(cd $$folder && ../../$(LOCK) --output-file requirements.txt requirements.in) || exit 1; done
	@if command -v npm >/dev/null; then for folder in clients postman; do \
		(cd tests/$$folder && npm install --package-lock-only --loglevel=error) || exit 1; done; fi

clean: ## delete the virtual environment and all caches
	@rm -rf .venv .venv-clients .venv-manifests .venv-audit build tests/clients/node_modules tests/postman/node_modules .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage

help: ## show this help
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Setup messages go to standard error: standard output is for the output of a target.
.venv/.python:
	@command -v $(PYTHON) >/dev/null || \
		{ echo '$(PYTHON) was not found. Python 3.11 or newer is needed; name one with PYTHON=...' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; name one with PYTHON=...")'
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "This Python cannot create virtual environments: its module venv or ensurepip is missing." \
			"On Debian and Ubuntu: apt install python$$($(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv" >&2; \
		exit 1; }
	@echo 'Setting up: creating a virtual environment in .venv' >&2
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/.run: .venv/.python requirements.txt
	@echo 'Setting up: installing the dependencies of the service (requirements.txt)' >&2
	@$(PIP) -r requirements.txt >&2
	@touch $@

.venv/.dev: .venv/.run requirements-dev.txt
	@echo 'Setting up: installing the development dependencies (requirements-dev.txt)' >&2
	@$(PIP) -r requirements-dev.txt >&2
	@touch $@

.venv/.bench: .venv/.dev benchmarks/requirements.txt
	@$(PIP) -r benchmarks/requirements.txt >&2
	@touch $@

.venv-clients/.done: tests/clients/requirements.txt
.venv-manifests/.done: tests/manifests/requirements.txt
.venv-audit/.done: tools/audit/requirements.txt
.venv-clients/.done .venv-manifests/.done .venv-audit/.done: .venv/.python
	@$(PYTHON) -m venv $(@D)
	@$(@D)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(filter %.txt,$^)
	@touch $@
