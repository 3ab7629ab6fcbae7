"""Many games at once, from Python's side: who sits where, how many games, how many threads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rowlock.errors import IllegalMove
from rowlock.fast.checking import explained, prepare
from rowlock.fast.compiling import compile_variant
from rowlock.fast.policies import BUILT_IN, Decide, Desk, Policy, new_desk
from rowlock.fast.simulation import Play, Results, Seating, Watched, empty_results, player_of
from rowlock.fast.stopping import asking, second_ends
from rowlock.fast.tables import Tables
from rowlock.fast.turns import empty_games
from rowlock.variant import MAX_SEATS, Variant

__all__ = ["Batch"]

_CHUNK = 20_000
"""Games that one call of a kernel plays: long enough to be fast, short enough for Ctrl-C."""
_SHARES = 16
"""Pieces for each of several threads, at least: games of a slow policy take their time, and
nobody is to wait long for the last piece."""
_LIMIT = 2**63
_LONGEST = 16_384
"""More decisions than a game can have: each of 8 sheets has at most 68 cells and 9 misses."""


@dataclass(frozen=True, eq=False)
class Batch:
    """Games of a variant, numbered; number and seed are all that their dice depend on."""

    variant: Variant
    policies: Sequence[Policy]  # one a seat
    seed: int = 0
    first: int = 0  # the seat that rolls first

    def __post_init__(self) -> None:
        if not 1 <= self.seats <= MAX_SEATS:
            raise IllegalMove(f"a game has 1 to {MAX_SEATS} seats, not {self.seats}")
        if not 0 <= self.first < self.seats:
            raise IllegalMove(
                f"the first to roll is one of {self.seats} seats, not {self.first + 1}"
            )
        if not all(isinstance(policy, Policy) for policy in self.policies):
            raise IllegalMove("expected a policy for each seat; this player has no kernel")
        if not -_LIMIT <= self.seed < _LIMIT:
            raise IllegalMove(f"expected a seed of at most 64 bits, not {self.seed}")

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.policies)

    @cached_property
    def tables(self) -> Tables:
        """The variant, compiled."""
        return compile_variant(self.variant)

    def play(self, games: range, threads: int = 1) -> Results:
        """The results of these games, in their order, whatever the number of threads."""
        if games.step != 1 or not 0 <= games.start <= _LIMIT - len(games):
            raise IllegalMove(f"expected games one after the other from 0 on, not {games}")
        if threads < 1:
            raise IllegalMove(f"expected at least one thread, not {threads}")
        results = empty_results(len(games), self.seats)
        size = _CHUNK if threads == 1 else min(_CHUNK, -(-len(games) // (_SHARES * threads)))
        pieces = range(0, len(games), max(1, size))

        def piece(begin: int) -> None:
            part = Results._make(array[begin : begin + pieces.step] for array in results)
            self._play_part(games[begin], part, np.empty((0, 2), np.int16))

        with second_ends():
            if threads == 1:
                for begin in pieces:
                    piece(begin)
            else:
                with ThreadPoolExecutor(threads) as pool:
                    list(pool.map(piece, pieces))
        return results

    def stream(self, games: range, chunk: int = 10 * _CHUNK, threads: int = 1) -> Iterator[Results]:
        """The results in pieces, so that any number of games fits into memory."""
        for begin in range(0, len(games), chunk):
            yield self.play(games[begin : begin + chunk], threads)

    def decisions(self, game: int) -> list[tuple[int, int]]:
        """Every decision of one game, as seat and code, in the order they were taken."""
        if not 0 <= game < _LIMIT:
            raise IllegalMove(f"expected the number of a game, from 0 on, not {game}")
        log = np.empty((_LONGEST, 2), np.int16)
        with second_ends():
            noted = self._play_part(game, empty_results(1, self.seats), log)
        return [(int(seat), int(code)) for seat, code in log[:noted]]

    def _play_part(self, number: int, results: Results, log: np.typing.NDArray[np.int16]) -> int:
        """Play into the results, and write decisions into the log if it has room for any."""
        t = self.tables
        noted = np.zeros(1, np.int64)
        desk, games = self._desk(), empty_games(t, self.seats, 1)
        try:
            with asking(self.policies, desk):
                watched = Watched(self._seating, log, noted)
                self._play(watched, t, games, self.seed, number, desk, results)
        except Exception as error:
            found = explained(error, self.policies, self.variant, games, desk)
            if found is error:
                raise
            raise found from error
        return int(noted[0])

    def _desk(self) -> Desk:
        scratch = max(policy.scratch for policy in self.policies)
        memory = max(policy.memory for policy in self.policies)
        return new_desk(self.tables, scratch, memory)

    @cached_property
    def _seated(self) -> tuple[Decide, ...]:
        """The policies that are asked by number."""
        seated = {policy.decide for policy in self.policies}
        if seated <= set(BUILT_IN):
            return BUILT_IN
        return tuple(sorted(seated, key=id))  # so that it is compiled once for any seats

    @cached_property
    def _play(self) -> Play:
        own = [policy for policy in self.policies if policy.decide not in BUILT_IN]
        for policy in own:
            games = empty_games(self.tables, self.seats, 1)
            prepare(policy, self.tables, games, self._desk(), self._seating.numbers)
        return player_of(self._seated)

    @cached_property
    def _seating(self) -> Seating:
        # Seats with the same numbers share them: weights are many, and near ones are quicker.
        shared = {id(policy.numbers): policy.numbers for policy in self.policies}
        numbers = [np.asarray(part, np.float32) for part in shared.values()]
        begins = np.cumsum([0, *(len(part) for part in numbers)])
        starts = dict(zip(shared, begins))
        decides = [policy.decide for policy in self.policies]
        return Seating(
            which=np.array([*map(self._seated.index, decides)], np.int64),
            starts=np.array([starts[id(policy.numbers)] for policy in self.policies], np.int64),
            numbers=np.concatenate([*numbers, np.zeros(1, np.float32)]),
            first=self.first,
        )
