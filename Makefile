.PHONY: help setup run console consoletest example build check test torture bench guard format lint schemas plants mutants sanitize clean

help: ## List the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

setup: ## Install the packages that any target needs
	@Scripts/setup.sh --install all

run: ## Watch a store work on a small chat, step by step, in less than a minute
	@Scripts/setup.sh
	swift run -c release scrollback tour

console: ## See a demonstration store in a browser: prints the address and a token
	@Scripts/setup.sh
	swift build --product scrollback
	python3 Tests/Console/serve.py

consoletest: ## Test the console in Chromium; says so where it cannot
	@Scripts/setup.sh console || echo "The tests that need what is missing are skipped."
	swift build --product scrollback
	SCROLLBACK=.build/debug/scrollback Scripts/console-test.sh

example: ## Build and run the package in Examples, which embeds a store
	@Scripts/setup.sh
	swift run --package-path Examples ActivityExample

build: lint ## Check the layout, build with the tests, check the public face
	@Scripts/setup.sh tests
	swift build --build-tests
	Scripts/symbols.py

check: build ## The same, and run the fast tests; for every edit
	Scripts/test.sh fast

test: ## Run every test
	@Scripts/setup.sh tests
	Scripts/test.sh

torture: ## Run the long forms of the tests, every mutant and both sanitizers; takes hours
	@Scripts/setup.sh tests
	Scripts/torture.sh

bench: ## Measure; QUICK=1 for under two minutes, ARGS="--filter open"
	@Scripts/setup.sh bench
	swift run -c release --package-path Benchmarks scrollback-bench $(ARGS)

guard: ## Check that contestants agree, and that hot paths need no more instructions
	@Scripts/setup.sh bench
	SCROLLBACK_GUARD=1 swift test -c release --disable-testable-imports --package-path Benchmarks
	python3 Scripts/guard.py

format: ## Lay the sources out
	swift format --in-place --recursive Package.swift Sources Tests Benchmarks Examples Plugins

lint: ## Refuse what `make format` would change
	swift format lint --strict --recursive Package.swift Sources Tests Benchmarks Examples Plugins

schemas: ## Check the generated Swift and that no schema broke
	@Scripts/setup.sh tests
	Scripts/check-schemas.sh

plants: ## Check that the tests find planted faults
	@Scripts/setup.sh tests
	python3 Scripts/plants.py

mutants: ## Check that the tests notice changed rules; SAMPLE=60 SEED=1 for some of them
	@Scripts/setup.sh tests
	python3 Scripts/mutants.py $(if $(SAMPLE),--sample $(SAMPLE) --seed $(or $(SEED),1))

sanitize: ## Run tests under the thread and the address sanitizer
	@Scripts/setup.sh tests
	Scripts/sanitize.sh

clean: ## Remove what was built
	rm -rf .build Benchmarks/.build Examples/.build
