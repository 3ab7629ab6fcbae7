"""The kernels of the public bots decide exactly as the readable players do."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rowlock.dice import Roll
from rowlock.fast import Tables, compile_variant, find_policy
from rowlock.fast.layout import PLAN
from rowlock.fast.policy import Desk, new_desk
from rowlock.fast.tables import code_of, decision_of
from rowlock.fast.turns import legal
from rowlock.game import Game
from rowlock.moves import parse_move
from rowlock.players import find_player
from rowlock.positions import pack
from rowlock.testing.strategies import made_up_variants, positions, rolls
from rowlock.variant import Variant, default_variant, shipped_variants
from tests.fast.processes import plainly
from tests.twins.test_batches import batch_of, check
from tests.twins.variants import FILES, variant_of

CODES = ("ga", "computational", "greedy2", "greedy1")
COMPANY = (*CODES, "keen", "ga", "random", "computational")
"""Who sits at a table of eight; smaller ones have the first of them, from any place on."""


def seated(seats: int, shift: int) -> list[str]:
    return [COMPANY[(seat + shift) % len(COMPANY)] for seat in range(seats)]


@pytest.mark.parametrize("key", shipped_variants())
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_whole_games_are_the_same_move_by_move(key: str, seats: int) -> None:
    for shift in range(3):
        codes = seated(seats, shift)
        numbers = range(10 * seats, 10 * seats + 3)
        check(batch_of(variant_of(key), codes, first=shift % seats), codes, numbers)


@pytest.mark.parametrize("key", FILES)
@pytest.mark.parametrize("seats", [1, 2, 3, 8])
def test_pads_that_nobody_prints_are_played_alike(key: str, seats: int) -> None:
    for shift in range(3):
        codes = seated(seats, shift)
        check(batch_of(variant_of(key), codes), codes, range(3))


@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(variant=made_up_variants(), seats=st.integers(1, 4), shift=st.integers(0, 7))
def test_made_up_variants_are_played_alike(variant: Variant, seats: int, shift: int) -> None:
    codes = seated(seats, shift)
    check(batch_of(variant, codes), codes, range(2))


@cache
def desk_of(key: str) -> tuple[Tables, Desk]:
    t = compile_variant(variant_of(key))
    return t, new_desk(t)


def check_decisions(key: str, game: Game) -> None:
    """Compare what all of them say of every seat that has a choice, nothing being uncovered."""
    t, desk = desk_of(key)
    games = pack([game])
    for seat in sorted(game.to_move()):
        page = game.variant.page(seat)
        for code in CODES:
            count = legal(t, games, 0, seat, desk.options)
            if count < 2:
                continue
            policy = find_policy(code, game.variant)
            assert policy
            numbers = np.array([*policy.numbers, 0], np.float32)
            told = policy.decide(t, games, 0, seat, desk, count, numbers, 0)
            said = find_player(code).decide(game.view(seat), seat)
            assert told == code_of(said, page), (
                f"{code} of seat {seat + 1} says {said}, its kernel {decision_of(told, page)}"
            )


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(key=st.sampled_from((*shipped_variants(), *FILES)), data=st.data())
def test_any_position_is_decided_alike_though_others_have_sealed_theirs(
    key: str, data: st.DataObject
) -> None:
    """Made-up sheets are full of misses, locks and ties, and near the end of the game."""
    game = data.draw(positions(variant_of(key), most_seats=3))
    assume(not game.over)
    game = game.rolled(data.draw(rolls(game.dice))).game
    while game.to_move():
        check_decisions(key, game)
        seat = data.draw(st.sampled_from(sorted(game.to_move())))
        game = game.apply(seat, data.draw(st.sampled_from(game.legal(seat)))).game


def test_what_others_have_sealed_is_not_looked_at() -> None:
    """R12 wins with 56 points against 49; against the 64 that are sealed it would lose."""
    key = default_variant()
    variant = variant_of(key)
    green = "G 12 11 10 9 8 2"
    texts = (f"R 2 3 4 5 6 | {green}", f"Y 2 3 4 5 6 7 | {green}")
    sheets = [variant.sheet(text, seat) for seat, text in enumerate(texts)]
    game = Game.at(variant, sheets, active=1).rolled(Roll.parse("66r1y1b1")).game
    sealed = game.apply(1, parse_move("Y12")).game
    assert str(find_player("ga").decide(sealed.view(0), 0)) == "R12"
    check_decisions(key, sealed)


def test_a_desk_has_room_for_the_most_plans_that_there_can_be() -> None:
    """Four rows, four lucky ones or none; then four colours, two sums, four rows, or none."""
    t = compile_variant(variant_of("everything"))
    assert len(new_desk(t).ints) >= PLAN.size * (4 + 4 + 1) * (4 * 2 * 4 + 1)


def test_without_a_compiler_they_decide_the_same() -> None:
    told = plainly(
        "from tests.twins.test_batches import batch_of, check\n"
        "from tests.twins.variants import variant_of\n"
        "codes = ('ga', 'computational', 'greedy2', 'greedy1')\n"
        "for key in ('longo', 'everything'):\n"
        "    check(batch_of(variant_of(key), codes), codes, range(2))\n"
        "    print(key)\n"
    )
    assert told.split() == ["longo", "everything"]
