"""The days of the daily game: from midnight to midnight, UTC, numbered."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import NamedTuple

__all__ = ["DAY_SECONDS", "Day", "day_at", "day_named"]

DAY_SECONDS = 86_400
_FIRST = date(2026, 1, 1)
"""Day 1, on every server."""


class Day(NamedTuple):
    """A day by its name, such as 2026-11-20."""

    name: str
    number: int
    start: float  # seconds since 1970

    @property
    def end(self) -> float:
        """When the next one begins."""
        return self.start + DAY_SECONDS


def _day(day: date) -> Day:
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return Day(day.isoformat(), (day - _FIRST).days + 1, midnight.timestamp())


def day_at(time: float) -> Day:
    """The day to which a time belongs."""
    return _day(datetime.fromtimestamp(time, UTC).date())


def day_named(name: str) -> Day | None:
    """The day of this name, or none if it is not written so."""
    try:
        day = _day(date.fromisoformat(name))
    except ValueError:
        return None
    return day if day.name == name else None
