#!/usr/bin/env bash
# Installs missing Debian packages for the given names: compiler, chromium, mariadb, packages, php,
# postgresql, prometheus, python.
set -euo pipefail

missing=()

need() {
  local command=$1
  shift
  command -v "$command" >/dev/null || missing+=("$@")
}

for name in "$@"; do
  case $name in
    compiler)
      need cc gcc libc6-dev
      need make make
      ;;
    # Chromium without a font draws boxes, and layout is tested too.
    chromium) need chromium-headless-shell chromium-headless-shell fonts-liberation ;;
    packages)
      need dpkg-deb dpkg
      need dpkg-shlibdeps dpkg-dev
      need lintian lintian
      need debootstrap debootstrap
      need systemd-analyze systemd
      need ip iproute2
      need python3 python3
      ;;
    php) php -r 'exit((int) !class_exists("DOMDocument"));' 2>/dev/null || missing+=(php-cli php-xml) ;;
    prometheus) need promtool prometheus ;;
    mariadb) [ -x /usr/sbin/mariadbd ] || need mariadbd mariadb-server ;;
    # The server's programs are not on the PATH.
    postgresql) compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql) ;;
    python) python3 -c 'import venv, ensurepip' 2>/dev/null || missing+=(python3 python3-venv) ;;
    *)
      echo "install-debian.sh does not know $name" >&2
      exit 2
      ;;
  esac
done

[ ${#missing[@]} -gt 0 ] || exit 0
if ! command -v apt-get >/dev/null; then
  echo "These are missing, and there is no apt-get to install them with: ${missing[*]}" >&2
  exit 1
fi
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)

echo "Installing ${missing[*]}"
# The package lists are often absent or out of date, so they are fetched if an install fails.
install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends)
"${install[@]}" "${missing[@]}" && exit 0
"${as_root[@]}" apt-get update --quiet
"${install[@]}" "${missing[@]}"
