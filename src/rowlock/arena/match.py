"""Who meets whom, how often, with which dice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from rowlock.arena.pieces import Piece, has_kernels, rotations
from rowlock.errors import NotNotation
from rowlock.players import find_player, inform, make_ready
from rowlock.variant import MAX_SEATS, Variant

__all__ = ["Match"]

_FAST_GAMES = 10_000
_SLOW_GAMES = 1_000
_MOST_GAMES = 10**12  # more than a month on a hundred machines


@dataclass(frozen=True)
class Match:
    """What is to be played; everything that could be wrong with it is told at once."""

    variant: Variant
    players: tuple[str, ...]  # as they were named
    seats: int = 2
    games: int | None = None  # at each table, rounded up to whole deals; None: a sensible number
    seed: int = 0

    def __post_init__(self) -> None:
        for code in self.players:
            inform(find_player(code, own=True), "close")
        if len(self.players) < 2:
            raise NotNotation(
                f"expected two players at least, found {len(self.players)}; "
                f"one that is named twice plays against itself"
            )
        if not 1 <= self.seats <= MAX_SEATS:
            raise NotNotation(f"seats: expected 1 to {MAX_SEATS}, found {self.seats}")
        if self.games is not None and not 1 <= self.games <= _MOST_GAMES:
            raise NotNotation(f"games: expected 1 to {_MOST_GAMES:,}, found {self.games}")
        if not -(2**63) <= self.seed < 2**63:
            raise NotNotation(f"seed: expected a number of at most 64 bits, found {self.seed}")
        make_ready(self.players, self.variant, self.seats)

    @property
    def round_robin(self) -> bool:
        """Whether there are more players than seats, so that they take turns."""
        return len(self.players) > self.seats

    @cached_property
    def line_ups(self) -> tuple[tuple[str, ...], ...]:
        """Who sits at each table.

        Every choice of so many players meets; if there are too few, the last one named takes
        the seats that are left.
        """
        if self.round_robin:
            return tuple(dict.fromkeys(combinations(self.players, self.seats)))
        return ((*self.players, *self.players[-1:] * (self.seats - len(self.players))),)

    @cached_property
    def tables(self) -> tuple[Piece, ...]:
        """The deals of each table; no two tables have the same dice.

        So tables do not depend on each other, and what was learnt at each can be added up.
        """
        games = self.games or self._sensible()
        tables: list[Piece] = []
        begin = 0
        for codes in self.line_ups:
            deals = -(-games // len(rotations(codes)))
            fast = has_kernels(self.variant, codes, self.seats)
            dice = range(begin, begin + deals)
            tables.append(Piece(self.variant, codes, self.seed, dice, fast))
            begin += deals
        return tuple(tables)

    @cached_property
    def total(self) -> int:
        """How many games there will be in all."""
        return sum(len(table.deals) * len(rotations(table.codes)) for table in self.tables)

    def _sensible(self) -> int:
        fast = has_kernels(self.variant, self.players, self.seats)
        return _FAST_GAMES if fast else _SLOW_GAMES
