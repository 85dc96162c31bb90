# shellcheck shell=bash
# Drives qili-kiosk in a real window with a real pointer and real keys: sourced by
# tests/test_kiosk_window*.sh. Reads the same scripts as `qili-kiosk --script` (docs/kiosk-script.md)
# and does what they say with xdotool, at the places that --places writes.
#
# window_begin OPTION...   starts Xvfb and the kiosk
# window_script FILE       runs a script; false: it failed, which was said
# window_end               ends both

window_begin() {
    window_folder=$(mktemp -d)
    window_places=$window_folder/places
    touches=0
    exec {window_number}< <(exec Xvfb -displayfd 1 -screen 0 1400x1400x24 -nolisten tcp 2>/dev/null)
    window_server=$!
    read -r -t 20 -u "$window_number" DISPLAY || return 1
    export DISPLAY=:$DISPLAY
    unset WAYLAND_DISPLAY
    SDL_VIDEODRIVER=x11 TMPDIR=$window_folder "${kiosk:?}" --places "$window_places" "$@" \
        >"$window_folder/out" 2>&1 &
    window_program=$!
    window_wait_until 30 test -s "$window_places" || return 1
    window_id=$(xdotool search --sync --onlyvisible --class qili-kiosk | head -1)
    eval "$(xdotool getwindowgeometry --shell "$window_id" | grep -E '^[XY]=')"
}

window_end() {
    kill "${window_program-}" 2>/dev/null && wait "$window_program" 2>/dev/null
    kill "${window_server-}" 2>/dev/null
    exec {window_number}<&-
    rm -rf "$window_folder"
}

# window_wait_until SECONDS COMMAND...
window_wait_until() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.05
    done
}

window_has() { grep -q -- "^$1 " "$window_places"; }
window_quiet() { grep -q '^screen [a-z]*$' "$window_places"; }

# The frame after an input: --places is written anew by each.
window_settle() {
    sleep 0.15
    window_wait_until 120 window_quiet
}

# Puts the middle of a part into x and y.
window_find() {
    local name left top width height
    window_wait_until 5 window_has "$1" || {
        echo "no \"$1\" on $(head -1 "$window_places")"
        return 1
    }
    read -r name left top width height < <(grep -m 1 -- "^$1 " "$window_places" | cut -f 1)
    : "$name"
    x=$((X + left + width / 2))
    y=$((Y + top + height / 2))
}

window_line() {
    local verb=$1 first=${2-} rest=${3-} from_x from_y
    case $verb in
    tap)
        if [[ $first =~ ^[0-9]+$ ]]; then
            x=$((X + first)) y=$((Y + rest))
        else
            window_find "$first" || return 1
        fi
        xdotool mousemove "$x" "$y" click 1
        touches=$((touches + 1))
        window_settle
        ;;
    hold)
        window_find "$first" || return 1
        xdotool mousemove "$x" "$y" mousedown 1 sleep 0.9 mouseup 1
        touches=$((touches + 1))
        window_settle
        ;;
    drag)
        window_find "$first" || return 1
        from_x=$x from_y=$y
        window_find "$rest" || return 1
        xdotool mousemove "$from_x" "$from_y" mousedown 1 sleep 0.05 \
            mousemove $(((from_x + x) / 2)) $(((from_y + y) / 2)) sleep 0.05 \
            mousemove "$x" "$y" sleep 0.05 mouseup 1
        touches=$((touches + 1))
        window_settle
        ;;
    key)
        declare -A keys=([tab]=Tab [back-tab]=shift+Tab [left]=Left [right]=Right [up]=Up [down]=Down
            [enter]=Return [escape]=Escape [backspace]=BackSpace [page-up]=Prior [page-down]=Next
            [undo]=ctrl+z [redo]=ctrl+y [foul-red]=F1 [foul-black]=F2)
        xdotool key "${keys[$first]}"
        window_settle
        ;;
    type)
        xdotool type -- "$first${rest:+ $rest}"
        window_settle
        ;;
    wait)
        if [ -n "$first" ]; then
            sleep "$(printf '%d.%03d' $((first / 1000)) $((first % 1000)))"
        fi
        window_settle
        ;;
    wait-for) window_wait_until $((rest / 1000 + 1)) window_has "$first" ;;
    screen)
        window_wait_until 10 grep -q "^screen $first\( busy\)\?$" "$window_places" || {
            echo "$(head -1 "$window_places"), expected $first"
            return 1
        }
        ;;
    expect)
        window_wait_until 5 window_has "$first" || {
            echo "no \"$first\" on $(head -1 "$window_places")"
            return 1
        }
        grep -m 1 -- "^$first " "$window_places" | grep -qF -- "$rest" || {
            echo "$(grep -m 1 -- "^$first " "$window_places"), expected \"$rest\""
            return 1
        }
        ;;
    expect-not) ! window_has "$first" ;;
    count) touches=0 ;;
    expect-count)
        [ "$touches" -le "$first" ] || {
            echo "$touches touches, expected at most $first"
            return 1
        }
        echo "$rest: $touches touches"
        ;;
    *)
        echo "\"$verb\" is nothing that a hand does"
        return 1
        ;;
    esac
}

window_script() {
    local number=0 verb first rest
    while read -r verb first rest; do
        number=$((number + 1))
        [[ $verb == '' || $verb == '#'* ]] && continue
        window_line "$verb" "$first" "$rest" || {
            echo "$1, line $number: $verb $first $rest"
            return 1
        }
    done <"$1"
}
