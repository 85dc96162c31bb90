"""tests/image/disks.py: the card's image from outside: its partitions, copies of it, files in and
out of them (mtools, debugfs), file systems checked. The image that is tested is never written
to."""

import os
import re
import struct
import subprocess
from collections import namedtuple

SECTOR = 512
Partition = namedtuple("Partition", "number start size type")  # in bytes


class DiskError(Exception):
    """Something of a disk is not as it must be."""


def run(*command, environment=None, good=(0,)):
    """A tool; its standard output. DiskError with what it said if it failed."""
    done = subprocess.run([str(word) for word in command], env=environment, capture_output=True,
                          check=False)
    if done.returncode not in good:
        said = (done.stderr + done.stdout).decode("utf-8", "replace").strip()
        raise DiskError(f"{command[0]}: status {done.returncode}: {said[-800:]}")
    return done.stdout


def partitions(path):
    """The four primary partitions of an MBR, those that there are."""
    with open(path, "rb") as file:
        record = file.read(SECTOR)
    if len(record) != SECTOR or record[510:] != b"\x55\xaa":
        raise DiskError(f"{path}: no partition table")
    found = []
    for number in range(1, 5):
        entry = record[446 + 16 * (number - 1) : 446 + 16 * number]
        start, count = struct.unpack("<II", entry[8:])
        if entry[4] and count:
            found.append(Partition(number, start * SECTOR, count * SECTOR, entry[4]))
    return found


def copy_sparse(source, target):
    run("cp", "--reflink=auto", "--sparse=always", source, target)


def copy_range(source, target, start, size):
    """A part of a file into a file of its own, its holes kept."""
    with open(source, "rb") as file, open(target, "wb") as out:
        out.truncate(size)
        at, end = start, start + size
        while at < end:
            try:
                at = os.lseek(file.fileno(), at, os.SEEK_DATA)
            except OSError:  # no data any more
                break
            hole = min(os.lseek(file.fileno(), at, os.SEEK_HOLE), end)
            while at < hole:
                wanted = min(1 << 20, hole - at)
                got = os.pread(file.fileno(), wanted, at)
                if not got:
                    return
                if got.count(0) != len(got):
                    os.pwrite(out.fileno(), got, at - start)
                at += len(got)


class BootPartition:
    """The FAT partition, by mtools."""

    def __init__(self, image):
        first = partitions(image)[0]
        if first.type not in (0x0B, 0x0C):
            raise DiskError(f"{image}: the first partition is no FAT")
        self._place = f"{image}@@{first.start}"

    def read(self, name):
        return run("mtype", "-i", self._place, f"::/{name}")

    def fetch(self, name, target):
        run("mcopy", "-n", "-o", "-i", self._place, f"::/{name}", target)

    def put(self, source, name):
        run("mcopy", "-o", "-i", self._place, source, f"::/{name}")

    def names(self):
        return run("mdir", "-b", "-i", self._place, "::/").decode().replace("::/", "").split()


# What the firmware would start, by config.txt of the card.
Boot = namedtuple("Boot", "kernel initrd command_line")


def boot_of(card):
    """Names on the boot partition; the last line of each kind counts, as for the firmware. Sections
    ([pi4]) are not told apart: all models that are claimed start the same kernel."""
    config = card.read("config.txt").decode()
    kernel = re.findall(r"^\s*kernel=(\S+)", config, re.MULTILINE)
    initrd = re.findall(r"^\s*initramfs\s+(\S+)", config, re.MULTILINE)
    line = re.findall(r"^\s*cmdline=(\S+)", config, re.MULTILINE)
    if not kernel or not initrd:
        raise DiskError("config.txt names no kernel or no initramfs")
    text = card.read(line[-1] if line else "cmdline.txt").decode().strip()
    return Boot(kernel[-1], initrd[-1], text)


# ext4, by debugfs and e2fsck, in a file that holds the partition alone.

def check(path):
    """Repairs what the journal of the file system can repair, as the console does at its start,
    then demands that nothing is wrong. The words of the repair."""
    said = run("e2fsck", "-p", path, good=(0, 1))
    run("e2fsck", "-f", "-n", path, good=(0,))
    return said.decode("utf-8", "replace")


def take_out(path, folder, target):
    """Copies a folder of the file system into a folder of ours, which it makes."""
    os.makedirs(target, exist_ok=True)
    run("debugfs", "-R", f"rdump {folder} {target}", path)
    return os.path.join(target, os.path.basename(folder))
