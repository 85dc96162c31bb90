#!/usr/bin/env bash
# Runs test programs and test scripts, prints one line for each and the whole output of those that
# fail, and closes with a line "N passed, N failed" that counts programs and scripts.
#
# Usage: tools/run-tests.sh QILI [PROGRAM | SCRIPT.sh]...
#   QILI          the tool under test; scripts find it in the variable of that name
#   TEST_JOBS     how many run at a time (as many as there are processors)
#   TEST_TIMEOUT  seconds after which one is ended and has failed (900)
#
# A program must run at least one cmocka test: one that runs none has failed.
set -euo pipefail

export QILI=$1
shift
export TEST_TIMEOUT=${TEST_TIMEOUT:-900}
export CMOCKA_MESSAGE_OUTPUT=STDOUT

if [ $# -eq 0 ]; then
    echo "run-tests: there is no test to run (no tests/test_*.c, no tests/*.sh)"
    echo "0 passed, 0 failed"
    exit 1
fi

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
export logs

# One test, its output into $logs/<name>.log, its verdict as one line of standard output.
run_one() {
    local test=$1 name log start status=0 count took ran
    name=$(basename "$test")
    log=$logs/$name.log
    start=$EPOCHREALTIME
    if [[ $test == *.sh ]]; then
        timeout -k 10 "$TEST_TIMEOUT" bash "$test" >"$log" 2>&1 </dev/null || status=$?
    else
        timeout -k 10 "$TEST_TIMEOUT" "$test" >"$log" 2>&1 </dev/null || status=$?
    fi
    took=$(((${EPOCHREALTIME/[.,]/} - ${start/[.,]/}) / 1000))
    printf -v took '%d.%02d s' $((took / 1000)) $((took % 1000 / 10))

    ran=
    if [[ $test != *.sh ]]; then
        count=$(sed -n 's/^\[=*\].* \([0-9]*\) test(s) run\..*/\1/p' "$log" |
            awk '{ sum += $1 } END { print sum + 0 }')
        ran="$count tests, "
        if [ "$status" -eq 0 ] && [ "$count" -eq 0 ]; then
            echo "run-tests: $name ran no cmocka test" >>"$log"
            status=1
        fi
        if grep -q '^\[  SKIPPED \] [0-9]* test' "$log"; then
            ran+="some skipped, "
        fi
    fi
    if [ "$status" -eq 0 ]; then
        : >"$logs/$name.passed"
        echo "ok      $name ($ran$took)"
        return
    fi
    if [ "$status" -eq 124 ] || [ "$status" -eq 137 ]; then
        echo "run-tests: $name was ended after $TEST_TIMEOUT seconds" >>"$log"
    fi
    {
        echo "FAILED  $name (${ran}exit $status, $took)"
        sed 's/^/    /' "$log"
    } >"$logs/$name.report"
    flock "$logs/lock" cat "$logs/$name.report"
}
export -f run_one

# A test that has not said "passed" has failed, whatever xargs makes of it.
# shellcheck disable=SC2016 # the inner shell expands $1
printf '%s\0' "$@" |
    xargs -0 -n 1 -P "${TEST_JOBS:-$(nproc)}" bash -c 'set -euo pipefail; run_one "$1"' run-tests ||
    true

passed=$(find "$logs" -name '*.passed' | wc -l)
echo "$passed passed, $(($# - passed)) failed"
[ "$passed" -eq $# ]
