"""A contest from start to end."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence

from rowlock.arena.executors import HERE, spread
from rowlock.arena.match import Match
from rowlock.arena.standing import Standing
from rowlock.fast import Policy
from rowlock.variant import Variant, default_variant, find_variant

__all__ = ["contest", "play_match"]


def contest(
    players: Sequence[str | Policy],
    variant: Variant | str | None = None,
    *,
    seats: int = 2,
    games: int | None = None,
    seed: int = 0,
    adjusted: bool = False,
    on: str = HERE,
    workers: int | None = None,
) -> Standing:
    """Let players meet, and say how it went.

    Players are named by their codes, or are policies, which are then named by theirs; a variant
    by its key or as a `Variant`. `games` is for each table and rounded up to whole deals. The
    same seed gives the same numbers, wherever it is played and by however many workers.
    `adjusted` takes the luck of the dice out, which makes shares surer and games slower.
    """
    if not isinstance(variant, Variant):
        variant = find_variant(variant or default_variant())
    standing = Standing(Match.between(variant, players, seats, games, seed, adjusted))
    play_match(standing, on, workers)
    return standing


def play_match(
    standing: Standing,
    on: str = HERE,
    workers: int | None = None,
    watch: Callable[[Standing], None] = lambda _: None,
) -> None:
    """Play all games of a match; whenever it is stopped, the standing holds what is known."""
    begin = time.monotonic()
    with contextlib.closing(spread(standing.match.tables, on, workers)) as pieces:
        for table, counts in pieces:
            standing.add(table, counts)
            standing.seconds = time.monotonic() - begin
            watch(standing)
