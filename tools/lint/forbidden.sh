#!/usr/bin/env bash
# Refuses in ROOT/src:
#   - functions that overrun, hide errors or are not reentrant (strcpy, atoi, strtok, ...);
#   - allocations whose result is not tested (or returned) within the next three lines of code;
#   - printing and ending the program in the libraries src/board and src/judge;
#   - lines of over 100 characters, files of over 700 lines; over 600 lines is only warned of.
#
# Usage: tools/lint/forbidden.sh ROOT
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
status=0

mapfile -t sources < <(find src -name '*.[ch]' -type f | sort)
mapfile -t texts < <(find src \( -name '*.[ch]' -o -name '*.def' \) -type f | sort)
if [ ${#sources[@]} -eq 0 ]; then
    echo "forbidden: there are no sources under $1/src" >&2
    exit 1
fi

LC_ALL=C awk -f "$here/strip.awk" -f "$here/forbidden.awk" "${sources[@]}" || status=1

if LC_ALL=C.UTF-8 grep -nHE '^.{101,}$' "${texts[@]}" | sed 's/:\([0-9]*\):.*/:\1: over 100 characters/' |
    grep .; then
    status=1
fi

for text in "${texts[@]}"; do
    lines=$(wc -l <"$text")
    if [ "$lines" -gt 700 ]; then
        echo "$text: $lines lines, at most 700 are allowed: split it"
        status=1
    elif [ "$lines" -gt 600 ]; then
        echo "$text: warning: $lines lines, over 600: think of splitting it"
    fi
done

exit $status
