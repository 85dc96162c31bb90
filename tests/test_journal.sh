#!/usr/bin/env bash
# qili journal from outside: writing, reading, checking, exporting, and what goes wrong.
#
# Usage: QILI=build/qili tests/test_journal.sh
# Prints "ok NAME" or "not ok NAME" for each check; fails if one of them fails.
set -uo pipefail

QILI=${QILI:?the variable QILI names the tool to test}
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
failed=0
total=0
journal=$work/state/journal.db

# Runs the tool: output, errors and exit status go to $work/out, $work/err and $status.
qili() {
    status=0
    "$QILI" journal "$@" >"$work/out" 2>"$work/err" || status=$?
}

# check NAME COMMAND...: COMMAND must succeed.
check() {
    local name=$1
    shift
    total=$((total + 1))
    if "$@"; then
        echo "ok      $name"
    else
        echo "not ok  $name: $*"
        echo "        status $status; standard error and the head of standard output:"
        head -c 600 "$work/err" | sed 's/^/        /'
        head -c 600 "$work/out" | sed 's/^/        /'
        failed=$((failed + 1))
    fi
}

# result STATUS LINES [TEXT]: exit status, lines of standard output, a text in it.
result() {
    [ "$status" -eq "$1" ] && [ "$(wc -l <"$work/out")" -eq "$2" ] && grep -qF -e "${3-}" "$work/out"
}

# complaint STATUS TEXT: one line of standard error with the text, nothing on standard output.
complaint() {
    [ "$status" -eq "$1" ] && [ "$(wc -l <"$work/err")" -eq 1 ] && [ ! -s "$work/out" ] &&
        grep -qF -e "$2" "$work/err"
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
    qili append --file "$journal" --type foul --payload '{"table": 3, "article": "9.1.2"}' \
        --arbiter '张裁判' --format json
    check 'an entry is written, with its folder, file and key' result 0 1 '"type":"foul"'
    first=$(id_of_output)
    qili append --file "$journal" --type foul.withdrawn --payload '{}' --arbiter '=1+1' \
        --corrects "$first"
    check 'a correction names it' result 0 7 "$first"
    qili append --file "$journal" --type note --payload '{"text": "say \"x\", y"}' --id "$first"
    check 'the id of another entry is refused' complaint 1 '同一编号已记有不同的内容'
    qili append --file "$journal" --type foul --payload '{"article":"9.1.2","table":3}' \
        --arbiter '张裁判' --id "$first" --format json
    check 'the same entry once more is the same entry' result 0 1 '"number":1,'
    qili append --file "$journal" --type note --payload '{"text": "say \"x\", y"}' --lang en
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
    qili verify --file "$journal" --lang en
    check 'verify what was rebuilt' result 0 1 'sound: 3 entries'
    cp "$journal" "$work/damaged.db"
    python3 - "$work/damaged.db" <<'PYTHON'
import sys

with open(sys.argv[1], "r+b") as file:
    data = file.read()
    file.seek(data.index(b'9.1.2'))
    file.write(b"9.1.3")
PYTHON
    qili verify --file "$work/damaged.db" --lang en
    check 'a changed entry is found' result 1 4 \
        "sequence 1): the entry's hash does not fit its content"
    qili verify --file "$work/damaged.db" --format json
    check 'a changed entry is found, JSON' result 1 4 '"number":1,"sequence":1'
    qili list --file "$work/damaged.db"
    check 'a damaged journal is not opened' complaint 2 '已损坏'
}

test_what_goes_wrong() {
    qili append --file "$journal" --type Foul --payload '{}'
    check 'a bad type' complaint 1 '类型'
    qili append --file "$journal" --type foul --payload '{"a":1,"a":2}'
    check 'a bad payload' complaint 1 'JSON'
    qili append --file "$journal" --payload '{}'
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
    qili append --file "$journal" --type foul --payload '{}'
    check 'the key is missing' complaint 2 '密钥'
    qili append --file "$journal" --type foul --payload '{}' --key "$work/key" --format json
    check 'the key is elsewhere' result 0 1 '"number":4'
    env -u HOME -u XDG_STATE_HOME "$QILI" journal list >"$work/out" 2>"$work/err"
    status=$?
    check 'no place for the journal' complaint 2 'HOME'
    XDG_STATE_HOME=$work/xdg "$QILI" journal append --type note --payload '{}' >/dev/null
    status=$?
    check 'the usual place' test -f "$work/xdg/qili/journal.db"
    HOME=$work/home XDG_STATE_HOME='' "$QILI" journal append --type note --payload '{}' >/dev/null
    check 'the usual place without XDG_STATE_HOME' test -f \
        "$work/home/.local/state/qili/journal.db"
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
        count=0
        long="{\"text\":\"$(head -c 6000 /dev/zero | tr "\0" x)\"}"
        while "$2" journal append --file j.db --type foul --payload "$long" >/dev/null 2>"$1/err"; do
            count=$((count + 1))
            [ "$count" -lt 300 ] || exit 8
            [ "$count" -ne 3 ] || head -c 100k /dev/zero >filler
        done
        grep -q 磁盘已满 "$1/err" || exit 7
        "$2" journal list --file j.db >"$1/out" || exit 6
        [ "$(wc -l <"$1/out")" -eq "$count" ] || exit 5
        "$2" journal verify --file j.db >/dev/null || exit 4
        mount -o remount,ro "$1/small" || exit 9
        "$2" journal append --file j.db --type foul --payload "{}" >/dev/null 2>"$1/err" && exit 3
        grep -q 不能写入 "$1/err" || exit 2
        "$2" journal verify --file j.db >"$1/out" || exit 1
        mount -o remount,rw "$1/small" && rm filler
        "$2" journal append --file j.db --type foul --payload "$long" >/dev/null || exit 10
    ' bash "$work" "$(realpath "$QILI")"
    status=$?
    check 'a full disk, then a read-only one' test "$status" -eq 0
}

test_writing_and_reading
test_export
test_checking
test_what_goes_wrong
test_file_systems

echo "$((total - failed)) of $total checks passed"
[ "$failed" -eq 0 ]
