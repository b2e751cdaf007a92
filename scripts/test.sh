#!/usr/bin/env bash
# Every check and every test, the cheap ones first.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/steps.sh
source scripts/steps.sh
# Failures in the browser are printed again at the end: often only the end of a long log is kept.
failures=web/test-results/failures.txt
rm -f "$failures"
trap 'report_times || true; [ ! -s "$failures" ] || head -c 3000 "$failures"' EXIT

# Rust is compiled once, in the tests' own profile (see Cargo.toml). That build makes the binary too, with the same features
# of all dependencies. Clippy compiles the workspace's crates: it is the compiler with more lints. The wrapper variable is
# what `cargo clippy` sets; `cargo clippy` itself would compile everything again. Warnings are errors.
cargo_test=(env RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__
  cargo test --profile gate --locked --workspace --lib --bins --tests --no-fail-fast)
target=$(realpath --canonicalize-missing "${CARGO_TARGET_DIR:-target}")
binary=$target/gate/selaras

step "Debian packages" scripts/install-debian.sh compiler chromium mariadb php postgresql python
step "Rust: format" cargo fmt --all --check
step "Repository" scripts/check-repository.sh
step "Alert rules" scripts/alerts.sh
step "Front end: packages" scripts/web-packages.sh
step "Supply chain" scripts/supply.sh
step "Front end: lint" npm --prefix web run lint
# Before Rust, as it goes into the binary.
step "Front end: build" scripts/web-build.sh

begin "Front end: types" npm --prefix web run typecheck
begin "Front end: unit tests" npm --prefix web test
# The examples are only compiled, not run.
step "Rust: clippy, tests and binary" "${cargo_test[@]}" --examples --no-run
finish
step "Front end: types are the document's" env SELARAS_BIN="$binary" scripts/api-types.sh --check

# Rust's tests wait for pauses and lost answers, so the generated requests run beside them. The journeys run alone: beside
# other work, pages become so slow on two cores that journeys time out.
begin "API against its document" env SELARAS_BIN="$binary" scripts/in-memory.sh scripts/schemathesis.sh
step "Rust: tests" scripts/in-memory.sh scripts/with-small-disk.sh scripts/with-postgres.sh scripts/with-mariadb.sh "${cargo_test[@]}"
finish
step "Journeys in the browser" env SELARAS_BIN="$binary" CI=1 scripts/in-memory.sh npm --prefix web run e2e
