"""Checks the output of `qili judge --format json` against the judge's contract.

usage: check_json.py CASES.jsonl OUTPUT
"""
import json
import sys

OUTCOMES = ("red-loses", "black-loses", "red-must-change", "black-must-change", "draw", "undecided",
            "no-cycle")
CLASSES = ("perpetual-check", "forbidden", "allowed", "undecided")
LABELS = "将杀捉闲兑献拦跟"


def check_result(case, result):
    assert result["id"] == case["id"] and type(result["id"]) is type(case["id"]), "id"
    assert result["edition"] == "cxa-2007", "edition"
    assert [move["iccs"] for move in result["moves"]] == case["moves"], "moves"
    for number, move in enumerate(result["moves"]):
        assert move["zh"] and move["label"] in LABELS, "label"
        assert move["side"] == ("red" if number % 2 == 0 else "black"), "side"
        assert isinstance(move["kinds"], list), "kinds"
    cycle = result["cycle"]
    assert (cycle["from"], cycle["length"]) == (0, len(case["moves"])), "cycle"
    assert cycle["repeats"] >= 1, "repeats"
    for side in ("red", "black"):
        assert result[side]["class"] in CLASSES and result[side]["name"], side
    ruling = result["ruling"]
    assert ruling["outcome"] in OUTCOMES, "outcome"
    assert ruling["articles"] and ruling["text_zh"] and ruling["text_en"], "ruling"
    assert result["complete"] is True, "complete"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cases = [json.loads(line) for line in file if line.strip()]
    with open(sys.argv[2], encoding="utf-8") as file:
        results = [json.loads(line) for line in file]
    assert len(cases) == len(results), "one line for each case"
    for case, result in zip(cases, results):
        check_result(case, result)


main()
