"""Counts are what anybody gets who adds up the records one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import reduce
from operator import add

import pytest

from rowlock import Contradiction, Record, find_variant
from rowlock.arena import Counts, mean_of, sd_of
from rowlock.events import Ending
from rowlock.fast import Batch, find_policy
from rowlock.game import Outcome
from rowlock.positions import results_of
from rowlock.sheet import COLOURS
from tests.arena.games import FIRST, a_record, counted

CODES = ("keen", "random", "keen:3")
SEED = 5
DEALS = range(3, 11)


def finished(record: Record) -> Outcome:
    outcome = record.game().outcome()
    assert outcome is not None
    return outcome


@pytest.fixture(scope="module")
def table() -> list[list[tuple[tuple[str, ...], Record]]]:
    """Every deal: its games, each with who sat where."""
    orders = [CODES, (CODES[2], CODES[0], CODES[1]), (CODES[1], CODES[2], CODES[0])]
    return [[(seats, a_record(FIRST, seats, SEED, deal)) for seats in orders] for deal in DEALS]


@pytest.fixture(scope="module")
def counts() -> Counts:
    return counted(*CODES, deals=DEALS, seed=SEED)


Table = list[list[tuple[tuple[str, ...], Record]]]


def test_games_deals_turns_endings_and_closed_rows_are_counted(
    table: Table, counts: Counts
) -> None:
    games = [record.game() for deal in table for _, record in deal]
    assert (counts.codes, counts.deals, counts.games) == (CODES, 8, 24)
    assert counts.turns == Counter(game.turn for game in games)
    assert counts.endings == Counter(finished(r).ending for deal in table for _, r in deal)
    assert counts.closed == Counter(sum(1 << row for row in game.closed) for game in games)


def test_every_player_has_its_points_misses_locks_and_places(table: Table, counts: Counts) -> None:
    for code in CODES:
        scores, misses, locks, places = [], [], [], Fraction()
        for deal in table:
            for seats, record in deal:
                seat, totals = seats.index(code), finished(record).totals
                sheet = record.game().sheets[seat]
                scores.append(totals[seat])
                misses.append(sheet.misses)
                locks.append(sum(1 << row for row in COLOURS if sheet.locked(row)))
                tied = totals.count(totals[seat])
                places += 1 + sum(t > totals[seat] for t in totals) + Fraction(tied - 1, 2)
        taken = counts.players[code]
        assert taken.scores == Counter(scores)
        assert (taken.sheets, taken.points) == (24, sum(scores))
        assert taken.misses == Counter(misses)
        assert taken.locks == Counter(locks)
        assert Fraction(taken.places, 2) == places


def test_wins_are_split_among_those_who_tie_and_squared_for_each_deal(
    table: Table, counts: Counts
) -> None:
    for code in CODES:
        deals = []
        for deal in table:
            won = Fraction()
            for seats, record in deal:
                winners = finished(record).winners
                won += Fraction(seats.index(code) in winners, len(winners))
            deals.append(won)
        taken = counts.players[code]
        assert Fraction(taken.wins, 840) == sum(deals)
        assert Fraction(taken.win_squares, 840**2) == sum(won**2 for won in deals)


def test_points_are_squared_for_each_deal(table: Table, counts: Counts) -> None:
    for code in CODES:
        deals = [sum(finished(r).totals[s.index(code)] for s, r in deal) for deal in table]
        assert counts.players[code].point_squares == sum(points**2 for points in deals)


def test_every_seat_is_counted_whoever_sat_there(table: Table, counts: Counts) -> None:
    for seat, taken in enumerate(counts.seats):
        assert taken.scores == Counter(finished(r).totals[seat] for deal in table for _, r in deal)
        deals = [
            sum(Fraction(seat in finished(r).winners, len(finished(r).winners)) for _, r in deal)
            for deal in table
        ]
        assert Fraction(taken.wins, 840) == sum(deals)
        assert Fraction(taken.win_squares, 840**2) == sum(won**2 for won in deals)


def test_duels_say_who_had_more_points_than_whom(table: Table, counts: Counts) -> None:
    deals: dict[str, list[int]] = {code: [] for code in CODES}
    for deal in table:
        reached = dict.fromkeys(CODES, 0)
        for seats, record in deal:
            totals = dict(zip(seats, finished(record).totals, strict=True))
            for a in CODES:
                others = [totals[b] for b in CODES if b != a]
                reached[a] += sum(2 * (totals[a] > b) + (totals[a] == b) for b in others)
        for code in CODES:
            deals[code].append(reached[code])
    for a in CODES:
        assert sum(n for (first, _), n in counts.duels.items() if first == a) == sum(deals[a])
        for b in CODES:
            products = sum(x * y for x, y in zip(deals[a], deals[b], strict=True))
            assert counts.duel_products[a, b] == products
            if a != b:
                assert counts.duels[a, b] + counts.duels[b, a] == 2 * counts.games


def test_a_player_that_sits_twice_is_one_player() -> None:
    counts = counted(
        "random", "keen", "keen", "keen", deals=range(6), variant=find_variant("longo")
    )
    keen, chance = counts.players["keen"], counts.players["random"]
    assert (counts.games, keen.sheets, chance.sheets) == (24, 72, 24)
    assert keen.wins + chance.wins == 24 * 840
    assert sum(taken.wins for taken in counts.seats) == 24 * 840
    assert set(counts.duels) == {("keen", "random"), ("random", "keen")}
    assert sum(counts.duels.values()) == 2 * 3 * 24


def test_counts_add_up_in_any_order_and_any_pieces(counts: Counts) -> None:
    parts = [counted(*CODES, deals=DEALS[i : i + 3], seed=SEED) for i in (0, 3, 6)]
    assert reduce(add, parts) == counts
    assert reduce(add, reversed(parts), Counts.none(CODES)) == counts


def test_counts_of_different_line_ups_cannot_be_added(counts: Counts) -> None:
    with pytest.raises(Contradiction, match="of keen random keen:3 and of keen random"):
        counts + Counts.none(("keen", "random"))


def test_a_plain_stream_of_results_is_counted_too() -> None:
    codes = ("keen",) * 5
    policies = [policy for code in codes if (policy := find_policy(code, FIRST))]
    batch = Batch(FIRST, policies, seed=2)
    whole = Counts.of(codes, [batch.play(range(300))])
    streamed = [Counts.of(codes, [part]) for part in batch.stream(range(300), chunk=70)]
    assert reduce(add, streamed) == whole
    assert (whole.deals, whole.games, whole.players["keen"].sheets) == (300, 300, 1500)
    assert whole.endings.total() == 300
    assert whole.endings[Ending.LOCKS] > whole.endings[Ending.MISSES] > 0
    results = batch.play(range(300))
    assert mean_of(whole.players["keen"].scores) == pytest.approx(results.scores.mean())
    assert sd_of(whole.players["keen"].scores) == pytest.approx(results.scores.std())


def test_all_eight_may_tie_and_share_a_win() -> None:
    results = results_of([a_record(FIRST, ["random"] * 8, 1, deal) for deal in range(2)])
    equal = results._replace(scores=results.scores * 0)
    counts = Counts.of(["random"] * 8, [equal])
    assert counts.players["random"].wins == 2 * 840
    assert counts.players["random"].places == 2 * 16 * 4.5
    assert [taken.wins for taken in counts.seats] == [210] * 8


def test_counts_of_no_games_are_the_beginning() -> None:
    assert counted(*CODES, deals=range(0)) == Counts.none(CODES)
