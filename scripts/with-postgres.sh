#!/usr/bin/env bash
# Runs a command with a throw-away PostgreSQL server. SELARAS_TEST_POSTGRES has the server's address, with a superuser.
set -euo pipefail

programs=$(dirname "$(printf '%s\n' /usr/lib/postgresql/*/bin/initdb | sort -V | tail -n 1)")
# The server refuses to run as root.
as_postgres=()
[ "$(id -u)" -ne 0 ] || as_postgres=(runuser -u postgres --)

directory=$(mktemp -d)
[ "$(id -u)" -ne 0 ] || chown postgres "$directory"
cd "$directory"

remove() {
  "${as_postgres[@]}" "$programs/pg_ctl" stop --pgdata="$directory/data" --mode=immediate --silent 2>/dev/null || true
  rm -rf "$directory"
}
trap remove EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# A password, as every user of this machine can reach the port.
password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
"${as_postgres[@]}" tee password >/dev/null <<<"$password"
"${as_postgres[@]}" "$programs/initdb" --pgdata=data --username=postgres --pwfile=password --auth=scram-sha-256 \
  --encoding=UTF8 --locale=C.UTF-8 --no-sync >/dev/null
# The data need not survive a power cut. Tests run in parallel, each with a pool.
cat >>data/postgresql.conf <<SETTINGS
fsync = off
synchronous_commit = off
full_page_writes = off
max_connections = 300
listen_addresses = '127.0.0.1'
unix_socket_directories = '$directory'
SETTINGS

# If another process takes the port between choosing and listening, another one is tried.
for _ in 1 2 3 4 5; do
  port=$((20000 + RANDOM % 12000))
  if "${as_postgres[@]}" "$programs/pg_ctl" start --pgdata=data --log=log --wait --silent --options="-p $port"; then
    break
  fi
  port=
done
if [ -z "$port" ]; then
  cat log >&2
  exit 1
fi

export SELARAS_TEST_POSTGRES="postgres://postgres:$password@127.0.0.1:$port/postgres"
cd "$OLDPWD"
"$@"
