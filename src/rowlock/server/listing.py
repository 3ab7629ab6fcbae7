"""The list of public tables: those with people at them first, and few of each who opens them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Literal, NamedTuple

from typing_extensions import TypedDict

from rowlock.server.encoding import to_text
from rowlock.server.packing import Packed, pack
from rowlock.server.protocol import Code, Refused
from rowlock.server.room import Room
from rowlock.server.shown import OptionsShown
from rowlock.server.stage import Stage
from rowlock.server.store import Store
from rowlock.server.story import PlaceShown, place_shown
from rowlock.server.table import Table
from rowlock.server.view import options_shown

__all__ = ["Listed", "Listing"]

_LISTED = 50
_FRESH_S = 1.0  # as long as a list is good for everybody who asks
_READING_S = 0.25  # spent on bringing tables back into memory, each time the list is made
_READ = 4 * _LISTED  # tables without people that are looked at for it
_NEW_S = 120.0  # as long as a table counts though nobody has come yet
_REMEMBERED = 10_000  # public tables of which it is known who opened them


class _Opened(NamedTuple):
    """Who opened a public table, and when; kept in memory only."""

    address: str
    at: float


class Listed(TypedDict):
    """A public table that can be joined or watched."""

    table: str
    variant: str
    name: str
    stage: Literal["waiting", "playing", "done"]
    places: list[PlaceShown]
    options: OptionsShown


class Listing:
    """The list as one worker makes it."""

    def __init__(self, store: Store, rooms: Mapping[str, Room], each: int) -> None:
        self._store = store
        self._each = each  # how many public tables one address may have in the list at a time
        self._rooms = rooms
        self._opened: OrderedDict[str, _Opened] = OrderedDict()  # none that is known to be done
        self._made: asyncio.Task[Packed] | None = None
        self._made_at = float("-inf")

    def check(self, address: str) -> None:
        """Refuse one more public table of an address that has some in the list.

        Each counts from its opening on until it is done. One that nobody is at makes room for
        another after a while: of what an address has opened the list shows the newest few.
        """
        own = [
            (table, opened) for table, opened in self._opened.items() if opened.address == address
        ]
        if sum(self._counts(*each) for each in own) >= self._each:
            raise Refused(
                Code.TOO_MANY_TABLES,
                f"{self._each} tables from here are in the list; open this one by its link",
            )

    def opens(self, table_id: str, address: str) -> None:
        """A public table is about to be opened: it counts from now on, or is refused."""
        self.check(address)
        self._opened[table_id] = _Opened(address, time.monotonic())
        while len(self._opened) > _REMEMBERED:
            self._opened.popitem(last=False)

    def done(self, table_id: str) -> None:
        """A table is done, or was not opened after all."""
        self._opened.pop(table_id, None)
        self.stale()

    def stale(self) -> None:
        """A public table was opened or is done: whoever did so looks at the list at once."""
        self._made_at = float("-inf")

    async def get(self, find: Callable[[str], Awaitable[Room]]) -> Packed:
        """The list as JSON, newest first, those with somebody at them before the others."""
        now = time.monotonic()
        if self._made is None or (self._made.done() and now - self._made_at > _FRESH_S):
            self._made = asyncio.create_task(self._make(find))
            self._made_at = now
        return await asyncio.shield(self._made)

    async def _make(self, find: Callable[[str], Awaitable[Room]]) -> Packed:
        newest = await self._store.public_tables(_READ)
        shares: Counter[str] = Counter()
        shown = [room for room in self._with_people() if self._has_share(room.table.id, shares)]
        shown = shown[:_LISTED]
        there = {room.table.id for room in shown}
        begun = time.monotonic()
        for table in newest:
            if len(shown) >= _LISTED:
                break
            if table in there or not self._has_share(table, shares):
                continue
            if table not in self._rooms and time.monotonic() - begun > _READING_S:
                continue  # the rest is read when the list is asked for again
            with contextlib.suppress(Refused):  # one that cannot be read must not hide the others
                shown.append(await find(table))
        listed = [_listed(room.table) for room in shown]
        return pack(to_text(listed).encode(), "application/json", level=5)

    def _with_people(self) -> list[Room]:
        """The public tables with somebody at them, newest first, however many are newer."""
        public = [room for room in self._rooms.values() if room.table.setup.options.public]
        return sorted(filter(_busy, public), key=lambda room: -room.table.setup.at)

    def _counts(self, table_id: str, opened: _Opened) -> bool:
        """Whether a table is new, or somebody is there: else it makes room for another."""
        room = self._rooms.get(table_id)
        return (room is not None and _busy(room)) or time.monotonic() - opened.at < _NEW_S

    def _has_share(self, table_id: str, shares: Counter[str]) -> bool:
        """Whether whoever opened this table has not had a full share of the list before it."""
        opened = self._opened.get(table_id)
        if opened is None:  # before the server was started, or by another worker
            return True
        shares[opened.address] += 1
        return shares[opened.address] <= self._each


def _busy(room: Room) -> bool:
    return room.presence.anybody and room.table.stage is not Stage.DONE


def _listed(table: Table) -> Listed:
    return {
        "table": table.id,
        "variant": table.setup.variant.key,
        "name": table.setup.variant.name,
        "stage": table.stage.value,
        "places": [place_shown(state.public) for state in table.seats],
        "options": options_shown(table.setup),
    }
