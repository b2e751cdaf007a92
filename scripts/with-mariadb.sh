#!/usr/bin/env bash
# Runs a command with a throw-away MariaDB server. SELARAS_TEST_MARIADB has the server's address, with a user who has all
# rights.
set -euo pipefail

# The server refuses to run as root.
as_mysql=()
[ "$(id -u)" -ne 0 ] || as_mysql=(runuser -u mysql --)
# The program is not on every user's PATH.
server=$(command -v mariadbd || printf '/usr/sbin/mariadbd')

directory=$(mktemp -d)
[ "$(id -u)" -ne 0 ] || chown mysql "$directory"
process=

# The server itself, not the process that started it as another user.
stop() {
  local pid
  pid=$(cat "$directory/pid" 2>/dev/null || true)
  [ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null || true
  [ -z "$process" ] || wait "$process" 2>/dev/null || true
  process=
}
remove() {
  stop
  rm -rf "$directory"
}
trap remove EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

"${as_mysql[@]}" mariadb-install-db --no-defaults --datadir="$directory/data" --auth-root-authentication-method=normal \
  --skip-test-db >"$directory.log" 2>&1 || { cat "$directory.log" >&2; rm -f "$directory.log"; exit 1; }
rm -f "$directory.log"

# A password, as every user of this machine can reach the port.
password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
"${as_mysql[@]}" tee "$directory/users.sql" >/dev/null <<SQL
ALTER USER root@localhost IDENTIFIED BY '$password';
CREATE USER selaras@'127.0.0.1' IDENTIFIED BY '$password';
GRANT ALL PRIVILEGES ON *.* TO selaras@'127.0.0.1' WITH GRANT OPTION;
SQL

# If another process takes the port between choosing and listening, another one is tried. The data need not survive a power
# cut.
for _ in 1 2 3 4 5; do
  port=$((20000 + RANDOM % 12000))
  "${as_mysql[@]}" "$server" --no-defaults --datadir="$directory/data" --socket="$directory/socket" \
    --pid-file="$directory/pid" --bind-address=127.0.0.1 --port="$port" --init-file="$directory/users.sql" \
    --innodb-flush-log-at-trx-commit=0 --skip-log-bin --max-connections=300 --skip-name-resolve \
    >"$directory/log" 2>&1 &
  process=$!
  for _ in $(seq 300); do
    if MYSQL_PWD=$password mariadb --no-defaults --host=127.0.0.1 --port="$port" --user=selaras \
      --execute='SELECT 1' >/dev/null 2>&1; then
      break 2
    fi
    kill -0 "$process" 2>/dev/null || break
    sleep 0.1
  done
  stop
done
if [ -z "$process" ]; then
  cat "$directory/log" >&2
  exit 1
fi

export SELARAS_TEST_MARIADB="mysql://selaras:$password@127.0.0.1:$port"
"$@"
