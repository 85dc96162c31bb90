#!/usr/bin/env bash
# Runs fuzz targets one after the other, each for its share of the time, and prints one line for
# each. Inputs that crash a target, hang it or fill its memory are kept.
#
# Usage: tests/fuzz/run.sh SECONDS FOLDER PROGRAM...
#   SECONDS  for all programs together
#   FOLDER   where the inputs go: FOLDER/corpus/<target> what was found on the way, added to
#            tests/fuzz/corpus/<target>; FOLDER/crash-<target>-* what a target did not survive
set -euo pipefail

seconds=$1
folder=$2
shift 2
if [ $# -eq 0 ]; then
    echo "fuzz: there are no targets in tests/fuzz" >&2
    exit 1
fi
share=$((seconds / $#))
[ "$share" -ge 1 ] || share=1
here=$(cd "$(dirname "$0")" && pwd)
status=0

for program in "$@"; do
    name=$(basename "$program")
    name=${name#fuzz_}
    found=$folder/corpus/$name
    log=$folder/$name.log
    mkdir -p "$found"
    ended=0
    "$program" -max_total_time="$share" -timeout=20 -rss_limit_mb=1024 -use_value_profile=1 \
        -artifact_prefix="$folder/crash-$name-" "$found" "$here/corpus/$name" \
        >"$log" 2>&1 </dev/null || ended=$?
    if [ "$ended" -eq 0 ]; then
        echo "ok      $name: $(grep -a '^Done ' "$log" || echo "no runs were counted")"
    else
        echo "FAILED  $name (exit $ended): see $log and $folder/crash-$name-*"
        tail -n 40 "$log" | sed 's/^/    /'
        status=1
    fi
done
exit $status
