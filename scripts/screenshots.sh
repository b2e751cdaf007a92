#!/usr/bin/env bash
# Takes the pictures in docs/images again, on a demo of this build.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-debian.sh chromium
scripts/build.sh gate
SELARAS_BIN=$(realpath "${CARGO_TARGET_DIR:-target}/gate/selaras") npm --prefix web run screenshots
