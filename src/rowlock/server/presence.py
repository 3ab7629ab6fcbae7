"""Who is at a table: known for this worker's sockets, heard of those of other workers.

Also for how long somebody has been away, since a lost connection is no reason to let a bot play:
it may be back in a moment. After a start of the server, or when a table comes back into memory,
nobody is known to have been away for any time at all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rowlock.events import Seat
from rowlock.server.shown import Present

__all__ = ["Here", "Presence", "Waits"]


class Here(NamedTuple):
    """Who is connected: the people of these seats, a number of watchers, perhaps the host."""

    seats: frozenset[Seat] = frozenset()
    watching: int = 0
    host: bool = False


class Waits(NamedTuple):
    """How many seconds those must still be away who are not there, before others may act."""

    seats: Mapping[Seat, float] = {}
    host: float | None = 0.0  # none: the host is there


class Presence:
    """The people at one table. `now` is the clock of this worker, in seconds."""

    def __init__(self, patience: float, now: float) -> None:
        self.patience = patience  # how long somebody may be away
        self.own = Here()
        self.others: dict[str, tuple[Here, float]] = {}
        self.people: frozenset[Seat] = frozenset()  # the seats that are of a person
        self._known_since = now
        self._left: dict[Seat | None, float] = {}  # none: the host

    @property
    def all(self) -> Here:
        """Who is there, in whichever worker."""
        everywhere = [self.own, *(here for here, _ in self.others.values())]
        return Here(
            frozenset().union(*(here.seats for here in everywhere)),
            sum(here.watching for here in everywhere),
            any(here.host for here in everywhere),
        )

    @property
    def seats(self) -> frozenset[Seat]:
        """The seats whose people are there, in whichever worker."""
        return self.all.seats

    @property
    def anybody(self) -> bool:
        """Whether anybody plays or watches anywhere."""
        return any(self.all)

    @property
    def elsewhere(self) -> bool:
        """Whether anybody plays or watches in another worker."""
        return any(any(here) for here, _ in self.others.values())

    def waits(self, now: float) -> Waits:
        """How long others must still wait for those who are away."""
        there = self.all
        seats = {seat: self._wait(seat, now) for seat in sorted(self.people - there.seats)}
        return Waits(seats, None if there.host else self._wait(None, now))

    def _wait(self, who: Seat | None, now: float) -> float:
        since = self._left.get(who, self._known_since)
        return max(0.0, math.ceil((since + self.patience - now) * 100) / 100)

    def message(self, now: float) -> Present:
        """What everybody is told of it."""
        there, waits = self.all, self.waits(now)
        return {
            "type": "present",
            "seats": [seat + 1 for seat in sorted(there.seats)],
            "watching": there.watching,
            "away": [{"seat": seat + 1, "left": left} for seat, left in waits.seats.items()],
            "host": waits.host,
        }

    def report(self) -> dict[str, Any]:
        """What other workers are told of this one."""
        seats, watching, host = self.own
        return {"seats": sorted(seats), "watching": watching, "host": host}

    def set_local(self, here: Here, people: Iterable[Seat], now: float) -> bool:
        """These are connected to this worker, and these seats are people's; whether that is new."""
        before, was = self.all, self.own
        self.own, self.people = here, frozenset(people)
        self._note(before, now)
        return was != self.own  # who sits down is heard of as soon as it is known to be there

    def set_remote(self, worker: str, here: Here, now: float, until: float) -> bool:
        """These are connected to another worker, as it says; whether that changes anything.

        It is believed until then, since a worker that is killed says nothing.
        """
        before = self.all
        self.others[worker] = (here, until)
        return self._note(before, now)

    def expire(self, now: float) -> bool:
        """Forget workers that have said nothing for long; whether that changes anything."""
        before = self.all
        self.others = {worker: told for worker, told in self.others.items() if told[1] > now}
        return self._note(before, now)

    def begin(self, now: float) -> None:
        """The game starts: whoever was away before is away from now on."""
        self._known_since, self._left = now, {}

    def _note(self, before: Here, now: float) -> bool:
        """Since when those are away who were there before; whether anything has changed."""
        after = self.all
        for seat in before.seats - after.seats:
            self._left[seat] = now
        if before.host and not after.host:
            self._left[None] = now
        return before != after
