#!/usr/bin/env bash
# The kiosk in a real window with a real pointer and real keys: two disputes from the hall to the
# announcement, and what the journal holds then.
set -euo pipefail

kiosk=$(realpath "$QILI-kiosk")
tool=$(realpath "$QILI")
tests=$(dirname "$(realpath "$0")")
# shellcheck source=tests/kiosk/window.sh
. "$tests/kiosk/window.sh"
trap 'window_end || true' EXIT

fail() {
    echo "FAIL: $*"
    [ ! -f "$window_folder/out" ] || cat "$window_folder/out"
    exit 1
}

# The journal of the demonstration, which the kiosk has open: entries of the type.
entries() {
    "$tool" journal list --lang en --file "$window_folder"/qili-demo-*/journal.db --type "$1"
}

# holds TYPE TEXT...: the newest entry of the type has all these texts
holds() {
    local type=$1 text newest
    shift
    newest=$(entries "$type" | tail -1)
    for text in "$@"; do
        [[ $newest == *"$text"* ]] || fail "no $text in: $newest"
    done
}

# in_english FILE, in_chinese FILE: the script with what it expects to be seen in the other language
in_english() {
    sed -e 's/红方必须变着/Red must change/' -e 's/不变作和/Draw/' \
        -e 's/^\(expect announce\.[a-z]*\)\.zh/\1.en/' "$1" >"$window_folder/script"
}
in_chinese() {
    sed -e 's/Red must change/红方必须变着/' -e 's/Red loses/红方判负/' \
        -e 's/^\(expect announce\.[a-z]*\)\.en/\1.zh/' "$1" >"$window_folder/script"
}

# A position of 14 pieces, four moves, the evidence, a label overruled, a new PIN: what is signed.
holds_overruled() {
    holds ruling '"outcome":"draw"' '"tool":"red-must-change"' "\"table\":$1" \
        '"label":"chase","ply":6' '"reason":"28.3"' \
        '"fen":"3a1k3/4a4/3cb4/P2rp2R1/6b2/9/9/5C3/4A4/4KA3 w"' ' lin '
}

# An order to change, and the cycle once more: the loss.
holds_repeated() {
    holds order-closed '"how":"repeated"' '"table":2' ' chen '
    holds ruling '"outcome":"red-loses"' '"articles":"24.3"' ' chen '
    [ "$(entries ruling | grep -c '"table":2')" -eq 2 ] || fail "not two rulings: $(entries ruling)"
}

# On the board, in Chinese; then the order to change.
window_begin --demo --language zh --window 1280x720 || fail "no window"
window_script "$tests/kiosk/board.script" || fail "board.script"
holds_overruled 1
window_line tap bar.back
in_chinese "$tests/kiosk/keypad.script"
window_script "$window_folder/script" || fail "keypad.script in Chinese"
holds_repeated
window_end

# The same in English, the display in portrait.
window_begin --demo --language en --window 720x1280 --theme dark || fail "no window in portrait"
in_english "$tests/kiosk/board.script"
window_script "$window_folder/script" || fail "board.script in English"
holds_overruled 1
window_line tap bar.back
window_script "$tests/kiosk/keypad.script" || fail "keypad.script"
holds_repeated
window_end

# With the keypad, in both languages.
window_begin --demo --language en --window 1280x720 || fail "no window in English"
in_english "$tests/kiosk/keypad-overrule.script"
window_script "$window_folder/script" || fail "keypad-overrule.script in English"
holds_overruled 4
window_end
window_begin --demo --language zh --window 800x480 || fail "no small window"
window_script "$tests/kiosk/keypad-overrule.script" || fail "keypad-overrule.script"
holds_overruled 4
window_end

# Fouls, their undoing, a claim, touch-move and a result by the arbiter on duty.
window_begin --demo --language zh --window 1280x720 || fail "no window for fouls"
window_script "$tests/kiosk/foul.script" || fail "foul.script"
[ "$(entries foul | grep -c '"table":4')" -eq 3 ] || fail "not three fouls: $(entries foul)"
holds foul '"key":"untrue-claim"' '"side":"red"' '"minutes":5' ' chen '
holds withdrawal '记错一方' ' chen '
holds result '"outcome":"red-wins"' '"reason":"resigned"' '"table":4' ' chen '
window_end
trap - EXIT
echo "kiosk in a window: all as expected"
