# How the image's own scripts tell something: to the system's log and, since nobody can read that
# without a login, on the display too. Sourced.
# shellcheck shell=sh

run=${QILI_RUN:-/run/qili}

# say TEXT... : to the log only
say() {
    printf 'qili: %s\n' "$*"
}

# show TEXT... : to the display only
show() {
    if [ -z "${QILI_RUN:-}" ] && [ -w /dev/tty1 ]; then
        printf 'qili: %s\n' "$*" >/dev/tty1 || true
    fi
}

# tell TEXT... : to the log and the display
tell() {
    say "$@"
    show "$@"
    mkdir -p "$run"
    printf '%s\n' "$*" >>"$run/told"
}

# Time to read what was told. The start goes on after it.
time_to_read() {
    [ -n "${QILI_RUN:-}" ] || sleep "$1"
}
