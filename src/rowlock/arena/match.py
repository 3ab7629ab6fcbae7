"""Who meets whom, how often, with which dice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from rowlock.arena.pieces import Piece, has_kernels, rotations
from rowlock.bots import find_bot
from rowlock.errors import NotNotation
from rowlock.fast import Policy, find_policy
from rowlock.players import find_player, inform, is_own, make_ready
from rowlock.review.luck import valuer_of
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
    policies: tuple[Policy, ...] = ()  # whose codes are among the players, and mean these
    adjusted: bool = False  # whether the luck of the dice is taken out

    @classmethod
    def between(
        cls,
        variant: Variant,
        players: Iterable[str | Policy],
        seats: int = 2,
        games: int | None = None,
        seed: int = 0,
        adjusted: bool = False,
    ) -> Match:
        """A match of players by code, or as policies, which are then known by their codes."""
        codes: list[str] = []
        policies: list[Policy] = []
        for player in players:
            if isinstance(player, Policy):
                codes.append(player.code)
                policies.append(player)
            elif isinstance(player, str):
                codes.append(player)
            else:
                raise NotNotation(
                    f"expected the code of a player or a Policy, found {player!r:.60}; "
                    f"a class is named by its module, such as class:mybot.Mine"
                )
        own = tuple(dict.fromkeys(policies))
        return cls(variant, tuple(codes), seats, games, seed, own, adjusted)

    def __post_init__(self) -> None:
        given = {policy.code for policy in self.policies}
        if len(given) < len(self.policies):
            raise NotNotation(
                f"expected policies of different names, found "
                f"{', '.join(sorted(policy.code for policy in self.policies))}"
            )
        for policy in self.policies:
            if self._misleads(policy):
                raise NotNotation(
                    f"a policy of your own needs a name of its own, not {policy.code!r:.60}"
                )
        for code in self.players:
            if code not in given:
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
        if self.adjusted:
            valuer_of(self.variant, self.seats)  # or it says that there is none
        make_ready(self.players, self.variant, self.seats)

    def _misleads(self, policy: Policy) -> bool:
        """Whether a policy is called like another player; those of the house may be given too."""
        known = find_policy(policy.code, self.variant, self.seats)
        if known is not None and known.decide is policy.decide:
            return list(known.numbers) != list(policy.numbers)
        return is_own(policy.code) or find_bot(policy.code) is not None

    @property
    def round_robin(self) -> bool:
        """Whether there are more players than seats, so that they take turns."""
        return len(self.players) > self.seats

    @cached_property
    def line_ups(self) -> tuple[tuple[str, ...], ...]:
        """Who sits at each table.

        Every choice of that many players meets; if there are too few, the last one named takes
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
            here = tuple(policy for policy in self.policies if policy.code in codes)
            fast = has_kernels(self.variant, codes, self.seats, here)
            dice = range(begin, begin + deals)
            tables.append(Piece(self.variant, codes, self.seed, dice, fast, here, self.adjusted))
            begin += deals
        return tuple(tables)

    @cached_property
    def total(self) -> int:
        """How many games there will be in all."""
        return sum(len(table.deals) * len(rotations(table.codes)) for table in self.tables)

    def _sensible(self) -> int:
        fast = has_kernels(self.variant, self.players, self.seats, self.policies)
        return _FAST_GAMES if fast and not self.adjusted else _SLOW_GAMES
