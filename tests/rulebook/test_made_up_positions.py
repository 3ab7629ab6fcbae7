"""Games that begin in the middle, and questions asked before their time."""

from __future__ import annotations

import pytest

from rowlock.dice import Roll
from rowlock.errors import IllegalMove
from rowlock.game import Game, Phase
from rowlock.sheet import Colour
from rowlock.variant import find_variant
from tests.rulebook.table import at, decide, roll


def test_a_sheet_of_another_pad_is_refused() -> None:
    classic, longo = find_variant("classic"), find_variant("longo")
    with pytest.raises(IllegalMove, match=r"^seat 2 has a sheet of longo; expected classic$"):
        Game.at(classic, [classic.sheet(), longo.sheet()])


def test_the_first_to_roll_sits_at_the_table() -> None:
    for first in (-1, 2):
        with pytest.raises(IllegalMove, match=rf"is one of 2 seats, not {first + 1}$"):
            Game.start(find_variant("classic"), 2, first)


def test_a_row_locked_on_a_sheet_is_closed_from_the_start() -> None:
    game = at("classic", "R 2 3 4 5 6 12", "")
    assert game.closed == {Colour.R}
    assert game.phase is Phase.ROLL
    assert game.dice.colours == {Colour.Y, Colour.G, Colour.B}


def test_bar_fields_of_closed_rows_are_struck_from_the_start() -> None:
    game = at("bonus_chain", "", "", closed="Y")
    assert [str(sheet) for sheet in game.sheets] == ["R | Y | G | B | bar 2 8 10"] * 2


@pytest.mark.parametrize("sheet", ["R 2 3 4 5 6 12 | Y 2 3 4 5 6 12", "x4"])
def test_a_position_after_the_end_is_over(sheet: str) -> None:
    game = at("classic", sheet, "")
    assert game.over
    assert game.outcome() is not None
    assert game.due() == "the game is over"


def test_there_is_nothing_to_mark_before_a_roll() -> None:
    game = at("classic", "", "")
    assert game.white_marks(0) == game.colour_marks(0) == ()
    assert game.legal(0) == ()
    assert game.roll is None
    assert game.due() == "seat 1 has to roll first"


def test_the_colour_action_can_be_planned_in_the_white_action() -> None:
    game = roll(at("classic", "", ""), "12r3y4g5b6")
    assert " ".join(map(str, game.colour_marks(0))) == "R4 R5 Y5 Y6 G6 G7 B7 B8"
    assert game.due() == "the white action waits for seat 1, 2"
    game = decide(game, {0: "-", 1: "-"})
    assert tuple(game.legal(0))[:-1] == game.colour_marks(0)
    assert game.due() == "the colour action waits for seat 1"


def test_the_turn_number_can_be_given() -> None:
    variant = find_variant("classic")
    game = Game.at(variant, [variant.sheet()], turn=7)
    assert game.rolled(Roll.parse("11r1y1g1b1")).game.turn == 7
