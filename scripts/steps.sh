# shellcheck shell=bash
# For scripts that go through several steps: `step TITLE COMMAND…` says what is being done and runs it; `report_times`
# as the EXIT trap tells at the end what took how long, also when a step has failed.
# To be sourced.

step_titles=()
step_seconds=()
step_running=

step() {
  local start=$SECONDS
  step_running=$1
  printf '\n==> %s\n' "$1"
  shift
  "$@"
  step_titles+=("$step_running")
  step_seconds+=($((SECONDS - start)))
  step_running=
}

report_times() {
  local status=$? at
  printf '\n'
  for at in "${!step_titles[@]}"; do
    printf '%5d s  %s\n' "${step_seconds[at]}" "${step_titles[at]}"
  done
  printf '%5d s  in all\n' "$SECONDS"
  if [ -n "$step_running" ]; then
    printf 'FAILED: %s\n' "$step_running"
  fi
  return "$status"
}
