#!/usr/bin/env bash
# Builds the front end into web/dist, unless it was already built from these sources.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/web-packages.sh

stamp=web/node_modules/.sources-of-dist
sources=$(git ls-files -z --cached --others --exclude-standard -- web ':!web/e2e' | xargs -0 -r sha256sum 2>/dev/null | sha256sum)
if [ -f web/dist/index.html ] && [ "$(cat "$stamp" 2>/dev/null)" = "$sources" ]; then
  exit 0
fi
echo "Building the front end"
npm --prefix web run build
printf '%s\n' "$sources" >"$stamp"
# Cargo does not notice files in a folder that was empty at its last look.
touch crates/api/src/web.rs
