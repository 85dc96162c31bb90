# What make-image and make-update share. Sourced.
# shellcheck shell=bash

# The time that all files have at most: 2026-11-01, so that two builds are the same.
# shellcheck disable=SC2034
image_epoch=1793491200

# suite_version SUITE -> the number of that Debian
suite_version() {
    case $1 in
    bookworm) echo 12 ;;
    trixie) echo 13 ;;
    *)
        echo "${0##*/}: no such system: $1 (trixie or bookworm)" >&2
        return 2
        ;;
    esac
}

# our_packages FOLDER -> the paths of the packages that are on the card, one a line
our_packages() {
    local name found
    for name in qili-data qili qili-kiosk; do
        found=$(find "$1" -maxdepth 1 -name "${name}_*_arm64.deb" -o -maxdepth 1 \
            -name "${name}_*_all.deb")
        if [ "$(grep -c . <<<"$found")" -ne 1 ]; then
            echo "${0##*/}: not one package $name in $1" >&2
            return 1
        fi
        echo "$found"
    done
}
