"""Numbers drawn by lot that follow from their place alone: seed, game, index, stream.

The generator is Philox4x32-10 (Salmon, Moraes, Dror and Shaw, 2011): a counter goes in, four
words of 32 bits come out, and no draw depends on another. So a game has the same dice wherever
and in whatever order it is played. `philox` is written so that it means the same as plain
Python and compiled with 64-bit integers; the fast engine compiles this very function.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

__all__ = ["DICE", "GameDice", "SeatLots", "philox", "seat_stream"]

T = TypeVar("T")

DICE = 0
"""The stream of a game's dice; each seat has a stream of its own for what it decides."""

_WORD = 0xFFFFFFFF


def philox(seed: int, game: int, index: int, stream: int) -> tuple[int, int, int, int]:
    """The four words at this place, each from 0 to 2**32 - 1."""
    a, b, c, d = game & _WORD, (game >> 32) & _WORD, index & _WORD, stream & _WORD
    key, other = seed & _WORD, (seed >> 32) & _WORD
    for _ in range(10):
        # The products may wrap around as signed numbers: the 64 bits are the same.
        left, right = a * 0xD2511F53, c * 0xCD9E8D57
        a, b = ((right >> 32) & _WORD) ^ b ^ key, right & _WORD
        c, d = ((left >> 32) & _WORD) ^ d ^ other, left & _WORD
        key, other = (key + 0x9E3779B9) & _WORD, (other + 0xBB67AE85) & _WORD
    return a, b, c, d


def seat_stream(seat: int) -> int:
    """The stream of the numbers that a seat's player draws."""
    return 1 + seat


class GameDice:
    """The dice of one numbered game, as a source for `throw`: six numbers a turn.

    Four words make the dice of two turns, three dice a word: the first is the whole part of
    word x faces / 2**32, the next that of what is left, and so on. That favours no face by
    more than one part in a million.
    """

    def __init__(self, seed: int, game: int) -> None:
        self.seed = seed
        self.game = game
        self.drawn = 0
        self._word = 0

    def randrange(self, stop: int, /) -> int:
        """The next die, from 0."""
        block, die = divmod(self.drawn, 12)
        if die % 3 == 0:
            self._word = philox(self.seed, self.game, block, DICE)[die // 3]
        number, self._word = divmod(self._word * stop, 1 << 32)
        self.drawn += 1
        return number


class SeatLots:
    """What the player of one seat draws in one numbered game, one number after the other."""

    def __init__(self, seed: int, game: int, seat: int) -> None:
        self.seed = seed
        self.game = game
        self.stream = seat_stream(seat)
        self.drawn = 0

    def choice(self, options: Sequence[T], /) -> T:
        """One of the options, each as likely as the others; a single one needs no lot."""
        if len(options) == 1:
            return options[0]
        word = philox(self.seed, self.game, self.drawn, self.stream)[0]
        self.drawn += 1
        return options[word * len(options) >> 32]
