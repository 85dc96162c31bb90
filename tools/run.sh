#!/usr/bin/env bash
# Starts the kiosk with the demonstration event and a real dispute loaded. Without a display it says
# so, judges a dispute in the terminal and writes pictures of the screens instead.
#
# Usage: tools/run.sh QILI DISPUTE PICTURES
#   QILI      the tool; QILI-kiosk stands beside it
#   DISPUTE   a file for `QILI judge`
#   PICTURES  folder for the pictures
set -euo pipefail

qili=$1
dispute=$2
pictures=$3

if [ -n "${DISPLAY-}" ] || [ -n "${WAYLAND_DISPLAY-}" ]; then
    exec "$qili-kiosk" --demo --window 1280x720
fi

echo "run: there is no display (DISPLAY and WAYLAND_DISPLAY are not set): the dispute is judged here"
"$qili" judge --evidence "$dispute"
mkdir -p "$pictures"
for screen in hall game position moves ruling sign announce settings; do
    "$qili-kiosk" --screenshot "$screen" "$pictures/$screen.png"
done
echo "run: pictures of the kiosk's screens are in $pictures/"
