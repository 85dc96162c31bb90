#!/usr/bin/env bash
# The card's image without building it: its scripts, its layout, its manifest, and what its own
# scripts do with qili.txt, updates and copies of the journal, over ordinary folders.
# What is in single quotes is for the device's shell.
# shellcheck disable=SC2016
set -euo pipefail

tool=$(realpath "$QILI")
root=$(dirname "$(dirname "$(realpath "$0")")")
images=$root/images
device=$images/system/usr/lib/qili-image
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
shell=$(command -v dash || command -v sh)

# same NAME WANTED GOT
same() {
    if [ "$2" = "$3" ]; then
        echo "ok: $1"
    else
        printf 'FAIL: %s: expected\n%s\nnot\n%s\n' "$1" "$2" "$3"
        failed=1
    fi
}
# holds NAME COMMAND...
holds() {
    local name=$1
    shift
    if "$@" >"$scratch/out" 2>&1; then
        echo "ok: $name"
    else
        echo "FAIL: $name:"
        sed 's/^/    /' "$scratch/out"
        failed=1
    fi
}
# The device's shell, with its functions and the folders of this test: device LIBRARY COMMANDS
on_device() {
    local library=$1
    shift
    env LC_ALL=C QILI_RUN="$scratch/run" QILI_LAYERS="$scratch/layers" \
        QILI_FIRMWARE="$scratch/firmware" QILI_ZONEINFO="$scratch/zoneinfo" \
        "$shell" -euc ". '$device/say.sh'; . '$device/$library.sh'; $1"
}

# Scripts

mapfile -t scripts < <(cd "$root" && ls images/make-image images/make-update \
    images/initramfs-hook images/lib/*.sh images/system/usr/lib/qili-image/*)
holds "shellcheck finds nothing" sh -c 'cd "$1" && shift && shellcheck -x "$@"' - "$root" \
    "${scripts[@]}"
for script in data layer report setup; do
    holds "$script is a program" test -x "$device/$script"
done
units=0
while read -r program; do
    units=$((units + 1))
    holds "units start what there is: $program" test -x "$images/system${program%% *}"
done < <(sed -n 's/^ExecStart=\(\/usr\/lib\/qili-image\/.*\)/\1/p' \
    "$images"/system/etc/systemd/system/*.service)
same "units that start our scripts" 6 "$units"

# Layout

# shellcheck source=images/lib/layout.sh
. "$images/lib/layout.sh"
grep -v '^#' "$images/layout.sfdisk" | sed '/^$/d' >"$scratch/layout"
layout_card "$scratch/layout" "$scratch/card"
same "the card's size is a power of two, for the emulated Pi" 2147483648 \
    "$(stat -c %s "$scratch/card")"
same "the table as sfdisk reads it" '0x51494c49
8192 516096 c bootable
524288 2621440 83 -
3145728 524288 83 -
3670016 524288 83 -' "$(sfdisk --json "$scratch/card" | python3 -c '
import json, sys
table = json.load(sys.stdin)["partitiontable"]
print(table["id"])
for p in table["partitions"]:
    print(p["start"], p["size"], p["type"], "bootable" if p.get("bootable") else "-")')"
end=0
while read -r start size; do
    holds "the partition at $start begins at whole 4 MiB, after the one before" \
        test "$((start % 8192))" -eq 0 -a "$start" -ge "$end" -a "$((size % 8192))" -eq 0
    end=$((start + size))
done < <(layout_lines "$scratch/layout")
same "the last one ends with the card" "$((card_bytes / 512))" "$end"
same "start of the root" 268435456 "$(layout_start "$scratch/layout" 2)"
truncate -s 300M "$scratch/large"
holds "a filesystem that does not fit is refused" \
    sh -c '! "$@"' - bash -c ". '$images/lib/layout.sh'; layout_put '$scratch/layout' \
    '$scratch/card' 1 '$scratch/large'"
printf 'qili' >"$scratch/small"
layout_put "$scratch/layout" "$scratch/card" 4 "$scratch/small"
same "and one that does is put in its place" qili \
    "$(tail -c +1879048193 "$scratch/card" | head -c 4)"
rm -f "$scratch/card" "$scratch/large"

# The command line and the filesystems name the same labels; root is never writable.
holds "the root is read-only" grep -qE '^LABEL=qili-root / ext4 ro,' "$images/system/etc/fstab"
holds "for the kernel too" grep -qE ' root=LABEL=qili-root ro ' "$images/firmware/cmdline.txt"
holds "no memory is set aside on it: with cma= a Pi 4 does not start" \
    sh -c '! grep -q " cma=" "$1"' - "$images/firmware/cmdline.txt"
same "the kernel's command line is one line" 1 "$(wc -l <"$images/firmware/cmdline.txt")"

# Packages and manifest

same "no package is listed twice" '' "$(sed -e 's/#.*//' -e '/^$/d' "$images/packages/common.txt" \
    "$images/packages/trixie.txt" | sort | uniq -d)"
# What the programs are linked with (debian/control) is on the card, whose base is made without
# their packages; libmicrohttpd is the office's alone, which is not.
mapfile -t libraries < <(sed -n '/^Build-Depends:/,/^[A-Z].*Version/p' "$root/debian/control" |
    grep -o 'lib[a-z0-9.-]*-dev\b' | grep -vE '^lib(c6|microhttpd)-dev$')
for suite in trixie bookworm; do
    missing=
    for library in "${libraries[@]}"; do
        stem=${library%-dev}
        stem=${stem%-openssl}
        case $stem in *[0-9]) stem=${stem%%[0-9]*} ;; esac
        grep -qE "^${stem}[0-9.-]" "$images/packages/common.txt" "$images/packages/$suite.txt" ||
            missing+=" $stem"
    done
    same "every library of the programs is on the card ($suite)" '' "$missing"
done
# shellcheck source=images/lib/manifest.sh
. "$images/lib/manifest.sh"
cat >"$scratch/status" <<'STATUS'
Package: zlib1g
Status: install ok installed
Installed-Size: 168
Architecture: arm64
Source: zlib (1:1.3)
Version: 1:1.3.dfsg+really1.3.1-1+b1
Description: library
 Package: not-a-field

Package: gone
Status: deinstall ok config-files
Installed-Size: 12
Architecture: arm64
Version: 1.0

Package: base-files
Status: install ok installed
Installed-Size: 351
Architecture: arm64
Version: 13.8
STATUS
tab=$(printf '\t')
same "the manifest names what is installed, in order" \
    "base-files${tab}13.8${tab}arm64${tab}351${tab}base-files
zlib1g${tab}1:1.3.dfsg+really1.3.1-1+b1${tab}arm64${tab}168${tab}zlib(1:1.3)" \
    "$(manifest_packages "$scratch/status")"
manifest_packages "$scratch/status" >"$scratch/manifest"
same "and the sizes" "packages${tab}2
installed_kib${tab}519
largest${tab}base-files${tab}351
largest${tab}zlib1g${tab}168" "$(manifest_sizes "$scratch/manifest")"

# qili.txt

mkdir -p "$scratch/zoneinfo/Asia" "$scratch/zoneinfo/Europe"
touch "$scratch/zoneinfo/Asia/Shanghai" "$scratch/zoneinfo/Europe/Paris"
# setup: reads $scratch/qili.txt into $scratch/run
setup() {
    rm -rf "$scratch/run"
    on_device setup "setup_read '$scratch/qili.txt'" >"$scratch/log"
}
told() { cat "$scratch/run/told" 2>/dev/null || true; }
run_file() { cat "$scratch/run/$1" 2>/dev/null || true; }
hexadecimal() { printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n'; }

cp "$images/firmware/qili.txt" "$scratch/qili.txt"
setup
same "the file as it is shipped says nothing wrong" '' "$(told)"
same "and nothing at all" '' "$(ls "$scratch/run")"
sed 's/^#\([a-z]\)/\1/' "$images/firmware/qili.txt" >"$scratch/qili.txt"
setup
same "its examples are right" '' "$(told)"
same "the name" qili-1 "$(run_file hostname)"
same "the Wi-Fi" "update_config=0
country=CN
network={
    ssid=$(hexadecimal Hall)
    scan_ssid=1
    key_mgmt=WPA-PSK
    psk=\"secret-of-the-hall\"
}" "$(run_file wpa_supplicant.conf)"
same "nobody else reads the password" 600 "$(stat -c %a "$scratch/run/wpa_supplicant.conf")"
same "the time zone" TZ=:Asia/Shanghai "$(run_file kiosk.env)"
same "the time server" "[Time]
NTP=ntp.example.org" "$(run_file timesyncd.conf)"

printf '\xef\xbb\xbfhostname = table-7\r\nWiFi_Name = \xe6\xa3\x8b\xe5\x8e\x85\r\n' >"$scratch/qili.txt"
printf '# last line without its end\r\ntimezone=Europe/Paris' >>"$scratch/qili.txt"
setup
same "byte order mark, carriage returns, no last end of line" 'table-7 TZ=:Europe/Paris ' \
    "$(run_file hostname) $(run_file kiosk.env) $(told)"
same "an open network of a Chinese name" "    ssid=$(hexadecimal 棋厅)
    key_mgmt=NONE" "$(run_file wpa_supplicant.conf | grep -E 'ssid=|key' | grep -v scan)"
printf '＃ 注释\n　机名　＝　table-8　\n无线名称＝ Hall 2 \n无线密码 = "a b" #1\\\n国家=de\n' >"$scratch/qili.txt"
setup
same "wide signs and blanks, Chinese keys" 'table-8' "$(run_file hostname)$(told)"
same "a value is taken as it stands" "country=DE
    ssid=$(hexadecimal 'Hall 2')
    psk=\"\"a b\" #1\\\"" "$(run_file wpa_supplicant.conf | grep -E 'country|ssid=|psk' | grep -v scan)"

printf 'hostname = ok\nwat\nhostname = -bad\ncolour = red\ntimezone = ../../etc/passwd\ntimezone = Asia/Nowhere\nwifi-country = China\ntime-server = a b\n' >"$scratch/qili.txt"
setup
same "wrong lines are named, the others count" 'qili.txt line 2: name = value was expected
qili.txt line 3: hostname was said before: the last right line counts
qili.txt line 3: a name has letters, digits and hyphens, and begins and ends with none
qili.txt line 4: unknown: hostname, wifi-name, wifi-password, wifi-country, timezone, time-server are known
qili.txt line 5: a time zone is as Asia/Shanghai
qili.txt line 6: timezone was said before: the last right line counts
qili.txt line 6: there is no such time zone; one is Asia/Shanghai
qili.txt line 7: a country is two letters: CN is used
qili.txt line 8: a time server is a name or an address' "$(told)"
same "so the name is set" ok "$(run_file hostname)"
printf 'wifi-name = "Hall"\nwifi-name = Hall' >"$scratch/qili.txt"
setup
same "quotes are told of" 'qili.txt line 1: the quotes are taken as part of it: write it without' \
    "$(told | head -n 1)"
printf '%s\n' "$scratch/qili.conf: note: line 2: foul-rad: the section has no such key" 2 3 4 5 6 \
    >"$scratch/check"
rm -rf "$scratch/run"
on_device setup "setup_config_told '$scratch/check' 'qili.conf is used, but'" >"$scratch/log"
same "so are the remarks on qili.conf, some of them" \
    '5 qili.conf is used, but note: line 2: foul-rad: the section has no such key' \
    "$(told | wc -l) $(told | head -n 1)"

# What is written by somebody who means harm stays data.
printf '%s\n' 'wifi-name = $(touch pwned)`touch pwned`"}' 'wifi-password = ";}$(touch pwned)' \
    'hostname = a;touch pwned' 'timezone = $(touch pwned)' 'time-server = x;touch pwned' \
    '$(touch pwned) = 1' >"$scratch/qili.txt"
(cd "$scratch" && setup)
same "nothing of it is run" '' "$(find "$scratch" -name 'pwned*')"
same "it is one network's name and password" "    ssid=$(hexadecimal '$(touch pwned)`touch pwned`"}')
    psk=\"\";}\$(touch pwned)\"" "$(run_file wpa_supplicant.conf | grep -E 'ssid=|psk' | grep -v scan)"
same "and nothing else" 'timesyncd.conf no, hostname no, kiosk.env no' \
    "$(for file in timesyncd.conf hostname kiosk.env; do
        if [ -e "$scratch/run/$file" ]; then echo "$file yes"; else echo "$file no"; fi
    done | paste -s -d , | sed 's/,/, /g')"
printf 'wifi-name = Hall\rnetwork={}\n' >"$scratch/qili.txt"
setup
same "a control character in a name is refused" \
    "qili.txt line 1: the network's name is not UTF-8 text: save the file as UTF-8" "$(told)"
printf 'wifi-name = \xc6\xe5\xcc\xfc\n' >"$scratch/qili.txt"
setup
same "so is another coding" \
    "qili.txt line 1: the network's name is not UTF-8 text: save the file as UTF-8" "$(told)"
printf 'wifi-name = Hall\nwifi-password = 全角密码全角密码\n' >"$scratch/qili.txt"
setup
same "a wrong password makes no open network" \
    'qili.txt line 2: the password has characters that are not plain ASCII (wide ones?)
qili.txt line 1: no Wi-Fi, since its password is wrong' "$(told)$(run_file wpa_supplicant.conf)"
printf '\xff\xfeh\x00o\x00' >"$scratch/qili.txt"
setup
same "UTF-16 is told" 'qili.txt line 1: this is no plain text: save the file as UTF-8' "$(told)"

# letters N -> that many
letters() { printf "%$1s" '' | tr ' ' a; }
# limit NAME TEXT: 0 if the line is taken
limit() {
    printf '%s\n' "$2" >"$scratch/qili.txt"
    setup
    if [ -s "$scratch/run/told" ]; then echo no; else echo yes; fi
}
same "a name of 63" yes "$(limit hostname "hostname=$(letters 63)")"
same "and no more" no "$(limit hostname "hostname=$(letters 64)")"
same "a network's name of 32 bytes" yes "$(limit ssid "wifi-name=$(letters 32)")"
same "and no more" no "$(limit ssid "wifi-name=$(letters 33)")"
same "an empty one is none" no "$(limit ssid "wifi-name=")"
for length in 7:no 8:yes 63:yes 65:no; do
    same "a password of ${length%:*}" "${length#*:}" \
        "$(limit psk "wifi-password=$(letters "${length%:*}")")"
done
same "64 hexadecimal digits are a key" yes "$(limit psk "wifi-password=$(letters 64)")"
same "64 others are not" no "$(limit psk "wifi-password=$(letters 63)z")"
same "a time server of 253" no "$(limit ntp "time-server=$(letters 254)")"
same "a line of 256 bytes" no "$(limit line "time-server=$(letters 245)")"
head -c 16384 /dev/zero | tr '\0' '#' >"$scratch/qili.txt"
setup
same "a file of 16 KiB" '' "$(told)"
printf '\nhostname=late\n' >>"$scratch/qili.txt"
setup
same "and no more" 'qili.txt line 0: only the first 16384 bytes of the file are read' "$(told)"
{ seq 200; echo hostname=late; } >"$scratch/qili.txt"
setup
same "a file of 200 lines" 'qili.txt line 200: name = value was expected
qili.txt line 201: only the first 200 lines are read' "$(told | tail -n 2)"
same "and no more: telling each would outlast the unit" no "$(
    if [ -e "$scratch/run/hostname" ]; then echo yes; else echo no; fi)"
rm "$scratch/qili.txt"
setup
same "no file, no fault" '' "$(told)"
mkdir "$scratch/qili.txt"
setup
same "a folder of that name" 'qili.txt line 0: this is a folder and no file' "$(told)"
rmdir "$scratch/qili.txt"

truncate -s 65536 "$scratch/qili.conf"
holds "a configuration of 64 KiB" on_device setup "setup_config_size '$scratch/qili.conf'"
truncate -s 65537 "$scratch/qili.conf"
holds "and no more: it is copied to memory" \
    on_device setup "! setup_config_size '$scratch/qili.conf'"
holds "nor a folder" on_device setup "! setup_config_size '$scratch'"
same "the limit is the program's" "$(sed -n \
    's/.*DEVICE_CONFIG_BYTES_MAX = \([0-9]*\) \* 1024,.*/\1/p' "$root/src/device/config.h")" 64

# Updates: what is taken, what is used, what is gone back to

mkdir -p "$scratch/layers" "$scratch/firmware" "$scratch/run"
# update VERSION [SUITE]: one that is made as make-update makes its end
update() {
    local file=$scratch/firmware/qili-update-$1.img
    head -c 5000 /dev/urandom >"$scratch/payload"
    printf 'qili-layer 1\nversion %s\nsuite %s\nbytes 5000\nsha256 %s\n' "$1" "${2:-trixie}" \
        "$(sha256sum "$scratch/payload" | cut -d ' ' -f 1)" >"$scratch/label"
    truncate -s 512 "$scratch/label"
    cat "$scratch/payload" "$scratch/label" >"$file"
}
# boot: what the next start uses
boot() {
    rm -rf "$scratch/run"
    on_device layers 'layers_take trixie >&2
        for name in $(layers_candidates); do
            if layers_usable "$name" >&2; then echo "${name%-*}"; exit; fi
        done
        echo factory' 2>"$scratch/log"
}
up() { on_device layers 'layers_good "$(layers_read current)"' >"$scratch/log"; }

same "without updates the system's own packages" factory "$(boot)"
update 1.0
same "an update is taken and tried" 1.0 "$(boot)"
up
same "once good it stays" '1.0 1.0 1.0' "$(boot) $(boot) $(boot)"
update 1.1
same "a newer one is tried twice, then the one before is used" '1.1 1.1 1.0 1.0' \
    "$(boot) $(boot) $(boot) $(boot)"
update 1.2
same "a further one can come" 1.2 "$(boot)"
same "what failed is no place to go back to" '1.2 1.0' "$(boot) $(boot)"
update 1.3
boot >/dev/null
up
same "now 1.3" 1.3 "$(boot)"
name=$(cat "$scratch/layers/current")
printf 'x' | dd of="$scratch/layers/$name.img" bs=1 seek=100 conv=notrunc status=none
same "one that has been damaged since is not used" 1.0 "$(boot)"
same "it is told" "update $name is damaged: not used" "$(told)"
same "and never tried again" '1.0 qili-update-1.3.img failed before: not used' "$(boot) $(told)"
same "only what may be used is kept" 1 "$(find "$scratch/layers" -name '*.img' | wc -l)"
same "what became of the others is known" 4 "$(find "$scratch/layers" -name '*.state' | wc -l)"

rm -rf "$scratch/layers" "$scratch/firmware" && mkdir "$scratch/layers" "$scratch/firmware"
update 1.9
update 1.10
same "of two the later version is used" '1.10' "$(boot)"
up
rm "$scratch/firmware/qili-update-1.10.img"
same "an update is taken back by taking its file away" '1.9' "$(boot)"
up
rm "$scratch/firmware/qili-update-1.9.img"
same "without files it stays as it is" '1.9' "$(boot)"
update 1.11
same "one that fails is tried twice" '1.11 1.11 1.9' "$(boot) $(boot) $(boot)"
same "and told while its file is there" 1 \
    "$(boot >/dev/null; told | grep -c '^qili-update-1.11.img failed before: not used$')"

rm -rf "$scratch/layers" "$scratch/firmware" && mkdir "$scratch/layers" "$scratch/firmware"
update 2.0
truncate -s 4000 "$scratch/firmware/qili-update-2.0.img"
same "one that was copied half is not used" factory "$(boot)"
same "it is told" 'qili-update-2.0.img is no update, or was not copied whole: not used' "$(told)"
update 2.0
printf 'x' | dd of="$scratch/firmware/qili-update-2.0.img" bs=1 seek=9 conv=notrunc status=none
same "nor one whose sum is wrong" factory "$(boot)"
same "it is told" 'qili-update-2.0.img is damaged, or was not copied whole: not used' "$(told)"
same "nothing of it is left" '' "$(ls -A "$scratch/layers")"
update 2.0
same "a whole copy of the same name is" 2.0 "$(boot)"
update 2.1 bookworm
same "one for another system is not" 2.0 "$(boot)"
same "it is told" 'qili-update-2.1.img is for another system than trixie: not used' \
    "$(told | tail -n 1)"
same "a console that was cut off while it took one" factory "$(
    rm -rf "$scratch/layers" "$scratch/firmware" && mkdir "$scratch/layers" "$scratch/firmware"
    head -c 700 /dev/urandom >"$scratch/layers/incoming"
    printf 'torn' >"$scratch/layers/.current.new"
    boot)"
# Cut off after the file was renamed, before its state was written: it is taken again.
update 3.0
on_device layers "cp '$scratch/firmware/qili-update-3.0.img' \
    \"$scratch/layers/\$(layers_name '$scratch/firmware/qili-update-3.0.img').img\""
same "or before it knew of it" 3.0 "$(boot)"
rm -rf "$scratch/layers" "$scratch/firmware" && mkdir "$scratch/layers" "$scratch/firmware"
update 1.9
# room KIB: what is taken with so much free
room() {
    rm -rf "$scratch/run"
    on_device layers "df() { printf 'head\n- - - $1\n'; }; layers_take trixie" >"$scratch/log"
    ls "$scratch/layers"
}
same "an update that would leave the journal less than 32 MiB is not taken" '' "$(room 32773)"
same "it is told" 'no room for qili-update-1.9.img: not used' "$(told)"
same "one that leaves so much is" 3 "$(room 32774 | wc -l)"
rm -rf "$scratch/layers" && mkdir "$scratch/layers"
update 1.10
same "of two at once the higher version is used" 1.10 "$(boot)"
# A full disk, where the try cannot be written down.
name=$(cat "$scratch/layers/current")
ln -s /dev/full "$scratch/layers/.$name.state.new"
same "a try that cannot be counted is none" factory "$(boot)"
same "it is told" "update $name is not used: there is no room on the data partition" "$(told)"
same "what is known of it stays: it is tried when there is room" '1.10 factory' \
    "$(boot) $(boot)"
printf 'qili-layer 1\nversion $(touch pwned)\nsuite trixie\nbytes 5\nsha256 x\n' >"$scratch/label"
truncate -s 512 "$scratch/label"
cp "$scratch/label" "$scratch/firmware/qili-update-4.img"
(cd "$scratch" && boot >/dev/null)
same "a label is data" '' "$(find "$scratch" -name 'pwned*')"

# Copies of the journal

journal=$scratch/data/qili/journal.db
mkdir -p "$scratch/data/qili" "$scratch/spare"
# logged: one more entry in the journal, by the real tool
logged() {
    "$tool" journal append --lang en --raw --file "$journal" --type note --arbiter A \
        --payload '{"n":1}' >/dev/null
}
entries() {
    "$tool" journal list --file "$1" --format json | wc -l
}
logged
logged
on_device copies "copies_keep '$scratch/data' '$scratch/spare'" >"$scratch/log"
same "a copy has the entries" 2 "$(entries "$scratch/spare/copy-1/qili/journal.db")"
stamp=$(stat -c %i "$scratch/spare/copy-1")
on_device copies "copies_keep '$scratch/data' '$scratch/spare'" >"$scratch/log"
same "no new one is made where nothing is new" "$stamp" "$(stat -c %i "$scratch/spare/copy-1")"
logged
on_device copies "copies_keep '$scratch/data' '$scratch/spare'" >"$scratch/log"
same "the one before is kept" '3 2' "$(entries "$scratch/spare/copy-1/qili/journal.db") $(
    entries "$scratch/spare/copy-2/qili/journal.db")"
cp -r "$scratch/data" "$scratch/damaged"
: >"$scratch/damaged/qili/journal.db"
holds "an empty journal is not copied" \
    on_device copies "! copies_keep '$scratch/damaged' '$scratch/spare'"
cp "$journal" "$scratch/damaged/qili/journal.db"
rm "$scratch/damaged/qili/journal.db.head"
holds "nor one without its witness" \
    on_device copies "! copies_keep '$scratch/damaged' '$scratch/spare'"
same "so both copies stay" '3 2' "$(entries "$scratch/spare/copy-1/qili/journal.db") $(
    entries "$scratch/spare/copy-2/qili/journal.db")"
holds "a journal that is there is not lost" \
    on_device copies "! copies_lost '$scratch/data' '$scratch/spare'"
mv "$journal" "$scratch/kept"
holds "one that was copied and is gone is" \
    on_device copies "copies_lost '$scratch/data' '$scratch/spare'"
rm "$scratch/spare/copy-1/copied"
on_device copies "copies_take_over '$scratch/spare'" >"$scratch/log"
same "a copy that is not whole is passed over" 2 "$(entries "$scratch/spare/qili/journal.db")"
rm -r "$scratch/spare/qili" "$scratch/spare/took-over"
date >"$scratch/spare/copy-1/copied"
on_device copies "copies_take_over '$scratch/spare'" >"$scratch/log"
same "the newest copy takes over" 3 "$(entries "$scratch/spare/qili/journal.db")"
journal=$scratch/spare/qili/journal.db
logged
same "it can be logged in" 4 "$(entries "$journal")"
holds "and is verified" "$tool" journal verify --file "$journal"
rm -r "$scratch/spare/qili" "$scratch/spare/took-over"
touch "$scratch/spare/copy-1/qili/journal.db.sync"
on_device copies "copies_take_over '$scratch/spare'" >"$scratch/log"
same "an enrolled console starts empty: the office may know later entries of it" '' \
    "$(ls -A "$scratch/spare/qili")"
same "and is told to enrol" 'an empty journal: enrol this console with the office again' \
    "$(cat "$scratch/spare/took-over")"
same "its copies stay" '3 2' "$(entries "$scratch/spare/copy-1/qili/journal.db") $(
    entries "$scratch/spare/copy-2/qili/journal.db")"

# A filesystem without its first block, and one without its first group, as `data` meets them.
filesystem=$scratch/data.ext4
journal=$scratch/spare/copy-1/qili/journal.db
mkdir -p "$scratch/tree/qili"
cp "$journal" "$scratch/tree/qili/"
truncate -s 160M "$filesystem"
mke2fs -q -F -t ext4 -b 4096 -d "$scratch/tree" "$filesystem"
dd if=/dev/zero of="$filesystem" bs=4096 count=1 conv=notrunc status=none
holds "the journal is seen without the first superblock" \
    on_device copies "copies_seen '$filesystem'"
cp --sparse=always "$filesystem" "$scratch/worse.ext4"
holds "it is mended, to be undone" on_device copies "e2fsck -f -y -b \$copies_superblock -B 4096 \
    -z '$scratch/undo' '$filesystem' || [ \$? -le 3 ]"
debugfs -R "dump /qili/journal.db $scratch/mended" "$filesystem" >"$scratch/log" 2>&1
holds "and the journal is as it was" cmp "$journal" "$scratch/mended"
dd if=/dev/zero of="$scratch/worse.ext4" bs=1M count=64 conv=notrunc status=none
holds "where nothing is seen nothing is mended" \
    on_device copies "! copies_seen '$scratch/worse.ext4'"

exit "$failed"
