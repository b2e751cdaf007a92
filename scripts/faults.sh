#!/usr/bin/env bash
# Fails every call that changes the disk, one after the other, in each step of an administrator's work; `make test` fails a
# random few. This takes long. An argument selects tests: scripts/faults.sh storage::files::backup
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-debian.sh compiler postgresql
export FAULTS=all
exec scripts/with-small-disk.sh scripts/with-postgres.sh \
  cargo test --profile gate --locked --workspace --test program "${1:-storage::}" -- --nocapture --test-threads=2
