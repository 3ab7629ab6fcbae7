"""The REST part of the daily game: what it is today, what it was, and a table to try it at."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Header, Path, Request
from pydantic import BaseModel, ConfigDict

from rowlock.server.creation import hash_of
from rowlock.server.daily import Daily, DailyShown, DailyTable
from rowlock.server.describing import LateRoute
from rowlock.server.limits import address_of

__all__ = ["KEYED", "DailyStart", "daily_api", "holder_of"]

_HEADER = "Rowlock-Key"
_WORD = "^[0-9A-Za-z_-]{32,100}$"

Key = Annotated[
    str | None,
    Header(
        alias=_HEADER,
        max_length=100,
        description="Your key, where something is shown to its holder alone.",
    ),
]


DayName = Annotated[str, Path(max_length=40, description="A day.", examples=["2026-11-20"])]


class DailyStart(BaseModel):
    """Try the daily game. There is nothing to choose; the key is of your own making, long and
    random, and the same whenever this browser or program tries.
    """

    model_config = ConfigDict(extra="forbid")

    key: Annotated[str, Body(pattern=_WORD, examples=["aMl81lHm4oO7g8ZA39_tyaF3-UERGB7U4RqyFAjov"])]


def daily_api(responses: dict[int | str, dict[str, Any]]) -> APIRouter:
    """The routes of the daily game; `responses` are the refusals that all routes share."""
    api = APIRouter(
        prefix="/api/daily", tags=["Daily game"], responses=responses, route_class=LateRoute
    )

    @api.get("", dependencies=KEYED)
    async def today(request: Request) -> DailyShown:
        """Today's game; with the key of your try also how it went, and what others did."""
        return await _daily(request).shown(None, holder_of(request), address_of(request.scope))

    @api.get("/{day}", dependencies=KEYED)
    async def one_day(request: Request, day: DayName) -> DailyShown:
        """The game of another day, as long as it is kept; when it is over, with its seed."""
        return await _daily(request).shown(day, holder_of(request), address_of(request.scope))

    @api.post("")
    async def try_it(request: Request, asked: DailyStart) -> DailyTable:
        """Begin today's game, or go on with it: the same key has the same table."""
        return await _daily(request).begin(hash_of(asked.key), address_of(request.scope))

    return api


def _keyed(key: Key = None) -> None:
    """Say in the description that a key may come with a request."""


KEYED = [Depends(_keyed)]
"""For routes that ask `holder_of`."""


def holder_of(request: Request) -> str:
    """Who asks, by the key that came with it; nobody without one."""
    key = request.headers.get(_HEADER)
    return hash_of(key) if key else ""


def _daily(request: Request) -> Daily:
    daily: Daily = request.app.state.hub.daily
    return daily
