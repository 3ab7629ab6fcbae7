"""The rule pages that people read: a folder a language, a page a variant."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from rowlock.errors import UnknownVariant
from rowlock.languages import system_language

__all__ = ["rules_page", "summary"]


def rules_page(key: str, language: str | None = None) -> str:
    """The rules of a variant in a language, or in that of the system if it is one of ours."""
    page = resources.files(__name__) / (language or system_language()) / f"{key}.md"
    if not page.is_file():
        raise UnknownVariant(
            f"there is no rule page for {key!r}; a variant file of your own has none"
        )
    text = page.read_text(encoding="utf-8")
    return re.sub(r"<!--.*?-->\n", "", text).strip()


@cache
def summary(key: str, language: str) -> str:
    """What kind of game it is, in a few sentences: the first paragraph of the rule page."""
    first = rules_page(key, language).split("\n\n")[1]  # after the title
    return " ".join(first.split())
