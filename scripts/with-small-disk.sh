#!/usr/bin/env bash
# Runs a command that sees two small disks, which are thrown away afterwards: 7 MB for a SQLite database, 48 MB for a tablespace of
# PostgreSQL. The command finds them in SELARAS_TEST_SMALL_DISK, as the folders sqlite and postgres. A PostgreSQL server
# that is to use them is started inside (with-postgres.sh): nobody else on the machine sees them.
set -euo pipefail

if [ "${1:-}" = --inside ]; then
  directory=$2 user=$3 group=$4
  shift 4
  mount -t tmpfs -o size=7m,mode=0700,uid=0,gid=0 tmpfs "$directory/sqlite"
  mount -t tmpfs -o size=48m,mode=0700,uid=0,gid=0 tmpfs "$directory/postgres"
  export SELARAS_TEST_SMALL_DISK=$directory
  [ "$user" -ne 0 ] || exec "$@"
  # The user who was made root for the mounts becomes who they were.
  exec unshare --user --map-user="$user" --map-group="$group" -- "$@"
fi

directory=$(mktemp -d)
mkdir "$directory/sqlite" "$directory/postgres"
# PostgreSQL's server runs as another user than root.
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
