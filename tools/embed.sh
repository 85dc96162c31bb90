#!/usr/bin/env bash
# Writes a C file that holds the given rule editions (or summaries of articles, or catalogues of
# what arbiters log), for src/judge/embedded.h or src/ledger/embedded.h, to standard output. A
# file's name there is its own without ".ini".
#
# Usage: tools/embed.sh [--articles | --catalogue] [FILE.ini]...
set -euo pipefail
export LC_ALL=C

what=edition
case ${1-} in
--articles | --catalogue)
    what=${1#--}
    shift
    ;;
esac
room=judge
case $what in
edition) list=judge_embedded_editions count=judge_embedded_edition_count ;;
articles) list=judge_embedded_articles count=judge_embedded_articles_count ;;
catalogue) room=ledger list=ledger_embedded_catalogue count=ledger_embedded_catalogue_count ;;
esac

declare -A identifiers=()
table=

printf '/* Made by tools/embed.sh from the files under rules/; do not edit. */\n'
printf '#include "%s/embedded.h"\n' "$room"
for file in "$@"; do
    name=$(basename "$file" .ini)
    if ! [[ $name =~ ^[a-z0-9][a-z0-9_-]*$ ]]; then
        echo "embed: $file: a name may hold only a-z, 0-9, - and _" >&2
        exit 1
    fi
    identifier=${room}_${what}_data_${name//-/_}
    if [ -n "${identifiers[$identifier]-}" ]; then
        echo "embed: $file: the name is too like that of ${identifiers[$identifier]}" >&2
        exit 1
    fi
    identifiers[$identifier]=$file

    printf '\nstatic const char %s[] = {\n' "$identifier"
    od -An -v -w16 -t o1 "$file" | sed -e "s/ \([0-7]\{3\}\)/'\\\\\1',/g" -e 's/^/    /'
    printf "    '\\\\0'};\n"
    table+="    {\"$name\", $identifier, sizeof $identifier - 1},"$'\n'
done

printf '\nconst judge_embedded_file %s[] = {\n' "$list"
printf '%s    {NULL, NULL, 0},\n};\n' "$table"
printf '\nconst size_t %s = %d;\n' "$count" $#
