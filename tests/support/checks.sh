# shellcheck shell=bash disable=SC2034 # status and work are for the scripts that source this
# What the test scripts of the tool have in common; sourced, not run:
#
#   source "$(dirname "$0")/support/checks.sh"
#
# Needs $QILI, the tool. Makes the folder $work, which goes at the end. A script ends with
# checks_end NAME.
set -uo pipefail

QILI=${QILI:?the variable QILI names the tool to test}
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
status=0
failed=0
total=0
exec </dev/null # whatever the tool asks of a terminal, it gets none

# run COMMAND...: output, errors and exit status go to $work/out, $work/err and $status.
run() {
    status=0
    "$@" >"$work/out" 2>"$work/err" || status=$?
}

# qili ARGUMENT...: runs the tool so.
qili() {
    run "$QILI" "$@"
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
        echo "        status $status; standard error and both ends of standard output:"
        head -c 600 "$work/err" | sed 's/^/        /'
        head -c 600 "$work/out" | sed 's/^/        /'
        tail -c 200 "$work/out" | sed 's/^/        /'
        failed=$((failed + 1))
    fi
}

exit_is() { [ "$status" -eq "$1" ]; }
out_is_empty() { [ ! -s "$work/out" ]; }
out_has() { grep -qF -e "$1" "$work/out"; }
out_lines() { [ "$(wc -l <"$work/out")" -eq "$1" ]; }
err_has() { grep -qF -e "$1" "$work/err"; }
err_lines() { [ "$(wc -l <"$work/err")" -eq "$1" ]; }

# done_with TEXT: all is well and standard output has the text.
done_with() {
    exit_is 0 && err_lines 0 && out_has "$1"
}

# complaint STATUS TEXT...: one line of standard error with all the texts, nothing on standard output.
complaint() {
    local text
    exit_is "$1" && err_lines 1 && out_is_empty || return 1
    shift
    for text in "$@"; do
        err_has "$text" || return 1
    done
}

# json EXPRESSION: the output, read by Python as `data`, fulfils the expression.
json() {
    python3 -c 'import json, sys
data = json.load(open(sys.argv[1], encoding="utf-8"))
sys.exit(0 if eval("(" + sys.argv[2] + ")") else 1)' "$work/out" "$1"
}

# checks_end NAME: says how many checks passed; false if one failed.
checks_end() {
    echo "$1: $((total - failed)) of $total checks passed"
    [ "$failed" -eq 0 ]
}
