#!/usr/bin/env bash
# Renews supply/advisories from RustSec's database: the advisories of the crates in Cargo.lock, each cut after its title.
# Needs a network; or give the path of a clone of the database as the argument.
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
clone=${1:-$scratch/clone}
[ -n "${1:-}" ] || git clone --quiet --depth 1 https://github.com/rustsec/advisory-db "$clone"
git -C "$clone" archive HEAD crates | tar --extract --directory "$scratch"

copy=supply/advisories
rm -rf "$copy/crates"
scripts/crate-names.sh >"$copy/covered"
while read -r name; do
  for advisory in "$scratch/crates/$name"/*.md; do
    [ -e "$advisory" ] || continue
    mkdir -p "$copy/crates/$name"
    # A block of TOML between fences, the title, and prose.
    awk '/^```/ { fences++ } { print } fences == 2 && /^# / { exit }' "$advisory" >"$copy/crates/$name/${advisory##*/}"
  done
done <"$copy/covered"
git -C "$clone" log -1 --format='%cs %h' >"$copy/taken"
echo "$(find "$copy/crates" -name '*.md' | wc -l) advisories of $(cat "$copy/taken")"
