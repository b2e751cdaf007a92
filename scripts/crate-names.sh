#!/usr/bin/env bash
# Prints the names in Cargo.lock, sorted, each once.
set -euo pipefail
cd "$(dirname "$0")/.."
sed -n 's/^name = "\(.*\)"$/\1/p' Cargo.lock | LC_ALL=C sort --unique
