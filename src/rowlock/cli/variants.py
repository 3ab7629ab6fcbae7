"""`rowlock variants`, `rules` and `sheet`: what the package knows."""

from __future__ import annotations

import argparse
import shutil
import sys

from rowlock.cli.options import OK, Command, add_colour, add_language
from rowlock.errors import NotNotation
from rowlock.tui import Ink, draw_sheet, draw_tally, find_words
from rowlock.tui.marks import read_marks
from rowlock.tui.prose import as_text
from rowlock.variant import (
    MAX_SEATS,
    Variant,
    default_variant,
    find_variant,
    named_variant,
    shipped_variants,
)
from rowlock.variants.pages import rules_page

__all__ = ["add_variants"]

_WIDEST = 80


def add_variants(command: Command, known: str) -> None:
    """Add `variants`, `rules` and `sheet`."""
    command("variants", _variants, "List the variants that come with the package.")

    rules = command("rules", _rules, "Print the rules of a variant.")
    rules.add_argument(
        "variant",
        nargs="?",
        default=default_variant(),
        metavar="VARIANT",
        help=f"{', '.join(shipped_variants())}; default {default_variant()}",
    )
    add_language(rules)
    add_colour(rules)

    sheet = command("sheet", _sheet, "Print a sheet as text.")
    sheet.add_argument(
        "variant", nargs="?", default=default_variant(), metavar="VARIANT", help=known
    )
    sheet.add_argument("--seat", type=int, default=1, metavar="N", help="whose sheet")
    sheet.add_argument(
        "--marks",
        default="",
        help="crosses as they are typed in a game, such as 'R5 R7 Y3 x1' (x1: a miss), "
        "or as records write a sheet, 'R 5 7 | Y 3 | x1'",
    )
    add_language(sheet)
    add_colour(sheet)


def _variants(options: argparse.Namespace) -> int:
    rows = [("key", "name", "players", "dice", "edition", "rules")]
    for key in shipped_variants():
        variant = find_variant(key)
        low, high = variant.players
        dice, edition = f"1-{variant.faces}", str(variant.edition)
        rows.append((key, variant.name, f"{low}-{high}", dice, edition, _rule_words(variant)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())
    return OK


def _rule_words(variant: Variant) -> str:
    return ", ".join(rule.title.en for rule in variant.rules) or "-"


def _rules(options: argparse.Namespace) -> int:
    page = rules_page(named_variant(options.variant).key, options.language)
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    print(as_text(page, width, Ink.of(sys.stdout, options.colour)))
    return OK


def _sheet(options: argparse.Namespace) -> int:
    variant = named_variant(options.variant)
    if not 1 <= options.seat <= MAX_SEATS:
        raise NotNotation(f"--seat: expected 1 to {MAX_SEATS}, found {options.seat}")
    sheet = read_marks(options.marks, variant, options.seat - 1)
    words = find_words(options.language)
    ink = Ink.of(sys.stdout, options.colour)
    print("\n".join(draw_sheet(variant, sheet, ink, words=words)))
    points = draw_tally(variant.tally(sheet), sheet.page, words)
    print(ink.strong(words("sheet.total", sum=points)))
    return OK
