# The card's partitions, as layout.sfdisk says. Sourced by make-image and by tests/test_image.sh.
# shellcheck shell=bash

sector=512
card_bytes=$((2 * 1024 * 1024 * 1024))

# layout_lines FILE -> a line for each partition: its first sector and its number of sectors
layout_lines() {
    sed -n 's/^start=\([0-9]*\), *size=\([0-9]*\),.*/\1 \2/p' "$1"
}

# layout_start FILE NUMBER, layout_size FILE NUMBER -> bytes
layout_start() {
    layout_lines "$1" | awk -v n="$2" -v s="$sector" 'NR == n { printf "%d\n", $1 * s }'
}
layout_size() {
    layout_lines "$1" | awk -v n="$2" -v s="$sector" 'NR == n { printf "%d\n", $2 * s }'
}

# Makes an empty card with that table: sparse, no room is taken yet.
# layout_card LAYOUT CARD
layout_card() {
    rm -f "$2"
    truncate -s "$card_bytes" "$2"
    grep -v '^#' "$1" | sfdisk --quiet "$2"
}

# Puts a filesystem in its place; holes stay holes.
# layout_put LAYOUT CARD NUMBER FILE
layout_put() {
    local size
    size=$(stat -c %s "$4")
    if [ "$size" -gt "$(layout_size "$1" "$3")" ]; then
        echo "make-image: ${4##*/} has $size bytes, partition $3 takes $(layout_size "$1" "$3")" >&2
        return 1
    fi
    dd if="$4" of="$2" bs=4M seek="$(($(layout_start "$1" "$3") / 4194304))" conv=notrunc,sparse \
        status=none
}
