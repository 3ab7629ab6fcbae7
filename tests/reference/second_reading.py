"""A second, naive reading of the dice games, so that the engine can be doubted.

Everything here was written from ``shared/rules.md`` alone (sections 1, 2.1 to 2.5,
3 and 4), without a look at the engine, because an oracle that shares code or ideas
with what it tests would share its mistakes too.  The layouts are typed in again for
the same reason.  It is slow and literal on purpose: a sheet is a list of crossed
numbers for each row, and every question is answered by looking along the printed row.
Docstrings cite that page: "§2.4" is a section, "ruling 9" stands in its section 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

ROWS = "RYGB"
PASS = "-"


class Cell(NamedTuple):
    """A printed cell, because gemixxt A needs a colour that is not the row's (§2.2)."""

    colour: str
    number: int
    badge: str


@dataclass(frozen=True)
class Layout:
    """One printed pad, so that no rule below has to know which variant it serves."""

    rows: dict[str, list[Cell]]
    locks: dict[str, list[int]]
    faces: int = 6
    needed: int = 5
    bar: str = ""
    lucky: tuple[tuple[int, int], ...] = ()


def _row(printed: str, badges: dict[str, str] | None = None) -> list[Cell]:
    """Read a row as section 2 prints it, so that the eye can compare the two."""
    known = badges or {}
    return [Cell(c[0], int(c[1:]), known.get(c, "")) for c in printed.split()]


def _plain(badges: dict[str, str] | None = None) -> dict[str, list[Cell]]:
    """Print the rows of section 1, which Bonus A and B only decorate (§2.4, §2.5)."""
    return {
        "R": _row("R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12", badges),
        "Y": _row("Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12", badges),
        "G": _row("G12 G11 G10 G9 G8 G7 G6 G5 G4 G3 G2", badges),
        "B": _row("B12 B11 B10 B9 B8 B7 B6 B5 B4 B3 B2", badges),
    }


PLAIN_LOCKS = {"R": [12], "Y": [12], "G": [2], "B": [2]}

BAR_CELLS = "R3 R6 R9 Y5 Y8 Y11 G11 G7 G4 B10 B8 B5"

PAIRS = {
    "fewest two": ("Y11", "G9"),
    "each row": ("Y7", "B7"),
    "double": ("R8", "B10"),
    "thirteen": ("R6", "B4"),
    "no misses": ("Y3", "G5"),
}

LAYOUTS: dict[str, Layout] = {
    "classic": Layout(_plain(), PLAIN_LOCKS),
    "xl": Layout(_plain(), PLAIN_LOCKS),
    "longo": Layout(
        rows={
            "R": _row("R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 R15 R16"),
            "Y": _row("Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12 Y13 Y14 Y15 Y16"),
            "G": _row("G16 G15 G14 G13 G12 G11 G10 G9 G8 G7 G6 G5 G4 G3 G2"),
            "B": _row("B16 B15 B14 B13 B12 B11 B10 B9 B8 B7 B6 B5 B4 B3 B2"),
        },
        locks={"R": [15, 16], "Y": [15, 16], "G": [3, 2], "B": [3, 2]},
        faces=8,
        needed=6,
        lucky=((5, 10), (6, 11), (7, 12), (8, 13), (4, 9)),
    ),
    "mixed_colours": Layout(
        rows={
            "R": _row("Y2 Y3 Y4  B5 B6 B7  G8 G9 G10  R11 R12"),
            "Y": _row("R2 R3  G4 G5 G6 G7  B8 B9  Y10 Y11 Y12"),
            "G": _row("B12 B11 B10  Y9 Y8 Y7  R6 R5 R4  G3 G2"),
            "B": _row("G12 G11  R10 R9 R8 R7  Y6 Y5  B4 B3 B2"),
        },
        locks=PLAIN_LOCKS,
    ),
    "mixed_numbers": Layout(
        rows={
            "R": _row("R10 R6 R2 R8 R3 R4 R12 R5 R9 R7 R11"),
            "Y": _row("Y9 Y12 Y4 Y6 Y7 Y2 Y5 Y8 Y11 Y3 Y10"),
            "G": _row("G8 G2 G10 G12 G6 G9 G7 G4 G5 G11 G3"),
            "B": _row("B5 B7 B11 B9 B12 B3 B8 B10 B2 B6 B4"),
        },
        locks={"R": [11], "Y": [10], "G": [3], "B": [4]},
    ),
    "bonus_chain": Layout(
        rows=_plain(dict.fromkeys(BAR_CELLS.split(), "bar")),
        locks=PLAIN_LOCKS,
        bar="RYGBGRBYRYBG",
    ),
    "bonus_pairs": Layout(
        rows=_plain({cell: kind for kind, two in PAIRS.items() for cell in two}),
        locks=PLAIN_LOCKS,
    ),
}


def _no_crosses() -> dict[str, list[int]]:
    """Give four empty rows, because the first cell is next in an empty row (ruling 8)."""
    return {row: [] for row in ROWS}


@dataclass
class Sheet:
    """What one player has written, locks left out since the numbers imply them (ruling 4)."""

    crosses: dict[str, list[int]] = field(default_factory=_no_crosses)
    misses: int = 0
    struck: set[int] = field(default_factory=set)

    def copy(self) -> Sheet:
        """Copy, because a choice that is only considered must not be written down."""
        crosses = {row: list(numbers) for row, numbers in self.crosses.items()}
        return Sheet(crosses, self.misses, set(self.struck))

    def key(self) -> tuple[object, ...]:
        """Freeze the sheet, so that equal ones can be recognised while counting."""
        crosses = tuple(tuple(self.crosses[row]) for row in ROWS)
        return (crosses, self.misses, tuple(sorted(self.struck)))


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


Choice = tuple[str, Sheet]
Roll = tuple[tuple[int, int], dict[str, int]]


def start(variant: str, seats: int) -> Position:
    """Lay out empty sheets; the lot for the first player fell on seat 0 (§1)."""
    return Position(variant, [Sheet() for _ in range(seats)])


def cell_text(variant: str, row: str, number: int) -> str:
    """Name a cell by its printed colour, as the examples for gemixxt A do (§2.2, §4)."""
    for cell in LAYOUTS[variant].rows[row]:
        if cell.number == number:
            return f"{cell.colour}{number}"
    raise ValueError(f"no {number} in row {row}")


def lucky_pair(variant: str, seat: int) -> tuple[int, ...]:
    """Give a seat its pair; with more seats the pairs repeat in order (§2.1, ruling 12)."""
    pairs = LAYOUTS[variant].lucky
    return pairs[seat % len(pairs)] if pairs else ()


def has_locked(variant: str, sheet: Sheet, row: str) -> bool:
    """Say whether this player crossed the lock, which a locking number implies (ruling 4)."""
    return any(n in sheet.crosses[row] for n in LAYOUTS[variant].locks[row])


def count(variant: str, sheet: Sheet, row: str) -> int:
    """Count the crosses of a row, its lock included (§1, ruling 7)."""
    return len(sheet.crosses[row]) + has_locked(variant, sheet, row)


def _may_cross(variant: str, closed: set[str], sheet: Sheet, row: str, number: int) -> bool:
    """Check a cross: open row, right of the others, enough before a lock (§1, §2.1).

    Only rows that were closed before the action count as closed, because locks made
    by others in the same action take effect when it ends (ruling 1).
    """
    layout = LAYOUTS[variant]
    printed = [cell.number for cell in layout.rows[row]]
    if row in closed or has_locked(variant, sheet, row) or number not in printed:
        return False
    if any(printed.index(n) >= printed.index(number) for n in sheet.crosses[row]):
        return False
    if number in layout.locks[row]:
        return len(sheet.crosses[row]) >= layout.needed
    return True


def next_cell(variant: str, closed: set[str], sheet: Sheet, row: str) -> int | None:
    """Find the cell directly right of the last cross, if it may be crossed (ruling 8)."""
    printed = [cell.number for cell in LAYOUTS[variant].rows[row]]
    last = max((printed.index(n) for n in sheet.crosses[row]), default=-1)
    if last + 1 == len(printed):
        return None
    number = printed[last + 1]
    return number if _may_cross(variant, closed, sheet, row, number) else None


def fewest_rows(variant: str, closed: set[str], sheet: Sheet) -> list[str]:
    """List the rows with fewest crosses that can take one, closed ones judged too (ruling 7).

    A closed or blocked row may hold the minimum alone; then the list is empty, as
    the ruling does not pass the cross on to a fuller row.
    """
    fewest = min(count(variant, sheet, row) for row in ROWS)
    return [
        row
        for row in ROWS
        if count(variant, sheet, row) == fewest
        and next_cell(variant, closed, sheet, row) is not None
    ]


def _strike(variant: str, sheet: Sheet, colours: set[str]) -> Sheet:
    """Strike the bar fields of closed colours unused, so they are skipped (§2.4)."""
    fields = {i for i, name in enumerate(LAYOUTS[variant].bar) if name in colours}
    if fields <= sheet.struck:
        return sheet
    after = sheet.copy()
    after.struck |= fields
    return after


def _cross(variant: str, closed: set[str], sheet: Sheet, row: str, number: int) -> list[Choice]:
    """Cross a legal cell and settle its effects depth first (§2.4, §2.5, rulings 9 and 10).

    Each outcome comes with the picks that led to it, empty where nothing was asked.
    """
    layout = LAYOUTS[variant]
    after = sheet.copy()
    after.crosses[row].append(number)
    if has_locked(variant, after, row):
        after = _strike(variant, after, {row})
    badge = next(cell.badge for cell in layout.rows[row] if cell.number == number)
    if badge == "bar":
        return _bar(variant, closed, after)
    if badge and _has_pair(after, badge):
        if badge == "each row":
            return _cross_next(variant, closed, after, list(ROWS))
        if badge == "fewest two":
            return _fewest_two(variant, closed, after)
    return [("", after)]


def _cross_next(variant: str, closed: set[str], sheet: Sheet, rows: list[str]) -> list[Choice]:
    """Cross the next cell of each named row in turn; the impossible lapses (§2.5, ruling 9).

    Every cross is settled before the following one looks for its cell (ruling 10).
    """
    if not rows:
        return [("", sheet)]
    number = next_cell(variant, closed, sheet, rows[0])
    first = [("", sheet)]
    if number is not None:
        first = _cross(variant, closed, sheet, rows[0], number)
    return [
        (picks + more, end)
        for picks, between in first
        for more, end in _cross_next(variant, closed, between, rows[1:])
    ]


def _bar(variant: str, closed: set[str], sheet: Sheet) -> list[Choice]:
    """Spend the next free bar field, even where its row has no next cell (§2.4, ruling 9)."""
    bar = LAYOUTS[variant].bar
    free = [i for i in range(len(bar)) if i not in sheet.struck]
    if not free:
        return [("", sheet)]
    after = sheet.copy()
    after.struck.add(free[0])
    return _cross_next(variant, closed, after, [bar[free[0]]])


def _fewest_two(variant: str, closed: set[str], sheet: Sheet) -> list[Choice]:
    """Put two crosses into one row with fewest, asking only at a real tie (§2.5, ruling 7)."""
    rows = fewest_rows(variant, closed, sheet)
    if not rows:
        return [("", sheet)]
    return [
        ((f"~{row}" if len(rows) > 1 else "") + picks, end)
        for row in rows
        for picks, end in _cross_next(variant, closed, sheet, [row, row])
    ]


def _has_pair(sheet: Sheet, kind: str) -> bool:
    """Say whether both cells of a kind are crossed, which earns its bonus (§2.5)."""
    return all(int(cell[1:]) in sheet.crosses[cell[0]] for cell in PAIRS[kind])


def white_choices(position: Position, seat: int, white_sum: int) -> list[Choice]:
    """List every answer of a seat to the white action, effects settled (§1, §2.1)."""
    variant, closed = position.variant, position.closed
    sheet = position.sheets[seat]
    choices: list[Choice] = [(PASS, sheet.copy())]
    plain: set[tuple[str, int]] = set()
    for row in ROWS:
        if _may_cross(variant, closed, sheet, row, white_sum):
            plain.add((row, white_sum))
            text = cell_text(variant, row, white_sum)
            for picks, after in _cross(variant, closed, sheet, row, white_sum):
                choices.append((text + picks, after))
    if white_sum in lucky_pair(variant, seat):
        for row in fewest_rows(variant, closed, sheet):
            number = next_cell(variant, closed, sheet, row)
            if number is None or (row, number) in plain:
                continue
            text = "*" + cell_text(variant, row, number)
            for picks, after in _cross(variant, closed, sheet, row, number):
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
                if _may_cross(variant, closed, sheet, row, total):
                    for picks, after in _cross(variant, closed, sheet, row, total):
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
    struck = [_strike(variant, sheet, closed) for sheet in sheets]
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


def _pick(choices: list[Choice], answer: str) -> Sheet:
    """Find the answer among the choices, so that anything else is refused."""
    for text, sheet in choices:
        if text == answer:
            return sheet
    raise ValueError(f"{answer!r} is not one of {[text for text, _ in choices]}")


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


def score(variant_key: str, sheet: Sheet) -> int:
    """Add up a sheet: triangular numbers less five a miss, and Bonus B (§1, §2.5)."""
    counts = [count(variant_key, sheet, row) for row in ROWS]
    points = sum(n * (n + 1) // 2 for n in counts)
    cost = 5 * sheet.misses
    if variant_key == "bonus_pairs":
        if _has_pair(sheet, "double"):
            points += min(counts) * (min(counts) + 1) // 2
        if _has_pair(sheet, "thirteen"):
            points += 13
        if _has_pair(sheet, "no misses"):
            cost = 0
    return points - cost


def scores(position: Position) -> list[int]:
    """Score all sheets in seat order; the highest wins and ties share it (ruling 6)."""
    return [score(position.variant, sheet) for sheet in position.sheets]


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
