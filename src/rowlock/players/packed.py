"""The trained players, asked by the readable engine: they decide exactly as in a batch.

They need numpy; numba is used if it is there. Nothing here imports either before it is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from rowlock.errors import RowlockError, UnknownPlayer
from rowlock.events import Seat
from rowlock.game import Game
from rowlock.lots import SeatLots
from rowlock.moves import Decision
from rowlock.players.chance import Lots
from rowlock.variant import Variant, default_variant, find_variant

if TYPE_CHECKING:  # numpy is not everywhere
    from rowlock.fast.turns import Games
    from rowlock.fast.weights import Trained

__all__ = [
    "TRAINED",
    "Packed",
    "Position",
    "caveats",
    "drawing",
    "is_ready",
    "need_kernels",
    "numbered_lots",
]

TRAINED = ("novice", "casual", "expert", "oracle")
"""The codes of the trained players, from weak to strong."""

_SEED_BITS = 63


class Packed:
    """A trained player: what its kernel decides with the view as arrays.

    Where there are no weights it plays as `ga`, which `caveats` tells.
    """

    def __init__(self, code: str, lots: Lots) -> None:
        need_kernels(code)
        from rowlock.fast.policies import LEVELS

        self.noise = LEVELS[code]
        self.lots = numbered_lots(lots)

    def decide(self, view: Game, seat: Seat) -> Decision:
        """What the kernel decides; a single decision needs no asking."""
        legal = view.legal(seat)
        if len(legal) == 1:
            return legal[0]
        position = Position.of(view, seat)
        if position is None:
            from rowlock.players.public import GeneticChampion

            return GeneticChampion().decide(view, seat)
        with drawing(self.lots, position.games, seat):
            return position.ask(self.noise)


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

    def ask(self, noise: float = 0.0, tells: bool = False) -> Decision:
        """The best decision; the values of all of them are then on the desk."""
        from rowlock.fast.asking import ask_oracle
        from rowlock.fast.tables import decision_of

        numbers = self.trained.numbers(noise, tells)
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


@cache
def is_ready() -> bool:
    """Whether the trained players can play at full strength here, looked up once."""
    try:
        need_kernels("a trained player")
        from rowlock.fast.weights import find_weights

        return find_weights(find_variant(default_variant())) is not None
    except RowlockError:
        return False


def caveats(codes: Iterable[str], variant: Variant, seats: int) -> tuple[str, ...]:
    """What is to be known before these players meet at such a table: who plays as another."""
    named = [code for code in TRAINED if code in set(codes)]
    if not named:
        return ()
    who = " and ".join([", ".join(named[:-1]), named[-1]] if named[1:] else named)
    s = "" if named[1:] else "s"
    need_kernels(who)
    from rowlock.fast.net import MOST_SEATS
    from rowlock.fast.weights import FEWEST_SEATS, find_weights

    if seats < FEWEST_SEATS:
        return (f"{who} play{s} as ga here: trained values say nothing about a game alone.",)
    if find_weights(variant) is None:
        return (f"{who} play{s} as ga here: there are no trained weights for {variant.name}.",)
    if seats > MOST_SEATS:
        return (
            f"{who} value{s} this table as if it had {MOST_SEATS} seats: "
            f"the weights were trained with {FEWEST_SEATS} to {MOST_SEATS}.",
        )
    return ()
