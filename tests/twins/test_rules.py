"""No rule without a twin: whatever the readable engine learns, the kernels must learn too."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from rowlock import rules
from rowlock.errors import UnknownVariant
from rowlock.fast import Batch, compile_variant, find_policy
from rowlock.fast.twins import TWINS, Twin, pairs
from rowlock.game import Game
from rowlock.mechanics import known
from rowlock.mechanics.chain import Bar, Chain
from rowlock.mechanics.linked import Linked, Links
from rowlock.mechanics.lucky import Lucky, LuckyNumbers
from rowlock.mechanics.pairs import Bonuses, PairBonus, Pairs
from rowlock.mechanics.staircase import Staircase, Steps
from rowlock.positions import pack
from rowlock.rules import Effect, Rule
from rowlock.sheet import Cell, Page, Row, Sheet
from rowlock.variant import Variant, find_variant, shipped_variants

SEAMS = {"offers", "after_cross", "after_close", "tally"}
"""Where the kernels ask a rule. A seam more is a place more in the kernels."""


def of_the_house(kind: type[Rule]) -> Iterator[type[Rule]]:
    """All that derive from this rule, those made up in tests left out."""
    for derived in kind.__subclasses__():
        module = sys.modules[derived.__module__]
        # A class with slots is made twice; its module knows the one that counts.
        known = getattr(module, derived.__name__, None) is derived
        if known and derived.__module__.startswith("rowlock."):
            yield derived
        yield from of_the_house(derived)


def public_methods(kind: type[Rule]) -> set[str]:
    found = inspect.getmembers(kind, inspect.isfunction)
    return {name for name, _ in found if not name.startswith("_")}


def test_the_kernels_know_every_seam() -> None:
    assert public_methods(Rule) == SEAMS


def test_every_rule_has_a_twin_and_every_twin_a_rule() -> None:
    assert set(of_the_house(Rule)) == {twin.rule for twin in TWINS.values()}
    assert {name: twin.rule for name, twin in TWINS.items()} == known()


every_twin = pytest.mark.parametrize("twin", TWINS.values(), ids=TWINS)


@every_twin
def test_a_twin_stands_at_just_the_seams_that_its_rule_overrides(twin: Twin) -> None:
    overridden = {seam for seam in SEAMS if getattr(twin.rule, seam) is not getattr(Rule, seam)}
    assert set(twin.seams) - {"features"} == overridden


@every_twin
def test_a_twin_is_named_after_its_rule_and_seam(twin: Twin) -> None:
    for seam, kernel in twin.seams.items():
        assert getattr(kernel, "__name__", "") == seam
        assert kernel.__module__ == f"rowlock.fast.twins.{twin.name}"


def test_the_kernels_know_all_that_a_pair_can_bring() -> None:
    assert set(pairs.COLUMNS) == {field.name for field in fields(PairBonus)} - {"badge"}


def test_the_kernels_know_every_effect() -> None:
    # A pair that is complete is only told; nothing of it waits.
    effects = {kind for kind in Effect.__subclasses__() if kind.__module__ == rules.__name__}
    assert {kind.__name__ for kind in effects} == {"Complete", "Fewest", "Force", "Next"}


KNOWN_FIELDS: dict[type[Any], str] = {
    Lucky: "",
    Chain: "",
    Pairs: "",
    Staircase: "",
    Linked: "",
    LuckyNumbers: "numbers",
    Bar: "fields",
    Bonuses: "bonuses",
    Steps: "cells",
    Links: "pairs",
    Cell: "row index colour number badge",
    Row: "colour cells",
    Page: "title rows lock_cells lock_needs miss_boxes miss_points parts seat",
    Variant: "key name edition players faces end_locks end_misses rules pages chosen printed_pages",
    Sheet: "page marks misses struck",
    Game: "variant sheets active turn phase roll closed waiting pending before _legal",
}
"""All that the tables and arrays are made from; what is new there, somebody must add here."""


@pytest.mark.parametrize("kind", KNOWN_FIELDS)
def test_the_kernels_know_all_that_is_printed_written_and_played(kind: type[Any]) -> None:
    assert {field.name for field in fields(kind)} == set(KNOWN_FIELDS[kind].split())


class _Generous(Rule):
    """A rule that somebody has just made up."""


class _Luckier(Lucky):
    """A rule that looks like one of ours, and is not."""


@pytest.mark.parametrize("rule", [_Generous(), _Luckier()])
def test_a_variant_with_an_unknown_rule_is_refused_in_a_sentence(rule: Rule) -> None:
    variant = replace(find_variant(shipped_variants()[0]), rules=(Chain(), rule))
    message = (
        f"the fast engine has no twin of the rule {type(rule).__name__}; "
        "known are Lucky, Chain, Pairs, Staircase, Linked"
    )
    policy = find_policy("keen", variant)
    assert policy
    with pytest.raises(UnknownVariant) as refused:
        compile_variant(variant)
    assert refused.value.message == message
    with pytest.raises(UnknownVariant) as refused:
        Batch(variant, [policy]).play(range(1))
    assert refused.value.message == message
    with pytest.raises(UnknownVariant) as refused:
        pack([Game.start(variant)])
    assert refused.value.message == message


class _Careless(Chain):
    """Overrides a seam; only for the test of the test."""

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        return sheet, ()


def test_a_new_rule_of_the_house_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _Careless not in of_the_house(Rule)
    monkeypatch.setattr(_Careless, "__module__", rules.__name__)
    monkeypatch.setattr(rules, "_Careless", _Careless, raising=False)
    assert set(of_the_house(Rule)) - {twin.rule for twin in TWINS.values()} == {_Careless}
