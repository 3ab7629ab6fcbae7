"""A contest in pieces, each of which can be played anywhere with the same counts.

Every deal is played with **duplicate dice**: once in every order around the table, with the
same dice, so that nobody wins by a lucky roll or a lucky seat alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rowlock.arena.counts import Counts
from rowlock.errors import UnknownVariant
from rowlock.events import Ending
from rowlock.fast import JITTED, LOCKS, MISSES, Batch, Results, compile_variant, find_policy
from rowlock.players import play_numbered
from rowlock.record import Record
from rowlock.sheet import COLOURS
from rowlock.variant import Variant

__all__ = ["Piece", "has_kernels", "play_piece", "results_of", "rotations", "split"]


@dataclass(frozen=True)
class Piece:
    """Some deals of one line-up; all that a worker has to know."""

    variant: Variant
    codes: tuple[str, ...]
    seed: int
    deals: range
    fast: bool  # by kernels, or else by the readable engine; the counts are the same


def rotations(codes: Sequence[str]) -> list[tuple[str, ...]]:
    """The line-up by seat, in every order around the table that differs.

    Everybody moves up one seat at a time. Four of the same player have one order, not four.
    """
    codes = tuple(codes)
    turned = [codes[len(codes) - r :] + codes[: len(codes) - r] for r in range(len(codes))]
    return list(dict.fromkeys(turned))


def has_kernels(variant: Variant, codes: Sequence[str], seats: int) -> bool:
    """Whether compiled kernels can play this: every player and every rule has one."""
    if not JITTED or any(find_policy(code, variant, seats) is None for code in codes):
        return False
    try:
        compile_variant(variant)
    except UnknownVariant:
        return False
    return True


def split(piece: Piece, size: int) -> Iterator[Piece]:
    """The same deals in pieces of about so many games, one deal at least."""
    deals = max(1, size // len(rotations(piece.codes)))
    for begin in range(0, len(piece.deals), deals):
        part = piece.deals[begin : begin + deals]
        yield Piece(piece.variant, piece.codes, piece.seed, part, piece.fast)


def play_piece(piece: Piece) -> Counts:
    """Play every deal of a piece in every rotation."""
    play_rotation = _by_kernels if piece.fast else _by_reading
    return Counts.of(piece.codes, [play_rotation(piece, seats) for seats in rotations(piece.codes)])


def _by_kernels(piece: Piece, seats: tuple[str, ...]) -> Results:
    return _batch(piece.variant, seats, piece.seed).play(piece.deals)


@lru_cache(maxsize=64)
def _batch(variant: Variant, seats: tuple[str, ...], seed: int) -> Batch:
    """Kept, because the pieces of a contest share a few, and compiling a variant takes a while."""
    policies = [find_policy(code, variant, len(seats)) for code in seats]
    return Batch(variant, [policy for policy in policies if policy], seed)


def _by_reading(piece: Piece, seats: tuple[str, ...]) -> Results:
    return results_of(
        [play_numbered(piece.variant, seats, piece.seed, deal, own=True) for deal in piece.deals]
    )


def results_of(records: Sequence[Record]) -> Results:
    """How written games ended, as a batch tells it; all have as many seats."""
    games = [record.game() for record in records]
    outcomes = [outcome for game in games if (outcome := game.outcome())]
    sheets = [game.sheets for game in games]

    def bits(flags: Sequence[bool]) -> int:
        return sum(1 << i for i, flag in enumerate(flags) if flag)

    return Results(
        scores=np.array([outcome.totals for outcome in outcomes], np.int16),
        misses=np.array([[s.misses for s in row] for row in sheets], np.int8),
        crosses=np.array(
            [[[s.crosses(c) for c in COLOURS] for s in row] for row in sheets], np.int8
        ),
        locks=np.array(
            [[bits([s.locked(c) for c in COLOURS]) for s in row] for row in sheets], np.int8
        ),
        turns=np.array([game.turn for game in games], np.int16),
        ending=np.array([LOCKS if o.ending is Ending.LOCKS else MISSES for o in outcomes], np.int8),
        winners=np.array(
            [bits([seat in o.winners for seat in range(len(o.tallies))]) for o in outcomes],
            np.int16,
        ),
    )
