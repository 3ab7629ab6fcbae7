"""Positions in bulk: what goes in, what comes out, what is refused and changes nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from rowlock.errors import IllegalMove
from rowlock.fast import Tables, compile_variant
from rowlock.fast.bulk import (
    apply_decisions,
    candidates,
    choose,
    legal_decisions,
    points,
    refreshed,
    set_rolls,
    take,
    throw_dice,
)
from rowlock.fast.tables import NOTHING, PASS, PICK, decision_of
from rowlock.fast.turns import COLOUR, OVER, ROLL, WHITE, Games, empty_games
from rowlock.positions import unpack
from rowlock.variant import read_variant
from tests.fast.doings import played_in_bulk
from tests.twins.comparing import arrays, copied
from tests.twins.variants import VARIANTS, variant_of

CLASSIC = variant_of("classic")
TABLES = compile_variant(CLASSIC)
ROLLED = [1, 2, 3, 4, 5, 6]


def fresh(count: int = 4, seats: int = 2, t: Tables = TABLES) -> Games:
    return empty_games(t, seats, count)


def rolled(count: int = 4, seats: int = 2) -> Games:
    games = fresh(count, seats)
    set_rolls(TABLES, games, [ROLLED] * count)
    return games


def names(codes: NDArray[Any]) -> str:
    decisions = (decision_of(int(code), CLASSIC.pages[0]) for code in codes if code != NOTHING)
    return " ".join(map(str, decisions))


def test_legal_decisions_come_with_their_number_and_nothing_behind() -> None:
    games = rolled()
    codes, counts = legal_decisions(TABLES, games, [0, 1, 0, 1])
    assert codes.shape == (4, TABLES.most_legal)
    assert counts.tolist() == [5] * 4
    assert [names(row) for row in codes] == ["R3 Y3 G3 B3 -"] * 4
    assert (codes[:, 5:] == NOTHING).all()


def test_nothing_is_legal_for_who_has_decided_or_before_a_roll() -> None:
    games = rolled()
    apply_decisions(TABLES, games, 0, [PASS, NOTHING, PASS, NOTHING])
    assert legal_decisions(TABLES, games, 0)[1].tolist() == [0, 5, 0, 5]
    assert legal_decisions(TABLES, fresh(), 0)[1].tolist() == [0] * 4


def test_decisions_are_applied_in_each_game_and_nothing_leaves_it() -> None:
    games = rolled()
    before = copied(games)
    codes, _ = legal_decisions(TABLES, games, 1)
    apply_decisions(TABLES, games, 1, [codes[0, 0], codes[1, 4], NOTHING, codes[3, 3]])
    assert games.waiting.tolist() == [1, 1, 3, 1]
    assert games.sheets.marks[1::2].tolist() == [[2, 0, 0, 0], [0] * 4, [0] * 4, [0, 0, 0, 512]]
    assert not games.sheets.marks[::2].any()
    assert (before.sheets.marks == 0).all()


def test_dice_fall_only_where_they_are_waited_for() -> None:
    games = rolled(3)
    for seat in (0, 1, 0):
        apply_decisions(TABLES, games, seat, [PASS, NOTHING, NOTHING])
    assert games.phase.tolist() == [ROLL, WHITE, WHITE]
    set_rolls(TABLES, games, [[6] * 6] * 3)
    assert games.roll.tolist() == [[6] * 6, ROLLED, ROLLED]
    assert games.phase.tolist() == [WHITE] * 3
    assert games.waiting.tolist() == [3] * 3
    again = copied(games)
    throw_dice(TABLES, games)
    assert games.roll.tolist() == again.roll.tolist()


def test_dice_that_have_left_show_nothing() -> None:
    games = fresh(2)
    games.closed[:] = [0b0101, 0]
    refreshed(TABLES, games)
    set_rolls(TABLES, games, [ROLLED] * 2)
    assert games.roll.tolist() == [[1, 2, 0, 4, 0, 6], ROLLED]
    games = fresh(2)
    games.closed[:] = [0b1010, 0]
    throw_dice(TABLES, refreshed(TABLES, games))
    assert ((games.roll > 0).tolist()) == [[True] * 3 + [False, True, False], [True] * 6]


def test_a_value_function_sees_every_candidate_of_every_game() -> None:
    games = rolled(3)
    found = candidates(TABLES, games, [0, 1, 0])
    assert found.starts.tolist() == [0, 5, 10, 15]
    assert found.game.tolist() == [0] * 5 + [1] * 5 + [2] * 5
    assert points(TABLES, found.sheets).tolist() == [1, 1, 1, 1, 0] * 3
    take(TABLES, games, [0, 1, 0], found, choose(found, -points(TABLES, found.sheets)))
    assert not games.sheets.marks.any()
    assert games.waiting.tolist() == [2, 1, 2]


def test_the_highest_value_is_chosen_and_the_first_of_equal_ones() -> None:
    games = rolled(3)
    apply_decisions(TABLES, games, 0, [NOTHING, PASS, NOTHING])
    found = candidates(TABLES, games, 0)
    assert found.starts.tolist() == [0, 5, 5, 10]
    values = [1, 7, 2, 7, 0, *[-np.inf, -3, -2, -2, -5]]
    assert choose(found, values).tolist() == [1, -1, 7]
    assert choose(found, np.zeros(10)).tolist() == [0, -1, 5]


def test_no_candidate_taken_leaves_a_game_as_it_is() -> None:
    games = rolled(2)
    before = arrays(copied(games))
    found = candidates(TABLES, games, 0)
    take(TABLES, games, 0, found, np.array([-1, -1]))
    assert all((array == before[name]).all() for name, array in arrays(games).items())


def test_more_candidates_than_expected_find_room_too() -> None:
    games = rolled(3000, seats=1)
    apply_decisions(TABLES, games, 0, np.full(3000, PASS))
    assert (games.phase == COLOUR).all()
    found = candidates(TABLES, games, 0)
    assert np.diff(found.starts).tolist() == [9] * 3000
    assert (found.game == np.repeat(np.arange(3000), 9)).all()
    assert (found.code.reshape(3000, 9) == found.code[:9]).all()
    assert names(found.code[:9]) == "R4 R5 Y5 Y6 G6 G7 B7 B8 -"


def test_no_games_have_no_candidates() -> None:
    games = fresh(0)
    found = candidates(TABLES, games, 0)
    assert found.starts.tolist() == [0]
    assert choose(found, []).tolist() == []
    assert points(TABLES, games.sheets).tolist() == []
    assert legal_decisions(TABLES, games, 0)[1].tolist() == []


@pytest.mark.parametrize("key", VARIANTS)
def test_whole_games_can_be_played_in_bulk(key: str) -> None:
    variant = variant_of(key)
    games = played_in_bulk(variant, 3, 30)
    assert (games.phase == OVER).all()
    for i in range(30):
        outcome = unpack(variant, games, i).outcome()
        assert outcome
        scores = points(compile_variant(variant), games.sheets).reshape(30, 3)[i]
        assert outcome.totals == tuple(scores.tolist())


# Refusals


BAD: dict[str, tuple[Any, str]] = {
    "a decision that is not legal": (
        lambda g: apply_decisions(TABLES, g, 0, [PASS, PASS, 5, PASS]),
        "game 2 of the array: 5 is not among the legal decisions of seat 0, counted from 0",
    ),
    "a pick where no tie is": (
        lambda g: apply_decisions(TABLES, g, 0, [PICK] * 4),
        "game 0 of the array: 256 is not among the legal decisions of seat 0, counted from 0",
    ),
    "too few decisions": (
        lambda g: apply_decisions(TABLES, g, 0, [PASS] * 3),
        "codes: expected one for each of 4 games",
    ),
    "too many decisions": (
        lambda g: apply_decisions(TABLES, g, 0, [[PASS] * 4]),
        "codes: expected one for each of 4 games",
    ),
    "a seat too many": (
        lambda g: legal_decisions(TABLES, g, [0, 1, 2, 0]),
        "expected seats from 0 to 1",
    ),
    "a seat below the first": (lambda g: candidates(TABLES, g, -1), "expected seats from 0 to 1"),
    "too few seats": (
        lambda g: legal_decisions(TABLES, g, [0, 1]),
        "seats: expected one for each of 4 games",
    ),
    "too few seats to take": (
        lambda g: take(TABLES, g, [0, 1], candidates(TABLES, g, 0), np.array([0, 5, 10, 15])),
        "seats: expected one for each of 4 games",
    ),
    "dice of another size": (
        lambda g: set_rolls(TABLES, g, [[1, 2, 3, 4, 5, 7]] * 4),
        "expected six dice from 1 to 6 for each of 4 games",
    ),
    "a die that shows nothing": (
        lambda g: set_rolls(TABLES, g, [[1, 2, 3, 4, 5, 0]] * 4),
        "expected six dice from 1 to 6 for each of 4 games",
    ),
    "too few dice": (
        lambda g: set_rolls(TABLES, g, [[1, 2, 3, 4, 5]] * 4),
        "expected six dice from 1 to 6 for each of 4 games",
    ),
    "too few values": (
        lambda g: choose(candidates(TABLES, g, 0), [1, 2]),
        "expected 20 values, one a candidate",
    ),
    "rows that are not there": (
        lambda g: take(TABLES, g, 0, candidates(TABLES, g, 0), np.array([0, 5, 10, 20])),
        "game 3 of the array: 20 is not among its candidates",
    ),
    "a row of another game": (
        lambda g: take(TABLES, g, 0, candidates(TABLES, g, 0), np.array([0, 0, 10, 15])),
        "game 1 of the array: 0 is not among its candidates",
    ),
    "too few rows": (
        lambda g: take(TABLES, g, 0, candidates(TABLES, g, 0), np.array([0, 5])),
        "rows: expected one for each of 4 games",
    ),
}


@pytest.mark.parametrize(("call", "sentence"), BAD.values(), ids=BAD)
def test_what_is_refused_is_told_and_changes_nothing(call: Any, sentence: str) -> None:
    games = rolled(4)
    before = arrays(copied(games))
    with pytest.raises(IllegalMove) as refused:
        call(games)
    assert refused.value.message == sentence
    assert all((array == before[name]).all() for name, array in arrays(games).items())


# A page full of pairs


def test_a_page_full_of_pairs_has_candidates_too() -> None:
    rows = {"R": "", "Y": "", "G": "", "B": ""}
    letters = iter("abcdefghijklmnopqrstuvwxyz" * 2)
    for row in rows:
        rows[row] = " ".join(f"{number}{next(letters)}" for number in range(2, 15))
    variant = read_variant(
        'name = "Full of pairs"\nedition = 1\nplayers = [1, 8]\nfaces = 7\n'
        "lock = { cells = 1, needs = 5 }\n"
        "end = { locks = 2, misses = 4, miss_points = -5 }\n"
        'rules = ["pairs"]\n[rows]\n'
        + "".join(f'{row} = "{cells}"\n' for row, cells in rows.items())
        + "[pairs]\n"
        + "".join(f"{letter} = {{ fewest = 9 }}\n" for letter in "abcdef")
        + "".join(f"{letter} = {{ points = 1 }}\n" for letter in "ghijklmnopqrstuvwxyz"),
        "full_of_pairs",
    )
    t = compile_variant(variant)
    games = fresh(3, 1, t)
    set_rolls(t, games, [ROLLED] * 3)
    found = candidates(t, games, 0)
    assert found.starts.tolist() == [0, 5, 10, 15]
    # Both cells of one letter: rows R and G have the same letters, and so have Y and B.
    games.sheets.marks[:] = [2, 0, 0, 0]
    found = candidates(t, refreshed(t, games), 0)
    assert (found.picks >= 0).any(axis=1).sum() > 3
