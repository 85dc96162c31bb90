#!/usr/bin/env bash
# The configuration of a machine, qili doctor, the units: what can be seen of them without systemd.
set -euo pipefail

tool=$(realpath "$QILI")
root=$(dirname "$(dirname "$(realpath "$0")")")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# expect NAME STATUS TEXT COMMAND...: that status, and that text in what it says
expect() {
    local name=$1 status=$2 text=$3 got=0
    shift 3
    "$@" >"$scratch/out" 2>&1 </dev/null || got=$?
    if [ "$got" -ne "$status" ] || { [ -n "$text" ] && ! grep -qF -- "$text" "$scratch/out"; }; then
        echo "FAIL: $name: status $got, expected $status and \"$text\" in:"
        sed 's/^/    /' "$scratch/out"
        failed=1
    else
        echo "ok: $name"
    fi
}

# The configuration

expect "our own configuration is right" 0 'nothing is wrong' \
    "$tool" config --lang en check "$root/systemd/qili.conf"
# Every key that stands there as an example is one, with a value that is allowed.
sed 's/^;//' "$root/systemd/qili.conf" >"$scratch/all.conf"
expect "and so are its examples" 0 'nothing is wrong' "$tool" config --lang en check "$scratch/all.conf"
printf '[kiosk]\ntheme = neon\ncolour = red\n' >"$scratch/wrong.conf"
expect "a wrong line is named" 1 \
    'line 2: theme = neon: a wrong value: expected light, dark or contrast' \
    "$tool" config --lang en check "$scratch/wrong.conf"
expect "an unknown key is warned of" 1 'note: line 3: colour: the section has no such key' \
    "$tool" config --lang en check "$scratch/wrong.conf"
printf '[kiosk]\ncolour = red\n' >"$scratch/unknown.conf"
expect "and is no mistake" 0 'note: line 2' "$tool" config --lang en check "$scratch/unknown.conf"
expect "a file that is not there" 1 'cannot be read' "$tool" config --lang en check "$scratch/none"
expect "wrong usage" 2 'check' "$tool" config --lang en look
expect "too much" 2 'too many' "$tool" config --lang en check a b

expect "the kiosk refuses a wrong line of its own" 78 'theme = neon' \
    "$tool-kiosk" --language en --config "$scratch/wrong.conf" --script "$scratch/none"
expect "the office goes on with a wrong line of the kiosk's" 0 'theme = neon' \
    "$tool-office" --lang en --config "$scratch/wrong.conf" --folder "$scratch/office" devices
printf '[office]\nport = 99999\n' >"$scratch/office.conf"
expect "the office refuses a wrong line of its own" 78 'expected a whole number from 1 to 65535' \
    "$tool-office" --lang en --config "$scratch/office.conf" --folder "$scratch/office" devices
printf '[gpio]\nback = a b c\n' >"$scratch/gpio.conf"
expect "the kiosk goes on with a wrong line of the buttons" 1 'back = a b c' \
    "$tool-kiosk" --language en --config "$scratch/gpio.conf" --journal "$scratch/j.db" \
    --script "$scratch/none"
printf '[office]\nlanguage = en\nfolder = %s/configured\n' "$scratch" >"$scratch/folder.conf"
expect "the office's folder is as configured" 0 '' \
    "$tool-office" --config "$scratch/folder.conf" devices
[ -e "$scratch/configured/office.db" ] || { echo "FAIL: no journal as configured"; failed=1; }

# The doctor, on a machine that is made of files

machine=$scratch/machine
mkdir -p "$machine"/{etc/qili,dev/dri,dev/input,var/lib/qili,run/systemd/timesync} \
    "$machine"/sys/class/drm/card1-DSI-1 "$machine"/sys/class/drm/card1 \
    "$machine"/sys/class/input/event0/device "$machine"/sys/class/input/event3/device \
    "$machine"/usr/share/fonts/opentype/noto
cp "$root/systemd/qili.conf" "$machine/etc/qili/"
echo connected >"$machine/sys/class/drm/card1-DSI-1/status"
touch "$machine/dev/dri/card1" "$machine/dev/input/event3" "$machine/run/systemd/timesync/synchronized"
echo 0 >"$machine/sys/class/input/event0/device/properties"
echo 2 >"$machine/sys/class/input/event3/device/properties"
echo 'Goodix touch' >"$machine/sys/class/input/event3/device/name"
for font in NotoSansCJK-Regular NotoSansCJK-Bold NotoSerifCJK-Bold; do
    touch "$machine/usr/share/fonts/opentype/noto/$font.ttc"
done
doctor=("$tool" doctor --lang en --root "$machine")
if [ "$(df -Pm "$scratch" | awk 'NR == 2 { print $4 }')" -gt 100 ]; then
    expect "a machine as it should be" 0 'a display is connected to card1-DSI-1' "${doctor[@]}"
    expect "its touch screen" 0 'ok    touch: Goodix touch' "${doctor[@]}"
    expect "in Chinese" 0 '正常  触摸：Goodix touch' "$tool" doctor --root "$machine"
fi
echo disconnected >"$machine/sys/class/drm/card1-DSI-1/status"
expect "no display" 1 'WRONG display: no display is connected' "${doctor[@]}"
rm -r "$machine/sys/class/drm"
expect "no graphics" 1 'vc4-kms-v3d' "${doctor[@]}"
echo 0 >"$machine/sys/class/input/event3/device/properties"
expect "no touch" 1 'WRONG touch' "${doctor[@]}"
rm "$machine/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc"
expect "a font is missing" 1 'NotoSerifCJK-Bold.ttc is missing: install fonts-noto-cjk' "${doctor[@]}"
rm -r "$machine/var/lib/qili"
expect "no place for the journal" 1 'WRONG disk' "${doctor[@]}"
echo '[gpio' >>"$machine/etc/qili/qili.conf"
expect "a wrong configuration" 1 'see qili config check' "${doctor[@]}"
expect "wrong usage of the doctor" 2 'too many' "$tool" doctor --lang en here

# The units

if command -v systemd-analyze >/dev/null; then
    mkdir "$scratch/units"
    cp "$root"/systemd/*.service "$scratch/units/"
    # The programs are not installed where the units say.
    sed -i -E 's|^(ExecStart=\|ExecStopPost=\+?)/usr/.*|\1/bin/true|' "$scratch"/units/*.service
    expect "the units are as systemd wants them" 0 '' \
        systemd-analyze verify --man=no "$scratch"/units/*.service
    [ ! -s "$scratch/out" ] || { echo "FAIL: warnings:"; cat "$scratch/out"; failed=1; }
    # In tenths, as systemd takes its threshold.
    for limit in qili-office:30 qili-kiosk:25 qili-kiosk-failed:30; do
        expect "exposure of ${limit%:*}" 0 'Overall exposure' systemd-analyze security \
            --offline=true --no-pager --threshold="${limit#*:}" "$scratch/units/${limit%:*}.service"
    done
else
    echo "units: not verified: there is no systemd-analyze here"
fi
for unit in qili-kiosk qili-office; do
    expect "$unit does not storm" 0 StartLimitBurst grep -E '^StartLimitBurst=[1-9]$' \
        "$root/systemd/$unit.service"
done
# The console's own watchdog knows where the loop stood; systemd's is for when the whole program
# stands, and must leave it the time.
own=$(grep -A 1 'KIOSK_WATCHDOG_MS =' "$root/src/kiosk/app/watchdog.h" | grep -o '[0-9]* \* 1000')
own=${own%% *}
systemd=$(sed -n 's/^WatchdogSec=//p' "$root/systemd/qili-kiosk.service")
if [ "$own" -lt 1 ] || [ $((own * 3 / 2)) -gt "$systemd" ]; then
    echo "FAIL: two watchdogs, of $own s and $systemd s"
    failed=1
fi
status=0
EXIT_STATUS=0 PATH=$scratch "$root/systemd/after-kiosk" || status=$?
[ "$status" -eq 0 ] || { echo "FAIL: after-kiosk acts on an ordinary end"; failed=1; }
mkdir "$scratch/bin"
printf '#!/bin/sh\necho "$@" >%s/called\n' "$scratch" >"$scratch/bin/systemctl"
chmod +x "$scratch/bin/systemctl"
EXIT_STATUS=77 PATH=$scratch/bin:$PATH "$root/systemd/after-kiosk"
grep -q poweroff "$scratch/called" || { echo "FAIL: no poweroff after a failing supply"; failed=1; }

# Readiness and the watchdog, as the service manager would hear them

if command -v Xvfb >/dev/null && command -v python3 >/dev/null; then
    "$root/tests/kiosk/notified.py" "$tool-kiosk" "$tool-office" || failed=1
fi
exit $failed
