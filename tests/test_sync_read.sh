#!/usr/bin/env bash
# qili sync read from outside: two consoles of an event, the network is gone; what one shows as a QR
# code is read by the other from a picture, and stored once, also when the network is back.
#
# Usage: QILI=build/qili tests/test_sync_read.sh
# Prints "ok NAME" or "not ok NAME" for each check; fails if one of them fails.
# shellcheck source=tests/support/checks.sh
source "$(dirname "$0")/support/checks.sh"
tests=$(realpath "$(dirname "$0")")
office=

start_office() {
    local line
    coproc OFFICE { exec "$QILI-office" --folder "$work/office" --port "$1" --loopback --lang en 2>/dev/null; }
    office=$OFFICE_PID
    while read -r line <&"${OFFICE[0]}"; do
        case $line in
        *'running: https://127.0.0.1:'*)
            port=${line##*'127.0.0.1:'}
            port=${port%%[!0-9]*}
            return
            ;;
        esac
    done
    echo "the office does not start" && exit 1
}

end_office() {
    [ -n "$office" ] && kill "$office" 2>/dev/null && wait "$office" 2>/dev/null
    office=
}
trap 'end_office; chmod -R u+w "$work"; rm -rf "$work"' EXIT

on() { # on JOURNAL ARGUMENT...
    local journal=$1
    shift
    qili "$@" --file "$work/$journal.db" --lang en
}

enrol() {
    invite
    on "$1" sync enrol "$typed" --name "$1"
}

invite() { # the invitation is in $whole, what is enough of it in $typed, what was said in $said
    said=$("$QILI-office" invite --folder "$work/office" --port "$port" --loopback --lang en)
    whole=$(grep -o -E '[0-9.:]+/[0-9A-Z-]{14}/[0-9A-Za-z_-]{43}$' <<<"$said")
    typed=$(grep -o -E '[0-9.:]+/[0-9A-Z-]{14}$' <<<"$said")
}

append() { # append JOURNAL TEXT: a note; its id is in $id
    on "$1" journal append --raw --format json --type note --payload "{\"text\":\"$2\"}"
    id=$(python3 -c 'import json, sys; print(json.loads(sys.stdin.readline())["id"])' <"$work/out")
}

# picture JOURNAL ID FILE: of the code that the tool draws; FILE is .png, .pgm or .txt
picture() {
    on "$1" sync qr "$2"
    PYTHONPATH=$tests/page PYTHONDONTWRITEBYTECODE=1 python3 - "$work/out" "$3" <<'PYTHON'
import random
import sys

import code_pictures

drawn = open(sys.argv[1], encoding="utf-8").read()
rows = code_pictures.modules(drawn)
if sys.argv[2].endswith(".png"):
    data = code_pictures.png(rows, 3)
elif sys.argv[2].endswith(".pgm"):
    data = b"P5\n# a photo\n800 600\n255\n" + code_pictures.frame(rows, 800, 600, 480, 0.06, random.Random(2))
else:
    data = drawn.splitlines()[-1].encode() + b"\n"
open(sys.argv[2], "wb").write(data)
PYTHON
}

count_entries() {
    on "$1" journal list --format json
    wc -l <"$work/out"
}

more_entries() { # than $before, in JOURNAL: NUMBER
    [ "$(count_entries "$1")" -eq $((before + $2)) ]
}

start_office 0
append one begins
append two begins
for device in one two; do
    enrol "$device"
    check "$device is enrolled" exit_is 0
    on "$device" sync push
    check "$device sends and fetches" done_with "are confirmed"
done
on one sync push
check 'the first console fetches what the second wrote' exit_is 0

# The invitation's last part: what is typed is the rest of it; it fits, or nothing is sent.
append three begins
invite
check 'what is typed is the invitation without its last part' [ "${whole%/*}" = "$typed" ]
on three sync enrol "$typed/$(printf 'A%.0s' {1..43})" --name three
check "another office's last part: nothing is sent" complaint 1 'nothing was sent'
on three sync enrol "${whole%????}" --name three
check 'a piece of the last part is not taken' complaint 1 'ADDRESS:PORT/XXXX-XXXX-XXXX'
on three sync enrol "$whole" --name three
check 'the whole invitation enrols' exit_is 0
end_office

# The network is gone.
append one first
first=$id
append one second
second=$id
picture one "$first" "$work/first.png"
picture one "$second" "$work/second.pgm"
picture one "$second" "$work/second.txt"
before=$(count_entries two)
check 'the second console has what was sent before' [ "$before" -ge 2 ]
on two sync read "$work/second.pgm"
check 'an entry before it is missing' complaint 1 "has not come yet"
on two sync read "$work/first.png"
check 'a picture is read' done_with "stored: $first (note), entry 2 of device"
on two sync read "$work/first.png"
check 'once more changes nothing' done_with "already there: $first"
on two sync read "$work/second.pgm" --format json
check 'as a camera sees it' json "data['id'] == '$second' and data['stored'] is True and data['sequence'] == 3"
on two sync read "$work/second.txt" --format json
check 'as text it is the same' json "data['id'] == '$second' and data['stored'] is False"
check 'two entries came' more_entries two 2
on one sync read "$work/first.png"
check 'its own code is nothing new' done_with "already there"

# A console that this one has never heard of; a text that was changed; no entry at all.
append stranger first
picture stranger "$id" "$work/stranger.png"
on two sync read "$work/stranger.png"
check 'a stranger is told' complaint 1 "unknown device"
append one third
picture one "$id" "$work/third.txt"
python3 - "$work/third.txt" "$work/forged.txt" <<'PYTHON'
import base64
import sys

text = open(sys.argv[1]).read().strip()[6:]
raw = bytearray(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
at = raw.index(b"third")
raw[at:at + 5] = b"thirs"
open(sys.argv[2], "w").write("QILI1:" + base64.urlsafe_b64encode(raw).decode().rstrip("="))
PYTHON
on two sync read "$work/forged.txt"
check 'a changed text is refused' complaint 1 signature

# What is no picture of a code: one line each.
python3 - "$work" <<'PYTHON'
import struct
import sys

work = sys.argv[1]
good = open(work + "/first.png", "rb").read()
pgm = open(work + "/second.pgm", "rb").read()
huge = bytearray(good)
huge[16:24] = struct.pack(">II", 60000, 60000)
files = {
    "cut.png": good[:len(good) // 2], "head.png": good[:20], "huge.png": bytes(huge),
    "wrong.png": good[:100] + b"\0" * 200 + good[300:], "cut.pgm": pgm[:-1], "long.pgm": pgm + b"x",
    "huge.pgm": b"P5 99999999999 99999999999 255\n", "endless.pgm": b"P5 #" + b"x" * 100000,
    "empty": b"", "garbage": bytes(range(256)) * 40, "blank.pgm": b"P5 400 400 255\n" + b"\xff" * 160000,
    "text.txt": b"QILI1:AAAA", "large": b"P5" + b" " * (21 * 1024 * 1024),
}
for name, data in files.items():
    open(f"{work}/{name}", "wb").write(data)
PYTHON
for file in cut.png head.png huge.png wrong.png cut.pgm long.pgm huge.pgm endless.pgm large; do
    on two sync read "$work/$file"
    check "$file" complaint 1 "$file" "no picture that can be read"
done
on two sync read "$work/huge.png"
check 'its size is told' err_has "60000 x 60000"
for file in empty garbage text.txt; do
    on two sync read "$work/$file"
    check "$file" complaint 1 "not the text of an entry"
done
on two sync read "$work/blank.pgm"
check 'no code' complaint 1 "no code of a ruling was seen"
on two sync read "$work/nowhere.png"
check 'no file' complaint 1 "nowhere.png"
check 'nothing of all this was stored' more_entries two 2

# The network is back.
start_office "$port"
for device in one two; do
    on "$device" sync push
    check "$device sends what the office has not" done_with "are confirmed"
done
check 'what was read before is there once' more_entries two 3
on two journal verify
check 'the journal is sound' exit_is 0
end_office

checks_end "sync read"
