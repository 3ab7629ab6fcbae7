"""Rule pages as plain text."""

from __future__ import annotations

import re

import pytest

from rowlock import shipped_variants
from rowlock.languages import LANGUAGES
from rowlock.tui import Ink
from rowlock.tui.prose import as_text
from rowlock.variants.pages import rules_page
from tests.tui.sitting import plain

every_page = pytest.mark.parametrize(
    ("key", "language"), [(key, language) for key in shipped_variants() for language in LANGUAGES]
)

PAGE = """\
# A *game*

Read the [other page](there.md), or
type `rowlock`; **now** or *never*.
[link]: nowhere.md

## Two

- one thing that is so long that it must go on in a second line
- another
  thing
1. first
2. second

| Row    | Points |
|--------|--------|
| **red** | 3 * 4 = 12 |
| x | -  |

|  |  |
|--|--|
| a fact | `b` |

```text
 R   2*   3*
```
### Three
The end - of 2 * 3 * 4.
"""
TEXT = """\
A game
======

Read the other page, or type
rowlock; now or never.

Two
---

  - one thing that is so long
    that it must go on in a
    second line
  - another thing
  1. first
  2. second

  Row  Points
  ---  ----------
  red  3 * 4 = 12
  x    -

  a fact  b

 R   2*   3*

Three

The end - of 2 * 3 * 4.
"""


def test_every_sort_of_mark_becomes_space_or_lines() -> None:
    assert as_text(PAGE, 30) == TEXT.rstrip("\n")


def test_headings_stand_out_where_there_is_colour_and_nothing_else_changes() -> None:
    coloured = as_text(PAGE, 30, Ink(True))
    assert plain(coloured) == as_text(PAGE, 30)
    assert re.findall(r"\x1b\[1m(.*?)\x1b\[0m", coloured) == ["A game", "Two", "Three"]


@every_page
@pytest.mark.parametrize("width", [60, 80])
def test_a_page_loses_its_marks_and_no_word(key: str, language: str, width: int) -> None:
    page = rules_page(key, language)
    text = as_text(page, width)
    marks = r"[#|`*\s=-]+|\]\([^)]*\)|\[|\]"
    assert re.sub(marks, "", page.replace("```text", "")) == re.sub(marks, "", text)
    drawn = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    assert all(drawing.rstrip("\n") in text for drawing in drawn)
    prose = [line for line in text.splitlines() if not line.startswith(" ")]
    assert max(map(len, prose)) <= width
