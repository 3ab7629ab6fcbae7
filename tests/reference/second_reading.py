"""A second, naive reading of the dice games, so that the engine can be doubted.

Everything here was written from ``shared/rules.md`` alone (sections 1, 2.1 to 2.5,
2.7, 3 and 4), without a look at the engine, because an oracle that shares code or ideas
with what it tests would share its mistakes too.  The layouts are typed in again for
the same reason.  It is slow and literal on purpose: a sheet is a list of crossed
numbers for each row, and every question is answered by looking along the printed row.
Docstrings cite that page: "§2.4" is a section, "ruling 9" stands in its section 3.

The printed pads are in ``layouts``, what happens on one sheet is in ``crossing``; here
are the table, its turns, and the counting.  All that tests need can be had from here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from .crossing import (
    Choice,
    Sheet,
    answer,
    count,
    fewest_rows,
    has_locked,
    has_pair,
    may_cross,
    next_cell,
    steps,
    strike,
    tied_rows,
)
from .layouts import (
    LAYOUTS,
    PAIRS,
    ROWS,
    Cell,
    Layout,
    cell_text,
    circled_pairs,
    framed_cells,
    lucky_pair,
)

__all__ = [
    "LAYOUTS",
    "PAIRS",
    "PASS",
    "ROWS",
    "Cell",
    "Choice",
    "Layout",
    "Position",
    "Result",
    "Roll",
    "Sheet",
    "cell_text",
    "circled_pairs",
    "colour_choices",
    "continuations",
    "count",
    "fewest_rows",
    "framed_cells",
    "has_locked",
    "lucky_pair",
    "next_cell",
    "over",
    "play_turn",
    "score",
    "scores",
    "start",
    "steps",
    "tied_rows",
    "turn_ends",
    "white_choices",
]

PASS = "-"


@dataclass
class Position:
    """The table between two turns; dice are left out, as every turn rolls anew (§1)."""

    variant: str
    sheets: list[Sheet]
    closed: set[str] = field(default_factory=set)
    active: int = 0

    def copy(self) -> Position:
        """Copy deeply, so that a turn never changes the position it started from."""
        sheets = [sheet.copy() for sheet in self.sheets]
        return Position(self.variant, sheets, set(self.closed), self.active)


class Result(NamedTuple):
    """What a turn leads to; a miss is told apart since a pass need not be one (§1)."""

    position: Position
    over: str | None
    missed: bool


Roll = tuple[tuple[int, int], dict[str, int]]


def start(variant: str, seats: int) -> Position:
    """Lay out empty sheets; the lot for the first player fell on seat 0 (§1)."""
    return Position(variant, [Sheet() for _ in range(seats)])


def white_choices(position: Position, seat: int, white_sum: int) -> list[Choice]:
    """List every answer of a seat to the white action, effects settled (§1, §2.1)."""
    variant, closed = position.variant, position.closed
    sheet = position.sheets[seat]
    choices: list[Choice] = [(PASS, sheet.copy())]
    plain: set[tuple[str, int]] = set()
    for row in ROWS:
        if may_cross(variant, closed, sheet, row, white_sum):
            plain.add((row, white_sum))
            text = cell_text(variant, row, white_sum)
            for picks, after in answer(variant, seat, closed, sheet, row, white_sum):
                choices.append((text + picks, after))
    if white_sum in lucky_pair(variant, seat):
        for row in fewest_rows(variant, closed, sheet):
            number = next_cell(variant, closed, sheet, row)
            if number is None or (row, number) in plain:
                continue
            text = "*" + cell_text(variant, row, number)
            for picks, after in answer(variant, seat, closed, sheet, row, number):
                choices.append((text + picks, after))
    return choices


def colour_choices(
    position: Position, seat: int, whites: tuple[int, int], colour_dice: dict[str, int]
) -> list[Choice]:
    """List every answer of the active seat to the colour action (§1, §2.2).

    A die of colour c crosses the cell of colour c in whatever row it stands.  Dice of
    closed rows are ignored even if handed in, since they have left the game (ruling 2).
    """
    if seat != position.active:
        raise ValueError("only the active player has a colour action")
    variant, closed = position.variant, position.closed
    sheet = position.sheets[seat]
    choices: dict[str, Sheet] = {PASS: sheet.copy()}
    for colour in ROWS:
        if colour in closed or colour not in colour_dice:
            continue
        for white in whites:
            total = white + colour_dice[colour]
            for row in ROWS:
                if (colour, total) not in [c[:2] for c in LAYOUTS[variant].rows[row]]:
                    continue
                if may_cross(variant, closed, sheet, row, total):
                    for picks, after in answer(variant, seat, closed, sheet, row, total):
                        choices[f"{colour}{total}{picks}"] = after
    return list(choices.items())


def over(position: Position) -> str | None:
    """Say why the game has ended, if it has: two closed rows or a fourth miss (§1)."""
    if len(position.closed) >= 2:
        return "locks"
    if any(sheet.misses >= 4 for sheet in position.sheets):
        return "misses"
    return None


def _end_action(position: Position, sheets: list[Sheet]) -> Position:
    """Let all locks of an action take effect together, for everybody (rulings 1 and 9)."""
    variant = position.variant
    locked = {r for s in sheets for r in ROWS if has_locked(variant, s, r)}
    closed = position.closed | locked
    struck = [strike(variant, sheet, closed) for sheet in sheets]
    return Position(variant, struck, closed, position.active)


def _end_turn(position: Position, crossed: bool) -> Result:
    """Write the miss of an idle active player and pass the role on (§1).

    The role stays where it is when the game is over, as nobody rolls any more.
    """
    sheets, seat = list(position.sheets), position.active
    if not crossed:
        sheets[seat] = sheets[seat].copy()
        sheets[seat].misses += 1
    after = Position(position.variant, sheets, position.closed, seat)
    ended = over(after)
    if ended is None:
        after.active = (seat + 1) % len(sheets)
    return Result(after, ended, not crossed)


def _pick(choices: list[Choice], wanted: str) -> Sheet:
    """Find the answer among the choices, so that anything else is refused."""
    for text, sheet in choices:
        if text == wanted:
            return sheet
    raise ValueError(f"{wanted!r} is not one of {[text for text, _ in choices]}")


def play_turn(
    position: Position,
    whites: tuple[int, int],
    colour_dice: dict[str, int],
    white_answers: list[str],
    colour_answer: str | None,
) -> Result:
    """Play one whole turn as section 1 orders it, with rulings 1 to 3.

    The colour answer is None exactly when the white action ended the game, because
    then there is no colour action that could be answered, and no miss either (ruling 3).
    """
    seats = range(len(position.sheets))
    faces = range(1, LAYOUTS[position.variant].faces + 1)
    if over(position) is not None:
        raise ValueError("the game is over")
    if not all(value in faces for value in [*whites, *colour_dice.values()]):
        raise ValueError("no die shows that")
    if len(white_answers) != len(seats):
        raise ValueError("every seat answers the white action")
    position = position.copy()
    answered = [
        _pick(white_choices(position, seat, sum(whites)), white_answers[seat]) for seat in seats
    ]
    position = _end_action(position, answered)
    if over(position) is not None:
        if colour_answer is not None:
            raise ValueError("the white action ended the game")
        return Result(position, over(position), False)
    if colour_answer is None:
        raise ValueError("the active player has to answer the colour action")
    seat = position.active
    crossed = white_answers[seat] != PASS or colour_answer != PASS
    sheets = list(position.sheets)
    choices = colour_choices(position, seat, whites, colour_dice)
    sheets[seat] = _pick(choices, colour_answer)
    return _end_turn(_end_action(position, sheets), crossed)


def score(variant_key: str, sheet: Sheet, seat: int = 0) -> int:
    """Add up a sheet: triangular numbers less five a miss, and Bonus B (§1, §2.5).

    The seat says whose sheet it is, as the frames of Steps, which count as a fifth row,
    stand elsewhere on every sheet (§2.7); without frames that row is empty.
    """
    counts = [count(variant_key, sheet, row) for row in ROWS]
    fifth = steps(variant_key, seat, sheet)
    points = sum(n * (n + 1) // 2 for n in [*counts, fifth])
    cost = 5 * sheet.misses
    if variant_key == "bonus_pairs":
        if has_pair(sheet, "double"):
            points += min(counts) * (min(counts) + 1) // 2
        if has_pair(sheet, "thirteen"):
            points += 13
        if has_pair(sheet, "no misses"):
            cost = 0
    return points - cost


def scores(position: Position) -> list[int]:
    """Score all sheets in seat order; the highest wins and ties share it (ruling 6)."""
    return [score(position.variant, s, seat) for seat, s in enumerate(position.sheets)]


def turn_ends(position: Position, roll: Roll) -> Iterator[Position]:
    """Yield the end of a turn once for every sequence of answers to its roll.

    Positions that come out share sheets with each other, so they are for reading only.
    """
    whites, dice = roll
    seat = position.active
    offers = [white_choices(position, s, sum(whites)) for s in range(len(position.sheets))]
    asked: dict[object, list[Choice]] = {}
    for answers in product(*offers):
        middle = _end_action(position, [sheet for _, sheet in answers])
        if over(middle) is not None:
            yield middle
            continue
        question = (answers[seat][0], frozenset(middle.closed))
        if question not in asked:
            asked[question] = colour_choices(middle, seat, whites, dice)
        for text, sheet in asked[question]:
            sheets = list(middle.sheets)
            sheets[seat] = sheet
            crossed = answers[seat][0] != PASS or text != PASS
            yield _end_turn(_end_action(middle, sheets), crossed).position


def continuations(position: Position, rolls: list[Roll]) -> tuple[int, int]:
    """Count the sequences of answers to these rolls, and the positions they reach.

    Equal positions are merged after every roll and carry how many sequences lead to
    them, which keeps the work near the second number.  A game that has ended takes
    the remaining rolls without an answer and so stays one leaf.
    """
    numbers: dict[object, int] = {}

    def name(place: Position) -> tuple[object, ...]:
        """Number equal sheets alike, so that a position's name stays small."""
        ids = [numbers.setdefault(s.key(), len(numbers)) for s in place.sheets]
        return (*ids, "".join(sorted(place.closed)), place.active)

    reached = {name(position): (position, 1)}
    for roll in rolls:
        following: dict[tuple[object, ...], tuple[Position, int]] = {}
        for place, ways in reached.values():
            ended = over(place) is not None
            for end in [place] if ended else turn_ends(place, roll):
                called = name(end)
                known, before = following.get(called, (end, 0))
                following[called] = (known, before + ways)
        reached = following
    return sum(ways for _, ways in reached.values()), len(reached)
