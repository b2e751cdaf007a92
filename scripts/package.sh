#!/usr/bin/env bash
# Builds target/debian/selaras_VERSION_ARCHITECTURE.deb.
set -euo pipefail
cd "$(dirname "$0")/.."
# A target of its own would have to be told to cargo-deb too.
unset CARGO_TARGET_DIR
scripts/install-debian.sh compiler packages
if ! cargo deb --version >/dev/null 2>&1; then
  echo "Installing cargo-deb"
  cargo install --locked cargo-deb --version '^3'
fi
# SELARAS_BIN: a binary that is built already.
binary=${SELARAS_BIN:-}
if [ -z "$binary" ]; then
  scripts/build.sh dist
elif [ "$(realpath "$binary")" != "$(realpath --canonicalize-missing target/dist/selaras)" ]; then
  mkdir -p target/dist
  cp "$binary" target/dist/selaras
fi

made=target/package
rm -rf "$made"
mkdir -p "$made"
target/dist/selaras manual "$made"
gzip --best --no-name --force "$made"/man/*
gzip --best --no-name --stdout CHANGELOG.md >"$made/changelog.gz"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
cat >"$made/changelog" <<CHANGELOG
selaras ($version-1) unstable; urgency=medium

  * See /usr/share/doc/selaras/changelog.gz for what has changed.

 -- The Selaras contributors <selaras@users.noreply.github.com>  $(date --utc --date="@$(git log -1 --format=%ct)" '+%a, %d %b %Y %H:%M:%S +0000')
CHANGELOG
cargo deb --no-build --locked --profile dist --package selaras
ls target/debian/selaras_*.deb
