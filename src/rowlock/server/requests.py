"""From what a client asks to what is written down: every check there is, and no change.

`entry_for` gives the entry that a message leads to, nothing if the table is already as
asked, or raises `Refused`. It believes only what it can see at the table itself; who asks
is known by the hash of the key that came with the socket's hello.
"""

from __future__ import annotations

from collections.abc import Collection

from rowlock.dice import Roll
from rowlock.errors import IllegalMove, NotNotation
from rowlock.events import Seat
from rowlock.game import Phase
from rowlock.moves import Decision, Pick
from rowlock.players import bot_name, stand_in
from rowlock.server.checks import (
    check_away,
    check_binding,
    check_bot,
    check_deputy,
    check_host,
    check_name,
    check_no_bot,
    expected,
    game_of,
    is_ahead,
    over,
    own_seat,
    parsed,
    seat_at,
)
from rowlock.server.entries import (
    Added,
    Decided,
    Entry,
    Handed,
    Hinted,
    Left,
    Removed,
    Sat,
    Stopped,
    TakenBack,
    Threw,
    Undone,
)
from rowlock.server.naming import unique_name
from rowlock.server.presence import Waits
from rowlock.server.promises import call, check_promises, promise, promise_of, reveal
from rowlock.server.protocol import (
    Add,
    Check,
    Code,
    Commit,
    Decide,
    HandOver,
    Hint,
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
from rowlock.server.table import GivenHint, Table
from rowlock.variant import MAX_SEATS

__all__ = ["Request", "entry_for"]

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
    | Hint
    | Check
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
        raise over(table)
    if table.setup.daily and isinstance(request, HandOver | Stop | TakeBack | Undo):
        raise Refused(Code.DAILY, "in the daily game a decision stays, and nobody plays for you")
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
        case Hint() | Check():
            return _hint(table, holder, request)
        case HandOver():
            return _hand_over(table, holder, request, present, waits)
        case TakeBack():
            seat = own_seat(table, holder, request.seat)
            if not table.seats[seat].stand_in:
                raise Refused(Code.NO_BOT_PLAYS, f"no bot plays for seat {seat + 1}")
            return TakenBack(seat)
        case _:
            check_host(table, holder)
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
            return Left(own_seat(table, holder, request.seat))
    check_host(table, holder)
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
            seat = seat_at(table, request.seat)
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
        seat = seat_at(table, request.seat)
        if seat not in empty:
            raise Refused(Code.SEAT_TAKEN, f"seat {seat + 1} is taken")
    taken = [state.name for state in table.seats]
    commitment = "" if table.setup.options.real_dice else promise_of(request)
    for held in table.held_by(holder) if commitment else ():
        check_promises(table.seats[held])
    return Sat(seat, unique_name(name, taken), holder, commitment)


def _roll(table: Table, holder: str, request: RollDice) -> Threw | None:
    game = game_of(table)
    if request.turn < game.turn or (request.turn == game.turn and game.phase is not Phase.ROLL):
        raise Refused(Code.TOO_LATE, f"the dice of turn {request.turn} are rolled")
    if request.turn > game.turn:
        raise Refused(Code.TOO_EARLY, f"turn {request.turn} has not come: {game.due()}")
    # At a table with real dice anybody may read them for a bot, which has no hands.
    hands = table.setup.options.real_dice and table.seats[game.active].player
    if not (hands and (table.held_by(holder) or holder == table.setup.host)):
        own_seat(table, holder, game.active + 1)
        check_no_bot(table, game.active)
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
    game = game_of(table)
    seat = own_seat(table, holder, request.seat)
    check_no_bot(table, seat)
    decision = parsed(request.decision)
    phase = Phase(request.phase)
    ahead = is_ahead(game, seat, request.turn, phase)
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
        raise Refused(Code.ILLEGAL, expected(seat, decision, legal))
    if ahead or (before and not isinstance(decision, Pick)):
        _check_changes(table, seat)  # who has not answered always may
    return Decided(seat, game.turn, phase, (decision,))


def _undo(table: Table, holder: str, request: Undo) -> Undone:
    game = game_of(table)
    seat = own_seat(table, holder, request.seat)
    check_no_bot(table, seat)
    phase = Phase(request.phase)
    ahead = is_ahead(game, seat, request.turn, phase)
    if not ahead:
        check_binding(table, seat)
    forced = game.legal(seat)[:2] if not ahead else ()
    if (table.ahead is None) if ahead else (seat not in table.sealed or len(forced) == 1):
        raise Refused(
            Code.NOTHING_TO_UNDO, "there is nothing to take back: what was told or rolled stays"
        )
    _check_changes(table, seat)
    return Undone(seat, game.turn, phase)


def _hint(table: Table, holder: str, request: Hint | Check) -> Hinted | None:
    """A hint for a decision that is due, or a warning; once it was told, it is not told again."""
    game = game_of(table)
    if not table.setup.options.hints:
        raise Refused(Code.NO_HINTS, "there are no hints at this table")
    seat = own_seat(table, holder, request.seat)
    check_no_bot(table, seat)
    phase = Phase(request.phase)
    ahead = is_ahead(game, seat, request.turn, phase)
    if ahead and not table.gave_answer(seat):
        raise Refused(Code.TOO_EARLY, "first decide with the white dice")
    if isinstance(request, Check):
        if not ahead:
            check_binding(table, seat)
        decision, legal = parsed(request.decision), table.legal(seat)
        if decision not in (table.colour_ahead(seat) if ahead else legal):
            raise Refused(Code.ILLEGAL, expected(seat, decision, legal))
    elif not ahead and table.answered(seat):
        raise Refused(Code.TOO_LATE, f"seat {seat + 1} has answered")
    given = GivenHint(game.turn, phase, seat)
    return None if given in table.hints else Hinted(seat, game.turn, phase)


def _check_announced(table: Table, seat: Seat, decision: Decision, v: int | None) -> None:
    """A lock that was announced stays, and nobody misses one that was announced meanwhile."""
    check_binding(table, seat)
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


def _hand_over(
    table: Table, holder: str, request: HandOver, present: Collection[Seat], waits: Waits
) -> Handed | None:
    game_of(table)
    seat = seat_at(table, request.seat)
    state = table.seats[seat]
    bot = check_bot(stand_in() if request.bot is None else request.bot)
    if state.bot:
        raise Refused(Code.BOT_PLAYS, f"seat {seat + 1} is a bot's already")
    if not holder or state.holder != holder:
        check_deputy(table, holder, present, waits)
        if seat in present:
            raise Refused(Code.PRESENT, f"{state.name} is here and plays")
        check_away(state.name, waits.seats.get(seat, 0.0))
        if bot != stand_in():
            raise Refused(Code.NOT_YOUR_SEAT, f"only {state.name} can choose that bot")
        if state.stand_in:
            return None
    return None if state.stand_in == bot else Handed(seat, bot)
