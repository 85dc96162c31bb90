"""tests/image/first_start.py: a card that was never used: what it shows, the touches and buttons of
an arbiter, and the ruling that arrives at an event office outside the machine. All that the machine
writes is logged; at the end its power is cut."""

import os

import block_log
import disks
import pictures
from office import Office, entries_of, verify_after_cut
from rehearsal import STATUS, Play, make_journal, rehearse
from scenes import (LABEL, PATIENCE_OFFICE, PATIENCE_PICTURE, TREE, buttons, copy_card,
                    logged_drive, make_machine, see, start, wait_lamp)

CARD_BYTES = 4 << 30  # larger than the image: the data partition has to grow


class FirstStart:
    """One machine's life; afterwards `disk` is as the cut left it, `base` as before the first
    write, `log` all writes between, `marks` says where in the log each entry was acknowledged:
    (type, entries of the log before); the first is the first frame, the last the end, without a
    type."""

    def __init__(self, card, qili, folder, logs, report):
        self._card, self._qili, self._folder, self._report = card, qili, folder, report
        self._logs = logs
        self.base, self.disk, self.log = (os.path.join(folder, name)
                                          for name in ("base.img", "first.img", "first.log"))
        self.marks = []

    def run(self):
        copy_card(self._card, self.base, CARD_BYTES)
        disks.copy_sparse(self.base, self.disk)
        scripts = os.path.join(TREE, "tests/image/scripts")
        with Office(self._qili, f"{self._folder}/office") as office:
            event = f"{self._folder}/event.db"
            make_journal(self._qili, event, f"{TREE}/assets/demo/event.jsonl")
            office.bring(event, "desk")
            work = rehearse(self._qili, event, f"{scripts}/work.script",
                            f"{self._folder}/rehearsal-work", ["--language", "en"])
            with make_machine(self.base, self._logs, "first-start",
                              logged_drive(self.disk, self.log)) as machine:
                self._look(machine)
                first = rehearse(self._qili, None, f"{scripts}/first-start.script",
                                 f"{self._folder}/rehearsal-first",
                                 words={"INVITATION": office.invitation()})
                self._enrol(machine, office, first)
                self._work(machine, office, work)
                self._marked(machine, None)
                machine.kill()

    def _look(self, machine):
        report = self._report
        told = start(machine, report)
        self._figures(told)
        with report.check("no port is open, the root is read-only, the data partition has grown"):
            if told.ports:
                raise RuntimeError(f"open: {', '.join(told.ports)}")
            roots = [mount[3] for mount in told.mounts if mount[1] == "/"]
            if roots != ["ro"]:
                raise RuntimeError(f"the root is mounted {roots}")
            if told.data_mib < 1024:
                raise RuntimeError(f"the data partition has {told.data_mib} MiB")
        see(machine, report, "the first screen of a new card",
            "tests/golden/screens/start-light-800x480.png")
        self._marked(machine, None)

    def _figures(self, told):
        ours = told.kiosk_ready - told.kiosk_start
        self.first_frame, self.ours = told.kiosk_ready, ours
        self._report.row("kernel start to the kiosk's first frame (in the emulator)",
                         f"{told.kiosk_ready:.1f} s, of which the kiosk's own, from its start on, "
                         f"{ours:.1f} s ({100 * ours / told.kiosk_ready:.0f} %)", told.kiosk_ready)

    def _enrol(self, machine, office, steps):
        report = self._report
        places = {step.line.split()[-1]: step.what for step in steps if step.verb == "where"}
        typing = [step for step in steps if step.verb == "type"]
        with report.check("touches change the screen: settings, English, the office's page"):
            Play(machine, steps[: -len(typing)], patience=PATIENCE_PICTURE).to_end()
        with report.check("enrolled with the office outside by typing its invitation"):
            machine.tap(*places["office.enrol"])
            field = pictures.read_png(f"{self._folder}/rehearsal-first/field.png")
            machine.wait_picture(field, PATIENCE_PICTURE, (STATUS,), "field")
            before = len(office.devices().splitlines())
            Play(machine, typing, patience=PATIENCE_PICTURE).to_end()
            machine.qmp.key("ret")
            office.wait_devices(before + 1, PATIENCE_OFFICE)
        with report.check("the lamp for what is sent is lit: a line of the chip " + LABEL):
            wait_lamp(machine, "lamp-power", PATIENCE_OFFICE)
            wait_lamp(machine, "lamp-sync", PATIENCE_OFFICE)
        machine.tap(*places["bar.hall"])
        see(machine, report, "home: the hall of the event, as the office has it",
            "docs/screens/hall-light-800x480-en.png")
        pictures.write_png(os.path.join(self._logs, "hall.png"), machine.look())

    def _work(self, machine, office, steps):
        report = self._report
        play = Play(machine, steps, buttons(machine), PATIENCE_PICTURE)

        def done(step):
            if step.acknowledges:
                self._marked(machine, step.acknowledges)
            if step.acknowledges == "ruling":
                pictures.write_png(os.path.join(self._logs, "announcement.png"), machine.look())

        with report.check("a ruling entered, judged and signed by touch; a foul by the table's "
                          "button, confirmed by a button") as check:
            play.to_end(done)
            check.result = f"{len(steps)} touches and presses, each with its picture"
        with report.check("the ruling and the foul are in the office's journal") as check:
            ruling = office.wait_for(lambda e: e["type"] == "ruling", PATIENCE_OFFICE)[0]
            office.wait_for(lambda e: e["type"] == "foul" and e["payload"].get("game") ==
                            {"number": 1, "round": 2, "table": 4}, PATIENCE_OFFICE)
            said = ruling["payload"]
            if (said["outcome"], said["game"]["table"]) != ("red-loses", 1):
                raise RuntimeError(f"another ruling: {said}")
            check.result = "red-loses, table 1; own-piece, table 4"

    def _marked(self, machine, kind):
        """Where the log stands as something is acknowledged."""
        log = block_log.BlockLog(self.log)
        self.marks.append((kind, log.read_on()))
        log.close()


def acknowledged(qili, journal, counts, what):
    """The journal verifies, and holds at least so many own entries of each type; how many it
    has."""
    verify_after_cut(qili, journal)
    own = own_entries(qili, journal)
    for kind, least in counts.items():
        have = sum(entry["type"] == kind for entry in own)
        if have < least:
            raise disks.DiskError(f"{what}: {least} of {kind} were acknowledged, {have} are there")
    return len(own)


def own_entries(qili, journal):
    """Those that this console wrote: the office's and the event's came from other devices."""
    return [e for e in entries_of(qili, journal) if e["type"] in ("ruling", "foul")
            and e["arbiter"] == "chief"]
