"""Batches: the same games for any threads, chunks and ranges; numbers of 64 bits; refusals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rowlock.errors import IllegalMove
from rowlock.fast import Batch, Policy, Results, batch, find_policy
from rowlock.game import Game
from rowlock.positions import pack, record_of
from tests.twins.test_batches import batch_of
from tests.twins.test_batches import check as check_by_number
from tests.twins.variants import variant_of

CODES = ("keen", "random", "keen:0")
GAMES = 300


def same(one: Results, two: Results) -> bool:
    both = zip(one._asdict().values(), two._asdict().values())
    return all(np.array_equal(a, b) and a.dtype == b.dtype for a, b in both)


def part(results: Results, games: slice) -> Results:
    return Results._make(array[games] for array in results)


@pytest.fixture(scope="module")
def whole() -> Results:
    """All games at once, in one thread."""
    return batch_of(variant_of("bonus_pairs"), CODES).play(range(GAMES))


@settings(deadline=None, max_examples=60)
@given(
    begin=st.integers(0, GAMES),
    count=st.integers(0, GAMES),
    threads=st.integers(1, 5),
    chunk=st.integers(1, 100),
    piece=st.integers(1, 100),
)
def test_games_are_the_same_however_they_are_parted(
    whole: Results, begin: int, count: int, threads: int, chunk: int, piece: int
) -> None:
    games = range(GAMES)[begin : begin + count]
    mine = batch_of(variant_of("bonus_pairs"), CODES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batch, "_CHUNK", piece)
        expected = part(whole, slice(begin, begin + count))
        assert same(mine.play(games, threads), expected)
        pieces = list(mine.stream(games, chunk, threads))
        assert [len(each.turns) for each in pieces[:-1]] == [chunk] * (len(pieces) - 1)
        if pieces:
            assert same(Results._make(map(np.concatenate, zip(*pieces))), expected)
        else:
            assert len(games) == 0


def test_many_threads_play_many_games_alike() -> None:
    mine = batch_of(variant_of("everything"), ("keen", "random"))
    games = range(45_000)
    assert same(mine.play(games, threads=4), mine.play(games))


def test_results_have_one_row_a_game() -> None:
    results = batch_of(variant_of("classic"), CODES).play(range(10))
    assert {name: array.shape for name, array in results._asdict().items()} == {
        "scores": (10, 3),
        "misses": (10, 3),
        "crosses": (10, 3, 4),
        "locks": (10, 3),
        "turns": (10,),
        "ending": (10,),
        "winners": (10,),
    }


def test_no_games_have_no_results() -> None:
    results = batch_of(variant_of("classic"), CODES).play(range(7, 7), threads=2)
    assert [len(array) for array in results] == [0] * len(results)


EDGES = (0, 1, -1, 2**32, 2**63 - 1, -(2**63))


@pytest.mark.parametrize("seed", EDGES)
@pytest.mark.parametrize("number", [0, 2**32 - 2, 2**63 - 4])
def test_seeds_and_numbers_may_have_64_bits(seed: int, number: int) -> None:
    mine = batch_of(variant_of("longo"), CODES, seed)
    check_by_number(mine, CODES, range(number, number + 4))


def test_other_seeds_and_numbers_are_other_games() -> None:
    texts = {
        record_of(batch_of(variant_of("classic"), CODES, seed), number).write(checked=False)
        for seed in EDGES
        for number in (0, 1, 2**32, 2**32 + 1, 2**63 - 1)
    }
    assert len(texts) == len(EDGES) * 5


# Refusals


def refusal(call: object) -> str:
    assert callable(call)
    with pytest.raises(IllegalMove) as refused:
        call()
    return refused.value.message


CLASSIC = variant_of("classic")
KEEN = find_policy("keen", CLASSIC)


def some(count: int) -> list[Policy]:
    assert KEEN
    return [KEEN] * count


@pytest.mark.parametrize("seats", [0, 9])
def test_a_table_has_one_to_eight_seats(seats: int) -> None:
    said = refusal(lambda: Batch(CLASSIC, some(seats)))
    assert said == f"a game has 1 to 8 seats, not {seats}"


@pytest.mark.parametrize("first", [-1, 2])
def test_one_of_the_seats_rolls_first(first: int) -> None:
    said = refusal(lambda: Batch(CLASSIC, some(2), first=first))
    assert said == f"the first to roll is one of 2 seats, not {first + 1}"


@pytest.mark.parametrize("seed", [2**63, -(2**63) - 1])
def test_a_seed_has_64_bits(seed: int) -> None:
    said = refusal(lambda: Batch(CLASSIC, some(2), seed))
    assert said == f"expected a seed of at most 64 bits, not {seed}"


def test_a_player_without_a_kernel_cannot_sit_down() -> None:
    nobody: list[Policy] = [find_policy("nobody", CLASSIC)]  # type: ignore[list-item]
    said = refusal(lambda: Batch(CLASSIC, nobody))
    assert said == "expected a policy for each seat; this player has no kernel"


@pytest.mark.parametrize(
    "games", [range(0, 9, 2), range(9, 0, -1), range(-3, 3), range(2**63 - 1, 2**63 + 1)]
)
def test_games_are_numbered_one_after_the_other(games: range) -> None:
    said = refusal(lambda: Batch(CLASSIC, some(2)).play(games))
    assert said == f"expected games one after the other from 0 on, not {games}"


@pytest.mark.parametrize("threads", [0, -1])
def test_somebody_has_to_play(threads: int) -> None:
    said = refusal(lambda: Batch(CLASSIC, some(2)).play(range(5), threads))
    assert said == f"expected at least one thread, not {threads}"


@pytest.mark.parametrize("game", [-1, 2**63])
def test_a_game_has_a_number(game: int) -> None:
    mine = Batch(CLASSIC, some(2))
    said = f"expected the number of a game, from 0 on, not {game}"
    assert refusal(lambda: mine.decisions(game)) == said
    assert refusal(lambda: record_of(mine, game)) == said


def test_games_to_pack_are_alike_and_there_are_some() -> None:
    assert refusal(lambda: pack([])) == "expected at least one game to pack"
    classic = Game.start(CLASSIC, 2)
    for other in (Game.start(CLASSIC, 3), Game.start(variant_of("xl"), 2)):
        said = refusal(lambda other=other: pack([classic, other]))
        assert said == "expected games of classic with 2 seats, all alike"
