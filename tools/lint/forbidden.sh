#!/usr/bin/env bash
# Refuses in ROOT/src:
#   - functions that overrun, hide errors or are not reentrant (strcpy, atoi, strtok, ...);
#   - allocations whose result is not tested (or returned) within the next three lines of code;
#   - printing and ending the program in the libraries board, judge, ledger and store;
#   - lines of over 100 characters, files of over 700 lines; over 600 lines is only warned of.
#
# Usage: tools/lint/forbidden.sh ROOT
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
status=0

mapfile -t texts < <(find src \( -name '*.[ch]' -o -name '*.def' \) -type f | sort)
sources=()
for text in "${texts[@]}"; do
    [[ $text == *.def ]] || sources+=("$text")
done
if [ ${#sources[@]} -eq 0 ]; then
    echo "forbidden: there are no sources under $1/src" >&2
    exit 1
fi

LC_ALL=C awk -f "$here/strip.awk" -f "$here/forbidden.awk" "${sources[@]}" || status=1

if LC_ALL=C.UTF-8 grep -nHE '^.{101,}$' "${texts[@]}" | sed 's/:\([0-9]*\):.*/:\1: over 100 characters/' |
    grep .; then
    status=1
fi

awk '
    function judge() {
        if (lines > 700) {
            print name ": " lines " lines, at most 700 are allowed: split it"
            found = 1
        } else if (lines > 600) {
            print name ": warning: " lines " lines, over 600: think of splitting it"
        }
    }
    FNR == 1 { judge() }
    { name = FILENAME; lines = FNR }
    END { judge(); exit found }
' "${texts[@]}" || status=1

exit $status
