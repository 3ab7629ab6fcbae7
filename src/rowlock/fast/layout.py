"""Where the built-in policies keep their numbers on a desk: one layout, with names.

A desk has arrays of numbers that any policy may use while it decides. What a name stands for is
the place where its part of such an array begins.
"""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

from rowlock.fast.net import DEEP, HEADS, NARROW, WIDE
from rowlock.fast.policy import TRIAL_SHEETS
from rowlock.variant import MAX_SEATS

__all__ = ["ORACLE", "ORACLE_INTS", "ORACLE_SHEETS", "PLAN", "ROLLOUT_INTS", "VALUES"]

_MOST_OPTIONS = 40  # four colours, two sums, four rows, and the pass: 33
_MOST_FEATURES = 128  # of a sheet
_ROOM = 256  # for options of any kind

VALUES = 1 + HEADS
"""The numbers that the trained player writes for each option: its value, then the heads."""


def _begins(*sizes: int) -> tuple[int, ...]:
    """Where parts of these sizes begin, one behind the other; at last where they end."""
    return tuple(accumulate(sizes, initial=0))


class OracleNumbers(NamedTuple):
    """The trained player's part of `desk.scratch`."""

    others: int  # [NARROW] the layer of all others
    other: int  # [NARROW] that of one of them
    start: int  # [WIDE] the own layer before the decision
    here: int  # [WIDE] that of a candidate
    deep: int  # [DEEP]
    values: int  # [option, VALUES] what each option is worth
    size: int


ORACLE = OracleNumbers(*_begins(NARROW, NARROW, WIDE, WIDE, DEEP, _MOST_OPTIONS * VALUES))


class OracleSheets(NamedTuple):
    """The trained player's part of `desk.trial`."""

    table: int  # [seat] its sheet, as it is assumed to be at the end of the turn
    likely: int  # [seat] its sheet after what it would do
    sudden: int  # [1] that of whoever rolled, after its white decision alone
    first: int  # what the options lead to
    second: int  # what the colour action makes of one of them
    size: int


ORACLE_SHEETS = OracleSheets(
    *_begins(MAX_SEATS, MAX_SEATS, 1, 64, TRIAL_SHEETS - 2 * MAX_SEATS - 65)
)


class OracleInts(NamedTuple):
    """The trained player's part of `desk.ints`."""

    own: int  # the features of the sheet that the values start from
    new: int  # those of a candidate
    options: int
    origin: int  # [trial sheet] the option it comes from
    closed: int  # [1] the rows that were closed when the start was worked out; -1: not yet
    sudden: int  # [1] 1: what whoever rolled would do is known, and a lock may forestall it
    size: int


ORACLE_INTS = OracleInts(*_begins(_MOST_FEATURES, _MOST_FEATURES, _ROOM, TRIAL_SHEETS, 1, 1))


class RolloutInts(NamedTuple):
    """The part of `desk.ints` of the player who plays games to their end."""

    options: int
    wins: int  # [option] sums of what it brought
    margins: int  # [option]
    size: int


ROLLOUT_INTS = RolloutInts(*_begins(_ROOM, _ROOM, _ROOM))


class Plan(NamedTuple):
    """A plan of `ga`, of which many lie in `desk.ints`, one behind the other.

    There are at most 9 x 33: four rows and as many offered ones or none, then four colours with
    two sums in four rows or none.
    """

    marks: int  # [row]
    misses: int
    points: int
    option: int  # the place of its decision among the options
    size: int


PLAN = Plan(*_begins(4, 1, 1, 1))
