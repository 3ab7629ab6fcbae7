"""What every request at a table must stand: names, seats, hosts, bots, and the right time.

Each function gives what was asked for, or raises `Refused` with a sentence that helps.
"""

from __future__ import annotations

import math
from collections.abc import Collection

from rowlock.errors import NotNotation, UnknownPlayer
from rowlock.events import Seat
from rowlock.game import Game, Phase
from rowlock.moves import Decision, Pick, parse_move
from rowlock.players import find_player, is_slow
from rowlock.server.naming import LONGEST_NAME, shown_name
from rowlock.server.presence import Waits
from rowlock.server.protocol import Code, Refused
from rowlock.server.table import Table

__all__ = [
    "check_away",
    "check_binding",
    "check_bot",
    "check_deputy",
    "check_host",
    "check_name",
    "check_no_bot",
    "expected",
    "game_of",
    "is_ahead",
    "over",
    "own_seat",
    "parsed",
    "seat_at",
]

_ORDER = (Phase.ROLL, Phase.WHITE, Phase.COLOUR)


def check_name(text: str) -> str:
    """A name as it is shown, or a refusal that says what a name is."""
    name = shown_name(text)
    if name is None:
        raise Refused(
            Code.BAD_NAME, f"expected a name of 1 to {LONGEST_NAME} letters that can be seen"
        )
    return name


def check_bot(code: str) -> str:
    """The code of a bot that is known."""
    if is_slow(code):
        raise Refused(
            Code.UNKNOWN_BOT, f"{code[:40]} thinks too long for a table; it can be met in the arena"
        )
    try:
        find_player(code)
    except UnknownPlayer as error:
        raise Refused(Code.UNKNOWN_BOT, error.message) from None
    return code


def seat_at(table: Table, number: int) -> Seat:
    """The seat that is meant."""
    if not 1 <= number <= len(table.seats):
        raise Refused(Code.NO_SUCH_SEAT, f"the table has {len(table.seats)} seats, not {number}")
    return number - 1


def own_seat(table: Table, holder: str, number: int) -> Seat:
    """The seat that is meant, if it is the holder's."""
    seat = seat_at(table, number)
    if seat not in table.held_by(holder):
        raise Refused(Code.NOT_YOUR_SEAT, f"seat {number} is not yours")
    return seat


def check_host(table: Table, holder: str) -> None:
    """Only the host may do this."""
    if not holder or holder != table.setup.host:
        raise Refused(Code.NOT_HOST, "only the host of the table can do this")


def check_deputy(table: Table, holder: str, present: Collection[Seat], waits: Waits) -> None:
    """Only the host; if the host has been away for a while, whoever sits there first stands in."""
    host = table.setup.host
    here = waits.host is None or set(table.held_by(host)) & set(present)
    people = [seat for seat in sorted(present) if table.seats[seat].holder]
    if here or not people or not holder or table.seats[people[0]].holder != holder:
        check_host(table, holder)
    else:
        check_away("the host", waits.host or 0.0)


def check_no_bot(table: Table, seat: Seat) -> None:
    """Only while the person plays."""
    if table.seats[seat].stand_in:
        raise Refused(Code.BOT_PLAYS, f"a bot plays for seat {seat + 1}: take the seat back first")


def game_of(table: Table) -> Game:
    """The game, if it has started."""
    if table.game is None:
        raise Refused(Code.NOT_STARTED, "the game has not started")
    return table.game


def over(table: Table) -> Refused:
    """Why nothing is possible at a table that is done."""
    if table.stopped == "age":
        return Refused(Code.EXPIRED, "this table was closed because nobody came for a long time")
    return Refused(Code.OVER, "the game is over" if not table.stopped else "the table was stopped")


def parsed(text: str) -> Decision:
    """The decision of this text."""
    try:
        return parse_move(text)
    except NotNotation as error:
        raise Refused(Code.ILLEGAL, error.message) from None


def expected(seat: Seat, decision: Decision, legal: Collection[Decision]) -> str:
    """What is said of a decision that is not legal."""
    kind = "settle the tie with" if legal and isinstance(next(iter(legal)), Pick) else "play"
    names = " ".join(map(str, legal))
    return f"seat {seat + 1} cannot {kind} {decision} now; expected one of {names}"


def check_away(name: str, left: float) -> None:
    """Only when somebody has been away for long enough."""
    if left > 0:
        seconds = math.ceil(left)
        raise Refused(Code.JUST_LEFT, f"{name} may be back: wait for {seconds} s", left)


# The right time


def check_binding(table: Table, seat: Seat) -> None:
    """A lock that was announced stays."""
    if seat in table.announced:
        raise Refused(Code.BINDING, "your lock was announced: it stays")


def is_ahead(game: Game, seat: Seat, turn: int, phase: Phase) -> bool:
    """Whether this is about a colour action to come; refuses what is about another time."""
    asked = (turn, _ORDER.index(phase))
    now = (game.turn, _ORDER.index(game.phase))
    action = f"the {phase.value} action of turn {turn}"
    due = "the game is over" if game.over else game.due()
    if asked < now:
        raise Refused(Code.TOO_LATE, f"{action} is told: {due}")
    if asked > now:
        if turn == game.turn and game.phase is Phase.WHITE and seat == game.active:
            return True
        raise Refused(Code.TOO_EARLY, f"{action} has not come: {due}")
    if seat not in game.to_move():
        if game.phase is Phase.WHITE:
            raise Refused(Code.TOO_LATE, f"the decision of seat {seat + 1} is told")
        raise Refused(Code.ILLEGAL, f"{action} is of seat {game.active + 1}")
    return False
