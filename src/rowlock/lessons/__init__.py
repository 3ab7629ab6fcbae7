"""Lessons: scripted positions, played by the real engine, for any variant.

A lesson holds everything that is needed to show it: what to draw, what to ask for, which answers
are accepted, what happens then and what is said. Whoever shows it knows no rules.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from rowlock.lessons.basics import basics
from rowlock.lessons.mechanics import steps_of
from rowlock.lessons.saying import in_words
from rowlock.lessons.script import Answer, Frame, Lesson, Option, Picture, Step
from rowlock.lessons.stage import Stage
from rowlock.lessons.twists import LOCKING, printed_twists
from rowlock.sheet import Page
from rowlock.variant import Variant, find_variant, shipped_variants

__all__ = ["Answer", "Frame", "Lesson", "Option", "Picture", "Step", "in_words", "lesson_of"]


def _twists(variant: Variant) -> tuple[Step, ...]:
    stage = Stage(variant)
    ruled = (step for rule in variant.rules for step in steps_of(stage, rule))
    return (*printed_twists(stage), *ruled)


def _is_plain(variant: Variant) -> bool:
    return not variant.rules and not _twists(variant)


@lru_cache(maxsize=1)
def _plainest() -> Variant | None:
    """The first shipped variant that does nothing otherwise."""
    return next((one for one in map(find_variant, shipped_variants()) if _is_plain(one)), None)


def _is_told(variant: Variant, twists: tuple[Step, ...], plain: Variant) -> bool:
    """Whether the basics of the plain variant and these steps leave nothing untold."""
    if _ending(variant) != _ending(plain):
        return False
    needs = {page.lock_needs for page in (variant.page(0), plain.page(0))}
    return len(needs) == 1 or any(step.name in LOCKING for step in twists)


def _ending(variant: Variant) -> tuple[int, ...]:
    return variant.end_locks, variant.end_misses, variant.page(0).miss_points


def _same(variant: Variant, other: Variant) -> bool:
    """Whether two variants are played in the very same way."""
    return (variant.faces, variant.rules, _ending(variant), _printed(variant)) == (
        (other.faces, other.rules, _ending(other), _printed(other))
    )


def _printed(variant: Variant) -> list[Page]:
    return [replace(page, title="") for page in variant.pages]


@lru_cache(maxsize=32)
def lesson_of(variant: Variant) -> Lesson:
    """The lesson of a variant: the common game on the plainest sheet, and what is different.

    Where the plainest sheet would tell something else, the basics are shown on its own.
    """
    own = _twists(variant)
    plain = _plainest()
    common, like = variant, None
    if plain is not None and plain != variant:
        if _is_plain(variant):
            like = plain if _same(variant, plain) else None
        elif _is_told(variant, own, plain):
            common = plain
    return Lesson(variant, common, basics(Stage(common)), own, like)
