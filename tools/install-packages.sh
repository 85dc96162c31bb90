#!/usr/bin/env bash
# Installs the Debian packages of packages.txt that are missing; does nothing if none is.
#
# Usage: tools/install-packages.sh [LIST]
set -euo pipefail

list=${1:-$(dirname "$0")/../packages.txt}

if ! command -v dpkg-query >/dev/null; then
    echo "install-packages: this is no Debian system; install by hand what $list lists" >&2
    exit 1
fi

mapfile -t wanted < <(sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$list")

# dpkg-query fails if any package is unknown to it, and still answers for the others.
installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null || true)

missing=()
for package in "${wanted[@]}"; do
    case $'\n'"$installed"$'\n' in
    *$'\n'"$package installed"$'\n'*) ;;
    *) missing+=("$package") ;;
    esac
done

if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi

as_root=(env DEBIAN_FRONTEND=noninteractive)
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "install-packages: not root and no sudo; as root, run:" >&2
        echo "    apt-get install --no-install-recommends ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo "${as_root[@]}")
fi

echo "install-packages: installing ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends "${missing[@]}" </dev/null
