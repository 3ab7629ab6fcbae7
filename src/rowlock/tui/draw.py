"""Sheets and dice as text, at most 80 columns wide.

An open cell shows its number, a crossed one an X before it, a lost one a dot. On a page
of mixed colours each cell wears a small letter for its own; badges stand behind that.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from rowlock.dice import Roll
from rowlock.drawables import Badge, Note, ScoreLine, Strip, Text
from rowlock.score import Tally
from rowlock.sheet import COLOURS, Cell, Colour, Page, Sheet
from rowlock.tui.ink import Ink
from rowlock.tui.words import ENGLISH, Words
from rowlock.variant import Variant

__all__ = [
    "colour_name",
    "draw_dice",
    "draw_rows",
    "draw_sheet",
    "draw_small",
    "draw_tally",
]

_COLOURS = {
    Colour.R: "colour.R",
    Colour.Y: "colour.Y",
    Colour.G: "colour.G",
    Colour.B: "colour.B",
}
_COLUMNS = 80
_AROUND = 10  # label, lock and points beside the cells
_FURTHER = 6  # columns before what a legend goes on with
_SHAPES = {"sign": "", "frame": "+", "circle": "o"}  # for a badge without a sign
_NOBODY: frozenset[Colour] = frozenset()


def draw_sheet(
    variant: Variant,
    sheet: Sheet,
    ink: Ink,
    closed: frozenset[Colour] = _NOBODY,
    options: frozenset[str] = frozenset(),
    words: Words = ENGLISH,
) -> list[str]:
    """A whole sheet: rows with their points, all that rules print below them, misses.

    The cells named in `options` stand in brackets.
    """
    points = variant.tally(sheet).rows
    rows = draw_rows(sheet, ink, closed, options)
    lines = [f"{line}{points[row]:4}" for row, line in zip(COLOURS, rows, strict=True)]
    return lines + _below(variant, sheet, ink, words)


def draw_rows(
    sheet: Sheet,
    ink: Ink,
    closed: frozenset[Colour] = _NOBODY,
    options: frozenset[str] = frozenset(),
) -> list[str]:
    """The four rows with their locks, nothing else."""
    cells = sheet.page.cells.values()
    mixed = any(cell.colour != cell.row for cell in cells)
    signs, lost = _signs(sheet.page), sheet.lost(closed)
    texts = {c: f"{c.number}{c.colour.name.lower() if mixed else ''}{signs[str(c)]}" for c in cells}
    crossed = {cell: f"X{cell.number}{signs[str(cell)]}" for cell in cells}
    open_width = max(len(text) for text in texts.values())
    crossed_width = max(len(text) for text in crossed.values())
    width = max(open_width + 2, crossed_width + 1)
    room = (_COLUMNS - _AROUND) // max(len(row.cells) for row in sheet.page.rows)
    roomy = width <= room
    if not roomy:  # then the list of moves must do without brackets
        width, options = max(open_width, crossed_width, room), frozenset()

    def drawn(cell: Cell) -> str:
        # Numbers stand under each other, whatever surrounds them.
        after = " " if roomy else ""
        inner = width - len(after)
        text = crossed[cell] if sheet.crossed(cell) else texts[cell]
        before = " " * (inner - len(text))
        if sheet.crossed(cell):
            return before + ink.cross(text) + after
        if cell in lost:
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


@cache
def _signs(page: Page) -> dict[str, str]:
    """What stands behind the number of each cell: the signs of its badges."""
    signs = dict.fromkeys(page.cells, "")
    for badge in page.badges:
        for name in badge.cells:
            signs[name] += badge.sign or _SHAPES[badge.shape]
    return signs


def _lock(sheet: Sheet, row: Colour, closed: frozenset[Colour]) -> str:
    if sheet.locked(row):
        return " #"
    return "--" if row in closed else " L"


def _below(variant: Variant, sheet: Sheet, ink: Ink, words: Words) -> list[str]:
    page, language = sheet.page, words.language
    told: list[Strip | Note | ScoreLine] = [*page.strips, *page.notes, *page.lines]
    links = _links(variant, page)
    misses = words("sheet.misses")
    labels = (*(drawable.label for drawable in told), *links)
    width = max(map(len, (*(label[language] for label in labels), misses)))

    lines: list[str] = []

    def add(label: Text, rest: Iterable[_Piece]) -> None:
        lines.extend(_wrapped(f" {label[language]:{width}}", rest, width + 2))

    for strip in page.strips:
        add(strip.label, _fields(sheet, strip, ink))
    for badge in page.badges:
        lines += _legend(sheet, badge, words) if badge.legend else ()
    for title, cells in links.items():
        add(title, _pieces(cells))
    for note in page.notes:
        add(note.label, _pieces(" ".join(note.values)))
    bonuses = variant.tally(sheet).bonuses if page.lines else ()
    for extra in page.lines:
        points = sum(worth for name, worth in bonuses if name == extra.name)
        counted = [name for name in extra.cells if not sheet.crossed(page.cells[name])]
        cells = f"  ({' '.join(counted)})" if counted else ""
        add(extra.label, _pieces(f"{points}{cells}"))
    boxes = "X" * sheet.misses + "_" * (page.miss_boxes - sheet.misses)
    each = words("sheet.each", points=page.miss_points)
    lines.append(f" {misses:{width}} {' '.join(boxes)}  {each}")
    return lines


_Piece = tuple[str, str]
"""What is never parted: what there is to read, and the same in colour."""


def _pieces(text: str) -> list[_Piece]:
    """The words of a text without colour."""
    return [(word, word) for word in text.split(" ")]


def _wrapped(head: str, pieces: Iterable[_Piece], indent: int) -> list[str]:
    """The pieces behind their head; those that have no room go on in further lines."""
    lines, room = [head], _COLUMNS - len(head)
    for plain, drawn in pieces:
        if 1 + len(plain) > room and plain:
            lines.append(" " * (indent - 1))
            room = _COLUMNS - indent + 1
        lines[-1] += f" {drawn}"
        room -= 1 + len(plain)
    return lines


def _fields(sheet: Sheet, strip: Strip, ink: Ink) -> list[_Piece]:
    drawn = []
    for place, field in enumerate(strip.fields):
        if sheet.is_struck(strip.name, place):
            drawn.append(("x", ink.faint("x")))
        else:
            text = field.text
            drawn.append((text, text if field.colour is None else ink.band(text, field.colour)))
    return drawn


def _links(variant: Variant, page: Page) -> dict[Text, str]:
    """The cells that each rule ties together, by what people call that rule."""
    tied: dict[Text, str] = {}
    for rule in variant.rules:
        cells = ["-".join(link.cells) for link in page.links if link.rule == rule.name]
        if cells:
            tied[rule.title] = " ".join(cells)
    return tied


def _legend(sheet: Sheet, badge: Badge, words: Words) -> list[str]:
    assert badge.legend is not None
    done = all(sheet.crossed(sheet.page.cells[name]) for name in badge.cells)
    cells = " ".join(badge.cells)
    sign = badge.sign or badge.name[words.language]
    rest = _pieces(f"{cells:8} {badge.legend[words.language]}")
    return _wrapped(f" {'X' if done else '_'} {sign}:", rest, _FURTHER)


def draw_small(sheet: Sheet, closed: frozenset[Colour]) -> str:
    """A sheet in one line: X crossed, . lost, - open, # locked by this seat."""
    rows, lost = [], sheet.lost(closed)
    for row in sheet.page.rows:
        marks = "".join("X" if sheet.crossed(c) else "." if c in lost else "-" for c in row.cells)
        rows.append(f"{row.colour.name}{marks}{'#' if sheet.locked(row.colour) else ' '}")
    return " ".join(rows).rstrip()


def draw_dice(roll: Roll, ink: Ink, words: Words = ENGLISH) -> str:
    """The dice in words and colours: both whites with their sum, then the coloured ones."""
    first, second = roll.whites
    whites = f"{ink.band(f' {first} ', None)} + {ink.band(f' {second} ', None)}"
    shown = [f"{words('white')} {whites} = {ink.strong(str(roll.announced))}"]
    shown += [
        f"{colour_name(colour, words)} {ink.band(f' {roll.colours[colour]} ', colour)}"
        for colour in COLOURS
        if roll.colours[colour]
    ]
    return "   ".join(shown)


def colour_name(colour: Colour, words: Words = ENGLISH) -> str:
    """A colour as people say it."""
    return words(_COLOURS[colour])


def draw_tally(tally: Tally, page: Page, words: Words = ENGLISH) -> str:
    """The sum as the foot of a sheet prints it; further lines have their printed labels."""
    labels = {line.name: line.label[words.language] for line in page.lines}
    parts = [
        f"{row.colour.name} {points}" for row, points in zip(page.rows, tally.rows, strict=True)
    ]
    parts += [f"{labels.get(name, name)} {extra}" for name, extra in tally.bonuses]
    return f"{' + '.join(parts)} - {-tally.misses} = {tally.total}"
