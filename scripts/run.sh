#!/usr/bin/env bash
# Builds and starts the demo. Ctrl-C stops it. The profile is the tests': it compiles in a third of the release's time, and
# `make test` shares most of it.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/build.sh gate

options=()
[ -z "${STUDENTS:-}" ] || options+=(--students "$STUDENTS")
[ -z "${LISTEN:-}" ] || options+=(--listen "$LISTEN")
[ -z "${SEED:-}" ] || options+=(--seed "$SEED")
[ -z "${DATABASE:-}" ] || options+=(--database "$DATABASE")
exec "${CARGO_TARGET_DIR:-target}/gate/selaras" demo "${options[@]}"
