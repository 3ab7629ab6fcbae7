"""What a lesson says: a sentence is a key with its values, and becomes text in a language.

A page is tapped and a terminal is typed at, so a text may have a second form for those who type
(`.typed`); one that counts has a form for a single thing (`.one`). Whoever says something names
the key without its endings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rowlock.lessons.words import NAMES
from rowlock.sheet import Cell, Colour

__all__ = ["Die", "RowName", "Sentence", "Speech", "Texts", "Value", "in_words"]

Texts = Mapping[str, Mapping[str, str]]
"""The texts of every language, each under its key."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die as it lies on the table; a white one has no colour."""

    colour: Colour | None
    shows: int

    def __str__(self) -> str:
        return f"{'W' if self.colour is None else self.colour.name}{self.shows}"


@dataclass(frozen=True, slots=True)
class RowName:
    """A row, to be called "red row"; a colour alone would be "red"."""

    row: Colour


@dataclass(frozen=True, slots=True)
class Sentence:
    """Something to be said, in whatever language."""

    texts: Texts
    key: str
    values: Mapping[str, Value]


Value = int | str | Cell | Die | RowName | Colour | tuple[int, ...] | tuple[RowName, ...] | Sentence
"""What is put into a text: cells, dice, rows and colours get their names in the language."""


class Speech:
    """Makes sentences from the texts of one script."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def __call__(self, key: str, **values: Value) -> Sentence:
        """A sentence; `n` is what it counts, if it counts something."""
        return Sentence(self.texts, key, values)


def in_words(sentence: Sentence, language: str, typed: bool = False) -> str:
    """The sentence as people read it; `typed`: at a terminal, where cells go by their names."""
    text = _phrase(sentence, language, typed)
    # It may begin with a colour, which is written small in most places.
    return text[:1].upper() + text[1:]


def _phrase(sentence: Sentence, language: str, typed: bool) -> str:
    texts = sentence.texts[language]
    key = sentence.key
    if typed and f"{key}.typed" in texts:
        key = f"{key}.typed"
    if sentence.values.get("n") == 1 and f"{key}.one" in texts:
        key = f"{key}.one"
    values = {name: _named(value, language, typed) for name, value in sentence.values.items()}
    return texts[key].format(**values)


def _named(value: Value, language: str, typed: bool) -> str:
    names = NAMES[language]
    match value:
        case Colour():
            return names[f"colour.{value.name}"]
        case RowName(row):
            return names[f"row.{row.name}"]
        case Cell():
            return str(value) if typed else f"{names[f'colour.{value.colour.name}']} {value.number}"
        case Die(colour, shows):
            return f"{names['white' if colour is None else f'colour.{colour.name}']} {shows}"
        case Sentence():
            return _phrase(value, language, typed)
        case tuple():
            *first, last = [_named(one, language, typed) for one in value] or [""]
            return names["and"].format(first=", ".join(first), last=last) if first else last
        case int():
            return str(value) if typed else str(value).replace("-", "\u2212")
        case str():
            return value
