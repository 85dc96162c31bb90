# The card: its filesystems and their places. Sourced by make-image.
# shellcheck shell=bash disable=SC2154

# What is the same in every card: numbers that otherwise are drawn.
fat_id=51494c49
uuid_of() {
    case $1 in
    qili-root) echo 7f1d2c60-0b1e-4c55-9a51-6c0a51494c02 ;;
    qili-spare) echo 7f1d2c60-0b1e-4c55-9a51-6c0a51494c03 ;;
    qili-data) echo 7f1d2c60-0b1e-4c55-9a51-6c0a51494c04 ;;
    esac
}

# The filesystems are made by Debian 13's mke2fs, whichever Debian this is: from 1.47.1 on it takes a
# tar archive, in its order and with its times, so that twice the same files are twice the same image.
# card_tools SUITE
card_tools() {
    tools=$cache/tools
    if [ ! -e "$tools/ready" ]; then
        rm -rf "$tools"
        nice mmdebstrap --mode=root --variant=extract --include=e2fsprogs,libarchive13t64 trixie \
            "$tools" >"$cache/tools.log" 2>&1 || return 1
        touch "$tools/ready"
    fi
    loader=$(echo "$tools"/usr/lib*/ld-linux*.so.* "$tools"/usr/lib/*/ld-linux*.so.*)
    loader=${loader##* }
    libraries=$(echo "$tools"/usr/lib/*-linux-gnu)
}

mke2fs_of_tools() {
    SOURCE_DATE_EPOCH=$image_epoch MKE2FS_CONFIG=$tools/etc/mke2fs.conf \
        "$loader" --library-path "$libraries" "$tools/usr/sbin/mke2fs" "$@"
}

# card_ext4 LABEL BYTES FILE [TAR]
card_ext4() {
    local uuid
    uuid=$(uuid_of "$1")
    rm -f "$3"
    truncate -s "$2" "$3"
    mke2fs_of_tools -q -t ext4 -b 4096 -L "$1" -U "$uuid" \
        -E "hash_seed=$uuid,lazy_itable_init=0,lazy_journal_init=0,nodiscard,root_owner=0:0" \
        -m 1 ${4:+-d "$4"} "$3"
}

# The tree as a tar archive that is the same each time: names in order, no time after the image's.
# card_tar FOLDER
card_tar() {
    tar --create --sort=name --numeric-owner --xattrs --xattrs-include='security.capability' \
        --pax-option='exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime' \
        --mtime="@$image_epoch" --clamp-mtime -C "$1" .
}

# The firmware partition: what raspi-firmware put together, for the Pis that are claimed, and ours.
# card_firmware FROM FOLDER
card_firmware() {
    local name kernel initrd
    rm -rf "$2"
    mkdir -p "$2"
    cp -r "$1/." "$2/"
    find "$2" -name 'bcm*.dtb' ! -name 'bcm2837-*' ! -name 'bcm2711-*' -delete
    rm -f "$2/config.txt" "$2/cmdline.txt"
    kernel=$(cd "$2" && ls vmlinuz-*)
    initrd=$(cd "$2" && ls initrd.img-*)
    for name in bcm2837-rpi-3-b.dtb bcm2837-rpi-3-b-plus.dtb bcm2837-rpi-zero-2-w.dtb \
        bcm2711-rpi-4-b.dtb bootcode.bin start.elf start4.elf fixup.dat fixup4.dat \
        "$kernel" "$initrd"; do
        if [ ! -f "$2/$name" ]; then
            echo "make-image: the firmware partition lacks $name" >&2
            return 1
        fi
    done
    sed -e "s/@KERNEL@/$kernel/" -e "s/@INITRD@/$initrd/" "$images/firmware/config.txt" \
        >"$2/config.txt"
    cp "$images/firmware/cmdline.txt" "$2/"
    # For editors of every system.
    sed 's/$/\r/' "$images/firmware/qili.txt" >"$2/qili.txt"
    find "$2" -exec touch --no-dereference --date="@$image_epoch" {} +
}

# card_fat FOLDER BYTES FILE
card_fat() {
    local name
    rm -f "$3"
    truncate -s "$2" "$3"
    TZ=UTC SOURCE_DATE_EPOCH=$image_epoch mkfs.vfat --invariant -F 32 -n QILI -i "$fat_id" "$3" \
        >/dev/null
    (
        cd "$1" || exit
        find . -mindepth 1 -type d | LC_ALL=C sort | while read -r name; do
            TZ=UTC SOURCE_DATE_EPOCH=$image_epoch mmd -i "$3" "::/${name#./}"
        done
        find . -type f | LC_ALL=C sort | while read -r name; do
            TZ=UTC SOURCE_DATE_EPOCH=$image_epoch mcopy -m -i "$3" "$name" "::/${name#./}"
        done
    )
}
