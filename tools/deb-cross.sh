#!/usr/bin/env bash
# Builds the Debian packages for another architecture, in a Debian of its own below FOLDER that has
# the cross compiler and that architecture's libraries, so that this machine stays as it is.
#
# Usage: tools/deb-cross.sh ARCHITECTURE FOLDER [SUITE]
#
# SUITE is the Debian that the packages are for: trixie (13, libgpiod 2) when none is said, as the
# image of the SD card and Raspberry Pi OS are; bookworm (12) has libgpiod 1.6.
set -euo pipefail
unset MAKEFLAGS MAKELEVEL # of the make that runs this: the build has as many jobs as processors

architecture=$1
folder=$2
here=$(dpkg --print-architecture)
suite=${3:-trixie}
version=$(sed -n '1s/^[^(]*(\([^)]*\)).*/\1/p' debian/changelog)
root=$folder-root-$suite # is kept: making it takes longer than building

# The libraries of debian/control, of the other architecture.
mapfile -t libraries < <(sed -n '/^Build-Depends:/,/^[A-Z].*Version/p' debian/control |
    grep -o 'lib[a-z0-9.-]*-dev\b' | grep -v '^libc6-dev' | sed "s/\$/:$architecture/")
tools=(build-essential gcc libc6-dev make pkg-config dpkg-dev debhelper fakeroot "crossbuild-essential-$architecture")

# As root in a mount namespace of its own: no mount is left however it ends
alone=(unshare --mount --propagation private)
[ "$(id -u)" -eq 0 ] || alone=()

rm -rf "$folder"
mkdir -p "$folder"
include=$(
    IFS=,
    echo "${tools[*]},${libraries[*]}"
)
if [ "$(cat "$root/made" 2>/dev/null)" != "$include" ]; then
    rm -rf --one-file-system "$root"
    "${alone[@]}" nice mmdebstrap --variant=minbase --architectures="$here,$architecture" \
        --aptopt='APT::Install-Recommends "false"' --dpkgopt=force-unsafe-io \
        --include="$include" "$suite" "$root" >"$folder/log" 2>&1 || {
        tail -20 "$folder/log" >&2
        echo "deb-cross: the build's own Debian could not be made: see $folder/log" >&2
        exit 1
    }
    echo "$include" >"$root/made"
fi
rm -rf "$root/build"
mkdir -p "$root/build/qili-$version"
git ls-files -z | tar --null -T - -c --ignore-failed-read | tar -x -C "$root/build/qili-$version"
nice chroot "$root" env LC_ALL=C.UTF-8 sh -c "cd /build/qili-$version && dpkg-buildpackage -b -us \
    -uc -a$architecture -Pcross,nocheck" >>"$folder/log" 2>&1 || {
    tail -40 "$folder/log" >&2
    echo "deb-cross: the packages were not built: see $folder/log" >&2
    exit 1
}
cp "$root"/build/*.deb "$root"/build/*.changes "$folder/"
rm -rf "$root/build"
echo "deb-cross: in $folder:"
(cd "$folder" && ls -1 ./*.deb)
