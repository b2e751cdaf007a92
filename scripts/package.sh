#!/usr/bin/env bash
# Builds target/debian/selaras_VERSION_ARCHITECTURE.deb.
set -euo pipefail
cd "$(dirname "$0")/.."
# Another target folder would have to be passed to cargo-deb too.
unset CARGO_TARGET_DIR
scripts/install-debian.sh compiler packages
tool() {
  cargo "$1" --version 2>/dev/null | grep --quiet --fixed-strings "$2" ||
    { echo "Installing cargo-$1 $2" && cargo install --locked "cargo-$1" --version "=$2"; }
}
tool deb 3.8.0
tool cyclonedx 0.5.9

# All times in the package are the commit's, and it contains no path of this machine.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
cargo_home=${CARGO_HOME:-$HOME/.cargo}
sysroot=$(rustc --print sysroot)
export RUSTFLAGS="--remap-path-prefix=$PWD=/selaras --remap-path-prefix=$cargo_home=/cargo --remap-path-prefix=$sysroot=/rust"
export CFLAGS="-ffile-prefix-map=$PWD=/selaras -ffile-prefix-map=$cargo_home=/cargo"
export CXXFLAGS=$CFLAGS
# SELARAS_BIN: an existing binary.
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

# The components of binary and page, as CycloneDX. The crate's tool writes a file beside each manifest.
mkdir "$made/sbom"
cargo cyclonedx --quiet --format json --spec-version 1.5 --override-filename sbom --manifest-path crates/selaras/Cargo.toml
sed "s|file://$PWD/|file:///selaras/|g" crates/selaras/sbom.json >"$made/sbom/rust.cdx.json"
rm bench/sbom.json crates/*/sbom.json
# npm's own `npm sbom` omits packages that are also peers of others, React among them.
npm exec --yes --package=@cyclonedx/cyclonedx-npm@6.0.1 -- cyclonedx-npm --package-lock-only --omit dev --output-reproducible \
  --spec-version 1.5 --mc-type application --output-file "$made/sbom/web.cdx.json" web/package.json

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
cat >"$made/changelog" <<CHANGELOG
selaras ($version-1) unstable; urgency=medium

  * See /usr/share/doc/selaras/changelog.gz for what has changed.

 -- The Selaras contributors <selaras@users.noreply.github.com>  $(date --utc --date="@$SOURCE_DATE_EPOCH" '+%a, %d %b %Y %H:%M:%S +0000')
CHANGELOG
cargo deb --no-build --locked --profile dist --package selaras
ls target/debian/selaras_*.deb
