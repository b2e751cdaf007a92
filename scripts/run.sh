#!/usr/bin/env bash
# Builds and starts the demo. It ends with Ctrl-C. The profile is the tests': it is compiled in a third of the release's time,
# and `make test` has most of it already.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/build.sh gate

options=()
[ -z "${STUDENTS:-}" ] || options+=(--students "$STUDENTS")
[ -z "${LISTEN:-}" ] || options+=(--listen "$LISTEN")
[ -z "${SEED:-}" ] || options+=(--seed "$SEED")
[ -z "${DATABASE:-}" ] || options+=(--database "$DATABASE")
exec "${CARGO_TARGET_DIR:-target}/gate/selaras" demo "${options[@]}"
