#!/usr/bin/env bash
# Writes a C file that holds the given files of the office's page, for src/office/page_embedded.h,
# to standard output. page.html becomes office_page_html, with its length in bytes.
#
# Usage: tools/embed-page.sh FILE...
set -euo pipefail
export LC_ALL=C

printf '/* Made by tools/embed-page.sh from src/office/page/; do not edit. */\n'
printf '#include "office/page_embedded.h"\n'
for file in "$@"; do
    name=$(basename "$file")
    identifier=office_${name//./_}
    if ! [[ $identifier =~ ^office_[a-z_]+$ ]]; then
        echo "embed-page: $file: a name may hold only a-z and a dot" >&2
        exit 1
    fi
    printf '\nconst char %s[] = {\n' "$identifier"
    od -An -v -w16 -t o1 "$file" | sed -e "s/ \([0-7]\{3\}\)/'\\\\\1',/g" -e 's/^/    /'
    printf "    '\\\\0'};\n"
    printf 'const size_t %s_length = sizeof %s - 1;\n' "$identifier" "$identifier"
done
