"""tests/image/block_log.py: what the machine wrote to its disk, in order, as the emulator's filter
blklogwrites keeps it (the format of Linux' dm-log-writes); replayed up to any point onto a copy,
without what no flush had made safe: the disk after its power was cut there and its cache lost."""

import os
import struct
from collections import namedtuple

MAGIC = 0x6A736677736872
FLUSH, FUA, DISCARD, MARK = 1, 2, 4, 8
_SUPER = struct.Struct("<QQQI")
_HEAD = struct.Struct("<QQQQ")

# data_at: where its data stands in the log; 0: it has none.
Entry = namedtuple("Entry", "sector sectors flags data_at")


class BlockLog:
    """The log as far as it is written; may be asked again while the machine still writes it."""

    def __init__(self, path):
        self._file = open(path, "rb")
        self.entries = []
        magic, version, _, self.sector = _SUPER.unpack(self._file.read(_SUPER.size))
        if magic != MAGIC or version != 1 or self.sector < 512:
            self._file.close()
            raise ValueError(f"{path}: no log of writes")
        self._at = self.sector

    def read_on(self):
        """Takes in what came since; how many entries there are now."""
        end = os.fstat(self._file.fileno()).st_size
        while self._at + _HEAD.size <= end:
            sector, count, flags, extra = _HEAD.unpack(os.pread(self._file.fileno(), _HEAD.size,
                                                                self._at))
            if (count == 0 and flags == 0) or extra:  # not written yet
                break
            data = 0 if flags & DISCARD else count * self.sector
            if self._at + self.sector + data > end:
                break
            self.entries.append(Entry(sector, count, flags, self._at + self.sector if data else 0))
            self._at += self.sector + data
        return len(self.entries)

    def data(self, entry):
        return os.pread(self._file.fileno(), entry.sectors * self.sector, entry.data_at)

    def flushed(self, point):
        """How many of the first `point` entries a flush among them has made safe."""
        for number in range(point, 0, -1):
            if self.entries[number - 1].flags & (FLUSH | FUA):
                return number
        return 0

    def close(self):
        self._file.close()


class Replay:
    """A copy of the disk as it was before the first entry, which goes forward."""

    def __init__(self, log, disk):
        self._log, self.done = log, 0
        self._disk = os.open(disk, os.O_RDWR)

    def _write(self, entry):
        place = entry.sector * self._log.sector
        if entry.data_at:
            os.pwrite(self._disk, self._log.data(entry), place)
        # What was discarded may hold anything afterwards: it is left as it was.

    def forward(self, point):
        """To the state after the first `point` entries, the last of them a flush: see flushed()."""
        if point < self.done:
            raise ValueError("a replay does not go back")
        for entry in self._log.entries[self.done : point]:
            self._write(entry)
        self.done = point

    def write_some(self, entries):
        """Of what no flush had made safe the disk may have written some all the same, in any order.
        After this the replay stands at no point any more: take a copy first."""
        for entry in entries:
            self._write(entry)

    def close(self):
        os.close(self._disk)
