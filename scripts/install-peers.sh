#!/usr/bin/env bash
# Installs the general admin back ends for comparison (bench/README.md) into target/peers.
set -euo pipefail
cd "$(dirname "$0")/.."
datasette=0.65.5
# The newest version that Debian's Node can run.
directus=10.10.0
peers=$(realpath --canonicalize-missing target/peers)

if [ "$(cat "$peers/installed" 2>/dev/null)" = "$datasette $directus" ]; then
  exit 0
fi
rm -rf "$peers"
scripts/install-debian.sh compiler python
python3 -m venv "$peers/datasette"
"$peers/datasette/bin/pip" install --quiet --disable-pip-version-check "datasette==$datasette"
mkdir "$peers/directus"
# One of its parts is compiled. The headers of Debian's Node are installed; others would be downloaded.
if [ -d /usr/include/node ]; then
  export npm_config_nodedir=/usr
fi
(cd "$peers/directus" && npm install --no-audit --no-fund --omit=dev --loglevel=error "directus@$directus")
echo "$datasette $directus" >"$peers/installed"
