#!/usr/bin/env bash
# Runs a command with two small throw-away disks: 7 MB for a SQLite database, 48 MB for a tablespace of PostgreSQL. They are
# the folders sqlite and postgres in SELARAS_TEST_SMALL_DISK. A PostgreSQL server that uses them must be started inside
# (with-postgres.sh): no other process on the machine sees them.
set -euo pipefail

if [ "${1:-}" = --inside ]; then
  directory=$2 user=$3 group=$4
  shift 4
  mount -t tmpfs -o size=7m,mode=0700,uid=0,gid=0 tmpfs "$directory/sqlite"
  mount -t tmpfs -o size=48m,mode=0700,uid=0,gid=0 tmpfs "$directory/postgres"
  export SELARAS_TEST_SMALL_DISK=$directory
  [ "$user" -ne 0 ] || exec "$@"
  # Drops from the mounts' root back to the original user.
  exec unshare --user --map-user="$user" --map-group="$group" -- "$@"
fi

directory=$(mktemp -d)
mkdir "$directory/sqlite" "$directory/postgres"
# PostgreSQL's server runs as a user other than root.
chmod 0711 "$directory"
remove() {
  rmdir "$directory/sqlite" "$directory/postgres" "$directory"
}
trap remove EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

namespaces=(--mount)
[ "$(id -u)" -eq 0 ] || namespaces=(--user --map-root-user --mount)
unshare "${namespaces[@]}" -- "$0" --inside "$directory" "$(id -u)" "$(id -g)" "$@"
