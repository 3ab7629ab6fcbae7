"""The lessons of the mechanics: one module each, with its words, found by the mechanic's name.

A mechanic from elsewhere brings its own by `teach`; one without a lesson is told in its own
words, as the rules have them, with a cell to try if one sets something off.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec

from rowlock.events import Marked
from rowlock.languages import LANGUAGES
from rowlock.lessons.saying import Speech
from rowlock.lessons.script import YOU, Frame, Step
from rowlock.lessons.stage import Stage
from rowlock.lessons.words import TEXTS
from rowlock.moves import Mark
from rowlock.rules import Rule
from rowlock.sheet import Cell

__all__ = ["Script", "steps_of", "teach"]

Script = Callable[[Stage], Iterable[Step]]
"""Makes the steps of a mechanic, for whatever is printed."""

_say = Speech(TEXTS)
_taught: dict[str, Script] = {}


def teach(name: str, script: Script) -> None:
    """Let the mechanic of this name be taught by this script."""
    _taught[name] = script


def steps_of(stage: Stage, rule: Rule) -> Iterator[Step]:
    """What is to be learnt about a rule of this variant."""
    name = type(rule).name
    if name not in _taught and find_spec(f"{__name__}.{name}") is not None:
        teach(name, import_module(f"{__name__}.{name}").steps)
    steps = tuple(_taught[name](stage)) if name in _taught else ()
    if steps:
        yield from steps
    elif any(rule.about[language] for language in LANGUAGES):
        yield _told(stage, rule)


def _told(stage: Stage, rule: Rule) -> Step:
    """What the rules say, and a cell that sets something off, to be tried out if there is one."""
    texts: dict[str, dict[str, str]] = {
        language: {"title": _plain(rule.title[language]), "about": _plain(rule.about[language])}
        for language in LANGUAGES
    }
    say = Speech(texts)
    cells = (cell for row in stage.page.rows for cell in stage.inner(row))
    frame = next(filter(None, (_tried(stage, rule, cell) for cell in cells)), None)
    return Step(
        type(rule).name,
        say("title"),
        (say("about"),),
        stage.picture(stage.empty, points=frame is not None),
        (frame,) if frame else (),
    )


def _tried(stage: Stage, rule: Rule, cell: Cell) -> Frame | None:
    """This cell on an empty sheet, if the rule makes more of it than a cross."""
    alone = stage.empty.cross(cell) if stage.empty.can_cross(cell) else None
    if alone is None or rule.after_cross(alone, cell) == (alone, ()):
        return None
    if stage.causes(stage.empty, cell) is None:
        return None  # something would have to be chosen
    game = stage.announced(stage.empty, cell.number)
    events = game.apply(YOU, Mark.of(cell)).events
    extra = sum(isinstance(event, Marked) for event in events) - 1
    done = _say("tried.crosses", n=extra) if extra else _say("tried.marks")
    return stage.frame(
        game,
        _say("tried.task", cell=cell),
        _say("tried.hint", cell=cell),
        [stage.answer(game, Mark.of(cell), done, points=True)],
    )


def _plain(text: str) -> str:
    """Markdown without its marks, and nothing in it to be filled."""
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    return re.sub(r"[*`]", "", text).replace("{", "{{").replace("}", "}}")
