"""Flat TOML files: looked over before they are parsed, because they come from strangers.

A parser may take seconds for a few kilobytes of keys in keys in keys. So what makes it slow is
counted first, in one pass, and refused where no honest file has as much of it.
"""

from __future__ import annotations

import re
from typing import Any

from rowlock.errors import NotNotation, Place, as_text

__all__ = ["read_flat"]

_LONGEST_LINE = 1000
"""A key of thousands of parts takes minutes to read, a number of as many digits cannot even be
written down.
"""
_DOTS = 4  # in one line, outside of texts and comments
_DEPTH = 6  # of brackets in brackets
_MOST = {"=": "entries", ",": "commas", "[": "square brackets"}
_COUNT = 500  # of each of them; a pad with every badge there is has about two hundred

# Texts and comments, as they begin where none is open: so nothing can be hidden behind a quote.
# What is not ended goes on to the end, and nothing is tried twice.
_TEXTS = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""(?:"{0,2})|\\?\Z)'
    r"|'''.*?(?:'''(?:'{0,2})|\Z)"
    r'|"(?:\\[^\n]|[^"\\\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+",
    re.DOTALL,
)
_BRACKETS = re.compile(r"[\[\]{}]")


def read_flat(data: bytes | str, source: str) -> dict[str, Any]:
    """The entries of a TOML file, or a sentence that says what is wrong with it, and where."""
    import tomllib  # here, because importing the package is common and reading a file is not

    text = as_text(data, source)
    _look_over(text, source)
    try:
        return tomllib.loads(text)
    except ValueError as error:
        # tomllib says "Expected ... (at line 3, column 5)", or "(at end of document)".
        found = re.search(r" \(at line (\d+), column (\d+)\)$", str(error))
        place = Place(source, int(found[1]), int(found[2])) if found else Place(source)
        sentence = str(error)[: found.start()] if found else str(error)
        raise NotNotation(f"not a TOML file: {sentence}", place) from None


def _look_over(text: str, source: str) -> None:
    """Refuse what would take long to parse."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _LONGEST_LINE:
            sentence = f"a line has at most {_LONGEST_LINE} characters"
            raise NotNotation(sentence, Place(source, number, _LONGEST_LINE + 1))
    bare = _TEXTS.sub(lambda found: "\n" * found[0].count("\n"), text)
    for number, line in enumerate(bare.split("\n"), 1):
        if line.count(".") > _DOTS:
            sentence = f"expected a flat TOML file: a line has at most {_DOTS} dots outside texts"
            raise NotNotation(sentence, Place(source, number, 1))
    depth = 0
    for bracket in _BRACKETS.finditer(bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > _DEPTH:
            raise NotNotation("expected a flat TOML file; this one nests too deeply", Place(source))
    for sign, name in _MOST.items():
        if bare.count(sign) > _COUNT:
            sentence = f"expected at most {_COUNT} {name}, found {bare.count(sign)}"
            raise NotNotation(sentence, Place(source))
