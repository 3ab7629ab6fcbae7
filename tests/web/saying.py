"""The page's texts with their values in them, also those that have a plural."""

from __future__ import annotations

import functools
import json
import re

from tests.web.browsing import WORDS

__all__ = ["LANGUAGES", "LOCALES", "said"]

LANGUAGES = ("en", "de", "it")
LOCALES = {"en": "en-GB", "de": "de-DE", "it": "it-IT"}

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_TEXT = re.compile(
    rf'"?([\w.]+)"?:\s*(?:({_QUOTED})|\{{\s*one:\s*({_QUOTED}),\s*other:\s*({_QUOTED}),?\s*\}})'
)


@functools.cache
def _texts(language: str) -> dict[str, tuple[str, str]]:
    found = {}
    for file in sorted((WORDS / language).glob("*.ts")):
        for key, plain, one, other in _TEXT.findall(file.read_text()):
            found[key] = (json.loads(plain or one), json.loads(plain or other))
    return found


def said(key: str, language: str = "en", **values: object) -> str:
    """What the page says there; `n` chooses the plural form."""
    text = _texts(language)[key][0 if values.get("n") == 1 else 1]
    shown = {
        name: str(value).replace("-", "\u2212") if isinstance(value, int) else str(value)
        for name, value in values.items()
    }
    return re.sub(r"\{(\w+)\}", lambda gap: shown.get(gap[1], gap[0]), text)
