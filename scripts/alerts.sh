#!/usr/bin/env bash
# Tries the alert rules on made-up figures, and holds the figures that rules, dashboard and guide name against those that the
# program gives.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-debian.sh prometheus
promtool check rules packaging/prometheus/selaras.rules.yml
(cd packaging/prometheus && promtool test rules selaras.test.yml)

failed=0
named=$(grep --only-matching --no-filename --extended-regexp 'selaras_[a-z_]+' \
  packaging/prometheus/selaras.rules.yml packaging/grafana/selaras.json docs/operators.md | sort --unique)
for name in $named; do
  # What Prometheus makes of a histogram.
  given=${name%_bucket}
  [ "${given%_}" = "$given" ] || continue
  if ! grep --recursive --quiet --fixed-strings "\"$given\"" crates/*/src; then
    echo "$name is in the rules, the dashboard or the guide, and no crate gives it" >&2
    failed=1
  fi
done
exit "$failed"
