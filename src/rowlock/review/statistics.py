"""Many games of one person: what they brought, what was luck, what was given away, and whether
it gets better.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rowlock.bots import find_bot
from rowlock.events import Seat
from rowlock.record import Record
from rowlock.review.model import Review, Unit

__all__ = [
    "GameStats",
    "Means",
    "PlayerStats",
    "bots_at",
    "count_people",
    "find_seat",
    "in_order",
    "is_same_name",
    "stats_of",
]

_DAY = r"\d{4}-\d{2}-\d{2}"


@dataclass(frozen=True, slots=True)
class GameStats:
    """One game as one of its seats sees it."""

    source: str  # where it is written
    date: str  # as its tag says, or nothing
    variant: str  # what it is called
    unit: Unit
    against: tuple[str, ...]  # bots by their codes, people by their names
    result: float  # 1 for a win, a part of it if it is shared; in a game alone the points
    points: int
    luck: float
    errors: float
    decisions: int
    slips: int
    mistakes: int
    blunders: int


@dataclass(frozen=True, slots=True)
class Means:
    """What several games brought on average."""

    games: int
    result: float
    points: float
    luck: float
    errors: float

    @classmethod
    def of(cls, games: Sequence[GameStats]) -> Means:
        """The means of these games, of which there is at least one."""

        def mean(what: Callable[[GameStats], float]) -> float:
            return sum(map(what, games)) / len(games)

        return cls(
            len(games),
            mean(lambda game: game.result),
            mean(lambda game: game.points),
            mean(lambda game: game.luck),
            mean(lambda game: game.errors),
        )


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """Games of one person in which the same is counted, in the order in which they were played."""

    name: str
    unit: Unit
    games: tuple[GameStats, ...]

    @property
    def all(self) -> Means:
        """Over all games."""
        return Means.of(self.games)

    @property
    def by_variant(self) -> dict[str, Means]:
        """Over the games of each variant."""
        return self._parted(lambda game: (game.variant,))

    @property
    def by_opponent(self) -> dict[str, Means]:
        """Over the games with each of those who sat at the table; a game counts for all of them."""
        return self._parted(lambda game: game.against)

    @property
    def halves(self) -> tuple[Means, Means] | None:
        """Over the earlier and the later games, if there are enough to be parted."""
        middle = len(self.games) // 2
        if not middle:
            return None
        return Means.of(self.games[:middle]), Means.of(self.games[-middle:])

    @property
    def best(self) -> GameStats:
        """The game in which least was given away."""
        return min(self.games, key=lambda game: game.errors)

    @property
    def worst(self) -> GameStats:
        """The game in which most was given away."""
        return max(self.games, key=lambda game: game.errors)

    def _parted(self, names: Callable[[GameStats], Iterable[str]]) -> dict[str, Means]:
        groups: dict[str, list[GameStats]] = {}
        for game in self.games:
            for name in dict.fromkeys(names(game)):
                groups.setdefault(name, []).append(game)
        often = sorted(groups, key=lambda name: -len(groups[name]))
        return {name: Means.of(groups[name]) for name in often}

    def as_json(self) -> dict[str, Any]:
        """All of it as plain data."""
        halves = self.halves
        return {
            "unit": self.unit,
            "all": asdict(self.all),
            "by_variant": {name: asdict(means) for name, means in self.by_variant.items()},
            "by_opponent": {name: asdict(means) for name, means in self.by_opponent.items()},
            "first_half": asdict(halves[0]) if halves else None,
            "second_half": asdict(halves[1]) if halves else None,
            "best": self.best.source,
            "worst": self.worst.source,
            "games": [asdict(game) for game in self.games],
        }


def stats_of(record: Record, review: Review, seat: Seat, source: str) -> GameStats:
    """What a reviewed game is to one of its seats."""
    mine = review.seats[seat]
    bots, names = bots_at(record), record.called()
    others = [other for other in range(record.seats) if other != seat]
    return GameStats(
        source=source,
        date=dict(record.tags).get("Date", ""),
        variant=record.variant.name,
        unit=review.unit,
        against=tuple(bots[other] or names[other] for other in others),
        result=mine.result,
        points=review.outcome.totals[seat],
        luck=mine.luck,
        errors=mine.errors,
        decisions=mine.decisions,
        slips=mine.slips,
        mistakes=mine.mistakes,
        blunders=mine.blunders,
    )


def bots_at(record: Record) -> tuple[str | None, ...]:
    """The code of the bot at each seat, or none where a person sat, or where nobody says."""
    try:
        codes = shlex.split(dict(record.tags).get("Players", ""))
    except ValueError:  # anybody may write anything into a tag
        codes = []
    if len(codes) != record.seats:
        return (None,) * record.seats
    return tuple(None if code == "you" else code for code in codes)


def find_seat(record: Record, name: str) -> Seat | None:
    """Where somebody of this name sits, in capitals or not; bots are nobody."""
    bots = bots_at(record)
    for seat, called in enumerate(record.names):
        if is_same_name(called, name) and bots[seat] is None:
            return seat
    return None


def count_people(records: Iterable[Record]) -> dict[str, int]:
    """In how many records each name is that of a person, the most frequent first."""
    spelt: dict[str, str] = {}
    counts: dict[str, int] = {}
    for record in records:
        bots = bots_at(record)
        people = {_folded(n): n for n, bot in zip(record.names, bots) if n.strip() and not bot}
        for folded, name in people.items():
            if find_bot(folded) is None or "Players" in dict(record.tags):
                counts[folded] = counts.get(folded, 0) + 1
                spelt.setdefault(folded, name.strip())
    often = sorted(counts, key=lambda folded: -counts[folded])
    return {spelt[folded]: counts[folded] for folded in often}


def is_same_name(one: str, other: str) -> bool:
    """Whether two names are the same, in capitals or not."""
    return _folded(one) == _folded(other)


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()


def in_order(records: Sequence[tuple[str, Record]]) -> list[tuple[str, Record]]:
    """By the days in their tags if all have one, or else as they were given."""
    days = [dict(record.tags).get("Date", "") for _, record in records]
    if not all(re.fullmatch(_DAY, day) for day in days):
        return list(records)
    return [pair for _, pair in sorted(zip(days, records), key=lambda both: both[0])]
