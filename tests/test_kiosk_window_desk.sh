#!/usr/bin/env bash
# The rest of the arbiter's desk in a real window with a real pointer and real keys: what is logged
# besides rulings, records and sticks, pairings, settings, the first start and the lock. After each
# the tool reads the journal.
set -euo pipefail

kiosk=$(realpath "$QILI-kiosk")
tool=$(realpath "$QILI")
tests=$(dirname "$(realpath "$0")")
scripts=$tests/kiosk
scratch=$(mktemp -d)
# shellcheck source=tests/kiosk/window.sh
. "$scripts/window.sh"
lanes=()
clean_up() {
    window_end || true
    kill "${lanes[@]}" 2>/dev/null || true
    wait
    rm -rf "$scratch"
}
trap clean_up EXIT

fail() {
    echo "FAIL: $*"
    [ ! -f "$window_folder/out" ] || cat "$window_folder/out"
    exit 1
}

# The journal that the kiosk has open: of the demonstration unless it has one of its own.
journal() {
    local file=${own_journal:-$(echo "$window_folder"/qili-demo-*/journal.db)}
    "$tool" journal "$1" --lang en --file "$file" "${@:2}"
}

# holds TYPE TEXT...: the newest entry of the type has all these texts
holds() {
    local type=$1 text newest
    shift
    newest=$(journal list --type "$type" | tail -1)
    for text in "$@"; do
        [[ $newest == *"$text"* ]] || fail "no $text in: $newest"
    done
}

# works WHAT OPTION...: a window in which the script passes, and a journal that is sound then
works() {
    local script=$1
    shift
    window_begin "$@" || fail "no window for $script"
    window_script "$script" || fail "$script"
    journal verify >/dev/null || fail "the journal is not sound after $script"
}

# Out of the box, and the minute until the console locks.
first_start() {
    own_journal=$scratch/own/journal.db
    mkdir -p "$scratch/own" "$scratch/first/STICK"
    printf 'idle-lock 1\n' >"$own_journal.settings"
    printf '轮次,台次,红方序号,红方姓名,黑方序号,黑方姓名\n1,1,1,甲,2,乙\n' \
        >"$scratch/first/STICK/pairings.csv"
    works "$scripts/first.script" --journal "$own_journal" --language zh --window 1024x600 \
        --media "$scratch/first"
    holds event '"name":"Cup"'
    holds arbiter '"name":"lee"' '"role":"organiser"'
    holds foul '"key":"own-piece"' '"side":"red"' '"table":1'
    [ "$(journal list --type foul | wc -l)" -eq 1 ] || fail "not one foul"
    window_end
}

# Settings, in English in the end, with half a minute until a PIN is taken again.
settings() {
    works "$scripts/settings.script" --demo --language zh --window 1280x720
    grep -qx 'language 1' "$window_folder"/qili-demo-*/journal.db.settings ||
        fail "English is not kept"
    window_end
}

# beside NAME: runs it in the background, in a window of its own
beside() {
    (
        trap 'window_end || true' EXIT
        trap 'exit 1' TERM
        "$1"
        trap - EXIT
    ) >"$scratch/$1.out" 2>&1 &
    lanes+=("$!")
}

beside first_start
first=$!
beside settings
second=$!

# Draws, touch-move, the move limit, a penalty for which somebody else signs.
mkdir -p "$scratch/log/STICK"
{
    printf '[Game "Chinese Chess"]\n[Red "甲"]\n[Black "乙"]\n[Result "*"]\n[Format "ICCS"]\n\n'
    for ((round = 1; round <= 60; round += 2)); do
        printf '%d. A0-A1 A9-A8\n%d. A1-A0 A8-A9\n' "$round" $((round + 1))
    done
    printf '*\n'
} >"$scratch/log/STICK/limit.pgn"
works "$scripts/desk.script" --demo --language zh --window 1280x720 --media "$scratch/log"
holds note '红方提和，黑方拒绝'
[ "$(journal list --type foul | grep -c '"table":6')" -eq 2 ] || fail "not two fouls at table 6"
holds result '"outcome":"draw"' '"reason":"move-limit"' '"table":8' ' lin '
holds penalty '"key":"disqualified"' '"who":"liang"' ' chen '
window_end

# Records and a stick, after a ruling.
mkdir -p "$scratch/media/STICK/games"
cp "$tests/data/two-games.pgn" "$scratch/media/STICK/games"
printf 'XQ\377garbage' >"$scratch/media/STICK/bad.xqf"
# In a window the minute, which the file's name has, may turn between two exports: that the second
# does not overwrite the first is for test_kiosk_records.sh, which needs no second.
sed 's/^expect export.said 另存为$/expect export.said .csv/' "$scripts/board.script" \
    "$scripts/records.script" >"$scratch/records.script"
works "$scratch/records.script" --demo --language zh --window 800x480 --theme contrast \
    --media "$scratch/media"
for form in pdf pgn csv jsonl; do
    compgen -G "$scratch/media/STICK/qili-*.$form" >/dev/null || fail "no .$form on the stick"
done
holds ruling '"outcome":"draw"' '"tool":"red-must-change"' '"table":1'
window_end

# Pairings: who may, a wrong line, a clash, and a table that is logged.
mkdir -p "$scratch/tables/STICK"
printf '轮次,台次,红方序号,红方姓名,红方单位,黑方序号,黑方姓名,黑方单位\n%s\n%s\n' \
    '3,1,wang,王新,北京,li,李明远,上海' '3,2,900,新人,北京,,轮空,' >"$scratch/tables/STICK/good.csv"
printf '轮次,台次,红方序号,红方姓名,黑方序号,黑方姓名\n%s\n%s\n' '2,1,wang,王新,li,李明远' '2,x,a,b,c,d' \
    >"$scratch/tables/STICK/bad.csv"
printf '轮次,台次,红方序号,红方姓名,黑方序号,黑方姓名\n%s\n%s\n%s\n' '4,1,wang,王新,li,李明远' \
    '4,2,wang,王新,900,丙' '4,3,901,李明远,902,丁' >"$scratch/tables/STICK/clash.csv"
works "$scripts/pairings.script" --demo --language zh --window 720x1280 --theme dark \
    --media "$scratch/tables"
holds pairing '"round":3' '"table":2' '"red":"900"' ' chen '
! journal list --type pairing | grep -q '"round":4' || fail "the table that clashes was logged"
window_end

wait "$first" || fail "$(cat "$scratch/first_start.out")"
wait "$second" || fail "$(cat "$scratch/settings.out")"
rm -rf "$scratch"
trap - EXIT
echo "the desk in a window: all as expected"
