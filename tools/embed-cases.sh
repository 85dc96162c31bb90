#!/usr/bin/env bash
# Writes a C file that holds the case studies of ROOT/cases/*.json and the examinations of
# ROOT/exams/*.json, each one after another as in a file of many cases, for src/training/embedded.h.
#
# Usage: tools/embed-cases.sh ROOT
set -euo pipefail
export LC_ALL=C
shopt -s nullglob

# The bytes of the files as the initialiser of an array, and a NUL.
write_array() {
    local name=$1
    shift
    printf '\nstatic const char %s_data[] = {\n' "$name"
    if [ $# -gt 0 ]; then
        cat "$@" | od -An -v -w16 -t o1 | sed -e "s/ \([0-7]\{3\}\)/'\\\\\1',/g" -e 's/^/    /'
    fi
    printf "    '\\\\0'};\n"
    printf 'const char *const %s = %s_data;\n' "$name" "$name"
    printf 'const size_t %s_length = sizeof %s_data - 1;\n' "$name" "$name"
}

printf '/* Made by tools/embed-cases.sh from the files under rules/; do not edit. */\n'
printf '#include "training/embedded.h"\n'
write_array training_embedded_cases "$1"/cases/*.json
write_array training_embedded_exams "$1"/exams/*.json
