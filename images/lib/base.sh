# The base system: Debian's packages and nothing of ours, kept as a tar. Sourced by make-image.
# shellcheck shell=bash disable=SC2154

# What changes the base: its name has a hash of these in it.
# base_key SUITE EPOCH -> the key, 16 characters
base_key() {
    cat "$images/lib/base.sh" "$images/initramfs-hook" "$images/packages/common.txt" \
        "$images/packages/$1.txt" - <<<"$1 $2" | sha256sum | cut -c 1-16
}

# base_packages SUITE -> the packages of the lists, with commas between them
base_packages() {
    sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$images/packages/common.txt" \
        "$images/packages/$1.txt" | LC_ALL=C sort -u | paste -s -d ,
}

# base_later SUITE -> programs of packages that run once at the end instead of at each package: the
# initial RAM disk takes a minute or more each time, and depmod runs as this machine's own
base_later() {
    echo /usr/sbin/update-initramfs
    if [ "$1" = bookworm ]; then echo /sbin/depmod; else echo /usr/sbin/depmod; fi
}

# Makes the base system as TAR.
# base_make SUITE EPOCH TAR LOG
base_make() {
    local mode=unshare program before=() after=()
    [ "$(id -u)" -ne 0 ] || mode=root
    # The hooks' "$1" is mmdebstrap's: the folder of the new system.
    # shellcheck disable=SC2016
    for program in $(base_later "$1"); do
        before+=("--essential-hook=chroot \"\$1\" dpkg-divert --quiet --local --rename --add \
                      --divert $program.later $program && ln -s /bin/true \"\$1$program\"")
        after+=("--customize-hook=rm \"\$1$program\" && chroot \"\$1\" dpkg-divert --quiet \
                     --local --rename --remove $program")
    done
    # shellcheck disable=SC2016
    SOURCE_DATE_EPOCH=$2 nice mmdebstrap --mode="$mode" --architectures=arm64 --variant=minbase \
        --components=main,non-free-firmware --format=tar \
        --aptopt='Acquire::Languages "none"' --aptopt='APT::Install-Recommends "false"' \
        --dpkgopt=force-unsafe-io \
        --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' \
        --dpkgopt='path-exclude=/usr/share/doc/*' \
        --dpkgopt='path-include=/usr/share/doc/*/copyright' \
        --essential-hook='mkdir -p "$1/etc/initramfs-tools/conf.d" "$1/etc/initramfs-tools/hooks"' \
        --essential-hook='printf "MODULES=list\nCOMPRESS=zstd\nCOMPRESSLEVEL=9\n" \
            >"$1/etc/initramfs-tools/conf.d/qili"' \
        --essential-hook="install -m 755 '$images/initramfs-hook' \
            \"\$1/etc/initramfs-tools/hooks/qili\"" \
        "${before[@]}" --include="$(base_packages "$1")" "${after[@]}" \
        --customize-hook='for modules in "$1"/usr/lib/modules/*; do
            PATH=$PATH:/usr/sbin:/sbin depmod -b "$1" "${modules##*/}"
        done' \
        --customize-hook='chroot "$1" update-initramfs -c -k all' \
        "$1" "$3.part" >"$4" 2>&1 || return 1
    mv "$3.part" "$3"
}
