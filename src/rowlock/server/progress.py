"""What an entry makes of a table: a table and an entry in, the next table out.

Entries were checked when they were proposed; what cannot have been written by a server raises
an error here or in the game. Every function gives a new table, and what everybody is told of it
stands at the end of its story.
"""

from __future__ import annotations

from rowlock.announcing import announced_rows, locked_between, locking_decisions
from rowlock.errors import IllegalMove
from rowlock.events import Seat
from rowlock.game import Game, Phase
from rowlock.moves import Pass, Pick
from rowlock.record import Move, Played, play_move
from rowlock.server.entries import (
    Called,
    Decided,
    Disclosed,
    Entry,
    Hinted,
    Overdue,
    Promised,
    Rematched,
    Revealed,
    Started,
    Stopped,
    Threw,
    TimedOut,
    Undone,
)
from rowlock.server.events import (
    GameStarted,
    HintGiven,
    LockAnnounced,
    RematchOpened,
    SeatAnswered,
    SeatReconsiders,
    SeatTimedOut,
    SeedRevealed,
    TableEvent,
    TableStopped,
)
from rowlock.server.mixing import MixingEntry, commitments_of, mixed_after
from rowlock.server.seating import Seating, seating_events, seats_after
from rowlock.server.stage import Stage
from rowlock.server.table import GivenHint, Table

__all__ = ["TAIL", "advance"]

TAIL = 200
"""How many events a table remembers for those who come back; a longer gap gets the whole view."""

_PASS = Pass()


def advance(table: Table, at: float, entry: Entry) -> Table:
    """The table after one more entry, written at this time."""
    after = _take(table, at, entry)
    # All that this entry told is there, however much it is.
    kept = max(TAIL, after.v - table.v)
    return after.changed(n=table.n + 1, story=after.story[-kept:])


def _take(table: Table, at: float, entry: Entry) -> Table:
    match entry:
        case Decided():
            return _decide(table, at, entry)
        case Threw(_, roll):
            return _settle(_begin_action(_play(table.changed(at=at), roll)), at)
        case Undone():
            return _undo(table, entry)
        case TimedOut(again=again):
            return _time_out(table, at, again)
        case Hinted(seat, turn, phase):
            hints = (*table.hints, GivenHint(turn, phase, seat))
            return _tell(table.changed(hints=hints), HintGiven(seat))
        case Started():
            return _start(table, at)
        case Stopped(why):
            return _end(_tell(table.changed(stopped=why), TableStopped(why)))
        case Rematched(table_id):
            return _tell(table.changed(rematch=table_id), RematchOpened(table_id))
        case Disclosed():
            return _tell(table.changed(disclosed=True), SeedRevealed(table.setup.seed))
        case Promised() | Called() | Revealed() | Overdue():
            return _mix(table, at, entry)
        case _:
            return _seat(table, entry)


# Seats, and the start


def _seat(table: Table, entry: Seating) -> Table:
    seats = seats_after(table.seats, entry)
    return _tell(table.changed(seats=seats), *seating_events(seats, entry))


def _mix(table: Table, at: float, entry: MixingEntry) -> Table:
    seats, mixing, events, done = mixed_after(table.seats, table.mixing, entry)
    table = _tell(table.changed(seats=seats, mixing=mixing), *events)
    if done:
        table = _start(table.changed(promised=commitments_of(seats)), at)
    return table


def _start(table: Table, at: float) -> Table:
    seeds = tuple(state.seed for state in table.seats)
    table = table.changed(stage=Stage.PLAYING, at=at, seeds=seeds)
    count, chosen = len(table.seats), table.setup.options.first or 0
    first = table.dice.lot(count) if table.lot else chosen % count
    game = Game.start(table.setup.variant, count, first)
    started = GameStarted(first, table.lot, table.dice.mix)
    return _tell(table.changed(first=first, game=game), started)


# The game


def _begin_action(table: Table) -> Table:
    """Answer for every seat that has no choice."""
    game = table.game
    assert game is not None
    forced = [seat for seat in sorted(game.to_move()) if game.legal(seat) == (_PASS,)]
    return table.changed(sealed=dict.fromkeys(forced, (_PASS,)), changes={})


def _decide(table: Table, at: float, entry: Decided) -> Table:
    game, seat, decision = table.game, entry.seat, entry.decisions[0]
    assert game is not None
    changes = {**table.changes, seat: table.changes.get(seat, 0) + 1}
    if entry.phase is Phase.COLOUR and game.phase is Phase.WHITE:
        return table.changed(changes=changes, ahead=decision)
    if seat not in game.to_move():  # somebody else wrote this
        raise IllegalMove(f"seat {seat + 1} has nothing to decide now")
    answered = table.answered(seat)
    given, sealed = table.sealed.get(seat, ()), table.sealed
    asked_again = seat in table.asked_again
    if not (asked_again and table.gave_answer(seat) and given[-1] == decision):
        before = given if isinstance(decision, Pick) else ()
        sealed = {**sealed, seat: (*before, *entry.decisions)}  # else it stays with its answer
    table = table.changed(changes=changes, sealed=sealed, again=False)
    if asked_again and table.gave_answer(seat):
        table = table.changed(asked_again=table.asked_again - {seat})
    return _settle(_tell_answer(table, seat, answered), at)


def _undo(table: Table, entry: Undone) -> Table:
    game, seat = table.game, entry.seat
    assert game is not None
    changes = {**table.changes, seat: table.changes.get(seat, 0) + 1}
    if entry.phase is Phase.COLOUR and game.phase is Phase.WHITE:
        return table.changed(changes=changes, ahead=None)
    answered = table.answered(seat)
    left = {**table.sealed, seat: table.sealed[seat][:-1]}
    sealed = {seat: given for seat, given in left.items() if given}
    return _tell_answer(table.changed(changes=changes, sealed=sealed), seat, answered)


def _time_out(table: Table, at: float, again: bool) -> Table:
    """Answer for all that did not, or who were asked `again`: a pass, or a tie settled.

    Whoever was asked once more stays with the answer given before.
    """
    late = sorted(table.asked_again) if again else table.waiting_for()
    table = table.changed(asked_again=table.asked_again - set(late))
    for seat in late:
        if not table.answered(seat):
            table = _tell(table, SeatTimedOut(seat))
        while not table.answered(seat):
            picks = table.own(seat).able_picks(seat)
            choice = picks[0] if picks else _PASS
            given = (*table.sealed.get(seat, ()), choice)
            table = table.changed(sealed={**table.sealed, seat: given})
    return _settle(table, at)


def _settle(table: Table, at: float) -> Table:
    """Tell what can be told: an action that everybody has answered, and what follows."""
    while True:
        game = table.game
        if game is None or game.phase not in (Phase.WHITE, Phase.COLOUR):
            return table
        table = _announce(table, game, at)
        if table.setup.options.open_white and game.phase is Phase.WHITE:
            ready = [seat for seat in sorted(game.to_move()) if table.answered(seat)]
        else:
            ready = [] if table.waiting_for() else sorted(game.to_move())
        if not ready:
            return table
        sealed = table.sealed
        table = _play(table, *(Played(seat, each) for seat in ready for each in sealed[seat]))
        after = table.game
        assert after is not None
        if after.phase is game.phase:  # an open white action that goes on
            left = {seat: given for seat, given in sealed.items() if seat not in ready}
            return table.changed(sealed=left)
        table = _without_action(table).changed(at=at)
        if after.phase is Phase.COLOUR:
            table = _begin_colour(table, after)
        elif after.over:
            table = _end(table)


def _without_action(table: Table) -> Table:
    """The table when an action has ended; only a colour decision given ahead stays."""
    return table.changed(
        sealed={}, changes={}, again=False, announced={}, announced_at=0.0, asked_again=frozenset()
    )


def _announce(table: Table, game: Game, at: float) -> Table:
    """Tell of new locks in a white action at once (ruling 13), and nothing else of it.

    Whoever has answered and could make a new one too is asked once more. If the action
    ends here, its locks are told with it.
    """
    options, known = table.setup.options, table.announced
    if game.phase is not Phase.WHITE or options.locks == "sealed" or options.open_white:
        return table
    answered = [s for s in sorted(table.sealed) if s not in known and table.answered(s)]
    locks = {s: locked_between(game.sheets[s], table.own_sheet(s)) for s in answered}
    locks = {seat: rows for seat, rows in locks.items() if rows}
    if not locks:
        return table
    new = announced_rows(locks) - announced_rows(known)
    again = {s for s in answered if s not in locks and locking_decisions(game, s, new)}
    table = table.changed(
        announced={**known, **locks},
        asked_again=table.asked_again | again,
        changes={s: n for s, n in table.changes.items() if s not in again},
    )
    if table.waiting_for():
        told = (LockAnnounced(seat, row) for seat, rows in locks.items() for row in rows)
        table = _tell(table, *told)
        table = table.changed(announced_at=at, announced_v=table.v)
    return table


def _begin_colour(table: Table, game: Game) -> Table:
    """Play the colour decision given ahead if it is still legal; else ask, or pass."""
    ahead = table.ahead
    if ahead is not None and ahead in game.legal(game.active):
        return table.changed(ahead=None, sealed={game.active: (ahead,)})
    table = _begin_action(table)
    return table.changed(ahead=None, again=ahead is not None and not table.sealed)


def _play(table: Table, *moves: Move) -> Table:
    """Play moves for all to see."""
    game = table.game
    assert game is not None
    told: list[TableEvent] = []
    for move in moves:
        game, events = play_move(game, move)
        told += events
    return _tell(table.changed(game=game, moves=(*table.moves, *moves)), *told)


def _end(table: Table) -> Table:
    table = _without_action(table).changed(stage=Stage.DONE, ahead=None, mixing=None)
    if table.setup.options.real_dice or not table.seed_told:
        return table
    return _tell(table, SeedRevealed(table.setup.seed))


# The story


def _tell_answer(table: Table, seat: Seat, before: bool) -> Table:
    """Tell that a seat has answered, or thinks again; never what it decided."""
    now = table.answered(seat)
    told_at_once = table.setup.options.open_white or not table.waiting_for()
    if now == before or (now and told_at_once):
        return table
    return _tell(table, SeatAnswered(seat) if now else SeatReconsiders(seat))


def _tell(table: Table, *events: TableEvent) -> Table:
    return table.changed(story=(*table.story, *events), v=table.v + len(events))
