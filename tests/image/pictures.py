"""tests/image/pictures.py: pictures as the tests of the image need them: read (PPM from the
emulator, PNG from the tree), written, cut, and held against each other region by region."""

import struct
import zlib
from collections import namedtuple

Region = namedtuple("Region", "name left top width height")

# A pixel counts as different if a colour differs by more than this (of 255). The golden pictures have
# 128 colours (pngquant), which moves a colour by up to 16; the display of the card and the same
# program on this machine were the same to the last bit (docs/image-tests.md).
COLOUR_TOLERANCE = 24
# How many different pixels a cell of CELL x CELL pixels may have: the corner of a button that falls
# between two colours of the palette. One stroke of the smallest character is more.
CELL = 16
CELL_TOLERANCE = 2


class Picture:
    """width x height pixels, three bytes each."""

    def __init__(self, width, height, rgb):
        if width <= 0 or height <= 0 or len(rgb) != 3 * width * height:
            raise ValueError(f"{len(rgb)} bytes are no picture of {width}x{height}")
        self.width, self.height, self.rgb = width, height, bytes(rgb)

    def row(self, y, left=0, width=None):
        start = 3 * (y * self.width + left)
        return self.rgb[start : start + 3 * (self.width - left if width is None else width)]

    def cut(self, region):
        rows = [self.row(y, region.left, region.width)
                for y in range(region.top, region.top + region.height)]
        return Picture(region.width, region.height, b"".join(rows))

    @property
    def whole(self):
        return Region("whole", 0, 0, self.width, self.height)


def read_ppm(data):
    """A binary PPM (P6, 255), as the emulator's screendump writes it."""
    words, at = [], 0
    while len(words) < 4:
        while data[at : at + 1].isspace():
            at += 1
        if data[at : at + 1] == b"#":
            at = data.index(b"\n", at)
            continue
        end = at
        while end < len(data) and not data[end : end + 1].isspace():
            end += 1
        if end == at:
            raise ValueError("the PPM ends in its head")
        words.append(data[at:end])
        at = end
    if words[0] != b"P6" or words[3] != b"255":
        raise ValueError("not a PPM of 8 bits")
    width, height = int(words[1]), int(words[2])
    return Picture(width, height, data[at + 1 : at + 1 + 3 * width * height])


# PNG: what pngquant and our own canvas write (no interlacing; grey, RGB, palette, RGBA).

_CHANNELS = {0: 1, 2: 3, 3: 1, 6: 4}


def _chunks(data):
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        yield kind, data[at + 8 : at + 8 + length]
        at += 12 + length


def _unfilter(raw, rows, stride, step):
    """Undoes the filters of the rows; step: bytes of a pixel, at least 1."""
    before, out, at = bytearray(stride), [], 0
    for _ in range(rows):
        kind, line = raw[at], bytearray(raw[at + 1 : at + 1 + stride])
        at += 1 + stride
        if kind == 2:
            line = bytearray((a + b) & 255 for a, b in zip(line, before))
        elif kind in (1, 3, 4):
            for i in range(stride):
                left = line[i - step] if i >= step else 0
                up, corner = before[i], before[i - step] if i >= step else 0
                if kind == 1:
                    guess = left
                elif kind == 3:
                    guess = (left + up) // 2
                else:
                    best = left + up - corner
                    guess = min((left, up, corner), key=lambda v, b=best: abs(b - v))
                line[i] = (line[i] + guess) & 255
        elif kind != 0:
            raise ValueError(f"PNG filter {kind}")
        out.append(bytes(line))
        before = line
    return out


def _unpack(line, depth, width):
    """The samples of a row of less than 8 bits each."""
    per, mask = 8 // depth, (1 << depth) - 1
    return bytes(line[x // per] >> (8 - depth * (x % per + 1)) & mask for x in range(width))


def read_png(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError(f"{path}: no PNG")
    packed, palette, head = [], b"", None
    for kind, body in _chunks(data):
        if kind == b"IHDR":
            head = struct.unpack(">IIBBBBB", body)
        elif kind == b"PLTE":
            palette = body
        elif kind == b"IDAT":
            packed.append(body)
    width, height, depth, colour, _, _, interlaced = head
    if colour not in _CHANNELS or interlaced or depth > 8 or (depth < 8 and colour != 3):
        raise ValueError(f"{path}: a kind of PNG that is not read here")
    channels = _CHANNELS[colour]
    stride = (width * channels * depth + 7) // 8
    lines = _unfilter(zlib.decompress(b"".join(packed)), height, stride, channels)
    if depth < 8:
        lines = [_unpack(line, depth, width) for line in lines]
    samples = b"".join(lines)
    if colour == 6:
        kept = bytearray(3 * width * height)
        for channel in range(3):
            kept[channel::3] = samples[channel::4]
        samples = kept
    elif colour == 0:
        samples = b"".join(bytes((v, v, v)) for v in samples)
    elif colour == 3:
        colours = [palette[3 * i : 3 * i + 3] for i in range(len(palette) // 3)]
        samples = b"".join(colours[v] for v in samples)
    return Picture(width, height, samples)


def write_png(path, picture):
    """Rows are filtered by what stands above them where that is the same: flat screens get
    small."""
    rows = []
    for y in range(picture.height):
        line = picture.row(y)
        if y and line == picture.row(y - 1):
            rows.append(b"\2" + bytes(len(line)))
        else:
            rows.append(b"\0" + line)

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(
            ">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head)
                   + chunk(b"IDAT", zlib.compress(b"".join(rows), 9)) + chunk(b"IEND", b""))


def _differing_columns(wanted, found, tolerance):
    """Columns at which two rows differ by more than the tolerance."""
    if wanted == found:
        return []
    columns = []
    for i in range(0, len(wanted), 3):
        if wanted[i : i + 3] != found[i : i + 3] and max(
                abs(wanted[i + c] - found[i + c]) for c in range(3)) > tolerance:
            columns.append(i // 3)
    return columns


Difference = namedtuple("Difference", "pixels worst cell")


def compare(wanted, found, region, masks=(), tolerance=COLOUR_TOLERANCE):
    """What differs in a region of two pictures of one size: pixels in all, and the cell with the
    most of them as (count, left, top). Pixels within a mask (a Region) do not count."""
    if (wanted.width, wanted.height) != (found.width, found.height):
        raise ValueError(f"{found.width}x{found.height}, expected {wanted.width}x{wanted.height}")
    cells, total = {}, 0
    for y in range(region.top, region.top + region.height):
        hidden = [m for m in masks if m.top <= y < m.top + m.height]
        for column in _differing_columns(wanted.row(y, region.left, region.width),
                                         found.row(y, region.left, region.width), tolerance):
            x = region.left + column
            if any(m.left <= x < m.left + m.width for m in hidden):
                continue
            total += 1
            cell = (x // CELL * CELL, y // CELL * CELL)
            cells[cell] = cells.get(cell, 0) + 1
    worst = max(cells, key=cells.get) if cells else None
    return Difference(total, cells[worst] if worst else 0, worst)


def matches(wanted, found, region=None, masks=(), cell_tolerance=CELL_TOLERANCE):
    """Whether no cell of the region differs by more than may be."""
    return compare(wanted, found, region or wanted.whole, masks).worst <= cell_tolerance
