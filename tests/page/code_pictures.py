"""Pictures of QR codes as `qili sync qr` draws them in a terminal: PNG, and a video as a camera's."""
import math
import random
import struct
import zlib

LOWER_DARK, UPPER_DARK = "▀ ", "▄ "


def modules(drawn):
    """Rows of True (dark), with the margin, of what the tool drew in half blocks."""
    rows = []
    for line in drawn.splitlines():
        if line and all(letter in "█▀▄ " for letter in line):
            rows.append([letter in UPPER_DARK for letter in line])
            rows.append([letter in LOWER_DARK for letter in line])
    return rows[:len(rows[0])]  # the last half line is blank


def png(rows, pixels):
    """A PNG with so many pixels a module."""
    width = (len(rows[0]) + 8) * pixels
    blank = [bytes(width)] * (4 * pixels)
    lines = [bytes(255 - value for value in line) for line in blank]
    for row in rows:
        line = b"".join((b"\0" if dark else b"\xff") * pixels for dark in row)
        lines += [b"\xff" * (4 * pixels) + line + b"\xff" * (4 * pixels)] * pixels
    lines += [b"\xff" * width] * (4 * pixels)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, len(lines), 8, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) +
            chunk(b"IDAT", zlib.compress(b"".join(b"\0" + line for line in lines))) + chunk(b"IEND", b""))


def frame(rows, width, height, size, turned, dice):
    """A frame of a camera: the code lies turned on a table, in uneven light, with grain."""
    count = len(rows)
    step_x, step_y = math.cos(turned) * count / size, math.sin(turned) * count / size
    grain = [dice.randrange(-12, 13) for _ in range(4099)]
    out = bytearray(width * height)
    at = 0
    for y in range(height):
        dx, dy = -width / 2, y - height / 2
        u = dx * step_x + dy * step_y + count / 2
        v = dy * step_x - dx * step_y + count / 2
        for x in range(width):
            light = 150 + x * 80 // width
            if 0 <= u < count and 0 <= v < count:
                value = 25 if rows[int(v)][int(u)] else light
            elif -2 <= u < count + 2 and -2 <= v < count + 2:
                value = light
            else:
                value = 90
            out[at] = value + grain[at % 4099]
            at += 1
            u += step_x
            v -= step_y
    return bytes(out)


def video(path, rows, width=1280, height=720):
    """Y4M, as Chromium's --use-file-for-fake-video-capture takes it."""
    dice = random.Random(1)
    colours = b"\x80" * (width * height // 2)
    with open(path, "wb") as file:
        file.write(b"YUV4MPEG2 W%d H%d F10:1 Ip A1:1 C420\n" % (width, height))
        for turned in (0.05, 0.07):
            file.write(b"FRAME\n" + frame(rows, width, height, 600, turned, dice) + colours)
