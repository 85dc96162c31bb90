"""tests/image/inside.py: how the machine came up, as it says itself on the serial line when the
kernel's command line has `qili.report` (images/system/usr/lib/qili-image/report). Nobody can log
in."""

from collections import namedtuple

# The emulator, on a machine that has other work, is too slow for the usual 90 s of a device.
COMMAND_LINE = "qili.report systemd.default_device_timeout_sec=600"
END = r"^qili-report: end"

# mounts: (device, folder, type, first option); seconds are those since the kernel's start.
Told = namedtuple("Told", "state failed ports mounts data_mib kiosk_state kiosk_start kiosk_ready "
                          "restarts remarks")


def read(text):
    """The report in the text of a serial line."""
    lines = [line.split("qili-report: ", 1)[1].split()
             for line in text.splitlines() if "qili-report: " in line]

    def all_of(word):
        return [line[1:] for line in lines if line and line[0] == word]

    kiosk = dict(line[0].partition("=")[::2] for line in all_of("kiosk") if line)
    state = [" ".join(line) for line in all_of("state")]
    failed = [name for line in all_of("failed") for name in line[1:]]
    size = all_of("data_kib")
    return Told(state[-1] if state else "", failed, [" ".join(line) for line in all_of("listens")],
                all_of("mount"), int(size[-1][0]) // 1024 if size else 0,
                kiosk.get("ActiveState", ""),
                int(kiosk.get("ExecMainStartTimestampMonotonic") or 0) / 1e6,
                int(kiosk.get("ActiveEnterTimestampMonotonic") or 0) / 1e6,
                int(kiosk.get("NRestarts") or 0), [" ".join(line) for line in all_of("told")])
