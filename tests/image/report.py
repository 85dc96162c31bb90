"""tests/image/report.py: what was seen, line by line as it comes, and as the table of
docs/image-tests.md between its two marks. Figures come from a run only."""

import time

BEGIN, END = "<!-- figures of {}: begin -->", "<!-- figures of {}: end -->"


class Report:
    """Checks with their times; the first that fails ends the run, and is told."""

    def __init__(self, name):
        self.name, self.rows, self.failed = name, [], False
        self._began = time.monotonic()

    def row(self, what, result, seconds=None):
        self.rows.append((what, result, seconds))
        taken = "" if seconds is None else f" ({seconds:.1f} s)"
        print(f"{time.monotonic() - self._began:6.1f} s  {what}: {result}{taken}", flush=True)

    def progress(self, what):
        """How far something long is; no row of the table."""
        print(f"{self.seconds:6.1f} s    {what}", flush=True)

    def check(self, what):
        """with report.check("..."): a row with the time that it took, or the failure."""
        return _Check(self, what)

    @property
    def seconds(self):
        return time.monotonic() - self._began

    def table(self):
        lines = ["| what | result | seconds |", "|---|---|---:|"]
        for what, result, seconds in self.rows:
            taken = "" if seconds is None else f"{seconds:.1f}"
            lines.append(f"| {_cell(what)} | {_cell(result)} | {taken} |")
        return "\n".join(lines)

    def write_into(self, path):
        """Puts the table between the marks of this report; ValueError if they are not there."""
        with open(path, encoding="utf-8") as file:
            text = file.read()
        begin, end = BEGIN.format(self.name), END.format(self.name)
        if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
            raise ValueError(f"{path}: no place for the figures of {self.name}")
        head, tail = text.split(begin)[0], text.split(end)[1]
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"{head}{begin}\n{self.table()}\n{end}{tail}")


def _cell(text):
    return str(text).replace("|", "\\|").replace("\n", " ")


class _Check:
    def __init__(self, report, what):
        self._report, self._what, self.result = report, what, "yes"

    def __enter__(self):
        self._began = time.monotonic()
        return self

    def __exit__(self, kind, error, _):
        taken = time.monotonic() - self._began
        if kind is None:
            self._report.row(self._what, self.result, taken)
        else:
            self._report.failed = True
            self._report.row(self._what, f"FAILED: {error}", taken)
        return False
