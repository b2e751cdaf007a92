#!/usr/bin/env bash
# Builds target/release/selaras with the front end inside; with another profile's name, that one's.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-debian.sh compiler
scripts/web-build.sh
echo "Building selaras"
cargo build --profile "${1:-release}" --locked --workspace --bin selaras
printf 'Built in %s s\n' "$SECONDS"
