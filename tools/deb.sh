#!/usr/bin/env bash
# Builds the Debian packages of what the tree's index holds (what is not added is not in them), in a
# clean copy below FOLDER, and has lintian look at them. The packages are in FOLDER then.
#
# Usage: tools/deb.sh FOLDER [DPKG-BUILDPACKAGE-OPTION]...
set -euo pipefail
unset MAKEFLAGS MAKELEVEL # of the make that runs this: the build has as many jobs as processors

folder=$1
shift
version=$(sed -n '1s/^[^(]*(\([^)]*\)).*/\1/p' debian/changelog)
copy=$folder/qili-$version

rm -rf "$folder"
mkdir -p "$copy"
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files -z | tar --null -T - -c --ignore-failed-read | tar -x -C "$copy"
else
    tar -c --exclude=./build . | tar -x -C "$copy"
fi
(cd "$copy" && nice dpkg-buildpackage -b -us -uc "$@") >"$folder/log" 2>&1 || {
    tail -40 "$folder/log" >&2
    echo "deb: the packages were not built: see $folder/log" >&2
    exit 1
}
rm -rf "$copy"
lintian --fail-on error "$folder"/*.changes
echo "deb: in $folder:"
(cd "$folder" && ls -1 ./*.deb)
