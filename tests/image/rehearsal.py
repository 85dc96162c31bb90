"""tests/image/rehearsal.py: a script of the kiosk (docs/kiosk-script.md) is first done on this
machine, by the same program without a window, which says where each touch has to go and paints what
must be seen after it. The machine with the card is then touched at these places, and must show
these pictures."""

import glob
import json
import os
import shutil
import subprocess
from collections import namedtuple

import pictures
from disks import run

TYPED_AT_ONCE = 3
WIDTH, HEIGHT, DPI = 800, 480, 133  # as docs/screens and tests/golden/screens have them

# A step of a play: what a hand does ("tap", (x, y)), ("where", (x, y)): only a place, ("type",
# text) or ("key", name); the line of the script; the file of the picture after it; the screen that
# this is, as far as the script says; the type of the entry that the picture acknowledges, or "";
# the name of the snapshot that is taken there, or "".
Step = namedtuple("Step", "verb what line picture screen acknowledges snapshot")

# What a picture may differ in. The status: time and connection. The message: it goes after some
# seconds, which the emulator needs for a touch or two. On the game's screen: the minute of each
# entry. On the announcement: the buttons, of which a console that is offline has one more, and the
# title beside them. In the settings: how many buttons there are; this machine has none. On the
# office's page: what can be entered only where there is a network.
STATUS = pictures.Region("status", 641, 5, 154, 48)
_MESSAGE = pictures.Region("message", 0, 440, 410, 40)
_ELSEWHERE = {"game": [pictures.Region("minutes", 0, 205, 46, 215),
                       pictures.Region("minutes, second column", 400, 205, 46, 213)],
              "announce": [pictures.Region("buttons", 0, 405, 800, 75),
                           pictures.Region("title and QR", 0, 5, 800, 60)],
              "settings": [pictures.Region("count of buttons", 715, 310, 27, 32)],
              "office": [pictures.Region("invitation", 0, 135, 800, 50)]}


def masks_of(screen):
    return [STATUS, _MESSAGE, *_ELSEWHERE.get(screen, [])]


def make_journal(qili, path, events):
    """A journal of its own with the entries of a file as assets/demo/event.jsonl."""
    with open(events, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                entry = json.loads(line)
                run(qili, "journal", "append", "--raw", "--file", path, "--type", entry["type"],
                    "--arbiter", entry["arbiter"], "--payload",
                    json.dumps(entry["payload"], ensure_ascii=False))


def _remark(step, words):
    """A comment of ours: "# acknowledged TYPE", "# snapshot NAME", "# masked NAME" (of a page that
    has no name as a screen)."""
    field = {"acknowledged": "acknowledges", "snapshot": "snapshot", "masked": "screen"}[words[1]]
    return step._replace(**{field: words[2]})


def _single_keys(lines):
    """Lines with their numbers; text is typed a few characters at a time, as the emulated keyboard
    drops keys that come faster than they are taken."""
    for number, line in enumerate(lines, 1):
        verb, _, rest = line.strip().partition(" ")
        if verb == "type":
            for at in range(0, len(rest), TYPED_AT_ONCE):
                yield number, f"type {rest[at : at + TYPED_AT_ONCE]}"
        else:
            yield number, line


def _expanded(lines, folder):
    """The script with the places printed before, and a picture painted after, each thing that a
    hand does; and the steps, whose places are not known yet."""
    out, steps, screen = [], [], ""
    for number, line in _single_keys(lines):
        verb, _, rest = line.strip().partition(" ")
        if verb in ("tap", "type", "key"):
            picture = os.path.join(folder, f"step-{len(steps):03d}.png")
            out += [f"where {rest}"] if verb == "tap" else []
            out += [line, "wait", f"screenshot {picture}"]
            steps.append(Step(verb, rest, f"{number}: {line}", picture, screen, "", ""))
        elif verb == "where":
            out.append(line)
            steps.append(Step(verb, rest, f"{number}: {line}", None, screen, "", ""))
        elif line.startswith(("# acknowledged ", "# snapshot ", "# masked ")):
            steps[-1] = _remark(steps[-1], line.split())
        elif verb and verb != "#":
            out.append(line.replace("FOLDER", folder))
            if verb == "screen":
                screen = rest
                if steps:
                    steps[-1] = steps[-1]._replace(screen=screen)
    return out, steps


def rehearse(qili, journal, script, folder, options=(), words=None):
    """Does a script on a copy of the journal (a path, or None: a console that was never used); its
    steps. folder: for pictures and the copy, is made; words: what stands for words of the
    script."""
    os.makedirs(folder)
    own = os.path.join(folder, "journal.db")
    if journal:
        for file in glob.glob(glob.escape(journal) + "*"):
            shutil.copy(file, own + file[len(journal) :])
    with open(script, encoding="utf-8") as file:
        text = file.read()
    for word, meant in (words or {}).items():
        text = text.replace(word, meant)
    lines, steps = _expanded(text.splitlines(), folder)
    expanded = os.path.join(folder, os.path.basename(script))
    with open(expanded, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    done = subprocess.run(
        [f"{qili}-kiosk", "--journal", own, "--script", expanded, "--window", f"{WIDTH}x{HEIGHT}",
         "--dpi", str(DPI), *options], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"the rehearsal of {script} failed: {done.stderr.strip()}")
    places = [line.rsplit(" ", 2) for line in done.stdout.splitlines() if line.count(" ") == 2]
    for number, step in enumerate(steps):
        if step.verb in ("tap", "where"):
            name, x, y = places.pop(0)
            if name != step.what:
                raise RuntimeError(f"{script}: a place of {name} for {step.what}")
            steps[number] = step._replace(what=(int(x), int(y)))
    return steps


class Play:
    """Steps that are done on a machine, one after the other."""

    def __init__(self, machine, steps, keys=None, patience=60):
        """keys: what does a key of the script, by its name (buttons are pins of the GPIO chip), if
        it is not a key of the keyboard; patience: seconds within which each picture must be
        there."""
        self._machine, self._steps = machine, steps
        self._keys, self._patience = keys or {}, patience
        self.at = 0
        self.acknowledged = []  # types of entries, in order

    @property
    def ended(self):
        return self.at == len(self._steps)

    def _act(self, step):
        if step.verb == "tap":
            self._machine.tap(*step.what)
        elif step.verb == "type":
            self._machine.qmp.type(step.what)
        elif step.what in self._keys:
            self._keys[step.what]()
        elif step.verb == "key":
            self._machine.qmp.key(step.what)

    def step(self):
        """The next step, until its picture is there; the step."""
        step = self._steps[self.at]
        self._act(step)
        if step.picture:
            self._machine.wait_picture(pictures.read_png(step.picture), self._patience,
                                       masks_of(step.screen), f"{self._machine.name}-{step.line}")
        self.at += 1
        if step.acknowledges:
            self.acknowledged.append(step.acknowledges)
        return step

    def to_end(self, done=lambda step: None):
        while not self.ended:
            done(self.step())
