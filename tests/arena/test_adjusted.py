"""Luck taken out of what was won: the same share on average, and far surer."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from rowlock import UnknownPlayer, find_variant
from rowlock.arena.counts import WIN, Counts
from rowlock.arena.intervals import Sample, adjusted_share, win_share
from rowlock.arena.match import Match
from rowlock.arena.pieces import Piece, play_piece
from rowlock.arena.standing import Standing
from rowlock.compiler import without_compiler
from rowlock.players import play_numbered
from rowlock.positions import results_of
from rowlock.review.luck import luck_of, valuer_of
from rowlock.review.model import GRID
from tests.players.trained import no_weights

CLASSIC = find_variant("classic")
CODES = ("keen", "random")


def piece(deals: range, adjusted: bool = True) -> Piece:
    return Piece(CLASSIC, CODES, 5, deals, fast=False, adjusted=adjusted)


def test_wins_less_luck_are_counted_exactly_in_whatever_order() -> None:
    with without_compiler():
        whole = play_piece(piece(range(4)))
        parts = play_piece(piece(range(2, 4))) + play_piece(piece(range(2)))
    assert whole == parts
    assert whole.players["keen"].luck == -whole.players["random"].luck != 0


def test_the_share_is_what_was_won_less_what_the_dice_brought() -> None:
    with without_compiler():
        counts = play_piece(piece(range(4)))
        valuer = valuer_of(CLASSIC, 2)
        of_deals = []
        for deal in range(4):
            total = 0.0
            for codes in (CODES, CODES[::-1]):
                record = play_numbered(CLASSIC, codes, 5, deal)
                outcome = record.game().outcome()
                assert outcome is not None
                seat = codes.index("keen")
                won = seat in outcome.winners
                total += won / len(outcome.winners) - luck_of(record, valuer)[seat]
            of_deals.append(total / 2)
    found = adjusted_share([Sample(4, counts.players["keen"])])
    assert found is not None
    assert found.value == pytest.approx(np.mean(of_deals))
    error = 1.96 * np.std(of_deals, ddof=1) / math.sqrt(4)
    assert found.high - found.value == pytest.approx(error, rel=1e-3)


def test_without_luck_it_is_the_plain_share() -> None:
    with without_compiler():
        records = [play_numbered(CLASSIC, CODES, 5, deal) for deal in range(6)]
    luck = np.zeros((6, 2), np.int64)
    luck[0] = [1, -1]  # a trifle, so that it counts as asked for
    counts = Counts.of(CODES, [results_of(records)], [luck])
    sample = [Sample(6, counts.players["keen"])]
    adjusted = adjusted_share(sample)
    assert adjusted is not None
    assert adjusted.value == pytest.approx(win_share(sample).value, abs=1e-8)
    assert counts.players["keen"].adjusted == counts.players["keen"].wins * GRID - WIN


def test_a_single_deal_tells_nothing_of_the_error() -> None:
    with without_compiler():
        counts = play_piece(piece(range(1)))
    assert adjusted_share([Sample(1, counts.players["keen"])]) is None


def test_a_standing_tells_both_shares() -> None:
    match = Match(CLASSIC, CODES, games=8, seed=5, adjusted=True)
    standing = Standing(match)
    with without_compiler():
        standing.add(0, play_piece(piece(range(4))))
    lines = {line.code: line for line in standing.players()}
    keen, random = lines["keen"].adjusted, lines["random"].adjusted
    assert keen is not None
    assert random is not None
    assert keen.value + random.value == pytest.approx(1)
    assert keen.high - keen.low < lines["keen"].won.high - lines["keen"].won.low
    told = standing.as_json()["players"][0]
    assert told["adjusted_share"] == keen.value
    assert told["adjusted_interval"] == [keen.low, keen.high]


def test_nothing_more_is_told_where_nobody_asked() -> None:
    standing = Standing(Match(CLASSIC, CODES, games=4, seed=5))
    with without_compiler():
        standing.add(0, play_piece(piece(range(2), adjusted=False)))
    assert all(line.adjusted is None for line in standing.players())
    assert "adjusted_share" not in standing.as_json()["players"][0]


def test_a_variant_without_weights_is_refused_before_the_first_game(tmp_path: Path) -> None:
    with no_weights(tmp_path), pytest.raises(UnknownPlayer, match="no trained"):
        Match(CLASSIC, CODES, adjusted=True)
