"""Intervals cover the truth as often as they say, and duplicate dice make them shorter."""

from __future__ import annotations

import pytest

from rowlock.arena import Counts, Sample, Taken, contest, points, win_share
from rowlock.fast import Batch, find_policy
from tests.arena.games import FIRST, counted

CODES = ("keen", "keen:2")


def sample(counts: Counts, code: str) -> list[Sample]:
    return [Sample(counts.deals, counts.players[code])]


def test_of_many_small_contests_nineteen_in_twenty_cover_the_truth() -> None:
    truth = counted(*CODES, deals=range(10**6, 10**6 + 60_000))
    share = win_share(sample(truth, "keen")).value
    mean = truth.players["keen"].points / truth.players["keen"].sheets
    shares = means = 0
    for contest_number in range(400):
        small = counted(*CODES, deals=range(contest_number * 40, (contest_number + 1) * 40))
        won, scored = win_share(sample(small, "keen")), points(sample(small, "keen"))
        assert won.low <= won.value <= won.high
        shares += won.low <= share <= won.high
        assert scored is not None
        means += scored.low <= mean <= scored.high
    assert 0.92 <= shares / 400 <= 0.98
    assert 0.92 <= means / 400 <= 0.98


def test_duplicate_dice_are_worth_more_games() -> None:
    twice = counted(*CODES, deals=range(5_000))
    policies = [policy for code in CODES if (policy := find_policy(code, FIRST))]
    plain = Counts.of(CODES, [Batch(FIRST, policies).play(range(10_000))])
    assert twice.games == plain.games
    with_duplicates, without = (win_share(sample(counts, "keen")) for counts in (twice, plain))
    shorter = (with_duplicates.high - with_duplicates.low) / (without.high - without.low)
    assert shorter**2 < 0.85, "about a quarter less variance"


def test_equal_players_split_every_deal() -> None:
    standing = contest(["keen", "keen:1"], games=2_000)
    for line in standing.players():
        assert line.won.value == 0.5
        assert line.won.high - line.won.low < 0.004


def test_who_won_all_of_few_deals_is_not_said_to_win_always() -> None:
    won = Taken(wins=10 * 2 * 840, win_squares=10 * (2 * 840) ** 2)
    won.scores[50] = 20
    share = win_share([Sample(10, won)])
    assert (share.value, share.high) == (1.0, 1.0)
    assert 0.6 < share.low < 0.8, "of ten coins, all heads"


def test_a_single_deal_tells_nothing_of_the_error_of_points() -> None:
    counts = counted(*CODES, deals=range(1))
    assert points(sample(counts, "keen")) is None
    share = win_share(sample(counts, "keen"))
    assert share.high - share.low > 0.5


def test_tables_are_put_together_by_what_was_taken_at_each() -> None:
    tables = [counted("keen", other, deals=range(500)) for other in ("random", "keen:2")]
    samples = [Sample(table.deals, table.players["keen"]) for table in tables]
    together, apart = win_share(samples), [win_share([one]) for one in samples]
    assert together.value == pytest.approx(sum(share.value for share in apart) / 2)
    # Between the tables lies no chance: the error is that within them alone.
    assert together.high - together.low < max(share.high - share.low for share in apart)
