#!/usr/bin/env bash
# Tests the alert rules on made-up figures, and checks that the program exports every figure in rules, dashboard and guide.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-debian.sh prometheus
promtool check rules packaging/prometheus/selaras.rules.yml
(cd packaging/prometheus && promtool test rules selaras.test.yml)

failed=0
named=$(grep --only-matching --no-filename --extended-regexp 'selaras_[a-z_]+' \
  packaging/prometheus/selaras.rules.yml packaging/grafana/selaras.json docs/operators.md | sort --unique)
for name in $named; do
  # Prometheus appends _bucket to a histogram's name.
  given=${name%_bucket}
  [ "${given%_}" = "$given" ] || continue
  if ! grep --recursive --quiet --fixed-strings "\"$given\"" crates/*/src; then
    echo "$name is in the rules, the dashboard or the guide, and no crate gives it" >&2
    failed=1
  fi
done
exit "$failed"
