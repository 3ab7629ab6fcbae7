"""A variant: what is printed on its pages and which rules it adds, read from a TOML file.

The file is checked once, here; nothing after this room doubts a variant again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property

from rowlock.drawables import Badge, Link, Note, ScoreLine, Strip
from rowlock.errors import NotNotation, UnknownVariant, nearest
from rowlock.flat import read_flat
from rowlock.mechanics import choices, find_installed, known
from rowlock.rules import Blank, Choice, Rule
from rowlock.score import Tally, count
from rowlock.section import Problem, Section
from rowlock.sheet import COLOURS, Cell, Colour, Page, Row, Sheet
from rowlock.variants import SHIPPED

__all__ = [
    "MAX_BYTES",
    "MAX_SEATS",
    "Variant",
    "default_variant",
    "find_variant",
    "load_variant",
    "named_variant",
    "read_variant",
    "shipped_variant",
    "shipped_variants",
    "variant_text",
]

MAX_SEATS = 8
MAX_BYTES = 64 * 1024
"""A variant file is a page of text; anything larger is a mistake or an attack."""
_MOST_FIELDS = 60  # of all strips of a page: the bits of one 64-bit number where speed matters

_CELLS = r"([RYGB]?)([0-9]{1,2})(?:-([0-9]{1,2}))?([a-z*]?)"
_KEY = r"[a-z][a-z0-9_]{0,39}"


@dataclass(frozen=True, repr=False)
class Variant:
    """The rules of one pad. Two variants are the same if their file says the same."""

    key: str
    name: str
    edition: int
    players: tuple[int, int]  # the printed range; the engine seats 1 to 8
    faces: int
    end_locks: int
    end_misses: int
    rules: tuple[Rule, ...]
    pages: tuple[Page, ...]  # one a seat, repeating in order
    chosen: tuple[tuple[str, str], ...] = ()  # what the table chose: names of choices, as written
    printed_pages: tuple[Page, ...] = ()  # what is printed, if something else was chosen

    def __repr__(self) -> str:
        # Every cell of every page would drown the games that are shown with it.
        return f"<Variant {self.key}, edition {self.edition}>"

    def page(self, seat: int) -> Page:
        """What is printed on the sheet of this seat, counted from 0."""
        return self.pages[seat % len(self.pages)]

    def sheet(self, text: str = "", seat: int = 0) -> Sheet:
        """A sheet of this variant for a seat, empty or as the text says."""
        return Sheet.parse(text, self.page(seat))

    def tally(self, sheet: Sheet) -> Tally:
        """The points of a sheet, with everything the rules add."""
        tally = count(sheet)
        for rule in self.rules:
            tally = rule.tally(sheet, tally)
        return tally

    def offers(self, sheet: Sheet, announced: int, closed: frozenset[Colour]) -> dict[Cell, str]:
        """What rules offer instead of the sum, each cell with the name of the first that does."""
        offered: dict[Cell, str] = {}
        for rule in self._offering:
            for cell in rule.offers(sheet, announced, closed):
                if cell.row not in closed and sheet.can_cross(cell):
                    offered.setdefault(cell, rule.name)
        return offered

    @cached_property
    def _offering(self) -> tuple[Rule, ...]:
        """Those of its rules that offer cells: the others need not be asked."""
        return tuple(rule for rule in self.rules if type(rule).offers is not Rule.offers)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What a table may choose of its rules."""
        return tuple(rule.choice for rule in self.rules if rule.choice is not None)

    def as_printed(self) -> Variant:
        """The variant as its file says it."""
        if not self.chosen:
            return self
        return replace(self, chosen=(), pages=self.printed_pages, printed_pages=())

    def choose(self, name: str, text: str) -> Variant:
        """The variant with something else than what is printed, and all else that was chosen.

        It is the same variant otherwise, and still knows what is printed.
        """
        if name not in {choice.name for choice in self.choices}:
            what = choices()[name].title.en if name in choices() else repr(name[:60])
            raise NotNotation(f"{self.name} has no {what} to choose")
        printed = self.as_printed()
        pages, chosen = printed.pages, []
        wanted = dict(self.chosen) | {name: text}
        for choice in self.choices:
            if choice.name in wanted:
                pages, kept = choice.choose(pages, self.faces, wanted[choice.name])
                if kept:
                    chosen.append((choice.name, kept))
        if not chosen:
            return printed
        return replace(self, chosen=tuple(chosen), pages=pages, printed_pages=printed.pages)


def shipped_variants() -> tuple[str, ...]:
    """The keys of the variants that come with the package."""
    return SHIPPED


def default_variant() -> str:
    """The key of the variant that a newcomer plays."""
    return SHIPPED[0]


def variant_text(key: str) -> str:
    """The file of a shipped variant, as it is written."""
    from importlib import resources  # here, because it is slow to import

    _check_shipped(key)
    return (resources.files("rowlock.variants") / f"{key}.toml").read_text(encoding="utf-8")


@cache
def _shipped(key: str) -> Variant:
    return read_variant(variant_text(key), key, f"{key}.toml")


def find_variant(key: str) -> Variant:
    """The shipped variant of this key.

    A key is never taken for a path, because keys come from strangers' records.
    """
    _check_shipped(key)
    return _shipped(key)


def named_variant(name: str) -> Variant:
    """What a person means: a shipped variant, by key or name, or the path of a `.toml` file."""
    return load_variant(name) if name.endswith(".toml") else shipped_variant(name)


def shipped_variant(name: str) -> Variant:
    """The shipped variant of this key or printed name, in capitals or not.

    Otherwise a complaint that tells how to name another one.
    """
    if name not in shipped_variants():
        for variant in map(find_variant, shipped_variants()):
            if _spoken(name) in (_spoken(variant.key), _spoken(variant.name)):
                return variant
    try:
        return find_variant(name)
    except UnknownVariant as error:
        raise UnknownVariant(
            f"{error.message} (a file of your own is named by its path, ending in .toml)"
        ) from None


def _spoken(name: str) -> str:
    """A name as it sounds: without capitals, and whatever stands between its words."""
    return " ".join(re.split(r"[\s_-]+", name.casefold().strip()))


def _check_shipped(key: str) -> None:
    if key not in SHIPPED:
        raise UnknownVariant(
            f"no variant is called {key[:60]!r}; {nearest(key, SHIPPED)}known are "
            f"{', '.join(SHIPPED)}"
        )


def load_variant(path: str | os.PathLike[str]) -> Variant:
    """Read a variant file; its key is the file's name without the ending."""
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL in it
        why = getattr(error, "strerror", None) or error
        raise UnknownVariant(f"no variant could be read from {os.fspath(path)!r}: {why}") from None
    source = os.fspath(path)
    return read_variant(data, os.path.splitext(os.path.basename(source))[0], source)


def read_variant(data: bytes | str, key: str, source: str = "") -> Variant:
    """Read a variant from the text of its file and check all of it."""
    problem = Problem(source)
    if not re.fullmatch(_KEY, key):
        raise problem(
            f"a variant is named by its file: small letters, digits and _, at most 40, "
            f"starting with a letter; found {key[:60]!r}"
        )
    if len(data) > MAX_BYTES:
        raise problem(f"a variant file has at most {MAX_BYTES} bytes")
    return _build(Section(read_flat(data, source), "", problem), key)


def _build(file: Section, key: str) -> Variant:
    name = file.string("name", 40)
    edition = file.integer("edition", 1, 9999)
    players = _players(file)
    faces = file.integer("faces", 2, 9)
    lock = file.section("lock")
    lock_cells, lock_needs = lock.integer("cells", 1, 4), lock.integer("needs", 0, 16)
    lock.done()
    end = file.section("end")
    end_locks, end_misses = end.integer("locks", 1, 4), end.integer("misses", 1, 9)
    miss_points = end.integer("miss_points", -99, 0)
    end.done()
    sheets = _sheets(file)
    rows = _all_rows(sheets, faces, lock_cells, lock_needs)
    rules = _rules(file)
    _check_unused(sheets, rows, rules)
    if len(sheets) == 1:  # then a rule alone may tell sheets apart
        count = max((rule.sheets(sheets[0]) for rule in rules), default=1)
        sheets, rows = sheets * count, rows * count
    pages = []
    for seat, sheet in enumerate(sheets):
        page = Page(key, rows[seat], lock_cells, lock_needs, end_misses, miss_points, (), seat)
        blank = Blank(page, faces, len(sheets))
        parts = (rule.read(sheet, blank) for rule in rules)
        pages.append(replace(page, parts=tuple(part for part in parts if part is not None)))
        _check_parts(sheet, pages[-1])
    for section in (*sheets, file):
        section.done()
    return Variant(
        key,
        name,
        edition,
        players,
        faces,
        end_locks,
        end_misses,
        tuple(rule() for rule in rules),
        tuple(pages),
    )


def _players(file: Section) -> tuple[int, int]:
    match file.take("players"):
        case [low, high] if type(low) is type(high) is int and 1 <= low <= high <= MAX_SEATS:
            return low, high
        case found:
            raise file.wrong("players", f"[fewest, most] between 1 and {MAX_SEATS}", found)


def _sheets(file: Section) -> tuple[Section, ...]:
    """What each sheet says for itself, with the file behind it for all that it does not say."""
    alike = Section({}, file.name, file.problem, file)
    return file.sections("sheets", MAX_SEATS) or (alike,)


def _all_rows(
    sheets: tuple[Section, ...], faces: int, lock_cells: int, lock_needs: int
) -> list[tuple[Row, ...]]:
    """The rows of each sheet; those for all are read once."""
    read: dict[int, tuple[Row, ...]] = {}
    for sheet in sheets:
        sheet.know("rows")
        owner = id(sheet.owner("rows"))
        if owner not in read:
            read[owner] = _rows(sheet.section("rows"), faces, lock_cells, lock_needs)
    return [read[id(sheet.owner("rows"))] for sheet in sheets]


def _rows(table: Section, faces: int, lock_cells: int, lock_needs: int) -> tuple[Row, ...]:
    rows = []
    problem = table.problem if table.name == "rows" else table.problem.within(table.name)
    for colour in COLOURS:
        text = table.string(colour.name, 200)
        cells = _cells(text, colour, faces, problem)
        where = f"row {colour.name}"
        if len(cells) < lock_cells + lock_needs:
            raise problem(
                f"{where}: expected at least {lock_cells + lock_needs} cells, since a lock needs "
                f"{lock_needs} crosses before its {lock_cells}; found {len(cells)}"
            )
        if cells[-1].colour != colour:
            raise problem(
                f"{where}, cell {cells[-1]}: a row ends on the colour of its lock; expected "
                f"{colour.name}{cells[-1].number}, found {cells[-1].colour.name}{cells[-1].number}"
            )
        rows.append(Row(colour, cells))
    table.done()
    return tuple(rows)


def _cells(text: str, row: Colour, faces: int, problem: Problem) -> tuple[Cell, ...]:
    """Read a row's little language: `[colour]number[-number][badge]`, parted by spaces."""
    cells: list[Cell] = []
    for word in text.split():
        match = re.fullmatch(_CELLS, word)
        if match is None:
            raise problem(
                f"row {row.name}, cell {word[:20]!r}: expected [colour]number[-number][badge], "
                f"such as 5, 2-12, Y2-4 or 6*"
            )
        letter, first, last, badge = match[1], int(match[2]), int(match[3] or match[2]), match[4]
        step = 1 if first <= last else -1
        for number in range(first, last + step, step):
            if not 2 <= number <= 2 * faces:
                raise problem(
                    f"row {row.name}, cell {word!r}: {number} cannot be rolled with two dice "
                    f"of {faces} faces; expected 2 to {2 * faces}"
                )
            if any(cell.number == number for cell in cells):
                raise problem(f"row {row.name}, cell {word!r}: {number} stands in this row twice")
            colour = Colour[letter] if letter else row
            cells.append(Cell(row, len(cells), colour, number, badge))
    return tuple(cells)


def _rules(file: Section) -> tuple[type[Rule], ...]:
    """The rules that the file names, in its order."""
    names = file.take("rules")
    names = [] if names is None else names
    rules = known()
    if type(names) is list and any(type(n) is str and n not in rules for n in names):
        find_installed()
        rules = known()
    if type(names) is not list:
        raise file.wrong("rules", f"a list of {', '.join(rules)}", names)
    for name in names:
        if type(name) is not str or name not in rules:
            raise file.problem(
                f"rules: expected a list of {', '.join(rules)}, found {repr(name)[:60]}; "
                f"{nearest(str(name), rules)}a mechanic of your own must be installed"
            )
    if len(set(names)) != len(names):
        raise file.wrong("rules", "each rule once", names)
    return tuple(rules[name] for name in names)


def _check_unused(
    sheets: tuple[Section, ...], rows: list[tuple[Row, ...]], rules: tuple[type[Rule], ...]
) -> None:
    """Refuse keys and badges of a rule that the file does not name: it was forgotten."""
    keys = {key for rule in rules for key in rule.keys}
    signs = {cell.badge for sheet in rows for row in sheet for cell in row.cells if cell.badge}
    signs -= {sign for rule in rules for sign in rule.signs}
    for rule in known().values():
        asked = any(sheet.has(key) for sheet in sheets for key in {*rule.keys} - keys)
        if rule not in rules and (asked or signs & {*rule.signs}):
            what = [*rule.keys, rule.signs_said] if rule.signs else [*rule.keys]
            raise sheets[0].problem(
                f'{" and ".join(what)}: expected "{rule.name}" among the rules too'
            )


def _check_parts(sheet: Section, page: Page) -> None:
    """Refuse what no sheet can hold, whatever rules are put together."""
    for fault in _faults(page):
        raise sheet.problem(fault)
    names = [strip.name for strip in page.strips]
    fields = sum(len(strip.fields) for strip in page.strips)
    if fields > _MOST_FIELDS or len(set(names)) < len(names):
        raise sheet.problem(
            f"expected strips of different names with at most {_MOST_FIELDS} fields, found "
            f"{', '.join(names)} with {fields}"
        )


def _faults(page: Page) -> Iterator[str]:
    """What rules print that nobody could draw, in a sentence each."""
    on_cells: tuple[Badge | Link | ScoreLine, ...] = (*page.badges, *page.links, *page.lines)
    for drawable in on_cells:
        for name in drawable.cells:
            if name not in page.cells:
                yield f"{drawable.rule}: expected cells of this sheet, found {name!r}"
    printed: tuple[Badge | Link | ScoreLine | Strip | Note, ...]
    printed = (*on_cells, *page.strips, *page.notes)
    for name in {each.rule for each in printed} - known().keys():
        yield f"expected the name of a rule on all that it prints, found {name!r}"
    for strip in page.strips:
        if not re.fullmatch(r"(?!x[0-9]$|misses$)[a-z][a-z0-9_]+", strip.name):
            yield f"{strip.rule}: expected a small word as name of a strip, found {strip.name!r}"
    for note in page.notes:
        if not all(isinstance(value, str) for value in note.values):
            yield f"{note.rule}: expected words as the values of a note, found {note.values!r}"
