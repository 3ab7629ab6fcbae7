"""The words of the lessons in three languages: names of things, and what the common game says."""

from __future__ import annotations

from collections.abc import Mapping

from rowlock.lessons.words import de, en, it

__all__ = ["NAMES", "TEXTS"]

NAMES: Mapping[str, Mapping[str, str]] = {"en": en.NAMES, "de": de.NAMES, "it": it.NAMES}
TEXTS: Mapping[str, Mapping[str, str]] = {"en": en.TEXTS, "de": de.TEXTS, "it": it.TEXTS}
