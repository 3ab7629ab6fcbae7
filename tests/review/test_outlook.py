"""What a roll can bring: the mean is that of all rolls, and best play is what `oracle` plays."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from rowlock import Game, Record, Roll, find_variant
from rowlock.compiler import without_compiler
from rowlock.fast.weights import find_weights
from rowlock.players import evaluate, play_numbered
from rowlock.positions import pack
from rowlock.record import play_move
from rowlock.review.outlook import Outlook, Valuer
from rowlock.sheet import COLOURS
from rowlock.variant import Variant, shipped_variants

KEYS = [key for key in shipped_variants() if find_weights(find_variant(key))]


def valuer(variant: Variant, seats: int) -> Valuer:
    trained = find_weights(variant)
    assert trained is not None
    return Valuer(trained, seats)


def rolls_of(record: Record) -> list[tuple[Game, Roll]]:
    """Every roll of a game, with the game that waits for it."""
    found = []
    game = record.start()
    for move in record.moves:
        if isinstance(move, Roll):
            found.append((game, move))
        game = play_move(game, move).game
    return found


def best_of(outlook: Outlook, roll: Roll) -> float:
    """What the best option with this roll is worth to whoever rolled, looked for one by one."""
    low, high = sorted(roll.whites)
    pair = outlook.white[low, high]
    options = [outlook.first[pair]]
    options += [
        outlook.second[pair, colour, die - 1]
        for colour, die in zip(COLOURS, roll.colours)
        if die and outlook.second[pair, colour, die - 1] >= 0
    ]
    value = max(outlook.value[option] for option in options)
    return 1 / (1 + math.exp(-value)) if abs(value) < 30 else float(value > 0)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("key", KEYS)
def test_best_play_of_whoever_rolled_is_what_the_adviser_finds(key: str, seats: int) -> None:
    variant = find_variant(key)
    with without_compiler():
        values = valuer(variant, seats)
        record = play_numbered(variant, ["keen"] * seats, 11, seats)
        apart = []
        for game, roll in rolls_of(record)[::4]:
            found = best_of(values.outlook(pack([game])), roll)
            told = evaluate(game.rolled(roll).game, game.active)[0].win
            apart.append(abs(found - told))
    # The same but where somebody answers otherwise because of what the others will do, which the
    # adviser of whoever rolled does not reckon with.
    assert max(apart) < 0.05
    assert sum(one < 1e-5 for one in apart) >= 0.5 * len(apart)


@pytest.mark.parametrize("key", ["classic", "mixed_colours", "bonus_pairs", "connected_chain"])
def test_the_mean_is_that_of_all_rolls(key: str) -> None:
    variant = find_variant(key)
    with without_compiler():
        values = valuer(variant, 3)
        record = play_numbered(variant, ["keen"] * 3, 4, 1)
        positions = rolls_of(record)
        # A late one, with fewer dice if a row is closed by then.
        game, _ = positions[-2]
        outlook = values.outlook(pack([game]))
    faces = range(1, variant.faces + 1)
    dice = [(0,) if colour in game.closed else faces for colour in COLOURS]
    total = np.zeros(3)
    count = 0
    for low, high in product(faces, repeat=2):
        for colours in product(*dice):
            total += outlook.of(Roll((low, high), colours))
            count += 1
    assert outlook.mean == pytest.approx(total / count, abs=1e-9)


@pytest.mark.parametrize("key", KEYS)
def test_the_seats_win_one_game_together(key: str) -> None:
    variant = find_variant(key)
    with without_compiler():
        values = valuer(variant, 4)
        for game, roll in rolls_of(play_numbered(variant, ["keen"] * 4, 2, 0))[::5]:
            outlook = values.outlook(pack([game]))
            assert sum(outlook.mean) == pytest.approx(1)
            assert sum(outlook.of(roll)) == pytest.approx(1)


def test_a_roll_that_ends_the_game_is_worth_its_result() -> None:
    variant = find_variant("classic")
    closed = "G 12 11 10 9 8 2"  # one more lock ends the game
    ahead = variant.sheet(f"R 2 3 4 5 6 7 8 9 | {closed}", 0)
    behind = variant.sheet(f"Y 2 | {closed}", 1)
    game = Game.at(variant, [ahead, behind])
    with without_compiler():
        outlook = valuer(variant, 2).outlook(pack([game]))
    assert outlook.of(Roll.parse("66r1y1b1")) == (1.0, 0.0)
