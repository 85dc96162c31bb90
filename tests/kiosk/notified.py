#!/usr/bin/env python3
"""Plays the service manager: hears READY, WATCHDOG and STATUS of the kiosk (in Xvfb) and the office.

Usage: notified.py QILI-KIOSK QILI-OFFICE
"""

import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time

SECONDS = 120  # how long anything may take on a busy machine
WATCHDOG_US = 6 * 1000 * 1000


def listen(folder):
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    path = os.path.join(folder, "notify")
    heard.bind(path)
    return heard, path


def wait_for(heard, text):
    """All that is heard up to the first message with this text."""
    messages = []
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if select.select([heard], [], [], 1)[0]:
            messages.append(heard.recv(4096).decode())
            if text in messages[-1]:
                return messages
    sys.exit(f"FAIL: no {text} within {SECONDS} s, only {messages}")


def end_of(program, wanted):
    program.send_signal(signal.SIGTERM)
    status = program.wait(SECONDS)
    if status != wanted:
        sys.exit(f"FAIL: ended with {status}, expected {wanted}")


def try_kiosk(kiosk, folder):
    number_out, number_in = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(number_in), "-screen", "0", "1280x720x24", "-nolisten", "tcp"],
        pass_fds=[number_in], stderr=subprocess.DEVNULL)
    try:
        display = os.read(number_out, 16).decode().strip()
        heard, path = listen(folder)
        environment = dict(os.environ, DISPLAY=":" + display, SDL_VIDEODRIVER="x11",
                           NOTIFY_SOCKET=path, WATCHDOG_USEC=str(WATCHDOG_US), TMPDIR=folder)
        environment.pop("WATCHDOG_PID", None)
        environment.pop("WAYLAND_DISPLAY", None)
        program = subprocess.Popen([kiosk, "--demo", "--language", "en", "--window", "800x480"],
                                   env=environment)
        before = wait_for(heard, "READY=1")
        if any("STOPPING" in message for message in before):
            sys.exit("FAIL: stopping before it was ready")
        print("ok: the kiosk is ready")
        first = time.monotonic()
        wait_for(heard, "WATCHDOG=1")
        messages = wait_for(heard, "WATCHDOG=1")
        if time.monotonic() - first > WATCHDOG_US / 1e6:
            print("note: a busy machine: the second beat came late")
        print("ok: the kiosk feeds the watchdog while nothing happens")
        os.kill(program.pid, signal.SIGSTOP)
        time.sleep(1)
        while select.select([heard], [], [], 0)[0]:
            messages = heard.recv(4096)
        if select.select([heard], [], [], WATCHDOG_US / 1e6 + 1)[0]:
            sys.exit("FAIL: a program that stands still feeds the watchdog")
        print("ok: one that stands still does not")
        os.kill(program.pid, signal.SIGCONT)
        end_of(program, 0)
        messages = wait_for(heard, "STOPPING=1")
        print("ok: the kiosk says that it stops")
        heard.close()
        os.unlink(path)
    finally:
        server.terminate()
        server.wait()


def try_office(office, folder):
    heard, path = listen(folder)
    environment = dict(os.environ, NOTIFY_SOCKET=path)
    program = subprocess.Popen([office, "--lang", "en", "--loopback", "--port", "0", "--folder",
                                os.path.join(folder, "office")], env=environment,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(heard, "READY=1")
    wait_for(heard, "STATUS=")
    end_of(program, 0)
    print("ok: the office is ready, and ends when it is asked to")
    heard.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        try_kiosk(sys.argv[1], folder)
        try_office(sys.argv[2], folder)


main()
