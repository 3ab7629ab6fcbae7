"""What the table says in a terminal, in the languages of the rule pages.

Each language is one module with the same keys. A key that ends in `.you` speaks to somebody,
one that ends in `.one` counts a single thing; whoever asks names the key without its ending.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from rowlock.languages import LANGUAGES, system_language
from rowlock.record import Record
from rowlock.tui.words import de, en, it

__all__ = ["COMMANDS", "ENGLISH", "TEXTS", "Words", "find_words"]

TEXTS: Mapping[str, Mapping[str, str]] = {"en": en.TEXTS, "de": de.TEXTS, "it": it.TEXTS}
COMMANDS = ("help", "hint", "undo", "sheet", "rules", "save", "quit", "pass")
"""What can be typed besides moves, by the English word, which every language understands."""
_YOU = "You"
"""What records call a person without a name; a table says it in its own language."""


class Words:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.texts = TEXTS[language]
        self.typed = {
            word: command
            for texts in (TEXTS[LANGUAGES[0]], self.texts)
            for command in COMMANDS
            for word in texts[f"command.{command}"].split()
        }

    def __call__(self, key: str, **values: object) -> str:
        """The text of this key, with its blanks filled."""
        return self.texts[key].format(**values)

    def of(self, key: str, name: str, **values: object) -> str:
        """A sentence about somebody, or spoken to whoever is called You."""
        return self(f"{key}.you" if name == self("you") else key, name=name, **values)

    def count(self, key: str, number: int, **values: object) -> str:
        """A text about one thing or several."""
        return self(f"{key}.one" if abs(number) == 1 else key, n=number, **values)

    def decimal(self, number: float) -> str:
        """A number with one decimal, as it is written in this language."""
        return f"{number:.1f}".replace(".", self("decimal"))

    def listed(self, words: Sequence[str]) -> str:
        """Words with commas and an and."""
        if len(words) == 1:
            return words[0]
        return self("and", first=", ".join(words[:-1]), last=words[-1])

    def names(self, record: Record) -> tuple[str, ...]:
        """What the seats of a record are called here."""
        named = record.names or ("",) * record.seats
        return tuple(
            self.called(name) or self("seat", n=seat) for seat, name in enumerate(named, 1)
        )

    def called(self, name: str) -> str:
        """A name of a record as it is said here."""
        return re.sub(rf"^{_YOU}(?= \d+$|$)", self("you"), name)

    def command(self, word: str) -> str | None:
        """The command that was typed, by its English word."""
        return self.typed.get(word.lower())


@cache
def _words(language: str) -> Words:
    return Words(language)


ENGLISH = _words(LANGUAGES[0])


def find_words(language: str | None = None) -> Words:
    """The words of a language, or of that of the system if it is one of ours."""
    return _words(language or system_language())
