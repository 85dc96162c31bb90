#!/usr/bin/env python3
"""Checks qili mate --format json: check_mates.py INPUT.jsonl OUTPUT. Every position has its answer,
in order, within the contract; a mate's line has an odd number of moves and its length fits."""
import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    asked = [json.loads(line) for line in file]
with open(sys.argv[2], encoding="utf-8") as file:
    found = [json.loads(line) for line in file]
assert [one["id"] for one in asked] == [one["id"] for one in found]
for one in found:
    assert one["mate"] in (True, False, None)
    assert one["nodes"] >= 0 and one["ms"] >= 0
    assert len(one["zh"]) == len(one["line"])
    if one["mate"]:
        assert len(one["line"]) == 2 * one["length"] - 1
        assert all(re.fullmatch("[a-i][0-9][a-i][0-9]", move) for move in one["line"])
    else:
        assert one["length"] is None and one["line"] == []
proved = sum(one["mate"] is True for one in found)
assert proved >= 150, proved
assert sum(one["ms"] for one in found if one["mate"]) < 2000 * proved
