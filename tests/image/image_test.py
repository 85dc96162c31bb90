#!/usr/bin/env python3
"""tests/image/image_test.py: boots the card's image in an emulator and uses it (`make image-test`),
or cuts its power again and again (`make image-power-cuts`). docs/image-tests.md says what is asked
and what was seen.

Usage: image_test.py [--cuts-only] [--cuts N] [--harsh N] [--start-every N] [--seed N]
[--logs FOLDER] [--write FILE] CARD QILI
"""

import argparse
import os
import shutil
import sys
import threading

import scenes
from cuts import Points, harsh, mild
from first_start import FirstStart
from machine import Machine, end_cleanly
from report import Report

SHOWN = ("hall.png", "announcement.png")  # of the display, for the page of the table


class Raspi3b(threading.Thread):
    """The card in the emulated Raspberry Pi 3: kernel, device tree, initrd and SD controller agree.
    Runs beside the mild power cuts, which leave one processor free."""

    def __init__(self, card, logs):
        super().__init__(daemon=True)
        self._card, self._logs = card, logs
        self.seconds, self.result, self.error = 0, "", None

    def run(self):
        drive = ["-drive", f"file={self._card},format=raw,if=sd,snapshot=on"]
        try:
            with Machine(self._card, self._logs, "raspi3b", drive, model="raspi3b") as machine:
                found = machine.console.wait(
                    r"login:|Start(ed|ing).*qili-kiosk|Reached target.*multi-user",
                    scenes.PATIENCE_START)
                self.seconds, self.result = machine.age, found.group(0).strip()
        except Exception as error:  # told by report(), in the main thread
            self.error = error

    def report(self, report):
        self.join()
        with report.check("raspi3b: the same card in the emulated Pi 3") as check:
            if self.error:
                raise self.error
            check.result = f"\"{self.result}\" {self.seconds:.1f} s after power on"


def last_start(points, path, report):
    """A machine that was killed starts again; then its supply fails, and it switches itself off."""
    with points.again("after-cut", path) as machine:
        scenes.start(machine, report)
        with report.check("it shows the work where the cut found it"):
            points.see_last(machine)
        with report.check("the supply fails (a line of the chip): the machine switches itself off"):
            machine.pins.set(scenes.LINES["power-fail"], 1)
            machine.wait_off(scenes.PATIENCE_OFF)


def options():
    parser = argparse.ArgumentParser(description="boots the card's image and uses it")
    parser.add_argument("card")
    parser.add_argument("qili", help="the tool; kiosk and office stand beside it")
    parser.add_argument("--cuts-only", action="store_true", help="no raspi3b")
    parser.add_argument("--cuts", type=int, default=20)
    parser.add_argument("--harsh", type=int, default=12)
    parser.add_argument("--start-every", type=int, default=0, metavar="N",
                        help="a whole start after every Nth mild cut, besides the last")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--logs", default="build/image-test")
    parser.add_argument("--write", help="docs/image-tests.md, whose table is written; the boot "
                        "test puts pictures of the display beside it")
    return parser.parse_args()


def run(given, report):
    card, qili = os.path.realpath(given.card), os.path.realpath(given.qili)
    logs = os.path.realpath(given.logs)
    with scenes.workplace(logs) as folder:
        pi = None if given.cuts_only else Raspi3b(card, logs)
        first = FirstStart(card, qili, folder, logs, report)
        first.run()
        disk = harsh(first, qili, folder, report, given.harsh, given.seed)
        points = Points(first.base, qili, folder, logs, report)
        points.prepare(disk)
        if pi:
            pi.start()
        _, path = mild(points, report, given.cuts, given.seed, given.start_every)
        if pi:
            pi.report(report)
        last_start(points, path, report)


def main():
    given = options()
    end_cleanly()
    report = Report("power cuts" if given.cuts_only else "the boot test")
    try:
        run(given, report)
    except Exception as error:
        if not report.failed:
            raise
        print(f"image test: FAILED: {error}\nlogs and pictures: {given.logs}", file=sys.stderr)
        return 1
    report.row("all of it", "passed", report.seconds)
    if given.write:
        report.write_into(given.write)
    if given.write and not given.cuts_only:
        for picture in SHOWN:
            shutil.copy(os.path.join(given.logs, picture),
                        os.path.join(os.path.dirname(given.write), f"image-{picture}"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
