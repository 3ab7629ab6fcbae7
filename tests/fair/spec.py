"""The specification of docs/fair-dice.md once more, written down as plainly as it reads.

It shares nothing with `rowlock.fair`, so that a slip would have to be made twice.
"""

from __future__ import annotations

import hashlib
import hmac

__all__ = ["committed", "draw", "lot", "roll", "skipped", "stream"]


def committed(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def stream(seed: bytes, table: str, mix: str, n: int, blocks: int = 4) -> bytes:
    """The first bytes of roll n."""
    return b"".join(
        hmac.new(
            seed, "\n".join([table, mix, str(n), str(k)]).encode("ascii"), hashlib.sha256
        ).digest()
        for k in range(blocks)
    )


def draw(data: bytes, faces: int, count: int) -> tuple[list[int], int]:
    """So many numbers from 1 to `faces`, and how many bytes they took."""
    numbers: list[int] = []
    used = 0
    while len(numbers) < count:
        byte = data[used]
        used += 1
        if byte < 256 - 256 % faces:
            numbers.append(byte % faces + 1)
    return numbers, used


def roll(seed: bytes, table: str, mix: str, n: int, faces: int) -> list[int]:
    """White, white, red, yellow, green, blue."""
    return draw(stream(seed, table, mix, n), faces, 6)[0]


def skipped(seed: bytes, table: str, mix: str, n: int, faces: int) -> int:
    """How many bytes this roll passes over."""
    return draw(stream(seed, table, mix, n), faces, 6)[1] - 6


def lot(seed: bytes, table: str, mix: str, seats: int) -> int:
    """The seat that rolls first, counted from 1."""
    return draw(stream(seed, table, mix, 0), seats, 1)[0][0]
