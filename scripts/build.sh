#!/usr/bin/env bash
# Builds target/release/selaras with the front end inside, or the binary of another profile given as the argument.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-debian.sh compiler
scripts/web-build.sh
echo "Building selaras"
cargo build --profile "${1:-release}" --locked --workspace --bin selaras
printf 'Built in %s s\n' "$SECONDS"
