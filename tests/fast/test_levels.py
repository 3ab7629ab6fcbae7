"""Levels: each variant has its own, from weak to strong, and errs as it is told to."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from rowlock import Game, NotNotation, Roll, find_player, find_variant, play, shipped_variants
from rowlock.arena import contest
from rowlock.bots import level_codes, trained_codes
from rowlock.fast import weights as files
from rowlock.fast.levels import SUFFIX, Levels, read_levels, write_levels
from rowlock.fast.oracle import oracle_numbers
from rowlock.fast.weights import Trained, find_weights, own_weights, read_info, usual_levels
from rowlock.lots import SeatLots
from rowlock.moves import Mark, Pass
from rowlock.players import Packed, caveats
from rowlock.players.packed import Position, drawing
from rowlock.variant import default_variant
from tests.players.trained import with_weights
from tests.twins.variants import variant_of

CLASSIC = find_variant("classic")
OTHER = variant_of("longo")
LEVELS = Levels(
    weights="0" * 64,
    date="2026-11-18",
    games=1_000,
    chance={code: 1.0 - 0.1 * place for place, code in enumerate(level_codes())},
    won=dict.fromkeys(trained_codes()[1:], 65.0),
)


def trained_for(key: str) -> Trained:
    trained = find_weights(find_variant(key))
    assert trained is not None
    return trained


# Files


@pytest.mark.parametrize("key", shipped_variants())
def test_every_shipped_variant_has_levels_that_were_measured_with_its_weights(key: str) -> None:
    trained = trained_for(key)
    assert trained.levels is not None
    assert trained.levels.weights == trained.about.checksum
    assert tuple(trained.levels.chance) == level_codes()
    assert all(weak > strong for weak, strong in pairwise(trained.levels.chance.values()))
    assert trained.chance("oracle") == 0
    assert tuple(trained.levels.won) == trained_codes()[1:]
    assert all(63.5 <= won <= 66.5 for won in trained.levels.won.values())
    assert trained.levels.games >= 40_000


def test_levels_that_are_written_are_read(tmp_path: Path) -> None:
    path = tmp_path / "some" / "good.levels"
    write_levels(path, LEVELS, "Mine", "python -m training.levels mine.toml")
    assert read_levels(path) == LEVELS
    assert "python -m training.levels mine.toml" in path.read_text(encoding="utf-8")
    assert [found.name for found in path.parent.iterdir()] == ["good.levels"]


@pytest.mark.parametrize(
    ("found", "instead", "why"),
    [
        ("newcomer = 1\n", "newcomer = 0.5\n", "from weak to strong"),
        ("newcomer = 1\n", "newcomer = 7\n", "less than 1.9"),
        ("newcomer = 1\n", 'newcomer = "1"\n', "expected the chance of each level"),
        ("newcomer = 1\n", "newcomer = nan\n", "expected the chance of each level"),
        ("expert = 0.7\n", "expert = -1\n", "from weak to strong"),
        ("[chance]\n", "[luck]\n", "no levels could be read"),
        ("[chance]\n", "[chance\n", "no levels could be read"),
    ],
)
def test_a_damaged_file_is_refused(found: str, instead: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "good.levels"
    write_levels(path, LEVELS, "Mine", "")
    text = path.read_text(encoding="utf-8")
    assert found in text
    path.write_text(text.replace(found, instead), encoding="utf-8")
    with pytest.raises(NotNotation, match=why) as refused:
        read_levels(path)
    assert str(path) in str(refused.value)


def test_levels_lie_beside_the_weights_and_those_of_other_weights_are_not_taken(
    tmp_path: Path,
) -> None:
    with with_weights([OTHER], tmp_path):
        path = own_weights(OTHER)
        beside = path.with_suffix(SUFFIX)
        levels = replace(LEVELS, weights=read_info(path).checksum)
        for written, taken in ((levels, True), (LEVELS, False)):
            write_levels(beside, written, OTHER.name, "")
            files._found.cache_clear()
            trained = find_weights(OTHER)
            assert trained
            assert trained.levels == (written if taken else None)
            usual = usual_levels().chance["novice"]
            assert trained.chance("novice") == (LEVELS.chance["novice"] if taken else usual)


def test_where_nobody_measured_levels_they_are_those_of_the_first_variant_and_that_is_said(
    tmp_path: Path,
) -> None:
    assert usual_levels() == trained_for(default_variant()).levels
    with with_weights([OTHER], tmp_path):
        assert caveats(["oracle", "keen"], OTHER, 2) == ()
        assert caveats(["oracle", "novice"], OTHER, 2) == (
            f"novice plays at a level measured for Classic, not for {OTHER.name}.",
        )
        assert caveats(["casual", "novice"], OTHER, 5) == (
            f"novice and casual play at levels measured for Classic, not for {OTHER.name}.",
        )


# How they err


def roll_with_crosses_in_all_rows() -> Game:
    game = Game.at(CLASSIC, [CLASSIC.sheet("R 2 | Y 2 | G 12 | B 12"), CLASSIC.sheet("")])
    return game.rolled(Roll.parse("12r1y1g6b6")).game


def decided(game: Game, seat: int, times: int, overlook: float) -> list[Mark | Pass]:
    """What somebody decides who overlooks rows, and misjudges nothing."""
    position = Position.of(game.view(seat), seat)
    assert position
    numbers = oracle_numbers(position.trained.weights, overlook=overlook)
    lots, found = SeatLots(4, 5, seat), []
    for _ in range(times):
        with drawing(lots, position.games, seat):
            found.append(position.ask(numbers))
    assert lots.drawn == times  # one for all rows
    return found  # type: ignore[return-value] # there are no ties in this variant


def test_whoever_looks_at_nothing_passes_and_whoever_looks_at_all_decides_as_the_best() -> None:
    game = roll_with_crosses_in_all_rows()
    best = find_player("oracle").decide(game.view(0), 0)
    assert isinstance(best, Mark)
    assert set(decided(game, 0, 50, 0.999_999)) == {Pass()}
    assert set(decided(game, 0, 1, 1e-9)) == {best}


def test_a_row_is_overlooked_as_often_as_is_said() -> None:
    game = roll_with_crosses_in_all_rows()
    best = find_player("oracle").decide(game.view(0), 0)
    found = decided(game, 0, 4_000, 0.25)
    assert np.mean([one != best for one in found]) == pytest.approx(0.25, abs=0.03)


def test_nobody_overlooks_a_lock() -> None:
    sheet = CLASSIC.sheet("R 2 3 4 5 6 7 8")
    game = Game.at(CLASSIC, [sheet, CLASSIC.sheet("")]).rolled(Roll.parse("66r1y1g6b6")).game
    lock = find_player("oracle").decide(game.view(0), 0)
    assert str(lock) == "R12"
    assert set(decided(game, 0, 50, 0.999_999)) == {lock}


def test_whoever_would_have_to_take_a_miss_looks_everywhere() -> None:
    game = roll_with_crosses_in_all_rows()
    for seat in (0, 1):
        game = game.apply(seat, Pass()).game
    best = find_player("oracle").decide(game.view(0), 0)
    assert isinstance(best, Mark)
    assert set(decided(game, 0, 50, 0.999_999)) == {best}


def test_the_weakest_level_passes_where_the_best_crosses() -> None:
    passed = 0
    for step in play(CLASSIC, [find_player("oracle")] * 2, 1).steps():
        game = step.game
        if 0 in game.to_move() and len(game.legal(0)) > 1:
            best = find_player("oracle").decide(game.view(0), 0)
            weak = Packed(level_codes()[0], SeatLots(1, game.turn, 0)).decide(game.view(0), 0)
            passed += isinstance(best, Mark) and isinstance(weak, Pass)
    assert passed > 3


# How strong they are


@pytest.mark.parametrize("key", ["classic", "bonus_pairs"])
def test_each_level_is_a_step_above_the_one_below(key: str) -> None:
    """Where the old ladder was uneven too; 4,000 games are sure to about three in a hundred."""
    for weak, strong in pairwise(trained_codes()):
        standing = contest([strong, weak], key, games=4_000, seed=3)
        assert 0.61 < standing.players()[0].won.value < 0.69, (strong, weak)
