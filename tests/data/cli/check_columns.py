"""Checks that the columns of the table in `qili judge` line up where characters are wide.

usage: check_columns.py OUTPUT
"""
import sys
import unicodedata


def cells(text):
    """The text with a blank cell added behind every wide character."""
    return "".join(c + "\0" if unicodedata.east_asian_width(c) in "WF" else c for c in text)


def main():
    lines = [cells(line.rstrip("\n")) for line in open(sys.argv[1], encoding="utf-8")]
    start = next(i for i, line in enumerate(lines)
                 if line.startswith((cells(" 着"), cells(" no."))))
    table = lines[start:lines.index("", start)]
    assert len(table) == 5, "heading and four moves"
    for word in table[0].split():
        column = table[0].index(word)
        for line in table[1:]:
            assert line[column - 1] == " " or column == 1, (word, line)
            assert column == 1 or line[column - 2] == " ", (word, line)


main()
