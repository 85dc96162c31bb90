#!/usr/bin/env bash
# What kiosk and office log at each level of [log]: nothing that names a person or whence he came at
# the usual level, whatever is done; errors alone at "error"; who did what at "info".
#
# Usage: QILI=build/qili tests/test_log_levels.sh
# shellcheck source=tests/support/checks.sh
source "$(dirname "$0")/support/checks.sh"
tests=$(dirname "$(realpath "$0")")
tool=$(realpath "$QILI")
kiosk=$tool-kiosk
log=$work/log
# Names and keys of everybody in the demonstration event, and who is added below.
grep -oE '"(key|name)": "[^"]*"' "$tests/../assets/demo/event.jsonl" | cut -d '"' -f 4 |
    grep -v Demonstration >"$work/people"
printf '%s\n' chief 裁判长 gao 高裁判 >>"$work/people"

# configure LEVEL: a configuration with this level, none if it is "usual"; a key nobody knows in it
configure() {
    printf '[log]\n' >"$work/conf"
    [ "$1" = usual ] || printf 'level = %s\n' "$1" >>"$work/conf"
    printf 'colour = red\n' >>"$work/conf"
}
logs() { grep -qF -- "$1" "$log"; }
logs_not() { ! grep -F -- "$1" "$log"; }
names_nobody() { ! grep -wFf "$work/people" "$log"; }

# The kiosk: an arbiter goes on duty, logs fouls and a result, takes back.

# shellcheck source=tests/kiosk/window.sh
. "$tests/kiosk/window.sh"
trap 'window_end || true; rm -rf "$work"' EXIT

# at_work LEVEL SCRIPT: what the kiosk said meanwhile is in $log
at_work() {
    local worked=yes
    configure "$1"
    window_begin --demo --config "$work/conf" --language zh --window 1280x720 &&
        window_script "$2" >"$work/script" || worked=
    # It leaves by itself when it is asked to.
    kill "$window_program"
    wait "$window_program" 2>/dev/null
    cp "$window_folder/out" "$log"
    check "the kiosk at work, level $1" test -n "$worked"
    window_end
}
printf 'wait\nscreen hall\n' >"$work/looks"
# Until the arbiter is on duty
sed '/^count/,$d' "$tests/kiosk/foul.script" >"$work/duty"

at_work usual "$tests/kiosk/foul.script"
check 'it says that it has started' logs 已启动
check 'and that it has stopped' logs 已退出
check 'an unknown key is warned of' logs 'colour'
check 'it names nobody' names_nobody
check 'nor screens' logs_not '画面 game'
at_work error "$work/looks"
check 'at error nothing is said' test ! -s "$log"
at_work info "$work/duty"
check 'at info it says who is on duty' logs '值班裁判：chen'
check 'but no screens' logs_not '画面 game'
at_work debug "$work/duty"
check 'at debug it says screens, too' logs '画面 game'

# The office: the chief arbiter logs in, somebody is refused, a person is added, a device is invited,
# enrols, sends, is turned out.

cat >"$work/page.py" <<'END'
"""What the page asks of the office: page.py LOGIN-FILE, then lines "PATH JSON" on standard input."""
import json
import ssl
import sys
import urllib.error
import urllib.request

address, token = open(sys.argv[1]).read().strip().split("/#token=")
opener = urllib.request.build_opener(
    urllib.request.HTTPSHandler(context=ssl._create_unverified_context()),
    urllib.request.HTTPCookieProcessor())
for line in [f'login {{"token": "{token}"}}'] + sys.stdin.read().splitlines():
    path, _, body = line.partition(" ")
    request = urllib.request.Request(f"{address}/api/2/{path}", body.encode(),
                                     {"Content-Type": "application/json", "X-Qili": "1"})
    try:
        print(opener.open(request, timeout=60).read().decode())
    except urllib.error.HTTPError as error:
        print(error.code, error.read().decode())
END

page() { printf '%s\n' "$@" | python3 "$work/page.py" "$folder/login.txt" >>"$work/replies"; }

# a_day LEVEL: what the office said of it is in $log
a_day() {
    local invitation
    configure "$1"
    folder=$work/office-$1
    : >"$work/replies"
    "$tool-office" --config "$work/conf" --loopback --port 0 --folder "$folder" >"$log" 2>&1 &
    office=$!
    window_wait_until 60 test -s "$folder/login.txt"
    page 'login {"token": "nobody"}' 'invite {}' \
        'person {"key": "gao", "name": "高裁判", "role": "table-arbiter"}'
    invitation=$(grep -o '"text": *"[^"]*"' "$work/replies" | cut -d '"' -f 4)
    run "$tool" sync enrol "$invitation" --file "$work/$1.db"
    check "a device enrols, level $1" exit_is 0
    run "$tool" event player wang 王新 --file "$work/$1.db"
    run "$tool" sync push --file "$work/$1.db"
    check "and sends, level $1" exit_is 0
    page 'person/remove {"key": "gao"}'
    kill "$office"
    wait "$office" 2>/dev/null
    check "a person was added and taken away, level $1" \
        [ "$(grep -c '"gao"' "$work/replies")" -ge 1 ]
    check "nothing else was refused, level $1" [ "$(grep -c '^4' "$work/replies")" -eq 1 ]
}
from_nowhere() { ! grep -F ' from ' "$log"; }

a_day usual
check 'an unknown key is warned of' logs 'colour'
check 'it names nobody' names_nobody
check 'nor whence anybody came' from_nowhere
a_day error
check 'at error no warning is said' logs_not 'colour'
check 'nor anybody named' names_nobody
a_day info
check 'at info it says who logged in' logs 'chief logged in from 127.0.0.1'
check 'and who was refused' logs 'login refused from 127.0.0.1'
trap 'rm -rf "$work"' EXIT
checks_end 'log levels'
