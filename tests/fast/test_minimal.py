"""The minimal simulator that benchmarks compare with: the same games, told more briefly."""

from __future__ import annotations

import pytest

from benchmarks import minimal
from rowlock import find_player, play, shipped_variants
from rowlock.fast import Batch, find_policy
from rowlock.lots import GameDice
from rowlock.sheet import COLOURS
from rowlock.variant import default_variant, find_variant

VARIANT = find_variant(default_variant())


def test_it_is_about_the_first_variant() -> None:
    assert shipped_variants()[0] == VARIANT.key


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 8])
def test_it_agrees_with_the_fast_engine_game_by_game(seats: int) -> None:
    keen = find_policy("keen", VARIANT)
    assert keen is not None
    results = Batch(VARIANT, [keen] * seats, seed=4).play(range(500))
    for game in range(500):
        end = minimal.play(minimal.numbered_dice(4, game), seats)
        assert end.scores == results.scores[game].tolist(), game
        assert end.misses == results.misses[game].tolist(), game
        assert end.crosses == results.crosses[game].tolist(), game
        assert end.turns == results.turns[game], game


@pytest.mark.parametrize("seats", [2, 5])
def test_it_agrees_with_the_readable_engine_game_by_game(seats: int) -> None:
    for number in range(25):
        record = play(VARIANT, [find_player("keen")] * seats, GameDice(11, number))
        game = record.game()
        outcome = game.outcome()
        assert outcome is not None
        end = minimal.play(minimal.numbered_dice(11, number), seats)
        assert end.scores == list(outcome.totals)
        assert end.misses == [sheet.misses for sheet in game.sheets]
        assert end.crosses == [[sheet.crosses(row) for row in COLOURS] for sheet in game.sheets]
        assert end.turns == game.turn
