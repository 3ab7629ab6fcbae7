"""Extra crosses may be given to a tied row where they lapse: no bot does so without a reason."""

from __future__ import annotations

import numpy as np
import pytest

from rowlock import Game, Roll, find_player, find_variant
from rowlock.bots import trained_codes
from rowlock.fast import compile_variant, find_policy
from rowlock.fast.policy import new_desk
from rowlock.fast.tables import code_of
from rowlock.fast.turns import legal
from rowlock.moves import parse_move
from rowlock.players import player_codes
from rowlock.positions import pack
from rowlock.sheet import Colour

VARIANT = find_variant("bonus_pairs")
TRAINED = trained_codes()
SENSIBLE = sorted({*player_codes(), "rollout:20"} - {"random", "rollout", "solo"})


def asked(start: str, other: str, closed: str, cross: str, roll: str) -> Game:
    """A game of two in which this cross of the first seat has brought a tie."""
    sheets = [VARIANT.sheet(start), VARIANT.sheet(other, seat=1)]
    game = Game.at(VARIANT, sheets, active=1, closed=[Colour[row] for row in closed])
    game = game.rolled(Roll.parse(roll)).game.apply(0, parse_move(cross)).game
    assert game.pending[0]
    return game


TIES = {
    "closed": asked("Y 11 | G 12", "G 12 11 | R 4 5", "R", "G9", "45y1g1b1"),
    "blocked": asked("R 11 | Y 3 11 | G 12 | B 10", "R 4 5 | B 12", "", "G9", "45r1y1g1b1"),
    "closed-late": asked(
        "R 2 4 6 | Y 2 3 5 11 | G 12 11 10 | B 12 11 9", "R 2 3 4 | Y 7", "R", "G9", "45y1g1b1"
    ),
}
"""The first row listed cannot take a cross, another one can."""

BETTER_NOT = asked(
    "R 2 3 4 5 10 | Y 2 3 4 5 6 | G 12 11 10 9 8 7 | B 12 11 10 9 8",
    "R 2 3 4 5 6 7 8 9 | Y 2 3 4 5 6 7 8 9 | G 12 11 10 9 | B 12 11 10",
    "B",
    "Y11",
    "56r1y1g1",
)
"""Two crosses would lock red and end the game with 93 points to 94 and more; in blue they lapse."""


@pytest.mark.parametrize("tie", TIES.values(), ids=TIES)
@pytest.mark.parametrize("code", SENSIBLE)
def test_no_bot_lets_extra_crosses_lapse_by_mistake(code: str, tie: Game) -> None:
    able = tie.able_picks(0)
    assert tie.legal(0)[0] not in able
    for seed in range(25 if code in TRAINED else 1):
        assert find_player(code, str(seed)).decide(tie.view(0), 0) in able


def test_who_looks_ahead_lets_them_lapse_rather_than_lose_at_once() -> None:
    assert [str(pick) for pick in BETTER_NOT.legal(0)] == ["~R", "~B"]
    assert str(find_player("oracle").decide(BETTER_NOT.view(0), 0)) == "~B"
    assert str(find_player("keen").decide(BETTER_NOT.view(0), 0)) == "~R"


@pytest.mark.parametrize("tie", [*TIES.values(), BETTER_NOT], ids=[*TIES, "better-not"])
@pytest.mark.parametrize("code", ["keen", "greedy1", "greedy2", "computational", "ga"])
def test_the_kernels_settle_such_ties_alike(code: str, tie: Game) -> None:
    t = compile_variant(VARIANT)
    games, desk, policy = pack([tie]), new_desk(t), find_policy(code, VARIANT)
    assert policy
    numbers = np.array([*policy.numbers, 0], np.float32)
    count = legal(t, games, 0, 0, desk.options)
    assert count == len(tie.legal(0))
    told = policy.decide(t, games, 0, 0, desk, count, numbers, 0)
    assert told == code_of(find_player(code).decide(tie.view(0), 0), VARIANT.page(0))
