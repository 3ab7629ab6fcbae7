"""What every mechanic makes up for the test kit: a file that it can read itself."""

from __future__ import annotations

import random

import pytest

from rowlock import read_variant
from rowlock.mechanics import known
from rowlock.rules import Draft
from rowlock.sheet import COLOURS

ROWS = {
    row.name: [f"{row.name}{number}" for number in numbers]
    for row, numbers in zip(COLOURS, [range(2, 13)] * 2 + [range(12, 1, -1)] * 2)
}
LOCKING = frozenset(names[-1] for names in ROWS.values())
HEAD = """
name = "Made up"
edition = 1
players = [2, 5]
faces = 6
lock = { cells = 1, needs = 5 }
end = { locks = 2, misses = 4, miss_points = -5 }
"""


class Lots:
    """Draws numbers."""

    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)

    def between(self, low: int, high: int) -> int:
        return self.source.randint(low, high)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("one_sheet", [True, False])
@pytest.mark.parametrize("name", known())
def test_an_example_can_be_read(name: str, one_sheet: bool, seed: int) -> None:
    cells = [cell for names in ROWS.values() for cell in names]
    random.Random(seed).shuffle(cells)
    draft = Draft(Lots(seed), tuple(cells), tuple(cells), LOCKING, 6, one_sheet)
    example = known()[name].example(draft)
    rows = ", ".join(
        f'{row} = "{" ".join(cell[1:] + example.signs.get(cell, "") for cell in names)}"'
        for row, names in ROWS.items()
    )
    sheet = "\n".join([*example.entries, f"rows = {{ {rows} }}"])
    text = f'{HEAD}rules = ["{name}"]\n{"[[sheets]]" if one_sheet else ""}\n{sheet}\n'
    variant = read_variant(text, "made_up")
    assert all(page.parts for page in variant.pages)


@pytest.mark.parametrize("seed", range(8))
def test_links_are_made_up_as_long_as_there_are_cells_of_two_rows(seed: int) -> None:
    cells = ("R2", "R3", "R12", "Y2")
    draft = Draft(Lots(seed), cells, cells, LOCKING, 6, one_sheet=True)
    (entry,) = known()["linked"].example(draft).entries
    assert entry == 'links = "Y2-R2"'
