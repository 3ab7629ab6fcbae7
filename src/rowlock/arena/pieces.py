"""A contest in pieces, each of which can be played anywhere with the same counts.

Every deal is played with **duplicate dice**: once in every order around the table, with the
same dice, so that nobody wins by a lucky roll or a lucky seat alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rowlock.arena.counts import Counts
from rowlock.errors import UnknownVariant
from rowlock.fast import (
    Batch,
    Policy,
    Results,
    compile_variant,
    compiles,
    find_policy,
)
from rowlock.players import is_own, play_numbered
from rowlock.players.own import find_own_policy
from rowlock.positions import record_of, results_of
from rowlock.record import Record
from rowlock.review.luck import luck_of, valuer_of
from rowlock.review.model import GRID
from rowlock.review.outlook import Valuer
from rowlock.variant import Variant

__all__ = ["Piece", "has_kernels", "play_piece", "policy_of", "rotations", "split"]

_NO_POLICY = ("run:", "class:")


@dataclass(frozen=True)
class Piece:
    """Some deals of one line-up; all that a worker has to know."""

    variant: Variant
    codes: tuple[str, ...]
    seed: int
    deals: range
    fast: bool  # by kernels, or else by the readable engine; the counts are the same
    policies: tuple[Policy, ...] = ()  # those who are known by their object, not by a code alone
    adjusted: bool = False  # with the luck of every game


def rotations(codes: Sequence[str]) -> list[tuple[str, ...]]:
    """The line-up by seat, in every order around the table that differs.

    Everybody moves up one seat at a time. Four of the same player have one order, not four.
    """
    codes = tuple(codes)
    turned = [codes[len(codes) - r :] + codes[: len(codes) - r] for r in range(len(codes))]
    return list(dict.fromkeys(turned))


def policy_of(
    code: str, variant: Variant, seats: int, policies: Sequence[Policy] = ()
) -> Policy | None:
    """The policy that plays for a code: one of these, one of the house, or one that it names."""
    given = {policy.code: policy for policy in policies}.get(code)
    if given is not None:
        return given
    if is_own(code):
        return None if code.startswith(_NO_POLICY) else find_own_policy(code)
    return find_policy(code, variant, seats)


def has_kernels(
    variant: Variant, codes: Sequence[str], seats: int, policies: Sequence[Policy] = ()
) -> bool:
    """Whether compiled kernels can play this: every player and every rule has one."""
    if not compiles() or any(policy_of(code, variant, seats, policies) is None for code in codes):
        return False
    try:
        compile_variant(variant)
    except UnknownVariant:
        return False
    return True


def split(piece: Piece, size: int) -> Iterator[Piece]:
    """The same deals in pieces of about `size` games, one deal at least."""
    deals = max(1, size // len(rotations(piece.codes)))
    for begin in range(0, len(piece.deals), deals):
        part = piece.deals[begin : begin + deals]
        yield replace(piece, deals=part)


def play_piece(piece: Piece) -> Counts:
    """Play every deal of a piece in every rotation."""
    if piece.adjusted:
        played = [_records(piece, seats) for seats in rotations(piece.codes)]
        luck = [_luck(piece, records) for records in played]
        return Counts.of(piece.codes, [results_of(records) for records in played], luck)
    play_rotation = _by_kernels if piece.fast else _by_reading
    return Counts.of(piece.codes, [play_rotation(piece, seats) for seats in rotations(piece.codes)])


def _by_kernels(piece: Piece, seats: tuple[str, ...]) -> Results:
    return _batch(piece.variant, seats, piece.seed, piece.policies).play(piece.deals)


@lru_cache(maxsize=64)
def _batch(
    variant: Variant, seats: tuple[str, ...], seed: int, policies: tuple[Policy, ...]
) -> Batch:
    """Kept, because the pieces of a contest share a few, and compiling a variant takes a while."""
    sitting = [policy_of(code, variant, len(seats), policies) for code in seats]
    return Batch(variant, [policy for policy in sitting if policy], seed)


def _by_reading(piece: Piece, seats: tuple[str, ...]) -> Results:
    return results_of(_records(replace(piece, fast=False), seats))


def _records(piece: Piece, seats: tuple[str, ...]) -> list[Record]:
    """The games of one rotation, written down."""
    if piece.fast:
        batch = _batch(piece.variant, seats, piece.seed, piece.policies)
        return [record_of(batch, deal) for deal in piece.deals]
    given = {policy.code: policy for policy in piece.policies}
    players = [given.get(code, code) for code in seats]
    return [
        play_numbered(piece.variant, players, piece.seed, deal, own=True) for deal in piece.deals
    ]


def _luck(piece: Piece, records: Sequence[Record]) -> NDArray[np.int64]:
    """What the dice brought [deal, seat], as steps of the grid, which can be added exactly."""
    valuer = _valuer(piece.variant, len(piece.codes))
    luck = np.array([luck_of(record, valuer) for record in records]) * GRID
    return luck.astype(np.int64)


@lru_cache(maxsize=4)
def _valuer(variant: Variant, seats: int) -> Valuer:
    return valuer_of(variant, seats)
