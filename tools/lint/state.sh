#!/usr/bin/env bash
# Refuses variables of static storage that can be written, in objects or static libraries: the
# libraries keep no state. Constants, also those with addresses in them (.data.rel.ro), may be.
#
# Usage: tools/lint/state.sh FILE...
set -euo pipefail

if [ $# -eq 0 ]; then
    echo "state: no libraries given" >&2
    exit 1
fi

symbols=$(objdump -t "$@")
LC_ALL=C awk '
    /:[ \t]+file format / { object = $1; sub(/:$/, "", object); next }
    # value, seven flag letters, section, a tab, size, name
    /^[0-9a-f]+ / && index($0, "\t") {
        section = substr($0, 1, index($0, "\t") - 1)
        sub(/^.*[ ]/, "", section)
        kind = substr($0, index($0, " ") + 1, 7)
        if (kind ~ /[dfF]/)
            next
        if (section ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && section !~ /^\.data\.rel\.ro/) {
            print object ": " $NF " (" section ") can be written: no static state in a library"
            found = 1
        }
    }
    END { exit found }
' <<<"$symbols"
