#!/usr/bin/env bash
# Every check and every test, the cheap ones first.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/steps.sh
source scripts/steps.sh
trap report_times EXIT

# All of Rust is compiled in the release profile, so that dependencies are compiled once for the binary and the tests,
# and their build scripts (SQLite, cryptography) once for clippy too.
cargo_options=(--release --locked --workspace)

step "Debian packages" scripts/install-debian.sh compiler chromium postgresql
step "Rust: format" cargo fmt --all --check
step "Repository" scripts/check-repository.sh
step "Front end: packages" scripts/web-packages.sh
step "Front end: lint" npm --prefix web run lint
step "Front end: types" npm --prefix web run typecheck
step "Front end: unit tests" npm --prefix web test
step "Front end: build" scripts/web-build.sh
step "Rust: clippy" cargo clippy "${cargo_options[@]}" --all-targets -- -D warnings
step "Rust: the binary" scripts/build.sh
step "Front end: types are the document's" scripts/api-types.sh --check
step "Rust: tests are built" cargo test "${cargo_options[@]}" --no-run
step "Rust: tests" scripts/with-postgres.sh cargo test "${cargo_options[@]}"
SELARAS_BIN=$(realpath "${CARGO_TARGET_DIR:-target}/release/selaras") CI=1 \
  step "Journeys in the browser" npm --prefix web run e2e
