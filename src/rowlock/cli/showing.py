"""`rowlock variants`, `rules` and `sheet`: what the package knows."""

from __future__ import annotations

import argparse
import sys

from rowlock.cli.options import OK, Command, add_colour
from rowlock.errors import NotNotation
from rowlock.pages import LANGUAGES, rules_page
from rowlock.rules import Chain, Lucky, Pairs
from rowlock.tui import Ink, draw_sheet
from rowlock.tui.files import named_variant
from rowlock.variant import MAX_SEATS, Variant, find_variant, shipped_variants

__all__ = ["add_showing"]


def add_showing(command: Command, known: str) -> None:
    """Add `variants`, `rules` and `sheet`."""
    command("variants", _variants, "List the variants that come with the package.")

    rules = command("rules", _rules, "Print the rules of a variant.")
    rules.add_argument("variant", metavar="VARIANT", help=", ".join(shipped_variants()))
    rules.add_argument("--language", choices=LANGUAGES, help="default: that of your system")

    sheet = command("sheet", _sheet, "Print a sheet as text.")
    sheet.add_argument("variant", metavar="VARIANT", help=known)
    sheet.add_argument("--seat", type=int, default=1, metavar="N", help="whose sheet")
    sheet.add_argument("--marks", default="", help="crosses, such as 'R 5 7 | Y 3 | x1'")
    add_colour(sheet)


def _variants(options: argparse.Namespace) -> int:
    print(f"{'key':14}{'name':11}{'players':9}{'dice':6}{'edition':9}rules")
    for key in shipped_variants():
        variant = find_variant(key)
        low, high = variant.players
        print(
            f"{key:14}{variant.name:11}{f'{low}-{high}':9}{f'1-{variant.faces}':6}"
            f"{variant.edition:<9}{_rule_words(variant)}"
        )
    return OK


def _rule_words(variant: Variant) -> str:
    words = {Lucky: "lucky numbers", Chain: "bonus bar", Pairs: "bonus pairs"}
    return ", ".join(words[type(rule)] for rule in variant.rules) or "-"


def _rules(options: argparse.Namespace) -> int:
    print(rules_page(named_variant(options.variant).key, options.language))
    return OK


def _sheet(options: argparse.Namespace) -> int:
    variant = named_variant(options.variant)
    if not 1 <= options.seat <= MAX_SEATS:
        raise NotNotation(f"--seat: expected 1 to {MAX_SEATS}, found {options.seat}")
    sheet = variant.sheet(options.marks, options.seat - 1)
    print("\n".join(draw_sheet(variant, sheet, Ink.of(sys.stdout, options.colour))))
    return OK
