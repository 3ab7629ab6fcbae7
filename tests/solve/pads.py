"""Pads so small that every game on them can be looked at."""

from __future__ import annotations

from rowlock.variant import Variant, read_variant

__all__ = ["MIDDLING", "TINY", "pad_of"]


def pad_of(
    key: str,
    rows: str,
    faces: int = 2,
    locks: int = 2,
    misses: int = 2,
    miss_points: int = -5,
    cells: int = 1,
    needs: int = 1,
    lucky: str = "",
    edition: int = 1,
) -> Variant:
    """A variant with these rows, parted by `/`."""
    lines = [f'{name} = "{row.strip()}"' for name, row in zip("RYGB", rows.split("/"), strict=True)]
    text = f"""
        name = "{key}"
        edition = {edition}
        players = [1, 5]
        faces = {faces}
        lock = {{ cells = {cells}, needs = {needs} }}
        end = {{ locks = {locks}, misses = {misses}, miss_points = {miss_points} }}
        {f'rules = ["lucky"]{chr(10)}lucky = {lucky}' if lucky else ""}
        [rows]
        {chr(10).join(lines)}
    """
    return read_variant(text, key)


TINY = {
    variant.key: variant
    for variant in (
        pad_of("alike", "2-3 / 2-3 / 4-3 / 4-3"),
        pad_of("uneven", "2-4 / 3 2 / 4-2 / 3 4", misses=1, miss_points=-1),
        pad_of("mixed", "Y2 B3 R4 / G2 Y3 / B4 G3 / R4 B2", misses=1),
        pad_of("long_lock", "2-4 / 2-3 / 4-3 / 4-2", misses=1, cells=2, needs=0),
        pad_of("one_lock", "2-4 / 4-2 / 3-2 / 2 4", locks=1, misses=2, miss_points=-2),
        pad_of("blessed", "2-4 / 3 2 / 4-2 / 3 4", misses=1, lucky="[[2, 3]]"),
        pad_of("blessed_lock", "2-4 / 2-3 / 4-2 / 3-4", cells=2, needs=0, lucky="[[3]]", misses=1),
    )
}
"""Small enough to be solved by looking at every game."""

MIDDLING = {
    variant.key: variant
    for variant in (
        pad_of("eightfold", "2-6 / 2-6 / 6-2 / 6-2", faces=3, needs=2),
        pad_of("mixed3", "Y2 B3 R4-6 / G2-5 Y6 / B6 R5 G4-2 / R6-4 B3", faces=3, needs=2),
        pad_of("shuffled3", "4 2 6 3 5 / 2-5 / 6 3 5 2 / 5 3 2 4", faces=3, needs=2, misses=3),
        pad_of("blessed3", "2-6 / 2-5 / 6-2 / 6-3", faces=3, cells=2, needs=1, lucky="[[4, 6]]"),
    )
}
"""Small enough to be solved at once."""
