"""The twelve rulings: what we decided where the books are silent or disagree."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from rowlock.dice import Dice, throw
from rowlock.events import Ending
from rowlock.game import Game, Phase
from rowlock.sheet import COLOURS, Colour
from rowlock.variant import find_variant
from tests.parts import lucky_on

from .positions import POSITIONS, Position
from .table import (
    KEYS,
    announce,
    answers,
    at,
    crosses,
    decide,
    dice,
    first_cells,
    needed,
    numbers,
    refused,
    sheet,
    shut,
    steps,
    story,
    turn,
    white,
)

# 1. Locks take effect when the action ends; the white action knows no order.


def test_ruling_01a_a_lock_takes_effect_when_the_action_ends() -> None:
    game = decide(announce(at("classic", "R 2 3 4 5 6", "R 2 3 4 5 6"), 12), {0: "R12"})
    assert (shut(game), dice(game)) == ("", "RYGB")
    assert "R12" in answers(game, 1)
    game = decide(game, {1: "-"})
    assert (shut(game), dice(game)) == ("R", "YGB")


ORDERS = [
    pytest.param(position, order, id=f"{name}-{''.join(str(seat + 1) for seat in order)}")
    for name, position in POSITIONS.items()
    for order in position.orders()
]


@pytest.mark.parametrize(("position", "order"), ORDERS)
def test_ruling_01b_any_order_of_white_decisions_gives_the_same_game(
    position: Position, order: tuple[int, ...]
) -> None:
    game = position.play(order)
    assert tuple(str(written) for written in game.sheets) == position.expected
    assert (shut(game), game.phase) == (position.closed, position.phase)
    assert game == position.play(position.orders()[0])


# 2. A row closed in the white action is closed for the colour action of the same turn.


def closed_by_the_neighbour(key: str) -> Game:
    """The second seat locks red; the first, with an empty sheet, has its colour action."""
    lock = numbers(key, "R")[-1]
    low = max(1, lock - find_variant(key).faces)
    game = at(key, "", first_cells(key, "R", needed(key)))
    return white(game, f"{low}{lock - low}r2y2g2b2", {1: f"R{lock}"})


@pytest.mark.parametrize("key", KEYS)
def test_ruling_02a_a_row_closed_in_white_is_closed_for_the_colour_action(key: str) -> None:
    game = closed_by_the_neighbour(key)
    rows = {answer[0] for answer in answers(game, 0)}
    assert "R" not in rows
    assert len(rows) > 1  # other rows can be crossed


@pytest.mark.parametrize("key", KEYS)
def test_ruling_02b_and_its_die_is_gone(key: str) -> None:
    game = closed_by_the_neighbour(key)
    page = game.sheets[0].page
    used = {page.cells[answer].colour.name for answer in answers(game, 0) - {"-"}}
    assert dice(game) == "YGB"
    assert used <= {"Y", "G", "B"}


# 3. The second row closed in the white action ends the game on the spot.


def test_ruling_03a_the_second_row_closed_in_white_leaves_no_colour_action() -> None:
    game = white(at("classic", "R 2 3 4 5 6", "", closed="G"), "66r6", {0: "R12"})
    assert (game.phase, game.to_move()) == (Phase.OVER, frozenset())


def test_ruling_03b_nor_a_miss_for_the_active_seat_that_passed() -> None:
    game = white(at("classic", "x3", "R 2 3 4 5 6", closed="G"), "66", {1: "R12"})
    outcome = game.outcome()
    assert outcome is not None
    assert (game.sheets[0].misses, outcome.ending) == (3, Ending.LOCKS)


# 4. The lock is a cross only for those who crossed the rightmost number themselves.


def test_ruling_04_the_lock_counts_only_for_those_who_crossed_it() -> None:
    start = "R 2 3 4 5 6"
    game = white(at("classic", start, start, start), "66", {0: "R12", 2: "R12"})
    assert [crosses(game, seat, "R") for seat in range(3)] == [7, 5, 7]
    assert [game.tally(seat).total for seat in range(3)] == [28, 15, 28]


# 5. Both crosses of the active player may be in the same row, the second further right.


def test_ruling_05a_both_crosses_may_be_in_the_same_row() -> None:
    game = turn(at("classic", "", ""), "34g2", {0: "G7"}, "G6")
    assert sheet(game, 0) == "R | Y | G 7 6 | B"


def test_ruling_05b_the_second_must_lie_further_right() -> None:
    game = white(at("classic", "", ""), "34g5", {0: "G7"})
    assert "expected one of" in refused(game, 0, "G8")


# 6. Ties share the win.


def test_ruling_06_ties_share_the_win() -> None:
    outcome = at("classic", "R 2 3", "x4", "G 12 11", "B 12").outcome()
    assert outcome is not None
    assert (outcome.totals, outcome.winners) == ((3, -20, 3, 1), (0, 2))


# 7. Fewest crosses: the lock counts, closed rows count; luck is offered where it can be used, a
# bonus in every tied row.


def test_ruling_07a_fewest_counts_the_cross_of_the_lock() -> None:
    # Red has seven and its lock: as many as yellow's eight, so yellow is on offer.
    start = "R 2 3 4 5 6 7 15 | Y 2 3 4 6 7 8 9 10 | G 16 15 14 13 12 11 10 9 8 | B 16 15 14"
    start += " 13 12 11 10 9 8"
    game = announce(at("longo", start), 5)
    assert {answer for answer in answers(game, 0) if "*" in answer} == {"*Y11"}


def test_ruling_07b_double_counts_the_cross_of_the_lock_too() -> None:
    # Red has seven with its lock, so yellow with six is the one that counts twice.
    variant = find_variant("bonus_pairs")
    written = "R 4 5 6 7 8 12 | Y 2 4 5 6 8 9 | G 12 11 10 8 7 6 4 | B 12 11 10 9 8 6 5"
    assert variant.tally(variant.sheet(written)).bonuses == (("d", 21),)


def test_ruling_07c_closed_rows_count_and_no_luck_is_on_offer() -> None:
    game = announce(at("longo", "Y 2 | G 16 | B 16", "", closed="R"), 5)
    assert answers(game, 0) == {"Y5", "G5", "B5", "-"}


def test_ruling_07d_blocked_rows_count_and_no_luck_is_on_offer() -> None:
    game = announce(at("longo", "R 14 | Y 2 3 | G 16 15 | B 16 15", ""), 5)
    assert answers(game, 0) == {"Y5", "G5", "B5", "-"}


@pytest.mark.parametrize(
    ("start", "closed"),
    [("Y 11 | G 12 | B 12", "R"), ("R 11 | Y 2 11 | G 12 | B 12 11", "")],
    ids=["closed", "blocked"],
)
def test_ruling_07e_the_bonus_lapses_when_the_fewest_cannot_take_it(
    start: str, closed: str
) -> None:
    game = announce(at("bonus_pairs", start, "", closed=closed), 9)
    assert story(game, {0: "G9"}) == ["1 white G9", "1 completes f", "1 lapses tie"]


def test_ruling_07f_luck_is_offered_only_in_tied_rows_that_can_take_it() -> None:
    lucky = announce(at("longo", "R 14 | Y 2 | G 16 | B 16", "", closed="G"), 5)
    assert {answer for answer in answers(lucky, 0) if "*" in answer} == {"*Y3", "*B15"}


# Red is closed in the first, yellow's next cell is a lock not earned yet in the second.
OPEN_AND_CLOSED = ("Y 11 | G 12", "R", {"~R", "~B"}, "~R", ["1 lapses R", "1 lapses R"])
OPEN_AND_BLOCKED = (
    "R 2 3 | Y 11 | B 12 11",
    "",
    {"~Y", "~G"},
    "~Y",
    ["1 lapses Y", "1 lapses Y"],
)


@pytest.mark.parametrize(
    ("start", "closed", "offered", "pick", "lapses"),
    [OPEN_AND_CLOSED, OPEN_AND_BLOCKED],
    ids=["closed", "blocked"],
)
def test_ruling_07g_a_bonus_may_go_to_any_tied_row_and_lapse_there(
    start: str, closed: str, offered: set[str], pick: str, lapses: list[str]
) -> None:
    game = decide(announce(at("bonus_pairs", start, "", closed=closed), 9), {0: "G9"})
    assert answers(game, 0) == offered
    assert [str(able) for able in game.able_picks(0)] == sorted(offered - {pick})
    after, events = steps(game, {0: pick})
    assert (events, after.sheets) == (lapses, game.sheets)
    assert after.to_move() == {1}


def test_ruling_07h_a_bonus_that_only_closed_and_blocked_rows_could_have_is_not_asked() -> None:
    # Red is closed and yellow blocked: both have one cross, green and blue two and more.
    start = "R 2 | Y 11 | G 12 | B 12 11"
    game = announce(at("bonus_pairs", start, "", closed="R"), 9)
    assert story(game, {0: "G9"}) == ["1 white G9", "1 completes f", "1 lapses tie"]


def test_ruling_07i_a_single_row_with_the_fewest_needs_no_question() -> None:
    game = announce(at("bonus_pairs", "Y 11 | G 12 | B 12", ""), 9)
    game, events = steps(game, {0: "G9"})
    assert events[2:] == ["1 bonus R2", "1 bonus R3"]
    assert game.to_move() == {1}
    assert game.able_picks(0) == ()


def test_ruling_07j_of_two_crosses_one_may_be_made_and_the_other_lapse() -> None:
    # Red has one cell left before its lock.
    start = "R 10 | Y 2 11 | G 12 | B 12"
    game = decide(announce(at("bonus_pairs", start, ""), 9), {0: "G9"})
    assert answers(game, 0) == {"~R", "~B"}
    assert story(game, {0: "~R"}) == ["1 bonus R11", "1 lapses R"]


# 8. The next cell.


@pytest.mark.parametrize(
    ("red", "event"),
    [
        ("R 4", "1 bonus R5"),
        ("R 2 3 7", "1 bonus R8"),
        ("R", "1 bonus R2"),
        ("R 2 3 4 11", "1 lapses R"),
        ("R 2 3 4 5 11", "1 bonus R12 and locks"),
    ],
    ids=["right of the cross", "right of the last", "empty row", "unearned lock", "earned lock"],
)
def test_ruling_08_the_next_cell_is_directly_right_of_the_last_cross(red: str, event: str) -> None:
    assert story(announce(at("bonus_chain", red, ""), 5), {0: "Y5"})[2] == event


# 9. Bonus A: spent fields, and when a lock strikes fields.


def test_ruling_09a_a_field_without_a_next_cell_is_spent_without_effect() -> None:
    game, events = steps(announce(at("bonus_chain", "R 11", ""), 5), {0: "Y5"})
    assert events == ["1 white Y5", "1 strikes 1", "1 lapses R"]
    assert sheet(game, 0) == "R 11 | Y 5 | G | B | bar 1"


def test_ruling_09b_an_own_lock_strikes_own_fields_at_once() -> None:
    game = decide(announce(at("bonus_chain", "R 2 3 4 5 6", ""), 12), {0: "R12"})
    assert sheet(game, 0).endswith("| bar 1 6 9")
    assert game.phase is Phase.WHITE


def test_ruling_09c_the_fields_of_others_are_struck_when_the_action_ends() -> None:
    game = decide(announce(at("bonus_chain", "R 2 3 4 5 6", "", ""), 12), {0: "R12", 1: "-"})
    assert sheet(game, 1) == "R | Y | G | B"
    game = decide(game, {2: "-"})
    assert [sheet(game, seat) for seat in (1, 2)] == ["R | Y | G | B | bar 1 6 9"] * 2


# 10. Bonus B: each row goes R, Y, G, B, depth first.


def test_ruling_10a_each_row_goes_red_yellow_green_blue() -> None:
    game = announce(at("bonus_pairs", "B 7", ""), 7)
    assert story(game, {0: "Y7"})[2:] == ["1 bonus R2", "1 bonus Y8", "1 bonus G12", "1 bonus B6"]


def test_ruling_10b_what_a_cross_triggers_is_settled_before_the_next() -> None:
    game = announce(at("bonus_pairs", "R 2 | Y 7 10 | G 9 | B 12", ""), 7)
    game = decide(game, {0: "B7"})
    assert sheet(game, 0) == "R 2 3 | Y 7 10 11 | G 9 8 7 6 | B 12 7 6"


# 11. The roll always draws six dice.


@dataclass
class Counting:
    """A source that remembers what it was asked for."""

    asked: list[int] = field(default_factory=list)

    def randrange(self, stop: int, /) -> int:
        self.asked.append(stop)
        return len(self.asked) - 1


IN_PLAY = [COLOURS, (Colour.R, Colour.B), (Colour.G,), ()]
IN_PLAY_IDS = ["all", "R and B", "G", "none"]


@pytest.mark.parametrize("faces", [6, 8])
@pytest.mark.parametrize("colours", IN_PLAY, ids=IN_PLAY_IDS)
def test_ruling_11a_the_roll_draws_six_dice_whatever_is_in_play(
    colours: tuple[Colour, ...], faces: int
) -> None:
    source = Counting()
    rolled = throw(Dice(faces, frozenset(colours)), source)
    assert source.asked == [faces] * 6
    shown = tuple(3 + colour if colour in colours else 0 for colour in COLOURS)
    assert (rolled.whites, rolled.colours) == ((1, 2), shown)


@pytest.mark.parametrize("colours", IN_PLAY, ids=IN_PLAY_IDS)
def test_ruling_11b_the_stream_does_not_depend_on_the_play(colours: tuple[Colour, ...]) -> None:
    one, other = random.Random(11), random.Random(11)
    throw(Dice(6, frozenset(colours)), one)
    throw(Dice(6, frozenset(COLOURS)), other)
    assert throw(Dice(6, frozenset(COLOURS)), one) == throw(Dice(6, frozenset(COLOURS)), other)


# 12. How many may sit down.


@pytest.mark.parametrize("seats", range(1, 9))
@pytest.mark.parametrize("key", KEYS)
def test_ruling_12a_the_engine_seats_one_to_eight(key: str, seats: int) -> None:
    assert Game.start(find_variant(key), seats).seats == seats


@pytest.mark.parametrize(
    ("key", "players"), list(zip(KEYS, [(2, 5), (2, 5), (2, 5), (2, 4), (2, 4), (2, 4), (2, 4)]))
)
def test_ruling_12b_each_variant_names_its_printed_range(
    key: str, players: tuple[int, int]
) -> None:
    assert find_variant(key).players == players


def test_ruling_12c_lucky_pairs_repeat_in_order() -> None:
    game = Game.start(find_variant("longo"), seats=8)
    pairs = [(5, 10), (6, 11), (7, 12), (8, 13), (4, 9), (5, 10), (6, 11), (7, 12)]
    assert [lucky_on(written.page) for written in game.sheets] == pairs


@pytest.mark.parametrize("key", KEYS)
def test_ruling_12d_the_solo_seat_is_always_active(key: str) -> None:
    game = turn(at(key, ""), "34", {0: "R7"})
    assert (game.active, game.turn, game.phase) == (0, 2, Phase.ROLL)


@pytest.mark.parametrize("key", KEYS)
def test_ruling_12e_the_solo_game_ends_at_four_misses(key: str) -> None:
    assert turn(at(key, "x2"), "34", {}).phase is Phase.ROLL
    assert turn(at(key, "x3"), "34", {}).phase is Phase.OVER


@pytest.mark.parametrize("key", KEYS)
def test_ruling_12f_the_solo_game_ends_at_two_locks(key: str) -> None:
    lock = f"R{numbers(key, 'R')[-1]}"
    red = first_cells(key, "R", needed(key))
    yellow = f"{first_cells(key, 'Y', needed(key))} {numbers(key, 'Y')[-1]}"
    assert decide(announce(at(key, red), int(lock[1:])), {0: lock}).phase is Phase.COLOUR
    game = decide(announce(at(key, f"{red} | {yellow}"), int(lock[1:])), {0: lock})
    assert (game.phase, shut(game)) == (Phase.OVER, "RY")
