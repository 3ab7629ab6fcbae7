"""What a page would need rules for to draw a sheet is told with it: lost cells, locks, dice."""

from __future__ import annotations

import json

import pytest

from rowlock import find_variant, shipped_variants
from rowlock.dice import Roll
from rowlock.printed import printed, state_of
from rowlock.server.view import now_of, view_text
from rowlock.sheet import COLOURS, Colour
from tests.server.tables import started


@pytest.mark.parametrize(
    ("variant", "sheet", "lost", "locked"),
    [
        ("classic", "R | Y | G | B", "", []),
        ("classic", "R 5 7 | Y 2 | G 10 | B | x1", "R 2 3 4 6 | G 12 11", []),
        ("classic", "R 2 3 4 5 6 12 | Y | G | B", "R 7 8 9 10 11", ["R"]),
        # Either of the last two numbers locks, and then the other is lost as well.
        ("longo", "R 2 3 4 5 6 7 15 | Y | G | B", "R 8 9 10 11 12 13 14 16", ["R"]),
        ("mixed_numbers", "R 10 8 | Y | G | B", "R 6 2", []),
        ("bonus_chain", "R 3 4 | Y | G | B | bar 1", "R 2", []),
        # Y6 and R6 are linked: whoever can still cross one can still get the other.
        ("connected_chain", "R 8 | Y | G | B", "R 2 3 4 5 7", []),
        ("connected_chain", "R 8 | Y 7 | G | B", "R 2 3 4 5 6 7 | Y 2 4 5 6", []),
    ],
)
def test_the_state_of_a_sheet(variant: str, sheet: str, lost: str, locked: list[str]) -> None:
    assert state_of(find_variant(variant).sheet(sheet)) == {"lost": lost, "locked": locked}


def test_what_is_lost_when_others_close_rows() -> None:
    empty = find_variant("classic").sheet("R | Y | G | B")
    assert state_of(empty, frozenset({Colour.R}))["lost"] == "R 2 3 4 5 6 7 8 9 10 11 12"
    linked = find_variant("connected_chain").sheet("R 5 | Y | G | B")
    # R6 and R11 stand in a closed row, and yellow can still bring them.
    assert state_of(linked, frozenset({Colour.R}))["lost"] == "R 2 3 4 7 8 9 10 12"
    both = frozenset({Colour.R, Colour.Y})
    assert state_of(linked, both)["lost"].startswith("R 2 3 4 6 7 8 9 10 11 12 | Y 2 4 5 6 7 9")
    sheet = find_variant("connected_chain").sheet("R 2 3 4 5 7 12 | Y | G | B")
    assert state_of(sheet)["lost"] == "R 8 9 10"  # the same behind a lock of one's own


@pytest.mark.parametrize("key", shipped_variants())
def test_cells_that_lock_are_printed_as_such(key: str) -> None:
    variant = find_variant(key)
    for page, shown in zip(variant.pages, printed(variant)["pages"]):
        for row in shown["rows"]:
            locks = [cell["locks"] for cell in row["cells"]]
            assert locks == [False] * (len(locks) - page.lock_cells) + [True] * page.lock_cells


def test_states_come_with_the_sheets_and_only_then() -> None:
    table = started("Emma", "Ben").stand("R 5 | Y | G | B", "R | Y 3 | G | B")
    assert now_of(table.table, None)["states"] == [
        {"lost": "R 2 3 4", "locked": []},
        {"lost": "Y 2", "locked": []},
    ]
    before = table.table
    table.roll("12r1y1g1b1")
    assert "states" not in now_of(table.table, None, before)


def test_the_own_sheet_holds_what_was_given_ahead() -> None:
    table = started("Emma", "Ben").stand("R | Y | G | B", "R | Y | G | B")
    table.roll("12r4y1g1b1")
    assert (table.yours(1)["sheet"], table.yours(1)["state"]) == ("", None)
    table.decide(1, "R6", phase="colour")
    assert table.yours(1)["sheet"] == "R 6 | Y | G | B"
    assert table.yours(1)["state"] == {"lost": "R 2 3 4 5", "locked": []}
    table.decide(1, "R3")
    assert table.yours(1)["sheet"] == "R 3 6 | Y | G | B"
    table.decide(1, "-", phase="colour")
    assert table.yours(1)["sheet"] == "R 3 | Y | G | B"
    assert (table.yours(2)["sheet"], table.yours(2)["state"]) == ("", None)


def test_a_colour_that_became_impossible_is_not_on_the_sheet() -> None:
    table = started("Emma", "Ben").stand("R | Y | G | B", "R | Y | G | B")
    table.roll("36r1y1g1b1")
    table.decide(1, "R4", phase="colour").decide(1, "R9")
    assert table.yours(1)["ahead"] == "R4"
    assert table.yours(1)["sheet"] == "R 9 | Y | G | B"


def test_which_dice_make_a_colour() -> None:
    table = started("Emma", "Ben").stand("R | Y | G | B", "R | Y | G | B", closed="Y")
    table.roll("25r1g6b3")
    assert table.yours(1)["dice"] == {
        "R3": [0, 2], "R6": [1, 2], "G8": [0, 3], "G11": [1, 3], "B5": [0, 4], "B8": [1, 4],
    }  # fmt: skip
    assert table.yours(2)["dice"] == {}
    table.decide(1, "R7").decide(2, "-")
    assert table.yours(1)["dice"] == {"G8": [0, 3], "G11": [1, 3], "B5": [0, 4], "B8": [1, 4]}


def test_equal_white_dice_make_a_colour_with_the_first() -> None:
    roll = Roll.parse("33r1y2g3b4")
    assert [roll.dice_for(colour, 4 + colour) for colour in COLOURS] == [
        (0, 2), (0, 3), (0, 4), (0, 5),
    ]  # fmt: skip
    assert Roll.parse("34b4").dice_for(Colour.B, 8) == (1, 2)


def test_whether_crossing_nothing_costs_a_miss() -> None:
    table = started("Emma", "Ben").stand("R | Y | G | B", "R | Y | G | B")
    table.roll("12r4y1g1b1")
    assert [table.yours(seat)["miss"] for seat in (1, 2)] == [False, False]
    table.decide(1, "R3")
    assert not table.yours(1)["miss"]
    table.decide(1, "-").decide(2, "-")
    assert [table.yours(seat)["miss"] for seat in (1, 2)] == [True, False]


def test_who_took_the_last_miss() -> None:
    table = started("Emma", "Ben").stand("R | Y | G | B | x3", "R | Y | G | B | x1")
    table.roll("12r4y1g1b1").decide(1, "-").decide(2, "-").decide(1, "-")
    outcome = now_of(table.table, None)["outcome"]
    assert outcome is not None
    assert (outcome["ending"], outcome["misses"]) == ("misses", [1])


def test_nothing_of_it_is_told_to_others() -> None:
    table = started("Emma", "Ben").stand("R | Y | G | B", "R | Y | G | B")
    table.roll("12r4y1g1b1").decide(1, "R3")
    watched = json.loads(view_text(table.table, "", None))
    assert watched["now"]["states"] == [{"lost": "", "locked": []}] * 2
    assert watched["yours"] == []


def test_it_is_told_which_rule_offers_a_cell() -> None:
    table = started("Emma", "Ben", variant="longo").stand("G 16 | B 16", "R 2 | Y 2 | G 16 | B 16")
    table.roll("14r1y1g1b1")  # 5 is a lucky number of the first sheet
    assert table.yours(1)["offers"] == {"*R2": "lucky", "*Y2": "lucky"}
    assert "offers" not in table.yours(2)
