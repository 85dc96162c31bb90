"""tests/image/scenes.py: what all tests of the image do with a card and a machine: a copy of the
card with the test's configuration, the start and its report, the hands, the pictures of the
tree."""

import contextlib
import os
import shutil
import tempfile
import time

import disks
import inside
import pictures
from machine import Machine
from rehearsal import STATUS

TREE = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))

# Seconds that a machine may take, at least three times what was seen (docs/image-tests.md).
PATIENCE_START, PATIENCE_PICTURE, PATIENCE_OFFICE, PATIENCE_OFF = 600, 120, 120, 240
# How long a finger stays on a button: longer than bouncing (20 ms), shorter than a long press
# (800).
PRESS_SECONDS = 0.25

# Lines of the virtual machine's GPIO chip. 3 is the machine's own power button.
LINES = {"foul-red": 0, "foul-black": 1, "confirm": 2, "power-fail": 7,
         "lamp-power": 4, "lamp-sync": 5, "lamp-attention": 6}
LABEL = "9030000.pl061"

_CONFIG = f"""[kiosk]
theme = light
dpi = 133
[gpio]
chip = {LABEL}
foul-red = {LINES['foul-red']} active-high
foul-black = {LINES['foul-black']} active-high
confirm = {LINES['confirm']} active-high
power-fail = {LINES['power-fail']} active-high
lamp-power = {LINES['lamp-power']}
lamp-sync = {LINES['lamp-sync']}
lamp-attention = {LINES['lamp-attention']}
bias = as-is
"""


@contextlib.contextmanager
def workplace(logs):
    """A folder for copies and one for what is to be looked at afterwards; the first goes away."""
    os.makedirs(logs, exist_ok=True)
    folder = tempfile.mkdtemp(prefix="qili-image-test-", dir=os.environ.get("TMPDIR"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def copy_card(card, target, size=None):
    """A copy with the test's configuration on its boot partition; size: of a larger card, bytes."""
    disks.copy_sparse(card, target)
    if size:
        os.truncate(target, size)
    config = f"{target}.conf"
    with open(config, "w", encoding="utf-8") as file:
        file.write(_CONFIG)
    disks.BootPartition(target).put(config, "qili.conf")
    os.remove(config)


def plain_drive(path):
    return ["-drive", f"file={path},format=raw,if=none,id=d0,cache=writeback",
            "-device", "virtio-blk-pci,drive=d0"]


def logged_drive(path, log):
    """All writes go to the log, too."""
    open(log, "wb").close()
    return ["-blockdev", f"driver=file,node-name=f0,filename={path}",
            "-blockdev", "driver=raw,node-name=r0,file=f0",
            "-blockdev", f"driver=file,node-name=l0,filename={log}",
            "-blockdev", "driver=blklogwrites,node-name=d0,file=r0,log=l0,log-sector-size=512,"
                         "log-super-update-interval=16",
            "-device", "virtio-blk-pci,drive=d0"]


def golden(path):
    return pictures.read_png(os.path.join(TREE, path))


def start(machine, report):
    """Until multi-user, the report from inside; its contents."""
    with report.check(f"{machine.name}: multi-user reached, nothing failed") as check:
        machine.console.wait(inside.END, PATIENCE_START)  # its unit comes after multi-user.target
        reached = machine.age
        told = inside.read(machine.console.text)
        if told.failed or told.state not in ("running", "starting"):
            raise RuntimeError(f"{told.state}; failed: {', '.join(told.failed) or 'none'}")
        if told.kiosk_state != "active":
            raise RuntimeError(f"the kiosk is {told.kiosk_state}")
        if told.restarts:
            raise RuntimeError(f"the kiosk was started {told.restarts + 1} times")
        check.result = f"after {reached:.1f} s from power on"
    return told


def see(machine, report, what, path, masks=(STATUS,)):
    """The display shows a picture of the tree."""
    with report.check(f"{what} ({path})"):
        return machine.wait_picture(golden(path), PATIENCE_PICTURE, masks, os.path.basename(path))


def press(machine, name):
    """A button of the console: its pin of the GPIO chip. It bounces, as buttons do: whoever takes
    that for two presses goes a screen too far."""
    def pressed():
        for level in (1, 0, 1, 0, 1):
            machine.pins.set(LINES[name], level)
        time.sleep(PRESS_SECONDS)  # the finger
        for level in (0, 1, 0):
            machine.pins.set(LINES[name], level)
    return pressed


def buttons(machine):
    return {name: press(machine, name) for name in ("foul-red", "foul-black", "confirm")}


def wait_lamp(machine, name, seconds):
    end = time.monotonic() + seconds
    line = LINES[name]
    while not (machine.pins.is_output(line) and machine.pins.level(line)):
        if time.monotonic() > end:
            raise TimeoutError(f"{name} stayed dark for {seconds} s")
        time.sleep(0.1)


def data_partition(disk):
    """The last one; it was grown to the end of the card."""
    return disks.partitions(disk)[-1]


def journal_of(disk, folder):
    """Takes the console's journal out of a disk: its file system is repaired and checked in a copy.
    The path of the journal."""
    os.makedirs(folder)
    part = data_partition(disk)
    copy = os.path.join(folder, "data.ext4")
    disks.copy_range(disk, copy, part.start, part.size)
    disks.check(copy)
    taken = disks.take_out(copy, "/qili", folder)
    os.remove(copy)
    journal = os.path.join(taken, "journal.db")
    if not os.path.exists(journal):
        raise disks.DiskError("the data partition has no journal")
    return journal


def make_machine(card, logs, name, drive, **more):
    return Machine(card, logs, name, drive, command_line=inside.COMMAND_LINE, **more)
