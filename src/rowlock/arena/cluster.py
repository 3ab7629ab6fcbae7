"""The pieces of a contest on a Ray cluster.

A piece is a task. If its worker or its machine is lost, Ray gives the piece to another one;
each has one answer, so it is counted once.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import sys
import warnings
from collections.abc import Generator, Iterator
from typing import Any
from urllib.parse import urlsplit

import ray
from ray.exceptions import RayError, RayTaskError

import rowlock
from rowlock.arena.counts import Counts
from rowlock.arena.pieces import Piece, play_piece
from rowlock.bots import trained_codes
from rowlock.errors import Contradiction, RowlockError
from rowlock.fast.weights import find_weights, own_weights

__all__ = ["on_ray"]

_RETRIES = 9  # times that a piece may lose its worker before the contest gives up
_PATIENCE = 10.0  # seconds
_AHEAD = 2  # pieces for each core: the one it plays and the next


def on_ray(
    pieces: Iterator[tuple[int, Piece]], address: str | None, workers: int | None
) -> Generator[tuple[int, Counts], None, None]:
    """Play pieces on the cluster at this address, at $RAY_ADDRESS, or on one started here."""
    # Ray tells of lost workers where the result belongs.
    with contextlib.redirect_stdout(sys.stderr), _connected(address, workers) as cores:
        task = ray.remote(max_retries=_RETRIES)(_play_there)
        most = _AHEAD * min(workers or cores, cores)
        under_way: dict[ray.ObjectRef[Counts], int] = {}
        while True:
            while len(under_way) < most and (numbered := next(pieces, None)):
                number, piece = numbered
                under_way[task.remote(piece, rowlock.__version__, _weights(piece))] = number
            if not under_way:
                return
            done, _ = ray.wait(list(under_way))
            for answer in done:
                yield under_way.pop(answer), _counts(answer)


def _play_there(piece: Piece, version: str, weights: str) -> Counts:
    if rowlock.__version__ != version:
        raise Contradiction(
            f"the cluster has rowlock {rowlock.__version__}, but this is rowlock {version}"
        )
    if _weights(piece) != weights:
        raise Contradiction(
            f"the cluster has other weights or levels for {piece.variant.name} than this machine; "
            f"expected on all its machines: {own_weights(piece.variant).name}"
        )
    return play_piece(piece)


def _weights(piece: Piece) -> str:
    """Which weights and levels the trained ones of these use here; nothing if none are needed."""
    sitting = sorted(set(piece.codes) & set(trained_codes()))
    trained = find_weights(piece.variant) if sitting else None
    if trained is None:
        return ""
    return " ".join([trained.about.checksum, *(f"{trained.chance(code)}" for code in sitting)])


def _counts(answer: ray.ObjectRef[Counts]) -> Counts:
    try:
        return ray.get(answer)
    except RayTaskError as error:
        if isinstance(error.cause, RowlockError):
            raise error.cause from None
        raise  # a mistake of ours, or of a player: its whole story is needed
    except RayError as error:
        raise ChildProcessError(f"games were lost on the cluster: {_told(error)}") from None


@contextlib.contextmanager
def _connected(address: str | None, workers: int | None) -> Iterator[int]:
    """Connect to a cluster, if the caller has not; gives the number of its cores."""
    ours = not ray.is_initialized()
    if ours:
        _connect(address, workers)
    try:
        resources = ray.cluster_resources()  # type: ignore[no-untyped-call] # it has no types
        yield int(resources.get("CPU", 1))
    finally:
        if ours:
            ray.shutdown()  # ends what is under way, too


def _connect(address: str | None, workers: int | None) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    where = address or os.environ.get("RAY_ADDRESS") or "local"
    # Ray could look by itself for a cluster on this machine, but it waits for minutes for one
    # that has died; so one that runs must be named.
    if where == "local":
        quiet |= {"num_cpus": workers, "include_dashboard": False}
    try:
        with warnings.catch_warnings(action="ignore"):  # what went wrong is told below, once
            if address:
                _knock(address)
            ray.init(where, **quiet)
    except (OSError, RuntimeError, ValueError) as error:
        hint = "; does it ask for a token? then set RAY_AUTH_MODE=token" if address else ""
        raise ConnectionError(f"{where}: no cluster can be used: {_told(error)}{hint}") from None


def _knock(address: str) -> None:
    """Fail at once if nobody is there; Ray itself would go on trying for half a minute."""
    where = urlsplit(address)
    socket.create_connection((where.hostname, where.port), _PATIENCE).close()


def _told(error: Exception) -> str:
    """The complaint of somebody else in one line."""
    return " ".join(str(error).split())[:300]
