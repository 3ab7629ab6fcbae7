"""Ratings find the strengths that games were made with."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from rowlock.arena import Counts, contest, rate
from rowlock.arena.ratings import _own_variances
from rowlock.fast import Results

STRENGTHS = {"a": 1700.0, "b": 1560.0, "c": 1500.0, "d": 1240.0}


def table(codes: tuple[str, ...], scores: list[np.ndarray]) -> Counts:
    """Made-up games: the points of each seat, one array a rotation."""
    zeros = np.zeros_like(scores[0], np.int8)
    return Counts.of(
        codes,
        [
            Results(
                scores=points.astype(np.int16),
                misses=zeros,
                crosses=np.zeros((*zeros.shape, 4), np.int8),
                locks=zeros,
                turns=np.ones(len(zeros), np.int16),
                ending=np.zeros(len(zeros), np.int8),
                winners=np.ones(len(zeros), np.int16),
            )
            for points in scores
        ],
    )


def duels(lots: np.random.Generator, deals: int) -> list[Counts]:
    """Everybody against everybody, with the chances that the strengths say."""
    tables = []
    for a, b in combinations(STRENGTHS, 2):
        chance = 1 / (1 + 10 ** ((STRENGTHS[b] - STRENGTHS[a]) / 400))
        won = lots.random((2, deals)) < chance  # [rotation, deal]
        first = np.stack([won[0], ~won[0]], axis=1)
        turned = np.stack([~won[1], won[1]], axis=1)
        tables.append(table((a, b), [first, turned]))
    return tables


def test_known_strengths_are_found() -> None:
    ratings = rate(duels(np.random.default_rng(1), 4_000))
    assert [rating.code for rating in ratings] == list(STRENGTHS)
    assert sum(rating.value for rating in ratings) == pytest.approx(4 * 1500)
    for code, value, low, high in ratings:
        assert value == pytest.approx(STRENGTHS[code], abs=12)
        assert low < value < high
        assert 5 < high - low < 20


def test_nineteen_differences_in_twenty_lie_in_their_interval() -> None:
    lots = np.random.default_rng(2)
    covered = 0
    for _ in range(100):
        found = {rating.code: rating for rating in rate(duels(lots, 60))}
        for a, b in combinations(STRENGTHS, 2):
            error = math.hypot(found[a].high - found[a].value, found[b].high - found[b].value)
            truth = STRENGTHS[a] - STRENGTHS[b]
            covered += abs(found[a].value - found[b].value - truth) <= error
    assert 0.92 <= covered / 600 <= 0.98


def test_of_more_than_two_at_a_table_every_pair_counts() -> None:
    lots = np.random.default_rng(3)
    # Points with noise of Gumbel's kind make exactly the chances of the model, for any pair.
    mean = np.array(list(STRENGTHS.values())) * math.log(10) / 400
    noisy = [mean + lots.gumbel(size=(6_000, 4)) for _ in range(4)]
    scores = [np.roll((100 * points).astype(int), r, axis=1) for r, points in enumerate(noisy)]
    ratings = rate([table(tuple(STRENGTHS), scores)])
    for code, value, low, high in ratings:
        assert value == pytest.approx(STRENGTHS[code], abs=12)
        assert low < value < high


def test_deals_that_repeat_each_other_are_not_taken_for_more_games() -> None:
    lots = np.random.default_rng(4)
    won = lots.random(500) < 0.6
    first = np.stack([won, ~won], axis=1)
    once = rate([table(("a", "b"), [first])])
    twice = rate([table(("a", "b"), [first, first[:, ::-1]])])
    lengths = [ratings[0].high - ratings[0].low for ratings in (once, twice)]
    assert lengths[0] == pytest.approx(lengths[1], rel=0.02)


def test_a_player_that_always_wins_has_a_rating_too() -> None:
    for deals in (1, 100, 100_000):
        always = np.stack([np.ones(deals), np.zeros(deals)], axis=1)
        ratings = rate([table(("a", "b"), [always, always[:, ::-1]])])
        assert [rating.code for rating in ratings] == ["a", "b"]
        for _, value, low, high in ratings:
            assert all(map(math.isfinite, (value, low, high)))
            assert 50 < high - low < 1_000
    assert ratings[0].value - ratings[1].value > 1_000


def test_nobody_is_known_without_any_doubt() -> None:
    """Differences of 1, 1 and 4 would ask for a variance of -1 of the one in the middle."""
    covariance = np.array([[0.0, 0, 0], [0, 1, -1], [0, -1, 1]])
    middle, first, second = _own_variances(covariance)
    assert middle == 1 / 4
    assert middle + first >= 1
    assert middle + second >= 1
    assert first + second >= 4 * (1 - 1e-9)


def test_equal_players_have_equal_ratings() -> None:
    ratings = rate([table(("a", "b"), [np.full((50, 2), 7)])])
    assert [rating.value for rating in ratings] == [1500.0, 1500.0]


def test_nobody_is_rated_before_the_first_game() -> None:
    assert rate([Counts.none(("a", "b"))]) == []
    alone = contest(["keen", "keen"], games=10).tables
    assert rate(alone) == [], "nor who met nobody else"


def test_a_round_robin_has_ratings_and_a_single_table_has_none() -> None:
    robin = contest(["random", "keen", "keen:0"], games=400)
    assert [rating.code for rating in robin.ratings()] == ["keen", "keen:0", "random"]
    assert contest(["random", "keen"], games=100).ratings() == []
    assert contest(["random", "keen"], games=100, seats=1).ratings() == []
