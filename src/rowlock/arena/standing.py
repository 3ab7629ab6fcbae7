"""Where a contest stands: the counts of its tables, and every number that follows from them."""

from __future__ import annotations

import operator
from collections import Counter
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, NamedTuple

from rowlock.arena.counts import ADJUSTED, Counts, Taken
from rowlock.arena.intervals import (
    Estimate,
    Sample,
    adjusted_share,
    mean_of,
    points,
    sd_of,
    win_share,
)
from rowlock.arena.match import Match
from rowlock.arena.ratings import Rating, rate
from rowlock.events import Ending
from rowlock.sheet import COLOURS, Colour

__all__ = ["Line", "Standing", "counted"]


def counted(number: int, word: str) -> str:
    """So many of them, in words."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


class Line(NamedTuple):
    """What is known of one player, or of one seat whoever sat there."""

    code: str  # of a seat: its number, from 1
    games: int  # in which it took part
    won: Estimate  # for each seat taken, ties split
    points: Estimate | None  # the mean score
    taken: Taken
    adjusted: Estimate | None = None  # what was won, the luck of the dice taken out, if asked for

    @property
    def score_mean(self) -> float:
        """The points of a sheet, on average."""
        return mean_of(self.taken.scores)

    @property
    def score_sd(self) -> float:
        """How much the points of a sheet differ: their standard deviation."""
        return sd_of(self.taken.scores)

    @property
    def misses(self) -> float:
        """The misses of a sheet, on average."""
        return mean_of(self.taken.misses)

    @property
    def locks(self) -> float:
        """The rows locked on a sheet, on average."""
        return sum(rows.bit_count() * n for rows, n in self.taken.locks.items()) / self.taken.sheets

    @property
    def place(self) -> float:
        """The place at the end of a game, on average."""
        return self.taken.places / 2 / self.taken.sheets


@dataclass
class Standing:
    """A contest while it is played, and afterwards."""

    match: Match
    tables: list[Counts] = field(init=False)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.tables = [Counts.none(codes) for codes in self.match.line_ups]

    def add(self, table: int, counts: Counts) -> None:
        """More games of a table."""
        self.tables[table] += counts

    @property
    def games(self) -> int:
        """How many were played so far, in all."""
        return sum(table.games for table in self.tables)

    @property
    def deals(self) -> int:
        """How many dice they were played with."""
        return sum(table.deals for table in self.tables)

    @property
    def title(self) -> str:
        """What was played, in a few words."""
        seats, games = counted(self.match.seats, "seat"), counted(self.games, "game")
        return f"{self.match.variant.name}, {seats}, {games}"

    @property
    def complete(self) -> bool:
        """Whether nothing is left to play."""
        return self.games == self.match.total

    def players(self) -> list[Line]:
        """Those who have played, in the order in which they were named."""
        codes = dict.fromkeys(self.match.players)
        lines = (self._line(code, [t.players.get(code) for t in self.tables]) for code in codes)
        return [line for line in lines if line is not None]

    def seats(self) -> list[Line]:
        """The seats, from the one that rolls first; nothing before the first game."""
        seats = range(self.match.seats)
        lines = (self._line(str(seat + 1), [t.seats[seat] for t in self.tables]) for seat in seats)
        return [line for line in lines if line is not None]

    def _line(self, code: str, by_table: list[Taken | None]) -> Line | None:
        found = [(t, taken) for t, taken in zip(self.tables, by_table) if taken and t.deals]
        if not found:
            return None
        samples = [Sample(table.deals, taken) for table, taken in found]
        return Line(
            code,
            sum(table.games for table, _ in found),
            win_share(samples),
            points(samples),
            reduce(operator.add, (taken for _, taken in found)),
            adjusted_share(samples) if self.match.adjusted else None,
        )

    def ratings(self) -> list[Rating]:
        """The ratings of a round robin, the strongest first; nothing otherwise."""
        return rate(self.tables) if self.match.round_robin and self.match.seats > 1 else []

    def endings(self) -> dict[Ending, float]:
        """How games ended: the share of each way."""
        counted = sum((table.endings for table in self.tables), start=Counter[Ending]())
        return {ending: counted[ending] / self.games for ending in Ending}

    def turns(self) -> Counter[int]:
        """How many games took each number of turns."""
        return sum((table.turns for table in self.tables), start=Counter[int]())

    def closed(self) -> dict[Colour, float]:
        """How often each row was closed in the end."""
        counted = sum((table.closed for table in self.tables), start=Counter[int]())
        return {
            row: sum(n for rows, n in counted.items() if rows >> row & 1) / self.games
            for row in COLOURS
        }

    def as_json(self) -> dict[str, Any]:
        """All of it as plain data; docs/arena.md tells what is what."""
        turns = self.turns()
        return {
            "variant": self.match.variant.key,
            "edition": self.match.variant.edition,
            "seats": self.match.seats,
            "seed": self.match.seed,
            "games": self.games,
            "deals": self.deals,
            "complete": self.complete,
            "seconds": round(self.seconds, 3),
            "players": [
                {"code": line.code, **_line_as_json(line), "scores": _sorted(line.taken.scores)}
                for line in self.players()
            ],
            "by_seat": [{"seat": int(line.code), **_line_as_json(line)} for line in self.seats()],
            "endings": {ending.value: share for ending, share in self.endings().items()},
            "turns": {"mean": mean_of(turns), "sd": sd_of(turns), "counts": _sorted(turns)},
            "rows_closed": {row.name: share for row, share in self.closed().items()},
            "ratings": [
                {"code": code, "rating": value, "interval": [low, high]}
                for code, value, low, high in self.ratings()
            ],
            "tables": [
                {
                    "players": list(table.codes),
                    "games": table.games,
                    "first_deal": piece.deals.start,
                    "win_shares": {
                        code: win_share([Sample(table.deals, taken)]).value
                        for code, taken in table.players.items()
                    },
                }
                for table, piece in zip(self.tables, self.match.tables)
                if table.games
            ],
        }


def _line_as_json(line: Line) -> dict[str, Any]:
    adjusted = line.adjusted
    luck = line.taken.luck / ADJUSTED / line.taken.sheets
    return {
        **(
            {
                "adjusted_share": adjusted.value,
                "adjusted_interval": [adjusted.low, adjusted.high],
                "luck_mean": luck,
            }
            if adjusted
            else {}
        ),
        "games": line.games,
        "win_share": line.won.value,
        "interval": [line.won.low, line.won.high],
        "score_mean": line.score_mean,
        "score_sd": line.score_sd,
        "score_interval": [line.points.low, line.points.high] if line.points else None,
        "misses_mean": line.misses,
        "locks_mean": line.locks,
        "place_mean": line.place,
    }


def _sorted(counted: Counter[int]) -> dict[str, int]:
    return {str(value): counted[value] for value in sorted(counted)}
