"""From what a client asks to what is written down: every check there is, and no change.

`entry_for` gives the entry that a message leads to, nothing if the table is already as
asked, or raises `Refused`. It believes only what it can see at the table itself; who asks
is known by the hash of the key that came with the socket's hello.
"""

from __future__ import annotations

import math
from collections.abc import Collection

from rowlock.dice import Roll
from rowlock.errors import IllegalMove, NotNotation, UnknownPlayer
from rowlock.events import Seat
from rowlock.game import Game, Phase
from rowlock.moves import Decision, Pick, parse_move
from rowlock.players import bot_name, find_player, is_slow, stand_in
from rowlock.server.entries import (
    Added,
    Decided,
    Entry,
    Handed,
    Left,
    Removed,
    Sat,
    Stopped,
    TakenBack,
    Threw,
    Undone,
)
from rowlock.server.naming import LONGEST_NAME, shown_name, unique_name
from rowlock.server.presence import Waits
from rowlock.server.promises import call, check_promises, promise, promise_of, reveal
from rowlock.server.protocol import (
    Add,
    Code,
    Commit,
    Decide,
    HandOver,
    Leave,
    Refused,
    Remove,
    Reveal,
    RollDice,
    Sit,
    Start,
    Stop,
    TakeBack,
    Undo,
)
from rowlock.server.stage import Stage
from rowlock.server.table import Table
from rowlock.variant import MAX_SEATS

__all__ = ["Request", "check_bot", "check_name", "entry_for"]

_CHANGES = 30
"""How often a seat may decide or take back in one action; whoever taps more often is no person."""
_ENTRIES = 3_000
"""After this many entries nothing is changed at a table any more: nobody comes and goes, and an
answer stays. The game itself goes on: rolls, first answers, and a bot for somebody who is away.
Eight good bots need 450 entries for a game, the longest of all.
"""
_LOBBY = 2_000
"""After this many entries nobody sits down before the start, so that there is room for the game.
Whoever sits there may still leave, and the host remove seats and start: that comes to an end by
itself.
"""

NO_WAITS = Waits()
_ORDER = (Phase.ROLL, Phase.WHITE, Phase.COLOUR)

Request = (
    Sit
    | Leave
    | Add
    | Remove
    | Commit
    | Reveal
    | Start
    | RollDice
    | Decide
    | Undo
    | HandOver
    | TakeBack
    | Stop
)


def entry_for(
    table: Table,
    holder: str,
    request: Request,
    present: Collection[Seat] = (),
    waits: Waits = NO_WAITS,
) -> Entry | None:
    """What is to be written for this request of this holder (empty: somebody who watches).

    `present` are the seats whose people are there, `waits` tells how long the others must still
    be away before somebody may let a bot play for them.
    """
    if table.stage is Stage.DONE:
        raise _over(table)
    if table.n >= (_LOBBY if table.game is None else _ENTRIES) and table.mixing is None:
        _check_going_on(table, request)
    match request:
        case Sit() | Leave() | Add() | Remove() | Start():
            return _before_the_start(table, holder, request, present)
        case Commit():
            return promise(table, holder, request)
        case Reveal():
            return reveal(table, holder, request)
        case RollDice():
            return _roll(table, holder, request)
        case Decide():
            return _decide(table, holder, request)
        case Undo():
            return _undo(table, holder, request)
        case HandOver():
            return _hand_over(table, holder, request, present, waits)
        case TakeBack():
            seat = _own_seat(table, holder, request.seat)
            if not table.seats[seat].stand_in:
                raise Refused(Code.NO_BOT_PLAYS, f"no bot plays for seat {seat + 1}")
            return TakenBack(seat)
        case _:
            _check_host(table, holder)
            return Stopped("host")


def _check_going_on(table: Table, request: Request) -> None:
    """Refuse what does not bring a table with too many entries closer to its end."""
    if isinstance(request, HandOver) and 1 <= request.seat <= len(table.seats):
        allowed = not table.seats[request.seat - 1].stand_in  # once, since nobody takes it back
    else:
        allowed = isinstance(request, RollDice | Decide | Undo | Leave | Remove | Start | Stop)
    if not allowed:
        raise Refused(
            Code.TOO_MANY_CHANGES, "too much was changed here: the seats stay as they are"
        )


def _before_the_start(
    table: Table,
    holder: str,
    request: Sit | Leave | Add | Remove | Start,
    present: Collection[Seat],
) -> Entry | None:
    if table.stage is not Stage.WAITING:
        raise Refused(Code.STARTED, "the game has started; the seats and the dice stay as they are")
    if table.mixing is not None and not isinstance(request, Start):
        raise Refused(Code.STARTED, "the dice are being mixed; the seats stay as they are")
    match request:
        case Sit():
            return _sit(table, holder, request)
        case Leave():
            return Left(_own_seat(table, holder, request.seat))
    _check_host(table, holder)
    match request:
        case Add():
            if len(table.seats) >= MAX_SEATS:
                raise Refused(Code.TABLE_FULL, f"a table has at most {MAX_SEATS} seats")
            if request.bot is None:
                return Added("")
            return Added(check_bot(request.bot), bot_name(request.bot))
        case Remove():
            if len(table.seats) == 1:
                raise Refused(Code.NO_SUCH_SEAT, "a table has at least one seat")
            seat = _seat(table, request.seat)
            if request.name is not None and request.name != table.seats[seat].name:
                raise Refused(Code.SEAT_CHANGED, f"somebody else sits on seat {seat + 1} by now")
            return Removed(seat)
        case _:
            empty = [str(i) for i, state in enumerate(table.seats, 1) if state.open]
            if empty:
                raise Refused(
                    Code.OPEN_SEATS,
                    f"seat {', '.join(empty)} is open: wait for somebody, or remove it",
                )
            return call(table, present)


def _sit(table: Table, holder: str, request: Sit) -> Sat:
    name = check_name(request.name)
    empty = [seat for seat, state in enumerate(table.seats) if state.open]
    if not empty:
        raise Refused(Code.TABLE_FULL, "every seat is taken; you can watch")
    seat = empty[0]
    if request.seat is not None:
        seat = _seat(table, request.seat)
        if seat not in empty:
            raise Refused(Code.SEAT_TAKEN, f"seat {seat + 1} is taken")
    taken = [state.name for state in table.seats]
    commitment = "" if table.setup.options.real_dice else promise_of(request)
    for held in table.held_by(holder) if commitment else ():
        check_promises(table.seats[held])
    return Sat(seat, unique_name(name, taken), holder, commitment)


def _roll(table: Table, holder: str, request: RollDice) -> Threw | None:
    game = _game(table)
    if request.turn < game.turn or (request.turn == game.turn and game.phase is not Phase.ROLL):
        raise Refused(Code.TOO_LATE, f"the dice of turn {request.turn} are rolled")
    if request.turn > game.turn:
        raise Refused(Code.TOO_EARLY, f"turn {request.turn} has not come: {game.due()}")
    # At a table with real dice anybody may read them for a bot, which has no hands.
    hands = table.setup.options.real_dice and table.seats[game.active].player
    if not (hands and (table.held_by(holder) or holder == table.setup.host)):
        _own_seat(table, holder, game.active + 1)
        _check_no_bot(table, game.active)
    if not table.setup.options.real_dice:
        if request.dice is not None:
            raise Refused(Code.SERVER_DICE, "the dice of this table are the server's")
        return Threw(game.turn, table.dice.roll(game.turn, game.dice))
    if request.dice is None:
        raise Refused(Code.REAL_DICE, "this table has real dice: say what they show")
    try:
        roll = Roll.parse(request.dice)
        game.dice.check(roll)
    except (NotNotation, IllegalMove) as error:
        raise Refused(Code.ILLEGAL, error.message) from None
    return Threw(game.turn, roll)


def _decide(table: Table, holder: str, request: Decide) -> Decided | None:
    game = _game(table)
    seat = _own_seat(table, holder, request.seat)
    _check_no_bot(table, seat)
    try:
        decision = parse_move(request.decision)
    except NotNotation as error:
        raise Refused(Code.ILLEGAL, error.message) from None
    phase = Phase(request.phase)
    ahead = _is_ahead(game, seat, request.turn, phase)
    legal = table.colour_ahead(seat) if ahead else table.legal(seat)
    before = (table.ahead,) if ahead else table.sealed.get(seat, ())
    asked_again = not ahead and seat in table.asked_again
    said = before[-1:] == (decision,)
    if said and not asked_again and (len(before) == 1 or decision not in legal):
        return None  # said twice, perhaps because the first answer was lost
    if not ahead:
        _check_announced(table, seat, decision, request.v)
    if said and asked_again and table.gave_answer(seat):
        return Decided(seat, game.turn, phase, (decision,))  # the answer stays
    if decision not in legal:
        raise Refused(Code.ILLEGAL, _expected(seat, decision, legal))
    if ahead or (before and not isinstance(decision, Pick)):
        _check_changes(table, seat)  # who has not answered always may
    return Decided(seat, game.turn, phase, (decision,))


def _undo(table: Table, holder: str, request: Undo) -> Undone:
    game = _game(table)
    seat = _own_seat(table, holder, request.seat)
    _check_no_bot(table, seat)
    phase = Phase(request.phase)
    ahead = _is_ahead(game, seat, request.turn, phase)
    if not ahead:
        _check_binding(table, seat)
    forced = game.legal(seat)[:2] if not ahead else ()
    if (table.ahead is None) if ahead else (seat not in table.sealed or len(forced) == 1):
        raise Refused(
            Code.NOTHING_TO_UNDO, "there is nothing to take back: what was told or rolled stays"
        )
    _check_changes(table, seat)
    return Undone(seat, game.turn, phase)


def _check_binding(table: Table, seat: Seat) -> None:
    if seat in table.announced:
        raise Refused(Code.BINDING, "your lock was announced: it stays")


def _check_announced(table: Table, seat: Seat, decision: Decision, v: int | None) -> None:
    """A lock that was announced stays, and nobody misses one that was announced meanwhile."""
    _check_binding(table, seat)
    if v is None or v >= table.announced_v:
        return
    could = table.lock_too(seat)
    if could and decision not in could:
        names = " or ".join(map(str, could))
        raise Refused(
            Code.ANNOUNCED, f"a lock was announced meanwhile: {names} makes it too; decide again"
        )


def _check_changes(table: Table, seat: Seat) -> None:
    if table.n >= _ENTRIES:
        raise Refused(Code.TOO_MANY_CHANGES, "too much was changed at this table: answers stay")
    if table.changes.get(seat, 0) >= _CHANGES:
        raise Refused(Code.TOO_MANY_CHANGES, "too many changes in one action: it stays as it is")


def _is_ahead(game: Game, seat: Seat, turn: int, phase: Phase) -> bool:
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


def _hand_over(
    table: Table, holder: str, request: HandOver, present: Collection[Seat], waits: Waits
) -> Handed | None:
    _game(table)
    seat = _seat(table, request.seat)
    state = table.seats[seat]
    bot = check_bot(stand_in() if request.bot is None else request.bot)
    if state.bot:
        raise Refused(Code.BOT_PLAYS, f"seat {seat + 1} is a bot's already")
    if not holder or state.holder != holder:
        _check_deputy(table, holder, present, waits)
        if seat in present:
            raise Refused(Code.PRESENT, f"{state.name} is here and plays")
        _check_away(state.name, waits.seats.get(seat, 0.0))
        if bot != stand_in():
            raise Refused(Code.NOT_YOUR_SEAT, f"only {state.name} can choose that bot")
        if state.stand_in:
            return None
    return None if state.stand_in == bot else Handed(seat, bot)


def _check_away(name: str, left: float) -> None:
    if left > 0:
        seconds = math.ceil(left)
        raise Refused(Code.JUST_LEFT, f"{name} may be back: wait for {seconds} s", left)


# Names and numbers


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


def _seat(table: Table, number: int) -> Seat:
    if not 1 <= number <= len(table.seats):
        raise Refused(Code.NO_SUCH_SEAT, f"the table has {len(table.seats)} seats, not {number}")
    return number - 1


def _own_seat(table: Table, holder: str, number: int) -> Seat:
    seat = _seat(table, number)
    if seat not in table.held_by(holder):
        raise Refused(Code.NOT_YOUR_SEAT, f"seat {number} is not yours")
    return seat


def _check_host(table: Table, holder: str) -> None:
    if not holder or holder != table.setup.host:
        raise Refused(Code.NOT_HOST, "only the host of the table can do this")


def _check_deputy(table: Table, holder: str, present: Collection[Seat], waits: Waits) -> None:
    """Only the host; if the host has been away for a while, whoever sits there first stands in."""
    host = table.setup.host
    here = waits.host is None or set(table.held_by(host)) & set(present)
    people = [seat for seat in sorted(present) if table.seats[seat].holder]
    if here or not people or not holder or table.seats[people[0]].holder != holder:
        _check_host(table, holder)
    else:
        _check_away("the host", waits.host or 0.0)


def _check_no_bot(table: Table, seat: Seat) -> None:
    if table.seats[seat].stand_in:
        raise Refused(Code.BOT_PLAYS, f"a bot plays for seat {seat + 1}: take the seat back first")


def _game(table: Table) -> Game:
    if table.game is None:
        raise Refused(Code.NOT_STARTED, "the game has not started")
    return table.game


def _over(table: Table) -> Refused:
    if table.stopped == "age":
        return Refused(Code.EXPIRED, "this table was closed because nobody came for a long time")
    return Refused(Code.OVER, "the game is over" if not table.stopped else "the table was stopped")


def _expected(seat: Seat, decision: Decision, legal: Collection[Decision]) -> str:
    kind = "settle the tie with" if legal and isinstance(next(iter(legal)), Pick) else "play"
    names = " ".join(map(str, legal))
    return f"seat {seat + 1} cannot {kind} {decision} now; expected one of {names}"
