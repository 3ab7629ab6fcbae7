"""The reference for authors of bots names everything, and every example of it is run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from reports import reference
from rowlock import Game, Roll, Sheet
from rowlock.fast.policy import Desk
from rowlock.fast.sheets import Sheets
from rowlock.fast.tables import Tables
from rowlock.fast.turns import Games

PAGE = (Path(__file__).parents[2] / "docs" / "bot-reference.md").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Small:
    """With a field, and two ways to ask."""

    number: int  # any

    @property
    def half(self) -> int:
        """Half of it."""
        return self.number // 2

    def times(self, factor: int) -> int:
        """So many times the number."""
        return self.number * factor


EXAMPLES = {"number": "small.number", "half": "small.half", "times": "small.times(3)"}


def test_a_name_has_its_type_its_words_and_what_its_example_gives() -> None:
    told = reference._class_block(Small, EXAMPLES, {"small": Small(14)})
    assert told.splitlines() == [
        "- `number: int`: any. `small.number` gives `14`.",
        "- `half: int`: Half of it. `small.half` gives `7`.",
        "- `times(factor: int) -> int`: So many times the number. `small.times(3)` gives `42`.",
    ]


@pytest.mark.parametrize(
    "examples", [{"number": "1", "half": "1"}, {**EXAMPLES, "third": "1"}], ids=["few", "many"]
)
def test_a_name_without_an_example_and_one_that_is_gone_are_errors(
    examples: dict[str, str],
) -> None:
    with pytest.raises(AssertionError, match=r"times|third"):
        reference._class_block(Small, examples, {"small": Small(14)})


@pytest.mark.parametrize("kind", [Game, Sheet, Roll])
def test_every_public_name_of_a_class_stands_on_the_page(kind: type) -> None:
    block = re.search(rf"<!-- reference {kind.__name__} -->\n(.*?)<!-- end -->", PAGE, re.S)
    assert block
    listed = re.findall(r"^- `(\w+)", block[1], re.M)
    slots = [name for name in kind.__dict__ if not name.startswith("_")]
    assert sorted(listed) == sorted(slots)


@pytest.mark.parametrize("kind", [Desk, Games, Sheets, Tables])
def test_every_array_of_a_policy_stands_on_the_page(kind: type) -> None:
    block = re.search(rf"<!-- reference {kind.__name__} -->\n(.*?)<!-- end -->", PAGE, re.S)
    assert block
    assert re.findall(r"^\| `(\w+)`", block[1], re.M) == list(kind._fields)  # type: ignore[attr-defined]
