# shellcheck shell=bash
# For scripts with several steps. `step TITLE COMMAND…` prints the title and runs the command. `begin TITLE COMMAND…` runs it
# concurrently with the following steps; `finish` prints the output of those commands one after the other, and fails if one
# of them failed. `report_times` as the EXIT trap prints the time of each step, also after a failure. To be sourced.

step_titles=()
step_seconds=()
step_failed=()
step_running=
begun_titles=()
begun_pids=()
begun_output=$(mktemp -d)

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

begin() {
  local at=${#begun_titles[@]}
  local output=$begun_output/$at
  begun_titles+=("$1")
  shift
  # A process group of its own, so that all of it can be killed.
  set -m
  (
    SECONDS=0
    status=0
    "$@" || status=$?
    echo "$SECONDS" >"$output.seconds"
    exit "$status"
  ) >"$output" 2>&1 </dev/null &
  set +m
  # By its number: `finish` removes those before it.
  begun_pids[at]=$!
}

finish() {
  local at
  for at in "${!begun_pids[@]}"; do
    printf '\n==> %s\n' "${begun_titles[at]}"
    tail --lines=+1 --follow --sleep-interval=0.2 --pid="${begun_pids[at]}" "$begun_output/$at"
    wait "${begun_pids[at]}" || step_failed+=("${begun_titles[at]}")
    step_titles+=("${begun_titles[at]}")
    step_seconds+=("$(cat "$begun_output/$at.seconds")")
    unset "begun_pids[at]"
  done
  [ ${#step_failed[@]} -eq 0 ]
}

report_times() {
  local status=$? at
  # After a failure, the concurrent steps are killed.
  for at in "${!begun_pids[@]}"; do
    kill -TERM -- "-${begun_pids[at]}" 2>/dev/null || true
    wait "${begun_pids[at]}" 2>/dev/null || true
  done
  rm -rf "$begun_output"
  printf '\n'
  for at in "${!step_titles[@]}"; do
    printf '%5d s  %s\n' "${step_seconds[at]}" "${step_titles[at]}"
  done
  printf '%5d s  in all\n' "$SECONDS"
  [ -z "$step_running" ] || step_failed+=("$step_running")
  for at in "${!step_failed[@]}"; do
    printf 'FAILED: %s\n' "${step_failed[at]}"
  done
  return "$status"
}
