"""The player who plays games to their end before it decides."""

from __future__ import annotations

import random
import sys
from dataclasses import replace

import pytest

from rowlock import Game, Roll, UnknownPlayer, find_player, find_variant, play
from rowlock.bots import all_bots
from rowlock.lots import SeatLots
from rowlock.players import Rollout, make_ready, table_bots
from rowlock.rules import Rule

CLASSIC = find_variant("classic")
SLOW = [bot.code for bot in all_bots() if bot.slow]
GREEN = "G 12 11 10 9 8 2"  # locked


def at(*texts: str, roll: str, active: int = 0) -> Game:
    sheets = [CLASSIC.sheet(text, seat) for seat, text in enumerate(texts)]
    return Game.at(CLASSIC, sheets, active).rolled(Roll.parse(roll)).game


def says(game: Game, seat: int, playouts: int = 20, seed: int = 0) -> str:
    return str(Rollout(playouts, SeatLots(seed, 0, seat)).decide(game.view(seat), seat))


@pytest.mark.parametrize("playouts", [1, 5, 300])
@pytest.mark.parametrize("seed", range(3))
def test_a_lock_that_wins_is_taken(playouts: int, seed: int) -> None:
    """The other is going to lock and has 46 points then: 56 win, 43 or 44 do not."""
    other = "R 2 3 4 5 6 | Y 2 3 4 5 6 | B 11 10"
    game = at(f"R 2 3 4 5 6 | {GREEN}", other, roll="66r1y1b1", active=1)
    assert says(game, 0, playouts, seed) == "R12"


@pytest.mark.parametrize("seed", range(3))
def test_a_lock_that_loses_is_not_taken_while_there_is_hope(seed: int) -> None:
    """With R12 it would end at 28 against 31."""
    game = at("R 2 3 4 5 6", f"Y 2 3 | {GREEN}", roll="66r1y1b1", active=1)
    assert says(game, 0, 50, seed) in ("B12", "-")


def in_colour_action(*texts: str, roll: str) -> Game:
    """After everybody has passed in the white action."""
    game = at(*texts, roll=roll)
    for seat in range(len(texts)):
        game = game.apply(seat, game.legal(seat)[-1]).game
    assert len(game.legal(0)) > 3
    return game


THREE_MISSES = "R 2 3 4 5 6 7 8 9 | x3"


@pytest.mark.parametrize("seed", range(3))
def test_a_miss_that_loses_is_avoided(seed: int) -> None:
    """The fourth miss would end the game at 16 against 28."""
    game = in_colour_action(THREE_MISSES, "R 2 3 4 5 6 7 8", roll="55r6y6g6b6")
    assert says(game, 0, 50, seed) != "-"


@pytest.mark.parametrize("seed", range(3))
def test_a_miss_that_wins_is_taken(seed: int) -> None:
    """It ends the game at 16 against 15, and who knows what else would come."""
    game = in_colour_action(THREE_MISSES, "R 2 3 4 5 6", roll="55r6y6g6b6")
    assert says(game, 0, 50, seed) == "-"


def test_alone_it_plays_for_points() -> None:
    game = at("R 2 3 4 5 6 7 8 9 10 11", roll="66r1y1g1b1")
    assert says(game, 0, 20) == "R12"


def test_a_single_decision_needs_no_lots() -> None:
    game = at("R 11 | Y 11 | G 3 | B 3", "", roll="11r1y1g1b1", active=1)
    player = Rollout(5, SeatLots(1, 2, 0))
    assert [str(player.decide(game.view(0), 0))] == ["-"] == list(map(str, game.legal(0)))
    assert player.lots.drawn == 0
    player.decide(game.view(1), 1)
    assert player.lots.drawn == 5


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    def game(seed: int | str) -> str:
        return play(CLASSIC, [find_player("rollout:2", seed), find_player("keen")], 8).write()

    assert game(1) == game(1)
    assert game("a b") == game("a b")
    assert len({game(seed) for seed in range(4)}) > 1
    assert Rollout(2, random.Random(4)).lots.seed < 2**63


@pytest.mark.parametrize(
    ("code", "playouts"), [("rollout", 100), ("rollout:1", 1), ("rollout:9999", 9999)]
)
def test_its_number_is_that_of_its_code(code: str, playouts: int) -> None:
    player = find_player(code)
    assert isinstance(player, Rollout)
    assert player.playouts == playouts


@pytest.mark.parametrize("code", ["rollout:", "rollout:0", "rollout:01", "rollout:10000"])
def test_any_other_number_is_refused(code: str) -> None:
    with pytest.raises(UnknownPlayer, match=f"no player is called '{code}'"):
        find_player(code)


def test_nobody_is_offered_it_at_a_table() -> None:
    assert not set(SLOW) & set(table_bots())


@pytest.mark.parametrize("code", SLOW)
def test_without_numpy_it_is_said_what_to_install(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("rowlock.fast")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(UnknownPlayer) as refused:
        find_player(code)
    assert refused.value.message == (
        f"{code} needs more packages (numpy is missing): pip install 'rowlock[fast]'"
    )


class Twinless(Rule):
    """A rule that only the readable engine knows."""


@pytest.mark.parametrize("code", ["rollout", "rollout:5", "mine:prudent"])
def test_whoever_decides_by_kernels_refuses_a_rule_without_a_twin_before_the_game(
    code: str,
) -> None:
    make_ready(["keen", code], CLASSIC, 2)
    twinless = replace(CLASSIC, rules=(Twinless(),))
    make_ready(["keen", "class:mine.Bot"], twinless, 2)
    said = f"{code.removesuffix(':5')} cannot play here: the fast engine has no twin of the rule"
    with pytest.raises(UnknownPlayer, match=said):
        make_ready(["keen", code], twinless, 2)
