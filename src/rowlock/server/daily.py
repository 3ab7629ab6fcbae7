"""The daily game: the same dice for everybody on this server, one try a browser.

The seed of a day is drawn when the day begins and kept in the store; until the day is over for
everybody, nobody is told more of it than its commitment. The table of a try follows from the seed
and the key of whoever plays, so there is one for each key, whichever worker is asked, and however
often. A game that was begun may be finished after midnight: its result counts until the dice are
told, some hours later.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Literal, TypeVar

from typing_extensions import TypedDict

from rowlock.fair import commitment, daily_dice, new_seed
from rowlock.players import bot_name, daily_opponent
from rowlock.server.creation import daily_setup, daily_table_id
from rowlock.server.days import DAY_SECONDS, Day, day_at, day_named
from rowlock.server.entries import Disclosed, Started
from rowlock.server.protocol import Code, Refused
from rowlock.server.room import Room
from rowlock.server.stage import Stage
from rowlock.server.store import StoreError
from rowlock.server.store.daily import KeptTry, SameResult
from rowlock.server.table import Table
from rowlock.variant import default_variant

if TYPE_CHECKING:
    from rowlock.server.hub import Hub

__all__ = ["Daily", "DailyShown", "DailyTable", "check_looking"]

T = TypeVar("T")

_LOOK_S = 60.0  # between two looks at the clock, which somebody may set
_FRESH_S = 5.0  # as long as the results of a day that is over are good for everybody who asks
_REMEMBERED = 8  # days whose seeds and results are in memory
_AT_ONCE = 100  # tables whose results are caught up on


class DailyTable(TypedDict):
    """The table of your try; it is the same however often you ask."""

    day: str
    table: str


class DailyTry(TypedDict):
    """Your try: its table and, once it is done, your points and those of the bot.

    `counted`: it is among the results. `place`: how many have more points, and one.
    """

    table: str
    stage: Literal["playing", "done"]
    points: int | None
    against: int | None
    counted: bool
    place: int | None


class DailyBar(TypedDict):
    """How many have finished with these points."""

    points: int
    count: int


class DailyResults(TypedDict):
    """What all have done who have finished, from few points to many."""

    finished: int
    won: int
    drawn: int
    lost: int
    points: list[DailyBar]


class DailyBest(TypedDict):
    """The try with the most points, and its table, at which everybody may look."""

    table: str
    points: int
    against: int


class DailyShown(TypedDict):
    """The game of a day. Times are seconds since 1970; `now` is that of the server.

    It can be begun until `ends`. At `reveals` the seed is told, and what is finished later does
    not count. `dice` is what the dice are rolled for, in the place of a table. `results` come
    once you have finished, `server_seed` and `best` when the dice are told. `previous` is the last
    day before it that is kept.
    """

    day: str
    number: int
    previous: str | None
    now: float
    ends: float
    reveals: float
    variant: str
    bot: str
    bot_name: str
    dice: str
    commitment: str
    server_seed: str | None
    yours: DailyTry | None
    results: DailyResults | None
    best: DailyBest | None


def check_looking(table: Table, holder: str) -> None:
    """Refuse to show a daily game to others while anybody may still play with its dice."""
    if table.setup.daily and not table.disclosed and not table.held_by(holder):
        raise Refused(
            Code.NOT_YET, "a daily game is shown to others when it is done and the day is over"
        )


class Daily:
    """The daily games as one worker serves them."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._rows = hub.store.daily
        self._seeds: dict[str, str] = {}
        self._results: dict[str, tuple[float, list[SameResult]]] = {}

    async def begin(self, holder: str, address: str) -> DailyTable:
        """The table of this holder's try today; it is made if there is none."""
        day = self._today()
        seed = await self._drawn(day)
        table_id = daily_table_id(seed, holder)
        if await self._rows.find(day.name, table_id) is None:
            await self._open(day, seed, holder, address)
        return {"day": day.name, "table": table_id}

    async def _open(self, day: Day, seed: str, holder: str, address: str) -> None:
        """Make the table, start the game and note the try; each of it may have been done before."""
        hub = self._hub
        hub.check_opening(address, public=False)
        if await self._rows.count(day.name) >= hub.settings.daily_tries:
            raise Refused(Code.TOO_MANY_TABLES, "too many have tried today; come back tomorrow")
        setup = daily_setup(day.name, seed, holder)
        with contextlib.suppress(Refused):  # it is there: two windows asked at once
            await hub.keep(setup, address)
        room = await hub.find(setup.id, address)
        await hub.write(room, lambda now: Started() if now.stage is Stage.WAITING else None)
        await self._rows.begin(day.name, setup.id, time.time())

    async def shown(self, name: str | None, holder: str, address: str) -> DailyShown:
        """The game of this day, or of today, as this holder may see it."""
        day, today = (day_named(name) if name else self._today()), self._today()
        if day == today:
            seed: str | None = await self._drawn(today)
        else:
            seed = await self._rows.seed(day.name) if day and day < today else None
        if day is None or seed is None:
            raise Refused(Code.UNKNOWN_DAY, "there was no daily game on that day, or it is gone")
        now, reveals = time.time(), self._reveals(day)
        table_id = daily_table_id(seed, holder) if holder else ""
        kept = await self._try(day, table_id, address) if holder else None
        told, finished = now >= reveals, kept is not None and kept.finished is not None
        results = None
        if told:
            results = await self._old_results(day, now)
        elif finished:  # one's own is among them, whoever asked a moment ago
            results = await self._rows.results(day.name, reveals)
        best = results[0] if results and told else None
        return {
            "day": day.name,
            "number": day.number,
            "previous": await self._rows.previous(day.name),
            "now": now,
            "ends": day.end,
            "reveals": reveals,
            "variant": default_variant(),
            "bot": daily_opponent(),
            "bot_name": bot_name(daily_opponent()),
            "dice": daily_dice(day.name),
            "commitment": commitment(bytes.fromhex(seed)),
            "server_seed": seed if told else None,
            "yours": _yours(table_id, kept, results or [], reveals) if kept else None,
            "results": None if results is None else _results(results),
            "best": best
            and {"table": best.table_id, "points": best.points, "against": best.against},
        }

    async def tend(self, room: Room) -> None:
        """Keep the result of a daily game that is done, and tell its seed once the day is over."""
        table, day = room.table, day_named(room.table.setup.daily)
        if day is None or table.stage is not Stage.DONE:
            return
        if not room.counted:
            outcome = table.game.outcome() if table.game else None
            points, against = outcome.totals if outcome else (None, None)
            await self._rows.finish(day.name, table.id, table.at, points, against)
            room.counted = True
        if not table.disclosed and time.time() >= self._reveals(day):
            await self._hub.write(room, lambda now: None if now.disclosed else Disclosed())

    async def look_after(self) -> None:
        """Draw the seed of each day when it begins, and catch up on what a killed server left."""
        forgotten = ""
        while True:
            day = self._today()
            try:
                await self._drawn(day)
                for table in await self._rows.untold(_AT_ONCE):
                    await self._catch_up(table)
                if forgotten != day.name:
                    days = max(2, self._hub.settings.daily_days)
                    await self._rows.forget(day_at(day.start - days * DAY_SECONDS).name)
                    forgotten = day.name
            except StoreError as error:
                self._hub.health.note(error)
            pause = min(_LOOK_S, self._hub.settings.tidy_seconds, day.end - time.time())
            await asyncio.sleep(max(pause, 0.05))

    async def _catch_up(self, table_id: str) -> None:
        with contextlib.suppress(Refused):  # it cannot be read: leave it alone
            await self._hub.find(table_id)

    def _today(self) -> Day:
        return day_at(time.time())

    def _reveals(self, day: Day) -> float:
        """When the seed of a day is told."""
        return day.end + self._hub.settings.daily_grace_hours * 3600

    async def _drawn(self, day: Day) -> str:
        """The seed of a day that goes on now; of all workers one draws it."""
        if day.name not in self._seeds:
            fresh = new_seed().hex()
            seed = await self._rows.keep_seed(day.name, time.time(), fresh)
            _remember(self._seeds, day.name, seed)
        return self._seeds[day.name]

    async def _try(self, day: Day, table_id: str, address: str) -> KeptTry | None:
        """A try; one that is done is, whoever was killed before its result was kept."""
        kept = await self._rows.find(day.name, table_id)
        if kept is None or kept.finished is not None:
            return kept
        with contextlib.suppress(Refused):  # what cannot be read is not finished
            await self._hub.find(table_id, address)
        return await self._rows.find(day.name, table_id)

    async def _old_results(self, day: Day, now: float) -> list[SameResult]:
        """What was played on a day that is over: anybody may ask for it, so it is remembered."""
        made, known = self._results.get(day.name, (float("-inf"), []))
        if not made <= now < made + _FRESH_S:
            known = await self._rows.results(day.name, self._reveals(day))
            _remember(self._results, day.name, (now, known))
        return known


def _remember(known: dict[str, T], day: str, value: T) -> None:
    """Keep what belongs to a day, and no more than a few days."""
    known[day] = value
    while len(known) > _REMEMBERED:
        del known[next(iter(known))]


def _yours(table_id: str, kept: KeptTry, all_: list[SameResult], reveals: float) -> DailyTry:
    points, finished = kept.points, kept.finished
    counted = points is not None and finished is not None and finished < reveals
    better = sum(each.tries for each in all_ if points is not None and each.points > points)
    return {
        "table": table_id,
        "stage": "playing" if finished is None else "done",
        "points": points,
        "against": kept.against,
        "counted": counted,
        "place": better + 1 if counted else None,
    }


def _results(found: list[SameResult]) -> DailyResults:
    bars: dict[int, int] = {}
    for each in reversed(found):
        bars[each.points] = bars.get(each.points, 0) + each.tries
    return {
        "finished": sum(each.tries for each in found),
        "won": sum(each.tries for each in found if each.points > each.against),
        "drawn": sum(each.tries for each in found if each.points == each.against),
        "lost": sum(each.tries for each in found if each.points < each.against),
        "points": [{"points": points, "count": count} for points, count in bars.items()],
    }
