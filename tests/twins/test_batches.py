"""A game of a batch, found by its number, is the game that the readable engine plays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from rowlock.events import Ending
from rowlock.fast import LOCKS, MISSES, Batch, Results, find_policy
from rowlock.game import Game
from rowlock.players import play_numbered
from rowlock.positions import record_of
from rowlock.record import read_record
from rowlock.sheet import COLOURS
from rowlock.variant import Variant
from tests.twins.stories import LINE_UPS
from tests.twins.variants import VARIANTS, variant_of

GAMES = 3
TABLES = [(key, seats) for key in VARIANTS for seats in (1, 2, 3, 4, 5, 8)]


def batch_of(variant: Variant, codes: Sequence[str], seed: int = 7, first: int = 0) -> Batch:
    seats = len(codes)
    policies = [policy for code in codes if (policy := find_policy(code, variant, seats))]
    assert len(policies) == len(codes)
    return Batch(variant, policies, seed, first)


def as_results(game: Game) -> dict[str, object]:
    """How a game ended, in the numbers of `Results`."""
    outcome = game.outcome()
    assert outcome
    return {
        "scores": list(outcome.totals),
        "misses": [sheet.misses for sheet in game.sheets],
        "crosses": [[sheet.crosses(row) for row in COLOURS] for sheet in game.sheets],
        "locks": [sum(1 << r for r in COLOURS if sheet.locked(r)) for sheet in game.sheets],
        "turns": game.turn,
        "ending": {Ending.LOCKS: LOCKS, Ending.MISSES: MISSES}[outcome.ending],
        "winners": sum(1 << seat for seat in outcome.winners),
    }


def row_of(results: Results, place: int) -> dict[str, object]:
    return {name: array[place].tolist() for name, array in results._asdict().items()}


def check(batch: Batch, codes: Sequence[str], numbers: range) -> None:
    """Compare every number and every move of these games."""
    results = batch.play(numbers)
    for place, number in enumerate(numbers):
        record = play_numbered(batch.variant, codes, batch.seed, number, batch.first)
        assert row_of(results, place) == as_results(record.game()), record.write()
        again = record_of(batch, number)
        assert again.moves == record.moves, f"{again.write()}\n{record.write()}"


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_every_game_of_a_batch_is_the_readable_game(key: str, seats: int) -> None:
    variant = variant_of(key)
    for line_up in LINE_UPS.values():
        codes = [line_up[seat % len(line_up)] for seat in range(seats)]
        check(batch_of(variant, codes), codes, range(100 * seats, 100 * seats + GAMES))


@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.parametrize("first", [1, 2])
def test_whoever_rolls_first(key: str, first: int) -> None:
    codes = ("keen", "random", "keen:2")
    check(batch_of(variant_of(key), codes, seed=-1, first=first), codes, range(2**40, 2**40 + 4))


@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.parametrize("ending", [LOCKS, MISSES])
def test_however_a_game_ends(key: str, ending: int) -> None:
    codes = ("random", "random") if ending == MISSES else ("keen", "keen")
    mine = batch_of(variant_of(key), codes)
    ended = np.flatnonzero(mine.play(range(1000)).ending == ending)
    for number in ended[:5].tolist():
        check(mine, codes, range(number, number + 1))
    assert len(ended) >= 5


def test_a_record_of_a_batch_says_which_game_it_is_and_who_played() -> None:
    batch = batch_of(variant_of("bonus_pairs"), ("keen", "random"), seed=3, first=1)
    record = record_of(batch, 2**33)
    assert record.tags == (("Batch", "3:8589934592"), ("Players", "keen random"))
    assert record.first == 1
    text = record.write()
    assert read_record(text).write() == text
    assert record.game().over
