#!/usr/bin/env bash
# Boots a Debian below BASE with its own systemd as process 1, without a virtual machine: in
# namespaces of its own, on a layer of memory over BASE, so that BASE stays as it is and nothing is
# left when process 1 is gone. Run by tools/test-systemd.sh as the first process of the namespaces:
#
#   unshare --mount --propagation private --pid --fork --kill-child --uts --ipc --net --cgroup \
#       tools/boot-systemd.sh BASE PACKAGES SYSFS ROOT [COMMAND]...
#
# PACKAGES: a folder of .deb files that are installed first. SYSFS: "ro": systemd takes it for a
# container without devices; "rw": for a machine whose devices can come. ROOT: "ro" or "rw", too: how
# the root is mounted. COMMAND...: is run in the new root before systemd starts.
set -euo pipefail

base=$(realpath "$1")
packages=$(realpath "$2")
sysfs=$3
writing=$4
shift 4
layer=$(mktemp -d)
root=$layer/root

mount -t tmpfs -o size=2G,mode=755 layer "$layer"
mkdir "$root" "$layer/upper" "$layer/work"
mount -t overlay -o "lowerdir=$base,upperdir=$layer/upper,workdir=$layer/work" overlay "$root"

mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
mount -t sysfs -o "$sysfs,nosuid,nodev,noexec" sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 dev "$root/dev"
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for device in null:3 zero:5 full:7 random:8 urandom:9; do
    mknod -m 666 "$root/dev/${device%:*}" c 1 "${device#*:}"
done
mknod -m 666 "$root/dev/tty" c 5 0
mount -t tmpfs -o mode=755 run "$root/run"

# What is installed here is started by the boot.
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod +x "$root/usr/sbin/policy-rc.d"
mkdir "$root/packages"
cp "$packages"/*.deb "$root/packages/"
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }
inside sh -c 'dpkg --force-unsafe-io -i /packages/*.deb'
rm "$root/usr/sbin/policy-rc.d"
[ $# -eq 0 ] || inside "$@"

mkdir "$root/old"
mount -o "remount,$writing" "$root"
cd "$root"
pivot_root . old
umount -l /old
exec env -i container=qili-test PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd \
    --log-target=journal --show-status=no
