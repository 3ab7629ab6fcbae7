"""What the examples of the rule pages tell is what happens when they are played."""

from __future__ import annotations

import re

import pytest

from rowlock.announcing import locking_decisions
from rowlock.game import Game
from rowlock.languages import LANGUAGES
from rowlock.sheet import Colour
from rowlock.variants.pages import rules_page
from tests.rulebook.table import announce, answers, at, crosses, sheet, steps

LONGO = "R {} | Y {} | G {} | B {}"
# page, sheet, closed rows, sum of the white dice, decision, what is crossed, crosses of its rows
PLAYED = [
    ("mixed_numbers", "G 8 10 12 6 7", "", 3, "G3", "G3", "G7"),
    ("bonus_chain", "R 2 4", "", 11, "G11", "G11 R5", "R3"),
    ("bonus_chain", "R 2 | Y 9 | B 6 | bar 1 2 3 4 5 6", "", 9, "R9", "R9 B5 Y10", "R2"),
    ("bonus_chain", "R 2 3 5 8 11 | bar 1 2 3 4 5", "", 7, "G7", "G7 R12", "R7"),
    ("bonus_chain", "R 2 4 11 | bar 1 2 3 4 5", "", 8, "B8", "B8", "R3"),
    (
        "bonus_pairs",
        "R 3 5 7 | Y 2 7 10 | G 12 9 | B 11 10 9",
        "",
        7,
        "B7",
        "B7 R8 Y11 G8 G7 G6 B6",
        "R4 Y4 G5 B5",
    ),
    ("bonus_pairs", "R 4 5 | Y 2 4 5 11 | G 12 11 | B 11 9", "", 9, "G9 ~R", "G9 R6 R7", "R4"),
    ("bonus_pairs", "R 3 | Y 2 4 11 | G 12 | B 12 11", "R", 9, "G9", "G9", "R1"),
    (
        "longo",
        LONGO.format(
            "2 3 4 5 6 14", "2 3 4 5 6 7 8", "16 15 14 13 12 11 10", "16 15 14 13 12 11 10"
        ),
        "",
        13,
        "*R15",
        "R15",
        "R8",
    ),
]


@pytest.mark.parametrize(("key", "start", "closed", "total", "answer", "marks", "counts"), PLAYED)
def test_an_example_happens_as_it_is_told(
    key: str, start: str, closed: str, total: int, answer: str, marks: str, counts: str
) -> None:
    seat = 3 if key == "longo" else 0  # whose lucky numbers are 8 and 13
    game = announce(at(key, *[start] * (seat + 1), closed=closed), total)
    after, story = steps(game, {seat: answer})
    crossed = [word for line in story for word in re.findall(r"\b[RYGB]\d+\b", line)]
    assert sorted(set(crossed)) == sorted(marks.split())
    for count in counts.split():
        assert crosses(after, seat, count[0]) == int(count[1:])
    for language in LANGUAGES:
        page = rules_page(key, language)
        assert [mark for mark in marks.split() if not re.search(rf"\b{mark}\b", page)] == []


def classic(*reds: str) -> Game:
    return announce(at("classic", *reds), 12)


def test_who_is_asked_once_more_and_who_is_not() -> None:
    game = classic("R 2 3 4 5 6 7", "R 2 3 4 5 6", "R 2 3 4 5")
    dario, ben = (locking_decisions(game, seat, [Colour.R]) for seat in (1, 2))
    assert ([str(decision) for decision in dario], ben) == (["R12"], ())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_avalanche_begins_and_ends_as_the_table_says(language: str) -> None:
    rows = re.findall(
        r"^\| \w+ +\| ([\d ]+?) +\| ([\d ]+?) +\|$",
        rules_page("bonus_pairs", language),
        re.MULTILINE,
    )
    before, after = (
        " | ".join(f"{row} {cells}" for row, cells in zip("RYGB", column, strict=True))
        for column in zip(*rows, strict=True)
    )
    game, _ = steps(announce(at("bonus_pairs", before), 7), {0: "B7"})
    assert sheet(game, 0) == after


def test_luck_offers_what_the_page_says() -> None:
    tied = LONGO.format("2 3 4 5", "5 6", "13 12", "16 15 14 13 12")
    offered = answers(announce(at("longo", tied), 10), 0)
    assert {move for move in offered if move.startswith("*")} == {"*Y7", "*G11"}
    lonely = LONGO.format("2 3", "2", "16 15", "16 15")
    offered = answers(announce(at("longo", "", lonely, closed="Y"), 11), 1)
    assert {move for move in offered if move.startswith("*")} == set()
    assert "R11" in offered


def test_a_tie_with_a_closed_row_is_asked_and_may_be_wasted() -> None:
    tied = at("bonus_pairs", "R 2 3 | Y 2 4 11 | G 12 11 | B 12 11", closed="R")
    asked, _ = steps(announce(tied, 9), {0: "G9"})
    assert answers(asked, 0) == {"~R", "~B"}
    wasted, told = steps(asked, {0: "~R"})
    assert crosses(wasted, 0, "R") == 2
    assert len([line for line in told if "laps" in line]) == 2
    taken, _ = steps(asked, {0: "~B"})
    assert crosses(taken, 0, "B") == 4
