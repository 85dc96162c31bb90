#!/usr/bin/env bash
# Puts the emulator of Debian 13 (QEMU 10: Debian 12's has no touch screen) into a folder, with all its
# libraries and without installing anything: it is run by its own dynamic linker. Made once.
#
# Usage: tools/emulator.sh FOLDER
set -euo pipefail

folder=${1:?Usage: tools/emulator.sh FOLDER}
program=$folder/usr/bin/qemu-system-aarch64

if [ -x "$program" ]; then
    exit 0
fi
echo "emulator: fetching QEMU of Debian 13 into $folder"
mkdir -p "$(dirname "$folder")"
rm -rf "$folder" "$folder.part"
nice mmdebstrap --quiet --variant=extract --aptopt='Apt::Install-Recommends "false"' \
    --include=qemu-system-arm,qemu-utils,ipxe-qemu trixie "$folder.part"
mv "$folder.part" "$folder"
