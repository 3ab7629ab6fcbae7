"""The coach at the table: says what to decide when somebody asks, and warns before a blunder.

It thinks in a thread of its own, each address in its turn, and not for long: nobody's decision is
to wait for it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from rowlock.game import Phase
from rowlock.languages import Text
from rowlock.moves import Decision, parse_move
from rowlock.server.advice import Advice, Warned, advise, warn
from rowlock.server.limits import Buckets
from rowlock.server.metrics import Metrics
from rowlock.server.printing import Words, words_of
from rowlock.server.protocol import Check, Code, Hint, Refused
from rowlock.server.queues import FairQueue
from rowlock.server.requests import entry_for
from rowlock.server.room import Room
from rowlock.server.settings import Settings
from rowlock.server.shown import HintOption, HintShown, WarningShown

if TYPE_CHECKING:
    from rowlock.review import Option

__all__ = ["CHECK_SECONDS", "HINT_SECONDS", "Coach", "hint_shown", "warning_shown"]

HINT_SECONDS = 2.0
"""How long a hint may take; nothing else that its socket says is answered meanwhile."""
CHECK_SECONDS = 0.2
"""How long a decision is looked at. After that it counts as good: nobody is to wait for it."""
_WAITING = 8
"""Hints and checks of one address that may wait."""
_SHARE = 1 / 3
"""Of the coach's time, for addresses that have used up theirs."""
_BUDGET = (3.0, 0.2)
"""Seconds of thought that an address has, and what it gains each second: of hundredths a hint."""

T = TypeVar("T")


class Coach:
    """The coach of all tables of one worker."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self._asked = Buckets(settings.hints_per_minute, settings.hints_per_minute / 60)
        self._queue = FairQueue("hints", metrics, each=_WAITING, share=_SHARE, budget=_BUDGET)

    async def answer(
        self,
        room: Room,
        holder: str,
        request: Hint | Check,
        address: str,
        write: Callable[[], Awaitable[object]],
    ) -> dict[str, Any]:
        """A hint, or what is to be said of a decision; before it helps, it is told to everybody."""
        entry_for(room.table, holder, request)  # refuses what cannot be asked now
        self._count(room, address)
        said = await self._say(room, request, address)
        if any(said.values()):
            await write()
        return said

    async def _say(self, room: Room, request: Hint | Check, address: str) -> dict[str, Any]:
        table, seat, phase = room.table, request.seat - 1, Phase(request.phase)
        if isinstance(request, Check):
            decision = parse_move(request.decision)
            try:
                warned = await self._think(
                    address, CHECK_SECONDS, lambda: warn(table, seat, phase, decision)
                )
            except TimeoutError:
                warned = None
            return {"warning": warning_shown(warned) if warned else None}
        try:
            advice = await self._think(address, HINT_SECONDS, lambda: advise(table, seat, phase))
        except TimeoutError:
            raise Refused(Code.TOO_FAST, "too many ask for hints now; wait a moment") from None
        if advice is None:
            raise Refused(Code.ILLEGAL, "the game is over before that colour action")
        return {"hint": hint_shown(advice)}

    def close(self) -> None:
        """Say nothing more."""
        self._queue.close()

    def _count(self, room: Room, address: str) -> None:
        most, rate, now = (
            self.settings.hints_at_once,
            self.settings.hints_per_second,
            time.monotonic(),
        )
        if not room.hints.take(most, rate, now):
            raise Refused(Code.TOO_FAST, "too many hints at this table; wait a moment")
        if not self._asked.take(address, now):
            raise Refused(Code.TOO_FAST, "too many hints were asked for from here; wait a moment")

    async def _think(self, address: str, seconds: float, work: Callable[[], T]) -> T:
        async with asyncio.timeout(seconds):
            return await self._queue.do(address, lambda: self._queue.in_thread(work))


def hint_shown(advice: Advice) -> HintShown:
    """Advice as it is sent."""
    options = {option.decision: option for option in advice.options}
    best = advice.options[0].worth if advice.options else 0.0
    return {
        "options": [
            _shown(decision, options.get(decision), best, advice.then.get(decision))
            for decision in advice.decisions
        ],
        "basis": advice.basis,
        "by": advice.by or None,
        "reason": _words(advice.reason),
    }


def warning_shown(warned: Warned) -> WarningShown:
    """A warning as it is sent."""
    return {
        "decision": str(warned.played.decision),
        "win": _rounded(warned.played.worth),
        "best": _shown(warned.best.decision, warned.best, warned.best.worth, None),
        "reason": _words(warned.reason),
    }


def _shown(
    decision: Decision, option: Option | None, best: float, then: Decision | None
) -> HintOption:
    said = str(decision), None if then is None else str(then)
    if option is None:
        return {"decision": said[0], "win": None, "points": None, "grade": None, "then": said[1]}
    from rowlock.review import grade_of

    return {
        "decision": said[0],
        "win": _rounded(option.worth),
        "points": round(option.score, 1),
        "grade": grade_of(best - option.worth),
        "then": said[1],
    }


def _rounded(chance: float) -> float:
    return round(chance, 3)


def _words(text: Text | None) -> Words | None:
    return None if text is None else words_of(text)
