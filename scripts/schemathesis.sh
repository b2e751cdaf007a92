#!/usr/bin/env bash
# Sends generated requests, valid and invalid, to a demo of this build, and checks every reply against the API's document; no
# 5xx. At least 5,000 requests. SELARAS_BIN names the binary.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${SELARAS_BIN:?names the binary to test}"

scripts/install-debian.sh python
tools=web/node_modules/.schemathesis
version=4.32.5
if [ "$(cat "$tools/version" 2>/dev/null)" != "$version" ]; then
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$version"
  echo "$version" >"$tools/version"
fi

scratch=$(mktemp -d)
# The binary takes every SELARAS_ variable for a setting.
env --unset=SELARAS_BIN SELARAS_LOG__FILTER=error SELARAS_AUTH__LOGINS_PER_MINUTE=1000000 "$SELARAS_BIN" demo --students 50 \
  --listen 127.0.0.1:0 --database "$scratch/selaras.sqlite" >"$scratch/output" &
demo=$!
trap 'kill $demo; wait $demo 2>/dev/null; rm -rf "$scratch"' EXIT
for _ in $(seq 300); do
  address=$(sed -n 's/^Selaras: //p' "$scratch/output")
  [ -z "$address" ] || break
  sleep 0.1
done

post() {
  curl --silent --show-error --fail --header 'content-type: application/json' --data "$2" "$address$1"
}
person='{"name":"Uji Skema","username":"skema","password":"uji-skema-1"}'
post /api/react/signup "$person" >/dev/null
key=$(post /api/react/login "$person" | sed 's/.*"api_key":"\([^"]*\)".*/\1/')

# A call that orders a job waits for the jobs before it, which takes three times as long beside Rust's tests as alone.
# Excluded: calls that end the session in use, and the event stream, which lasts as long as its job.
"$tools/bin/schemathesis" run "$address/openapi.json" --header "X-Authorization: $key" \
  --exclude-path-regex '/(logout|user/delete|user/update)$|/events$' \
  --phases coverage,fuzzing --max-examples "${EXAMPLES:-5}" --workers 1 --seed 1 --continue-on-failure --warnings off \
  --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance \
  --request-timeout 30 --no-color | tee "$scratch/report"

cases=$(sed -n 's/.* \([0-9]*\) generated.*/\1/p' "$scratch/report" | tail -n 1)
echo "$cases cases"
[ "${cases:-0}" -ge 5000 ] || { echo "Fewer than 5,000 cases" >&2; exit 1; }
