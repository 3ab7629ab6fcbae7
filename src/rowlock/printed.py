"""A variant as plain data, ready for JSON: what a page or a program needs to draw any sheet."""

from __future__ import annotations

from dataclasses import asdict
from functools import lru_cache
from typing import Any

from rowlock.drawables import Strip, Text
from rowlock.sheet import Colour, Page, Sheet
from rowlock.variant import Variant

__all__ = ["as_words", "printed", "state_of"]


@lru_cache(maxsize=64)
def printed(variant: Variant) -> dict[str, Any]:
    """What is printed on its pages, and which rules are added. It is shared: change nothing."""
    icons = {rule.name: rule.icon for rule in variant.rules}
    return {
        "key": variant.key,
        "name": variant.name,
        "edition": variant.edition,
        "players": list(variant.players),
        "faces": variant.faces,
        "rules": [rule.name for rule in variant.rules],
        "mechanics": [
            {
                "name": rule.name,
                "title": as_words(rule.title),
                "icon": rule.icon,
                "about": as_words(rule.about),
                "offer": None if rule.offer is None else as_words(rule.offer),
            }
            for rule in variant.rules
        ],
        "pages": [_page(page, icons) for page in variant.pages],
    }


def as_words(text: Text) -> dict[str, str]:
    """Words in every language, by the language."""
    return asdict(text)


def _page(page: Page, icons: dict[str, str]) -> dict[str, Any]:
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
                        "locks": place >= len(row.cells) - page.lock_cells,
                    }
                    for place, cell in enumerate(row.cells)
                ],
            }
            for row in page.rows
        ],
        "lock_cells": page.lock_cells,
        "lock_needs": page.lock_needs,
        "miss_boxes": page.miss_boxes,
        "miss_points": page.miss_points,
        "badges": [asdict(badge) | {"cells": list(badge.cells)} for badge in page.badges],
        "links": [asdict(link) | {"cells": list(link.cells)} for link in page.links],
        "strips": [_strip(strip) for strip in page.strips],
        "notes": [
            asdict(note) | {"values": list(note.values), "icon": icons[note.rule]}
            for note in page.notes
        ],
        "lines": [asdict(line) | {"cells": list(line.cells)} for line in page.lines],
    }


@lru_cache(maxsize=4096)
def state_of(sheet: Sheet, closed: frozenset[Colour] = frozenset()) -> dict[str, Any]:
    """What follows from the crosses of a sheet, for whoever draws it. It is shared: change nothing.

    `lost`: cells that were passed over or closed for good, written like a sheet (`R 2 3 | G 12`);
    `locked`: the rows whose lock this sheet has crossed itself.
    """
    numbers: dict[Colour, list[str]] = {}
    for cell in sheet.lost(closed):
        numbers.setdefault(cell.row, []).append(str(cell.number))
    lost = [" ".join([row.name, *of_row]) for row, of_row in numbers.items()]
    locked = [row.colour.name for row in sheet.page.rows if sheet.locked(row.colour)]
    return {"lost": " | ".join(lost), "locked": locked}


def _strip(strip: Strip) -> dict[str, Any]:
    fields = [
        {"text": field.text, "colour": None if field.colour is None else field.colour.name}
        for field in strip.fields
    ]
    return asdict(strip) | {"fields": fields}
