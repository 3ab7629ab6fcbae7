"""Numbers by lot: the published generator, dice that follow from their place, and even ones."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from rowlock.dice import Dice, throw
from rowlock.fast import Batch, compile_variant, find_policy
from rowlock.fast.bulk import throw_dice
from rowlock.fast.turns import ROLL, draw, empty_games
from rowlock.lots import DICE, GameDice, SeatLots, philox, seat_stream
from rowlock.positions import record_of
from rowlock.sheet import COLOURS
from tests.twins.variants import variant_of

# The generator

KNOWN = [
    # From Random123 (kat_vectors, philox4x32 with 10 rounds): counter, key, what comes out.
    (
        (0, 0, 0, 0),
        (0, 0),
        (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8),
    ),
    (
        (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF),
        (0xFFFFFFFF, 0xFFFFFFFF),
        (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]
Words = tuple[int, int, int, int]


@pytest.mark.parametrize(("counter", "key", "expected"), KNOWN)
def test_the_generator_is_philox(counter: Words, key: tuple[int, int], expected: Words) -> None:
    game = counter[1] << 32 | counter[0]
    assert philox(key[1] << 32 | key[0], game, counter[2], counter[3]) == expected


def _places() -> Iterator[tuple[int, int, int, int]]:
    edges = (0, 1, -1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, -(2**63))
    yield from itertools.product(edges, edges, (0, 1, 2**31 - 1), (0, 1, 8))
    source = random.Random(1)
    for _ in range(2000):
        seed, game = (source.getrandbits(64) - 2**63 for _ in range(2))
        yield seed, game, source.getrandbits(31), source.randrange(9)


def test_compiled_it_gives_the_same_words() -> None:
    for place in _places():
        assert tuple(draw(*place)) == philox(*place), place


def test_a_negative_seed_is_its_64_bits() -> None:
    assert philox(-1, 0, 0, 0) == philox(2**64 - 1, 0, 0, 0)


def test_each_of_the_four_matters_to_the_last_bit() -> None:
    widths = (64, 64, 32, 32)
    places = [
        [1 << bit if n == part else 0 for n in range(4)]
        for part, width in enumerate(widths)
        for bit in range(width)
    ]
    near = [philox(*place) for place in places]
    assert len({philox(0, 0, 0, 0), *near}) == 1 + sum(widths)


def test_no_seat_shares_its_stream_with_another_or_with_the_dice() -> None:
    assert len({DICE, *map(seat_stream, range(8))}) == 9


# Dice


def dice_of(seed: int, game: int, turn: int, faces: int) -> list[int]:
    """The six dice of a turn, as they are described: two words a turn, three dice a word."""
    words = philox(seed, game, (turn - 1) // 2, DICE)
    dice = []
    for word in words[2:] if turn % 2 == 0 else words[:2]:
        share = word / 2**32  # exact: a word has fewer bits than a float
        for _ in range(3):
            share *= faces
            dice.append(1 + int(share))
            share -= int(share)
    return dice


@pytest.mark.parametrize("faces", range(2, 10))
def test_dice_follow_from_seed_game_and_turn(faces: int) -> None:
    dice = Dice(faces, frozenset(COLOURS))
    for seed, game in ((0, 0), (-3, 2**40), (2**63 - 1, 7)):
        source = GameDice(seed, game)
        for turn in range(1, 9):
            roll = throw(dice, source)
            assert [*roll.whites, *roll.colours] == dice_of(seed, game, turn, faces)


@pytest.mark.parametrize("key", ["tiny", "classic", "longo", "ragged"])
def test_dice_in_bulk_are_the_same_dice(key: str) -> None:
    t = compile_variant(variant_of(key))
    games = empty_games(t, 1, 500)
    source = random.Random(key)
    games.seed[:] = [source.getrandbits(64) - 2**63 for _ in range(500)]
    games.number[:] = [source.getrandbits(63) for _ in range(500)]
    games.turn[:] = [source.randrange(1, 60) for _ in range(500)]
    throw_dice(t, games)
    places = zip(games.seed.tolist(), games.number.tolist(), games.turn.tolist())
    assert games.roll.tolist() == [dice_of(*place, t.faces) for place in places]


def test_dice_do_not_depend_on_who_plays() -> None:
    # Also not on which rows close: all six are always drawn.
    rolls = []
    variant = variant_of("classic")
    for code in ("keen", "keen:3", "random"):
        policy = find_policy(code, variant)
        assert policy
        record = record_of(Batch(variant, [policy] * 2, seed=4), 9)
        rolls.append([record.moves[at] for at in record.rolls()])
    for turn, (one, two, three) in enumerate(zip(*rolls), 1):
        full = dice_of(4, 9, turn, 6)
        for roll in (one, two, three):
            shown = [*roll.whites, *roll.colours]
            assert all(die in (0, wanted) for die, wanted in zip(shown, full))


# Lots of seats


def test_a_seat_draws_one_word_for_each_choice_and_none_where_there_is_none() -> None:
    lots = SeatLots(5, 6, 2)
    assert lots.choice(["only"]) == "only"
    drawn = [lots.choice(range(7)) for _ in range(5)]
    assert drawn == [philox(5, 6, n, seat_stream(2))[0] * 7 >> 32 for n in range(5)]


# Evenness: fixed seeds, so these either hold for ever or not at all.

TURNS, GAMES = 8, 40_000
Counts = NDArray[np.int64]


def even(counts: Counts) -> bool:
    """Whether counts are as uneven as chance makes them: Pearson's chi-square, both tails.

    The limits are those of one in a million, by the approximation of Wilson and Hilferty.
    """
    expected = counts.sum() / counts.size
    assert expected >= 25
    chi_square = float(((counts - expected) ** 2).sum() / expected)
    freedom = counts.size - 1
    spread = 2 / (9 * freedom)
    limits = [freedom * (1 - spread + z * math.sqrt(spread)) ** 3 for z in (-4.753, 4.753)]
    return limits[0] < chi_square < limits[1]


def counted(faces: int, *dice: NDArray[Any]) -> Counts:
    """How often each combination of these dice was thrown."""
    together = np.zeros(dice[0].size, np.int64)
    for die in dice:
        together = together * faces + (die.ravel().astype(np.int64) - 1)
    return np.bincount(together, minlength=faces ** len(dice))


@pytest.fixture(scope="module", params=["classic", "longo", "ragged"], ids=["6", "8", "9"])
def thrown(request: pytest.FixtureRequest) -> tuple[int, NDArray[np.int8]]:
    """How many faces the dice have, and what they show [game, turn, die]."""
    t = compile_variant(variant_of(request.param))
    games = empty_games(t, 1, GAMES)
    games.seed[:] = 2026
    rolls = []
    for turn in range(1, TURNS + 1):
        games.turn[:] = turn
        games.phase[:] = ROLL
        throw_dice(t, games)
        rolls.append(games.roll.copy())
    return t.faces, np.stack(rolls, axis=1)


Thrown = tuple[int, NDArray[np.int8]]


def test_every_die_is_even_in_every_turn(thrown: Thrown) -> None:
    faces, dice = thrown
    for turn, die in itertools.product(range(TURNS), range(6)):
        assert even(counted(faces, dice[:, turn, die])), (turn, die)


def test_every_two_dice_of_a_turn_are_even_together(thrown: Thrown) -> None:
    faces, dice = thrown
    for one, two in itertools.combinations(range(6), 2):
        assert even(counted(faces, dice[:, :, one], dice[:, :, two])), (one, two)


@pytest.mark.parametrize("first", [0, 3])
def test_the_three_dice_of_a_word_are_even_together(thrown: Thrown, first: int) -> None:
    faces, dice = thrown
    assert even(counted(faces, *(dice[:, :, first + n] for n in range(3))))


def test_successive_turns_are_even_together(thrown: Thrown) -> None:
    faces, dice = thrown
    for one, two in itertools.product(range(6), repeat=2):
        # From an odd turn to an even one, which share their words, and from even to odd.
        for begin in (0, 1):
            now, then = dice[:, begin:-1:2, one], dice[:, begin + 1 :: 2, two]
            assert even(counted(faces, now, then)), (one, two, begin)


def test_successive_games_are_even_together(thrown: Thrown) -> None:
    faces, dice = thrown
    for one, two in itertools.product(range(6), repeat=2):
        assert even(counted(faces, dice[:-1, :, one], dice[1:, :, two])), (one, two)


def test_the_announced_sum_is_as_likely_as_two_dice_make_it(thrown: Thrown) -> None:
    faces, dice = thrown
    sums = np.bincount((dice[:, :, 0] + dice[:, :, 1]).ravel(), minlength=2 * faces + 1)[2:]
    ways = faces - np.abs(np.arange(2, 2 * faces + 1) - faces - 1)
    assert np.abs(sums / sums.sum() - ways / ways.sum()).max() < 0.003


def test_successive_seeds_are_even_together() -> None:
    t = compile_variant(variant_of("classic"))
    games = empty_games(t, 1, GAMES)
    games.number[:] = 0
    games.seed[:] = np.arange(GAMES) - GAMES // 2
    throw_dice(t, games)
    for die in range(6):
        assert even(counted(6, games.roll[:-1, die], games.roll[1:, die])), die


@pytest.mark.parametrize("count", [2, 3, 5, 9])
def test_the_lots_of_seats_are_even_and_know_nothing_of_each_other(count: int) -> None:
    drawn = np.array(
        [[SeatLots(1, game, seat).choice(range(count)) for seat in (0, 1)] for game in range(8000)]
    )
    assert even(counted(count, drawn[:, 0] + 1))
    assert even(counted(count, drawn[:, 0] + 1, drawn[:, 1] + 1))


def test_a_loaded_die_is_noticed(thrown: Thrown) -> None:
    faces, dice = thrown
    loaded = dice[:, 0, 0].copy()
    ones = np.flatnonzero(loaded == 1)
    loaded[ones[: len(ones) // 10]] = 2
    assert not even(counted(faces, loaded))


def test_dice_that_are_too_even_are_noticed(thrown: Thrown) -> None:
    faces, _ = thrown
    number = np.arange(GAMES)
    assert not even(counted(faces, number % faces + 1, number // faces % faces + 1))


def test_dice_that_follow_each_other_are_noticed(thrown: Thrown) -> None:
    faces, dice = thrown
    now, then = dice[:-1, :, 0].copy(), dice[1:, :, 0].copy()
    then[: len(then) // 20] = now[: len(now) // 20]
    assert not even(counted(faces, now, then))
