"""How the seeds of the people get into the dice: all promise first, and only then all tell.

Each holder of a seat promises a seed by its SHA-256, which everybody is shown. The host's start
calls for the seeds: as soon as everybody who is there has promised, or said that they give
none, all are asked to reveal, and nobody sees another's seed before the last one came. Then the
game starts by itself. So whoever speaks last cannot choose, not even with the server's help.

Whoever is silent for too long has no seed. If that was while seeds were revealed, the others
promise anew: what they had revealed might have been the reason for the silence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from rowlock.events import Seat
from rowlock.fair import seed_commitment
from rowlock.server.entries import Called, Overdue, Promised, Revealed
from rowlock.server.events import MixingBegan, MixingStep, SeatSilent, TableEvent
from rowlock.server.setup import NO_SEED, SeatState

__all__ = [
    "MIXING_SECONDS",
    "MOST_PROMISES",
    "MixingResult",
    "MixingEntry",
    "Mixing",
    "commitments_of",
    "fits",
    "mixed_after",
    "owed",
    "waited_for",
    "with_promise",
]

MIXING_SECONDS = 10.0
"""How long people have to promise, and then again to reveal: their programs do it for them."""
MOST_PROMISES = 20
"""How often a promise may be given before the start; whoever changes it more often is no person."""

MixingEntry = Promised | Called | Revealed | Overdue
"""The entries that mix the dice."""
Seats = tuple[SeatState, ...]


@dataclass(frozen=True, slots=True)
class Mixing:
    """Seeds on their way into the dice, from the host's start to that of the game.

    Each step is another one by its name and by how many are out, so that its time can be counted.
    """

    step: MixingStep
    out: frozenset[str]  # the holders who have no say: they were away, or silent
    revealed: Mapping[str, str] = field(default_factory=dict, repr=False)  # by holder; sealed
    used: frozenset[str] = frozenset()  # the promises that are void: their seeds may be known


class MixingResult(NamedTuple):
    """What an entry leads to: seats, the mixing that goes on, what is told; or the start."""

    seats: Seats
    mixing: Mixing | None
    events: tuple[TableEvent, ...] = ()
    done: bool = False


def fits(seed: str, commitment: str) -> bool:
    """Whether this is the seed that was promised."""
    return bool(seed) and seed_commitment(seed) == commitment


def commitments_of(seats: Seats) -> tuple[str, ...]:
    """What was promised, one a seat; empty where nothing is."""
    return tuple("" if p.commitment == NO_SEED else p.commitment for p in seats)


def with_promise(seats: Seats, holder: str, commitment: str) -> Seats:
    """The seats after a promise, which counts for all seats of the holder."""
    return tuple(
        replace(p, commitment=commitment, promises=p.promises + 1) if p.holder == holder else p
        for p in seats
    )


def owed(state: SeatState, mixing: Mixing | None) -> MixingStep | None:
    """What the person of this seat is asked for, before the start of a game with server dice."""
    if not state.holder or (mixing is not None and state.holder in mixing.out):
        return None
    if mixing is None or mixing.step == "commit":
        return "commit" if not state.commitment else None
    told = state.commitment == NO_SEED or state.holder in mixing.revealed
    return None if told else "reveal"


def waited_for(seats: Seats, mixing: Mixing) -> tuple[Seat, ...]:
    """The seats that the start waits for."""
    return tuple(seat for seat, state in enumerate(seats) if owed(state, mixing))


def mixed_after(seats: Seats, mixing: Mixing | None, entry: MixingEntry) -> MixingResult:
    """What this entry leads to. Entries were checked when they were proposed."""
    match entry:
        case Promised(holder, commitment):
            seats = with_promise(seats, holder, commitment)
            return MixingResult(seats, None) if mixing is None else _go_on(seats, mixing)
        case Called(away):
            # Old tables have seeds that nobody had promised: they are asked for again.
            out = frozenset(seats[seat].holder for seat in away)
            seats = tuple(replace(p, seed="") for p in _without(seats, out))
            return _go_on(
                seats, Mixing("commit", out), *_silent(away, "away"), MixingBegan("commit")
            )
        case Revealed(holder, seed):
            assert mixing is not None
            revealed = {**mixing.revealed, holder: seed}
            return _go_on(seats, replace(mixing, revealed=revealed))
        case _:
            assert mixing is not None
            return _overdue(seats, mixing)


def _overdue(seats: Seats, mixing: Mixing) -> MixingResult:
    """Go on without those who were silent."""
    late = waited_for(seats, mixing)
    out = mixing.out | {seats[seat].holder for seat in late}
    used = mixing.used
    if mixing.step == "reveal":  # who was silent may know what the others have revealed
        used |= {commitment for commitment in commitments_of(seats) if commitment}
        seats = tuple(p if p.commitment == NO_SEED else replace(p, commitment="") for p in seats)
    seats = _without(seats, out)
    again = Mixing("commit", out, used=used)
    return _go_on(seats, again, *_silent(late, mixing.step), MixingBegan("commit"))


def _go_on(seats: Seats, mixing: Mixing, *events: TableEvent) -> MixingResult:
    """The next step, if nobody is waited for any longer; after the last one the start."""
    if waited_for(seats, mixing):
        return MixingResult(seats, mixing, events)
    if mixing.step == "commit" and any(commitments_of(seats)):
        return MixingResult(seats, replace(mixing, step="reveal"), (*events, MixingBegan("reveal")))
    seeds = mixing.revealed
    seats = tuple(replace(state, seed=seeds.get(state.holder, "")) for state in seats)
    return MixingResult(seats, None, events, done=True)


def _without(seats: Seats, out: frozenset[str]) -> Seats:
    """The seats when these holders have no seed."""
    return tuple(replace(p, commitment="") if p.holder in out else p for p in seats)


def _silent(seats: tuple[Seat, ...], step: MixingStep | Literal["away"]) -> list[SeatSilent]:
    """Everybody is told who has no seed, and in which step it was lost."""
    return [SeatSilent(seat, step) for seat in seats]
