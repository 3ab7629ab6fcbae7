"""What rules have printed on a page, for tests that look at it, and pads with other numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rowlock.mechanics import lucky
from rowlock.mechanics.chain import Bar
from rowlock.mechanics.linked import Links
from rowlock.mechanics.lucky import LuckyNumbers
from rowlock.mechanics.pairs import Bonuses, PairBonus
from rowlock.mechanics.staircase import Steps
from rowlock.sheet import Colour, Page
from rowlock.variant import Variant

__all__ = ["bar_on", "bonuses_on", "links_on", "lucky_of", "lucky_on", "steps_on", "with_lucky"]


def lucky_on(page: Page) -> tuple[int, ...]:
    """The lucky numbers of a page, if it has any."""
    part = page.part(LuckyNumbers)
    return part.numbers if part else ()


def bar_on(page: Page) -> tuple[Colour, ...]:
    """The fields of a page's bonus bar, if it has one."""
    part = page.part(Bar)
    return part.fields if part else ()


def bonuses_on(page: Page) -> tuple[PairBonus, ...]:
    """What the pairs of a page bring, if it has any."""
    part = page.part(Bonuses)
    return part.bonuses if part else ()


def steps_on(page: Page) -> tuple[str, ...]:
    """The framed cells of a page, if it has any."""
    part = page.part(Steps)
    return tuple(map(str, part.cells)) if part else ()


def links_on(page: Page) -> tuple[str, ...]:
    """The cells of a page that are crossed together, if any are: `R6-Y6`."""
    part = page.part(Links)
    return tuple(f"{one}-{two}" for one, two in part.pairs) if part else ()


def lucky_of(variant: Variant) -> tuple[tuple[int, ...], ...]:
    """The lucky numbers of each sheet, as they are played."""
    return lucky.lucky_of(variant.pages)


def with_lucky(variant: Variant, pairs: Iterable[Sequence[int]]) -> Variant:
    """The variant with these lucky numbers."""
    return variant.choose("lucky", " ".join("/".join(map(str, pair)) for pair in pairs))
