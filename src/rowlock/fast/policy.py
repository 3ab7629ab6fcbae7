"""What a policy is, and what lies before it while it decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rowlock.fast.sheets import Sheets, empty_sheets
from rowlock.fast.tables import Int16s, Int32s, Tables
from rowlock.fast.turns import Games, empty_games
from rowlock.variant import MAX_SEATS

__all__ = ["TRIAL_SHEETS", "Decide", "Desk", "Floats", "Policy", "new_desk"]

Floats: TypeAlias = NDArray[np.float32]


class Desk(NamedTuple):
    """What lies before a policy while it decides; each thread has its own."""

    options: Int16s  # the legal decisions, in the order of `Game.legal`
    spare: Int16s  # as long as options, free to write in
    scratch: Floats  # as long as the policy asked for, free to write in
    trial: Sheets  # TRIAL_SHEETS of them, free to write in
    jots: Int32s  # so many whole numbers, free to write in
    replay: Games  # one game with room for the largest table, free to play on


TRIAL_SHEETS = 160
_JOTS = 4096


def new_desk(t: Tables, scratch: int = 0) -> Desk:
    """A desk for any policy that works with so many numbers."""
    return Desk(
        options=np.empty(t.most_legal, np.int16),
        spare=np.empty(t.most_legal, np.int16),
        scratch=np.zeros(scratch, np.float32),
        trial=empty_sheets(t, TRIAL_SHEETS),
        jots=np.zeros(_JOTS, np.int32),
        replay=empty_games(t, MAX_SEATS, 1),
    )


Decide: TypeAlias = Callable[[Tables, Games, int, int, Desk, int, Floats, int], int]


@dataclass(frozen=True, eq=False)
class Policy:
    """A kernel that decides, the numbers it is given, and how many more it works with."""

    code: str
    decide: Decide
    numbers: Sequence[float] | Floats = ()
    scratch: int = 0
