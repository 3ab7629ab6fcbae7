"""Candidates: all that a seat can make of its decision, ties settled, in both engines."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest

from rowlock.events import Cause
from rowlock.fast import Tables, compile_variant
from rowlock.fast.bulk import Candidates, candidates, choose, take
from rowlock.fast.tables import PICK, decision_of
from rowlock.game import Game
from rowlock.moves import Decision, Mark, Pick
from rowlock.pen import Pen
from rowlock.positions import pack
from rowlock.record import Played
from rowlock.rules import tied
from rowlock.sheet import COLOURS, Colour, Sheet
from tests.twins.comparing import arrays, codes_of
from tests.twins.stories import some_stories
from tests.twins.variants import VARIANTS, variant_of

TABLES = [(key, seats) for key in VARIANTS for seats in (1, 3)]
every_table = pytest.mark.parametrize(("key", "seats"), TABLES)


class Whole(NamedTuple):
    """A decision with its picks, and the sheet that comes of it."""

    code: int
    picks: tuple[int, ...]
    marks: tuple[int, ...]
    misses: int
    struck: int
    free: tuple[int, ...]
    locks: int

    @classmethod
    def of(
        cls, code: int, picks: tuple[int, ...], sheet: Sheet, closed: frozenset[Colour]
    ) -> Whole:
        free = tuple(
            sum(1 << c.index for c in row.cells if sheet.can_cross(c) and row.colour not in closed)
            for row in sheet.page.rows
        )
        locks = sum(1 << row for row in COLOURS if sheet.locked(row))
        return cls(code, picks, sheet.marks, sheet.misses, sheet.struck, free, locks)


def whole_decisions(game: Game, seat: int) -> list[Whole]:
    """What the readable engine's pen makes of every decision."""
    code = codes_of(game.variant.page(seat))
    return [
        Whole.of(code[decision], picks, sheet, game.closed)
        for decision in game.legal(seat)
        for picks, sheet in _settled(game, seat, decision)
    ]


def _settled(
    game: Game, seat: int, decision: Decision, picks: tuple[Colour, ...] = ()
) -> Iterator[tuple[tuple[Colour, ...], Sheet]]:
    pen = Pen(game.variant.rules, game.closed, seat, game.sheets[seat], game.pending[seat])
    if isinstance(decision, Mark):
        pen.cross(pen.sheet.page.cells[decision.cell], Cause.WHITE)
    elif isinstance(decision, Pick):
        pen.pick(decision.row)
    for row in picks:
        pen.settle()
        pen.pick(row)
    pen.settle()
    if not pen.effects:
        yield picks, pen.sheet
        return
    for row in tied(pen.sheet, pen.closed):
        yield from _settled(game, seat, decision, (*picks, row))


def found_in(found: Candidates, game: int) -> list[Whole]:
    """What the fast engine found for a game."""
    rows = range(found.starts[game], found.starts[game + 1])
    assert all(found.game[row] == game for row in rows)
    assert all(found.sheets.waits[row] == 0 for row in rows)
    return [
        Whole(
            int(found.code[row]),
            tuple(int(pick) for pick in found.picks[row] if pick >= 0),
            tuple(found.sheets.marks[row].tolist()),
            int(found.sheets.misses[row]),
            int(found.sheets.struck[row]),
            tuple(found.sheets.free[row].tolist()),
            int(found.sheets.locks[row]),
        )
        for row in rows
    ]


def questions(key: str, seats: int, count: int) -> tuple[Tables, list[Game], list[int]]:
    """Positions in which a seat has to decide, those with a tie before all others."""
    variant = variant_of(key)
    stories = list(some_stories(variant, seats, f"candidates {key} {seats}", 5 * count))
    asked = [
        (game, move.seat)
        for story in stories
        for game, move in zip(story.games, story.moves)
        if isinstance(move, Played)
    ]
    random.Random(key).shuffle(asked)
    asked.sort(key=lambda question: not question[0].pending[question[1]])
    ties = [question for question in asked if question[0].pending[question[1]]][: count // 4]
    asked = [*ties, *asked[-(count - len(ties)) :]]
    return compile_variant(variant), [game for game, _ in asked], [seat for _, seat in asked]


@every_table
def test_candidates_are_all_whole_decisions(key: str, seats: int) -> None:
    t, games, who = questions(key, seats, 200)
    found = candidates(t, pack(games), who)
    assert found.starts[-1] == len(found.code) == len(found.game) == len(found.sheets.marks)
    for i, (game, seat) in enumerate(zip(games, who)):
        assert Counter(found_in(found, i)) == Counter(whole_decisions(game, seat)), (game, seat)


@every_table
def test_any_candidate_taken_is_the_decision_and_its_picks(key: str, seats: int) -> None:
    t, games, who = questions(key, seats, 200)
    packed = pack(games)
    found = candidates(t, packed, who)
    rows = choose(found, np.random.default_rng(5).random(len(found.code)))
    take(t, packed, who, found, rows)
    after = []
    for game, seat, row in zip(games, who, rows):
        codes = [int(found.code[row]), *(PICK + int(p) for p in found.picks[row] if p >= 0)]
        for code in codes:
            game = game.apply(seat, decision_of(code, game.variant.page(seat))).game
        after.append(game)
    expected = arrays(pack(after))
    for name, array in arrays(packed).items():
        if name not in ("seed", "number"):
            assert (array == expected[name]).all(), name


def test_some_decisions_bring_two_ties_or_more() -> None:
    t, games, who = questions("crowded_pairs", 3, 200)
    assert (candidates(t, pack(games), who).picks >= 0).sum(axis=1).max() >= 2


def test_a_seat_that_owes_nothing_has_no_candidates() -> None:
    t, games, _ = questions("bonus_pairs", 3, 60)
    other = [next((s for s in range(3) if s not in game.waiting), -1) for game in games]
    idle = [(game, seat) for game, seat in zip(games, other) if seat >= 0]
    found = candidates(t, pack([game for game, _ in idle]), [seat for _, seat in idle])
    assert len(idle) > 10
    assert found.starts.tolist() == [0] * (len(idle) + 1)
    assert len(found.code) == 0


def test_a_game_alone_has_the_candidates_that_it_has_among_others() -> None:
    t, games, who = questions("crowded_pairs", 3, 200)
    together = candidates(t, pack(games), who)
    most = np.argsort(np.diff(together.starts))[-20:]
    for i in most.tolist():
        alone = candidates(t, pack([games[i]]), [who[i]])
        assert found_in(alone, 0) == found_in(together, i)
    assert np.diff(together.starts).max() > t.most_legal
