#!/usr/bin/env bash
# Follows docs/adding-a-kind.md: adds the kind of that page to a copy of the tree, by the page's own blocks, builds the copy
# and runs the page's test.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-debian.sh compiler postgresql

target=$(realpath --canonicalize-missing "${CARGO_TARGET_DIR:-target}")
copy=$target/adding-a-kind
rm -rf "$copy"
mkdir -p "$copy"
# With their times, so that what has not changed is not built again.
git ls-files -z -- Cargo.lock Cargo.toml bench crates scripts clippy.toml |
  tar --create --null --files-from=- | tar --extract --directory="$copy"
scripts/page-blocks.py docs/adding-a-kind.md "$copy"
# The page's one command.
step=$(sed -n 's/^ *\(scripts\/kind-step.py .*\)/\1/p' docs/adding-a-kind.md)
(cd "$copy" && eval "$step")

# Built in a folder of its own: Cargo gives the copy's libraries the names of the tree's, which would take them for its own.
cd "$copy"
CARGO_TARGET_DIR=$target/kind scripts/with-postgres.sh cargo test --locked --workspace --test api --test store -- \
  rooms the_tables_of_every_kind
