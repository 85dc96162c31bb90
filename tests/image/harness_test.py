#!/usr/bin/env python3
"""tests/image/harness_test.py: the tools of the image's tests themselves, without an emulator: what
they must notice is put before them (`tests/test_image_harness.sh`, part of `make test`)."""

import json
import os
import random
import shutil
import socket
import struct
import sys
import tempfile
import threading
import unittest

import block_log
import cuts
import disks
import inside
import pictures
import qmp
import rehearsal
import report
import scenes
import serial_console
from pictures import Picture, Region

HALL = os.path.join(scenes.TREE, "docs/screens/hall-light-800x480-en.png")


def changed(picture, region, change):
    """The picture with change(x, y, channel, value) instead of each value of a region."""
    rgb = bytearray(picture.rgb)
    for y in range(region.top, region.top + region.height):
        for x in range(region.left, region.left + region.width):
            for c in range(3):
                at = 3 * (y * picture.width + x) + c
                rgb[at] = change(x, y, c, rgb[at])
    return Picture(picture.width, picture.height, rgb)


class Pictures(unittest.TestCase):
    def setUp(self):
        self.hall = pictures.read_png(HALL)

    def test_one_glyph_is_noticed(self):
        """The 1 of T1 becomes the 2 of T2: 132 pixels to the right stands the next table."""
        glyph = Region("glyph", 24, 175, 14, 22)
        other = changed(self.hall, glyph, lambda x, y, c, _: self.hall.rgb[
            3 * (y * 800 + x + 132) + c])
        self.assertFalse(pictures.matches(self.hall, other))
        found = pictures.compare(self.hall, other, self.hall.whole)
        self.assertTrue(16 <= found.cell[0] < 38 and 160 <= found.cell[1] < 198, found)

    def test_one_small_glyph_is_noticed(self):
        """A character of the smallest text vanishes: the last 怡 of table 1."""
        paper = self.hall.row(204, 60, 1)
        other = changed(self.hall, Region("glyph", 77, 203, 15, 16), lambda x, y, c, _: paper[c])
        self.assertFalse(pictures.matches(self.hall, other))

    def test_another_palette_is_borne(self):
        other = changed(self.hall, self.hall.whole, lambda x, y, c, v: min(255, v + 16))
        self.assertTrue(pictures.matches(self.hall, other))

    def test_another_theme_is_noticed(self):
        other = changed(self.hall, self.hall.whole, lambda x, y, c, v: max(0, v - 30))
        self.assertFalse(pictures.matches(self.hall, other))

    def test_what_is_masked_may_differ(self):
        place = Region("status", 700, 10, 60, 20)
        other = changed(self.hall, place, lambda *_: 0)
        self.assertFalse(pictures.matches(self.hall, other))
        self.assertTrue(pictures.matches(self.hall, other, masks=[rehearsal.STATUS]))

    def test_another_size_is_refused(self):
        with self.assertRaises(ValueError):
            pictures.matches(self.hall, self.hall.cut(Region("part", 0, 0, 10, 10)))

    def test_png_and_ppm_are_read_back(self):
        part = self.hall.cut(Region("part", 3, 5, 121, 77))
        with tempfile.TemporaryDirectory() as folder:
            pictures.write_png(f"{folder}/a.png", part)
            self.assertEqual(pictures.read_png(f"{folder}/a.png").rgb, part.rgb)
        ppm = b"P6\n# made by hand\n121 77\n255\n" + part.rgb
        self.assertEqual(pictures.read_ppm(ppm).rgb, part.rgb)
        with self.assertRaises(ValueError):
            pictures.read_ppm(ppm[:-1])
        with self.assertRaises(ValueError):
            pictures.read_ppm(b"P6\n121")


class Serial(unittest.TestCase):
    def test_colours_are_taken_off(self):
        line = ("[\x1b[0;32m  OK  \x1b[0m] Reached target "
                "\x1b[0;1;39mmulti-user.target\x1b[0m - M\r\n")
        self.assertEqual(serial_console.strip(line),
                         "[  OK  ] Reached target multi-user.target - M\n")
        self.assertEqual(serial_console.strip("\x1b]0;title\x07a\x1b[?25hb\x1b(Bc"), "abc")

    def test_waits_for_text_that_comes_in_pieces(self):
        with tempfile.TemporaryDirectory() as folder:
            with socket.socket(socket.AF_UNIX) as listener:
                listener.bind(f"{folder}/s")
                listener.listen()
                console = serial_console.SerialConsole(f"{folder}/s", f"{folder}/log")
                peer = listener.accept()[0]
            peer.sendall(b"Reached \x1b[0;1")
            threading.Timer(0.05, peer.sendall, [b";39mtarget\x1b[0m\r\n"]).start()
            self.assertEqual(console.wait("Reached target", 5).group(0), "Reached target")
            with self.assertRaisesRegex(TimeoutError, "Reached target"):
                console.wait("never", 0.05)
            peer.close()
            with self.assertRaisesRegex(TimeoutError, "closed"):
                console.wait("never", 60)
            console.close()


class Log(unittest.TestCase):
    """A log of five entries on a disk of eight sectors."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path, self.disk = f"{self.folder.name}/log", f"{self.folder.name}/disk"
        with open(self.disk, "wb") as file:
            file.write(b"." * 8 * 512)
        with open(self.path, "wb") as file:
            file.write(struct.pack("<QQQI", block_log.MAGIC, 1, 5, 512).ljust(512, b"\0"))
            for sector, count, flags, data in ((1, 1, 0, b"a"), (2, 2, 0, b"b"),
                                               (0, 0, block_log.FLUSH, b""),
                                               (1, 2, block_log.DISCARD, b""), (5, 1, 0, b"c")):
                file.write(struct.pack("<QQQQ", sector, count, flags, 0).ljust(512, b"\0"))
                file.write(data * 512 * count)
            file.write(struct.pack("<QQQQ", 6, 4, 0, 0).ljust(512, b"\0") + b"d" * 512)  # half
        self.log = block_log.BlockLog(self.path)

    def tearDown(self):
        self.log.close()
        self.folder.cleanup()

    def content(self):
        with open(self.disk, "rb") as file:
            return "".join(chr(file.read(512)[0]) for _ in range(8))

    def test_replay_drops_what_was_not_flushed(self):
        self.assertEqual(self.log.read_on(), 5)  # not the one that is half written
        self.assertEqual([self.log.flushed(point) for point in range(6)], [0, 0, 0, 3, 3, 3])
        replay = block_log.Replay(self.log, self.disk)
        replay.forward(self.log.flushed(2))
        self.assertEqual(self.content(), "........")
        replay.forward(self.log.flushed(5))
        self.assertEqual(self.content(), ".abb....")
        replay.write_some(self.log.entries[3:5])  # discarded sectors stay
        self.assertEqual(self.content(), ".abb.c..")
        with self.assertRaises(ValueError):
            replay.forward(1)
        replay.close()

    def test_what_is_no_log_is_refused(self):
        with self.assertRaises(ValueError):
            block_log.BlockLog(self.disk)

    def test_points_are_in_order_and_end_at_the_last(self):
        points = cuts.spread(100, 500, 12, random.Random(1))
        self.assertEqual(points, sorted(points))
        self.assertTrue(100 <= points[0] and points[-1] == 500 and len(points) == 12)


class Disks(unittest.TestCase):
    def test_partitions_and_ranges(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/card"
            table = bytearray(512)
            table[446:462] = struct.pack("<B3sB3sII", 0x80, b"", 0x0C, b"", 8, 16)
            table[494:510] = struct.pack("<B3sB3sII", 0, b"", 0x83, b"", 2048, 4096)
            table[510:] = b"\x55\xaa"
            with open(path, "wb") as file:
                file.write(table)
                file.seek(2048 * 512 + 8192)
                file.write(b"here")
                file.truncate(8 << 20)
            found = disks.partitions(path)
            self.assertEqual([(p.number, p.type) for p in found], [(1, 0x0C), (4, 0x83)])
            disks.copy_range(path, f"{folder}/part", found[1].start, found[1].size)
            self.assertEqual(os.path.getsize(f"{folder}/part"), 4096 * 512)
            with open(f"{folder}/part", "rb") as file:
                self.assertEqual(file.read().strip(b"\0"), b"here")
            with self.assertRaises(disks.DiskError):
                disks.partitions(f"{folder}/part")

    def test_a_damaged_file_system_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/ext4"
            os.makedirs(f"{folder}/in/qili")
            with open(f"{folder}/in/qili/journal.db", "w", encoding="utf-8") as file:
                file.write("entries")
            disks.run("mke2fs", "-q", "-t", "ext4", "-d", f"{folder}/in", path, "8M")
            disks.check(path)
            with open(disks.take_out(path, "/qili", f"{folder}/out") + "/journal.db",
                      encoding="utf-8") as file:
                self.assertEqual(file.read(), "entries")
            disks.run("debugfs", "-w", "-R", "clri /qili/journal.db", path)
            with self.assertRaises(disks.DiskError):
                disks.check(path)

    def test_what_the_firmware_would_start(self):
        class Card:
            files = {"config.txt": b"arm_64bit=1\r\nkernel=vmlinuz-1\r\n"
                                   b"initramfs initrd-1 followkernel\r\n",
                     "cmdline.txt": b"root=LABEL=x ro\r\n"}

            def read(self, name):
                return self.files[name]

        self.assertEqual(disks.boot_of(Card()), ("vmlinuz-1", "initrd-1", "root=LABEL=x ro"))
        Card.files["config.txt"] = b"arm_64bit=1\n"
        with self.assertRaises(disks.DiskError):
            disks.boot_of(Card())


class Told(unittest.TestCase):
    def test_the_report_from_inside(self):
        told = inside.read("noise\n[ 1.0] qili-report: state degraded\n"
                           "qili-report: failed 2 a.service\n"
                           "qili-report: kiosk ActiveState=active\n"
                           "qili-report: kiosk ExecMainStartTimestampMonotonic=30000000\n"
                           "qili-report: kiosk ActiveEnterTimestampMonotonic=42500000\n"
                           "qili-report: listens tcp 0100007F:1F90\n"
                           "qili-report: mount /dev/vda2 / ext4 ro\nqili-report: data_kib 2048\n")
        self.assertEqual((told.state, told.failed, told.data_mib), ("degraded", ["a.service"], 2))
        self.assertEqual((told.kiosk_start, told.kiosk_ready), (30.0, 42.5))
        self.assertEqual(told.mounts, [["/dev/vda2", "/", "ext4", "ro"]])
        self.assertEqual(told.ports, ["tcp 0100007F:1F90"])
        self.assertEqual(inside.read("qili-report: failed 0\n").failed, [])


class Reports(unittest.TestCase):
    def test_the_table_goes_between_its_marks(self):
        made = report.Report("x")
        sys.stdout.flush()
        with made.check("a | b") as check:
            check.result = "so"
        with self.assertRaises(RuntimeError), made.check("c"):
            raise RuntimeError("why")
        self.assertTrue(made.failed)
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/doc.md"
            text = f"head\n{report.BEGIN.format('x')}\nold\n{report.END.format('x')}\ntail\n"
            for _ in range(2):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                made.write_into(path)
                with open(path, encoding="utf-8") as file:
                    text = file.read()
            self.assertRegex(text, r"(?s)^head\n.*\| a \\\| b \| so \| 0\.0 \|\n"
                                   r"\| c \| FAILED: why \|.*tail\n$")
            self.assertNotIn("old", text)
            with open(path, "w", encoding="utf-8") as file:
                file.write("nothing")
            with self.assertRaises(ValueError):
                made.write_into(path)


class Control(unittest.TestCase):
    """A played emulator: events come before answers; what it was asked is kept."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(f"{self.folder.name}/q")
        listener.listen()
        self.asked = []
        self.thread = threading.Thread(target=self.serve, args=(listener,))
        self.thread.start()
        self.qmp = qmp.Qmp(f"{self.folder.name}/q")

    def tearDown(self):
        self.qmp.close()
        self.thread.join(10)
        self.folder.cleanup()

    def serve(self, listener):
        peer = listener.accept()[0]
        listener.close()
        with peer, peer.makefile("rw", encoding="utf-8") as file:
            def say(message):
                file.write(json.dumps(message) + "\n")
                file.flush()

            say({"QMP": {}})
            for line in file:
                asked = json.loads(line)
                self.asked.append(asked)
                say({"event": "RESUME"})
                if asked["execute"] == "bad":
                    say({"error": {"desc": "no such thing"}})
                elif asked["execute"] == "end":
                    return
                else:
                    say({"return": {}})

    def test_commands_events_and_errors(self):
        self.assertEqual(self.qmp.wait_event("RESUME", 5)["event"], "RESUME")
        with self.assertRaisesRegex(qmp.QmpError, "no such thing"):
            self.qmp.command("bad")
        self.qmp.wait_event("RESUME", 5)
        with self.assertRaisesRegex(qmp.QmpError, "no RESUME"):
            self.qmp.wait_event("RESUME", 0.05)
        with self.assertRaises(qmp.QmpError):
            self.qmp.command("end")

    def test_a_touch_is_in_the_middle_of_its_pixel(self):
        self.qmp.tap(799, 0, 800, 480)
        down = self.asked[-2]["arguments"]["events"]
        values = {e["data"]["axis"]: e["data"]["value"] for e in down
                  if e["type"] == "mtt" and e["data"]["type"] == "data"}
        self.assertEqual(values["x"] * 800 // (qmp.TOUCH_RANGE + 1), 799)
        self.assertEqual(values["y"] * 480 // (qmp.TOUCH_RANGE + 1), 0)
        self.assertFalse(self.asked[-1]["arguments"]["events"][-1]["data"]["down"])


class Rehearsed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.event = f"{cls.folder.name}/event.db"
        rehearsal.make_journal(os.environ["QILI"], cls.event,
                               f"{scenes.TREE}/assets/demo/event.jsonl")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_places_and_pictures_of_a_script(self):
        qili = os.environ["QILI"]
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/a.script", "w", encoding="utf-8") as file:
                file.write("wait\nscreen hall\nscreenshot FOLDER/home.png\nwhere bar.settings\n"
                           "tap hall.table.3.1\nscreen game\n# snapshot here\n"
                           "key escape\n# acknowledged nothing\n")
            steps = rehearsal.rehearse(qili, self.event, f"{folder}/a.script", f"{folder}/r",
                                       ["--language", "en"])
            self.assertEqual([step.verb for step in steps], ["where", "tap", "key"])
            self.assertEqual((steps[1].screen, steps[1].snapshot), ("game", "here"))
            self.assertEqual(steps[2].acknowledges, "nothing")
            x, y = steps[1].what
            self.assertTrue(269 <= x < 397 and 164 <= y < 257, (x, y))
            hall, game = (pictures.read_png(path)
                          for path in (f"{folder}/r/home.png", steps[1].picture))
            self.assertTrue(pictures.matches(pictures.read_png(HALL), hall,
                                             masks=rehearsal.masks_of("hall")))
            self.assertFalse(pictures.matches(hall, game))
            with open(f"{folder}/b.script", "w", encoding="utf-8") as file:
                file.write("wait\ntap nosuch\n")
            with self.assertRaisesRegex(RuntimeError, "nosuch"):
                rehearsal.rehearse(qili, self.event, f"{folder}/b.script", f"{folder}/s")

    def test_the_scripts_of_the_image_can_be_done(self):
        """So that a change of a screen is noticed here, not in the emulator."""
        qili, scripts = os.environ["QILI"], f"{scenes.TREE}/tests/image/scripts"
        with tempfile.TemporaryDirectory() as folder:
            event = f"{folder}/event.db"
            for ending in ("", ".key", ".head"):
                shutil.copy(self.event + ending, event + ending)
            disks.run(qili, "journal", "append", "--file", event, "--type", "arbiter",
                      "--arbiter", "chen", "--payload",
                      '{"key":"chief","name":"chief arbiter","role":"chief-arbiter"}')
            first = rehearsal.rehearse(qili, None, f"{scripts}/first-start.script", f"{folder}/f")
            self.assertTrue(first)
            work = rehearsal.rehearse(qili, event, f"{scripts}/work.script", f"{folder}/w",
                                      ["--language", "en"])
            self.assertEqual([s.acknowledges for s in work if s.acknowledges], ["ruling", "foul"])
            more = rehearsal.rehearse(qili, f"{folder}/w/journal.db", f"{scripts}/cuts.script",
                                      f"{folder}/c", ["--language", "en"])
            self.assertEqual([s.snapshot for s in more if s.snapshot], ["fouls", "signing"])


if __name__ == "__main__":
    unittest.main(verbosity=0)
