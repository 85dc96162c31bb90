"""tests/image/machine.py: the life of a virtual machine that has the card in it: started with
kernel and initrd out of the card's own boot partition, looked at, touched, killed. Whatever happens
here, no emulator and no socket is left behind."""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import pictures
from disks import BootPartition, boot_of
from qmp import Qmp, QmpError
from qtest import Pins, find_pl061
from serial_console import SerialConsole

WIDTH, HEIGHT = 800, 480
MEMORY_MB = 512  # as much as the smallest model that is claimed (Zero 2) has
PROCESSORS = 2  # of its four: each keeps one of this machine busy


def emulator(name="qemu-system-aarch64"):
    """The command of the emulator or of one of its tools, and its environment: out of the folder
    that QILI_EMULATOR names (tools/emulator.sh makes it), else the machine's own."""
    root = os.environ.get("QILI_EMULATOR")
    environment = dict(os.environ)
    if not root:
        return [name], environment
    lib = os.path.join(root, "usr/lib/x86_64-linux-gnu")
    environment["QEMU_MODULE_DIR"] = os.path.join(lib, "qemu")
    return [os.path.join(lib, "ld-linux-x86-64.so.2"), "--library-path", lib,
            os.path.join(root, "usr/bin", name)], environment


def _die_with_parent():
    """In the child: it is killed when the test is, however that ends."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def end_cleanly():
    """SIGTERM unwinds like an interrupt, so that everything is put away."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


class Machine:
    """with Machine(card, folder, ...) as machine: ... ; killed at the end."""

    def __init__(self, card, logs, name, drive, model="virt", command_line="", restore=None):
        """card: the image whose boot partition says what is started; logs: folder for the serial
        log; drive: the emulator's options for the disk; command_line: words for the kernel besides
        the card's own; restore: a file that save() wrote."""
        self.name, self._logs = name, logs
        self._card, self._drive, self._model = card, list(drive), model
        self._command_line, self._restore = command_line, restore
        self.console = self.qmp = self.pins = self._process = None

    def __enter__(self):
        self._folder = tempfile.mkdtemp(prefix="qili-machine-")
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, kind, *_):
        if kind and self.qmp:
            self._keep_display()
        self.close()

    def _keep_display(self):
        """After a failure: what it showed last."""
        try:
            pictures.write_png(os.path.join(self._logs, f"{self.name}-last.png"), self.look())
        except (OSError, QmpError, ValueError):
            pass  # it is off

    def _take_boot(self):
        """What the firmware would start; the console goes to the serial line besides."""
        card = BootPartition(self._card)
        boot = boot_of(card)
        kernel, initrd = (os.path.join(self._folder, part) for part in ("kernel", "initrd"))
        card.fetch(boot.kernel, kernel)
        card.fetch(boot.initrd, initrd)
        line = " ".join(word for word in boot.command_line.split()
                        if not word.startswith("console=ttyS") and word != "quiet")
        line += f" {self._command_line}" if self._command_line else ""
        options = ["-kernel", kernel, "-initrd", initrd]
        if self._model == "raspi3b":
            tree = os.path.join(self._folder, "tree.dtb")
            card.fetch("bcm2837-rpi-3-b.dtb", tree)
            # The emulated Pi resets at once when its watchdog is started, instead of counting.
            return [*options, "-dtb", tree, "-append",
                    f"{line} console=ttyS1,115200 systemd.watchdog_sec=0"]
        return [*options, "-append", f"{line} console=ttyAMA0"]

    def _hardware(self):
        serial = ["-chardev", f"socket,id=s0,path={self._folder}/serial,server=on,wait=on",
                  "-qmp", f"unix:{self._folder}/qmp,server=on,wait=off", "-display", "none",
                  "-no-reboot"]
        if self._model == "raspi3b":
            return ["-M", "raspi3b", *serial, "-serial", "null", "-serial", "chardev:s0",
                    "-device", "usb-kbd"]
        return ["-M", "virt", "-cpu", "cortex-a72", "-smp", str(PROCESSORS), "-m", str(MEMORY_MB),
                *serial,
                "-serial", "chardev:s0", "-qtest", f"unix:{self._folder}/qtest,server=on,wait=off",
                "-qtest-log", os.devnull,
                "-device", f"virtio-gpu-pci,xres={WIDTH},yres={HEIGHT}",
                "-device", "virtio-multitouch-pci", "-device", "virtio-keyboard-pci",
                "-nic", "user,model=virtio-net-pci,ipv6=off"]

    def _start(self):
        command, environment = emulator()
        root = os.environ.get("QILI_EMULATOR")
        command += ["-L", os.path.join(root, "usr/share/qemu")] if root else []
        command += [*self._hardware(), *self._take_boot(), *self._drive]
        if self._restore:
            command += ["-incoming", f"file:{self._restore}"]
        self.started = time.monotonic()
        self._said = open(os.path.join(self._logs, f"{self.name}.emulator"), "wb")
        self._process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL,
                                         stdout=self._said, stderr=self._said,
                                         preexec_fn=_die_with_parent)
        try:
            self.console = SerialConsole(f"{self._folder}/serial",
                                         os.path.join(self._logs, f"{self.name}.serial"))
            self.qmp = Qmp(f"{self._folder}/qmp", 60)
            if self._restore:
                self._take_up()
            if self._model == "virt":
                self.pins = Pins(f"{self._folder}/qtest", find_pl061(self.qmp))
        except (OSError, QmpError) as error:
            self._said.flush()
            with open(self._said.name, encoding="utf-8", errors="replace") as file:
                said = file.read().strip()[-500:]
            raise QmpError(f"{error}; the emulator said: {said}") from error

    def _take_up(self):
        """Reads the state that save() wrote, and goes on."""
        end = time.monotonic() + 120
        while self.qmp.command("query-status")["status"] == "inmigrate":
            if time.monotonic() > end:
                raise QmpError("the machine's state was not read in")
            time.sleep(0.02)
        self.qmp.command("cont")

    def save(self, path):
        """The whole state of the machine but its disk into a file; it stands still afterwards."""
        self.qmp.command("stop")
        self.qmp.command("migrate", uri=f"file:{path}")
        end = time.monotonic() + 120
        while True:
            state = self.qmp.command("query-migrate").get("status")
            if state == "completed":
                return
            if state in ("failed", "cancelled") or time.monotonic() > end:
                raise QmpError(f"the machine could not be saved: {state}")
            time.sleep(0.05)

    @property
    def age(self):
        """Seconds since it was switched on."""
        return time.monotonic() - self.started

    def kill(self):
        """The power is cut."""
        self._process.kill()
        self._process.wait()

    def wait_off(self, seconds):
        """Until it has switched itself off."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired as late:
            raise TimeoutError(f"{self.name}: still on after {seconds} s") from late

    def close(self):
        if self._process:
            self.kill()
            self._said.close()
        for end in (self.console, self.qmp, self.pins):
            if end:
                end.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    # The display.

    def look(self):
        path = os.path.join(self._folder, "screen.ppm")
        self.qmp.command("screendump", filename=path)
        with open(path, "rb") as file:
            return pictures.read_ppm(file.read())

    def tap(self, x, y):
        self.qmp.tap(x, y, WIDTH, HEIGHT)

    def wait_picture(self, wanted, seconds, masks=(), name="picture"):
        """Until the display shows the picture; TimeoutError says where it differs, and keeps it."""
        end = time.monotonic() + seconds
        while True:
            found = self.look()
            sized = (found.width, found.height) == (wanted.width, wanted.height)
            if sized and pictures.matches(wanted, found, masks=masks):
                return found
            if time.monotonic() >= end:
                break
            time.sleep(0.05)
        kept = os.path.join(self._logs, f"{name}-found.png")
        pictures.write_png(kept, found)
        pictures.write_png(os.path.join(self._logs, f"{name}-wanted.png"), wanted)
        if not sized:
            raise TimeoutError(f"{name}: a display of {found.width}x{found.height}; see {kept}")
        difference = pictures.compare(wanted, found, wanted.whole, masks)
        raise TimeoutError(f"{name}: not shown within {seconds:.0f} s: {difference.pixels} pixels "
                           f"differ, most near {difference.cell} ({difference.worst}); see {kept}")
