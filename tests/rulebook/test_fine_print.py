"""Small things that no rule book prints and a careful reader would still miss."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rowlock.dice import Roll
from rowlock.errors import IllegalMove, NotNotation
from rowlock.game import Game
from rowlock.moves import parse_move
from rowlock.rules import Effect, Next, Rule
from rowlock.sheet import Cell, Colour, Sheet
from rowlock.variant import find_variant, read_variant
from tests.rulebook.table import at, decide, roll


def test_a_game_is_for_two_unless_said_otherwise() -> None:
    game = Game.start(find_variant("classic"))
    assert game.seats == 2
    assert game.before == game.sheets


def test_between_turns_nobody_is_asked_and_the_turn_begins_with_the_sheets_as_they_are() -> None:
    game = decide(roll(at("classic", "", ""), "12r3"), {0: "R3", 1: "-"})
    game = game.apply(0, parse_move("R5")).game
    assert game.to_move() == frozenset()
    assert game.before == game.sheets
    assert game.roll is None


def test_a_bonus_is_counted_under_its_badge() -> None:
    variant = find_variant("bonus_pairs")
    tally = variant.tally(variant.sheet("R 6 8 | Y 2 | G 12 11 | B 10 4"))
    assert tally.bonuses == (("d", 1), ("t", 13))
    assert tally.rows == (3, 1, 3, 3)
    assert tally.total == 10 + 1 + 13


def test_a_roll_that_cannot_be_read_is_told_with_its_place() -> None:
    with pytest.raises(NotNotation) as caught:
        Roll.parse("7")
    assert str(caught.value) == (
        "line 1, column 1: expected a roll such as 14r3y6g3b3 (two white dice, "
        "then r, y, g, b with a number each), found '7'"
    )


def test_a_roll_without_coloured_dice_is_told_as_none() -> None:
    with pytest.raises(IllegalMove) as caught:
        at("classic", "", "").rolled(Roll.parse("12"))
    assert str(caught.value) == ("the coloured dice in play are r y g b; the roll 12 shows none")


def test_a_wrong_pick_is_told_what_the_tie_is_about() -> None:
    game = roll(at("bonus_pairs", "Y 11"), "45")
    game = game.apply(0, parse_move("G9")).game
    with pytest.raises(IllegalMove) as caught:
        game.apply(0, parse_move("~G"))
    assert str(caught.value) == (
        "seat 1 cannot play ~G to settle a tie of turn 1 (45r1y1g1b1); expected one of ~R ~B"
    )


def test_a_seat_can_settle_its_tie_in_its_own_view() -> None:
    game = roll(at("bonus_pairs", "Y 11", ""), "45")
    game = decide(game, {0: "G9", 1: "R9"})
    view = game.view(0)
    assert view.sheets[1] != game.sheets[1]
    after = view.apply(0, parse_move("~B")).game
    assert str(after.sheets[0]) == "R | Y 11 | G 9 | B 12 11"


def test_a_coloured_die_may_find_no_cell_of_its_sum() -> None:
    """A pad need not print every number."""
    text = """
        name = "Gaps"
        edition = 1
        players = [2, 5]
        faces = 6
        lock = { cells = 1, needs = 2 }
        end = { locks = 2, misses = 4, miss_points = -5 }
        [rows]
        R = "2 4 6"
        Y = "3 5 9"
        G = "12-9 3"
        B = "12-9 3"
    """
    variant = read_variant(text, "gaps")
    game = Game.start(variant).rolled(Roll.parse("12r4y4g1b1")).game
    assert " ".join(map(str, game.white_marks(0))) == "Y3"
    assert " ".join(map(str, game.colour_marks(0))) == "Y5"
    game = Game.start(variant).rolled(Roll.parse("34r4y4g6b6")).game
    assert " ".join(map(str, game.legal(0))) == "-"
    assert " ".join(map(str, game.colour_marks(0))) == "G9 G10 B9 B10"


class _Also(Rule):
    """Crosses on in a row after every cross of another."""

    def __init__(self, row: Colour) -> None:
        self.row = row

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        return sheet, (Next(self.row),) if cell.row is Colour.R else ()


def test_what_several_rules_cause_is_all_settled_in_their_order() -> None:
    variant = replace(find_variant("classic"), rules=(_Also(Colour.B), _Also(Colour.G)))
    game = Game.start(variant, 1).rolled(Roll.parse("12r1y1g1b1")).game
    game, events = game.apply(0, parse_move("R3"))
    assert str(game.sheets[0]) == "R 3 | Y | G 12 | B 12"
    assert [str(event.cell) for event in events if hasattr(event, "cell")] == ["R3", "B12", "G12"]


def test_pages_of_different_seats_hash_differently() -> None:
    longo = find_variant("longo")
    assert len({hash(longo.page(seat)) for seat in range(5)}) == 5
