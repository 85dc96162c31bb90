#!/usr/bin/env bash
# Starts the event office and the kiosk with the demonstration event, enrolled at it, all on this
# machine's loopback; the office ends with the kiosk. Without a display it says so, judges a dispute
# in the terminal and writes pictures of the screens instead.
#
# Usage: tools/run.sh QILI DISPUTE PICTURES [KIOSK OPTION]...
#   QILI      the tool; QILI-kiosk and QILI-office stand beside it
#   DISPUTE   a file for `QILI judge`
#   PICTURES  folder for the pictures
set -euo pipefail

qili=$1
dispute=$2
pictures=$3
shift 3

# The office's folder goes with it: it is a demonstration like the kiosk's event.
folder=
office=
end_office() {
    if [ -n "$office" ]; then
        kill "$office" 2>/dev/null || true
        wait "$office" 2>/dev/null || true
    fi
    [ -z "$folder" ] || rm -rf "$folder"
}

free_port() {
    python3 -c 'import socket
with socket.socket() as made:
    made.bind(("127.0.0.1", 0))
    print(made.getsockname()[1])'
}

# Starts the office; sets $invitation, which enrols one device.
start_office() {
    local port tries
    folder=$(mktemp -d)
    port=$(free_port)
    "$qili-office" --folder "$folder" --port "$port" --loopback >"$folder/out" 2>"$folder/log" &
    office=$!
    for ((tries = 0; tries < 100; tries++)); do
        grep -q "https://" "$folder/out" && break
        kill -0 "$office" 2>/dev/null || break
        sleep 0.1
    done
    invitation=$("$qili-office" invite --folder "$folder" --port "$port" --loopback |
        grep -oE '127[.]0[.]0[.]1:[0-9]+/[0-9A-Z]{4}-[^ ]+' | head -1)
    [ -n "$invitation" ]
}

if [ -n "${DISPLAY-}" ] || [ -n "${WAYLAND_DISPLAY-}" ]; then
    trap end_office EXIT
    trap 'exit 130' INT TERM
    if start_office; then
        echo "run: the event office is at $(cat "$folder/login.txt" 2>/dev/null || cat "$folder/out")"
        "$qili-kiosk" --demo --window 1280x720 --enrol "$invitation" "$@"
    else
        echo "run: the event office did not start, the kiosk does without it:"
        cat "$folder/log"
        "$qili-kiosk" --demo --window 1280x720 "$@"
    fi
    exit
fi

echo "run: there is no display (DISPLAY and WAYLAND_DISPLAY are not set): the dispute is judged here"
"$qili" judge --evidence "$dispute"
mkdir -p "$pictures"
for screen in hall game position moves ruling sign announce settings; do
    "$qili-kiosk" --screenshot "$screen" "$pictures/$screen.png"
done
echo "run: pictures of the kiosk's screens are in $pictures/"
