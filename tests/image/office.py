"""tests/image/office.py: an event office outside the machine, and a device of this machine that has
brought the demonstration event to it."""

import json
import os
import re
import subprocess
import time

from disks import run
from machine import _die_with_parent

OUTSIDE = "10.0.2.2"  # this machine, seen from inside the virtual one


class Office:
    """with Office(qili, folder) as office: ..."""

    def __init__(self, qili, folder):
        self._qili, self.folder = qili, folder

    def __enter__(self):
        os.makedirs(self.folder, exist_ok=True)
        self._log = os.path.join(self.folder, "office.log")
        with open(self._log, "wb") as log:
            self._process = subprocess.Popen(
                [f"{self._qili}-office", "--folder", f"{self.folder}/data", "--port", "0",
                 "--loopback", "--address", OUTSIDE, "--lang", "en"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=_die_with_parent)
        end = time.monotonic() + 30
        while True:
            with open(self._log, encoding="utf-8") as file:
                found = re.search(rf"https://{re.escape(OUTSIDE)}:(\d+)/", file.read())
            if found:
                self.port = int(found.group(1))
                return self
            if self._process.poll() is not None or time.monotonic() > end:
                self.__exit__()
                raise RuntimeError("the office did not start: see " + self._log)
            time.sleep(0.05)

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait(30)

    def invitation(self, address=OUTSIDE):
        """ADDRESS:PORT/XXXX-XXXX-XXXX, as somebody types it."""
        said = run(f"{self._qili}-office", "--folder", f"{self.folder}/data", "--address", address,
                   "--port", self.port, "--lang", "en", "invite").decode()
        return re.search(r"\S+:\d+/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}", said).group(0)

    def bring(self, journal, name):
        """Enrols a journal of this machine and sends all that is in it."""
        run(self._qili, "sync", "enrol", self.invitation("127.0.0.1"), "--file", journal, "--name",
            name)
        run(self._qili, "sync", "push", "--file", journal)

    def devices(self):
        return run(f"{self._qili}-office", "--folder", f"{self.folder}/data", "devices").decode()

    def wait_devices(self, count, seconds):
        end = time.monotonic() + seconds
        while len(self.devices().splitlines()) < count:
            if time.monotonic() > end:
                raise TimeoutError(f"no device enrolled within {seconds} s")
            time.sleep(0.2)

    def entries(self):
        """What the office's journal holds, each entry once. Read while the office writes."""
        return entries_of(self._qili, f"{self.folder}/data/office.db")

    def wait_for(self, what, seconds, least=1):
        """Entries of which `what` (a function) holds, until there are so many."""
        end = time.monotonic() + seconds
        while True:
            found = [entry for entry in self.entries() if what(entry)]
            if len(found) >= least:
                return found
            if time.monotonic() > end:
                raise TimeoutError(f"the office has {len(found)} of {least} entries after "
                                   f"{seconds} s")
            time.sleep(0.2)


def entries_of(qili, journal):
    listed = run(qili, "journal", "list", "--file", journal, "--format", "json").decode()
    return [json.loads(line) for line in listed.splitlines() if line.startswith("{")]


def verify_after_cut(qili, journal):
    """Opens a journal for writing as the console does when it starts (its witness may lag), then
    raises DiskError with what is wrong with it."""
    script = os.path.join(os.path.dirname(__file__), "scripts/start.script")
    run(f"{qili}-kiosk", "--journal", journal, "--script", script)
    run(qili, "journal", "verify", "--file", journal)
