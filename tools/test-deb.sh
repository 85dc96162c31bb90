#!/usr/bin/env bash
# Installs the packages of FOLDER in a clean Debian below ROOT and uses them there: a ruling made by
# the installed tool verifies, the office starts and answers, upgrading keeps the journal, purging
# leaves it and asks nothing.
#
# Usage: tools/test-deb.sh FOLDER ROOT     (as root: it uses chroot)
set -euo pipefail

folder=$1
root=$2
suite=bookworm

say() { echo "test-deb: $*"; }
fail() {
    say "FAILED: $*" >&2
    exit 1
}
inside() { chroot "$root" env LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@" </dev/null; }
as_office() { inside setpriv --reuid qili-office --regid qili-office --clear-groups env HOME=/var/lib/qili-office "$@"; }

[ "$(id -u)" -eq 0 ] || fail "not root"
# In namespaces of its own, so that no mount and no process is left however it ends
[ -n "${TEST_DEB_ALONE-}" ] || exec env TEST_DEB_ALONE=yes unshare --mount --propagation private \
    --pid --fork --kill-child=KILL "$0" "$@"
if [ ! -e "$root/etc/debian_version" ]; then
    rm -rf --one-file-system "$root"
    nice mmdebstrap --mode=root --variant=minbase --aptopt='APT::Install-Recommends "false"' \
        --dpkgopt=force-unsafe-io --include=ca-certificates,curl "$suite" "$root" \
        >"$folder/chroot.log" 2>&1 || fail "no clean Debian: see $folder/chroot.log"
fi
mount -t proc proc "$root/proc" # the console finds its themes there

# A chroot has no services of its own to start.
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod +x "$root/usr/sbin/policy-rc.d"
rm -rf "$root/packages"
mkdir "$root/packages"
find "$folder" -maxdepth 1 -name '*.deb' ! -name '*dbgsym*' -exec cp {} "$root/packages/" ';'

inside sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends /packages/*.deb' \
    >"$folder/install.log" 2>&1 || fail "they do not install: see $folder/install.log"
say "installed"
inside qili config check >/dev/null || fail "the installed configuration is wrong"
inside qili-kiosk --demo --script /dev/null || fail "the kiosk does not start"

# A ruling
journal=/root/journal.db
inside qili event --file $journal arbiter wang 王 chief-arbiter >/dev/null
inside qili event --file $journal player 18 钱八 --arbiter wang >/dev/null
inside qili event --file $journal player 9 李九 --arbiter wang >/dev/null
inside qili event --file $journal pairing 1.4 18 9 --arbiter wang >/dev/null
inside qili ruling --file $journal 1.4 --arbiter wang \
    --fen '3a1k3/4a4/3cb4/P2rp2R1/6b2/9/9/5C3/4A4/4KA3 w' \
    --moves 'h6h8 d7d8 h8h6 d8d7' >"$folder/ruling.log" 2>&1 ||
    fail "no ruling: $(tail -1 "$folder/ruling.log")"
[ "$(inside qili journal --file $journal list --type ruling | wc -l)" -eq 1 ] || fail "the ruling is not in the journal"
inside qili journal --file $journal verify >/dev/null || fail "the journal does not verify"
say "a ruling of the installed tool verifies"

# The office, as its unit starts it
inside install -d -o qili-office -g qili-office -m 700 /var/lib/qili-office
as_office /usr/bin/qili-office >"$folder/office.log" 2>&1 &
office=$!
answered=
for _ in $(seq 60); do
    if inside curl -sk --max-time 5 -o /dev/null https://127.0.0.1:8443/; then
        answered=yes
        break
    fi
    sleep 1
done
kill "$office" 2>/dev/null || true
wait "$office" 2>/dev/null || true
office=
[ -n "$answered" ] || fail "the office does not answer: $(tail -1 "$folder/office.log")"
[ -s "$root/var/lib/qili-office/office.db" ] || fail "the office has no journal where it is configured"
say "the office answers"

# Upgrading (here: installing anew over it) and purging
before=$(sha256sum <"$root/var/lib/qili-office/office.db")
inside sh -c 'apt-get install -y -qq --reinstall --no-install-recommends /packages/*.deb' \
    >>"$folder/install.log" 2>&1 || fail "installing over it fails: see $folder/install.log"
[ "$before" = "$(sha256sum <"$root/var/lib/qili-office/office.db")" ] ||
    fail "upgrading touched the office's journal"
inside apt-get purge -y -qq qili qili-kiosk qili-office qili-data >>"$folder/install.log" 2>&1 ||
    fail "purging fails: see $folder/install.log"
[ "$before" = "$(sha256sum <"$root/var/lib/qili-office/office.db")" ] ||
    fail "purging took the office's journal"
left=$(find "$root/etc/qili" "$root/usr/share/qili" "$root/usr/bin" -name '*qili*' 2>/dev/null || true)
[ -z "$left" ] || fail "purging left $left"
say "upgrading and purging leave the journal"
umount "$root/proc"
rm -rf --one-file-system "$root"
