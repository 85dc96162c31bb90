"""tests/image/qtest.py: the pins of the virtual machine's GPIO chip (a PL061), from outside: levels
of inputs are set, levels of outputs read, over the emulator's qtest socket."""

from qmp import connect

PL061_DATA = 0x090303FC    # its data register, all eight lines unmasked
PL061_DIRECTION = 0x09030400


class Pins:
    def __init__(self, path, device, deadline=20):
        """device: the chip's place in the emulator's tree of objects."""
        self._socket = connect(path, deadline)
        self._socket.settimeout(30)
        self._file = self._socket.makefile("r", encoding="ascii")
        self._device = device

    def _ask(self, line):
        self._socket.sendall(line.encode() + b"\n")
        while True:
            answer = self._file.readline().strip()
            if not answer.startswith("IRQ"):  # it also tells of lines that change
                break
        if not answer.startswith("OK"):
            raise OSError(f"qtest: {line}: {answer or 'closed'}")
        return answer[2:].strip()

    def set(self, line, level):
        self._ask(f"set_irq_in {self._device} unnamed-gpio-in {line} {int(level)}")

    def level(self, line):
        """Of an input or an output."""
        return int(self._ask(f"readb {PL061_DATA:#x}"), 0) >> line & 1

    def is_output(self, line):
        return bool(int(self._ask(f"readb {PL061_DIRECTION:#x}"), 0) >> line & 1)

    def close(self):
        self._file.close()
        self._socket.close()


def find_pl061(qmp):
    """The chip's place, by its type; the number in it differs between versions of the emulator."""
    for child in qmp.command("qom-list", path="/machine/unattached"):
        if "pl061" in child["type"]:
            return f"/machine/unattached/{child['name']}"
    raise OSError("the machine has no PL061")
