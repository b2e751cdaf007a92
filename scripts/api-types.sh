#!/usr/bin/env bash
# Generates the front end's types (web/src/api/schema.d.ts) from the API's document. With --check it writes nothing, and
# fails if they would differ. SELARAS_BIN names an existing binary.
set -euo pipefail
cd "$(dirname "$0")/.."
types=web/src/api/schema.d.ts
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

scripts/web-packages.sh
if [ -z "${SELARAS_BIN:-}" ]; then
  scripts/install-debian.sh compiler
  cargo build --profile gate --locked --quiet --workspace --bin selaras
  SELARAS_BIN=${CARGO_TARGET_DIR:-target}/gate/selaras
fi
"$SELARAS_BIN" openapi >"$scratch/openapi.json"
# The packages include a Node of their own, which takes precedence.
PATH="$PWD/web/node_modules/.bin:$PATH" openapi-typescript "$scratch/openapi.json" --output "$scratch/schema.d.ts"

if [ "${1:-}" != --check ]; then
  cp "$scratch/schema.d.ts" "$types"
elif ! diff -u "$types" "$scratch/schema.d.ts"; then
  echo "$types is not what the API's document says. Run \`make api\` and commit it." >&2
  exit 1
fi
