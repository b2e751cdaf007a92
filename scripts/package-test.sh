#!/usr/bin/env bash
# Tests the Debian package as an operator uses it: follows docs/operators.md on a clean Debian, from installing to purging.
# Needs root for the clean Debian, and Debian's packages from its mirror. SELARAS_DEB: an existing package.
# SELARAS_DEBIAN_ROOT: a clean Debian from debootstrap.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/steps.sh
source scripts/steps.sh
work=$(mktemp -d)
clean_up() {
  report_times || true
  umount "$work/root/proc" 2>/dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT

fail() {
  printf 'WRONG: %s\n' "$*" >&2
  exit 1
}

root=$work/root

build() {
  [ -n "${SELARAS_DEB:-}" ] || SELARAS_DEB=$(scripts/package.sh | tail -n 1)
  cp "$SELARAS_DEB" "$work/selaras.deb"
}

unit() {
  dpkg-deb --extract "$work/selaras.deb" "$work/extracted"
  # Written without the dot: 20 is an exposure of 2.0.
  systemd-analyze security --offline=true --threshold=20 --no-pager \
    "$work/extracted/usr/lib/systemd/system/selaras.service" | tail -n 1
}

# The bill of materials must name some certain components of binary and page, and no path of the building machine.
materials() {
  local sbom=$work/extracted/usr/share/doc/selaras/sbom
  grep --quiet 'pkg:cargo/rustls@' "$sbom/rust.cdx.json" || fail "rust.cdx.json does not name rustls"
  grep --quiet 'pkg:npm/react@' "$sbom/web.cdx.json" || fail "web.cdx.json does not name react"
  for path in "$PWD" "${CARGO_HOME:-$HOME/.cargo}"; do
    ! grep --recursive --files-with-matches --fixed-strings "$path/" "$work/extracted" || fail "The package names $path"
  done
}

clean_debian() {
  if [ -n "${SELARAS_DEBIAN_ROOT:-}" ]; then
    cp -a "$SELARAS_DEBIAN_ROOT" "$root"
  else
    debootstrap --variant=minbase --include=adduser,ca-certificates bookworm "$root" >"$work/debootstrap.log" ||
      fail "$(tail -n 5 "$work/debootstrap.log")"
  fi
  # The guide's other software, if missing. The policy keeps installs from starting services.
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
  chmod +x "$root/usr/sbin/policy-rc.d"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  echo '127.0.0.1 localhost' >"$root/etc/hosts"
  mount -t proc proc "$root/proc"
  local apt=(chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive apt-get --quiet --quiet)
  local packages
  mapfile -t packages < <(grep --only-matching '`apt install [a-z0-9]*' docs/operators.md | cut --delimiter=' ' --fields=3)
  "${apt[@]}" install --yes --no-install-recommends "${packages[@]}" >"$work/apt.log" 2>&1 ||
    { "${apt[@]}" update && "${apt[@]}" install --yes --no-install-recommends "${packages[@]}"; } >"$work/apt.log" 2>&1 ||
    fail "$(tail -n 5 "$work/apt.log")"
  umount "$root/proc"
}

# Runs in its own network namespace: the guide's ports are free there, and every started process ends with it.
guide() {
  unshare --net --mount --pid --fork --kill-child --mount-proc bash -euo pipefail -c '
    ip link set lo up
    mount -t proc proc "$1/proc"
    scripts/with-postgres.sh /usr/bin/python3 -B scripts/guide/follow.py "$1" "$2" "$3"
  ' guide "$root" "$work/selaras.deb" "$work/extracted/usr/bin/selaras"
}

step "Debian packages" scripts/install-debian.sh packages postgresql
step "Package" build
step "lintian" lintian --fail-on error --allow-root "$work/selaras.deb"
step "The unit's exposure" unit
step "Bill of materials" materials
step "A clean Debian" clean_debian
step "The guide, from its first line to its last" guide
