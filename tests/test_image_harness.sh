#!/usr/bin/env bash
# The tools of the image's tests, without an emulator (tests/image/harness_test.py).
set -euo pipefail

tests=$(dirname "$(realpath "$0")")
QILI=$(realpath "$QILI")
export QILI PYTHONDONTWRITEBYTECODE=1
unset DISPLAY WAYLAND_DISPLAY QILI_EMULATOR

cd "$tests/image"
python3 harness_test.py
