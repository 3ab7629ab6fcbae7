"""The time of a table: it runs while somebody is there, and stands still while nobody is.

What is written down has its time of day, but nobody is hurried by that: clocks of machines are
wrong at times, and are set right. So a worker counts by its own clock, which never goes back,
from the moment it heard of something. Whoever leaves and comes back goes on with the time that
was left. Only a server that was started anew knows nothing of what went before, and gives the
whole time once more.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rowlock.server.table import Table

__all__ = ["StartTimes", "StoppedClocks", "TableClock"]

_MOST = 10_000


class StartTimes(NamedTuple):
    """When the present action began, and when a lock was last announced in it."""

    action: float
    announced: float


class TableClock:
    """The time of one table, in one worker. `now` is the worker's clock, in seconds."""

    def __init__(self, table: Table, now: float) -> None:
        self.start_times = StartTimes(now, now)
        self._of = _action(table)
        self._still: float | None = now  # since when nobody is there

    def now(self, now: float) -> float:
        """The time that counts: while nobody is there it is always the same."""
        return now if self._still is None else self._still

    def attend(self, anybody: bool, now: float) -> None:
        """Somebody is at the table now, or nobody."""
        if anybody and self._still is not None:
            gone, self._still = now - self._still, None
            self.start_times = StartTimes(*(at + gone for at in self.start_times))
        elif not anybody and self._still is None:
            self._still = now

    def moved(self, table: Table, now: float) -> None:
        """Something happened at the table."""
        before, self._of, now = self._of, _action(table), self.now(now)
        if before[:-1] != self._of[:-1]:
            self.start_times = StartTimes(now, now)
        elif before != self._of:
            self.start_times = self.start_times._replace(announced=now)

    def report(self, now: float) -> dict[str, Any]:
        """What other workers are told of it."""
        spent = [round(self.now(now) - at, 3) for at in self.start_times]
        return {"of": self._of, "spent": spent}

    def merge(self, report: dict[str, Any], now: float) -> bool:
        """What another worker says of the same table: who knows of more time spent is right.

        Whether that makes a difference that people could see.
        """
        if tuple(report["of"]) != self._of:
            return False  # one of us has not heard the latest
        before, now = self.start_times, self.now(now)
        spent = zip(before, report["spent"], strict=True)
        self.start_times = StartTimes(*(min(at, now - seconds) for at, seconds in spent))
        return before.action - self.start_times.action > 0.5


class StoppedClocks:
    """Those of tables that have left memory: whoever comes back goes on with the time left."""

    def __init__(self) -> None:
        self._kept: dict[str, TableClock] = {}

    def keep(self, table_id: str, clock: TableClock) -> None:
        """Remember it; of very many those that left first are forgotten."""
        self._kept[table_id] = clock
        if len(self._kept) > _MOST:
            del self._kept[next(iter(self._kept))]

    def take(self, table: Table, now: float) -> TableClock:
        """That of this table, or a full one."""
        clock = self._kept.pop(table.id, None)
        if clock is None:
            return TableClock(table, now)
        clock.moved(table, now)
        return clock


def _action(table: Table) -> tuple[int, str, int]:
    """Which action it is, and the last announcement in it."""
    phase = table.phase.value if table.phase else table.stage.value
    if table.mixing is not None:
        phase = f"{table.mixing.step} {len(table.mixing.out)}"
    return table.turn, phase, table.announced_v
