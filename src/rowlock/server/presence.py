"""Who is at a table: known for this worker's sockets, heard of those of other workers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rowlock.events import Seat
from rowlock.server.shown import Present

__all__ = ["Presence"]


class Presence:
    """The seats whose people are there, and how many watch."""

    def __init__(self) -> None:
        self.own: tuple[frozenset[Seat], int] = (frozenset(), 0)
        self.others: dict[str, tuple[frozenset[Seat], int, float]] = {}

    @property
    def seats(self) -> frozenset[Seat]:
        """The seats whose people are there, in whichever worker."""
        return self.own[0].union(*(seats for seats, _, _ in self.others.values()))

    @property
    def anybody(self) -> bool:
        """Whether anybody plays or watches anywhere."""
        return bool(self.seats) or self.message()["watching"] > 0

    def message(self) -> Present:
        """What everybody is told of it."""
        watching = self.own[1] + sum(count for _, count, _ in self.others.values())
        return {
            "type": "present",
            "seats": [seat + 1 for seat in sorted(self.seats)],
            "watching": watching,
        }

    def said(self) -> dict[str, Any]:
        """What other workers are told of this one."""
        return {"seats": sorted(self.own[0]), "watching": self.own[1]}

    def here(self, seats: Iterable[Seat], watching: int) -> bool:
        """These are connected to this worker; whether that is new."""
        before, self.own = self.own, (frozenset(seats), watching)
        return before != self.own

    def there(self, worker: str, seats: Iterable[Seat], watching: int, until: float) -> bool:
        """These are connected to another worker, as it says; whether that changes anything.

        It is believed until then, since a worker that is killed says nothing.
        """
        before = self.message()
        self.others[worker] = (frozenset(seats), watching, until)
        return before != self.message()

    def expire(self, now: float) -> bool:
        """Forget workers that have said nothing for long; whether that changes anything."""
        before = self.message()
        self.others = {w: told for w, told in self.others.items() if told[2] > now}
        return before != self.message()
