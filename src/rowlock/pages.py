"""The rule pages that people read: docs/rules, which also travel in the wheel."""

from __future__ import annotations

import os
import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from rowlock.errors import UnknownVariant

__all__ = ["LANGUAGES", "rules_page", "summary"]

LANGUAGES = ("en", "de", "it")


def rules_page(key: str, language: str | None = None) -> str:
    """The rules of a variant in a language, or in that of the system if it is one of ours."""
    page = _folder() / (language or _system_language()) / f"{key}.md"
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


def _folder() -> Traversable:
    shipped = resources.files("rowlock.variants") / "pages"
    if shipped.is_dir():
        return shipped
    return Path(__file__).parents[2] / "docs" / "rules"  # working in a checkout


def _system_language() -> str:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        language = os.environ.get(variable, "")[:2].lower()
        if language in LANGUAGES:
            return language
        if language:
            break
    return LANGUAGES[0]
