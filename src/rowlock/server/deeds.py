"""What the server does by itself: bots roll and decide, and time runs out.

Several workers may see the same table; each works out the same deed, and the key of the
store lets only one be written.
"""

from __future__ import annotations

from typing import NamedTuple

from rowlock.events import Seat
from rowlock.game import Phase
from rowlock.players import find_player
from rowlock.server.entries import Decided, Entry, Threw, TimedOut
from rowlock.server.opening import SECONDS
from rowlock.server.table import Table

__all__ = ["Deed", "deadline", "deed_of", "next_deed"]


class Deed(NamedTuple):
    """Something the server will do at a table, and when, if nothing happens before.

    A seat: its bot decides or rolls. No seat: the time is up.
    """

    at: float
    n: int  # of the table it was thought out for
    seat: Seat | None


def next_deed(table: Table, pause: float, awake: float) -> Deed | None:
    """What the server does next at this table.

    `pause` is how long a bot waits, so that people can follow.
    """
    game = table.game
    waiting = table.waiting_for()
    if game is None or not waiting:
        return None
    rolls = game.phase is Phase.ROLL
    real = table.opening.options.real_dice
    bots = [seat for seat in waiting if table.places[seat].player]
    if bots and not (rolls and real):
        # In the white action nobody sees what a bot does, so it need not make anybody wait.
        sealed = game.phase is Phase.WHITE and not table.opening.options.open_white
        return Deed(table.at + (pause / 4 if sealed else pause), table.n, bots[0])
    until = deadline(table, awake)
    return None if until is None else Deed(until, table.n, None)


def deadline(table: Table, awake: float) -> float | None:
    """When the time of the people is up; none if they have as long as they like.

    The clock runs only while somebody is there: not before `awake`. Nobody is hurried to
    throw real dice.
    """
    seconds = SECONDS[table.opening.options.time]
    people = [seat for seat in table.waiting_for() if not table.places[seat].player]
    real_roll = table.opening.options.real_dice and table.phase is Phase.ROLL
    if seconds is None or not people or real_roll:
        return None
    return max(table.at, awake) + seconds


def deed_of(table: Table, deed: Deed) -> Entry:
    """The entry that a deed leads to. A bot may think long: call this outside the event loop."""
    game = table.game
    assert game is not None
    if game.phase is Phase.ROLL:
        return Threw(game.turn, str(table.dice.roll(game.turn, game.dice)))
    phase = game.phase.value
    if deed.seat is None:
        return TimedOut(game.turn, phase)
    seat = deed.seat
    # Chance of a bot comes from the secret seed: nobody can work out what is sealed.
    seed = f"{table.opening.seed} {game.turn} {phase} {seat} {len(table.sealed.get(seat, ()))}"
    player = find_player(table.places[seat].player, seed)
    decision = player.decide(table.own(seat), seat)
    return Decided(seat, game.turn, phase, str(decision))
