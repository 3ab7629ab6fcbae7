"""The languages in which Rowlock speaks: the only list of them, and words in all of them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

__all__ = ["LANGUAGES", "Language", "Text", "system_language"]

Language: TypeAlias = Literal["en", "de", "it"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
"""The first is spoken where nobody chooses."""


@dataclass(frozen=True, slots=True)
class Text:
    """Words in every language in which Rowlock speaks."""

    en: str
    de: str
    it: str

    def __getitem__(self, language: str) -> str:
        """The words in one language."""
        return str(getattr(self, language))

    def fill(self, **values: object) -> Text:
        """These words with their blanks filled."""
        return Text(*(words.format(**values) for words in (self.en, self.de, self.it)))


def system_language() -> Language:
    """The language that the system is set to, if it is one of ours, or else the first."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        chosen = os.environ.get(variable, "")[:2].lower()
        for language in LANGUAGES:
            if language == chosen:
                return language
        if chosen:
            break
    return LANGUAGES[0]
