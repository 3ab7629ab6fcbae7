"""What must hold in every game of every variant, each law a function that asserts it."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, get_args

from rowlock.drawables import Badge, Link, ScoreLine, Shape, Text
from rowlock.errors import IllegalMove
from rowlock.events import Ended, Missed, Seat
from rowlock.game import Game, Phase, Step
from rowlock.moves import Decision, Mark, Pass, Pick
from rowlock.printed import printed, state_of
from rowlock.record import Record, read_record
from rowlock.rules import Rule
from rowlock.score import count
from rowlock.sheet import COLOURS, Sheet
from rowlock.variant import Variant

__all__ = [
    "check_end",
    "check_order_free",
    "check_printed",
    "check_record",
    "check_refusals",
    "check_step",
    "check_view",
]


def check_step(before: Game, step: Step) -> None:
    """Pens only add: marks, misses, struck fields and closed rows never go away."""
    after = step.game
    for old, new in zip(before.sheets, after.sheets, strict=True):
        if new is old:
            continue
        _check_sheet(new)
        assert all(new.crossed(cell) for row in COLOURS for cell in old.crossed_cells(row)), (
            f"a cross vanished: {old} became {new}"
        )
        for strip in old.page.strips:
            assert {*old.struck_in(strip.name)} <= {*new.struck_in(strip.name)}, (
                f"a struck field came back: {old} became {new}"
            )
        assert 0 <= new.misses - old.misses <= 1, f"misses jumped: {old} became {new}"
    assert before.closed <= after.closed, "a closed row opened again"
    missed = [event for event in step.events if isinstance(event, Missed)]
    gained = sum(s.misses for s in after.sheets) - sum(s.misses for s in before.sheets)
    assert gained == len(missed), "misses and their events differ"
    assert all(event.seat == before.active for event in missed), "only the active seat misses"
    ended = any(isinstance(event, Ended) for event in step.events)
    assert after.over == ended, "a game that is over has an event that says so, and no other has"
    for effect in (effect for pending in after.pending for effect in pending):
        # Tables remember by them what a choice would cause.
        assert _has_hash(effect), f"cannot be hashed, make it a frozen dataclass: {effect!r}"
    if after.phase in (Phase.WHITE, Phase.COLOUR):
        assert after.roll is not None, "an action needs a roll"
        after.dice.check(after.roll)
    if after.phase is Phase.ROLL:
        locked = {row for row in COLOURS for sheet in after.sheets if sheet.locked(row)}
        assert locked <= after.closed, "a lock did not close its row"


def _has_hash(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _check_sheet(sheet: Sheet) -> None:
    for row in COLOURS:
        crossed = sheet.crossed_cells(row)
        locking = [cell for cell in crossed if sheet.locks(cell)]
        assert len(locking) <= 1, f"row {row.name} is locked twice on {sheet}"
        if locking:
            assert crossed[-1] == locking[0], f"a cross stands right of the lock on {sheet}"
            assert len(crossed) > sheet.page.lock_needs, f"a lock was not earned on {sheet}"
        assert sheet.crosses(row) == len(crossed) + len(locking), f"miscounted row on {sheet}"
    assert Sheet.parse(str(sheet), sheet.page) == sheet, f"does not read back: {sheet}"


def check_refusals(game: Game) -> None:
    """What is not legal is refused, and the game is the same after it."""
    kept = repr(game)
    for seat in range(game.seats):
        everything: list[Decision] = [Pass(), *(Pick(row) for row in COLOURS)]
        for cell in game.sheets[seat].page.cells.values():
            everything += [Mark.of(cell), Mark.of(cell, offered=True)]
        legal = game.legal(seat)
        assert len(set(legal)) == len(legal), f"listed twice: {legal}"
        assert bool(legal) == (seat in game.to_move()), "who is asked must have an answer"
        for decision in everything:
            if decision not in legal:
                _assert_refused(game, seat, decision)
    assert repr(game) == kept, "a refused move changed the game"


def _assert_refused(game: Game, seat: Seat, decision: Decision) -> None:
    try:
        game.apply(seat, decision)
    except IllegalMove:
        return
    raise AssertionError(f"{decision} of seat {seat + 1} was accepted though not legal")


def check_order_free(game: Game, answers: Mapping[Seat, Sequence[Decision]]) -> Game:
    """Whatever the order in which seats answer a white action, the game is the same.

    `answers` holds each seat's decision and its picks. All orders are tried for up to three
    seats, six and the reverse for more. The game after the action is returned.
    """
    assert game.phase is Phase.WHITE, "only a white action asks everybody"
    orders = itertools.permutations(sorted(answers))
    results = [_answered(game, answers, order) for order in itertools.islice(orders, 6)]
    results.append(_answered(game, answers, sorted(answers, reverse=True)))
    assert all(result == results[0] for result in results), "the order of answers mattered"
    return results[0]


def _answered(
    game: Game, answers: Mapping[Seat, Sequence[Decision]], order: Sequence[Seat]
) -> Game:
    for seat in order:
        for decision in answers[seat]:
            game = game.apply(seat, decision).game
    return game


def check_view(game: Game) -> None:
    """A view shows nothing of what others decided in a white action under way."""
    for seat in (None, *range(game.seats)):
        view = game.view(seat)
        assert view.view(seat) == view, "a view of a view shows something else"
        if game.phase is Phase.WHITE:
            for other in range(game.seats):
                if other != seat:
                    assert view.sheets[other] == game.before[other], "a sealed cross was shown"
                    assert other in view.to_move(), "a sealed decision was shown"
        if seat is not None:
            assert view.legal(seat) == game.legal(seat), "a view changed what is legal"


def check_record(record: Record) -> None:
    """A record reads back as it was written, with and without checked marks."""
    game = record.game()
    for checked in (True, False):
        text = record.write(checked)
        again = read_record(text, lambda _: record.variant)
        assert again.write(checked) == text, "a record reads back as another text"
        assert again.game() == game, "a record reads back as another game"


def check_end(game: Game) -> None:
    """After the end nothing is legal, and the result follows from the sheets alone."""
    outcome = game.outcome()
    assert game.over, "the game is not over"
    assert outcome is not None, "a game that is over has an outcome"
    assert not game.to_move(), "nobody is asked after the end"
    assert outcome.winners, "somebody wins"
    own_points = any(type(rule).tally is not Rule.tally for rule in game.variant.rules)
    for seat, tally in enumerate(outcome.tallies):
        sheet = game.sheets[seat]
        assert tally == game.variant.tally(sheet), f"counted twice, {sheet} has other points"
        assert len(tally.rows) == len(COLOURS), f"a tally has points for each row: {tally}"
        assert own_points or tally == count(sheet), f"miscounted: {sheet} as {tally}"
        best = tally.total == max(outcome.totals)
        assert best == (seat in outcome.winners), "who has the most points wins, and nobody else"
        assert not game.legal(seat), "something is legal after the end"
        state_of(sheet, game.closed)
    shut = len(game.closed) >= game.variant.end_locks
    missed = any(sheet.misses >= game.variant.end_misses for sheet in game.sheets)
    assert shut != missed, "a game ends by locks or by misses"


def check_printed(variant: Variant) -> None:
    """Whatever rules print can be drawn by everybody who knows the drawables and no rule."""
    names = {rule.name for rule in variant.rules}
    for rule in variant.rules:
        for words in (rule.title, rule.about, rule.offer or rule.title):
            assert isinstance(words, Text), f"{rule.name}: expected a Text, found {words!r}"
    for page in variant.pages:
        for drawable in (*page.badges, *page.links, *page.strips, *page.notes, *page.lines):
            _check_drawable(drawable, names)
        markings: list[Badge | Link | ScoreLine] = [*page.badges, *page.links, *page.lines]
        for marking in markings:
            for cell in marking.cells:
                assert cell in page.cells, f"{marking.rule}: there is no cell {cell!r} to print on"
        assert all(len(link.cells) == 2 for link in page.links), "a link has two ends"
        for strip in page.strips:
            _check_sheet(Sheet(page).strike(strip.name, range(len(strip.fields))))
        state_of(Sheet(page))
    json.dumps(printed(variant))


_SHAPES: tuple[str, ...] = get_args(Shape)


def _check_drawable(drawable: Any, rules: set[str]) -> None:
    said = f"{type(drawable).__name__} of {drawable.rule}"
    assert drawable.rule in rules, f"{said}: expected the name of a rule of the variant"
    shape = getattr(drawable, "shape", "sign")
    assert shape in _SHAPES, f"{said}: expected {', '.join(_SHAPES)} as shape, found {shape!r}"
    for field in fields(drawable):
        value = getattr(drawable, field.name)
        if "Text" in str(field.type) and not (value is None and "None" in str(field.type)):
            found = f"{field.name}: {value!r}"
            assert isinstance(value, Text), f"{said}: expected a Text as {found}"


def random_answers(game: Game, source: random.Random) -> dict[Seat, list[Decision]]:
    """Any legal answers to a white action, picks included."""
    answers: dict[Seat, list[Decision]] = {}
    for seat in range(game.seats):
        view = game.view(seat)
        answers[seat] = []
        while seat in view.to_move() and not view.over and view.phase is Phase.WHITE:
            decision = source.choice(view.legal(seat))
            answers[seat].append(decision)
            view = view.apply(seat, decision).game
    return answers
