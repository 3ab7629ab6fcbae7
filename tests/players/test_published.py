"""The public bots: every sentence of their descriptions, with numbers worked out by hand."""

from __future__ import annotations

import math

import pytest

from rowlock import Game, Pass, Phase, Pick, Roll, find_player, find_variant, shipped_variants
from rowlock.events import Seat
from rowlock.moves import Mark, parse_move
from rowlock.players import Keen, player_codes, table_bots
from rowlock.players.published import Computational, GeneticChampion, Greedy2, Plan, cell_value
from rowlock.sheet import Colour, Sheet
from rowlock.variant import default_variant
from tests.parts import bonuses_on
from tests.players.test_keen import FIVE, at_colours, table
from tests.tui.sitting import moment

PLAIN = find_variant(default_variant())


def says(code: str, game: Game, seat: Seat = 0) -> str:
    return str(find_player(code).decide(game.view(seat), seat))


def test_each_is_found_by_its_code() -> None:
    kinds = {
        "ga": GeneticChampion,
        "computational": Computational,
        "greedy2": Greedy2,
        "greedy1": Keen,
    }
    assert {code: type(find_player(code)) for code in kinds} == kinds
    assert set(kinds) <= set(player_codes())


def test_people_at_a_table_are_offered_only_bots_made_for_them() -> None:
    assert not set(table_bots()) & {"ga", "computational", "greedy2", "greedy1"}
    assert set(table_bots()) < set(player_codes())


# Greedy1


@pytest.mark.parametrize(("last", "said"), [(6, "R7"), (5, "R7"), (4, "-")])
def test_greedy1_skips_at_most_one(last: int, said: str) -> None:
    game = table("34r1y1g1b1", f"R {last} | Y 2 | G 12 | B 12", "", active=1)
    assert says("greedy1", game) == said


def test_greedy1_takes_a_lock_before_a_cross_that_skips_nothing() -> None:
    assert says("greedy1", table("66r1y1g1b1", f"{FIVE} | G | B", "", active=1)) == "R12"


def test_greedy1_escapes_a_miss_in_the_colour_action_alone() -> None:
    """There it skips as many cells as it takes; before, it would not have to wait for them."""
    near = table("55r5y1g1b1", "R 6 | Y 11 | G 3 | B 3", "")
    assert (says("keen", near), says("greedy1", near)) == ("R10", "-")
    assert says("greedy1", at_colours(near)) == "R10"
    lost = table("55r1y1g1b1", "R 6 | Y 11 | G 3 | B 3", "")
    assert (says("keen", lost), says("greedy1", lost)) == ("R10", "-")
    assert at_colours(lost).legal(0) == (Pass(),), "so it misses"


# Greedy2


def test_greedy2_crosses_where_the_fewest_cells_are_skipped() -> None:
    game = table("34r6y6g1b1", "R 4 | Y 6 | G 12 10 | B 12", "", active=1)
    assert says("greedy2", game) == "Y7"


@pytest.mark.parametrize(("last", "said"), [(5, "R7"), (4, "R7"), (3, "-")])
def test_greedy2_skips_at_most_two(last: int, said: str) -> None:
    game = table("34r1y1g1b1", f"R {last} | Y 2 | G 12 | B 12", "", active=1)
    assert says("greedy2", game) == said


def test_greedy2_prefers_red_then_yellow_then_green_then_blue() -> None:
    assert says("greedy2", table("11r6y6g1b1", "", "", active=1)) == "R2"
    assert says("greedy2", table("11r6y6g1b1", "R 2", "", active=1)) == "Y2"
    assert says("greedy2", table("66r1y1g1b1", "", "", active=1)) == "G12"


HALF = "R 6 | Y 11 | G 3 | B 3"
"""Announced is 10 in what follows: R10 skips three, and colours have red alone."""


def test_greedy2_skips_three_in_the_white_action_when_else_it_would_miss() -> None:
    assert says("greedy2", table("55r1y1g1b1", HALF, "")) == "R10"
    assert says("greedy2", table("55r1y1g1b1", HALF, "", active=1)) == "-", "no miss threatens"


def test_greedy2_waits_for_a_colour_that_skips_at_most_two() -> None:
    game = table("55r4y1g1b1", HALF, "")
    assert says("greedy2", game) == "-"
    assert says("greedy2", at_colours(game)) == "R9"


def test_greedy2_does_not_wait_for_a_colour_that_skips_three() -> None:
    assert says("greedy2", table("55r5y1g1b1", HALF, "")) == "R10"


def test_greedy2_skips_three_in_the_colour_action_only_when_nothing_is_crossed() -> None:
    bare = at_colours(table("11r6y1g1b1", "R 3 | Y | G 3 | B 3", ""))
    assert says("greedy2", bare) == "Y2"
    assert says("greedy2", at_colours(table("11r6y1g1b1", "R 3 | Y 11 | G 3 | B 3", ""))) == "R7"
    game = table("11r6y6g1b1", "R 3 | Y | G 3 | B 3", "")
    game = game.apply(0, parse_move("Y2")).game.apply(1, Pass()).game
    assert {"R7", "Y7"} <= {str(move) for move in game.legal(0)}
    assert says("greedy2", game) == "-"


def test_greedy2_rather_misses_than_skips_four() -> None:
    game = at_colours(table("11r6y1g1b1", "R 2 | Y 11 | G 3 | B 3", ""))
    assert [str(move) for move in game.legal(0)] == ["R7", "-"]
    assert says("greedy2", game) == "-"


def test_greedy2_takes_a_lock_as_any_other_cell() -> None:
    assert says("greedy2", table("66r1y1g1b1", f"{FIVE} | G 12 | B 12", "", active=1)) == "-"
    near = "R 2 3 4 5 9 | G 12 | B 12"
    assert says("greedy2", table("66r1y1g1b1", near, "", active=1)) == "R12"


# Computational

PRICE = 0.823284 * 0.921692
RED = {2: 5, 3: 4, 4: 3, 5: 2, 6: 1, 7: 0, 8: -1, 9: 0, 10: 1, 11: 2}
"""f of each red number."""


def value(sheet: str, number: int) -> float:
    return cell_value(PLAIN.sheet(sheet), Mark(Colour.R, number))


def test_the_next_cell_is_worth_its_points_and_half_of_what_is_left() -> None:
    assert value("", 2) == pytest.approx(1 + 0.71407 * (0.5 * 9 + 0.5))
    assert value("R 2 3", 4) == pytest.approx(3 + 0.71407 * (0.5 * 7 + 0.5))


def test_a_skipped_cell_costs_the_more_the_likelier_it_is() -> None:
    lost = 12 * 0.49005 * PRICE**5 + 11 * 0.49005 * PRICE**4
    assert value("", 4) == pytest.approx(1 + 0.71407 * 4.0 - 0.949905**3 * lost)
    assert value("", 4) == pytest.approx(1.05, abs=0.01)


@pytest.mark.parametrize("number", [8, 9, 10, 11])
def test_what_is_skipped_is_worth_less_in_a_row_that_cannot_be_locked_any_more(number: int) -> None:
    """With R 4 and then this number, at most 1 + (11 - number) + 1 crosses come before R12."""
    lockable = number <= 8
    left = 11 - number
    lost = sum(
        (12 - (j - 2) - (0 if lockable else 1)) * 0.49005 * PRICE ** RED[j]
        for j in range(5, number)
    )
    hope = 0.71407 * (0.5 * left + (0.5 if lockable else 0))
    assert value("R 4", number) == pytest.approx(2 + hope - 0.949905 ** RED[number] * lost)


def test_a_lock_is_beyond_price() -> None:
    assert value(FIVE, 12) == math.inf
    assert says("computational", table("66r1y1g1b1", FIVE, "", active=1)) == "R12"


def test_rows_of_other_lengths_are_valued_by_their_own_middle_and_end() -> None:
    """Fifteen cells of which two lock: twelve are left behind the first, the middle is 9."""
    (longest,) = [v for v in map(find_variant, shipped_variants()) if v.faces == 8]
    assert cell_value(longest.sheet(""), Mark(Colour.R, 2)) == pytest.approx(1 + 0.71407 * 6.5)
    lost = 16 * 0.49005 * PRICE**7
    expected = 1 + 0.71407 * (0.5 * 11 + 0.5) - 0.949905**6 * lost
    assert cell_value(longest.sheet(""), Mark(Colour.R, 3)) == pytest.approx(expected)
    for last in (15, 16):
        full = longest.sheet("R 2 3 4 5 6 7")
        assert cell_value(full, Mark(Colour.R, last)) == math.inf


LAST = "R | Y 11 | G 3 | B 3"
"""Only red is left, where on an empty row R2, R3 and R4 are worth more than nothing, R5 is worth
-1.38, R6 -4.41, and whatever lies further less than -5."""


def test_the_values_that_the_next_examples_stand_on() -> None:
    assert [value(LAST, n) > 0 for n in range(2, 12)] == [True] * 3 + [False] * 7
    assert value(LAST, 5) == pytest.approx(-1.38, abs=0.01)
    assert value(LAST, 6) == pytest.approx(-4.41, abs=0.01)
    assert max(value(LAST, n) for n in range(7, 12)) < -5


@pytest.mark.parametrize(
    ("roll", "white", "colour"),
    [
        ("13r6y1g6b6", "R4", None),  # more than nothing
        ("14r3y1g6b6", "-", "R4"),  # red 4 is worth more than nothing, white 5 is not
        ("14r6y1g6b6", "R5", None),  # red 7 is worse, and a miss too
        ("15r4y1g6b6", "-", "R5"),  # red 5 is worth less than nothing and more than white 6
        ("34r6y1g6b6", "-", "-"),  # all is worth less than a miss
        ("44r1y1g6b6", "-", "R5"),
    ],
)
def test_computational_weighs_white_against_colours_and_a_miss(
    roll: str, white: str, colour: str | None
) -> None:
    game = table(roll, LAST, "")
    assert says("computational", game) == white
    if colour:
        assert says("computational", at_colours(game)) == colour


def test_computational_takes_only_what_is_worth_something_when_no_miss_threatens() -> None:
    assert says("computational", table("14r6y1g6b6", LAST, "", active=1)) == "-"
    game = table("14r4y1g6b6", "R | Y 4 | G 3 | B 3", "")
    game = game.apply(0, parse_move("Y5")).game.apply(1, Pass()).game
    assert "R5" in {str(move) for move in game.legal(0)}
    assert says("computational", game) == "-"


# The champion of the genetic algorithm


def worth(sheet: Sheet, *closed: Colour) -> float:
    game = Game.at(PLAIN, [sheet], closed=closed)
    return Plan(Pass(), 0, game).value() / (1_000_000 * PLAIN.faces**2)


@pytest.mark.parametrize(
    ("sheet", "chances", "squares", "misses", "skipped"),
    [
        ("", 4, 0, 0, 0),  # four rows whose next cell comes up once in 36
        ("R 2", 2 * 2 + 3, 1, 0, 0),
        ("R 4 | x1", 2 * 4 + 3, 1, 1, 2),
        ("R 4 6 | Y 7 | G 12 | B 12 11 9 | x2", 3 * 6 + 2 * 5 + 2 * 2 + 4 * 5, 15, 2, 9),
        (f"{FIVE} 12", 3, 49, 0, 0),  # the lock's own cross counts, its row is open no more
    ],
)
def test_the_four_weights_of_the_champion(
    sheet: str, chances: int, squares: int, misses: int, skipped: int
) -> None:
    value = 0.49085 * chances / 36 - 0.86924 * misses + 0.018462 * squares - 0.056006 * skipped
    assert worth(PLAIN.sheet(sheet)) == pytest.approx(value)


def test_a_row_closed_by_others_is_worth_its_squares_alone() -> None:
    value = 0.49085 * 3 / 36 + 0.018462 * 4
    assert worth(PLAIN.sheet("R 5 9"), Colour.R) == pytest.approx(value)


def test_the_champion_reads_the_number_that_stands_next_and_the_faces_of_the_dice() -> None:
    (longest,) = [v for v in map(find_variant, shipped_variants()) if v.faces == 8]
    plan = Plan(Pass(), 0, Game.at(longest, [longest.sheet("R 2 3 4 5 6 7")]))
    chances = 7 * 7 + 3  # eight comes up seven times in 64, and two or sixteen once
    assert plan.value() == 490_850 * chances + 64 * 18_462 * 36


ONLY_RED = "R 2 3 4 5 | Y 11 | G 3 | B 3"
"""13 points, and -7 with four misses. White 8 and red 10 can be crossed in what follows."""


@pytest.mark.parametrize(
    ("misses", "rival", "ahead"),
    [
        (3, "x3", True),  # -7 against -15
        (2, "x3", False),  # the miss would not end the game
        (3, "", False),  # -7 against 0
        (3, "R 2 | Y 2 | G 12 | x2", False),  # -7 against -7
    ],
)
def test_with_one_miss_to_go_the_champion_misses_to_win_and_never_else(
    misses: int, rival: str, ahead: bool
) -> None:
    game = table("44r6y1g1b1", f"{ONLY_RED} | x{misses}", rival)
    assert says("ga", game) == ("-" if ahead else "R8")
    assert says("ga", at_colours(game)) == ("-" if ahead else "R10")


def test_with_one_miss_to_go_the_champion_takes_whatever_is_legal() -> None:
    game = at_colours(table("66r5y1g6b6", "R 2 | Y 11 | G 3 | B 3 | x3", ""))
    assert [str(move) for move in game.legal(0)] == ["R11", "-"]
    assert says("ga", game) == "R11"


GREEN = "G 12 11 10 9 8 2"
"""Seven crosses, 28 points, and green is closed: one lock more ends the game."""


@pytest.mark.parametrize(
    ("rival", "said"),
    [
        (f"{GREEN} | Y 2 3 4 5 6 7 8 | B 12", "R12"),  # 58 against 57
        (f"{GREEN} | Y 2 3 4 5 6 7 8 | B 12 | R 2", "R12"),  # against 58: left to the value
        (f"{GREEN} | Y 2 3 4 5 6 7 8 | B 12 11", "-"),  # against 59
    ],
)
def test_the_champion_takes_a_lock_that_ends_the_game_if_it_wins(rival: str, said: str) -> None:
    game = table("66r1y1b1", f"R 2 3 4 5 10 | Y 11 | {GREEN} | B 3", rival, active=1)
    assert [str(move) for move in game.legal(0)] == ["R12", "-"]
    assert says("ga", game) == said


def test_the_champion_ends_the_game_with_most_points() -> None:
    own = f"{FIVE} | Y 2 3 4 5 6 7 | {GREEN}"
    assert says("ga", table("66r1y1b1", own, GREEN, active=1)) == "Y12"


def test_the_champion_takes_a_first_lock_whatever_its_value() -> None:
    """Y8 would be worth more: red still has many cells before it."""
    game = at_colours(table("26r6y6g1b1", "R 2 3 4 5 6 | Y 7", ""))
    assert says("ga", game) == "R12"
    lock, cross = (Plan(Pass(), 0, game.apply(0, parse_move(m)).game) for m in ("R12", "Y8"))
    assert lock.value() < cross.value()


def test_of_two_first_locks_the_champion_takes_that_with_most_points() -> None:
    game = table("66r1y1g1b1", "R 2 3 4 5 6 | Y 2 3 4 5 6 7", "", active=1)
    assert says("ga", game) == "Y12"


def test_the_champion_takes_a_win_before_a_first_lock() -> None:
    """It has 0 points, and wins with -5 if it misses now."""
    assert says("ga", at_colours(table("66r6y1g1b1", f"{FIVE} | x3", "x3"))) == "-"
    assert says("ga", at_colours(table("66r6y1g1b1", f"{FIVE} | x3", "x1"))) == "R12"


def test_when_all_ends_in_a_loss_the_champion_still_does_not_miss() -> None:
    own = f"{FIVE} | Y 11 | G 3 | B 3 | x3"
    game = at_colours(table("66r6y1b1", own, f"{GREEN} | Y 2 3 4 5 6 7 8"))
    assert [str(move) for move in game.legal(0)] == ["R12", "-"]
    assert says("ga", game) == "R12"


def test_the_champion_leaves_out_what_another_dominates_in_every_row() -> None:
    """R6 has the higher value, but R5 has as many crosses and lies further left."""
    game = at_colours(table("12r4y6g6b6", "R 2 3 4 | Y 11 | G 3 | B 3", ""))
    near, far = (Plan(Pass(), 0, game.apply(0, parse_move(m)).game) for m in ("R5", "R6"))
    assert far.value() > near.value()
    assert near.dominates(far)
    assert not far.dominates(near)
    assert not near.dominates(near)
    assert says("ga", game) == "R5"


def test_a_locked_row_and_an_open_one_are_not_compared() -> None:
    plans = [Plan(Pass(), 0, Game.at(PLAIN, [PLAIN.sheet(text)])) for text in (f"{FIVE} 12", FIVE)]
    assert not plans[0].dominates(plans[1])
    assert not plans[1].dominates(plans[0])


def test_the_champion_plans_its_white_action_together_with_the_colours() -> None:
    """White 7 would skip five cells; with red 2 to come there is no need of it."""
    game = table("16r1y6g6b6", "R | Y 11 | G 3 | B 3", "")
    assert says("ga", game) == "-"
    assert says("ga", at_colours(game)) == "R2"
    needed = table("16r6y6g6b6", "R | Y 11 | G 3 | B 3", "")
    assert says("ga", needed) == "R7", "else there is only red 12, or a miss"


def test_the_champion_does_not_see_what_others_have_sealed() -> None:
    """R12 brings 56 points against 49, but against 64 once the other has locked yellow."""
    game = table("66r1y1b1", f"{FIVE} | {GREEN}", f"Y 2 3 4 5 6 7 | {GREEN}", active=1)
    sealed = game.apply(1, parse_move("Y12")).game
    assert says("ga", game) == says("ga", sealed) == "R12"
    assert str(GeneticChampion().decide(sealed, 0)) == "B12", "if it were shown to it"


def test_alone_the_champion_neither_wins_nor_loses() -> None:
    game = Game.at(PLAIN, [PLAIN.sheet(f"{ONLY_RED} | x3")]).rolled(Roll.parse("44r6y1g1b1")).game
    assert says("ga", game) == "R8"
    assert says("ga", at_colours(game)) == "R10"


# Ties


@pytest.mark.parametrize(
    "key",
    [
        key
        for key in shipped_variants()
        if any(bonus.fewest for bonus in bonuses_on(find_variant(key).page(0)))
    ],
)
def test_ties_are_settled_by_the_first_row_or_by_the_value(key: str) -> None:
    game = moment(key, lambda g: bool(g.pending[0]) and g.phase is Phase.WHITE).game()
    picks = game.legal(0)
    assert len(picks) > 1
    assert says("greedy2", game) == says("computational", game) == str(game.able_picks(0)[0])
    values = {}
    for pick in picks:
        assert isinstance(pick, Pick)
        settled = game.apply(0, pick).game
        assert not settled.pending[0]
        values[str(pick)] = Plan(pick, 0, settled).value()
    assert says("ga", game) == max(values, key=lambda name: values[name])


@pytest.mark.parametrize("code", ["ga", "computational", "greedy2", "greedy1"])
def test_with_nothing_to_cross_they_pass(code: str) -> None:
    game = table("11r6y6g6b6", "R 11 | Y 11 | G 3 | B 3", "", active=1)
    assert game.legal(0) == (Pass(),)
    assert says(code, game) == "-"
