#!/usr/bin/env bash
# Checks third-party code: licences, banned crates and sources (deny.toml), known vulnerabilities of crates against the dated
# copy in supply/advisories, and of npm packages by npm's audit. Only installing the tools and npm's audit need a network.
# Fails on problems that a change here can cause. An old copy, a new npm advisory and a missing answer only warn.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-debian.sh python
tools=$(realpath --canonicalize-missing "${CARGO_TARGET_DIR:-target}")/supply
wanted=$(sha256sum supply/tools.txt)
if [ "$(cat "$tools/wanted" 2>/dev/null)" != "$wanted" ]; then
  python3 -m venv --clear "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: --require-hashes --requirement supply/tools.txt
  printf '%s\n' "$wanted" >"$tools/wanted"
fi

warn() {
  printf 'WARNING: %s\n' "$*" >&2
}

# One platform: otherwise cargo fetches what other platforms need.
host=$(rustc --version --verbose | sed -n 's/^host: //p')
cargo metadata --locked --format-version 1 --filter-platform "$host" >"$tools/metadata.json"
"$tools/bin/cargo-deny" --metadata-path "$tools/metadata.json" --config deny.toml check licenses bans sources

copy=supply/advisories
read -r taken commit <"$copy/taken"
days=$((($(date +%s) - $(date --date="$taken" +%s)) / 86400))
[ "$days" -le 30 ] || warn "The advisories are those of $taken, $days days ago. Renew them: scripts/advisories.sh"
uncovered=$(scripts/crate-names.sh | comm -23 - "$copy/covered" | paste --serial --delimiters=' ')
[ -z "$uncovered" ] || warn "The advisories of $taken were not searched for: $uncovered. Renew them: scripts/advisories.sh"
echo "Advisories of $taken (RustSec $commit)"
"$tools/bin/cargo-audit" audit --no-fetch --stale --db "$copy"

if report=$(npm --prefix web audit --package-lock-only --json 2>/dev/null); then
  echo "npm audit: no known vulnerability"
elif grep --quiet '"auditReportVersion"' <<<"$report"; then
  npm --prefix web audit --package-lock-only || warn "npm packages have known vulnerabilities, see above"
else
  warn "npm packages were not audited: the registry does not answer npm audit"
fi
