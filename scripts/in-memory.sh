#!/usr/bin/env bash
# Runs a command whose temporary files are in memory, if the machine has plenty: the tests create thousands of files and
# databases, and ext4 searched a fifth of their time for free inodes.
set -euo pipefail

gigabytes_free() {
  awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo
}
if [ "$(stat --file-system --format=%T /dev/shm 2>/dev/null)" = tmpfs ] && [ "$(gigabytes_free)" -ge 12 ] &&
  [ "$(df --output=avail --block-size=G /dev/shm | tail -n 1 | tr -dc 0-9)" -ge 10 ]; then
  export TMPDIR=/dev/shm
fi
exec "$@"
