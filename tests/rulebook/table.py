"""A table to try the rule book's sentences on: short words for games, rolls and answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy

import pytest

from rowlock.dice import Roll
from rowlock.errors import IllegalMove
from rowlock.events import (
    Closed,
    Completed,
    Ended,
    Event,
    Lapsed,
    Marked,
    Missed,
    Passed,
    Rolled,
    Struck,
)
from rowlock.game import Game, Phase
from rowlock.moves import parse_move
from rowlock.sheet import COLOURS, Cell, Colour
from rowlock.variant import find_variant, shipped_variants

ROWS = ("R", "Y", "G", "B")
KEYS = shipped_variants()


# What is printed


def cells(key: str, row: str) -> tuple[Cell, ...]:
    """The cells of a row, left to right."""
    return find_variant(key).page(0).rows[Colour[row]].cells


def numbers(key: str, row: str) -> list[int]:
    """The numbers of a row, left to right."""
    return [cell.number for cell in cells(key, row)]


def printed(key: str, row: str) -> str:
    """A row as it looks on paper: `Y2 Y3 Y4 B5`, each cell with its own colour and badge."""
    return " ".join(f"{cell.colour.name}{cell.number}{cell.badge}" for cell in cells(key, row))


def lock_cells(key: str, row: str) -> tuple[Cell, ...]:
    """The cells that lock a row."""
    return cells(key, row)[-find_variant(key).page(0).lock_cells :]


def needed(key: str) -> int:
    """How many crosses a lock asks for."""
    return find_variant(key).page(0).lock_needs


def first_cells(key: str, row: str, count: int) -> str:
    """A row with its first numbers crossed: `R 2 3 4`."""
    return " ".join([row, *map(str, numbers(key, row)[:count])])


def with_crosses(key: str, row: str, count: int) -> str:
    """A row with so many crosses; the highest counts need the last number and the lock."""
    open_cells = len(cells(key, row)) - len(lock_cells(key, row))
    if count <= open_cells:
        return first_cells(key, row, count)
    return f"{first_cells(key, row, count - 2)} {numbers(key, row)[-1]}"


# Sitting down


def at(key: str, *sheets: str, active: int = 0, closed: str = "") -> Game:
    """A game before a roll: one sheet a seat, and the rows somebody has closed (`GB`)."""
    variant = find_variant(key)
    return Game.at(
        variant,
        [variant.sheet(text, seat=seat) for seat, text in enumerate(sheets)],
        active,
        [Colour[letter] for letter in closed],
    )


# Playing


def roll(game: Game, text: str) -> Game:
    """Roll `41b6`: the whites, then some coloured dice; those in play but not named show 1."""
    named = Roll.parse(text)
    colours = (
        named.colours[colour] or (1 if colour in game.dice.colours else 0) for colour in COLOURS
    )
    return game.rolled(Roll(named.whites, tuple(colours))).game


def announce(game: Game, number: int) -> Game:
    """Roll white dice that add up to this number; the coloured dice show 1."""
    low = max(1, number - game.variant.faces)
    return roll(game, f"{low}{number - low}")


def steps(game: Game, decisions: Mapping[int, str]) -> tuple[Game, list[str]]:
    """Seats decide in the order given, one or more moves each: `{0: "Y11 ~R", 1: "-"}`."""
    events: list[Event] = []
    for seat, moves in decisions.items():
        for move in moves.split():
            game, news = game.apply(seat, parse_move(move))
            events += news
    return game, told(events)


def decide(game: Game, decisions: Mapping[int, str]) -> Game:
    """The game after these decisions."""
    return steps(game, decisions)[0]


def story(game: Game, decisions: Mapping[int, str]) -> list[str]:
    """What happens when these seats decide, in the order of happening; see `told`."""
    return steps(game, decisions)[1]


def white(game: Game, text: str, decisions: Mapping[int, str] | None = None) -> Game:
    """Roll and finish the white action; seats without a decision pass."""
    game = decide(roll(game, text), decisions or {})
    if game.phase is not Phase.WHITE:
        return game
    return decide(game, dict.fromkeys(sorted(game.to_move()), "-"))


def turn(game: Game, text: str, decisions: Mapping[int, str], colour: str = "-") -> Game:
    """A whole turn: roll, white action, and the active seat's colour action."""
    return decide(white(game, text, decisions), {game.active: colour})


def colour_roll(cell: Cell, faces: int) -> str:
    """A roll with which a white and a coloured die cross this cell, as in `11r4` for R5."""
    low = max(1, cell.number - faces)
    return f"{low}{low}{cell.colour.name.lower()}{cell.number - low}"


# Looking


def answers(game: Game, seat: int) -> set[str]:
    """Everything a seat may decide now."""
    return {str(decision) for decision in game.legal(seat)}


def sheet(game: Game, seat: int) -> str:
    """A seat's sheet as text."""
    return str(game.sheets[seat])


def shut(game: Game) -> str:
    """The closed rows: `RG`."""
    return "".join(row.name for row in sorted(game.closed))


def dice(game: Game) -> str:
    """The coloured dice in play: `RYB`."""
    return "".join(colour.name for colour in sorted(game.dice.colours))


def crosses(game: Game, seat: int, row: str) -> int:
    """How many crosses a seat has in a row, the lock's included."""
    return game.sheets[seat].crosses(Colour[row])


def open_in(game: Game, seat: int, row: str) -> list[int]:
    """The numbers that a seat's row can still take, asked of the game one by one."""
    return [
        number
        for number in numbers(game.variant.key, row)
        if f"{row}{number}" in answers(announce(game, number), seat)
    ]


def told(events: Iterable[Event]) -> list[str]:
    """Events in a few words, seats and bar fields counted from 1."""
    return [_words(event) for event in events]


def _words(event: Event) -> str:
    match event:
        case Rolled():
            return f"{event.seat + 1} rolls {event.roll}"
        case Marked():
            lock = " and locks" if event.lock else ""
            return f"{event.seat + 1} {event.cause.value} {event.cell}{lock}"
        case Passed():
            return f"{event.seat + 1} passes"
        case Struck():
            return f"{event.seat + 1} strikes {' '.join(str(i + 1) for i in event.fields)}"
        case Completed():
            return f"{event.seat + 1} completes {event.badge}"
        case Lapsed():
            return f"{event.seat + 1} lapses {event.row.name if event.row is not None else 'tie'}"
        case Missed():
            return f"{event.seat + 1} misses {event.misses}"
        case Closed():
            return f"{event.row.name} closed by {' '.join(str(s + 1) for s in event.seats)}"
        case Ended():
            winners = " ".join(str(seat + 1) for seat in event.winners)
            return f"end by {event.ending.value}, won by {winners}"


# Refusing


def refused(game: Game, seat: int, move: str) -> str:
    """The complaint about an illegal move, after making sure that it changed nothing."""
    before = deepcopy(game)
    with pytest.raises(IllegalMove) as caught:
        game.apply(seat, parse_move(move))
    assert game == before
    return caught.value.message


def refused_roll(game: Game, text: str) -> str:
    """The complaint about a roll that is not due or not possible, the game being unchanged."""
    before = deepcopy(game)
    with pytest.raises(IllegalMove) as caught:
        game.rolled(Roll.parse(text))
    assert game == before
    return caught.value.message
