"""Bots think, each in its turn: tables where somebody waits for them go first.

Tables at which nobody plays, only bots, are played last and slowly; and so is what an address
has thought for it beyond what a household needs.
"""

from __future__ import annotations

from rowlock.game import Phase
from rowlock.server.automation import AutoMove, auto_entries
from rowlock.server.entries import Entry
from rowlock.server.hints import Coach
from rowlock.server.limits import address_of
from rowlock.server.metrics import Metrics
from rowlock.server.queues import FairQueue
from rowlock.server.room import Room
from rowlock.server.settings import Settings
from rowlock.server.table import Table

__all__ = ["Thinking"]

_SHARE = 1 / 3
"""Of the thinking thread's time, for tables at which nobody plays."""
_TABLES = 100_000
"""No bot is turned away: each table has one at a time that waits, and nobody would wake it."""
_BUDGET = (5.0, 0.3)
"""Seconds of thought that an address has, and what it gains each second: enough for half a dozen
tables, each with seven of the bots that think longest.
"""


class Thinking:
    """The bots of one worker, and the coach, who thinks beside them."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.coach = Coach(settings, metrics)
        self._queue = FairQueue("bots", metrics, each=_TABLES, share=_SHARE, budget=_BUDGET)

    async def entries(self, room: Room, table: Table, auto_move: AutoMove) -> tuple[Entry, ...]:
        """The entries that such a move leads to at this table."""
        if auto_move.seat is None or table.phase not in (Phase.WHITE, Phase.COLOUR):
            return auto_entries(table, auto_move)  # nobody has to think
        address, played = _who_waits(room)

        async def think() -> tuple[Entry, ...]:
            return await self._queue.in_thread(auto_entries, table, auto_move)

        return await self._queue.do(address, think, slow=not played)

    def close(self) -> None:
        """Nobody begins to think any more."""
        self.coach.close()
        self._queue.close()


def _who_waits(room: Room) -> tuple[str, bool]:
    """Whose address it is thought for, and whether somebody plays there."""
    played = bool(room.presence.seats)
    address = ""
    for socket in room.sockets:
        address = address_of(socket.wire.scope)
        if not played or room.table.held_by(socket.holder):
            break
    return address, played
