#!/usr/bin/env bash
# Holds the Debian package against what an operator does with it: installs it on a clean Debian, looks with `selaras doctor`,
# serves, backs up, upgrades, removes and purges. Needs root for the clean Debian, and Debian's packages from its mirror.
# SELARAS_DEB: a package that is built already. SELARAS_DEBIAN_ROOT: a clean Debian that debootstrap has made already.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/steps.sh
source scripts/steps.sh
work=$(mktemp -d)
campus=
clean_up() {
  report_times || true
  [ -z "$campus" ] || kill "$campus" 2>/dev/null || true
  umount "$work/root/proc" 2>/dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT

fail() {
  printf 'WRONG: %s\n' "$*" >&2
  exit 1
}

root=$work/root
inside=(chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive)
# Each of these becomes the next, so that a signal to it reaches the program.
as_selaras=("${inside[@]}" setpriv --reuid=selaras --regid=selaras --init-groups env --chdir=/var/lib/selaras)
# What systemd does for the service.
with_secrets=(CREDENTIALS_DIRECTORY=/run/credentials)
settings=(--config /etc/selaras/selaras.toml)

build() {
  [ -n "${SELARAS_DEB:-}" ] || SELARAS_DEB=$(scripts/package.sh | tail -n 1)
  cp "$SELARAS_DEB" "$work/selaras.deb"
}

unit() {
  dpkg-deb --extract "$work/selaras.deb" "$work/extracted"
  # Told without the dot: 20 is an exposure of 2.0.
  systemd-analyze security --offline=true --threshold=20 --no-pager \
    "$work/extracted/usr/lib/systemd/system/selaras.service" | tail -n 1
}

clean_debian() {
  if [ -n "${SELARAS_DEBIAN_ROOT:-}" ]; then
    cp -a "$SELARAS_DEBIAN_ROOT" "$root"
  else
    debootstrap --variant=minbase --include=adduser,ca-certificates bookworm "$root" >"$work/debootstrap.log" ||
      fail "$(tail -n 5 "$work/debootstrap.log")"
  fi
  mount -t proc proc "$root/proc"
}

install_it() {
  cp "$work/selaras.deb" "$root/srv/"
  "${inside[@]}" dpkg --install /srv/selaras.deb
  "${inside[@]}" selaras --version
  [ "$(stat --format='%U %a' "$root/etc/selaras/secrets")" = 'root 700' ] || fail 'the secrets are open'
  [ "$("${inside[@]}" stat --format='%U %a' /var/lib/selaras)" = 'selaras 700' ] || fail 'the data is open'
  [ -s "$root/usr/share/man/man1/selaras-backup.1.gz" ] || fail 'no manual page'
  [ -s "$root/usr/share/bash-completion/completions/selaras" ] || fail 'no completions'
}

# The settings as they come name nothing; doctor says so and ends with 2.
doctor_before() {
  local status=0
  "${inside[@]}" selaras doctor --config /etc/selaras/selaras.toml >"$work/doctor" || status=$?
  cat "$work/doctor"
  [ "$status" = 2 ] || fail "doctor ended with $status"
  grep -q source.base_url "$work/doctor" || fail 'doctor does not name what is missing'
}

connect() {
  : >"$work/demo"
  "${as_selaras[@]}" selaras demo --students 60 --listen 127.0.0.1:0 --database /tmp/demo.sqlite >"$work/demo" 2>&1 &
  campus=$!
  for _ in $(seq 300); do
    grep -q '^Selaras:' "$work/demo" && break
    sleep 0.1
  done
  local addresses address
  mapfile -t addresses < <(grep --only-matching 'http://[0-9.:]*' "$work/demo")
  # The first is the academic system's, the second is Moodle's.
  for address in "${addresses[@]:0:2}"; do
    sed -i "0,/^base_url = \"\"/s||base_url = \"$address\"|" "$root/etc/selaras/selaras.toml"
  done
  printf 'kampus-demo-token\n' | install -m 600 /dev/stdin "$root/etc/selaras/secrets/platform.token"
  # A folder that the service alone can read.
  "${inside[@]}" install -d -m 0500 -o selaras /run/credentials
  "${inside[@]}" install -m 0400 -o selaras /etc/selaras/secrets/platform.token /run/credentials/selaras_platform.token
}

doctor_after() {
  "${as_selaras[@]}" "${with_secrets[@]}" selaras doctor "${settings[@]}"
}

serve() {
  : >"$work/serve"
  "${as_selaras[@]}" "${with_secrets[@]}" SELARAS_SERVER__LISTEN=127.0.0.1:0 selaras serve "${settings[@]}" \
    >"$work/serve" 2>&1 &
  local server=$! address
  for _ in $(seq 300); do
    grep -q '^Selaras:' "$work/serve" && break
    sleep 0.1
  done
  address=$(sed -n 's/^Selaras: //p' "$work/serve")
  curl --silent --fail "$address/health/ready" || fail "$(cat "$work/serve")"
  echo
  "${as_selaras[@]}" "${with_secrets[@]}" selaras backup /var/lib/selaras/one.backup "${settings[@]}"
  kill "$server"
  wait "$server" || fail "serve ended with $?"
  "${as_selaras[@]}" "${with_secrets[@]}" selaras restore --yes /var/lib/selaras/one.backup "${settings[@]}"
}

upgrade() {
  dpkg-deb --raw-extract "$work/selaras.deb" "$work/newer"
  sed -i 's/^Version: .*/&+1/' "$work/newer/DEBIAN/control"
  dpkg-deb -Znone --build "$work/newer" "$root/srv/newer.deb" >/dev/null
  cp "$root/etc/selaras/selaras.toml" "$work/settings"
  "${inside[@]}" dpkg --install /srv/newer.deb
  cmp "$work/settings" "$root/etc/selaras/selaras.toml" || fail 'the upgrade changed the settings'
  "${as_selaras[@]}" "${with_secrets[@]}" selaras doctor "${settings[@]}" >/dev/null
}

remove_and_purge() {
  kill "$campus"
  wait "$campus" || true
  campus=
  "${inside[@]}" dpkg --remove selaras
  [ ! -e "$root/usr/bin/selaras" ] || fail 'the program is still there'
  [ -e "$root/etc/selaras/selaras.toml" ] || fail 'removing took the settings'
  "${inside[@]}" dpkg --purge selaras
  [ ! -e "$root/etc/selaras" ] || fail 'purging left settings or secrets'
  [ -e "$root/var/lib/selaras/selaras.sqlite" ] || fail 'purging threw the data away'
}

step "Debian packages" scripts/install-debian.sh packages
step "Package" build
step "lintian" lintian --fail-on error --allow-root "$work/selaras.deb"
step "The unit's exposure" unit
step "A clean Debian" clean_debian
step "Install" install_it
step "doctor without settings" doctor_before
step "Settings" connect
step "doctor with settings" doctor_after
step "serve, backup, restore" serve
step "Upgrade" upgrade
step "Remove and purge" remove_and_purge
