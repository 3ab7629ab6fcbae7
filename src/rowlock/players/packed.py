"""The trained players, asked by the readable engine: they decide exactly as in a batch.

They need numpy; numba is used if it is there. Nothing here imports either before it is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from rowlock.bots import (
    UNTRAINED,
    Choice,
    find_bot,
    find_choice,
    level_codes,
    load,
    trained_codes,
)
from rowlock.drawables import Text
from rowlock.errors import RowlockError, UnknownPlayer, UnknownVariant
from rowlock.events import Seat
from rowlock.game import Game
from rowlock.lots import SeatLots
from rowlock.moves import Decision
from rowlock.players.chance import Lots
from rowlock.variant import Variant, default_variant, find_variant

if TYPE_CHECKING:  # numpy is not everywhere
    from rowlock.fast.policy import Floats
    from rowlock.fast.turns import Games
    from rowlock.fast.weights import Trained

__all__ = [
    "Caveat",
    "Packed",
    "Position",
    "caveats",
    "drawing",
    "find_caveat",
    "is_ready",
    "make_packed",
    "need_kernels",
    "need_twins",
    "numbered_lots",
]

_SEED_BITS = 63


class Packed:
    """A trained player: what its kernel decides with the view as arrays.

    Where there are no weights another bot decides for it, which `caveats` tells.
    """

    def __init__(self, code: str, lots: Lots) -> None:
        need_kernels(code)
        bot = find_bot(code)
        if bot is None or not bot.trained:
            known = ", ".join(trained_codes())
            raise UnknownPlayer(f"expected a trained player: {known}; found {code[:40]!r}")
        self.code = bot.code
        self.lots = numbered_lots(lots)

    def decide(self, view: Game, seat: Seat) -> Decision:
        """What the kernel decides; a single decision needs no asking."""
        legal = view.legal(seat)
        if len(legal) == 1:
            return legal[0]
        position = Position.of(view, seat)
        if position is None:
            untrained = find_choice(UNTRAINED)
            assert untrained is not None  # it is in the register
            decision: Decision = load(untrained.bot.player)(untrained, self.lots).decide(view, seat)
            return decision
        with drawing(self.lots, position.games, seat):
            trained = position.trained
            return position.ask(trained.numbers(trained.chance(self.code)))


class Position:
    """A view as arrays, with the weights that know something about it."""

    def __init__(self, view: Game, seat: Seat, trained: Trained) -> None:
        from rowlock.fast.oracle import SCRATCH
        from rowlock.fast.policy import new_desk
        from rowlock.positions import pack

        self.games: Games = pack([view])
        self.seat = seat
        self.page = view.variant.page(seat)
        self.trained = trained
        self.desk = new_desk(trained.tables, SCRATCH)

    @classmethod
    def of(cls, view: Game, seat: Seat) -> Position | None:
        """The position, or none if there are no weights for such a table."""
        from rowlock.fast.weights import weights_for

        trained = weights_for(view.variant, view.seats)
        return cls(view, seat, trained) if trained else None

    def ask(self, numbers: Floats) -> Decision:
        """What a trained player with these numbers decides; the values are then on the desk."""
        from rowlock.fast.asking import ask_oracle
        from rowlock.fast.tables import decision_of

        code = ask_oracle(self.trained.tables, self.games, self.seat, self.desk, numbers)
        return decision_of(code, self.page)


def numbered_lots(lots: Lots) -> SeatLots:
    """Lots that a kernel can draw too; of others only a seed is taken."""
    if isinstance(lots, SeatLots):
        return lots
    return SeatLots(sum(lots.choice((0, 1)) << bit for bit in range(_SEED_BITS)), 0, 0)


@contextmanager
def drawing(lots: SeatLots, games: Games, seat: Seat) -> Iterator[None]:
    """Let the kernel that decides for a seat draw these lots, and note how many it drew."""
    games.seed[0], games.number[0], games.draws[seat] = lots.seed, lots.game, lots.drawn
    yield
    lots.drawn = int(games.draws[seat])


def need_kernels(what: str) -> None:
    """Import the fast engine; whoever has not what it needs is told what to install."""
    try:
        import rowlock.fast  # noqa: F401
    except ImportError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "rowlock":
            raise
        raise UnknownPlayer(
            f"{what} needs more packages ({missing} is missing): pip install 'rowlock[fast]'"
        ) from None


def need_twins(what: str, variant: Variant) -> None:
    """Refuse a variant that the fast engine does not know, for whoever decides by its kernels."""
    need_kernels(what)
    from rowlock.fast import compile_variant

    try:
        compile_variant(variant)
    except UnknownVariant as error:
        raise UnknownPlayer(f"{what} cannot play here: {error.message}") from None


@cache
def is_ready() -> bool:
    """Whether the trained players can play at full strength here, looked up once."""
    try:
        need_kernels("a trained player")
        from rowlock.fast.weights import find_weights

        return find_weights(find_variant(default_variant())) is not None
    except RowlockError:
        return False


Why: TypeAlias = Literal["alone", "untrained", "crowd", "chosen", "unmeasured"]


class Caveat(NamedTuple):
    """What is to be known before trained players meet at a table."""

    why: Why
    codes: tuple[str, ...]
    variant: str
    usual: str  # the variant whose levels are taken where none were measured
    fewest: int  # seats that the weights were trained with
    most: int
    printed: tuple[Text, ...]  # what they take to be played, though something else was chosen


def find_caveat(codes: Iterable[str], variant: Variant, seats: int) -> Caveat | None:
    """Why trained players among these do not play here as they were trained, if so."""
    chosen = set(codes)
    named = tuple(code for code in trained_codes() if code in chosen)
    if not named:
        return None
    need_kernels(_listed(named))
    from rowlock.fast.net import MOST_SEATS
    from rowlock.fast.weights import FEWEST_SEATS, find_weights

    trained = find_weights(variant)
    why: Why
    if seats < FEWEST_SEATS:
        why = "alone"
    elif trained is None:
        why = "untrained"
    elif seats > MOST_SEATS:
        why = "crowd"
    elif variant.chosen:
        why = "chosen"
    elif trained.levels is None and set(named) & set(level_codes()):
        why = "unmeasured"
        named = tuple(code for code in named if code in level_codes())
    else:
        return None
    printed = tuple(c.printed for c in variant.choices if c.name in dict(variant.chosen))
    usual = find_variant(default_variant()).name
    return Caveat(why, named, variant.name, usual, FEWEST_SEATS, MOST_SEATS, printed)


def caveats(codes: Iterable[str], variant: Variant, seats: int) -> tuple[str, ...]:
    """What is to be known before these players meet at such a table: who plays as another."""
    caveat = find_caveat(codes, variant, seats)
    if caveat is None:
        return ()
    who, s = _listed(caveat.codes), "" if caveat.codes[1:] else "s"
    if caveat.why == "crowd":
        return (
            f"{who} value{s} this table as if it had {caveat.most} seats: "
            f"the weights were trained with {caveat.fewest} to {caveat.most}.",
        )
    if caveat.why == "chosen":
        printed = " and ".join(text.en for text in caveat.printed)
        return (f"{who} value{s} sheets as if they had {printed}.",)
    if caveat.why == "unmeasured":
        return (
            f"{who} play{s} at {'levels' if caveat.codes[1:] else 'a level'} measured for "
            f"{caveat.usual}, not for {caveat.variant}.",
        )
    because = {
        "alone": "trained values say nothing about a game alone",
        "untrained": f"there are no trained weights for {caveat.variant}",
    }[caveat.why]
    return (f"{who} play{s} as {UNTRAINED} here: {because}.",)


def _listed(codes: tuple[str, ...]) -> str:
    return " and ".join([", ".join(codes[:-1]), codes[-1]] if codes[1:] else codes)


def make_packed(choice: Choice, lots: Lots) -> Packed:
    """The player of the register."""
    return Packed(choice.code, lots)
