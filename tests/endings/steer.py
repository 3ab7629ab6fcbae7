"""A table that is steered: chance is a move here, so rolls are chosen to bring wanted crosses.

The games that come out are whole and legal, from the empty sheet; nothing is set up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations_with_replacement

from rowlock import Game, Mark, Pass, Phase, Played, Record, Roll, Sheet, Variant, parse_move
from rowlock.events import Seat
from rowlock.record import Move, play_move
from rowlock.sheet import COLOURS, Cell, Colour

__all__ = ["Table", "eve", "lock", "opening"]

NOBODY = "-"


class Table:
    """A game under way, and where each seat idles when it has nothing to do.

    `idle` has a letter a seat: the row in which the seat takes harmless crosses when it
    rolls and nothing is wanted of it, so that it takes no miss; `-` takes the miss.
    """

    def __init__(self, variant: Variant, idle: str) -> None:
        self.variant = variant
        self.idle = idle
        self.seats = range(len(idle))
        self.moves: list[Move] = []
        self.game = Game.start(variant, len(idle))
        self.targets = [variant.sheet(seat=seat) for seat in self.seats]

    def record(self) -> Record:
        """The game as it was played."""
        return Record(self.variant, len(self.idle), moves=tuple(self.moves))

    # Steering

    def to(self, *texts: str) -> Table:
        """Play until every seat has at least the crosses of its text."""
        self.targets = [self.variant.sheet(text, seat) for seat, text in enumerate(texts)]
        while any(self._left(self.game, seat) for seat in self.seats):
            self._turn()
            if self.game.over:
                raise AssertionError(f"{self.variant.key}: over before {texts} was reached")
        return self

    def to_miss(self) -> Table:
        """Play on with nothing wanted until a seat that idles nowhere has too many misses."""
        while not self.game.over:
            self._turn()
        return self

    def finish(self, seat: Seat, dice: str, *white: str, colour: str = "") -> Table:
        """Wait until it is this seat's turn, then play a last one, written as in a record.

        The whites and the one coloured die that matters are given, such as `66` or `61b6`;
        the others show anything.
        """
        while self.game.active != seat:
            self._turn()
        given = Roll.parse(dice)
        forced = {colour: given.colours[colour] for colour in COLOURS if given.colours[colour]}
        self._play(self._roll(given.whites, forced))
        for other, column in enumerate(white):
            self._decide(other, column)
        if colour:
            self._decide(seat, colour)
        return self

    def _decide(self, seat: Seat, column: str) -> None:
        for text in re.findall(r"~?[^~]+", column):
            self._play(Played(seat, parse_move(text)))

    def _turn(self) -> None:
        """The roll and the decisions that bring the most wanted crosses."""
        faces = range(1, self.variant.faces + 1)
        tries = [self._try(whites) for whites in combinations_with_replacement(faces, 2)]
        _, moves = max(tries, key=lambda one: one[0])
        for move in moves:
            self._play(move)

    def _try(self, whites: tuple[int, int]) -> tuple[tuple[bool, int], list[Move]]:
        """What a pair of whites would bring, and the whole turn with it.

        Seats that lack most count most, so that all are ready at about the same time;
        but first of all the active seat should not miss.
        """
        game = self.game.rolled(self._roll(whites, {})).game
        active, worth, crossed = game.active, 0, False
        played: list[Move] = []
        for seat in self.seats:
            wanted = [cell for cell in self._wanted(game, seat) if cell.number == sum(whites)]
            worth += self._left(game, seat) if wanted else 0
            if seat == active and not wanted:
                wanted = [cell for cell in self._idle(game, seat) if cell.number == sum(whites)]
            decision = Mark.of(wanted[0]) if wanted else Pass()
            crossed |= seat == active and bool(wanted)
            played.append(Played(seat, decision))
            game = game.apply(seat, decision).game
        forced: dict[Colour, int] = {}
        if game.phase is Phase.COLOUR:
            cells = [*self._wanted(game, active), *([] if crossed else self._idle(game, active))]
            for cell, die in self._by_colour(game, whites, cells):
                forced[cell.colour] = die
                worth += self._left(game, active)
                played.append(Played(active, Mark.of(cell)))
                crossed = True
                break
            else:
                played.append(Played(active, Pass()))
        return (crossed, worth), [self._roll(whites, forced), *played]

    def _by_colour(
        self, game: Game, whites: tuple[int, int], cells: list[Cell]
    ) -> Iterator[tuple[Cell, int]]:
        for cell in cells:
            for white in whites:
                die = cell.number - white
                if cell.colour in game.dice.colours and 1 <= die <= self.variant.faces:
                    yield cell, die

    def _roll(self, whites: tuple[int, int], forced: dict[Colour, int]) -> Roll:
        """These whites and this coloured die; the rest shows something that looks thrown."""
        game = self.game
        shown = [(7 * game.turn + 3 * c + whites[0]) % self.variant.faces + 1 for c in COLOURS]
        return Roll(
            whites,
            tuple(forced.get(c, shown[c]) if c in game.dice.colours else 0 for c in COLOURS),
        )

    def _play(self, move: Move) -> None:
        self.moves.append(move)
        step = play_move(self.game, move)
        self.game = step.game

    # What is wanted

    def _left(self, game: Game, seat: Seat) -> int:
        """How many crosses a seat still lacks."""
        both = zip(self.targets[seat].marks, game.sheets[seat].marks)
        return sum((target & ~marks).bit_count() for target, marks in both)

    def _wanted(self, game: Game, seat: Seat) -> list[Cell]:
        """In each row the next cell that a seat lacks; an impossible one is a slip of the plan."""
        sheet, target = game.sheets[seat], self.targets[seat]
        wanted = []
        for row in COLOURS:
            cells = sheet.page.rows[row].cells
            lacks = [c for c in cells if target.crossed(c) and not sheet.crossed(c)]
            if lacks and (row in game.closed or not sheet.can_cross(lacks[0])):
                raise AssertionError(f"{self.variant.key}: {lacks[0]} cannot be crossed any more")
            wanted += lacks[:1]
        return wanted

    def _idle(self, game: Game, seat: Seat) -> list[Cell]:
        """The next cell that leads to nothing, if the seat has a row to idle in."""
        if self.idle[seat] == NOBODY or Colour[self.idle[seat]] in game.closed:
            return []
        sheet = game.sheets[seat]
        cells = _harmless(sheet, Colour[self.idle[seat]])
        return [cell for cell in cells if sheet.can_cross(cell)][:1]


def _harmless(sheet: Sheet, row: Colour) -> list[Cell]:
    """The cells of a row that neither lock nor carry a badge nor are tied to others."""
    tied = {name for link in sheet.page.links for name in link.cells}
    cells = (cell for cell in sheet.page.rows[row].cells if not sheet.locks(cell))
    return [cell for cell in cells if not cell.badge and str(cell) not in tied]


def opening(variant: Variant, letter: str, extra: int = 0, seat: Seat = 0) -> str:
    """A row with just enough harmless crosses for its lock, or some more."""
    needs = variant.page(seat).lock_needs + extra
    cells = _harmless(variant.sheet(seat=seat), Colour[letter])[:needs]
    return " ".join([letter, *(str(cell.number) for cell in cells)])


def eve(variant: Variant, letter: str) -> str:
    """A row with just enough crosses for its lock, whose next cell locks."""
    page = variant.page(0)
    last = page.rows[Colour[letter]].cells[-page.lock_cells - 1]
    return f"{opening(variant, letter, extra=-1)} {last.number}"


def lock(variant: Variant, letter: str) -> int:
    """The last number of a row, which locks it."""
    return variant.page(0).rows[Colour[letter]].cells[-1].number
