# Copies of the journal on the spare partition, and taking over from one. Sourced by `data`, and by
# tests/test_image.sh, which runs it over ordinary folders.
# shellcheck shell=sh

# Two generations are kept: copy-1, and copy-2 before it. `copied` in each says when it was made.

# copies_lost DATA SPARE: is a journal that was copied once no longer there?
copies_lost() {
    [ ! -e "$1/qili/journal.db" ] &&
        { [ -e "$2/copy-1/qili/journal.db" ] || [ -e "$2/copy-2/qili/journal.db" ]; }
}

# The first copy of the superblock, for blocks of 4096 bytes (make-image).
copies_superblock=32768

# copies_seen DEVICE: is the journal there, as seen through that copy?
copies_seen() {
    debugfs -c -b 4096 -s "$copies_superblock" -R 'stat /qili/journal.db' "$1" 2>/dev/null |
        grep -q 'Type: regular'
}

# Nobody has the journal open, so its files can be copied as they are. The witness (.head) names the
# last entry: where it is the same there is nothing new to keep.
# copies_keep DATA SPARE
copies_keep() {
    [ -e "$1/qili/journal.db" ] || return 0
    # An empty one, or one without its witness, is damaged: two starts of it would push out both
    # copies that are good.
    if [ ! -s "$1/qili/journal.db" ] || [ ! -s "$1/qili/journal.db.head" ]; then
        say "the journal is damaged"
        return 1
    fi
    if [ -e "$2/copy-1/qili/journal.db.head" ] &&
        cmp -s "$1/qili/journal.db.head" "$2/copy-1/qili/journal.db.head"; then
        return 0
    fi
    copies_need=$(du -sk "$1/qili" | cut -f 1)
    copies_room=$(df -Pk "$2" | awk 'NR == 2 { print $4 }')
    copies_oldest=0
    [ ! -e "$2/copy-2" ] || copies_oldest=$(du -sk "$2/copy-2" | cut -f 1)
    if [ "$copies_need" -gt "$((copies_room + copies_oldest - 1024))" ]; then
        say "the journal has $copies_need KiB and no longer fits on the spare partition"
        return 1
    fi
    rm -rf "$2/copy.new"
    if [ "$copies_need" -gt "$((copies_room - 1024))" ]; then
        rm -rf "$2/copy-2"
    fi
    mkdir "$2/copy.new" && cp -a "$1/qili" "$2/copy.new/" || return 1
    date -u +%Y-%m-%dT%H:%M:%SZ >"$2/copy.new/copied"
    sync -f "$2/copy.new/copied"
    rm -rf "$2/copy-2"
    [ ! -e "$2/copy-1" ] || mv "$2/copy-1" "$2/copy-2"
    mv "$2/copy.new" "$2/copy-1"
    sync -f "$2/copy-1"
}

# The spare partition becomes the data partition, with the newest whole copy. A console that is
# enrolled starts empty instead, and enrols anew: the office may have later entries of it than the
# copy, and going on from the copy would sign another story under the same name; from the office it
# gets back all that was sent. The copies stay where they are in any case.
# copies_take_over SPARE
copies_take_over() {
    copies_said='an empty journal: there was no copy'
    rm -rf "$1/qili.new"
    mkdir "$1/qili.new"
    for copies_from in "$1/copy-1" "$1/copy-2"; do
        if [ -e "$copies_from/copied" ]; then
            if [ -e "$copies_from/qili/journal.db.sync" ]; then
                copies_said='an empty journal: enrol this console with the office again'
            else
                cp -a "$copies_from/qili/." "$1/qili.new/"
                copies_said="the journal as of $(cat "$copies_from/copied")"
            fi
            break
        fi
    done
    [ ! -e "$1/qili" ] || mv "$1/qili" "$1/qili.before-$(date -u +%Y%m%dT%H%M%SZ)"
    mv "$1/qili.new" "$1/qili"
    sync -f "$1/qili"
    printf '%s\n' "$copies_said" >"$1/took-over.new"
    sync -f "$1/took-over.new"
    mv "$1/took-over.new" "$1/took-over"
    sync -f "$1/took-over"
}
