"""A variant as plain data, ready for JSON: what a page or a program needs to draw any sheet."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rowlock.rules import PairBonus, Pairs
from rowlock.sheet import Page
from rowlock.variant import Variant

__all__ = ["printed"]


@lru_cache(maxsize=64)
def printed(variant: Variant) -> dict[str, Any]:
    """What is printed on its pages, and which rules are added. It is shared: change nothing."""
    return {
        "key": variant.key,
        "name": variant.name,
        "edition": variant.edition,
        "players": list(variant.players),
        "faces": variant.faces,
        "rules": [type(rule).__name__.lower() for rule in variant.rules],
        "badges": [
            badge
            for rule in variant.rules
            if isinstance(rule, Pairs)
            for bonus in rule.bonuses
            for badge in _badges(bonus)
        ],
        "pages": [_page(page) for page in variant.pages],
    }


def _badges(bonus: PairBonus) -> list[dict[str, Any]]:
    effects = {
        "fewest": bonus.fewest,
        "each_row": bonus.each_row,
        "double_fewest": bonus.double_fewest,
        "points": bonus.points,
        "no_misses": bonus.no_misses,
    }
    return [
        {"badge": bonus.badge, "effect": effect, "amount": None if amount is True else amount}
        for effect, amount in effects.items()
        if amount
    ]


def _page(page: Page) -> dict[str, Any]:
    return {
        "rows": [
            {
                "row": row.colour.name,
                "cells": [
                    {
                        "name": str(cell),
                        "number": cell.number,
                        "colour": cell.colour.name,
                        "badge": cell.badge,
                    }
                    for cell in row.cells
                ],
            }
            for row in page.rows
        ],
        "lock_cells": page.lock_cells,
        "lock_needs": page.lock_needs,
        "miss_boxes": page.miss_boxes,
        "miss_points": page.miss_points,
        "bar": [colour.name for colour in page.bar],
        "lucky": list(page.lucky),
    }
