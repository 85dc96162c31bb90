#!/usr/bin/env bash
# The installed units under a real systemd (tools/boot-systemd.sh): the office starts; the console is
# ready after its first frame; killed, it is back on its last screen within two seconds; a loop that
# stands still is started again; a full disk, a read-only root and a missing display are each a
# message that can be read, and no storm of restarts.
#
# There is no DRM: the display is an X server in memory (Xvfb), which a drop-in names, and the unit
# has no terminal. A display that is missing is tested with the unit as it is, but for its terminal.
#
# Usage: tools/test-systemd.sh PACKAGES FOLDER     (as root)
#
# PACKAGES: the folder of the .deb files. FOLDER: the Debian that is booted is made there once, and
# kept. Ends what it started however it ends: all of it lives in namespaces of their own.
set -euo pipefail

packages=$1
folder=$2
here=$(dirname "$(realpath "$0")")
suite=bookworm
base=$folder/base
tools=(systemd systemd-sysv dbus curl ca-certificates xvfb xauth xdotool)
BACK_MS=2000
KILLS=5
WATCHDOG_S=20   # WatchdogSec of the unit
OWN_S=14        # of the console's own watchdog: KIOSK_WATCHDOG_MS, a beat before, a look after
failed=0

say() { echo "test-systemd: $*"; }
fail() {
    say "FAILED: $*" >&2
    failed=1
}
die() {
    say "FAILED: $*" >&2
    exit 1
}
# check WHAT COMMAND...
check() {
    local what=$1
    shift
    if "$@"; then say "ok: $what"; else fail "$what: $*"; fi
}
now_ms() { echo $(($(date +%s%N) / 1000000)); }
# within SECONDS COMMAND...
within() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt "$end" ] || return 1
        sleep 0.02
    done
}

[ "$(id -u)" -eq 0 ] || die "not root"
mkdir -p "$folder"

# The Debian that is booted: systemd, and what our packages depend on

dependencies() {
    for package in "$packages"/*.deb; do
        dpkg-deb -f "$package" Depends | tr ',' '\n' | sed 's/[(|].*//; s/ //g'
    done | grep -v '^qili\|^$' | sort -u
}
make_base() {
    rm -rf --one-file-system "$base"
    unshare --mount --propagation private nice mmdebstrap --mode=root --variant=minbase \
        --aptopt='APT::Install-Recommends "false"' --dpkgopt=force-unsafe-io \
        --include="$include" "$suite" "$base" \
        >"$folder/base.log" 2>&1 || die "no Debian to boot: see $folder/base.log"
    echo "$include" >"$base/made"
}
include=$(printf '%s,' "${tools[@]}")$(dependencies | paste -sd ,)
[ "$(cat "$base/made" 2>/dev/null)" = "$include" ] || make_base

# Booting, and what is done inside

cgroups=$(findmnt -n -t cgroup2 -o TARGET | head -1)
[ -n "$cgroups" ] || die "no cgroup2 is mounted"
cgroup=
first=
machine=

# boot SYSFS ROOT
boot() {
    cgroup=$cgroups/qili-test-$$
    mkdir -p "$cgroup"
    # The drop-ins are there before the first start. A device runs nothing else: what this machine
    # does besides shall not count.
    bash -c 'echo $BASHPID >"$1/cgroup.procs"; shift
        exec nice -n -15 unshare --mount --propagation private --pid --fork --kill-child=KILL --uts --ipc --net \
            --cgroup "$@"' boot "$cgroup" "$here/boot-systemd.sh" "$base" "$folder/packages" "$1" "$2" \
        sh -c "$(prepare)" >"$folder/boot.log" 2>&1 &
    first=$!
    within 300 is_booted || die "it does not boot: see $folder/boot.log"
}
is_booted() {
    kill -0 "$first" 2>/dev/null || die "it ended while it booted: see $folder/boot.log"
    machine=$(pgrep -P "$first" -x systemd) || return 1
    [[ $(inside systemctl is-system-running 2>/dev/null || true) =~ ^(running|degraded)$ ]]
}
halt() {
    [ -z "$first" ] || kill -KILL "$first" 2>/dev/null || true # and with it all in there
    [ -z "$first" ] || wait "$first" 2>/dev/null || true
    first=
    for _ in $(seq 50); do
        find "$cgroup" -depth -type d -exec rmdir {} + 2>/dev/null || true
        [ -d "$cgroup" ] || break
        sleep 0.1
    done
}
leave() {
    [ -z "$cgroup" ] || halt
    rm -rf "$folder/packages"
}
trap leave EXIT
trap 'exit 130' INT TERM HUP

inside() {
    nsenter --target "$machine" --mount --uts --ipc --net --pid \
        env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DISPLAY=:7 "$@" </dev/null
}
property() { inside systemctl show --value -p "$2" "$1"; }
is_active() { [ "$(property "$1" ActiveState)" = active ]; }
is_failed() { [ "$(property "$1" ActiveState)" = failed ]; }
journal() { inside journalctl -o cat --no-pager -u "$1" "${@:2}"; }
# The processes of a unit, as this side numbers them
pids() { cat "$cgroup/system.slice/$1.service/cgroup.procs" 2>/dev/null; }

# Run in the new root before it boots: an event with one table, and a dispute on it of which two
# moves are entered.
prepare() {
    cat <<'END'
set -eu
mkdir -p /etc/systemd/system/qili-kiosk.service.d /etc/systemd/system/qili-kiosk-failed.service.d
cat >/etc/systemd/system/screen.service <<'UNIT'
[Service]
ExecStart=/usr/bin/Xvfb :7 -screen 0 800x480x24 -nolisten tcp -ac -fbdir /run/screen
RuntimeDirectory=screen
UNIT
cat >/etc/systemd/system/qili-kiosk.service.d/terminal.conf <<'UNIT'
[Service]
TTYPath=
StandardInput=null
TTYReset=no
TTYVHangup=no
UNIT
cat >/etc/systemd/system/qili-kiosk.service.d/display.conf <<'UNIT'
[Service]
Environment=SDL_VIDEODRIVER=x11 DISPLAY=:7 SDL_RENDER_DRIVER=software
ExecStart=
ExecStart=/usr/bin/qili-kiosk --places /var/lib/qili/places
UNIT
cat >/etc/systemd/system/qili-kiosk-failed.service.d/terminal.conf <<'UNIT'
[Service]
TTYPath=
StandardOutput=file:/run/kiosk-failed
UNIT
install -d -o qili-kiosk -g qili-kiosk -m 700 /var/lib/qili
cd /var/lib/qili
cat >draft.script <<'SCRIPT'
wait
command game 1 1 1
wait
command dispute
command fen 1 3a1k3/4a4/3cb4/P2rp2R1/6b2/9/9/5C3/4A4/4KA3 w
command next
command moves h6h9 f9f8
wait
screen moves
SCRIPT
mine() { setpriv --reuid qili-kiosk --regid qili-kiosk --clear-groups env HOME=/var/lib/qili "$@"; }
mine qili event --file journal.db arbiter wang 王裁判 chief-arbiter
mine qili event --file journal.db player 18 钱八 --arbiter wang
mine qili event --file journal.db player 9 李九 --arbiter wang
mine qili event --file journal.db pairing 1.1 18 9 --arbiter wang
mine qili-kiosk --script draft.script --journal /var/lib/qili/journal.db
END
}

rm -rf "$folder/packages"
mkdir "$folder/packages"
find "$packages" -maxdepth 1 -name '*.deb' ! -name '*dbgsym*' -exec cp {} "$folder/packages/" ';'

# The office

boot ro rw
say "systemd $(inside systemctl --version | awk 'NR == 1 { print $2 }') has booted"
check "the office's service starts by itself" within 60 is_active qili-office
answers() { inside curl -sk --max-time 5 -o /dev/null https://127.0.0.1:8443/; }
check 'the office answers' within 30 answers
check 'the console is not enabled by its package' \
    [ "$(inside systemctl is-enabled qili-kiosk || true)" = disabled ]

# The console: ready after its first frame

places=/proc/$machine/root/var/lib/qili/places
picture=/proc/$machine/root/run/screen/Xvfb_screen0
on_screen() { grep -q "^screen $1\$" "$places" 2>/dev/null; }

inside systemctl start screen
within 20 test -s "$picture" || die "no X server"
pids screen | xargs kill -STOP
inside systemctl start --no-block qili-kiosk
sleep 3
check 'it is not ready before a frame can be shown' \
    [ "$(property qili-kiosk ActiveState)" = activating ]
pids screen | xargs kill -CONT
check 'it is ready after its first frame' within 30 is_active qili-kiosk
check 'and shows the dispute that was being entered' within 10 on_screen moves
journal qili-kiosk >"$folder/kiosk.log"
check 'it says so in the journal' grep -q '已启动，画面 moves' "$folder/kiosk.log"

# Killed: back on its last screen. What is on it is known by the text and the place of every part
# (--places) and by the X server's pixels; the time of day may have moved on.

frame() { grep -v '^bar.settings' "$places"; }
shows_again() {
    [ -s "$places" ] && on_screen moves && [ "$(frame)" = "$before" ] || return 1
    # The clock's digits at most: a hundredth
    [ "$(cmp -l "$picture" "$folder/before.xwd" | wc -l)" -lt 15360 ]
}
# lasts COMMAND: milliseconds from when this has taken effect until the console shows what it showed,
# into $took
lasts() {
    before=$(frame)
    cp "$picture" "$folder/before.xwd"
    start=$(now_ms)
    "$@"
    rm "$places" # by what ran until now
    within 60 shows_again || return 1
    took=$(($(now_ms) - start))
}
killed() { kill -KILL "$(pids qili-kiosk | head -1)"; }

worst=0
for round in $(seq $KILLS); do
    # A move is taken back, put in again: what is shown is new each time.
    text=$(frame)
    inside xdotool key "$([ $((round % 2)) -eq 1 ] && echo ctrl+z || echo ctrl+y)"
    changed() { on_screen moves && [ "$(frame)" != "$text" ]; }
    within 10 changed || fail "round $round: nothing changes on the screen"
    sleep 0.3 # painted
    if lasts killed; then
        say "killed: back on its last screen after $took ms"
        [ "$took" -le "$worst" ] || worst=$took
    else
        fail "round $round: not back on its last screen"
    fi
    inside systemctl reset-failed qili-kiosk || true # the limit of restarts is for what follows
done
check "SIGKILL: back within $BACK_MS ms" [ "$worst" -le "$BACK_MS" ]

# A loop that stands still

stopped() { pids qili-kiosk | xargs kill -STOP; }
if lasts stopped; then
    say "stopped as a whole: back after $took ms (systemd's watchdog has $WATCHDOG_S s)"
    check "systemd's watchdog: within its limit and a second" \
        [ "$took" -le $((WATCHDOG_S * 1000 + BACK_MS)) ]
else
    fail "stopped: not started again"
fi
journal qili-kiosk >"$folder/kiosk.log"
check "systemd says why" grep -q 'Watchdog timeout' "$folder/kiosk.log"
inside systemctl reset-failed qili-kiosk || true

# Holds one thread (PTRACE_SEIZE, PTRACE_INTERRUPT) until its process is gone; says when it has it.
cat >"$folder/hold.py" <<'END'
import ctypes, os, sys
thread, libc = int(sys.argv[1]), ctypes.CDLL(None, use_errno=True)
SEIZE, INTERRUPT, WALL = 0x4206, 0x4207, 0x40000000
for request in SEIZE, INTERRUPT:
    if libc.ptrace(request, thread, 0, 0) != 0:
        sys.exit(os.strerror(ctypes.get_errno()))
while True:
    _, status = os.waitpid(thread, WALL)
    if os.WIFSTOPPED(status):
        print("held", flush=True)
    if os.WIFEXITED(status) or os.WIFSIGNALED(status):
        break
END
held() {
    local said
    exec {holder}< <(exec python3 "$folder/hold.py" "$(pids qili-kiosk | head -1)")
    read -r -t 20 -u "$holder" said || fail "the main loop cannot be held${said:+: $said}"
    start=$(now_ms)
}
if lasts held; then
    say "its main loop held: back after $took ms (the console's own watchdog has $OWN_S s at most)"
    check "the console's own watchdog comes first" \
        [ "$took" -le $((OWN_S * 1000 + BACK_MS)) ]
else
    fail "held: not started again"
fi
journal qili-kiosk >"$folder/kiosk.log"
check "it says where it stood" grep -q '画面停住了' "$folder/kiosk.log"
inside systemctl stop qili-kiosk

# What keeps it from running: a message, and an end of starting again

# gives_up UNIT MESSAGE WHAT: it fails for good within its limit, and has said so
gives_up() {
    local unit=$1 message=$2 what=$3 starts began
    inside journalctl --rotate --vacuum-time=1s -q
    inside systemctl reset-failed "$unit" 2>/dev/null || true
    began=$(now_ms)
    inside systemctl start --no-block "$unit"
    sleep 1
    if within 200 is_failed "$unit"; then
        say "$what: $unit stays down after $(($(now_ms) - began)) ms"
        starts=$(property "$unit" NRestarts)
        journal "$unit" >"$folder/$unit-$what.log"
        check "$what: $unit says so: $(grep -m 1 -E "$message" "$folder/$unit-$what.log")" \
            grep -qE "$message" "$folder/$unit-$what.log"
        sleep 5
        check "$what: $unit is left alone after $starts restarts" is_failed "$unit"
        check "$what: no more starts than the limit" [ "$(property "$unit" NRestarts)" -le 6 ]
    else
        fail "$what: $unit is $(property "$unit" ActiveState)"
        journal "$unit" | tail -5
    fi
}
told_on_terminal() { grep -qE "$1" "/proc/$machine/root/run/kiosk-failed"; }

inside systemctl stop qili-office
for unit in qili qili-office; do
    inside sh -c "cp -a /var/lib/$unit /run/kept &&
        mount -t tmpfs -o size=128k,mode=700 full /var/lib/$unit && chown ${unit/%qili/qili-kiosk}: /var/lib/$unit
        cat /dev/zero >/var/lib/$unit/filled 2>/dev/null; rm -r /run/kept"
done
gives_up qili-kiosk 'journal.db：.*满' 'a full disk'
check 'the terminal tells it, too' told_on_terminal '满'
gives_up qili-office '满' 'a full disk'
for unit in qili qili-office; do inside umount "/var/lib/$unit"; done

# Once there is room again
inside systemctl reset-failed qili-kiosk qili-office
inside systemctl start qili-kiosk qili-office
check 'afterwards both run again' is_active qili-kiosk
check 'on the screen where it was' within 10 on_screen moves
halt

# A root that is read-only, as a bad card's is

boot ro ro
gives_up qili-kiosk '只读|不能写|[Rr]ead-only' 'a read-only root'
check 'the terminal tells it, too' told_on_terminal '不能写'
gives_up qili-office '只读|不能写|[Rr]ead-only' 'a read-only root'
halt

# A display that is missing, on a machine whose devices can still come: systemd waits for it (90 s)

boot rw rw
inside rm /etc/systemd/system/qili-kiosk.service.d/display.conf
inside systemctl daemon-reload
gives_up qili-kiosk '没有可用的显示' 'a missing display'
check 'the terminal tells it, too' told_on_terminal '没有可用的显示'
halt

[ "$failed" -eq 0 ] || die "see above"
say "all as expected"
