"""Whole games of the engine, judged turn by turn and answer by answer by the second reading."""

from __future__ import annotations

import random

import pytest

from rowlock import Game, find_player, find_variant, play, shipped_variants
from tests.games.bridge import answers, dice, differences, position, reading, replay
from tests.reference import second_reading as sr

GAMES = 9
"""For each variant and number of seats."""

CODES = ("keen", "random", "keen:2", "keen:3")


def white_offers(game: Game) -> tuple[object, object]:
    """What each seat may answer to the white action, in both readings."""
    assert game.roll is not None
    place, announced = position(game), game.roll.announced
    mine = [answers(game, seat) for seat in range(game.seats)]
    seats = range(game.seats)
    return mine, [reading(sr.white_choices(place, seat, announced)) for seat in seats]


def colour_offers(game: Game) -> tuple[object, object]:
    """What the active seat may answer to the colour action, in both readings."""
    assert game.roll is not None
    place, seat, roll = position(game), game.active, game.roll
    theirs = reading(sr.colour_choices(place, seat, roll.whites, dice(roll)))
    return answers(game, seat), theirs


@pytest.mark.parametrize("seats", range(1, 6))
@pytest.mark.parametrize("key", shipped_variants())
def test_both_readings_agree_on_every_offer_and_every_turn(key: str, seats: int) -> None:
    for number in range(GAMES):
        seed = f"{key} {seats} {number}"
        codes = random.Random(seed).choices(CODES, k=seats)
        players = [find_player(code, f"{seed} {i}") for i, code in enumerate(codes)]
        record = play(find_variant(key), players, seed, first=number % seats)
        for turn, result in replay(record):
            mine, theirs = white_offers(turn.rolled)
            assert mine == theirs, f"{seed}, white action of turn {turn.rolled.turn}"
            if turn.middle is not None:
                mine, theirs = colour_offers(turn.middle)
                assert mine == theirs, f"{seed}, colour action of turn {turn.rolled.turn}"
            assert differences(turn, result) == [], seed
