"""tests/image/serial_console.py: what the machine says on its serial line: read as it comes, kept
in a file, stripped of colours, and waited for."""

import re
import socket
import threading
import time

from qmp import connect

# Control sequences (colours, cursor, OSC titles) and carriage returns.
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"
                      r"|\x1b[()][0-9A-Za-z]|\x1b[=>78cDEHMNOZ]|\r|\x00")


def strip(text):
    """The text without what only moves or colours it. A sequence that is not yet whole stays."""
    return _CONTROL.sub("", text)


class SerialConsole:
    def __init__(self, path, log, deadline=20):
        """log: a file to which all is written as it comes."""
        self._socket = connect(path, deadline)
        self._log = open(log, "wb")
        self._changed = threading.Condition()
        self._raw = b""
        self._ended = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self):
        while True:
            try:
                got = self._socket.recv(65536)
            except OSError:
                got = b""
            with self._changed:
                if got:
                    self._log.write(got)
                    self._log.flush()
                    self._raw += got
                else:
                    self._ended = True
                self._changed.notify_all()
            if not got:
                return

    @property
    def text(self):
        with self._changed:
            return strip(self._raw.decode("utf-8", "replace"))

    def wait(self, pattern, seconds, from_here=0):
        """The first match in the text after from_here characters; TimeoutError with the last
        lines."""
        expression, end = re.compile(pattern, re.MULTILINE), time.monotonic() + seconds
        while True:
            with self._changed:
                text = strip(self._raw.decode("utf-8", "replace"))
                found = expression.search(text, from_here)
                left = end - time.monotonic()
                if found:
                    return found
                if left <= 0 or self._ended:
                    break
                self._changed.wait(left)
        why = "the line was closed" if self._ended else f"not within {seconds:.0f} s"
        last = "\n    ".join(text.splitlines()[-12:])
        raise TimeoutError(f"serial line: no \"{pattern}\": {why}; it ends with\n    {last}")

    def close(self):
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._socket.close()
        self._thread.join(5)
        self._log.close()
