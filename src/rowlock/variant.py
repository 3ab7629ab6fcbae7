"""A variant: what is printed on its pages and which rules it adds, read from a TOML file.

The file is checked once, here; nothing after this room doubts a variant again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rowlock.errors import NotNotation, Place, UnknownVariant, as_text, nearest
from rowlock.rules import CHAIN_BADGE, Chain, Lucky, PairBonus, Pairs, Rule
from rowlock.score import Tally, count
from rowlock.sheet import COLOURS, Cell, Colour, Page, Row, Sheet
from rowlock.variants import SHIPPED

__all__ = [
    "MAX_BYTES",
    "MAX_SEATS",
    "Variant",
    "default_variant",
    "find_variant",
    "load_variant",
    "read_variant",
    "shipped_variants",
    "variant_text",
]

MAX_SEATS = 8
MAX_BYTES = 64 * 1024
"""A variant file is a page of text; anything larger is a mistake or an attack."""
_LONGEST_LINE = 1000
_LONGEST_BAR = 60  # its fields are the bits of one 64-bit number wherever speed matters

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
    problem = _Problem(source)
    if not re.fullmatch(_KEY, key):
        raise problem(
            f"a variant is named by its file: small letters, digits and _, at most 40, "
            f"starting with a letter; found {key[:60]!r}"
        )
    if len(data) > MAX_BYTES:
        raise problem(f"a variant file has at most {MAX_BYTES} bytes")
    return _build(_Table(_parse_toml(data, problem), "", problem), key)


def _parse_toml(data: bytes | str, problem: _Problem) -> dict[str, Any]:
    import tomllib  # here, because importing the package is common and reading a file is not

    text = as_text(data, problem.source)
    for number, line in enumerate(text.split("\n"), 1):
        # A key of thousands of parts takes minutes to read, a number of as many digits cannot
        # even be written down.
        if len(line) > _LONGEST_LINE:
            sentence = f"a line has at most {_LONGEST_LINE} characters"
            raise NotNotation(sentence, Place(problem.source, number, _LONGEST_LINE + 1))
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise problem("expected a flat TOML file; this one nests too deeply") from None
    except ValueError as error:
        # tomllib says "Expected ... (at line 3, column 5)", or "(at end of document)".
        found = re.search(r" \(at line (\d+), column (\d+)\)$", str(error))
        place = Place(problem.source, int(found[1]), int(found[2])) if found else None
        sentence = str(error)[: found.start()] if found else str(error)
        raise NotNotation(f"not a TOML file: {sentence}", place or Place(problem.source)) from None


class _Problem:
    """Makes the errors of one file, so that each names it."""

    def __init__(self, source: str) -> None:
        self.source = source

    def __call__(self, message: str) -> NotNotation:
        return NotNotation(message, Place(self.source))


class _Table:
    """A TOML table that hands out each entry once, checked, and knows what is left over."""

    def __init__(self, entries: Mapping[str, Any], name: str, problem: _Problem) -> None:
        self.entries = dict(entries)
        self.known: list[str] = []
        self.name = name
        self.problem = problem

    def label(self, key: str) -> str:
        return f"{self.name}.{key}" if self.name else key

    def take(self, key: str) -> Any:
        self.known.append(key)
        return self.entries.pop(key, None)

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self.take(key)
        if value is None and default is not None:
            return default
        if type(value) is not int or not low <= value <= high:
            raise self.wrong(key, f"a whole number from {low} to {high}", value)
        return value

    def flag(self, key: str) -> bool:
        value = self.take(key)
        if value is not None and type(value) is not bool:
            raise self.wrong(key, "true or false", value)
        return value is True

    def string(self, key: str, longest: int, default: str | None = None) -> str:
        value = self.take(key)
        if value is None and default is not None:
            return default
        if type(value) is not str or not 1 <= len(value) <= longest or not value.isprintable():
            raise self.wrong(key, f"a text of 1 to {longest} printable characters", value)
        return value

    def numbers(self, value: Any, key: str, low: int, high: int) -> tuple[int, ...]:
        good = type(value) is list and all(type(n) is int and low <= n <= high for n in value)
        if not good or not value or len(set(value)) != len(value):
            raise self.wrong(key, f"a list of different whole numbers from {low} to {high}", value)
        return tuple(value)

    def table(self, key: str) -> _Table:
        value = self.take(key)
        if type(value) is not dict:
            raise self.wrong(key, "a table", value)
        return _Table(value, self.label(key), self.problem)

    def done(self) -> None:
        """Refuse what nobody asked for: it is a slip of the pen more often than not."""
        for key in self.entries:
            raise self.problem(
                f"unknown entry {self.label(key)[:60]!r}; {nearest(key, self.known)}"
                f"known are {', '.join(self.known)}"
            )

    def wrong(self, key: str, expected: str, found: Any) -> NotNotation:
        shown = "nothing" if found is None else repr(found)[:60]
        return self.problem(f"{self.label(key)}: expected {expected}, found {shown}")


def _build(file: _Table, key: str) -> Variant:
    name = file.string("name", 40)
    edition = file.integer("edition", 1, 9999)
    players = _players(file)
    faces = file.integer("faces", 2, 9)
    lock = file.table("lock")
    lock_cells, lock_needs = lock.integer("cells", 1, 4), lock.integer("needs", 0, 16)
    lock.done()
    end = file.table("end")
    end_locks, end_misses = end.integer("locks", 1, 4), end.integer("misses", 1, 9)
    miss_points = end.integer("miss_points", -99, 0)
    end.done()
    rows = _rows(file.table("rows"), faces, lock_cells, lock_needs)
    named = _rule_names(file)
    lucky = _lucky(file, faces, "lucky" in named)
    bar = _bar(file, rows, "chain" in named)
    pairs = _pairs(file, rows, "pairs" in named)
    file.done()
    rules: dict[str, Rule] = {"lucky": Lucky(), "chain": Chain(), "pairs": Pairs(pairs)}
    pages = tuple(
        Page(key, rows, lock_cells, lock_needs, end_misses, miss_points, bar, numbers, seat)
        for seat, numbers in enumerate(lucky)
    )
    return Variant(
        key,
        name,
        edition,
        players,
        faces,
        end_locks,
        end_misses,
        tuple(rules[rule] for rule in named),
        pages,
    )


def _players(file: _Table) -> tuple[int, int]:
    match file.take("players"):
        case [int(low), int(high)] if 1 <= low <= high <= MAX_SEATS:
            return low, high
        case found:
            raise file.wrong("players", f"[fewest, most] between 1 and {MAX_SEATS}", found)


def _rows(table: _Table, faces: int, lock_cells: int, lock_needs: int) -> tuple[Row, ...]:
    rows = []
    for colour in COLOURS:
        text = table.string(colour.name, 200)
        cells = _cells(text, colour, faces, table.problem)
        where = f"row {colour.name}"
        if len(cells) < lock_cells + lock_needs:
            raise table.problem(
                f"{where}: expected at least {lock_cells + lock_needs} cells, since a lock needs "
                f"{lock_needs} crosses before its {lock_cells}; found {len(cells)}"
            )
        if cells[-1].colour != colour:
            raise table.problem(
                f"{where}, cell {cells[-1]}: a row ends on the colour of its lock; expected "
                f"{colour.name}{cells[-1].number}, found {cells[-1].colour.name}{cells[-1].number}"
            )
        rows.append(Row(colour, cells))
    table.done()
    return tuple(rows)


def _cells(text: str, row: Colour, faces: int, problem: _Problem) -> tuple[Cell, ...]:
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


def _rule_names(file: _Table) -> tuple[str, ...]:
    names = file.take("rules")
    names = [] if names is None else names
    known = ("lucky", "chain", "pairs")
    if type(names) is not list or any(name not in known for name in names):
        raise file.wrong("rules", f"a list of {', '.join(known)}", names)
    if len(set(names)) != len(names):
        raise file.wrong("rules", "each rule once", names)
    return tuple(names)


def _lucky(file: _Table, faces: int, wanted: bool) -> tuple[tuple[int, ...], ...]:
    """The lucky numbers of each sheet; a pad without any has one sort of sheet."""
    value = file.take("lucky")
    if not wanted:
        if value is not None:
            raise file.problem('lucky: expected "lucky" among the rules too')
        return ((),)
    if type(value) is not list or not 1 <= len(value) <= MAX_SEATS:
        raise file.wrong("lucky", f"1 to {MAX_SEATS} lists of numbers", value)
    return tuple(file.numbers(numbers, "lucky", 2, 2 * faces) for numbers in value)


def _bar(file: _Table, rows: tuple[Row, ...], wanted: bool) -> tuple[Colour, ...]:
    text = file.string("bar", 200, default="")
    badges = sum(cell.badge == CHAIN_BADGE for row in rows for cell in row.cells)
    if not wanted:
        if text or badges:
            raise file.problem('bar and cells with *: expected "chain" among the rules too')
        return ()
    fields = text.split()
    if not fields or any(field not in Colour.__members__ for field in fields):
        raise file.wrong("bar", "letters R, Y, G, B parted by spaces", text or None)
    if len(fields) > _LONGEST_BAR:
        raise file.problem(f"bar: expected at most {_LONGEST_BAR} fields, found {len(fields)}")
    if len(fields) != badges:
        raise file.problem(
            f"bar: expected as many fields as there are cells with * ({badges}), "
            f"found {len(fields)}"
        )
    return tuple(Colour[field] for field in fields)


def _pairs(file: _Table, rows: tuple[Row, ...], wanted: bool) -> tuple[PairBonus, ...]:
    badges = [cell.badge for row in rows for cell in row.cells if cell.badge.isalpha()]
    if not wanted:
        if file.take("pairs") is not None or badges:
            raise file.problem('pairs and cells with letters: expected "pairs" among the rules too')
        return ()
    table = file.table("pairs")
    bonuses = []
    for badge in sorted(set(badges) | set(table.entries)):
        entry = table.table(badge)
        if badges.count(badge) != 2:
            raise file.problem(
                f"pairs.{badge[:20]}: expected two cells with this badge, "
                f"found {badges.count(badge)}"
            )
        bonuses.append(
            PairBonus(
                badge,
                fewest=entry.integer("fewest", 1, 9, default=0),
                each_row=entry.integer("each_row", 1, 9, default=0),
                double_fewest=entry.flag("double_fewest"),
                points=entry.integer("points", -99, 99, default=0),
                no_misses=entry.flag("no_misses"),
            )
        )
        entry.done()
        if bonuses[-1] == PairBonus(badge):
            raise file.problem(f"pairs.{badge}: expected one of {', '.join(entry.known)}")
    if not bonuses:
        raise file.wrong("pairs", "at least one badge", {})
    return tuple(bonuses)
