"""What a reason is: the kind of a fact, and its values."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from rowlock.languages import Text
from rowlock.moves import Decision
from rowlock.sheet import Cell, Colour, Page

__all__ = ["NO_FACT", "Kind", "Reason"]


class Kind(StrEnum):
    """The kinds of facts; `better` and `played` are the two decisions of a reason."""

    ENDS_BEHIND = "ends_behind"  # played ends the game, m points behind the best other seat
    ENDS_AHEAD = "ends_ahead"  # better ends the game, n points ahead of everybody
    ENDS = "ends"  # played ends the game, better does not
    TOGETHER_BEHIND = "together_behind"  # as ENDS_BEHIND, if somebody else locks a row too
    TOGETHER_AHEAD = "together_ahead"  # as ENDS_AHEAD, if somebody else locks a row too
    LAST_MISS = "last_miss"  # played, a pass, leads to the miss that ends the game
    MISS = "miss"  # played, a pass, is a miss, which costs n points
    MISS_AHEAD = "miss_ahead"  # the same in the white action: no coloured sum fits either
    MISS_CHEAPER = "miss_cheaper"  # better is a miss, but played gives m cells up
    LOCK = "lock"  # better locks a row and brings n points
    COMPLETES = "completes"  # better completes a badge, which brings something
    EXTRA = "extra"  # better brings n crosses that are not chosen, played m
    TAKES = "takes"  # of two rows to pick one takes n crosses, the other m
    LINE = "line"  # better also counts in a further line of the sum: n points in all
    LEAVES = "leaves"  # better leaves a cell for a coloured die, played does not
    FOLLOWS = "follows"  # a coloured die gives n cells up after better, m after played
    INSTEAD = "instead"  # better passes; then a coloured die gives n cells up, played m
    FREE = "free"  # better brings n points and gives nothing up; played is a pass
    WORTH = "worth"  # better brings n points and gives m cells up; played is a pass
    CLOSING = "closing"  # another seat can lock the row of better, which brings n points
    SOON = "soon"  # the game can end with the next turn; better brings n points
    POINTS = "points"  # better brings n points at once, played m
    UNLOCKABLE = "unlockable"  # after played a row cannot be locked any more
    GIVES_UP = "gives_up"  # played gives up a cell that a rule has marked
    KEEPS = "keeps"  # played gives m cells up for n points; better is a pass
    FEWER = "fewer"  # better gives n cells up, played m
    LIKELIER = "likelier"  # played gives up numbers that are rolled more often
    ROOM = "room"  # the row of better has n cells left, that of played m
    BADGE = "badge"  # better crosses a cell that a rule has marked, which brings something
    FITS = "fits"  # after better n of all white rolls fit without a gap, after played m
    WINS = "wins"  # no fact: better wins n more games in 100
    SCORES = "scores"  # no fact, alone: better brings n points more in the end
    EVEN = "even"  # no fact, and hardly a difference


NO_FACT = frozenset((Kind.WINS, Kind.SCORES, Kind.EVEN))
"""The kinds that say only what the values say."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact that speaks for a decision; the kind says which of the values it has."""

    kind: Kind
    better: Decision
    played: Decision
    page: Page = field(repr=False, compare=False)  # of the seat: it knows what cells look like
    n: int = 0  # of the better decision
    m: int = 0  # of the one that was played, or that might be
    of: int = 0  # of how many
    row: Colour | None = None  # of the better decision, or the one that is spoken of
    other: Colour | None = None  # the row of the one that was played
    cell: Cell | None = None  # that a coloured die may cross later, or that is given up
    numbers: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())  # given up by better, by played
    said: tuple[Text, ...] = ()  # words of a rule
