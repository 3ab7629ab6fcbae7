"""A person at the table, for tests: types lines, and keeps all that was said.

A sitting parts what is said into screens, one before each prompt and one after the last.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from rowlock import Game, Record, find_player, find_variant, play, shipped_variants
from rowlock.dice import Roll, Source
from rowlock.events import Seat
from rowlock.moves import Decision
from rowlock.players import Keen, Player
from rowlock.record import Move
from rowlock.rules import Rule
from rowlock.sheet import COLOURS
from rowlock.tui import Ink, Screen, Table, Words
from rowlock.tui.words import ENGLISH

__all__ = [
    "Fixed",
    "Loaded",
    "Shelf",
    "Sitting",
    "Typist",
    "following_hints",
    "fresh",
    "listed",
    "moment",
    "plain",
    "taking_any",
    "with_rule",
]

NAMES = ("Ann", "Bob", "Cem", "Dag", "Eve", "Fay", "Gus", "Hal")
_CHOICES = r"^(?:White action|Colour action|Choose a row for [^:]*): (.*)$"
_MOVE = r"(?<!\S)(?:\*?[RYGB][0-9]+|~[RYGB]|-)(?!\S)"

Typist = Callable[[str, str], str | None]
"""Given the prompt and the screen before it, what to type; None ends the input."""


def with_rule(rule: type[Rule]) -> list[str]:
    """The shipped variants that play this rule."""
    return [
        key
        for key in shipped_variants()
        if any(isinstance(r, rule) for r in find_variant(key).rules)
    ]


def fresh(key: str, seats: int = 2, first: Seat = 0, moves: Iterable[Move] = ()) -> Record:
    """A game with these moves, everybody having a name."""
    return Record(find_variant(key), seats, first, tuple(moves), NAMES[:seats])


def moment(key: str, wanted: Callable[[Game], bool], seats: int = 2) -> Record:
    """A game cut short at a moment when this is so, from games of quite different players."""
    for seed in range(400):
        codes = ("keen:2", "random") if seed % 2 else ("random", "keen")
        players = [find_player(codes[seat % 2], f"{seed} {seat}") for seat in range(seats)]
        record = play(find_variant(key), players, seed)
        for n, step in enumerate(record.steps(), 1):
            if wanted(step.game):
                return replace(record, moves=record.moves[:n], names=NAMES[:seats])
    raise AssertionError(f"no game of {key} has such a moment")


def plain(text: str) -> str:
    """Text without its escapes."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def listed(screen: str) -> list[str]:
    """The moves that the last screen lists as legal, a pass included if it is one."""
    choices = re.findall(_CHOICES, plain(screen).replace("\r", ""), re.MULTILINE)
    assert choices, f"nothing to choose on this screen: {screen!r}"
    moves: list[str] = re.findall(_MOVE, choices[-1])
    assert moves
    return moves


def taking_any(seed: int | str) -> Typist:
    """Types any of the moves listed, and Enter where the dice wait."""
    source = random.Random(seed)

    def answer(prompt: str, screen: str) -> str:
        return "" if "Enter" in prompt else source.choice(listed(screen))

    return answer


def following_hints() -> Typist:
    """Asks for a hint at every decision and takes it."""

    def answer(prompt: str, screen: str) -> str:
        if "Enter" in prompt:
            return ""
        hinted = re.search(r"(?m)^(?:keen would play (\S+)|(\S+): .* to win)", screen)
        return hinted[1] or hinted[2] if hinted else "hint"

    return answer


class Fixed:
    """A player that decides what it was told to, then as keen does."""

    def __init__(self, *decisions: Decision) -> None:
        self.decisions = list(decisions)

    def decide(self, view: Game, seat: Seat) -> Decision:
        return self.decisions.pop(0) if self.decisions else Keen().decide(view, seat)


class Loaded:
    """Dice that show these rolls, then chance."""

    def __init__(self, *rolls: str) -> None:
        parsed = [Roll.parse(roll) for roll in rolls]
        self.numbers = [
            n - 1 for r in parsed for n in (*r.whites, *(r.colours[c] for c in COLOURS))
        ]
        self.source = random.Random(len(rolls))

    def randrange(self, stop: int, /) -> int:
        return self.numbers.pop(0) if self.numbers else self.source.randrange(stop)


class Shelf:
    """Where a test keeps games; a broken one refuses."""

    def __init__(self, broken: bool = False) -> None:
        self.broken = broken
        self.kept: list[Record] = []
        self.saved: list[tuple[str, Record]] = []

    def keep(self, record: Record) -> None:
        self._refuse()
        self.kept.append(record)

    def save(self, record: Record, name: str = "") -> str:
        self._refuse()
        self.saved.append((name, record))
        return name or "the shelf"

    def _refuse(self) -> None:
        if self.broken:
            raise OSError("the shelf is full")


class Sitting:
    """A table whose persons type these lines; when there are no more, their input ends."""

    def __init__(
        self,
        record: Record,
        typed: Iterable[str] | Typist = (),
        bots: Mapping[Seat, Player] | None = None,
        dice: Source | None = None,
        pause: bool = False,
        coloured: bool = False,
        shelf: Shelf | None = None,
        words: Words = ENGLISH,
        screen: Screen | None = None,
        announcing: bool = True,
        warns: bool = False,
    ) -> None:
        lines = iter(()) if callable(typed) else iter(typed)
        self.typist: Typist = typed if callable(typed) else lambda prompt, screen: next(lines, None)
        self.screens: list[str] = [""]
        self.prompts: list[str] = []
        self.shelf = shelf or Shelf()
        self.table = Table(
            record,
            bots or {},
            dice or random.Random("dice"),
            self.ask,
            self.say,
            self.shelf,
            Ink(coloured),
            pause,
            words,
            screen,
            announcing,
            warns,
        )

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        answer = self.typist(prompt, self.screens[-1])
        self.screens.append("")
        if answer is None:
            raise EOFError
        return answer

    def say(self, text: str) -> None:
        self.screens[-1] += f"{text}\n"

    def run(self) -> Sitting:
        """Play until the game is over or the input ends."""
        try:
            self.table.run()
        except EOFError:
            assert not self.table.game.over
        assert self.record.game() == self.table.game, "the record is not of this game"
        return self

    @property
    def record(self) -> Record:
        return self.table.record

    @property
    def moves(self) -> tuple[Move, ...]:
        return self.table.record.moves
