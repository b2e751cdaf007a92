# The commands that people type daily. Each installs what it lacks and may be run again at any time.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help run test build bench screenshots fmt api kind package packagetest alerts faults nights

# Options of `make run`, such as: make run STUDENTS=2000 LISTEN=127.0.0.1:8080
export STUDENTS LISTEN SEED DATABASE

help: ## Lists these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Builds and starts the demo campus with its dashboard (options: STUDENTS=2000 LISTEN=127.0.0.1:8080 SEED=7 DATABASE=file)
	@scripts/run.sh

test: ## Runs every check and every test, as CI does
	@scripts/test.sh

build: ## Builds target/release/selaras, the front end inside
	@scripts/build.sh

package: ## Builds the Debian package, target/debian/selaras_*.deb
	@scripts/package.sh

packagetest: ## Follows docs/operators.md with the package on a clean Debian, from installing to purging (as root; a minute or two)
	@scripts/package-test.sh

alerts: ## Tests the alert rules for Prometheus on made-up figures
	@scripts/alerts.sh

faults: ## Fails each call that changes the disk, in turn, and cuts the power (long)
	@scripts/faults.sh

nights: ## Thirty nights of a campus of 2,000 whose two ends change at random (minutes)
	@scripts/with-postgres.sh cargo test --profile gate --locked --workspace --test api -- --ignored for_a_month

bench: ## Measures syncs, exports, lists, load, starts, anonymous clients and the size of the database; see bench/README.md
	@scripts/bench.sh

screenshots: ## Takes the pictures of the documents again
	@scripts/screenshots.sh

fmt: ## Formats Rust and front end
	@scripts/format.sh

api: ## Generates the front end's types from the API's document
	@scripts/api-types.sh

kind: ## Follows docs/adding-a-kind.md in a copy of the tree (some minutes)
	@scripts/adding-a-kind.sh
