#!/usr/bin/env bash
# Compiles src/device/lines_gpiod2.c, warnings being errors, with the headers of libgpiod 2, and
# looks whether that library has every function that it calls. Where the installed libgpiod is a 1,
# the newer one comes from Debian 13's packages, which are unpacked into FOLDER and not installed.
# Without a mirror that has them this is said, and is no failure: `make test` must work offline.
#
# Usage: tools/check-gpiod2.sh FOLDER
set -euo pipefail

folder=$1
suite=trixie

skip() {
    echo "check-gpiod2: lines_gpiod2.c was NOT compiled: $1"
    exit 0
}

fetch() {
    local apt=$folder/apt uri key
    # shellcheck disable=SC2016 # apt fills it in
    uri=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' |
        head -1)
    key=/usr/share/keyrings/debian-archive-keyring.gpg
    [ -n "$uri" ] && [ -e "$key" ] || return 1
    mkdir -p "$apt"/{lists/partial,cache/archives/partial}
    echo "deb [signed-by=$key] $uri $suite main" >"$apt/sources.list"
    local options=(-o Dir::Etc::SourceList="$PWD/$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
        -o Dir::State::Lists="$PWD/$apt/lists" -o Dir::Cache="$PWD/$apt/cache"
        -o Acquire::Languages=none -o APT::Sandbox::User=root -o Acquire::Retries=1
        -o Acquire::http::Timeout=20)
    timeout 120 apt-get "${options[@]}" update -qq &&
        (cd "$folder" && timeout 60 apt-get "${options[@]}" download -qq libgpiod-dev libgpiod3) ||
        return 1
    for package in "$folder"/*.deb; do
        dpkg-deb -x "$package" "$folder/root"
    done
    rm -rf "$apt"
}

flags=(-std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror -O2 -Isrc -DDEVICE_GPIOD=2)
mkdir -p "$folder"
if pkg-config --exists 'libgpiod >= 2' 2>/dev/null; then
    echo "check-gpiod2: the installed libgpiod is a 2: the build itself has shown it"
    exit 0
fi
if [ ! -e "$folder/root/usr/include/gpiod.h" ]; then
    command -v apt-get >/dev/null || skip "this is no Debian system"
    fetch >"$folder/log" 2>&1 || skip "no mirror has Debian $suite's libgpiod ($folder/log)"
fi
for compiler in gcc clang; do
    "$compiler" "${flags[@]}" -isystem "$folder/root/usr/include" -c \
        -o "$folder/lines_gpiod2.o" src/device/lines_gpiod2.c
done
library=$(find "$folder/root" -name 'libgpiod.so.*' -type f | head -1)
missing=$(comm -23 <(nm -u "$folder/lines_gpiod2.o" | grep -o 'gpiod_[a-z0-9_]*' | sort -u) \
    <(nm -D --defined-only "$library" | grep -o 'gpiod_[a-z0-9_]*' | sort -u))
if [ -n "$missing" ]; then
    echo "check-gpiod2: $library does not have:" "$missing" >&2
    exit 1
fi
echo "check-gpiod2: lines_gpiod2.c compiles with $(basename "$library"), which has all it calls"
