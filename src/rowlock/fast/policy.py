"""What a policy is, and what lies before it while it decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rowlock.errors import IllegalMove
from rowlock.fast.sheets import Sheets, empty_sheets
from rowlock.fast.tables import Int16s, Int32s, Int64s, Tables
from rowlock.fast.turns import Games, empty_games
from rowlock.variant import MAX_SEATS

__all__ = [
    "ASKED",
    "CLOSED",
    "OPEN",
    "NOTED",
    "SPARE",
    "TRIAL_SHEETS",
    "Decide",
    "Desk",
    "Floats",
    "Policy",
    "new_desk",
    "new_memory",
]

Floats: TypeAlias = NDArray[np.float32]


class Desk(NamedTuple):
    """What lies before a policy while it decides; each thread has its own.

    All at a table share it, so whatever is written there is gone at the next question, but for
    `memory`.
    """

    options: Int16s  # the legal decisions, in the order of `Game.legal`
    spare: Int16s  # as long as options, free to write in
    scratch: Floats  # as long as the policy asked for, free to write in
    trial: Sheets  # sheets to try things on, free to write in
    ints: Int32s  # whole numbers, free to write in
    replay: Games  # one game with room for the largest table, free to play on
    memory: Floats  # [seat, place] as many as the policy asked for; then 4 that are not its own
    asked: Int64s  # what the engine notes of a question to somebody's own policy; not to be touched


TRIAL_SHEETS = 160
_INTS = 4096
ASKED = 4
"""What is noted of a question: the seat, how many options, whether it is open, the answer; then
the options; at the end which game it was, and its turn."""
CLOSED, OPEN = 0, 1
"""Whether a question is open."""
NOTED = 3
"""Which game a question is about: its seed, its number and its turn."""
SPARE = 4
"""Numbers behind the memory of a seat that nobody may use: a policy that has asked for too few,
or for none, writes there, and is told."""


def new_memory(size: int) -> Floats:
    """What each seat remembers: `size` numbers and the spare ones."""
    return np.zeros((MAX_SEATS, size + SPARE), np.float32)


def new_desk(t: Tables, scratch: int = 0, memory: int = 0) -> Desk:
    """A desk for any policy with at most this many scratch numbers and numbers of memory."""
    return Desk(
        options=np.empty(t.most_legal, np.int16),
        spare=np.empty(t.most_legal, np.int16),
        scratch=np.zeros(scratch, np.float32),
        trial=empty_sheets(t, TRIAL_SHEETS),
        ints=np.zeros(_INTS, np.int32),
        replay=empty_games(t, MAX_SEATS, 1),
        memory=new_memory(memory),
        asked=np.full(ASKED + t.most_legal + NOTED, -1, np.int64),
    )


Decide: TypeAlias = Callable[[Tables, Games, int, int, Desk, int, Floats, int], int]


@dataclass(frozen=True, eq=False)
class Policy:
    """A kernel that decides, the numbers it is given, and how many more it works with.

    `scratch` are for one decision; `memory` are kept for the seat until the game is over.
    """

    code: str  # its name
    decide: Decide  # the kernel
    numbers: Sequence[float] | Floats = ()  # what it is given; they begin at `start`
    scratch: int = 0  # how many numbers `desk.scratch` holds
    memory: int = 0  # how many numbers `desk.memory` holds for each seat

    def __post_init__(self) -> None:
        if not isinstance(self.code, str) or not self.code:
            raise IllegalMove(f"expected a name for a policy, found {self.code!r:.60}")
        name = f"policy {self.code[:60]!r}"
        if not callable(self.decide):
            raise IllegalMove(f"{name}: expected a kernel that decides, found {self.decide!r:.60}")
        for what, size in (("scratch", self.scratch), ("memory", self.memory)):
            if type(size) is not int or size < 0:
                raise IllegalMove(f"{name}: {what}: expected a number from 0, not {size!r:.60}")
        try:
            flat = np.asarray(self.numbers, np.float32).ndim == 1
        except (TypeError, ValueError):
            flat = False
        if not flat:
            raise IllegalMove(f"{name}: numbers: expected a list of numbers, one after the other")
