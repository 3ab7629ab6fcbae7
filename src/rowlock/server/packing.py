"""Answers that are packed (gzip) once, and not for everybody who asks.

Packing a large file takes longer than everything else that a request costs, so it is done when
the answer is made, outside the event loop, and never on the way out.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

__all__ = ["Packed", "Shelf", "answer", "pack"]

_LONG = 1000
"""Whoever names more tags than fit in here gets the answer once more."""


@dataclass(frozen=True)
class Packed:
    """A body, and the same with gzip; that is empty where it would be no smaller."""

    body: bytes
    packed: bytes
    kind: str
    tag: str


def pack(body: bytes, kind: str, level: int = 9) -> Packed:
    """Pack a body of this kind; a picture is packed already."""
    packed = b"" if kind == "image/png" else gzip.compress(body, level, mtime=0)
    tag = hashlib.sha256(body).hexdigest()[:20]
    # The tag is weak: it is the same for both.
    return Packed(body, packed if len(packed) < len(body) else b"", kind, f'W/"{tag}"')


def answer(
    request: Request, told: Packed, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """The answer to whoever asks: packed if that is understood, nothing if it is known."""
    told_headers = {**(headers or {}), "ETag": told.tag, "Vary": "Accept-Encoding"}
    known = [tag.strip() for tag in request.headers.get("If-None-Match", "")[:_LONG].split(",")]
    if status == 200 and told.tag in known:
        return Response(status_code=304, headers=told_headers)
    body = told.body
    if told.packed and "gzip" in request.headers.get("Accept-Encoding", ""):
        told_headers["Content-Encoding"] = "gzip"
        body = told.packed
    return Response(body, status, told_headers, told.kind)


class Shelf:
    """Answers that stay the same, each made when it is first asked for, and only once."""

    def __init__(self) -> None:
        self._made: dict[str, asyncio.Task[Packed]] = {}

    async def get(self, name: str, make: Callable[[], Packed]) -> Packed:
        """The answer of this name. The names must come from us, since every one is kept."""
        if name not in self._made:
            self._made[name] = asyncio.create_task(asyncio.to_thread(make))
        try:
            return await asyncio.shield(self._made[name])
        except Exception:
            del self._made[name]  # it may be better the next time
            raise
