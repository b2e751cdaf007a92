#!/usr/bin/env bash
# Measures the package's server; see bench/README.md.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-debian.sh postgresql
scripts/install-peers.sh || echo "The back ends off the shelf cannot be installed; that target will be missed" >&2
scripts/build.sh dist
echo "Building the benchmark"
cargo build --release --locked --quiet --workspace --bin selaras-bench
target=${CARGO_TARGET_DIR:-target}
exec scripts/with-postgres.sh "$target/release/selaras-bench" --server "$target/dist/selaras" "$@"
