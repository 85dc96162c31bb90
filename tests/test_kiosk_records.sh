#!/usr/bin/env bash
# Records and USB sticks, without a window: the scripts of tests/kiosk, and what is on the stick then.
set -euo pipefail

kiosk=$(realpath "$QILI-kiosk")
tool=$(realpath "$QILI")
tests=$(dirname "$(realpath "$0")")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch
unset DISPLAY WAYLAND_DISPLAY

fail() {
    echo "FAIL: $*"
    exit 1
}

# first PATTERN, expanded: the first of the files.
first() {
    printf '%s\n' "$1"
}

run() {
    local status=$1
    shift
    local got=0
    "$kiosk" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || got=$?
    [ "$got" -eq "$status" ] || fail "status $got, expected $status: $* $(cat "$scratch/err")"
}

mkdir -p "$scratch/media/STICK/games"
cp "$tests/data/two-games.pgn" "$scratch/media/STICK/games"
printf 'XQ\377garbage' >"$scratch/media/STICK/bad.xqf"
cat "$tests/kiosk/board.script" "$tests/kiosk/records.script" >"$scratch/whole.script"
cp -r "$scratch/media" "$scratch/upright"
run 0 --demo --language zh --media "$scratch/media" --script "$scratch/whole.script"
run 0 --demo --language zh --media "$scratch/upright" --window 720x1280 \
    --script "$scratch/whole.script"

cd "$scratch/media/STICK"
ls
[ -z "$(find . -name '*.part' -o -name '*.new')" ] || fail "half a file is left"
pdf=$(first qili-r2-t1-*.pdf)
[ "$(head -c 5 "$pdf")" = %PDF- ] || fail "$pdf is no PDF"
pgn=$(first qili-r2-t1-*.pgn)
grep -q '{捉' "$pgn" || fail "no labels in $pgn"
grep -q '裁决：和棋' "$pgn" || fail "no ruling in $pgn"
"$tool" judge --lang en "$pgn" >"$scratch/judged" || fail "$pgn is not read again"
json=$(first qili-*.jsonl)
lines=$(wc -l <"$json")
[ "$lines" -ge 69 ] || fail "$json has $lines lines"
grep -q '"type":"ruling"' "$json" || fail "no ruling in $json"
csv=$(first qili-*.csv)
grep -q ruling "$csv" || fail "no ruling in $csv"

# Pairings from a table: a wrong line, a clash, and one that is logged.
mkdir -p "$scratch/tables/S"
cat >"$scratch/tables/S/good.csv" <<'TABLE'
轮次,台次,红方序号,红方姓名,红方单位,黑方序号,黑方姓名,黑方单位
3,1,wang,王新,北京,li,李明远,上海
3,2,900,新人,北京,,轮空,
TABLE
printf '轮次,台次,红方序号,红方姓名,黑方序号,黑方姓名\n%s\n%s\n' '2,1,wang,王新,li,李明远' '2,x,a,b,c,d' \
    >"$scratch/tables/S/bad.csv"
printf '轮次,台次,红方序号,红方姓名,黑方序号,黑方姓名\n%s\n%s\n%s\n' '4,1,wang,王新,li,李明远' \
    '4,2,wang,王新,900,丙' '4,3,901,李明远,902,丁' >"$scratch/tables/S/clash.csv"
cp "$csv" "$scratch/tables/S/a-journal.csv" # our own export is no table of pairings: not listed
run 0 --demo --language zh --media "$scratch/tables" --script "$tests/kiosk/pairings.script"

# Without a stick: one line says so, and nothing is written.
mkdir "$scratch/none"
printf '%s\n' wait 'tap hall.records' wait 'tap records.export' 'tap export.csv' wait \
    'expect export.said 没有 U 盘' >"$scratch/none.script"
run 0 --demo --language zh --media "$scratch/none" --script "$scratch/none.script"
[ -z "$(ls "$scratch/none")" ] || fail "something was written without a stick"

echo "kiosk records: all as expected"
