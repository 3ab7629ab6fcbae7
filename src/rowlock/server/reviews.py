"""Reviews of finished games: asked for by anybody who sees the table, made once, kept for a while.

They are not stored: they follow from the record, and a later edition may know better values.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from typing import Literal

from typing_extensions import TypedDict

from rowlock.server.loading import short
from rowlock.server.metrics import Metrics
from rowlock.server.packing import Packed, pack
from rowlock.server.printing import Words
from rowlock.server.protocol import Code, Refused
from rowlock.server.queues import FairQueue
from rowlock.server.reviewing import Reviewer, ReviewerGone
from rowlock.server.shown import SheetState
from rowlock.server.stage import Stage
from rowlock.server.story import Letter
from rowlock.server.table import Table

__all__ = ["ReviewShown", "Reviews"]

log = logging.getLogger("rowlock")

_EACH = 4
"""Reviews of one address that may wait for their turn."""
_SHARE = 0.5
_BUDGET = (30.0, 0.1)
"""Seconds of work that an address has, and what it gains each second: then it waits for others."""
_KEPT = 16 * 1024 * 1024
"""Bytes of reviews that are kept."""
_IDLE_S = 60.0
"""Without a question, before the process is ended."""


class ReviewedSeat(TypedDict):
    """The game of a seat: `luck` - `errors` + `others` is `result` - `start`.

    `start`: what it could expect before the first roll. `luck`: what the rolls brought beyond the
    mean of all rolls. `errors`: what its own decisions gave away. `others`: what came of the
    decisions of the others. `decisions` are those with a choice; so many of them were a slip, a
    mistake or a blunder. `level`: the code of the bot that gives away about as much.
    """

    name: str
    start: float
    result: float
    luck: float
    errors: float
    others: float
    decisions: int
    slips: int
    mistakes: int
    blunders: int
    level: str | None


class ReviewedTurn(TypedDict):
    """What each seat could expect `before` the roll, when it was `rolled`, and `after` the turn."""

    turn: int
    active: int
    roll: str
    before: list[float]
    rolled: list[float]
    after: list[float]
    luck: list[float]
    errors: list[float]
    others: list[float]


class ReviewedOption(TypedDict):
    """A legal decision: what the game is worth with it, and the points to expect at the end."""

    decision: str
    worth: float
    score: float


class ReviewPosition(TypedDict):
    """The own sheet before a decision.

    `offers`: the rules that offer the decisions with a star. `miss`: who crosses nothing takes one.
    """

    sheet: str
    state: SheetState
    closed: list[Letter]
    offers: dict[str, str]
    miss: bool


class ReviewedDecision(TypedDict):
    """A decision with a choice: `given_away` is what the best one was worth beyond that one.

    `move` is its place among the moves of the record, from 0. `options`: all that was legal, the
    best first. `position` is there if it has a grade, so that it can be tried again.
    """

    turn: int
    seat: int
    action: Literal["white", "colour"]
    move: int
    played: str
    best: str
    given_away: float
    grade: Literal["slip", "mistake", "blunder"] | None
    reason: Words | None
    options: list[ReviewedOption]
    position: ReviewPosition | None


class ReviewShown(TypedDict):
    """A game, looked at again. All values are chances to win from 0 to 1 (`win`), or, in a game
    alone, points. Who gives away less than `good_enough` has answered well.
    """

    variant: str
    unit: Literal["win", "points"]
    good_enough: float
    seats: list[ReviewedSeat]
    turns: list[ReviewedTurn]
    judgements: list[ReviewedDecision]


class Reviews:
    """The reviews of one worker: one is made at a time, and each only once."""

    def __init__(self, metrics: Metrics, seconds: float) -> None:
        self._seconds = seconds  # that one may take
        self._queue = FairQueue("reviews", metrics, each=_EACH, share=_SHARE, budget=_BUDGET)
        self._reviewer = Reviewer()
        self._making: dict[str, asyncio.Task[Packed]] = {}
        self._kept: OrderedDict[str, Packed] = OrderedDict()
        self._idle: asyncio.TimerHandle | None = None
        self._ending: asyncio.Task[None] | None = None
        self._closed = False

    async def get(self, table: Table, who: str) -> Packed:
        """The review of a finished game, for this address."""
        if self._closed:
            raise Refused(Code.STOPPING, "the server stops; it is back in a moment")
        if table.stage is not Stage.DONE:
            raise Refused(Code.NOT_OVER, "a game can be reviewed when it is over")
        if table.game is None or not table.game.over:
            raise Refused(Code.ENDED_EARLY, "only a game that was played to its end has a review")
        if (known := self._kept.get(table.id)) is not None:
            self._kept.move_to_end(table.id)
            return known
        making = self._making.get(table.id)
        if making is None:  # whoever asks at the same time waits for the same
            making = asyncio.get_running_loop().create_task(self._make(table, who))
            self._making[table.id] = making
            making.add_done_callback(lambda done: self._made(table.id, done))
        try:
            return await asyncio.shield(making)
        except asyncio.CancelledError:
            if not making.cancelled():  # only who asked has gone
                raise
            raise Refused(Code.STOPPING, "the server stops; it is back in a moment") from None

    async def close(self) -> None:
        """Let the process go, and tell everybody who waits."""
        if self._closed:
            return
        self._closed = True
        for making in self._making.values():
            making.cancel()
        if self._idle is not None:
            self._idle.cancel()
        self._reviewer.kill()
        await self._queue.in_thread(self._reviewer.end)
        self._queue.close()

    async def _make(self, table: Table, who: str) -> Packed:
        return await self._queue.do(who, lambda: self._queue.in_thread(self._ask, table))

    def _made(self, table_id: str, done: asyncio.Task[Packed]) -> None:
        del self._making[table_id]
        if not done.cancelled() and done.exception() is None:  # else whoever asked was told
            self._kept[table_id] = done.result()
            while sum(len(one.body) + len(one.packed) for one in self._kept.values()) > _KEPT:
                self._kept.popitem(last=False)
        if self._idle is not None:
            self._idle.cancel()
        if not self._closed:
            self._idle = asyncio.get_running_loop().call_later(_IDLE_S, self._end)

    def _end(self) -> None:
        """Nobody has asked for a while."""
        if not self._making and not self._closed:
            ending = self._queue.in_thread(self._reviewer.end)
            self._ending = asyncio.get_running_loop().create_task(ending)

    def _ask(self, table: Table) -> Packed:
        """In the thread of reviews, which waits for the process."""
        setup, record = table.setup, table.record.write()
        try:
            kind, told = self._reviewer.ask(
                setup.variant_key, setup.variant_file, record, self._seconds
            )
        except (ReviewerGone, OSError) as error:
            if not self._closed:
                log.warning("no review was made: %s", error, extra={"table": short(table.id)})
            raise Refused(
                Code.UNAVAILABLE, "the game could not be reviewed now; try again"
            ) from None
        if kind == "review":
            return pack(told, "application/json", level=5)
        if kind == "refused":
            raise Refused(Code.NO_REVIEW, f"this game cannot be reviewed here: {json.loads(told)}")
        facts = {"table": short(table.id), "trace": json.loads(told)}
        log.error("a review failed", extra=facts)
        raise Refused(Code.UNAVAILABLE, "something went wrong with this review; it was noted")
