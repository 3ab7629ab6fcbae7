"""Policies that do what they must not, and what is said of each."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from rowlock import PlayerFailed
from rowlock.fast import Batch, Policy, Tables, compiles, find_policy, kernel
from rowlock.fast.policy import Desk, Floats
from rowlock.fast.turns import Games
from rowlock.lots import SeatLots
from rowlock.players import play
from rowlock.players.plugged import Plugged
from tests.twins.variants import variant_of

__all__ = ["ILLEGAL", "OTHERS", "check_batch", "check_meddling", "check_others", "failure"]

CLASSIC = variant_of("classic")


@kernel
def misbehave(
    t: Tables, games: Games, i: int, seat: int, desk: Desk, count: int, numbers: Floats, start: int
) -> int:
    """Well for three turns, and then as its number says."""
    how = int(numbers[start])
    first = int(desk.options[0])
    if games.turn[i] <= 3 or how == 0:
        return first
    if how == 1:
        return 999
    if how == 2:
        return 3 * 32 + 10  # the lock of blue
    if how == 3:
        return -7
    if how == 4:
        return 1 << 40
    if how == 5:
        desk.options[0] = 31
        return 31
    if how == 6:
        return -2
    raise ValueError("out of ideas")


ILLEGAL = {1: "999", 2: "106", 3: "-7", 4: "1099511627776", 5: "31", 6: "-2"}
"""What each of its ways returns."""


@kernel
def of_a_float(
    t: Tables, games: Games, i: int, seat: int, desk: Desk, count: int, numbers: Floats, start: int
) -> float:
    return float("nan") if count else float(desk.options[0])


@kernel
def of_nothing(
    t: Tables, games: Games, i: int, seat: int, desk: Desk, count: int, numbers: Floats, start: int
) -> None:
    desk.spare[0] = 0


@kernel
def of_truth(
    t: Tables, games: Games, i: int, seat: int, desk: Desk, count: int, numbers: Floats, start: int
) -> bool:
    return bool(count)


@kernel
def misspelt(
    t: Tables, games: Games, i: int, seat: int, desk: Desk, count: int, numbers: Floats, start: int
) -> int:
    return int(desk.optoins[0])  # type: ignore[attr-defined] # that is the point


def no_kernel(
    t: Tables, games: Games, i: int, seat: int, desk: Desk, count: int, numbers: Floats, start: int
) -> int:
    return int(desk.options[0])


@kernel
def meddle(
    t: Tables, games: Games, i: int, seat: int, desk: Desk, count: int, numbers: Floats, start: int
) -> int:
    """Write somewhere in turn 4, as its number says."""
    how, k, other = int(numbers[start]), i * games.seats + seat, i * games.seats + 1 - seat
    if games.turn[i] == 4:
        if how == 0:
            desk.memory[seat, 0] += 1
        elif how == 1:
            games.sheets.misses[k] = -100
        elif how == 2:
            games.sheets.marks[other, 2] |= 1
        elif how == 3:
            games.closed[i] |= 2
        elif how == 4:
            games.seed[i] = 9
        elif how == 5:
            games.roll[i, 5] ^= 1
        elif how == 6:
            games.sheets.free[k, 3] = 0
        elif how == 7:
            games.draws[k] += 1
            desk.scratch[0] = desk.trial.misses[0] = desk.ints[5] = desk.options[1] = 7
            desk.memory[seat, 1] = desk.replay.turn[0] = 7
    return int(desk.options[0])


@kernel
def with_a_list(
    t: Tables, games: Games, i: int, seat: int, desk: Desk, count: int, numbers: Floats, start: int
) -> int:
    mine = [int(desk.options[0]), 2]
    return mine[0]


@kernel
def endless(
    t: Tables, games: Games, i: int, seat: int, desk: Desk, count: int, numbers: Floats, start: int
) -> int:
    while count < 1000:
        desk.ints[0] ^= 1
    return int(desk.options[0])


OTHERS: dict[str, tuple[Callable[..., object], str, str]] = {
    "float": (of_a_float, "it returns float64", "found nan"),
    "nothing": (of_nothing, "it returns none", "found None"),
    "truth": (of_truth, "it returns bool", "found True"),
    "misspelt": (
        misspelt,
        r"cannot be compiled: Unknown attribute 'optoins' of type Desk"
        r" \(\S*misbehaving.py, line \d+\); uncompiled, with NUMBA_DISABLE_JIT=1, it may",
        "AttributeError: .*optoins",
    ),
}
"""Each with what is said of it where there is a compiler, and where there is none."""


def failure(policy: Policy) -> str:
    """What is said when this policy plays in a batch."""
    keen = find_policy("keen", CLASSIC)
    assert keen
    with pytest.raises(PlayerFailed) as caught:
        Batch(CLASSIC, [keen, policy], seed=1).play(range(50), threads=2)
    return str(caught.value)


def check_batch() -> None:
    """Every illegal code is refused with the name, the position and what was legal."""
    for how, found in ILLEGAL.items():
        said = failure(Policy(f"bad {how}", misbehave, (how,)))
        assert said == (
            f"policy 'bad {how}' failed: asked to decide, "
            f"expected one of 71 (G5), 103 (B5), -1 (-), found {found}; game 1:0, "
            f"turn 4, white action of 23r1y3g4b3, seat 2 (its own roll); "
            f"sheets 1: R 4 | Y 2 3 | G | B, 2: R 9 | Y 8 9 | G | B"
        ), said
    said = failure(Policy("bad", misbehave, (7,)))
    assert said.startswith(
        "policy 'bad' failed to decide: ValueError: out of ideas; "
        "it could have returned one of 71 (G5), 103 (B5), -1 (-); game 1:0, turn 4"
    ), said


def check_meddling() -> None:
    """Whoever changes the game, or writes behind its memory, is no winner but told."""
    for how in range(7):
        said = failure(Policy(f"bad {how}", meddle, (how,)))
        what = "it changed the game itself" if how else "it wrote behind the end of desk.memory"
        assert said.startswith(
            f"policy 'bad {how}' failed: asked to decide, expected it to write on its desk alone, "
            f"where it has memory=0, and to return one of 71 (G5), 103 (B5), -1 (-); {what}"
        ), said
        assert said.endswith("; game 1:0, turn 4, seat 2"), said
    keen = find_policy("keen", CLASSIC)
    assert keen
    mine = Policy("fine", meddle, (7,), scratch=1, memory=2)
    assert Batch(CLASSIC, [keen, mine], seed=1).play(range(3)).turns.all()
    bad = Plugged(Policy("bad", meddle, (1,)), SeatLots(1, 1, 0))
    with pytest.raises(PlayerFailed, match=r"it changed the game itself; game 1:1, turn 4, seat 1"):
        play(CLASSIC, [bad], 1)


def check_others() -> None:
    """Whoever returns no whole number, or cannot be compiled, is told by name."""
    for name, (decide, compiled, plain) in OTHERS.items():
        policy = Policy(name, decide)  # type: ignore[arg-type] # that is the point
        with pytest.raises(
            PlayerFailed, match=f"^policy '{name}' .*{compiled if compiles() else plain}"
        ):
            play(CLASSIC, [Plugged(policy, SeatLots(1, 1, 0))], 1)
    if compiles():
        said = failure(Policy("plain", no_kernel))
        assert said == (
            "policy 'plain' cannot be compiled: expected a kernel; "
            "put @kernel of rowlock.fast above 'no_kernel'"
        )
        assert re.match(
            r"policy 'list' cannot be compiled: a kernel makes no lists, strings, dictionaries or "
            r"arrays: it has numbers, tuples and what lies on its desk \(desk.scratch, .*\)",
            failure(Policy("list", with_a_list)),
        )
