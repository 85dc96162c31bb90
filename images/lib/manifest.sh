# What is on the card: packages with their versions, sums, sizes. Sourced by make-image and by
# tests/test_image.sh.
# shellcheck shell=bash

# manifest_packages STATUS -> a line for each installed package of dpkg's status file: name, version,
# architecture, installed size in KiB, source; in order of the names
manifest_packages() {
    awk -v RS= -v FS='\n' '
        {
            split("", field)
            for (i = 1; i <= NF; i++) {
                at = index($i, ": ")
                if (at > 1 && $i !~ /^ /) field[substr($i, 1, at - 1)] = substr($i, at + 2)
            }
            if (field["Status"] != "install ok installed") next
            source = ("Source" in field) ? field["Source"] : field["Package"]
            gsub(/ /, "", source)
            printf "%s\t%s\t%s\t%s\t%s\n", field["Package"], field["Version"],
                   field["Architecture"], field["Installed-Size"] + 0, source
        }' "$1" | LC_ALL=C sort
}

# manifest_sizes LINES -> the packages' sum, and the largest of them, from manifest_packages' lines
manifest_sizes() {
    awk -F '\t' '
        { sum += $4; count++ }
        END { printf "packages\t%d\ninstalled_kib\t%d\n", count, sum }' "$1"
    LC_ALL=C sort -t "$(printf '\t')" -k 4,4nr -k 1,1 "$1" |
        awk -F '\t' 'NR <= 20 { printf "largest\t%s\t%d\n", $1, $4 }'
}
