"""Sheets and dice as text, at most 80 columns wide.

An open cell shows its number, a crossed one an X before it, a lost one a dot. On a page
of mixed colours each cell wears a small letter for its own; badges stand behind that.
"""

from __future__ import annotations

from rowlock.dice import Roll
from rowlock.rules import PairBonus, Pairs
from rowlock.score import Tally
from rowlock.sheet import COLOURS, Cell, Colour, Page, Sheet
from rowlock.tui.ink import Ink
from rowlock.variant import Variant

__all__ = ["bonus_words", "draw_dice", "draw_rows", "draw_sheet", "draw_small", "draw_tally"]

_NAMES = {Colour.R: "red", Colour.Y: "yellow", Colour.G: "green", Colour.B: "blue"}
_COLUMNS = 80
_AROUND = 10  # label, lock and points beside the cells
_NOBODY: frozenset[Colour] = frozenset()


def draw_sheet(
    variant: Variant,
    sheet: Sheet,
    ink: Ink,
    closed: frozenset[Colour] = _NOBODY,
    options: frozenset[str] = frozenset(),
) -> list[str]:
    """A whole sheet: rows with their points, bonus bar, lucky numbers, misses.

    The cells named in `options` stand in brackets.
    """
    points = variant.tally(sheet).rows
    rows = draw_rows(sheet, ink, closed, options)
    lines = [f"{line}{points[row]:4}" for row, line in zip(COLOURS, rows, strict=True)]
    return lines + _below(variant, sheet, ink)


def draw_rows(
    sheet: Sheet,
    ink: Ink,
    closed: frozenset[Colour] = _NOBODY,
    options: frozenset[str] = frozenset(),
) -> list[str]:
    """The four rows with their locks, nothing else."""
    cells = sheet.page.cells.values()
    mixed = any(cell.colour != cell.row for cell in cells)
    texts = {c: f"{c.number}{c.colour.name.lower() if mixed else ''}{c.badge}" for c in cells}
    open_width = max(len(text) for text in texts.values())
    crossed_width = max(len(_crossed(cell)) for cell in cells)
    width = max(open_width + 2, crossed_width + 1)
    room = (_COLUMNS - _AROUND) // max(len(row.cells) for row in sheet.page.rows)
    roomy = width <= room
    if not roomy:  # then the list of moves must do without brackets
        width, options = max(open_width, crossed_width, room), frozenset()

    def drawn(cell: Cell) -> str:
        # Numbers stand under each other, whatever surrounds them.
        after = " " if roomy else ""
        inner = width - len(after)
        text = _crossed(cell) if sheet.crossed(cell) else texts[cell]
        before = " " * (inner - len(text))
        if sheet.crossed(cell):
            return before + ink.cross(text) + after
        if _lost(sheet, cell, closed):
            return ink.faint(".".rjust(inner)) + after
        if str(cell) in options:
            return before[:-1] + ink.band(f"[{text}]", cell.colour)
        return before[:1] + ink.band(text.rjust(inner - len(before[:1])), cell.colour) + after

    lines = []
    for row in sheet.page.rows:
        label = ink.band(f" {row.colour.name} ", row.colour)
        lock = ink.band(_lock(sheet, row.colour, closed), row.colour)
        lines.append(f"{label}{''.join(map(drawn, row.cells))} {lock}")
    return lines


def _lost(sheet: Sheet, cell: Cell, closed: frozenset[Colour]) -> bool:
    """Whether a cell without a cross will never have one."""
    return cell.index < sheet.reach(cell.row) or cell.row in closed or sheet.locked(cell.row)


def _crossed(cell: Cell) -> str:
    return f"X{cell.number}{cell.badge}"


def _lock(sheet: Sheet, row: Colour, closed: frozenset[Colour]) -> str:
    if sheet.locked(row):
        return " #"
    return "--" if row in closed else " L"


def _below(variant: Variant, sheet: Sheet, ink: Ink) -> list[str]:
    page = sheet.page
    lines = []
    if page.bar:
        fields = [
            ink.faint("x") if sheet.bar >> i & 1 else ink.band(row.name, row)
            for i, row in enumerate(page.bar)
        ]
        lines.append(f" bar    {' '.join(fields)}")
    for rule in variant.rules:
        if isinstance(rule, Pairs):
            lines += [_pair(sheet, rule, bonus) for bonus in rule.bonuses]
    if page.lucky:
        lines.append(f" lucky  {' '.join(map(str, page.lucky))}")
    boxes = "X" * sheet.misses + "_" * (page.miss_boxes - sheet.misses)
    lines.append(f" misses {' '.join(boxes)}  ({page.miss_points} each)")
    return lines


def _pair(sheet: Sheet, rule: Pairs, bonus: PairBonus) -> str:
    cells = " ".join(map(str, sheet.page.badged[bonus.badge]))
    box = "X" if rule.complete(sheet, bonus) else "_"
    return f" {box} {bonus.badge}: {cells:8} {bonus_words(bonus)}"


def bonus_words(bonus: PairBonus) -> str:
    """What a pair brings, in words."""
    words = []
    if bonus.fewest:
        words.append(f"{_crosses(bonus.fewest)} in the row with the fewest")
    if bonus.each_row:
        words.append(f"{_crosses(bonus.each_row)} in each row")
    if bonus.double_fewest:
        words.append("the row with the fewest counts twice")
    if bonus.points:
        words.append(f"{bonus.points} points")
    if bonus.no_misses:
        words.append("misses cost nothing")
    return ", ".join(words)


def _crosses(number: int) -> str:
    return "1 cross" if number == 1 else f"{number} crosses"


def draw_small(sheet: Sheet, closed: frozenset[Colour]) -> str:
    """A sheet in one line: X crossed, . lost, - open, # locked by this seat."""
    rows = []
    for row in sheet.page.rows:
        marks = "".join(
            "X" if sheet.crossed(c) else "." if _lost(sheet, c, closed) else "-" for c in row.cells
        )
        rows.append(f"{row.colour.name}{marks}{'#' if sheet.locked(row.colour) else ' '}")
    return " ".join(rows).rstrip()


def draw_dice(roll: Roll, ink: Ink) -> str:
    """The dice in words and colours: both whites with their sum, then the coloured ones."""
    first, second = roll.whites
    shown = [f"white {ink.band(f' {first} ', None)} + {ink.band(f' {second} ', None)} = "]
    shown[0] += ink.strong(str(roll.announced))
    shown += [
        f"{_NAMES[colour]} {ink.band(f' {roll.colours[colour]} ', colour)}"
        for colour in COLOURS
        if roll.colours[colour]
    ]
    return "   ".join(shown)


def draw_tally(tally: Tally, page: Page) -> str:
    """The sum as the foot of a sheet prints it."""
    parts = [
        f"{row.colour.name} {points}" for row, points in zip(page.rows, tally.rows, strict=True)
    ]
    parts += [f"{badge} {extra}" for badge, extra in tally.bonuses]
    return f"{' + '.join(parts)} - {-tally.misses} = {tally.total}"
