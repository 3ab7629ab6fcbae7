"""A training under way, as a file: whole or refused, and only for the training it is of."""

from __future__ import annotations

import hashlib
import io
import os
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

import torch

from rowlock.errors import NotNotation, Place

__all__ = ["Of", "read_checkpoint", "write_checkpoint"]

_MAGIC = b"rowlock training 1\n"
_DIGEST = 64  # letters

Of: TypeAlias = dict[str, str | int | float]
"""What must be the same for a training to be gone on with."""


def write_checkpoint(path: Path, of: Of, state: dict[str, Any]) -> None:
    """Write a whole file beside its place, then put it there."""
    body = io.BytesIO()
    torch.save({"of": of, "state": state}, body)
    data = body.getvalue()
    digest = hashlib.sha256(data).hexdigest().encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.new")
    try:
        with beside.open("wb") as file:
            file.write(_MAGIC + digest + b"\n" + data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:  # a full disk does not say where it is full
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        beside.unlink(missing_ok=True)


def read_checkpoint(path: Path, of: Of, device: torch.device) -> dict[str, Any] | None:
    """The state in a file; none if there is no file, and of another training it is refused."""

    def refuse(sentence: str) -> NoReturn:
        raise NotNotation(f"{sentence}; remove the file to begin anew", Place(str(path)))

    if not path.exists():
        return None
    magic, digest, data = _parts(path.read_bytes())
    if magic != _MAGIC:
        refuse("expected a training to go on with, found something else")
    if hashlib.sha256(data).hexdigest().encode() != digest:
        refuse("expected a training to go on with, this one is cut or damaged")
    found = torch.load(io.BytesIO(data), map_location=device, weights_only=True)
    for what, meant in of.items():
        said = found["of"].get(what)
        if said != meant:
            refuse(f"expected a training with the {what} {meant}, found {said}")
    state: dict[str, Any] = found["state"]
    return state


def _parts(data: bytes) -> tuple[bytes, bytes, bytes]:
    begin = len(_MAGIC)
    end = begin + _DIGEST
    return data[:begin], data[begin:end], data[end + 1 :]
