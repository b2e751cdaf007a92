#!/usr/bin/env bash
# Builds and starts the demo. It ends with Ctrl-C.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/build.sh

options=()
[ -z "${STUDENTS:-}" ] || options+=(--students "$STUDENTS")
[ -z "${LISTEN:-}" ] || options+=(--listen "$LISTEN")
[ -z "${SEED:-}" ] || options+=(--seed "$SEED")
[ -z "${DATABASE:-}" ] || options+=(--database "$DATABASE")
exec "${CARGO_TARGET_DIR:-target}/release/selaras" demo "${options[@]}"
