#!/usr/bin/env bash
# Fetches the front end's packages, unless those of this lockfile are installed.
set -euo pipefail
cd "$(dirname "$0")/../web"

if ! command -v npm >/dev/null || [ "$(node --version | sed 's/^v\([0-9]*\).*/\1/')" -lt 20 ]; then
  echo "Node 20 or later with npm is needed: https://nodejs.org" >&2
  exit 1
fi
stamp=node_modules/.lockfile-of-these-packages
wanted=$(cat package.json package-lock.json .npmrc | sha256sum)
if [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
  echo "Fetching the front end's packages"
  npm ci --no-audit --no-fund
  printf '%s\n' "$wanted" >"$stamp"
fi
