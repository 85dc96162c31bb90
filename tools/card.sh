#!/usr/bin/env bash
# Prints the card of the guide to a PDF and looks whether it is one page of A4: `make card`.
#
# Usage: tools/card.sh CARD.html CARD.pdf
set -euo pipefail

[ $# -eq 2 ] || {
    echo "usage: $0 CARD.html CARD.pdf"
    exit 2
}
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
chromium --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage \
    --user-data-dir="$profile" --no-pdf-header-footer --print-to-pdf="$2" \
    "file://$(realpath "$1")" >"$profile/out" 2>&1 || {
    cat "$profile/out"
    exit 1
}
pages=$(grep -a -c '/Type */Page$' "$2" || true)
[ "$pages" -eq 1 ] || {
    echo "$2: $pages pages, expected one"
    exit 1
}
# 210 by 297 mm in points, rounded up to whole pixels of the browser
grep -a -q '/MediaBox \[0 0 59[4-6][.0-9]* 84[1-3][.0-9]*\]' "$2" || {
    echo "$2: not A4: $(grep -a -m 1 '/MediaBox' "$2")"
    exit 1
}
echo "$2: one page of A4"
