"""tests/image/qmp.py: the emulator's control socket (QMP): commands, events, touches and keys."""

import json
import socket
import time

TOUCH_RANGE = 32767  # the emulator's axes go from 0 to this

_KEYS = {".": ["dot"], "-": ["minus"], "/": ["slash"], ":": ["shift", "semicolon"],
         "_": ["shift", "minus"], " ": ["spc"], "\n": ["ret"]}


class QmpError(Exception):
    """The emulator refused a command, or went away."""


class Qmp:
    def __init__(self, path, deadline=20):
        self._socket = connect(path, deadline)
        self._socket.settimeout(60)
        self._pending = b""
        self.events = []
        self._read()  # the greeting
        self.command("qmp_capabilities")

    def _read(self):
        while b"\n" not in self._pending:
            got = self._socket.recv(65536)
            if not got:
                raise QmpError("the emulator closed its control socket")
            self._pending += got
        line, self._pending = self._pending.split(b"\n", 1)
        return json.loads(line)

    def command(self, name, **arguments):
        message = {"execute": name}
        if arguments:
            message["arguments"] = arguments
        self._socket.sendall(json.dumps(message).encode() + b"\n")
        while True:
            answer = self._read()
            if "event" in answer:
                self.events.append(answer)
            elif "error" in answer:
                raise QmpError(f"{name}: {answer['error'].get('desc')}")
            else:
                return answer["return"]

    def wait_event(self, name, seconds):
        """The next event of that name, taken off the queue."""
        end = time.monotonic() + seconds
        while True:
            for event in self.events:
                if event["event"] == name:
                    self.events.remove(event)
                    return event
            left = end - time.monotonic()
            if left <= 0:
                raise QmpError(f"no {name} within {seconds} s")
            self._socket.settimeout(left)
            try:
                answer = self._read()
            except TimeoutError:
                continue
            finally:
                self._socket.settimeout(60)
            if "event" in answer:
                self.events.append(answer)

    def close(self):
        self._socket.close()

    # Hands.

    def _touch(self, kind, x, y, down):
        point = [{"type": "mtt", "data": {"type": kind, "slot": 0, "tracking-id": 1 if down else -1,
                                          "axis": "x", "value": 0}}]
        if down:
            point += [{"type": "mtt", "data": {"type": "data", "slot": 0, "tracking-id": 1,
                                               "axis": axis, "value": value}}
                      for axis, value in (("x", x), ("y", y))]
        point.append({"type": "btn", "data": {"button": "touch", "down": down}})
        self.command("input-send-event", events=point)

    def tap(self, x, y, width, height):
        """A finger on the middle of a pixel of a display of that size, and off again."""
        across = (2 * x + 1) * TOUCH_RANGE // (2 * width)
        down = (2 * y + 1) * TOUCH_RANGE // (2 * height)
        self._touch("begin", across, down, True)
        self._touch("end", across, down, False)

    def type(self, text):
        """Keys of a keyboard with the American layout."""
        for character in text:
            codes = _KEYS.get(character)
            if codes is None:
                codes = (["shift"] if character.isupper() else []) + [character.lower()]
            self.key(*codes)

    def key(self, *codes):
        for down, keys in ((True, codes), (False, reversed(codes))):
            self.command("input-send-event", events=[
                {"type": "key", "data": {"down": down, "key": {"type": "qcode", "data": code}}}
                for code in keys])


def connect(path, seconds):
    """A socket of the emulator, which makes it while it starts."""
    end = time.monotonic() + seconds
    while True:
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            made.connect(path)
            return made
        except OSError:
            made.close()
            if time.monotonic() >= end:
                raise
            time.sleep(0.02)
