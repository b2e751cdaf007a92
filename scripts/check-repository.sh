#!/usr/bin/env bash
# Checks what no compiler does: lockfiles that fit any machine, acyclic imports between crates and between files, a reason
# for each dependency, links between pages, and texts for people in the catalogue only.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=0

refuse() {
  printf '%s\n' "$1" >&2
  failed=1
}

# Package registries and local paths depend on the machine.
hosts='registry\.npmjs\.org|registry\.yarnpkg\.com|npm\.pkg\.github\.com|(index|static)\.crates\.io|files\.pythonhosted\.org|"resolved": "http|replace-with'
paths='(^|[^A-Za-z0-9_.~}-])/(home|root|Users|work|workspace|builds)/[A-Za-z0-9_.-]+'
tracked=(-- . ':!scripts/check-repository.sh')
if git grep --untracked -InE "$hosts" "${tracked[@]}" >&2; then
  refuse 'These lines name a package registry. web/.npmrc makes npm write a lockfile without them.'
fi
if git grep --untracked -InE "$paths" "${tracked[@]}" >&2; then
  refuse 'These lines name a path of one machine.'
fi
if grep -n '^source = ' Cargo.lock | grep -v '"registry+https://github.com/rust-lang/crates.io-index"$' >&2; then
  refuse 'Cargo.lock takes packages from elsewhere than crates.io.'
fi

# Cargo would read each crate again to find examples in its documentation.
if git grep --untracked -nE '^ *//[/!] ```' -- '*.rs' >&2; then
  refuse 'These lines begin an example in documentation, which no test compiles. Make it a file in examples/, which clippy holds.'
fi

while IFS=: read -r page link; do
  link=${link#"]("}
  link=${link%[)#]}
  [ -e "$(dirname "$page")/$link" ] || refuse "$page links to $link, which is not there."
done < <(git grep -oE '\]\([^):# ]+[)#]' -- '*.md')
twice=$(git ls-files docs/decisions | sed -n 's|.*/\([0-9]*\)-.*|\1|p' | sort | uniq -d)
[ -z "$twice" ] || refuse "Two decisions have the number $twice."

# Each control that the security page calls held names its evidence: tests, or files.
page=docs/security.md
while read -r name; do
  if [[ $name == */* || $name == *.toml ]]; then
    [ -e "$name" ] || refuse "$page names the file $name, which is not there."
  elif ! git grep --untracked -qE "fn $name\b|(it|test)\('$name'" -- crates web/src web/e2e; then
    refuse "$page names the test $name, which is not there."
  fi
done < <(sed -nE 's/^\| [0-9][^|]*\|[^|]*\|[^|]*\|(.*)\|$/\1/p' "$page" | grep -oE '`[^`]+`' | tr -d '`')
bare=$(sed -nE 's/^\| ([0-9][^|]*) \| held \|[^|]*\|[^`]*$/\1/p' "$page")
[ -z "$bare" ] || refuse "$page says what is held and names nothing that holds it: $bare"

# --locked: fails if Cargo.lock is out of date. One platform: otherwise cargo fetches what other platforms need.
host=$(rustc --version --verbose | sed -n 's/^host: //p')
cargo metadata --locked --format-version 1 --filter-platform "$host" | node scripts/check-crates.mjs docs/dependencies.md || failed=1
node scripts/check-circles.mjs crates/{ambient,api,campus,engine,kinds,notify,platform,reasons,selaras,source,store,tls,zoom}/src || failed=1
node scripts/check-sentences.mjs || failed=1
node scripts/check-english.mjs || failed=1
exit "$failed"
