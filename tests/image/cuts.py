"""tests/image/cuts.py: power cuts. Mild: the emulator is killed at random moments while an arbiter
signs rulings and logs fouls. Harsh: the log of all writes is replayed up to a point, without what
no flush had made safe, or with a random part of it. After each the file system is repaired and
clean, the journal verifies, and all that was acknowledged on the display is in it."""

import os
import random
import shutil
import threading
from collections import Counter, namedtuple

import block_log
import disks
import pictures
from first_start import acknowledged, own_entries
from machine import emulator
from office import verify_after_cut
from qmp import QmpError
from rehearsal import STATUS, Play, masks_of, rehearse
from scenes import (PATIENCE_PICTURE, TREE, data_partition, journal_of, make_machine, start)

Cut = namedtuple("Cut", "point after acknowledged found")  # after: seconds from the point on

CUT_AFTER = (0.2, 8.0)  # seconds; a touch and its picture take about one


# Harsh.

def spread(first, last, count, dice):
    """Places in the log at which the power may be cut, from first to last: spread, and the last."""
    span = last - first
    picked = {first + int(span * (i + dice.random()) / count) for i in range(count - 1)}
    return sorted(picked | {last})


def harsh(first, qili, folder, report, count, seed):
    """Cuts of the machine that FirstStart ran, in its log; the disk after the last of them, which
    can be started. The first of its marks is the first frame, the last the end."""
    dice = random.Random(seed)
    log = block_log.BlockLog(first.log)
    log.read_on()
    marks = [mark for mark in first.marks if mark[0]]
    disk = os.path.join(folder, "cut.img")
    disks.copy_sparse(first.base, disk)
    replay = block_log.Replay(log, disk)
    lost = 0
    with report.check(f"harsh power cuts: {count} places of the log of writes") as check:
        for number, point in enumerate(spread(first.marks[0][1], first.marks[-1][1], count, dice)):
            safe = log.flushed(point)
            replay.forward(safe)
            must = Counter(kind for kind, at in marks if at <= point)
            tail = log.entries[safe:point]
            lost += len(tail)
            what = f"cut after {point} of {len(log.entries)} writes, {len(tail)} of them lost"
            _hold(qili, disk, f"{folder}/harsh-{number}", must, what)
            if tail and number % 2 == 0:
                _hold_torn(qili, disk, f"{folder}/torn-{number}", must, what, log, tail, dice)
        check.result = (f"{count} of {count} recovered; {lost} writes dropped in all; at the last "
                        f"cut {len(marks)} entries acknowledged, all there")
    replay.close()
    flushes = sum(bool(entry.flags & block_log.FLUSH) for entry in log.entries)
    report.row("the log", f"{len(log.entries)} entries, {flushes} flushes")
    log.close()
    return disk


def _hold(qili, disk, folder, must, what):
    journal = journal_of(disk, folder)
    acknowledged(qili, journal, must, what)
    shutil.rmtree(folder)


def _hold_torn(qili, disk, folder, must, what, log, tail, dice):
    """The disk had written some of what was not flushed, in any order."""
    torn = f"{disk}.torn"
    disks.copy_sparse(disk, torn)
    again = block_log.Replay(log, torn)
    again.write_some(dice.sample(tail, dice.randint(1, len(tail))))
    again.close()
    _hold(qili, torn, folder, must, f"{what}, some written")
    os.remove(torn)


# Mild.

def image_tool(*words):
    command, environment = emulator("qemu-img")
    disks.run(*command, *words, environment=environment)


def overlay(path, backing, kind):
    image_tool("create", "-q", "-f", "qcow2", "-F", kind, "-b", backing, path)


def overlay_drive(path):
    return ["-blockdev", f"driver=qcow2,node-name=d0,file.driver=file,file.filename={path}",
            "-device", "virtio-blk-pci,drive=d0"]


class Points:
    """A machine that was brought to the points of cuts.script at which it can be taken up again:
    for each the state of the machine and its disk, both in files."""

    def __init__(self, card, qili, folder, logs, report):
        self._card, self._qili, self._folder, self._logs = card, qili, folder, logs
        self._report = report
        # name: (steps that are left, file of the state, disk, what was acknowledged before it)
        self.places = {}

    def prepare(self, disk):
        """Starts from a disk (which itself was cut), looks for home, and goes on to the points."""
        script = f"{TREE}/tests/image/scripts/cuts.script"
        self.part = data_partition(disk)
        journal = journal_of(disk, f"{self._folder}/taken")
        self.before = len(own_entries(self._qili, journal))
        steps = rehearse(self._qili, journal, script, f"{self._folder}/rehearsal-cuts",
                         ["--language", "en"])
        path = f"{self._folder}/points-0.qcow2"
        overlay(path, disk, "raw")
        with make_machine(self._card, self._logs, "after-harsh-cut",
                          overlay_drive(path)) as machine:
            start(machine, self._report)
            with self._report.check("home is shown after the cut, with all that was entered"):
                machine.wait_picture(self._picture("home"), PATIENCE_PICTURE, (STATUS,), "home")
            with self._report.check("a touch before an entry, where a cut can begin") as check:
                self._go(machine, steps, path)
                check.result = list(self.places)[-1]
        for _ in range(sum(bool(step.snapshot) for step in steps) - 1):
            steps, state, backing, _ = list(self.places.values())[-1]
            path = f"{self._folder}/points-{len(self.places)}.qcow2"
            overlay(path, backing, "qcow2")
            with self._report.check("taken up there, and gone on to the next such place") as check:
                with self._taken_up("points", state, path) as machine:
                    self._go(machine, steps, path)
                check.result = list(self.places)[-1]

    def _picture(self, name):
        return pictures.read_png(f"{self._folder}/rehearsal-cuts/{name}.png")

    def _go(self, machine, steps, path):
        """To the next point, where machine and disk are kept."""
        play = Play(machine, steps, patience=PATIENCE_PICTURE)
        while True:
            step = play.step()
            if step.snapshot:
                break
        state = f"{self._folder}/{step.snapshot}.state"
        machine.save(state)
        machine.kill()
        earlier = list(self.places.values())[-1][3] if self.places else Counter()
        self.places[step.snapshot] = (steps[play.at :], state, path,
                                      earlier + Counter(play.acknowledged))

    def _taken_up(self, name, state, path):
        return make_machine(self._card, self._logs, name, overlay_drive(path), restore=state)

    def cut(self, place, seconds):
        """Takes the machine up at a point, goes on with the work, and kills it so long
        afterwards."""
        steps, state, backing, earlier = self.places[place]
        path = f"{self._folder}/cut.qcow2"
        overlay(path, backing, "qcow2")
        with self._taken_up("cut", state, path) as machine:
            play = Play(machine, steps, patience=PATIENCE_PICTURE)
            cutting = threading.Event()

            def power_off():
                cutting.set()
                machine.kill()

            timer = threading.Timer(seconds, power_off)
            timer.start()
            try:
                play.to_end()
                timer.join()
            except (QmpError, OSError, ValueError):
                if not cutting.is_set():
                    raise
            finally:
                timer.cancel()
                timer.join()
        shown = Counter(play.acknowledged)
        found = self._found(path, earlier + shown, f"{place}, cut after {seconds:.2f} s")
        return Cut(place, seconds, shown, found - sum(earlier.values())), path

    def _found(self, path, must, what):
        """How many entries the journal holds after the cut beyond those of the machine's start,
        which must be at least these."""
        folder = f"{self._folder}/found"
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        raw = f"{folder}/data.ext4"
        image_tool("convert", "-O", "raw", "--image-opts",
                   f"driver=raw,offset={self.part.start},size={self.part.size},file.driver=qcow2,"
                   f"file.file.filename={path}", raw)
        disks.check(raw)
        self.last = os.path.join(disks.take_out(raw, "/qili", folder), "journal.db")
        verify_after_cut(self._qili, self.last)
        own = own_entries(self._qili, self.last)[self.before :]
        have = Counter(entry["type"] for entry in own)
        if must - have:
            raise disks.DiskError(f"{what}: acknowledged: {dict(must)}, there: {dict(have)}")
        return len(own)

    def again(self, name, path):
        """A whole start from a disk that was cut."""
        return make_machine(self._card, self._logs, name, overlay_drive(path))

    def see_last(self, machine):
        """The machine shows what this one's kiosk shows with the journal that the last cut left."""
        folder = f"{self._folder}/rehearsal-last"
        shutil.rmtree(folder, ignore_errors=True)
        rehearse(self._qili, self.last, f"{TREE}/tests/image/scripts/home.script", folder,
                 ["--language", "en"])
        machine.wait_picture(pictures.read_png(f"{folder}/home.png"), PATIENCE_PICTURE,
                             masks_of("announce"), "last")


def mild(points, report, count, seed, every=0):
    """So many cuts at random moments, every so manyth followed by a whole start; they, and the disk
    after the last."""
    dice = random.Random(seed)
    cuts = []
    with report.check(f"power cuts while rulings are signed and fouls logged: {count}") as check:
        for number in range(1, count + 1):
            place = dice.choice(sorted(points.places))
            cut, path = points.cut(place, dice.uniform(*CUT_AFTER))
            cuts.append(cut)
            if number % 10 == 0:
                report.progress(f"{number} of {count} cuts, "
                                f"{sum(sum(c.acknowledged.values()) for c in cuts)} entries")
            if every and number % every == 0 and number < count:
                with points.again(f"after-cut-{number}", path) as machine:
                    start(machine, report)
                    points.see_last(machine)
        acked = sum(sum(cut.acknowledged.values()) for cut in cuts)
        found = sum(cut.found for cut in cuts)
        check.result = (f"{count} of {count} recovered; {acked} entries acknowledged on the "
                        f"display, all there; {found - acked} more were written, but not shown yet")
    return cuts, path
