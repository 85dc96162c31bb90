# The root filesystem: the base system, what the image lays over it, our packages. Sourced by
# make-image.
# shellcheck shell=bash disable=SC2154

# What starts, and what never does: no login on the display, no upkeep of packages, no second
# wpa_supplicant.
units_enabled=(systemd-networkd.service systemd-resolved.service systemd-timesyncd.service
    qili-data.service qili-layer.service qili-layer-good.service qili-setup.service
    qili-layer-deadline.timer qili-wifi.service qili-kiosk.service qili-report.service)
units_masked=(getty@.service console-getty.service wpa_supplicant.service apt-daily.timer
    apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service
    fstrim.timer systemd-networkd-wait-online.service systemd-pcrphase.service
    systemd-firstboot.service systemd-update-done.service systemd-journal-catalog-update.service
    systemd-hwdb-update.service ldconfig.service dev-hugepages.mount dev-mqueue.mount
    sys-kernel-debug.mount sys-kernel-tracing.mount sys-kernel-config.mount
    sys-fs-fuse-connections.mount proc-sys-fs-binfmt_misc.automount)

# A chroot whose packages' scripts start nothing.
# in_root COMMAND...
in_root() {
    env -i PATH=/usr/sbin:/usr/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        SOURCE_DATE_EPOCH="$image_epoch" chroot "$root" "$@"
}

# root_make SUITE BASE-TAR FOLDER-OF-PACKAGES
root_make() {
    local package packages=()
    rm -rf "$root"
    mkdir -p "$root"
    tar --extract --numeric-owner --xattrs --xattrs-include='*' -f "$2" -C "$root"
    cp -a --no-preserve=ownership "$images/system/." "$root/"
    chmod -R u=rwX,go=rX "$root/usr/lib/qili-image"
    chmod 755 "$root"/usr/lib/qili-image/{data,layer,report,setup}

    if [ "$1" = bookworm ]; then # its systemd (252) knows no other way
        sed -i '/^RestartMode=direct$/d' "$root/etc/systemd/system/qili-kiosk.service.d/image.conf"
    fi

    mkdir "$root/qili-packages"
    while read -r package; do
        cp "$package" "$root/qili-packages/"
        packages+=("/qili-packages/${package##*/}")
    done < <(our_packages "$3")
    printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
    chmod 755 "$root/usr/sbin/policy-rc.d"
    in_root dpkg --force-confold --install "${packages[@]}"
    rm -r "$root/qili-packages" "$root/usr/sbin/policy-rc.d"

    in_root systemctl --quiet mask "${units_masked[@]}"
    in_root systemctl --quiet enable "${units_enabled[@]}"
    in_root passwd --quiet --lock root
    in_root systemd-analyze verify --man=no --recursive-errors=no "${units_enabled[@]}"
    root_configure
    root_clean
}

# The configuration of a console from the card: buttons and lamps at the Pi's header as in
# docs/device.md, whatever the Pi's chip is called.
root_configure() {
    local conf=$root/etc/qili/qili.conf
    sed -i 's/^;\(foul-red\|foul-black\|confirm\|back\|power-fail\|lamp-power\|lamp-sync\|lamp-attention\|buzzer\) = GPIO/\1 = GPIO/' "$conf"
    if [ "$(grep -c '^[a-z-]* = GPIO[0-9]*$' "$conf")" -ne 9 ]; then
        echo "make-image: systemd/qili.conf no longer names the nine lines of the header" >&2
        return 1
    fi
    in_root qili config check /etc/qili/qili.conf
    ln -sf /usr/share/zoneinfo/Asia/Shanghai "$root/etc/localtime"
    rm -f "$root/etc/resolv.conf"
    ln -s ../run/systemd/resolve/resolv.conf "$root/etc/resolv.conf"
    mkdir -p "$root/data" "$root/boot/firmware"
    # Empty: each start has an identity of its own, no two cards share one.
    : >"$root/etc/machine-id"
}

# What says when or where the image was made, and what only its making needed.
root_clean() {
    rm -rf "$root"/var/log/* "$root"/var/cache/* "$root"/var/lib/apt/lists/* "$root"/tmp/* \
        "$root"/var/tmp/* "$root"/run/* "$root"/var/lib/dbus/machine-id \
        "$root"/var/lib/systemd/random-seed "$root"/etc/.pwd.lock "$root"/root/.[a-z]* \
        "$root"/etc/{passwd,group,shadow,gshadow,subuid,subgid}- \
        "$root"/{vmlinuz,initrd.img}{,.old} "$root"/var/lib/dpkg/*-old "$root"/etc/initramfs-tools/conf.d/qili.dpkg*
    mkdir -p "$root/var/cache/private" && chmod 700 "$root/var/cache/private"
}
