"""What the server does by itself: bots roll and decide, and time runs out.

Several workers may see the same table; each works out the same auto_move, and the key of the
store lets only one be written.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from rowlock.announcing import with_announced
from rowlock.events import Seat
from rowlock.game import Game, Phase
from rowlock.moves import Decision
from rowlock.players import find_player
from rowlock.server.clock import StartTimes
from rowlock.server.entries import Decided, Entry, Overdue, Threw, TimedOut
from rowlock.server.mixing import MIXING_SECONDS
from rowlock.server.setup import ASKED_AGAIN, SECONDS
from rowlock.server.table import Table

__all__ = [
    "AutoMove",
    "before_deciding",
    "deadline",
    "deadlines",
    "auto_entry",
    "auto_entries",
    "next_auto_move",
    "slot",
    "still_fitting",
]


class AutoMove(NamedTuple):
    """Something the server will do at a table, and when, if nothing happens before.

    A seat: its bot decides or rolls. No seat: the time is up.
    """

    at: float
    n: int  # of the table it was thought out for
    seat: Seat | None


def next_auto_move(table: Table, pause: float, start_times: StartTimes) -> AutoMove | None:
    """What the server does next at this table, by the clock that `start_times` was read from.

    `pause` is how long a bot waits, so that people can follow.
    """
    if table.mixing is not None:
        return AutoMove(start_times.action + MIXING_SECONDS, table.n, None)
    game = table.game
    waiting = table.waiting_for()
    if game is None or not waiting:
        return None
    rolls = game.phase is Phase.ROLL
    real = table.setup.options.real_dice
    bots = [seat for seat in waiting if table.seats[seat].player]
    if bots and not (rolls and real):
        # In the white action nobody sees what a bot does, so it need not make anybody wait.
        wait = pause / 4 if _is_sealed(table) else pause
        since = start_times.announced if table.announced else start_times.action
        return AutoMove(since + wait, table.n, bots[0])
    until = deadline(table, start_times)
    return None if until is None else AutoMove(until, table.n, None)


def _is_sealed(table: Table) -> bool:
    """Whether nobody is told what is decided now before everybody has."""
    return table.phase is Phase.WHITE and not table.setup.options.open_white


def deadline(table: Table, start_times: StartTimes) -> float | None:
    """When the time of some people is up; none if they have as long as they like."""
    return min(
        (until for until in deadlines(table, start_times) if until is not None), default=None
    )


def deadlines(table: Table, start_times: StartTimes) -> tuple[float | None, float | None]:
    """When the time of those is up who are asked once more, and that of all other people.

    Nobody is hurried to throw real dice. An announced lock leaves everybody at least the short
    time.
    """
    if table.mixing is not None:
        return None, start_times.action + MIXING_SECONDS
    pace, people = table.setup.options.time, _people(table)
    short, seconds = ASKED_AGAIN[pace], SECONDS[pace]
    real_roll = table.setup.options.real_dice and table.phase is Phase.ROLL
    if short is None or seconds is None or real_roll:
        return None, None
    again = start_times.announced + short
    usual = start_times.action + seconds
    return (
        again if table.asked_again.intersection(people) else None,
        max(usual, again if table.announced else 0.0) if set(people) - table.asked_again else None,
    )


def _people(table: Table) -> list[Seat]:
    return [seat for seat in table.waiting_for() if not table.seats[seat].player]


def auto_entries(table: Table, auto_move: AutoMove) -> tuple[Entry, ...]:
    """The entries that this leads to. Bots may think long: call this outside the event loop.

    In a sealed action all bots think at once and answer at once: if each began when the one
    before had answered, everybody could see how long that took.
    """
    if auto_move.seat is None or not _is_sealed(table):
        return (auto_entry(table, auto_move),)
    bots = [seat for seat in table.waiting_for() if table.seats[seat].player]
    return tuple(auto_entry(table, auto_move._replace(seat=seat)) for seat in bots)


def still_fitting(entry: Entry, before: Table, table: Table) -> Entry | None:
    """What was thought out for the table `before`, if it may be written at it as it is now."""
    if not isinstance(entry, Decided):
        return entry if table.n == before.n else None
    seat = entry.seat
    fits = (
        table.game is before.game
        and seat in table.waiting_for()
        and table.seats[seat].player == before.seats[seat].player
        and table.announced == before.announced
        and table.sealed.get(seat) == before.sealed.get(seat)
        and (seat in table.asked_again) == (seat in before.asked_again)
    )
    return entry if fits else None


def slot(at: float, step: float, now: float) -> float:
    """The first moment from now on that is `at`, or some whole steps later: whoever thought for
    too long tells no more of it than that.
    """
    if now <= at:
        return at
    return at + step * math.ceil((now - at) / step) if step else now


def auto_entry(table: Table, auto_move: AutoMove) -> Entry:
    """The entry of one bot, or that of time that is up."""
    if table.mixing is not None:
        return Overdue()
    game = table.game
    assert game is not None
    if game.phase is Phase.ROLL:
        return Threw(game.turn, table.dice.roll(game.turn, game.dice))
    if auto_move.seat is None:
        return TimedOut(game.turn, game.phase, again=bool(table.asked_again))
    decisions = _decisions(table, auto_move.seat)
    return Decided(auto_move.seat, game.turn, game.phase, tuple(decisions))


def _decisions(table: Table, seat: Seat) -> list[Decision]:
    """What a bot decides, with the ties that it settles: all at once, so that nobody sees from
    the time it takes that there were any.
    """
    asked = game = before_deciding(table, seat)
    told: list[Decision] = []
    given = len(table.sealed.get(seat, ()))
    while game.phase is asked.phase and seat in game.to_move():
        # Chance of a bot comes from the secret seed: nobody can work out what is sealed.
        seed = f"{table.setup.seed} {game.turn} {game.phase.value} {seat} {given + len(told)}"
        decision = find_player(table.seats[seat].player, seed).decide(game, seat)
        game = game.apply(seat, decision).game
        told.append(decision)
    return told


def before_deciding(table: Table, seat: Seat) -> Game:
    """The game on which a player decides for this seat.

    Announced locks are on it as far as everybody can work them out; so is what the seat has
    sealed, unless it is asked once more.
    """
    if not table.announced:
        return table.own(seat)
    assert table.game is not None
    game = with_announced(table.game, table.announced)
    again = seat in table.asked_again and table.gave_answer(seat)
    for decision in () if again else table.sealed.get(seat, ()):
        game = game.apply(seat, decision).game
    return game
