#!/usr/bin/env bash
# qili journal from outside: writing, reading, checking, exporting, and what goes wrong.
#
# Usage: QILI=build/qili tests/test_journal.sh
# Prints "ok NAME" or "not ok NAME" for each check; fails if one of them fails.
# shellcheck source=tests/support/checks.sh
source "$(dirname "$0")/support/checks.sh"
journal=$work/state/journal.db
mkdir "$work/state"

# qili ARGUMENT...: runs qili journal.
qili() {
    run "$QILI" journal "$@"
}

# result STATUS LINES [TEXT]: exit status, lines of standard output, a text in it.
result() {
    [ "$status" -eq "$1" ] && [ "$(wc -l <"$work/out")" -eq "$2" ] && grep -qF -e "${3-}" "$work/out"
}

id_of_output() {
    python3 -c 'import json, sys; print(json.loads(sys.stdin.readline())["id"])' <"$work/out"
}

# Every line a JSON object whose payload is an object: as many as said.
json_lines() {
    python3 - "$work/out" "$1" <<'PYTHON'
import json
import sys

lines = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
for number, line in enumerate(lines, 1):
    assert line["number"] == number and isinstance(line["payload"], dict), line
assert len(lines) == int(sys.argv[2]), len(lines)
PYTHON
}

# The CSV as a spreadsheet reads it: a byte order mark, CRLF, rows of 13 cells, no formula.
csv_rows() {
    python3 - "$work/out" "$1" <<'PYTHON'
import csv
import sys

data = open(sys.argv[1], "rb").read()
assert data.startswith(b"\xef\xbb\xbf") and data.endswith(b"\r\n")
rows = list(csv.reader(data.decode("utf-8-sig").splitlines(keepends=True)))
assert len(rows) == int(sys.argv[2]) + 1, len(rows)
for row in rows:
    assert len(row) == 13, row
    assert not any(cell[:1] in "=+-@" for cell in row if cell), row
PYTHON
}

# The hashes once more, by what docs/formats/journal.md says of them.
hashes_follow_the_document() {
    python3 - "$work/out" <<'PYTHON'
import hashlib
import json
import sys

previous = "0" * 64
for text in open(sys.argv[1], encoding="utf-8"):
    entry = json.loads(text)
    payload = json.dumps(entry["payload"], separators=(",", ":"), sort_keys=True,
                         ensure_ascii=False)
    hashing = hashlib.blake2b(digest_size=32)
    for field in (b"qili-entry-1", bytes.fromhex(entry["id"].replace("-", "")),
                  bytes.fromhex(entry["device"]), entry["sequence"].to_bytes(8, "big"),
                  entry["time_ms"].to_bytes(8, "big", signed=True),
                  entry["arbiter"].encode(), entry["type"].encode(), payload.encode(),
                  bytes.fromhex(entry["corrects"].replace("-", "")),
                  bytes.fromhex(entry["previous"])):
        hashing.update(len(field).to_bytes(4, "big") + field)
    assert entry["hash"] == hashing.hexdigest(), entry
    assert entry["previous"] == previous, entry
    previous = entry["hash"]
PYTHON
}

test_writing_and_reading() {
    qili append --raw --file "$journal" --type foul --arbiter '张裁判' --format json \
        --payload '{"table": 3, "article": "9.1.2"}'
    check 'an entry is written, with its file and key' result 0 1 '"type":"foul"'
    first=$(id_of_output)
    qili append --raw --file "$journal" --type foul.withdrawn --payload '{}' --arbiter '=1+1' \
        --corrects "$first"
    check 'a correction names it' result 0 7 "$first"
    qili append --raw --file "$journal" --type note --payload '{"text": "say \"x\", y"}' --id "$first"
    check 'the id of another entry is refused' complaint 1 '同一编号已记有不同的内容'
    qili append --raw --file "$journal" --type foul --payload '{"article":"9.1.2","table":3}' \
        --arbiter '张裁判' --id "$first" --format json
    check 'the same entry once more is the same entry' result 0 1 '"number":1,'
    qili append --raw --file "$journal" --type note --payload '{"text": "say \"x\", y"}' --lang en
    check 'a third entry' result 0 6 'entry 3'
    qili list --file "$journal"
    check 'list' result 0 3 '{"article":"9.1.2","table":3}'
    qili list --file "$journal" --type foul.
    check 'list of a type' result 0 1 'foul.withdrawn'
    qili list --file "$journal" --newest --limit 1 --format json
    check 'list of the newest' result 0 1 '"number":3'
    qili show 2 --file "$journal"
    check 'show by number' result 0 7 "更正 $first"
    qili show "$first" --file "$journal" --format json
    check 'show by id' result 0 1 '"article":"9.1.2"'
    qili show 4 --file "$journal"
    check 'show of what is not there' complaint 1 '没有这条记录'
}

test_export() {
    qili export --file "$journal"
    check 'export as JSON Lines' json_lines 3
    check 'the hashes' hashes_follow_the_document
    qili export --file "$journal" --format csv
    check 'export as CSV' csv_rows 3
    qili export --file "$journal" --format text
    check 'export as something else' complaint 2 'jsonl'
    qili list --file "$journal" --format csv
    check 'list as CSV' complaint 2 'jsonl'
}

test_checking() {
    qili verify --file "$journal"
    check 'verify' result 0 1 '日志完好：3 条记录'
    qili verify --file "$journal" --format json
    check 'verify as JSON' result 0 1 '"faults":0'
    qili rebuild --file "$journal" --lang en
    check 'rebuild' result 0 1 'rebuilt: 3 entries'
    check 'the name of the old file is its name' test -e "$(sed 's/.* is kept as //' "$work/out")"
    qili verify --file "$journal" --lang en
    check 'verify what was rebuilt' result 0 1 'sound: 3 entries'
    cp "$journal" "$work/damaged.db"
    cp "$journal.head" "$work/damaged.db.head"
    python3 - "$work/damaged.db" <<'PYTHON'
import sys

with open(sys.argv[1], "r+b") as file:
    data = file.read()
    file.seek(data.index(b'9.1.2'))
    file.write(b"9.1.3")
PYTHON
    qili verify --file "$work/damaged.db" --lang en
    check 'a changed entry is found' result 1 3 \
        "sequence 1): the entry's hash does not fit its content"
    qili verify --file "$work/damaged.db" --format json
    check 'a changed entry is found, JSON' result 1 3 '"number":1,"sequence":1'
    qili list --file "$work/damaged.db"
    check 'a damaged journal is not opened' complaint 2 '已损坏'
}

test_what_goes_wrong() {
    qili append --raw --file "$journal" --type Foul --payload '{}'
    check 'a bad type' complaint 1 '类型'
    qili append --raw --file "$journal" --type foul --payload '{"a":1,"a":2}'
    check 'a bad payload' complaint 1 'JSON'
    qili append --raw --file "$journal" --payload '{}'
    check 'append without a type' complaint 2 '--type'
    qili
    check 'no part' complaint 2 'verify'
    qili eat --file "$journal"
    check 'no such part' complaint 2 'verify'
    qili show --file "$journal"
    check 'show without a number' complaint 2 '编号'
    qili list --file "$journal" extra
    check 'an operand too many' complaint 2 'extra'
    qili list --file "$work/none.db"
    check 'no such journal' complaint 2 '没有这个日志文件'
    qili verify --file "$work/none.db" --lang en
    check 'no such journal, verify' complaint 2 'there is no such journal'
    echo 'something else, longer than the head of a database' >"$work/else.db"
    qili list --file "$work/else.db" --lang en
    check 'not a journal' complaint 2 'not a journal'
    mv "$journal.key" "$work/key"
    qili append --raw --file "$journal" --type foul --payload '{}'
    check 'the key is missing' complaint 2 '密钥'
    qili append --raw --file "$journal" --type foul --payload '{}' --key "$work/key" --format json
    check 'the key is elsewhere' result 0 1 '"number":4'
    env -u HOME -u XDG_STATE_HOME "$QILI" journal list >"$work/out" 2>"$work/err"
    status=$?
    check 'no place for the journal' complaint 2 'HOME'
    mkdir "$work/xdg" "$work/home"
    XDG_STATE_HOME=$work/xdg "$QILI" journal append --raw --type note --payload '{}' >/dev/null
    status=$?
    check 'the usual place' test -f "$work/xdg/qili/journal.db"
    HOME=$work/home XDG_STATE_HOME='' "$QILI" journal append --raw --type note --payload '{}' >/dev/null
    check 'the usual place without XDG_STATE_HOME' test -f \
        "$work/home/.local/state/qili/journal.db"
}

# What is appended must be an entry that the ledger understands and lets pass, unless --raw is given.
test_only_the_ledgers_entries() {
    mine=$work/ledger.db
    qili append --file "$mine" --type foul --payload '{"table":3}' --arbiter li --lang en
    check 'a payload of the wrong form' complaint 1 'table'
    check 'nothing was made' test ! -e "$mine"
    qili append --file "$mine" --type holiday --payload '{}' --arbiter li --lang en
    check 'a type that there is not' complaint 1 'holiday'
    qili append --file "$mine" --type arbiter --arbiter boss --format json \
        --payload '{"key":"boss","name":"王","role":"organiser"}'
    check 'the first arbiter' result 0 1 '"type":"arbiter"'
    first=$(id_of_output)
    qili append --file "$mine" --type note --payload '{"text":"x"}' --lang en
    check 'nobody' complaint 1 'does not say which arbiter'
    qili append --file "$mine" --type note --payload '{"text":"x"}' --arbiter nobody --lang en
    check 'somebody who is not registered' complaint 1 '"nobody" is not registered'
    qili append --file "$mine" --type note --payload '{"text":"x"}' --arbiter boss --lang en
    check 'a note' result 0 6 'entry 2'
    qili append --file "$mine" --type foul --arbiter boss --lang en \
        --payload '{"game":{"round":1,"table":4,"number":1},"side":"red","key":"clock","minutes":0}'
    check 'a game that is not paired' complaint 1 'round 1, table 4'
    qili append --file "$mine" --type withdrawal --payload '{}' --arbiter boss --corrects 2
    check 'a correction without a reason' complaint 1 '理由'
    qili append --file "$mine" --type withdrawal --arbiter boss --corrects 2 \
        --payload '{"correction_reason":"x"}' --lang en
    check 'a correction by number' out_has 'entry 3'
    qili list --file "$mine" --corrects 2
    check 'the corrections of a number' result 0 1 撤销
    qili append --file "$mine" --type withdrawal --arbiter boss --corrects "$first" \
        --payload '{"correction_reason":"x"}' --lang en
    check 'somebody must be left in charge' complaint 1 'register a chief arbiter'
    qili append --file "$mine" --type withdrawal --arbiter boss --corrects xx \
        --payload '{"correction_reason":"x"}' --lang en
    check 'a correction of nothing' complaint 1 'has no entry "xx"'
    qili append --file "$mine" --type arbiter --arbiter boss --id "$first" --format json \
        --payload '{"key":"boss","name":"王","role":"organiser"}'
    check 'the same entry once more' result 0 1 '"number":1,'
    qili list --file "$mine"
    check 'nothing else was logged' result 0 3 备注
}

test_folders() {
    qili append --raw --file "$work/mis/typed/journal.db" --type note --payload '{}' --lang en
    check 'a folder that is not there' complaint 2 'mis: No such file or directory'
    check 'it is not made' test ! -e "$work/mis"
    env XDG_STATE_HOME="$work/nowhere/state" "$QILI" journal append --raw --type note \
        --payload '{}' >"$work/out" 2>"$work/err"
    status=$?
    check 'nor is that of a mistyped XDG_STATE_HOME' complaint 2 'nowhere'
    env -u XDG_STATE_HOME HOME="$work/nobody" "$QILI" journal append --raw --type note \
        --payload '{}' >"$work/out" 2>"$work/err"
    status=$?
    check 'nor a home' complaint 2 'nobody'
    "$QILI" event set --name x --check --file "$work/checked.db" >"$work/out" 2>"$work/err"
    status=$?
    check 'a check makes no journal' complaint 2 '没有这个日志文件'
    check 'a check makes no file' test ! -e "$work/checked.db"
}

test_the_witness() {
    rm "$journal.head"
    qili verify --file "$journal" --lang en
    check 'a missing witness is a fault' result 1 2 'compare the last entry'
    qili list --file "$journal"
    check 'reading does not mind' test ! -s "$work/err"
    qili append --raw --file "$journal" --type note --payload '{}' --lang en --key "$work/key"
    check 'writing says so, once' grep -q 'head is missing' "$work/err"
    qili append --raw --file "$journal" --type note --payload '{}' --lang en --key "$work/key"
    check 'and not again' test ! -s "$work/err"
    qili verify --file "$journal"
    check 'it is made anew' result 0 1 '日志完好'
}

# Every command says why its output could not be written.
test_full_output() {
    local command
    [ -e /dev/full ] || return 0
    event=$work/event.db
    for command in "event set --name x" "event arbiter boss Wang organiser --arbiter boss" \
        "event team SH Shanghai --arbiter boss" "event player 18 Qian SH --arbiter boss" \
        "event player 9 Zhao --arbiter boss" "event pairing 1.4 18 9 --arbiter boss"; do
        # shellcheck disable=SC2086 # words
        "$QILI" $command --file "$event" >/dev/null || echo "not ok  $command"
    done
    for _ in $(seq 150); do
        "$QILI" event note "$(head -c 900 /dev/zero | tr '\0' x)" --file "$event" --arbiter boss \
            >/dev/null
    done
    # shellcheck disable=SC2089 # the quotes are JSON's
    for command in "journal list" "journal list --format json" "journal export" \
        "journal export --format csv" "journal show 1" "journal verify" "journal rebuild" \
        "journal append --type note --payload {\"text\":\"x\"} --arbiter boss" "event show" \
        "event show --format json" "event game 1.4" "event catalogue" \
        "event note x --arbiter boss" "foul 1.4 red clock --arbiter boss" "standings" \
        "standings --teams"; do
        # shellcheck disable=SC2086,SC2090 # words; the quotes are JSON's
        "$QILI" $command --file "$event" --lang en >/dev/full 2>"$work/err"
        status=$?
        : >"$work/out"
        check "full output: $command" test "$(grep -c 'No space left on device' "$work/err")" -eq 1
        check "its exit status: $command" test "$status" -ne 0
    done
}

# A file that may not grow: the signal that the system sends ends nothing.
test_file_limit() {
    local limited=$work/limited.db
    "$QILI" journal append --raw --file "$limited" --type foul --payload '{}' >/dev/null
    (
        ulimit -f 40
        limited_status=0
        while [ "$limited_status" -eq 0 ]; do
            "$QILI" journal append --raw --file "$limited" --type foul \
                --payload "{\"text\":\"$(head -c 3000 /dev/zero | tr '\0' x)\"}" >/dev/null 2>"$work/err" ||
                limited_status=$?
        done
        echo "$limited_status" >"$work/limit-status"
    )
    check 'a file that may not grow' test "$(cat "$work/limit-status")" -eq 2
    check 'says so' grep -q '没有记下（File too large）' "$work/err"
    check 'and is sound' "$QILI" journal verify --file "$limited"
}

# A file system that is full, and one that is read-only, where we may make some.
test_file_systems() {
    if ! unshare -m true 2>/dev/null; then
        echo 'skipped file systems: they cannot be mounted here'
        return
    fi
    mkdir "$work/small"
    # shellcheck disable=SC2016 # the inner shell expands these
    unshare -m bash -c '
        mount -t tmpfs -o size=300k none "$1/small" || exit 9
        cd "$1/small"
        "$2" journal append --raw --file whole.db --type foul --payload "{}" >/dev/null || exit 11
        "$2" journal append --raw --file full.db --type foul --payload "{}" >/dev/null || exit 11
        count=0
        long="{\"text\":\"$(head -c 6000 /dev/zero | tr "\0" x)\"}"
        while "$2" journal append --raw --file j.db --type foul --payload "$long" >/dev/null 2>"$1/err"; do
            count=$((count + 1))
            [ "$count" -lt 300 ] || exit 8
            [ "$count" -ne 3 ] || head -c 100k /dev/zero >filler
        done
        grep -q 磁盘已满 "$1/err" || exit 7
        "$2" journal list --file j.db >"$1/out" || exit 6
        [ "$(wc -l <"$1/out")" -eq "$count" ] || exit 5
        "$2" journal verify --file j.db >/dev/null || exit 4
        [ ! -e whole.db-wal ] || exit 12
        cat /dev/zero >rest 2>/dev/null # not a byte is left
        "$2" journal append --raw --file full.db --type foul --payload "{}" >/dev/null 2>"$1/err" && exit 16
        grep -q 磁盘已满 "$1/err" || exit 17
        [ "$("$2" journal list --file full.db | wc -l)" -eq 1 ] || exit 18
        "$2" journal verify --file full.db >/dev/null || exit 19
        rm rest
        mount -o remount,ro "$1/small" || exit 9
        "$2" journal append --raw --file whole.db --type foul --payload "{}" >/dev/null 2>"$1/err" && exit 13
        grep -q "不能写入：没有记下（Read-only" "$1/err" || exit 14
        "$2" journal verify --file whole.db >/dev/null || exit 15
        "$2" journal append --raw --file j.db --type foul --payload "{}" >/dev/null 2>"$1/err" && exit 3
        grep -q 不能写入 "$1/err" || exit 2
        "$2" journal verify --file j.db >"$1/out" || exit 1
        mount -o remount,rw "$1/small" && rm filler
        "$2" journal append --raw --file j.db --type foul --payload "$long" >/dev/null || exit 10
    ' bash "$work" "$(realpath "$QILI")"
    status=$?
    check 'a full disk, then a read-only one' test "$status" -eq 0
}

# A journal of four entries; the clock was set back by an hour before the third.
test_a_clock_set_back() {
    cp "$(dirname "$0")/data/store/clock-back.db" "$work/back.db"
    qili list --file "$work/back.db" --lang en
    check 'the clock set back is said' result 0 4 "clock was set back"
    check 'of the first entry after it' test "$(grep -n 'set back' "$work/out" | cut -c 1-4)" = '3:3 '
    qili list --file "$work/back.db"
    check 'and in Chinese' result 0 4 '时钟被往回拨'
}

test_writing_and_reading
test_a_clock_set_back
test_export
test_checking
test_what_goes_wrong
test_only_the_ledgers_entries
test_folders
test_the_witness
test_full_output
test_file_limit
test_file_systems

checks_end 'journal'
