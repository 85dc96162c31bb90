#!/usr/bin/env bash
# A position made so that the judge takes seconds, in the real window: while it searches, progress is
# shown and grows, touches are answered by new frames, and the search is stopped by a touch. With a
# user's thread that waits for the judge none of this could be seen: the frames below are painted
# while the search is under way.
set -euo pipefail

# shellcheck disable=SC2034 # window.sh starts it
kiosk=$(realpath "$QILI-kiosk")
tests=$(dirname "$(realpath "$0")")
# shellcheck source=tests/kiosk/window.sh
. "$tests/kiosk/window.sh"
trap 'window_end || true' EXIT

fail() {
    echo "FAIL: $*"
    [ ! -f "$window_folder/out" ] || cat "$window_folder/out"
    [ ! -f "$window_places" ] || head -60 "$window_places"
    exit 1
}

milliseconds() { date +%s%3N; }

# touch NAME: down and up, and goes on at once
touch_part() {
    window_find "$1" || fail "no $1"
    xdotool mousemove "$x" "$y" click 1
}

# until MOST COMMAND...: prints how many milliseconds it took until the command succeeds
until_within() {
    local most=$1 start now
    shift
    start=$(milliseconds)
    until "$@"; do
        now=$(milliseconds)
        [ $((now - start)) -lt "$most" ] || return 1
        sleep 0.01
    done
    echo $(($(milliseconds) - start))
}

searching() { grep -q '^screen ruling busy$' "$window_places" && window_has ruling.progress; }
percent() { grep -m 1 '^ruling.percent ' "$window_places" | cut -f 2 | tr -dc 0-9 || true; }
frame_newer() { [ "$(stat -c %y "$window_places")" != "$1" ]; }
stopped() { window_has ruling.judge; }

window_begin --demo --language zh --window 1280x720 || fail "no window"
{
    cat <<'SCRIPT'
wait
tap hall.table.1.1
tap next
wait
tap position.menu
tap menu.fen
type 9/5k3/3R3C1/1P1rP1c2/1r1n2R1P/2p1NCN2/9/2c4n1/7pp/3K5 w
key enter
wait
tap next
wait
screen moves
SCRIPT
    # A red cannon between two points, a black rook down its file and back: sixteen moves.
    squares=(b5 b4 b3 b2 b1 b2 b3 b4 b5)
    for i in 0 1 2 3 4 5 6 7; do
        if [ $((i % 2)) -eq 0 ]; then red=(f4 f3); else red=(f3 f4); fi
        printf 'tap board:%s\n' "${red[@]}" "${squares[i]}" "${squares[i + 1]}"
    done
    echo 'tap moves.rounds'
} >"$window_folder/long.script"
window_script "$window_folder/long.script" || fail "the moves were not entered"

touch_part next
shown=$(until_within 3000 searching) || fail "no progress is shown"
echo "progress is shown after $shown ms"
first=$(percent)

# Touches are answered while it searches.
for part in board.turn board.turn; do
    before=$(stat -c %y "$window_places")
    touch_part "$part"
    answered=$(until_within 1000 frame_newer "$before") || fail "$part was not answered"
    searching || fail "the search was over too soon to show anything: make it longer"
    echo "$part was answered by a frame after $answered ms"
done
echo "progress: $first%, then $(percent)%"

# It is stopped by a touch, and nothing is ruled.
touch_part ruling.stop
told=$(until_within 1000 stopped) || fail "the touch on stop was not answered"
ended=$(until_within 10000 window_quiet) || fail "the search did not end"
echo "stopped: said after $told ms, ended $ended ms later"
if window_has ruling.outcome; then fail "a stopped search has an outcome"; fi

# Again, to its end: progress grows on the way.
touch_part ruling.judge
until_within 3000 searching >/dev/null || fail "it is not searched again"
last=-1 steps=0
start=$(milliseconds)
while searching; do
    now=$(percent)
    if [ -n "$now" ] && [ "$now" -gt "$last" ]; then
        last=$now steps=$((steps + 1))
    fi
    [ $(($(milliseconds) - start)) -lt 110000 ] || fail "the search does not end"
    sleep 0.02
done
echo "the whole search: $(($(milliseconds) - start)) ms, progress seen to grow $steps times"
[ "$steps" -ge 3 ] || fail "progress did not grow"
until_within 5000 window_has ruling.outcome >/dev/null || fail "nothing was ruled"
window_end
trap - EXIT
echo "a long search: all as expected"
