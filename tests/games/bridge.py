"""Between the engine and the second reading, so that one record can be played by both.

The two name cells differently: the engine by the row, the second reading by the printed
colour. All translation goes through the engine's page, here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rowlock import Game, Mark, Phase, Record, Roll, Sheet
from rowlock.events import Seat
from rowlock.moves import Decision
from rowlock.sheet import COLOURS, Page
from tests.parts import bar_on
from tests.reference import second_reading as sr

__all__ = ["Turn", "answers", "dice", "differences", "position", "reading", "replay", "written"]


class Turn(NamedTuple):
    """A turn of a record: where it stood, what each seat said in words of the second reading."""

    rolled: Game
    white: list[str]
    middle: Game | None  # before the colour action; none if the white action ended the game
    colour: str | None
    after: Game


def said(page: Page, decision: Decision) -> str:
    """A decision as the second reading names it."""
    if not isinstance(decision, Mark):
        return str(decision)
    cell = page.cells[decision.cell]
    return f"{'*' if decision.offered else ''}{cell.colour.name}{cell.number}"


def written(sheet: Sheet, misses: bool = True) -> sr.Sheet:
    """A sheet as the second reading keeps it; without misses to compare a mere answer."""
    crosses = {
        row.colour.name: [cell.number for cell in row.cells if sheet.crossed(cell)]
        for row in sheet.page.rows
    }
    struck = {i for i in range(len(bar_on(sheet.page))) if sheet.struck >> i & 1}
    return sr.Sheet(crosses, sheet.misses if misses else 0, struck)


def position(game: Game) -> sr.Position:
    """A game as the second reading keeps it."""
    sheets = [written(sheet) for sheet in game.sheets]
    return sr.Position(game.variant.key, sheets, {row.name for row in game.closed}, game.active)


def dice(roll: Roll) -> dict[str, int]:
    """The coloured dice that a roll shows."""
    return {colour.name: roll.colours[colour] for colour in COLOURS if roll.colours[colour]}


def answers(game: Game, seat: Seat) -> dict[str, sr.Sheet]:
    """Every complete answer of a seat, picks included, and the sheet that it leaves.

    Misses are left out, since the engine ends the turn with the last answer
    while the second reading ends it later.
    """
    found: dict[str, sr.Sheet] = {}

    def walk(game: Game, before: str) -> None:
        for decision in game.legal(seat):
            after = game.apply(seat, decision).game
            name = before + said(game.sheets[seat].page, decision)
            if after.pending[seat]:
                walk(after, name)
            elif name in found:
                raise AssertionError(f"{name} is offered twice on {game.sheets[seat]}")
            else:
                found[name] = written(after.sheets[seat], misses=False)

    walk(game, "")
    return found


def reading(choices: list[sr.Choice]) -> dict[str, sr.Sheet]:
    """The second reading's choices in the shape of `answers`."""
    return {text: sr.Sheet(sheet.crosses, 0, sheet.struck) for text, sheet in choices}


def turns(record: Record) -> Iterator[Turn]:
    """The turns of a record, played by the engine."""
    game = record.start()
    moves = list(record.moves)
    while moves:
        roll = moves.pop(0)
        assert isinstance(roll, Roll)
        rolled = game = game.rolled(roll).game
        white = [""] * record.seats
        middle: Game | None = None
        colour: str | None = None
        while moves and not isinstance(moves[0], Roll):
            move = moves.pop(0)
            assert not isinstance(move, Roll)
            name = said(game.sheets[move.seat].page, move.decision)
            if game.phase is Phase.WHITE:
                white[move.seat] += name
            else:
                middle = middle or game
                colour = (colour or "") + name
            game = game.apply(*move).game
        yield Turn(rolled, white, middle, colour, game)


def replay(record: Record) -> Iterator[tuple[Turn, sr.Result]]:
    """The turns of a record, and what each leads to in the second reading.

    The second reading goes on from its own positions, so that a slip does not heal.
    """
    place = sr.start(record.variant.key, record.seats)
    place.active = record.first
    for turn in turns(record):
        roll = turn.rolled.roll
        assert roll is not None
        result = sr.play_turn(place, roll.whites, dice(roll), turn.white, turn.colour)
        yield turn, result
        place = result.position


def differences(turn: Turn, result: sr.Result) -> list[str]:
    """In what the engine and the second reading do not agree after a turn."""
    game, place = turn.after, result.position
    outcome = game.outcome()
    mine = position(game)
    pairs: list[tuple[str, object, object]] = [
        (f"sheet {seat}", *both) for seat, both in enumerate(zip(mine.sheets, place.sheets), 1)
    ]
    pairs += [
        ("closed", mine.closed, place.closed),
        ("active", mine.active, place.active),
        ("over", outcome.ending.value if outcome else None, result.over),
        ("scores", [game.tally(seat).total for seat in range(game.seats)], sr.scores(place)),
        ("missed", _missed(turn), result.missed),
    ]
    where = f"turn {turn.rolled.turn}"
    return [f"{where}, {what}: {one} / {two}" for what, one, two in pairs if one != two]


def _missed(turn: Turn) -> bool:
    seat = turn.rolled.active
    return turn.after.sheets[seat].misses > turn.rolled.sheets[seat].misses
