#!/usr/bin/env bash
# Every check and every test, the cheap ones first.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/steps.sh
source scripts/steps.sh
# What failed in the browser is told once more, last of all: of a long run often no more than the end is kept.
failures=web/test-results/failures.txt
rm -f "$failures"
trap 'report_times || true; [ ! -s "$failures" ] || head -c 3000 "$failures"' EXIT

# All of Rust is compiled once, in a profile of the tests' own (see Cargo.toml): their build makes the binary too, with the
# same features of all dependencies. Clippy shares the build scripts (SQLite, cryptography) with it.
cargo_options=(--profile gate --locked --workspace)
# Examples are held to be right by clippy; nobody runs them here.
tests=(--lib --bins --tests)
target=$(realpath --canonicalize-missing "${CARGO_TARGET_DIR:-target}")
binary=$target/gate/selaras

step "Debian packages" scripts/install-debian.sh compiler chromium mariadb postgresql python
step "Rust: format" cargo fmt --all --check
step "Repository" scripts/check-repository.sh
step "Alert rules" scripts/alerts.sh
step "Front end: packages" scripts/web-packages.sh
step "Front end: lint" npm --prefix web run lint
step "Front end: types" npm --prefix web run typecheck
step "Front end: unit tests" npm --prefix web test
step "Front end: build" scripts/web-build.sh
step "Rust: tests and binary are built" cargo test "${cargo_options[@]}" "${tests[@]}" --no-run
step "Rust: clippy" cargo clippy "${cargo_options[@]}" --all-targets -- -D warnings
step "Front end: types are the document's" env SELARAS_BIN="$binary" scripts/api-types.sh --check
step "Rust: tests" scripts/with-small-disk.sh scripts/with-postgres.sh scripts/with-mariadb.sh \
  cargo test "${cargo_options[@]}" "${tests[@]}"
step "Rust: examples in documentation" cargo test "${cargo_options[@]}" --doc
step "API against its document" env SELARAS_BIN="$binary" scripts/schemathesis.sh
step "Journeys in the browser" env SELARAS_BIN="$binary" CI=1 npm --prefix web run e2e
