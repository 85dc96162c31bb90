#!/usr/bin/env bash
# The kiosk without a window: scripts, pictures of the screens, the command line; what is wrong is
# one line that names the line of the script.
set -euo pipefail

kiosk=$(realpath "$QILI-kiosk")
tests=$(dirname "$(realpath "$0")")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch
unset DISPLAY WAYLAND_DISPLAY

failures=0
fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# run STATUS OPTION...: output into $scratch/out and $scratch/err
run() {
    local expected=$1 status=0
    shift
    "$kiosk" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
    [ "$status" -eq "$expected" ] || {
        fail "status $status, expected $expected: $*"
        cat "$scratch/err"
    }
}

# The complaint is one line that holds the text.
complains() {
    [ "$(wc -l <"$scratch/err")" -eq 1 ] || fail "not one line: $(cat "$scratch/err")"
    grep -qF -- "$1" "$scratch/err" || fail "no \"$1\" in: $(cat "$scratch/err")"
}

# script STATUS LINE...: runs the lines in the demonstration event
script() {
    local expected=$1
    shift
    printf '%s\n' "$@" >"$scratch/a.script"
    run "$expected" --demo --language en --script "$scratch/a.script"
}

run 0 --help
grep -q -- --screenshot "$scratch/out" || fail "no help"
run 0 --help --language en
grep -q 'Usage: qili-kiosk' "$scratch/out" || fail "no English help"
run 0 --version
grep -qE '^qili-kiosk [0-9.]+$' "$scratch/out" || fail "no version"
run 2 --nosuch --language en
complains 'unknown option --nosuch'

# What is right runs, and takes the way of a finger.
script 0 '# a comment' '' 'wait' 'screen hall' 'expect hall.table.3.1' 'count' \
    'tap hall.table.3.1' 'wait' 'screen game' 'expect-count 1 a table' 'tap bar.back' \
    'expect-not nosuch' 'wait 300' 'key tab' 'key enter'
grep -q '^a table: 1 touches$' "$scratch/out" || fail "no count: $(cat "$scratch/out")"

# Where a part stands on the display: a touch there is a touch on it.
script 0 'wait' 'where hall.table.3.1'
place=$(sed -n 's/^hall\.table\.3\.1 \([0-9]* [0-9]*\)$/\1/p' "$scratch/out")
[ -n "$place" ] || fail "no place: $(cat "$scratch/out")"
script 0 'wait' "tap $place" 'wait' 'screen game'
script 1 'wait' 'where nosuch'
complains 'nosuch'

# What is wrong is named with its line, and nothing after it runs.
script 1 'wait' 'jump' 'screenshot after.png'
complains 'a.script: line 2: unknown: "jump"'
script 1 'tap'
complains 'line 1: "tap" is followed by: NAME | X Y'
script 1 'wait' 'screen hall extra'
complains 'the screen is hall, expected hall extra'
script 1 'wait' 'tap nosuch'
complains 'line 2: there is no "nosuch" on the screen hall'
script 1 'wait' 'expect hall.table.3.1 nobody'
complains 'expected "nobody"'
script 1 'wait' 'expect-not hall.table.3.1'
complains 'line 2'
script 1 'key hyper'
complains 'no such key, "hyper"'
script 1 'command fly 1'
complains '"fly 1" is no command'
script 1 'wait-for nosuch 50'
complains 'not done after 50 ms'
script 1 'wait-for nosuch 0'
complains 'is followed by: NAME MS'
script 1 'count' 'wait' 'tap bar.settings' 'tap bar.back' 'expect-count 1'
complains '2 touches, expected at most 1'
script 1 "screenshot $scratch/no/folder.png"
complains 'cannot be written'
script 1 "type $(printf 'x%.0s' {1..1100})"
complains 'line 1: the line is too long'
script 1 'wait' 'command theme 3'
complains 'line 2: the number 3 is out of range: 0 to 2'
script 1 'command game 2 10000 1'
complains 'line 1: the number 10000 is out of range: 1 to 9999'
script 1 'command digit -1'
complains 'the number -1 is out of range: 0 to 9'
script 1 'command place 7 90'
complains 'the number 90 is out of range: 0 to 89'
script 0 'wait' 'command theme 2' 'command scroll -10000' 'command go 0'

# What the demonstration begins with: four moves that came three times, ready to be judged.
mapfile -t begun < <(grep -v '^#' assets/demo/start.script)
script 0 "${begun[@]}" 'command game 2 3 1' wait 'command dispute' wait 'expect moves.move.4' \
    'tap next' wait 'expect ruling.outcome'

# bytes STATUS FORMAT: a script of these bytes
bytes() {
    # shellcheck disable=SC2059
    printf "$2" >"$scratch/a.script"
    run "$1" --demo --language en --script "$scratch/a.script"
}
bytes 1 'wait\nscreen\0 hall\n'
complains 'line 2: the line is no UTF-8 text'
bytes 1 'wait\0'
complains 'line 1: the line is no UTF-8 text'
bytes 1 '\0'
complains 'line 1: the line is no UTF-8 text'
bytes 1 'wait\ntype \377\n'
complains 'line 2: the line is no UTF-8 text'
bytes 0 'wait\r\nscreen hall\r\n'
bytes 0 '\357\273\277wait\r\nscreen hall'
bytes 0 ''
bytes 0 '\n\n'
bytes 0 "#$(printf 'x%.0s' {1..1022})\nscreen hall"
bytes 0 "screen hall\n#$(printf 'x%.0s' {1..1022})"
bytes 1 "screen hall\n#$(printf 'x%.0s' {1..1023})"
complains 'line 2: the line is too long'
run 1 --demo --language en --script "$scratch/missing.script"
complains 'cannot be read'
run 1 --demo --language en --script "$scratch" # a folder opens, and cannot be read
complains 'cannot be read'

# Whole disputes, as in the window of test_kiosk_window.sh.
run 0 --demo --language zh --script "$tests/kiosk/board.script"
cat "$scratch/out"
run 0 --demo --language en --script "$tests/kiosk/keypad.script"
cat "$scratch/out"
run 0 --demo --language zh --window 720x1280 --theme dark --script "$tests/kiosk/board.script"
run 0 --demo --language zh --window 800x480 --theme contrast --script "$tests/kiosk/board.script"

# The journal: one that cannot be made, and one that is kept.
run 1 --language en --journal /proc/no/journal.db --script "$scratch/a.script"
complains 'journal /proc/no/journal.db'
printf 'wait\nscreen start\n' >"$scratch/b.script"
mkdir "$scratch/own"
run 0 --journal "$scratch/own/journal.db" --script "$scratch/b.script"
[ -s "$scratch/own/journal.db" ] || fail "no journal was made"
mkdir "$scratch/home"
HOME=$scratch/home XDG_STATE_HOME='' run 0 --script "$scratch/b.script"
[ -s "$scratch/home/.local/state/qili/journal.db" ] || fail "no journal in the user's own place"

# Assets and themes that are missing.
QILI_ASSETS=/nonexistent run 1 --demo --language en --script "$scratch/b.script"
complains '"/nonexistent": the theme folder is missing'

# Pictures of all screens, and of none that is not there.
for screen in hall game position moves ruling sign announce settings; do
    run 0 --language en --theme dark --window 800x480 --screenshot "$screen" "$scratch/$screen.png"
    [ "$(head -c 4 "$scratch/$screen.png" | tail -c 3)" = PNG ] || fail "$screen: no picture"
done
run 2 --language en --screenshot nosuch "$scratch/a.png"
complains 'no such screen, "nosuch"'

# Without a display: one line, what is missing.
SDL_VIDEODRIVER=x11 run 1 --demo --language en --window 800x480
complains 'no display'
# Nothing is named and nothing is there: it does not wait at a display that shows nothing.
if [ -e /dev/dri ]; then
    echo 'test_kiosk_script.sh: there is /dev/dri, no display is not tried'
else
    program=$kiosk
    bare() {
        env -u DISPLAY -u WAYLAND_DISPLAY -u XDG_RUNTIME_DIR -u SDL_VIDEODRIVER \
            timeout 60 "$program" "$@"
    }
    kiosk=bare
    run 1 --demo --language en --window 800x480
    complains 'no display'
    kiosk=$program
fi
# With a display that shows nothing scripts run, too.
SDL_VIDEODRIVER=dummy run 0 --journal "$scratch/own/journal.db" --script "$scratch/b.script"

# The demonstration leaves nothing behind.
[ -z "$(find "$scratch" -maxdepth 1 -name 'qili-demo-*')" ] || fail "demonstration folders are left"

[ "$failures" -eq 0 ] || exit 1
echo "kiosk scripts: all as expected"
