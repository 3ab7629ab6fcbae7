"""The front of a file of numbers: what kind it is, and what it says of itself, as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, TypeVar

from rowlock.errors import NotNotation

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Info = TypeVar("Info", bound=DataclassInstance)

__all__ = ["FRONT", "read_front", "write_front"]

FRONT = 4096
"""Bytes before the numbers, so that these begin where a page of memory does."""


def write_front(kind: bytes, about: DataclassInstance) -> bytes:
    """The front of a file of this kind."""
    told = kind + json.dumps(asdict(about)).encode()
    if len(told) >= FRONT:
        raise NotNotation(f"expected a header below {FRONT:,} bytes, found {len(told):,}")
    return told.ljust(FRONT - 1) + b"\n"


def read_front(kind: bytes, about: type[Info], data: bytes) -> Info | None:
    """What a file that begins like this says of itself; none if it is of no such kind."""
    if len(data) < FRONT or not data.startswith(kind):
        return None
    try:
        found = about(**json.loads(data[len(kind) : FRONT]))
    except (ValueError, TypeError):
        return None
    kinds = about.__annotations__
    fits = all(
        type(value).__name__ == kinds[name].partition("[")[0]
        for name, value in asdict(found).items()
    )
    return found if fits else None
