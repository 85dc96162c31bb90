# Updates of the application ("layers"): taken from the firmware partition, checked, chosen, rolled
# back. Sourced by `layer`, and by tests/test_image.sh, which runs it over ordinary folders.
# shellcheck shell=sh
#
# An update is a file qili-update-VERSION.img: a squashfs of the packages' files and 512 bytes that
# say what it is (make-update). On the data partition, in $layers:
#   NAME.img, NAME.state   an update and what became of it: `new N` (N tries left), `good`, `bad WHY`
#   current, previous      their names, newest first; without any the packages of the system are used
# What is written is written anew and renamed, so that a power cut leaves the old or the new.

layers=${QILI_LAYERS:-/data/layers}
layers_firmware=${QILI_FIRMWARE:-/boot/firmware}
layers_bytes_max=$((192 * 1024 * 1024))
layers_free_kib=32768 # must be left for the journal: a console whose disk is full does not start
layers_label_bytes=512
layers_tries=2

# layers_label FILE KEY -> the word after KEY in the file's last 512 bytes
layers_label() {
    tail -c "$layers_label_bytes" "$1" 2>/dev/null | tr -d '\000' |
        sed -n "1{/^qili-layer 1\$/!q}; s/^$2 \([A-Za-z0-9.+~:-]\{1,80\}\)\$/\1/p" | head -n 1
}

# layers_name FILE -> the name that it has on the data partition; none if it is no update
layers_name() {
    layers_sum=$(layers_label "$1" sha256)
    layers_version=$(layers_label "$1" version)
    if [ ${#layers_sum} -eq 64 ] && [ -n "$layers_version" ]; then
        printf '%s-%s\n' "$layers_version" "$(printf '%s' "$layers_sum" | cut -c 1-12)"
    fi
}

# layers_whole FILE: is it all there, as it was made?
layers_whole() {
    layers_size=$(stat -c %s "$1" 2>/dev/null) || return 1
    layers_bytes=$(layers_label "$1" bytes)
    case $layers_bytes in
    '' | *[!0-9]* | ??????????*) return 1 ;;
    esac
    [ "$layers_size" -le "$layers_bytes_max" ] &&
        [ "$layers_size" -eq "$((layers_bytes + layers_label_bytes))" ] &&
        [ "$(head -c "$layers_bytes" "$1" | sha256sum | cut -d ' ' -f 1)" = \
            "$(layers_label "$1" sha256)" ]
}

# layers_write NAME TEXT: a small file of $layers, whole or as it was: on a full disk as it was, and
# false. Each step says so itself, since `set -e` does not hold within a condition.
layers_write() {
    if ! { printf '%s\n' "$2" >"$layers/.$1.new" && sync "$layers/.$1.new"; } 2>/dev/null; then
        rm -f "$layers/.$1.new"
        return 1
    fi
    mv "$layers/.$1.new" "$layers/$1" && sync "$layers"
}

# layers_read NAME -> its first line; none if there is no such file
layers_read() {
    head -n 1 "$layers/$1" 2>/dev/null || true
}

# Which of two versions is the later one? The order is Debian's, but for rare signs: 1.10 is after 1.9.
# layers_later A B -> A or B
layers_later() {
    printf '%s\n%s\n' "$1" "$2" | sort -V | tail -n 1
}

# Takes the latest version on the firmware partition that did not fail before: what is there is what
# people want, so that an update is also taken back by taking its file away.
# layers_take SUITE
layers_take() {
    layers_wanted='' layers_wanted_version='' layers_wanted_name=''
    layers_failed='' layers_failed_version=''
    for layers_file in "$layers_firmware"/qili-update-*.img; do
        [ -f "$layers_file" ] || continue
        layers_new=$(layers_name "$layers_file")
        if [ -z "$layers_new" ]; then
            tell "${layers_file##*/} is no update, or was not copied whole: not used"
            continue
        fi
        if [ "$(layers_label "$layers_file" suite)" != "$1" ]; then
            tell "${layers_file##*/} is for another system than $1: not used"
            continue
        fi
        layers_version=$(layers_label "$layers_file" version)
        case $(layers_read "$layers_new.state") in
        bad*)
            if [ "$(layers_later "$layers_failed_version" "$layers_version")" = "$layers_version" ]; then
                layers_failed=$layers_file
                layers_failed_version=$layers_version
            fi
            continue
            ;;
        esac
        if [ "$(layers_later "$layers_wanted_version" "$layers_version")" = "$layers_version" ]; then
            layers_wanted=$layers_file
            layers_wanted_version=$layers_version
            layers_wanted_name=$layers_new
        fi
    done
    # Who put an older one beside it knows already.
    if [ -n "$layers_failed" ] &&
        [ "$(layers_later "$layers_wanted_version" "$layers_failed_version")" = "$layers_failed_version" ]; then
        tell "${layers_failed##*/} failed before: not used"
    fi
    if [ -z "$layers_wanted" ]; then
        return
    elif [ "$layers_wanted_name" = "$(layers_read current)" ] &&
        [ -e "$layers/$layers_wanted_name.img" ]; then
        say "$layers_wanted_name is known: $(layers_read "$layers_wanted_name.state")"
    else
        layers_take_one "$layers_wanted" "$layers_wanted_name"
    fi
}

# The copy is checked, not what it was made from.
layers_take_one() {
    rm -f "$layers/incoming"
    layers_need=$((($(stat -c %s "$1") + 1023) / 1024 + layers_free_kib))
    layers_room=$(df -Pk "$layers" | awk 'NR == 2 { print $4 }')
    if [ "$layers_need" -gt "$layers_room" ] || ! cp "$1" "$layers/incoming" 2>/dev/null; then
        rm -f "$layers/incoming"
        tell "no room for ${1##*/}: not used"
        return
    fi
    if ! layers_whole "$layers/incoming"; then
        rm -f "$layers/incoming"
        tell "${1##*/} is damaged, or was not copied whole: not used"
        return
    fi
    sync "$layers/incoming"
    mv "$layers/incoming" "$layers/$2.img"
    # One that never was good is no place to go back to.
    layers_old=$(layers_read current)
    if [ -n "$layers_old" ] && [ "$(layers_read "$layers_old.state")" = good ]; then
        layers_write previous "$layers_old"
    fi
    # One that was here before keeps what is known of it.
    [ -e "$layers/$2.state" ] || layers_write "$2.state" "new $layers_tries"
    layers_write current "$2"
    say "$2 was taken"
    layers_tidy
}

# Takes away the files of updates that are neither current nor previous; what became of them stays
# known.
layers_tidy() {
    for layers_file in "$layers"/*.img; do
        layers_kept=${layers_file##*/}
        layers_kept=${layers_kept%.img}
        case $layers_kept in
        '*' | "$(layers_read current)" | "$(layers_read previous)") ;;
        *) rm -f "$layers_file" ;;
        esac
    done
}

# May this one be used now? A try is taken from one that is not good yet, before it is used.
# layers_usable NAME
layers_usable() {
    [ -n "$1" ] && [ -f "$layers/$1.img" ] || return 1
    layers_state=$(layers_read "$1.state")
    case $layers_state in
    good) ;;
    'new '[1-9])
        # Used without a count it could be tried for ever.
        if ! layers_write "$1.state" "new $((${layers_state#new } - 1))"; then
            tell "update $1 is not used: there is no room on the data partition"
            return 1
        fi
        ;;
    'new 0')
        layers_write "$1.state" 'bad the console did not come up'
        tell "update $1 is not used: the console did not come up from it"
        return 1
        ;;
    *) return 1 ;;
    esac
    if ! layers_whole "$layers/$1.img"; then
        layers_write "$1.state" 'bad it is damaged'
        tell "update $1 is damaged: not used"
        return 1
    fi
}

# The updates to use, best first: current, then previous.
layers_candidates() {
    layers_read current
    layers_read previous
}

# The one in use has brought the console up.
# layers_good NAME
layers_good() {
    case $(layers_read "$1.state") in
    'new '*)
        layers_write "$1.state" good
        say "update $1 is good"
        ;;
    esac
}
