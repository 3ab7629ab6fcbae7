"""A section of a TOML file, read entry by entry: each is checked, and what is left over is known.

It says what is wrong in a sentence that names the file and the entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rowlock.errors import NotNotation, Place, nearest

__all__ = ["Problem", "Section"]


class Problem:
    """Makes the errors of one file, so that each names it."""

    def __init__(self, source: str, where: str = "") -> None:
        self.source = source
        self.where = where

    def __call__(self, message: str) -> NotNotation:
        """The error with this sentence."""
        told = f"{self.where}: {message}" if self.where else message
        return NotNotation(told, Place(self.source))

    def within(self, where: str) -> Problem:
        """The same, for one part of the file."""
        return Problem(self.source, where)


class Section:
    """A TOML table. What it does not have itself, it may have from the section above it."""

    def __init__(
        self,
        entries: Mapping[str, Any],
        name: str,
        problem: Problem,
        above: Section | None = None,
    ) -> None:
        self.entries = entries
        self.known: list[str] = []  # the keys that somebody asked for
        self.name = name
        self.problem = problem
        self.above = above

    def owner(self, key: str) -> Section:
        """The section that has this entry; this one if none has."""
        if key not in self.entries and self.above is not None and key in self.above.entries:
            return self.above
        return self

    def has(self, key: str) -> bool:
        """Whether the entry is there, here or above."""
        return key in self.owner(key).entries

    def label(self, key: str) -> str:
        """The entry as messages name it."""
        owner = self.owner(key)
        return f"{owner.name}.{key}" if owner.name else key

    def know(self, *keys: str) -> None:
        """These entries may be there, whoever reads them."""
        for section in (self, self.above):
            if section is not None:
                section.known += [key for key in keys if key not in section.known]

    def take(self, key: str) -> Any:
        """The entry as it is, or nothing."""
        self.know(key)
        return self.owner(key).entries.get(key)

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number between these two."""
        value = self.take(key)
        if value is None and default is not None:
            return default
        if type(value) is not int or not low <= value <= high:
            raise self.wrong(key, f"a whole number from {low} to {high}", value)
        return value

    def flag(self, key: str) -> bool:
        """True or false; false if it is not there."""
        value = self.take(key)
        if value is not None and type(value) is not bool:
            raise self.wrong(key, "true or false", value)
        return value is True

    def string(self, key: str, longest: int, default: str | None = None) -> str:
        """A text of at least one character."""
        value = self.take(key)
        if value is None and default is not None:
            return default
        if type(value) is not str or not 1 <= len(value) <= longest or not value.isprintable():
            raise self.wrong(key, f"a text of 1 to {longest} printable characters", value)
        return value

    def numbers(self, value: Any, key: str, low: int, high: int) -> tuple[int, ...]:
        """This value of the entry as different whole numbers."""
        good = type(value) is list and all(type(n) is int and low <= n <= high for n in value)
        if not good or not value or len(set(value)) != len(value):
            numbers, entry = f"different whole numbers from {low} to {high}", self.take(key)
            if type(entry) is list and type(value) is not list:  # one of several: [5], not [[5]]
                several = f"a list of lists of {numbers}, such as [[{low}, {high}]]"
                raise self.wrong(key, several, entry)
            raise self.wrong(key, f"a list of {numbers}", value)
        return tuple(value)

    def section(self, key: str) -> Section:
        """A table of this entry."""
        value = self.take(key)
        if type(value) is not dict:
            raise self.wrong(key, "a table", value)
        return Section(value, self.label(key), self.problem)

    def sections(self, key: str, most: int) -> tuple[Section, ...]:
        """An array of tables, each with what it does not say itself from here; none if absent."""
        value = self.take(key)
        if value is None:
            return ()
        if type(value) is not list or not all(type(entries) is dict for entries in value):
            raise self.wrong(key, f"tables that begin with [[{key}]]", value)
        if not 1 <= len(value) <= most:
            raise self.problem(f"{key}: expected 1 to {most} of them, found {len(value)}")
        return tuple(
            Section(entries, f"{key}[{number}]", self.problem, self)
            for number, entries in enumerate(value, 1)
        )

    def done(self) -> None:
        """Refuse what nobody asked for: it is a slip of the pen more often than not."""
        for key in self.entries:
            if key not in self.known:
                name = f"{self.name}.{key}" if self.name else key
                raise self.problem(
                    f"unknown entry {name[:60]!r}; {nearest(key, self.known)}"
                    f"known are {', '.join(self.known)}"
                )

    def wrong(self, key: str, expected: str, found: Any) -> NotNotation:
        """That this entry is not what was expected."""
        shown = "nothing" if found is None else repr(found)[:60]
        return self.problem(f"{self.label(key)}: expected {expected}, found {shown}")
