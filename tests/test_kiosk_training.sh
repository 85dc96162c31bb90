#!/usr/bin/env bash
# Training on the kiosk from end to end, by script: the same ten questions as `qili quiz` asks, two of
# them answered wrongly: the score, the explanations, the queue next time; an examination whose
# result is signed; a ruling made into a case; files that go and come.
#
# Usage: QILI=build/qili tests/test_kiosk_training.sh
set -euo pipefail

QILI=$(realpath "$QILI")
kiosk=$QILI-kiosk
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state
mkdir "$XDG_DATA_HOME" "$XDG_STATE_HOME"
unset DISPLAY WAYLAND_DISPLAY

failures=0
fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# run NAME STATUS OPTION...: runs the script of this name
run() {
    local name=$1 expected=$2 status=0
    shift 2
    "$kiosk" "$@" --script "$work/$name.script" >"$work/out" 2>"$work/err" </dev/null || status=$?
    [ "$status" -eq "$expected" ] || {
        fail "$name: status $status, expected $expected"
        cat "$work/err"
    }
}

# The right answers are in the record of who gave none.
printf '?\n%.0s' {1..200} >"$work/nothing"
"$QILI" quiz --trainee nobody --count 10 --seed 7 --lang en <"$work/nothing" >"$work/asked"
"$QILI" quiz report --trainee nobody --format csv >"$work/right.csv"
"$QILI" quiz --trainee sitter --exam basic-2007 --seed 20260501 --lang en <"$work/nothing" >/dev/null
"$QILI" quiz report --trainee sitter --format csv >"$work/exam.csv"
grep '^Evidence: ' "$work/asked" >"$work/evidence"

# Writes the taps that answer questions, those of the numbers given wrongly.
cat >"$work/answer.py" <<'PYTHON'
import csv, sys

VALUES = {
    "label": ["check", "kill", "chase", "idle"],
    "idle": ["idle", "exchange", "sacrifice", "block", "follow"],
    "conduct": ["perpetual-check", "perpetual-kill", "perpetual-chase", "mixed", "idle"],
    "ruling": ["red-loses", "black-loses", "red-must-change", "black-must-change", "draw",
               "undecided", "no-cycle"],
}

def answer(row, wrong):
    kind, right = row["kind"], row["is"]
    if kind in VALUES:
        value = next(i for i, code in enumerate(VALUES[kind]) if right.startswith(code))
        if wrong:
            value = 1 if value != 1 else 0
        return ["tap quiz.say.%d" % value]
    if wrong:
        return ["tap quiz.pass"]
    if kind == "targets":
        return ["tap board:%s" % point for point in right.split(",")] + ["tap quiz.take"]
    return ["tap board:%s" % right[:2], "tap board:%s" % right[2:4], "wait"]

rows = list(csv.DictReader(line.lstrip("\ufeff") for line in open(sys.argv[1])))
wrong = {int(number) for number in sys.argv[2].split(",") if number}
evidence = [line[len("Evidence: "):].strip() for line in open(sys.argv[3])] \
    if len(sys.argv) > 3 else []
for number, row in enumerate(rows, 1):
    print("expect quiz.place %d/%d" % (number, len(rows)))
    print("\n".join(answer(row, number in wrong)))
    if not evidence:
        continue
    print("wait\nscreen quiz")
    print("expect quiz.mark %s" % ("Wrong: it is" if number in wrong else "Right: "))
    # The text may be paged: its beginning is there.
    print("expect evidence.sentence %s" % evidence[number - 1][:30])
    print("tap quiz.next")
PYTHON

begin() { # a trainee, a seed
    printf '%s\n' wait 'tap hall.training' wait 'screen training' 'tap training.trainee' wait \
        'tap choice.1' "type $1" 'tap field.done' wait "expect training.trainee $1" \
        'tap training.quiz' wait 'screen quiz' 'tap quiz.exams' 'tap choice.0' "type $2" \
        'tap field.done'
}

# Ten questions, the fourth and the seventh wrong.
missed() {
    python3 -c 'import csv, sys
rows = list(csv.DictReader(line.lstrip("\ufeff") for line in open(sys.argv[1])))
print(rows[int(sys.argv[2]) - 1]["case"])' "$work/right.csv" "$1"
}
{
    begin zhang 7
    printf '%s\n' 'tap choice.close' 'tap quiz.begin' wait
    python3 "$work/answer.py" "$work/right.csv" 4,7 "$work/evidence"
    printf '%s\n' 'screen quiz' 'expect quiz.score 8/10' \
        "expect quiz.result.4 $(missed 4)" 'tap quiz.result.4' wait \
        'expect quiz.mark Wrong: it is' 'tap quiz.next' 'expect quiz.score 8/10' \
        'tap quiz.progress' wait 'screen progress' 'expect progress.title 8/10' \
        'tap progress.page.5' "expect progress.due.1 $(missed 4)" "expect progress.due.2 $(missed 7)" \
        'expect-not progress.due.3' 'tap progress.page.4' 'tap progress.page.2' \
        'tap progress.page.3' 'tap progress.page.1' \
        'tap bar.quiz' wait 'tap quiz.again' 'tap quiz.count.5' 'tap quiz.begin' wait
    echo 'expect quiz.place 1/5'
    # What was missed comes first, whatever the seed.
    printf '%s\n' 'tap quiz.pass' wait 'tap quiz.next' 'tap quiz.pass' wait 'tap quiz.end' \
        'tap ask.yes' "expect quiz.result.1 $(missed 4)" "expect quiz.result.2 $(missed 7)" \
        'tap bar.hall' wait 'screen hall'
} >"$work/quiz.script"
run quiz 0 --demo --language en
run quiz 0 --demo --language en --window 720x1280 --theme dark

# A mistake's evidence on the board is that of the ruling.
number=$(python3 -c 'import csv, sys
rows = list(csv.DictReader(line.lstrip("\ufeff") for line in open(sys.argv[1])))
print(next(i for i, row in enumerate(rows, 1) if row["kind"] in ("label", "idle")))' "$work/right.csv")
{
    begin wu 7
    printf '%s\n' 'tap choice.close' 'tap quiz.begin' wait
    python3 "$work/answer.py" "$work/right.csv" "$number" "$work/evidence" >"$work/answers"
    sed "/^expect quiz.place $((number + 1))\\//,\$d" "$work/answers" | sed '$d'
    printf '%s\n' 'tap quiz.evidence' wait 'expect evidence.label' 'expect evidence.step' \
        'tap evidence.close' 'expect quiz.mark Wrong'
} >"$work/mistake.script"
run mistake 0 --demo --language en

# An examination: nothing is explained before the end, the result is signed. In a journal that
# stays, so that it can be looked at afterwards.
first_start() {
    printf '%s\n' wait 'screen start' 'tap start.event' 'type Open' 'tap field.done' \
        'tap start.arbiter' 'type Wang' 'tap field.done' 'tap pin.2' 'tap pin.4' 'tap pin.6' \
        'tap pin.8' 'tap next' 'tap pin.2' 'tap pin.4' 'tap pin.6' 'tap pin.8' 'tap next' wait \
        'screen hall'
}
{
    first_start
    begin lian 20260501
    printf '%s\n' "tap choice.2" wait
    python3 "$work/answer.py" "$work/exam.csv" 3
    printf '%s\n' wait 'screen quiz' 'expect quiz.score 29/30' 'expect quiz.passed Passed (96%)' \
        'expect quiz.signed 20260501' 'tap quiz.progress' wait 'tap progress.export' wait \
        'expect say Written to'
} >"$work/exam.script"
mkdir "$work/hall"
run exam 0 --language en --journal "$work/hall/journal.db"
"$QILI" journal verify --file "$work/hall/training.db" >/dev/null || fail "the journal of training"
"$QILI" journal list --file "$work/hall/training.db" >"$work/out" || fail "it cannot be listed"
grep -q 'training.exam' "$work/out" || fail "no examination in it: $(head -3 "$work/out")"
"$QILI" journal list --file "$work/hall/journal.db" >"$work/out"
grep -q 'training' "$work/out" && fail "answers among the rulings"
[ "$(wc -l <"$work/hall/journal.db.files/qili-lian.csv")" -eq 31 ] || fail "the CSV"
grep -qF '30 questions, 29 right (96%)' "$work/hall/journal.db.files/qili-lian.txt" ||
    fail "the report: $(head -3 "$work/hall/journal.db.files/qili-lian.txt")"

# Timed: who does not answer in time is wrong, and is told so.
{
    begin zhao 7
    printf '%s\n' 'tap choice.close' 'tap quiz.limit.15' 'tap quiz.begin' wait \
        'expect quiz.place s left' 'wait 16000' wait \
        'expect quiz.mark Wrong' 'expect quiz.said too late'
} >"$work/timed.script"
run timed 0 --demo --language en

# A ruling becomes a case with one tap, and can be studied at once.
{
    sed '/^screen announce/q' "$(dirname "$(realpath "$0")")/kiosk/keypad.script"
    printf '%s\n' 'tap announce.case' wait 'expect announce.game practice-' 'tap next' wait \
        'tap hall.training' wait 'expect bar.study 326' 'tap training.study' wait
} >"$work/practice.script"
run practice 0 --demo --language en
[ -z "$(find "$work" -maxdepth 1 -name 'qili-demo*')" ] || fail "the demonstration left something"

# Files of cases that come in: a good one, and each kind of wrong ones.
files=$work/hall/journal.db.files
"$QILI" cases export small-711 | sed 's/small-711/ours-1/' >"$files/a-good.json"
printf '{"id": "x", ' >"$files/b-torn.json"
sed 's/ours-1/ours-2/; s/"e0d0"/"e0e5"/' "$files/a-good.json" >"$files/c-illegal.json"
sed 's/ours-1/ours-3/; s/捉/闲/' "$files/a-good.json" >"$files/d-wrong-label.json"
sed 's/ours-1/small-711/; s/"difficulty": 5/"difficulty": 4/' "$files/a-good.json" \
    >"$files/e-built-in.json"
{
    printf '%s\n' wait 'tap hall.training' wait 'tap training.study' wait
    row=0
    for expected in '1 new cases imported' 'Nothing was imported' 'Nothing was imported: ours-2' \
        'Nothing was imported: ours-3' 'Nothing was imported: small-711'; do
        printf '%s\n' 'tap study.import' wait "tap choice.$row" wait "expect say $expected"
        row=$((row + 1))
    done
    printf '%s\n' 'expect bar.study 326'
} >"$work/import.script"
run import 0 --language en --journal "$work/hall/journal.db"
[ "$(ls "$work/hall/journal.db.cases")" = ours-1.json ] || fail "more than the good one came in"

# The device's own journal: the user's own data, where the tool looks, too.
{
    first_start
    begin hu 7
    printf '%s\n' 'tap choice.close' 'tap quiz.count.5' 'tap quiz.begin' wait 'tap quiz.pass' wait \
        'tap bar.progress' wait 'tap progress.export' wait 'expect say Written to'
} >"$work/own.script"
mkdir -p "$XDG_DATA_HOME/qili/cases"
cp "$files/a-good.json" "$XDG_DATA_HOME/qili/cases/ours-1.json"
sed -i 's/^tap hall.training$/&\nwait\nexpect bar.study 326/' "$work/own.script"
rm -rf "$XDG_STATE_HOME/qili" # the tool's quizzes above are not this trainee's
run own 0 --language en
[ -s "$XDG_STATE_HOME/qili/training.db" ] || fail "no record beside the device's own journal"
[ -s "$XDG_DATA_HOME/qili/exchange/qili-hu.csv" ] || fail "no CSV in the user's exchange folder"
"$QILI" quiz report --trainee hu --lang en | grep -qF '1 questions, 0 right' ||
    fail "the tool does not see what was answered on the kiosk"
mkdir "$work/stick"
sed 's/expect bar.study 326/expect bar.study 325/' "$work/own.script" >"$work/stick.script"
run stick 0 --language en --exchange "$work/stick" --journal "$work/hall/second.db"
[ -s "$work/stick/qili-hu.txt" ] || fail "no report on the stick"

if [ "$failures" -gt 0 ]; then
    exit 1
fi
echo "training on the kiosk: all as expected"
