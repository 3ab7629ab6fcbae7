"""From what a client asks to what is written down: every check there is, and no change.

`entry_for` gives the entry that a message leads to, nothing if the table is already as
asked, or raises `Refused`. It believes only what it can see at the table itself; who asks
is known by the hash of the key that came with the socket's hello.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from rowlock.dice import Roll
from rowlock.errors import IllegalMove, NotNotation, UnknownPlayer
from rowlock.events import Seat
from rowlock.fair import check_seed
from rowlock.game import Game, Phase
from rowlock.moves import Decision, Pick, parse_move
from rowlock.players import SLOW, find_player
from rowlock.server.entries import (
    Added,
    Decided,
    Entry,
    Handed,
    Left,
    Removed,
    Sat,
    Seeded,
    Started,
    Stopped,
    TakenBack,
    Threw,
    Undone,
)
from rowlock.server.opening import LONGEST_NAME, told_apart
from rowlock.server.protocol import (
    Add,
    Code,
    Decide,
    HandOver,
    Leave,
    Refused,
    Remove,
    RollDice,
    Seed,
    Sit,
    Start,
    Stop,
    TakeBack,
    Undo,
)
from rowlock.server.store import Stage
from rowlock.server.table import Table
from rowlock.variant import MAX_SEATS

__all__ = ["Request", "check_bot", "check_name", "entry_for"]

_CHANGES = 20
"""How many decisions a seat may give in one action; whoever taps more often is no person."""
_ENTRIES = 5_000
"""After so many entries people no longer come and go at a table; the game itself goes on."""

Request = (
    Sit
    | Leave
    | Add
    | Remove
    | Seed
    | Start
    | RollDice
    | Decide
    | Undo
    | HandOver
    | TakeBack
    | Stop
)


def entry_for(
    table: Table, holder: str, request: Request, present: Collection[Seat] = ()
) -> Entry | None:
    """What is to be written for this request of this holder (empty: somebody who watches)."""
    if table.stage is Stage.DONE:
        raise _over(table)
    if table.n >= _ENTRIES and not isinstance(request, RollDice | Decide | Undo | Start | Stop):
        raise Refused(Code.TOO_MANY_CHANGES, "so many came and went: the seats stay as they are")
    match request:
        case Sit() | Leave() | Add() | Remove() | Start() | Seed():
            return _before_the_start(table, holder, request)
        case RollDice():
            return _roll(table, holder, request)
        case Decide():
            return _decide(table, holder, request)
        case Undo():
            return _undo(table, holder, request)
        case HandOver():
            return _hand_over(table, holder, request, present)
        case TakeBack():
            seat = _own_seat(table, holder, request.seat)
            if not table.places[seat].stand_in:
                raise Refused(Code.NO_BOT_PLAYS, f"no bot plays for seat {seat + 1}")
            return TakenBack(seat)
        case _:
            _check_host(table, holder)
            return Stopped("host")


def _before_the_start(
    table: Table, holder: str, request: Sit | Leave | Add | Remove | Start | Seed
) -> Entry | None:
    if table.stage is not Stage.WAITING:
        raise Refused(Code.STARTED, "the game has started; the seats and the dice stay as they are")
    match request:
        case Sit():
            return _sit(table, holder, request)
        case Leave():
            return Left(_own_seat(table, holder, request.seat))
        case Seed():
            if not table.held_by(holder):
                raise Refused(Code.NOT_YOUR_SEAT, "only who holds a seat can mix the dice")
            try:
                return Seeded(holder, check_seed(request.seed))
            except NotNotation as error:
                raise Refused(Code.BAD_SEED, error.message) from None
    _check_host(table, holder)
    match request:
        case Add():
            if len(table.places) >= MAX_SEATS:
                raise Refused(Code.TABLE_FULL, f"a table has at most {MAX_SEATS} seats")
            return Added(check_bot(request.bot) if request.bot is not None else "")
        case Remove():
            if len(table.places) == 1:
                raise Refused(Code.NO_SUCH_SEAT, "a table has at least one seat")
            return Removed(_seat(table, request.seat))
        case _:
            empty = [str(i) for i, place in enumerate(table.places, 1) if place.open]
            if empty:
                raise Refused(
                    Code.OPEN_SEATS,
                    f"seat {', '.join(empty)} is open: wait for somebody, or remove it",
                )
            return Started()


def _sit(table: Table, holder: str, request: Sit) -> Sat:
    name = check_name(request.name)
    empty = [seat for seat, place in enumerate(table.places) if place.open]
    if not empty:
        raise Refused(Code.TABLE_FULL, "every seat is taken; you can watch")
    seat = empty[0]
    if request.seat is not None:
        seat = _seat(table, request.seat)
        if seat not in empty:
            raise Refused(Code.SEAT_TAKEN, f"seat {seat + 1} is taken")
    taken = [place.name for place in table.places]
    return Sat(seat, told_apart(name, taken), holder)


def _roll(table: Table, holder: str, request: RollDice) -> Threw | None:
    game = _game(table)
    if request.turn < game.turn or (request.turn == game.turn and game.phase is not Phase.ROLL):
        raise Refused(Code.TOO_LATE, f"the dice of turn {request.turn} are rolled")
    if request.turn > game.turn:
        raise Refused(Code.TOO_EARLY, f"turn {request.turn} has not come: {game.due()}")
    # At a table with real dice anybody may read them for a bot, which has no hands.
    hands = table.opening.options.real_dice and table.places[game.active].player
    if not (hands and (table.held_by(holder) or holder == table.opening.host)):
        _own_seat(table, holder, game.active + 1)
        _check_no_bot(table, game.active)
    if not table.opening.options.real_dice:
        if request.dice is not None:
            raise Refused(Code.SERVER_DICE, "the dice of this table are the server's")
        return Threw(game.turn, str(table.dice.roll(game.turn, game.dice)))
    if request.dice is None:
        raise Refused(Code.REAL_DICE, "this table has real dice: say what they show")
    try:
        roll = Roll.parse(request.dice)
        game.dice.check(roll)
    except (NotNotation, IllegalMove) as error:
        raise Refused(Code.ILLEGAL, error.message) from None
    return Threw(game.turn, str(roll))


def _decide(table: Table, holder: str, request: Decide) -> Decided | None:
    game = _game(table)
    seat = _own_seat(table, holder, request.seat)
    _check_no_bot(table, seat)
    try:
        decision = parse_move(request.decision)
    except NotNotation as error:
        raise Refused(Code.ILLEGAL, error.message) from None
    ahead = _is_ahead(table, game, seat, request)
    legal = table.colour_ahead(seat) if ahead else table.legal(seat)
    before = (table.ahead,) if ahead else table.sealed.get(seat, ())
    if before[-1:] == (decision,) and (len(before) == 1 or decision not in legal):
        return None  # said twice, perhaps because the first answer was lost
    if decision not in legal:
        raise Refused(Code.ILLEGAL, _expected(seat, decision, legal))
    if ahead or (before and not isinstance(decision, Pick)):
        _check_changes(table, seat)  # who has not answered always may
    return Decided(seat, game.turn, request.phase, str(decision))


def _undo(table: Table, holder: str, request: Undo) -> Undone:
    game = _game(table)
    seat = _own_seat(table, holder, request.seat)
    _check_no_bot(table, seat)
    ahead = _is_ahead(table, game, seat, request)
    forced = game.legal(seat)[:2] if not ahead else ()
    if (table.ahead is None) if ahead else (seat not in table.sealed or len(forced) == 1):
        raise Refused(
            Code.NOTHING_TO_UNDO, "there is nothing to take back: what was told or rolled stays"
        )
    _check_changes(table, seat)
    return Undone(seat, game.turn, request.phase)


def _check_changes(table: Table, seat: Seat) -> None:
    if table.changes.get(seat, 0) >= _CHANGES:
        raise Refused(Code.TOO_MANY_CHANGES, "so many changes in one action: it stays as it is")


def _is_ahead(table: Table, game: Game, seat: Seat, request: Decide | Undo) -> bool:
    """Whether this is about a colour action to come; refuses what is about another time."""
    phases = [Phase.ROLL.value, Phase.WHITE.value, Phase.COLOUR.value]
    asked = (request.turn, phases.index(request.phase))
    now = (game.turn, phases.index(game.phase.value))
    due = "the game is over" if game.over else game.due()
    if asked < now:
        raise Refused(
            Code.TOO_LATE, f"the {request.phase} action of turn {request.turn} is told: {due}"
        )
    white = Phase.WHITE.value
    if asked > now:
        if request.turn == game.turn and game.phase.value == white and seat == game.active:
            return True
        raise Refused(
            Code.TOO_EARLY, f"the {request.phase} action of turn {request.turn} has not come: {due}"
        )
    if seat not in game.to_move():
        if game.phase.value == white:
            raise Refused(Code.TOO_LATE, f"the decision of seat {seat + 1} is told")
        raise Refused(
            Code.ILLEGAL, f"the colour action of turn {game.turn} is of seat {game.active + 1}"
        )
    return False


def _hand_over(
    table: Table, holder: str, request: HandOver, present: Collection[Seat]
) -> Handed | None:
    _game(table)
    seat = _seat(table, request.seat)
    place = table.places[seat]
    bot = check_bot(request.bot)
    if place.bot:
        raise Refused(Code.BOT_PLAYS, f"seat {seat + 1} is a bot's already")
    if not holder or place.holder != holder:
        _check_host(table, holder, present)
        if seat in present:
            raise Refused(Code.PRESENT, f"{place.name} is here and plays")
    return None if place.stand_in == bot else Handed(seat, bot)


# Names and numbers


def check_name(text: str) -> str:
    """A name as it is shown, or a refusal that says what a name is."""
    name = unicodedata.normalize("NFC", " ".join(text[: 10 * LONGEST_NAME].split()))
    if len(text) <= 10 * LONGEST_NAME and 1 <= len(name) <= LONGEST_NAME and name.isprintable():
        return name
    raise Refused(
        Code.BAD_NAME, f"expected a name of 1 to {LONGEST_NAME} letters without control characters"
    )


def check_bot(code: str) -> str:
    """The code of a bot that is known."""
    if code.partition(":")[0] in SLOW:
        raise Refused(
            Code.UNKNOWN_BOT, f"{code[:40]} thinks too long for a table; it can be met in the arena"
        )
    try:
        find_player(code)
    except UnknownPlayer as error:
        raise Refused(Code.UNKNOWN_BOT, error.message) from None
    return code


def _seat(table: Table, number: int) -> Seat:
    if not 1 <= number <= len(table.places):
        raise Refused(Code.NO_SUCH_SEAT, f"the table has {len(table.places)} seats, not {number}")
    return number - 1


def _own_seat(table: Table, holder: str, number: int) -> Seat:
    seat = _seat(table, number)
    if seat not in table.held_by(holder):
        raise Refused(Code.NOT_YOUR_SEAT, f"seat {number} is not yours")
    return seat


def _check_host(table: Table, holder: str, present: Collection[Seat] | None = None) -> None:
    """Only the host; while the host is away from a game, whoever sits there first stands in."""
    host = table.opening.host
    if holder and holder == host:
        return
    hosts = table.held_by(host)
    if present is not None and table.stage is Stage.PLAYING and not set(hosts) & set(present):
        people = [s for s in sorted(present) if table.places[s].holder]
        if people and table.places[people[0]].holder == holder:
            return
    raise Refused(Code.NOT_HOST, "only the host of the table can do this")


def _check_no_bot(table: Table, seat: Seat) -> None:
    if table.places[seat].stand_in:
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
