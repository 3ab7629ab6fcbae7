"""The kernel that plays games to their end: alike in both engines, and blind to what is to come."""

from __future__ import annotations

import json

import numpy as np
import pytest

from rowlock.dice import Roll
from rowlock.fast import Batch, Policy, compile_variant, find_policy
from rowlock.fast.asking import ask_rollout
from rowlock.fast.policies import BUILT_IN
from rowlock.fast.policy import new_desk
from rowlock.fast.rollout import decide_rollout, rollout_numbers
from rowlock.fast.tables import code_of
from rowlock.fast.turns import Games
from rowlock.game import Game
from rowlock.moves import parse_move
from rowlock.positions import pack
from tests.fast.processes import UNCOUNTED, plainly, python
from tests.twins.test_batches import batch_of, check
from tests.twins.variants import VARIANTS, variant_of

CLASSIC = variant_of("classic")


@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_games_are_the_same_in_both_engines(key: str, seats: int) -> None:
    codes = ("rollout:3", "rollout:1", "random", "keen")[:seats]
    check(
        batch_of(variant_of(key), codes, seed=-9, first=seats - 1), codes, range(2**34, 2**34 + 2)
    )


def test_a_table_of_eight_has_room_on_the_desk() -> None:
    codes = ("rollout:1", *["keen"] * 6, "rollout:2")
    check(batch_of(variant_of("everything"), codes), codes, range(1))


def test_without_a_compiler_it_decides_the_same() -> None:
    told = plainly(
        "from tests.twins.test_batches import batch_of\n"
        "from tests.twins.variants import variant_of\n"
        "print(batch_of(variant_of('bonus_pairs'), ('rollout:2', 'keen')).decisions(5))\n"
    )
    batch = batch_of(variant_of("bonus_pairs"), ("rollout:2", "keen"))
    assert told.strip() == str(batch.decisions(5))


@pytest.mark.parametrize(
    ("code", "playouts"), [("rollout", 100), ("rollout:1", 1), ("rollout:9999", 9999)]
)
def test_the_number_of_its_code_is_that_of_its_games(code: str, playouts: int) -> None:
    policy = find_policy(code, CLASSIC)
    assert policy
    assert policy.decide in BUILT_IN
    assert tuple(policy.numbers) == rollout_numbers(playouts)


@pytest.mark.parametrize(
    "code", ["rollout:", "rollout:0", "rollout:01", "rollout:10000", "rollout:x"]
)
def test_any_other_number_is_no_code(code: str) -> None:
    assert find_policy(code, CLASSIC) is None


def decided(games: Games, seat: int, playouts: int = 20) -> int:
    t = compile_variant(CLASSIC)
    numbers = np.array(rollout_numbers(playouts), np.float32)
    return int(ask_rollout(t, games, seat, new_desk(t), numbers))


def test_lots_are_drawn_for_each_game_and_not_for_each_decision() -> None:
    games = pack([Game.start(CLASSIC, 2).rolled(Roll.parse("34r1y2g3b4")).game])
    decided(games, 1, playouts=7)
    decided(games, 1, playouts=5)
    assert games.draws.tolist() == [0, 12]


def test_a_decision_changes_nothing_but_the_lots() -> None:
    games = pack([Game.start(CLASSIC, 3).rolled(Roll.parse("34r1y2g3b4")).game])
    before = pack([Game.start(CLASSIC, 3).rolled(Roll.parse("34r1y2g3b4")).game])
    decided(games, 1)
    games.draws[1] = 0
    for mine, was in zip((*games.sheets, *games[1:]), (*before.sheets, *before[1:])):
        assert np.asarray(mine).tolist() == np.asarray(was).tolist()


@pytest.mark.parametrize("seed", range(5))
def test_what_others_have_sealed_is_not_looked_at(seed: int) -> None:
    """R12 wins with 56 points against 49; against the 64 that are sealed it would lose."""
    green = "G 12 11 10 9 8 2"
    texts = (f"R 2 3 4 5 6 | {green}", f"Y 2 3 4 5 6 7 | {green}")
    sheets = [CLASSIC.sheet(text, seat) for seat, text in enumerate(texts)]
    game = Game.at(CLASSIC, sheets, active=1).rolled(Roll.parse("11r1y1b1")).game
    open_game, sealed = pack([game]), pack([game])
    # As if the other had crossed in all rows, in secret.
    sealed.sheets.marks[1] |= 0b11111100000
    for games in (open_game, sealed):
        games.seed[0] = seed
    assert decided(open_game, 0, 3) == decided(sealed, 0, 3)


_SPY = """
import json
from rowlock.fast import policies, rollout, turns
from rowlock.lots import DICE, philox
from tests.twins.test_batches import batch_of
from tests.twins.variants import variant_of

asked = []

def spy(seed, game, index, stream):
    asked.append((int(seed), int(game), int(index), int(stream)))
    return philox(seed, game, index, stream)

turns.draw = rollout.draw = policies.draw = spy
batch_of(variant_of("classic"), ("rollout:2", "rollout:1"), seed=8).decisions(6)
print(json.dumps(asked))
"""


def test_the_dice_to_come_are_never_looked_at() -> None:
    """All that is drawn while a game is played: its own dice once each, in their turn.

    A player who looked ahead would draw them before, or once more.
    """
    told = python("-c", _SPY, NUMBA_DISABLE_JIT="1", **UNCOUNTED).stdout
    asked = [tuple(lot) for lot in json.loads(told)]
    dice = [index for seed, game, index, stream in asked if stream == 0]
    assert len(dice) > 5
    assert dice in ([*range(len(dice))], [0, *range(len(dice) - 1)])
    others = [lot for lot in asked if lot[3] != 0]
    assert len(others) > 50 * len(dice)
    assert {stream for *_, stream in others} == {1, 2}


def test_with_other_lots_it_may_decide_otherwise() -> None:
    game = Game.start(CLASSIC, 2).rolled(Roll.parse("34r1y2g3b4")).game
    found = set()
    for seed in range(40):
        games = pack([game])
        games.seed[0] = seed
        found.add(decided(games, 0, 1))
    assert len(found) > 1


def test_its_policy_can_be_made_by_anybody() -> None:
    mine = Policy("mine", decide_rollout, rollout_numbers(2))
    ours = find_policy("rollout:2", CLASSIC)
    keen = find_policy("keen", CLASSIC)
    assert ours
    assert keen
    one, two = Batch(CLASSIC, [keen, mine]), Batch(CLASSIC, [keen, ours])
    assert one.decisions(3) == two.decisions(3)


def test_a_winning_end_is_taken_with_any_number_of_games() -> None:
    """The other is going to lock and has 46 points then: 56 win, 43 or 44 do not."""
    other = "R 2 3 4 5 6 | Y 2 3 4 5 6 | B 11 10"
    texts = ("R 2 3 4 5 6 | G 12 11 10 9 8 2", other)
    sheets = [CLASSIC.sheet(text, seat) for seat, text in enumerate(texts)]
    game = Game.at(CLASSIC, sheets, active=1).rolled(Roll.parse("66r1y1b1")).game
    for playouts in (1, 2, 50):
        assert decided(pack([game]), 0, playouts) == code_of(parse_move("R12"), CLASSIC.page(0))
