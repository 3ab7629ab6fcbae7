"""A record as a value, and how it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from rowlock.dice import Roll
from rowlock.errors import NotNotation
from rowlock.events import Cause, Event, Marked, Missed, Seat
from rowlock.game import Game, Phase, Step
from rowlock.moves import Decision
from rowlock.variant import Variant

__all__ = ["Move", "Played", "Record", "can_be_written", "column", "own_tags", "play_move"]


def own_tags(variant: Variant) -> frozenset[str]:
    """The tags that say what is played and how it ended; all others are anybody's.

    What else is installed does not matter: the record is the same everywhere.
    """
    chosen = (choice.tag for choice in variant.choices)
    return frozenset(("Variant", "Edition", *chosen, "Seats", "First", "Result", "Ending"))


def can_be_written(value: str) -> bool:
    """Whether a tag may have this value: what is printed, and what joins letters and emoji."""
    return re.sub("[\u200c\u200d]", "", value).isprintable()


class Played(NamedTuple):
    """A seat's decision."""

    seat: Seat
    decision: Decision


Move = Roll | Played
"""All that ever happens from outside: the dice, and what people decide."""


@dataclass(frozen=True)
class Record:
    """A game from its start, move by move, with what is known about it."""

    variant: Variant
    seats: int = 2
    first: Seat = 0
    moves: tuple[Move, ...] = ()
    names: tuple[str, ...] = ()  # one a seat, or none at all
    tags: tuple[tuple[str, str], ...] = ()  # all others, in order: date, seed, ...
    comments: tuple[tuple[int, str], ...] = ()  # after which turn (0: before all), the text

    def __post_init__(self) -> None:
        if self.names and len(self.names) != self.seats:
            raise NotNotation(f"expected {self.seats} names, found {len(self.names)}")
        own = own_tags(self.variant) if self.tags else ()
        for key, _ in self.tags:
            if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", key) or key in own:
                raise NotNotation(f"expected a tag name of letters and digits, found {key!r}")
        for value in (*self.names, *(value for _, value in self.tags)):
            if not can_be_written(value):
                raise NotNotation(f"expected a tag of printable characters, found {value!r}")

    def start(self) -> Game:
        """The game before its first roll."""
        return Game.start(self.variant, self.seats, self.first)

    def steps(self) -> Iterator[Step]:
        """Play the moves again, one step each."""
        game = self.start()
        for move in self.moves:
            step = play_move(game, move)
            yield step
            game = step.game

    def game(self) -> Game:
        """The game after the last move."""
        game = self.start()
        for move in self.moves:
            game = play_move(game, move).game
        return game

    def rolls(self) -> list[int]:
        """Where the rolls stand among the moves: a turn begins at each."""
        return [i for i, move in enumerate(self.moves) if isinstance(move, Roll)]

    def called(self) -> tuple[str, ...]:
        """What to call each seat: its name, or its number."""
        names = self.names or ("",) * self.seats
        return tuple(name or f"Seat {seat}" for seat, name in enumerate(names, 1))

    def plus(self, *moves: Move) -> Record:
        """This record with more moves; they are checked when it is played."""
        return replace(self, moves=(*self.moves, *moves))

    def write(self, checked: bool = True) -> str:
        """The record as text; checked marks say what each move led to, for a reader to verify."""
        turns, game = _turns(self, checked)
        lines = [_tag("Variant", self.variant.key), _tag("Edition", str(self.variant.edition))]
        tags = {choice.name: choice.tag for choice in self.variant.choices}
        lines += [_tag(tags[name], text) for name, text in self.variant.chosen]
        lines.append(_tag("Seats", str(self.seats)))
        if self.first:
            lines.append(_tag("First", str(self.first + 1)))
        lines += [_tag(f"Seat {i}", name) for i, name in enumerate(self.names, 1) if name]
        lines += [_tag(key, value) for key, value in self.tags]
        outcome = game.outcome()
        if outcome is None:
            lines.append(_tag("Result", "*"))
        else:
            lines.append(_tag("Result", " ".join(map(str, outcome.totals))))
            lines.append(_tag("Ending", outcome.ending.value))
        lines.append("")
        comments = dict(self.comments)
        for number, line in enumerate(["", *turns]):
            if line:
                lines.append(line)
            lines += [f"; {text}".rstrip() for text in comments.get(number, "").splitlines()]
        return "\n".join(lines).rstrip("\n") + "\n"

    __str__ = write


def play_move(game: Game, move: Move) -> Step:
    """The game after a roll or a decision."""
    return game.rolled(move) if isinstance(move, Roll) else game.apply(*move)


class _Line:
    """A turn while it is being written."""

    def __init__(self, head: str, seats: int) -> None:
        self.head = head
        self.white = [""] * seats
        self.colour: str | None = None

    def __str__(self) -> str:
        white = " ".join(column or "?" for column in self.white)
        return f"{self.head} {white}" + (f" / {self.colour}" if self.colour is not None else "")


def _turns(record: Record, checked: bool) -> tuple[list[str], Game]:
    lines: list[_Line] = []
    game = record.start()
    for move in record.moves:
        before, (game, events) = game, play_move(game, move)
        if isinstance(move, Roll):
            head = f"{game.turn}. {game.active + 1} {move}"
            lines.append(_Line(head, record.seats))
            continue
        text = column(move.decision, events, checked)
        if before.phase is Phase.WHITE:
            lines[-1].white[move.seat] += text
        else:
            lines[-1].colour = (lines[-1].colour or "") + text
    return [str(line) for line in lines], game


def column(decision: Decision, events: tuple[Event, ...], checked: bool) -> str:
    """A decision as it stands in its column, with what it led to if wanted."""
    text = str(decision)
    if not checked:
        return text
    for event in events:
        match event:
            case Marked(_, cell, Cause.BONUS, lock):
                text += f">{cell}{'#' if lock else ''}"
            case Marked(lock=True):
                text += "#"
            case Missed():
                text += "x"
    return text


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'
