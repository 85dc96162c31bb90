#!/usr/bin/env bash
# qili quiz from outside, answered by script: the score, the explanations, the queue next time,
# an examination with a signed result.
#
# Usage: QILI=build/qili tests/test_quiz_tool.sh
# Prints "ok NAME" or "not ok NAME" for each check; fails if one of them fails.
# shellcheck source=tests/support/checks.sh
source "$(dirname "$0")/support/checks.sh"
export XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state
mkdir "$XDG_DATA_HOME" "$XDG_STATE_HOME"

# quiz ANSWERS ARGUMENT...: runs qili quiz with a file of answers.
quiz() {
    local answers=$1
    shift
    status=0
    "$QILI" quiz "$@" <"$answers" >"$work/out" 2>"$work/err" || status=$?
}

# says_no STATUS TEXT: refused or broken off, for a reason on standard error; questions may have been
# asked before.
says_no() {
    exit_is "$1" && err_has "$2"
}

# column TRAINEE NAME [LAST]: a column of the trainee's answers, one a line; only the last so many.
column() {
    "$QILI" quiz report --trainee "$1" --format csv | python3 -c 'import csv, sys
rows = list(csv.DictReader(line.lstrip("\ufeff") for line in sys.stdin))
for row in rows[-int(sys.argv[2]):]:
    print(" ".join(row[name] for name in sys.argv[1].split("+")))' "$2" "${3:-1000}"
}

yes '?' | head -40 >"$work/nothing"
quiz "$work/nothing" --trainee first --count 10 --seed 7 --lang en
check 'ten questions without an answer' [ "$status" -eq 0 ]
check 'none of them is right' grep -qF '0 of 10 right (0%). Seed 7.' "$work/out"

# The right answers are in the record of who gave none.
column first is >"$work/right"
check 'ten answers are recorded' [ "$(wc -l <"$work/right")" -eq 10 ]
cp "$work/right" "$work/answers"
sed -i -e '4s/.*/?/' -e '7s/.*/?/' "$work/answers"
quiz "$work/answers" --trainee second --count 10 --seed 7 --lang en
check 'ten questions, two of them wrong' grep -qF '8 of 10 right (80%)' "$work/out"
check 'each mistake with its evidence' [ "$(grep -c '^Evidence: .\{20\}' "$work/out")" -eq 2 ]
check 'and the right answer' [ "$(grep -c '^Wrong: "no answer" was said, it is ' "$work/out")" -eq 2 ]

column second case+kind+number | sed -n '4p;7p' >"$work/missed"
quiz "$work/nothing" --trainee second --count 5 --seed 99
column second case+kind+number 5 | sed -n '1,2p' >"$work/again"
check 'what was missed is asked first the next time' cmp -s "$work/missed" "$work/again"

"$QILI" quiz report --trainee second --lang en >"$work/out"
check 'the report' grep -qF '15 questions, 8 right (53%)' "$work/out"
check 'what is due' grep -qF '5 questions are due again' "$work/out"
"$QILI" quiz report --trainee second >"$work/out"
check 'the report in Chinese' grep -qF '共答 15 题，答对 8 题（53%）' "$work/out"

printf '什么\n' >"$work/strange"
cat "$work/right" >>"$work/strange"
quiz "$work/strange" --count 10 --seed 7 --lang en
check 'what is not understood is asked again' grep -qF '"什么" is not understood' "$work/out"
check 'and does not count' grep -qF '10 of 10 right' "$work/out"

head -3 "$work/right" >"$work/short"
echo q >>"$work/short"
quiz "$work/short" --count 10 --seed 7 --lang en
check 'broken off' says_no 1 'the quiz was broken off'

quiz "$work/nothing" --count 20 --seed 7 --kinds conduct,ruling
check 'in Chinese there are questions' grep -q '^\[20/20\] ' "$work/out"
check 'and none has a code in it' bash -c "! grep '^\[' '$work/out' | grep -q '[a-z]'"
check 'nor has what was right' bash -c "! grep '^错' '$work/out' | grep -q '[a-z]'"

# The second answer comes too late: not before the second question has stood there for its second.
asked_twice() {
    for _ in {1..600}; do
        grep -q '^\[2/2\]' "$work/out" && return
        sleep 0.1
    done
}
: >"$work/out"
{ head -1 "$work/right"; asked_twice; sleep 1.3; sed -n 2p "$work/right"; } | {
    status=0
    "$QILI" quiz --count 2 --seed 7 --seconds 1 --lang en >"$work/out" 2>"$work/err" || status=$?
}
check 'too late is wrong' grep -q '^Too late: ' "$work/out"

quiz "$work/nothing" --count 5 --seed 1 --theme pawn --kinds label --edition cxa-2007 --lang en
check 'one kind of question only' [ "$(grep -c 'check, kill, chase or idle?' "$work/out")" -eq 5 ]
quiz "$work/nothing" --theme pawn --article 27.3 --lang en
check 'nothing to ask' says_no 1 'no question of this description'
quiz "$work/nothing" --kinds label,what --lang en
check 'a kind that is none' says_no 2 'no such kind, "what"'
quiz "$work/nothing" --trainee 'a b' --lang en
check 'a trainee with a blank' says_no 2 "a trainee's key"
quiz "$work/nothing" --count 101 --lang en
check 'too many questions' says_no 2 '--count'
quiz "$work/nothing" --exam basic-2007 --lang en
check 'an examination of nobody' says_no 2 'needs --trainee'
quiz "$work/nothing" --exam none --trainee li --lang en
check 'an examination that there is not' says_no 2 'no such examination'
"$QILI" quiz exams --lang en >"$work/out"
check 'the examinations' grep -qF 'basic-2007' "$work/out"

# An examination: nothing is told before the end; the result is an entry that the device signed.
quiz "$work/nothing" --exam basic-2007 --trainee third --seed 5 --lang en
check 'an examination that is failed' grep -qF 'failed (80% are needed)' "$work/out"
column third is >"$work/right"
quiz "$work/right" --exam basic-2007 --trainee fourth --seed 5 --lang en
check 'an examination that is passed' grep -qF 'passed (80% are needed)' "$work/out"
check 'all of it right' grep -qF '30 of 30 right (100%). Seed 5.' "$work/out"
check 'no evidence before the end' bash -c "! grep -q '^Evidence' '$work/out'"
id=$(sed -n 's/.*Signed entry \([0-9a-f-]*\),.*/\1/p' "$work/out")
"$QILI" journal show "$id" --file "$XDG_STATE_HOME/qili/training.db" --format json >"$work/out"
check 'the signed entry' python3 -c 'import json, sys
entry = json.load(open(sys.argv[1], encoding="utf-8"))
assert entry["type"] == "training.exam" and entry["arbiter"] == "fourth", entry
assert len(entry["signature"]) == 128 and entry["payload"]["passed"] is True
assert len(entry["payload"]["questions"]) == 30' "$work/out"
status=0
"$QILI" journal verify --file "$XDG_STATE_HOME/qili/training.db" >"$work/out" 2>"$work/err" ||
    status=$?
check 'the record is sound' [ "$status" -eq 0 ]
check 'and the journal of the events untouched' [ ! -e "$XDG_STATE_HOME/qili/journal.db" ]
head -3 "$work/right" >"$work/short"
quiz "$work/short" --exam basic-2007 --trainee fifth --seed 5 --lang en
check 'an examination that is broken off' says_no 1 'has no result'

checks_end 'quiz'
