"""Anybody's own policy, checked: that it can be asked, that it answers with an option, and that
it leaves the game and the memory of others alone.

The built-in policies are not checked here: tests compare them with their twins, move by move.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from rowlock.dice import Roll
from rowlock.errors import PlayerFailed, RowlockError, told_position
from rowlock.fast.jit import compiles, kernel, kernel_beside, kernel_of_kernels, load_numba
from rowlock.fast.policy import (
    ASKED,
    CLOSED,
    NOTED,
    OPEN,
    SPARE,
    Decide,
    Desk,
    Floats,
    Policy,
)
from rowlock.fast.tables import NOTHING, Tables, decision_of
from rowlock.fast.turns import WHITE, Games
from rowlock.sheet import Sheet
from rowlock.variant import Variant

__all__ = ["NotAnOption", "Overstepped", "checked", "explained", "prepare"]

_WIDTH = 300  # characters of a compiler's complaint
_DEEP = 3  # a desk holds a game, which holds sheets
_LIMIT = 2**63
_PLAIN = 2**40 - 1  # of a number below it the compiler knows that it is not negative
_WEIGHTS = tuple(0x9E3779B97F4A7C15 * n * n * n >> n + 3 & _LIMIT - 1 | 1 for n in range(3, 11))
"""Odd numbers at random: no two slips in one decision make up for each other."""


class NotAnOption(Exception):
    """A policy returned something else than one of its options."""


class Overstepped(Exception):
    """A policy wrote where it must not; says where."""


def _plain_whole(code: int) -> int:
    kind = isinstance(code, int | np.integer) and not isinstance(code, bool)
    if not kind or not -_LIMIT <= code < _LIMIT:
        raise NotAnOption(repr(code)[:60])
    return int(code)


@kernel_beside(_plain_whole)
def whole(code: int) -> int:
    """The answer of a policy as a whole number."""
    return int(code)  # compiled, its type was checked before anything was played


@kernel
def fingerprint(games: Games, i: int) -> int:
    """A number that changes with whatever a policy might change in a game."""
    found = int(games.seed[i]) * _WEIGHTS[0] + int(games.number[i]) * _WEIGHTS[1]
    found += (int(games.turn[i]) ^ int(games.active[i]) << 32 ^ int(games.phase[i]) << 40) * 5
    found += (int(games.closed[i]) ^ int(games.waiting[i]) << 32) * _WEIGHTS[2]
    for die in range(6):
        found += int(games.roll[i, die]) << 8 * die
    for seat in range(games.seats):
        k = i * games.seats + seat & _PLAIN
        marks, free, sheets = games.sheets.marks, games.sheets.free, games.sheets
        found = found * 3 + int(sheets.struck[k]) * 7
        found += (
            int(sheets.misses[k]) ^ int(sheets.locks[k]) << 16 ^ int(sheets.page[k]) << 24
        ) * _WEIGHTS[3]
        found += (int(marks[k, 0]) ^ int(marks[k, 1]) << 32) * _WEIGHTS[4]
        found += (int(marks[k, 2]) ^ int(marks[k, 3]) << 32) * _WEIGHTS[5]
        found += (int(free[k, 0]) ^ int(free[k, 1]) << 32) * _WEIGHTS[6]
        found += (int(free[k, 2]) ^ int(free[k, 3]) << 32) * _WEIGHTS[7]
    return found


@cache
def checked(decide: Decide) -> Decide:
    """The same policy, who is refused what it was not offered.

    What it was offered is noted first: it might write over its options.
    """

    @kernel_of_kernels
    def ask(
        t: Tables,
        games: Games,
        i: int,
        seat: int,
        desk: Desk,
        count: int,
        numbers: Floats,
        start: int,
    ) -> int:
        asked = desk.asked
        asked[0], asked[1], asked[2], asked[3] = seat, count, OPEN, NOTHING
        for place in range(count):
            asked[ASKED + place] = desk.options[place]
        asked[-3], asked[-2], asked[-1] = games.seed[i], games.number[i], games.turn[i]
        before = fingerprint(games, i)
        code = whole(decide(t, games, i, seat, desk, count, numbers, start))
        if fingerprint(games, i) != before:
            raise Overstepped("it changed the game itself")
        for place in range(desk.memory.shape[1] - SPARE, desk.memory.shape[1]):
            if desk.memory[seat, place] != 0:
                raise Overstepped("it wrote behind the end of desk.memory[seat]")
        for place in range(count):
            if asked[ASKED + place] == code:
                asked[2] = CLOSED
                return code
        asked[3] = code
        raise NotAnOption

    return ask


def prepare(policy: Policy, t: Tables, games: Games, desk: Desk, numbers: Floats) -> None:
    """Compile somebody's own policy by itself, so that whatever is wrong with it is told of it."""
    if not compiles():
        return
    decide: Any = getattr(policy.decide, "dispatcher", policy.decide)
    if not hasattr(decide, "nopython_signatures"):
        raise PlayerFailed(
            f"policy {policy.code!r} cannot be compiled: expected a kernel; put @kernel of "
            f"rowlock.fast above {getattr(decide, '__name__', 'what decides')!r}"
        )
    numba = load_numba()
    integer = numba.int64
    table, board, paper, given = map(numba.typeof, (t, games, desk, numbers))
    kinds = (table, board, integer, integer, paper, integer, given, integer)
    try:
        decide.compile(kinds)
    except Exception as error:  # of many kinds, and from deep inside the compiler
        raise PlayerFailed(
            f"policy {policy.code!r} cannot be compiled: {_shortened(str(error))}"
        ) from error
    found = decide.overloads[kinds].signature.return_type
    if not isinstance(found, numba.types.Integer):
        raise PlayerFailed(
            f"policy {policy.code!r} failed: expected it to return one of its options, a whole "
            f"number such as int(desk.options[0]); it returns {found!s:.60}"
        )


def _shortened(complaint: str) -> str:
    """What a compiler complains of, and where: it says far more, which is found in the cause."""
    lines = [" ".join(line.split()) for line in complaint.splitlines()]
    said = [line for line in lines if line and not line.startswith(("Failed in", "^", "-"))]
    text = " ".join(dict.fromkeys(said))
    for _ in range(_DEEP):  # of what is passed around the name will do
        text = re.sub(r"\b(Desk|Games|Sheets|Tables)\((?:[^()]|\([^()]*\))*\)", r"\1", text)
    if "NRT required" in text:
        text = (
            "a kernel makes no lists, strings, dictionaries or arrays: it has numbers, tuples and "
            "what lies on its desk (desk.scratch, desk.ints, desk.spare, desk.trial)"
        )
    reason = re.split(r" There are \d+ candidate| During: | File \"", text)[0]
    places = re.findall(r'File "([^"]+)", line (\d+):', complaint)
    where = " ({}, line {})".format(*places[-1]) if places else ""
    return f"{reason[:_WIDTH]}{where}; uncompiled, with NUMBA_DISABLE_JIT=1, it may tell more"


def explained(
    error: Exception, policies: Sequence[Policy], variant: Variant, games: Games, desk: Desk
) -> Exception:
    """What to raise when a game broke off: the policy's name, where it was, and what was legal."""
    asked = [int(number) for number in desk.asked]
    seat, count, state, code = asked[:ASKED]
    if state != OPEN or isinstance(error, RowlockError):
        return error  # nobody's own policy was asked: a mistake of the engine
    page = variant.page(seat)
    options = asked[ASKED : ASKED + count]
    legal = ", ".join(f"{option} ({decision_of(option, page)})" for option in options)
    name = f"policy {policies[seat].code!r}"
    if isinstance(error, NotAnOption):
        found = str(error) or str(code)
        said = f"{name} failed: asked to decide, expected one of {legal}, found {found}"
    elif isinstance(error, Overstepped):
        # Told from what was noted before: the game is no longer what it was.
        seed, number, turn = asked[-NOTED:]
        return PlayerFailed(
            f"{name} failed: asked to decide, expected it to write on its desk alone, where it "
            f"has memory={policies[seat].memory}, and to return one of {legal}; {error}; "
            f"game {seed}:{number}, turn {turn}, seat {seat + 1}"
        )
    else:
        said = (
            f"{name} failed to decide: {type(error).__name__}: {error!s:.200}; "
            f"it could have returned one of {legal}"
        )
    return PlayerFailed(f"{said}; {_position(variant, games, seat)}")


def _position(variant: Variant, games: Games, seat: int) -> str:
    sheets = []
    for other in range(games.seats):
        sealed = other != seat and games.phase[0] == WHITE
        marks = games.before_marks if sealed else games.sheets.marks
        struck = games.before_struck if sealed else games.sheets.struck
        crossed = tuple(int(bits) for bits in marks[other])
        misses = int(games.sheets.misses[other])
        sheets.append(Sheet(variant.page(other), crossed, misses, int(struck[other])))
    first, second, *colours = (int(die) for die in games.roll[0])
    said = told_position(
        int(games.turn[0]),
        "white" if games.phase[0] == WHITE else "colour",
        Roll((first, second), tuple(colours)),
        int(games.active[0]),
        seat,
        sheets,
    )
    return f"game {int(games.seed[0])}:{int(games.number[0])}, {said}"
