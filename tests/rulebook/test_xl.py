"""XL: Classic for two to five on a larger pad. Its examples are played in test_classic."""

from __future__ import annotations

import pytest

from rowlock.variant import find_variant

from .table import ROWS, printed


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("R", "R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12"),
        ("Y", "Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12"),
        ("G", "G12 G11 G10 G9 G8 G7 G6 G5 G4 G3 G2"),
        ("B", "B12 B11 B10 B9 B8 B7 B6 B5 B4 B3 B2"),
    ],
    ids=ROWS,
)
def test_the_printed_rows(row: str, cells: str) -> None:
    assert printed("xl", row) == cells


def test_xl_has_a_name_of_its_own() -> None:
    assert find_variant("xl").name == "XL"


def test_the_box_is_for_two_to_five() -> None:
    assert find_variant("xl").players == (2, 5)


def test_all_else_is_classic() -> None:
    xl, classic = find_variant("xl"), find_variant("classic")
    assert (xl.faces, xl.end_locks, xl.end_misses, xl.rules) == (
        classic.faces,
        classic.end_locks,
        classic.end_misses,
        classic.rules,
    )
    ours, theirs = xl.page(0), classic.page(0)
    assert (ours.rows, ours.lock_cells, ours.lock_needs, ours.miss_boxes, ours.miss_points) == (
        theirs.rows,
        theirs.lock_cells,
        theirs.lock_needs,
        theirs.miss_boxes,
        theirs.miss_points,
    )
