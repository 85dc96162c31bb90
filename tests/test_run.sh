#!/usr/bin/env bash
# tools/run.sh, which `make run` calls: office and kiosk come up together, enrolled, on loopback;
# what the kiosk has goes to the office, the bar says so; what the office decides comes to the
# kiosk; the office ends with the kiosk.
#
# Usage: QILI=build/qili tests/test_run.sh
# shellcheck source=tests/support/checks.sh
source "$(dirname "$0")/support/checks.sh"
tools=$(realpath "$(dirname "$0")/../tools")
QILI=$(realpath "$QILI")
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
places=$work/places

# within SECONDS COMMAND...: COMMAND succeeds before they are over.
within() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt "$end" ] || return 1
        sleep 0.1
    done
}

# bar_says TEXT: the kiosk's window shows it.
bar_says() { grep -qF -- "$1" "$places"; }

office_folder() { dirname "$(find "$TMPDIR" -name login.txt 2>/dev/null | head -1)"; }

# office_lists TYPE NUMBER: the office's journal has at least so many entries of the type.
office_lists() {
    [ "$("$QILI" journal list --type "$1" --file "$(office_folder)/office.db" 2>/dev/null |
        wc -l)" -ge "$2" ]
}

exec {number}< <(exec Xvfb -displayfd 1 -screen 0 1400x900x24 -nolisten tcp 2>/dev/null)
server=$!
read -r -t 20 -u "$number" display
unset WAYLAND_DISPLAY
DISPLAY=:$display SDL_VIDEODRIVER=x11 "$tools/run.sh" "$QILI" none "$work/pictures" \
    --language en --places "$places" >"$work/out" 2>"$work/err" &
program=$!

check 'the kiosk comes up' within 60 test -s "$places"
check 'and so does the office' within 30 office_lists arbiter 1
check 'what the kiosk has is at the office' within 30 office_lists pairing 8
check 'the bar says that all is sent' within 30 bar_says 'All sent'

# The office's own entry: whoever is in charge there registers an arbiter.
kiosk_journal=$(find "$TMPDIR" -path '*qili-demo*' -name journal.db | head -1)
before=$("$QILI" journal list --file "$kiosk_journal" | wc -l)
"$QILI-office" person wu 吴裁判 table-arbiter --folder "$(office_folder)" >"$work/person" 2>&1
more_than() { [ "$("$QILI" journal list --file "$kiosk_journal" | wc -l)" -gt "$1" ]; }
check 'what the office logs comes to the kiosk' within 30 more_than "$before"

office=$(pgrep -f -- "--folder $(office_folder) " | head -1)
check 'the office runs' test -n "$office"
kiosk=$(pgrep -P "$program" -f qili-kiosk | head -1)
kill "$kiosk"
wait "$program"
gone() { ! kill -0 "$office" 2>/dev/null; }
check 'it ends with the kiosk' within 20 gone
check 'nothing of it is left' [ -z "$(find "$TMPDIR" -name login.txt)" ]
kill "$server"
exec {number}<&-
checks_end 'run'
