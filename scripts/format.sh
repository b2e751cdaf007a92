#!/usr/bin/env bash
# Formats Rust and front end.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo fmt --all
scripts/web-packages.sh
npm --prefix web run format
