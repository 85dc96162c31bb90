#!/usr/bin/env bash
# Checks the direction of dependencies: what each folder of ROOT/src may include from which other.
# A project header is always included with its folder ("board/types.h").
#
# Usage: tools/lint/layers.sh ROOT
set -euo pipefail

cd "$1"

declare -A may=(
    [board]="board"
    [judge]="board judge"
    [ledger]="board judge ledger"
    [store]="board judge ledger store"
    [paper]="board judge ledger store paper"
    [training]="board judge ledger store training"
    [sync]="board judge ledger store sync"
    [device]="device"
    [office]="board judge ledger store paper sync device office"
    [kiosk]="board judge ledger store paper training sync device kiosk"
    [cli]="board judge ledger store paper training sync device cli"
)

status=0
complain() {
    echo "$1"
    status=1
}

mapfile -t files < <(find src -type f \( -name '*.[ch]' -o -name '*.def' \) | sort)
if [ ${#files[@]} -eq 0 ]; then
    complain "layers: there are no sources under $1/src"
    exit $status
fi

for file in "${files[@]}"; do
    inside=${file#src/}
    folder=${inside%%/*}
    if [ "$folder" = "$inside" ] || [ -z "${may[$folder]-}" ]; then
        complain "$file: tools/lint/layers.sh knows no layer for this place"
    fi
done

while IFS=: read -r file line text; do
    folder=${file#src/}
    folder=${folder%%/*}
    included=${text#*\"}
    included=${included%%\"*}
    if [[ $included != */* || $included == *..* ]]; then
        complain "$file:$line: \"$included\": include a project header with its folder"
    elif [[ " ${may[$folder]-} " != *" ${included%%/*} "* ]]; then
        complain "$file:$line: $folder may not include \"$included\" (only: ${may[$folder]-})"
    fi
done < <(grep -nHE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "${files[@]}" || true)

exit $status
