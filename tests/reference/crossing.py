"""One player's sheet in the second reading: what may be crossed, and what follows from it.

Like the rest of the second reading, this was written from ``shared/rules.md`` alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .layouts import LAYOUTS, PAIRS, ROWS, circled_pairs, framed_cells


def _no_crosses() -> dict[str, list[int]]:
    """Give four empty rows, because the first cell is next in an empty row (ruling 8)."""
    return {row: [] for row in ROWS}


@dataclass
class Sheet:
    """What one player has written, locks left out since the numbers imply them (ruling 4).

    Numbers stand in the order of the printed row, not in that of their crossing, which
    paper does not show either; a forced cross can lie left of older ones (§2.7).
    """

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


Choice = tuple[str, Sheet]


def has_locked(variant: str, sheet: Sheet, row: str) -> bool:
    """Say whether this player crossed the lock, which a locking number implies (ruling 4)."""
    return any(n in sheet.crosses[row] for n in LAYOUTS[variant].locks[row])


def count(variant: str, sheet: Sheet, row: str) -> int:
    """Count the crosses of a row, its lock included (§1, ruling 7)."""
    return len(sheet.crosses[row]) + has_locked(variant, sheet, row)


def may_cross(variant: str, closed: set[str], sheet: Sheet, row: str, number: int) -> bool:
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
    return number if may_cross(variant, closed, sheet, row, number) else None


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


def tied_rows(variant: str, closed: set[str], sheet: Sheet) -> list[str]:
    """List the rows that a bonus which must be taken may go to (ruling 7).

    Every row with fewest crosses, blocked and closed ones too, if one of them can take a
    cross; otherwise none.
    """
    if not fewest_rows(variant, closed, sheet):
        return []
    fewest = min(count(variant, sheet, row) for row in ROWS)
    return [row for row in ROWS if count(variant, sheet, row) == fewest]


def _write(variant: str, sheet: Sheet, row: str, number: int) -> Sheet:
    """Put a cross on a copy of the sheet, asking no rule whether it may stand there."""
    printed = [cell.number for cell in LAYOUTS[variant].rows[row]]
    after = sheet.copy()
    after.crosses[row] = sorted([*after.crosses[row], number], key=printed.index)
    return after


def strike(variant: str, sheet: Sheet, colours: set[str]) -> Sheet:
    """Strike the bar fields of closed colours unused, so they are skipped (§2.4)."""
    fields = {i for i, name in enumerate(LAYOUTS[variant].bar) if name in colours}
    if fields <= sheet.struck:
        return sheet
    after = sheet.copy()
    after.struck |= fields
    return after


def cross(variant: str, closed: set[str], sheet: Sheet, row: str, number: int) -> list[Choice]:
    """Cross a legal cell and settle its effects depth first (§2.4, §2.5, rulings 9 and 10).

    Each outcome comes with the picks that led to it, empty where nothing was asked.
    """
    layout = LAYOUTS[variant]
    after = _write(variant, sheet, row, number)
    if has_locked(variant, after, row):
        after = strike(variant, after, {row})
    badge = next(cell.badge for cell in layout.rows[row] if cell.number == number)
    if badge == "bar":
        return _bar(variant, closed, after)
    if badge and has_pair(after, badge):
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
        first = cross(variant, closed, sheet, rows[0], number)
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
    rows = tied_rows(variant, closed, sheet)
    if not rows:
        return [("", sheet)]
    return [
        ((f"~{row}" if len(rows) > 1 else "") + picks, end)
        for row in rows
        for picks, end in _cross_next(variant, closed, sheet, [row, row])
    ]


def has_pair(sheet: Sheet, kind: str) -> bool:
    """Say whether both cells of a kind are crossed, which earns its bonus (§2.5)."""
    return all(is_crossed(sheet, cell) for cell in PAIRS[kind])


def is_crossed(sheet: Sheet, cell: str) -> bool:
    """Look up a cell by its name, on pads whose cells have the colour of their row."""
    return int(cell[1:]) in sheet.crosses[cell[0]]


def force(variant: str, seat: int, sheet: Sheet, row: str, number: int) -> Sheet:
    """Cross the other cell of a circled pair, wherever it lies (§2.7).

    It is not asked whether the cell lies left of other crosses or whether its row is closed
    or locked.  A forced cross forces nothing more, since no cell stands in two pairs, and
    never locks, since no pair stands in the last column.
    """
    for pair in circled_pairs(variant, seat):
        if f"{row}{number}" in pair:
            for cell in pair:
                if not is_crossed(sheet, cell):
                    sheet = _write(variant, sheet, cell[0], int(cell[1:]))
    return sheet


def answer(
    variant: str, seat: int, closed: set[str], sheet: Sheet, row: str, number: int
) -> list[Choice]:
    """Cross the cell that a player chose, with all that follows on his own pad (§2.4 to §2.7)."""
    return [
        (picks, force(variant, seat, after, row, number))
        for picks, after in cross(variant, closed, sheet, row, number)
    ]


def steps(variant: str, seat: int, sheet: Sheet) -> int:
    """Count the crossed framed cells; a lock has no frame and adds nothing here (§2.7)."""
    return sum(is_crossed(sheet, cell) for cell in framed_cells(variant, seat))
