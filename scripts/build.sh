#!/usr/bin/env bash
# Builds target/release/selaras with the front end inside.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-debian.sh compiler
scripts/web-build.sh
echo "Building selaras"
cargo build --release --locked --workspace --bin selaras
