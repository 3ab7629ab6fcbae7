"""Both engines side by side: what the readable one said is kept, and asked of the fast one.

`Twins` takes stories of one variant and number of seats. All their games are packed into arrays
once; then the fast engine makes the same moves in all of them at once, and every array must come
out as the readable engine's next game packs. The first difference is told as a record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.errors import RowlockError
from rowlock.fast import Tables, compile_variant
from rowlock.fast.bulk import apply_decisions, legal_decisions, points, refreshed, set_rolls
from rowlock.fast.sheets import Sheets
from rowlock.fast.tables import NOTHING, Int64s, code_of, decision_of
from rowlock.fast.turns import Games
from rowlock.moves import Decision, Mark, Pass, Pick
from rowlock.positions import pack
from rowlock.record import Played
from rowlock.sheet import COLOURS, Page, Sheet
from tests.twins.stories import Story, alike
from tests.twins.telling import report

__all__ = ["Differ", "Twins", "arrays", "codes_of", "compare", "copied"]

BY_GAME = ("active", "turn", "phase", "roll", "closed", "waiting", "seed", "number")
"""The arrays that have one row a game; all others have one a sheet."""
_UNPACKED = ("seed", "number", "draws")
"""What the readable engine knows nothing of; a move leaves it as it is."""


class Differ(AssertionError):
    """The engines do not agree; the text is the game as a record, and what each says."""


class _Said(NamedTuple):
    """What the engines say about the game at a place, field by field."""

    place: int
    field: str
    readable: object
    fast: object


class Twins:
    """What the readable engine says about stories, as arrays to be compared with."""

    def __init__(self, stories: Sequence[Story]) -> None:
        self.stories = stories
        self.games = [game for story in stories for game in story.games]
        self.variant, self.seats = self.games[0].variant, self.games[0].seats
        self.packed = pack(self.games)
        self.positions = 0
        codes = [codes_of(self.variant.page(seat)) for seat in range(self.seats)]
        count = len(self.games)
        self.who = np.zeros(count, np.int64)
        self.codes = np.full(count, NOTHING, np.int64)
        self.rolls = np.ones((count, 6), np.int64)
        self.moved = np.zeros(count, bool)
        legal: list[int] = []
        counts = []
        place = 0
        for story in stories:
            for game, move in zip(story.games, story.moves):
                self.moved[place] = True
                allowed: tuple[Decision, ...] = ()
                if isinstance(move, Played):
                    self.positions += 1
                    self.who[place] = move.seat
                    self.codes[place] = codes[move.seat][move.decision]
                    allowed = game.legal(move.seat)
                else:
                    dice = (*move.whites, *move.colours)
                    self.rolls[place] = [die or 1 for die in dice]
                legal += [codes[self.who[place]][decision] for decision in allowed]
                counts.append(len(allowed))
                place += 1
            end = story.games[-1]
            legal += [codes[0][decision] for decision in end.legal(0)]
            counts.append(len(end.legal(0)))
            place += 1
        self.legal = np.array(legal, np.int64)
        self.counts = np.array(counts, np.int64)
        self.totals = self._totals()

    def _totals(self) -> Int64s:
        # Most sheets go through many games unchanged: each is counted once.
        known: dict[int, int] = {}
        totals = []
        for game in self.games:
            for sheet in game.sheets:
                if id(sheet) not in known:
                    known[id(sheet)] = self.variant.tally(sheet).total
                totals.append(known[id(sheet)])
        return np.array(totals, np.int64)

    def check(self, t: Tables | None = None) -> int:
        """How many positions were compared; the engine may be given other tables."""
        t = compile_variant(self.variant) if t is None else t
        said = list(self._differences(t))
        if said:
            place = min(difference.place for difference in said)
            raise Differ(self._told([d for d in said if d.place == place]))
        return self.positions

    def _differences(self, t: Tables) -> Iterator[_Said]:
        start = refreshed(t, copied(self.packed))
        yield from self._legal(t, start)
        yield from self._points(t, start)
        after = copied(start)
        try:
            set_rolls(t, after, self.rolls)
        except RowlockError as error:
            place = int(np.argmax((self.rolls > t.faces).any(axis=1)))
            yield _Said(place, "roll", "possible", error)
            return
        for place in self._apply(t, after):
            yield _Said(place, "decision", "legal", "illegal")
        yield from self._arrays(start, after)

    def _legal(self, t: Tables, games: Games) -> Iterator[_Said]:
        codes, counts = legal_decisions(t, games, self.who)
        starts = np.cumsum(self.counts) - self.counts
        width = codes.shape[1]
        expected = np.full((len(counts), max(width, int(self.counts.max()))), NOTHING, np.int64)
        inside = np.arange(expected.shape[1]) < self.counts[:, None]
        expected[inside] = self.legal
        wrong = counts != self.counts
        wrong |= (expected[:, width:] != NOTHING).any(axis=1)
        wrong |= (expected[:, :width] != codes).any(axis=1)
        for place in np.flatnonzero(wrong)[:1]:
            begin = starts[place]
            yield _Said(
                int(place),
                f"legal for seat {self.who[place] + 1}",
                self._named(place, self.legal[begin : begin + self.counts[place]]),
                self._named(place, codes[place, : counts[place]]),
            )

    def _named(self, place: int, codes: NDArray[Any]) -> str:
        page = self.variant.page(int(self.who[place]))
        return " ".join(str(decision_of(int(code), page)) for code in codes) or "nothing"

    def _points(self, t: Tables, games: Games) -> Iterator[_Said]:
        found = points(t, games.sheets)
        for k in np.flatnonzero(found != self.totals)[:1]:
            place, seat = divmod(int(k), self.seats)
            yield _Said(place, f"points of seat {seat + 1}", int(self.totals[k]), int(found[k]))

    def _apply(self, t: Tables, games: Games) -> list[int]:
        """Apply all decisions; the places of those refused, which are left out."""
        refused: list[int] = []
        try:
            apply_decisions(t, games, self.who, self.codes)
        except RowlockError:
            allowed, _ = legal_decisions(t, games, self.who)
            good = (allowed == self.codes[:, None]).any(axis=1) | (self.codes == NOTHING)
            refused = np.flatnonzero(~good).tolist()
            apply_decisions(t, games, self.who, np.where(good, self.codes, NOTHING))
        return refused

    def _arrays(self, start: Games, after: Games) -> Iterator[_Said]:
        known = arrays(start)
        moved = np.flatnonzero(self.moved)
        for name, found in arrays(after).items():
            rows = known[name][moved if name in _UNPACKED else moved + 1]
            differ = (rows != found[moved]).any(axis=1)
            for n in np.flatnonzero(differ)[:1]:
                yield from self._fields(int(moved[n]), name, rows[n], found[moved[n]])

    def _fields(
        self, place: int, name: str, readable: NDArray[Any], fast: NDArray[Any]
    ) -> Iterator[_Said]:
        """What differs in an array, seat by seat if it has so many."""
        if name in BY_GAME:
            yield _Said(place, name, readable.tolist(), fast.tolist())
            return
        both = (readable.reshape(self.seats, -1), fast.reshape(self.seats, -1))
        for seat, (mine, theirs) in enumerate(zip(*both)):
            if (mine != theirs).any():
                said = [values.tolist() for values in (mine, theirs)]
                if name.endswith("marks"):
                    page = self.variant.page(seat)
                    said = [str(Sheet(page, tuple(marks))) for marks in said]
                yield _Said(place, f"{name} of seat {seat + 1}", *said)

    def _told(self, said: list[_Said]) -> str:
        place = said[0].place
        for story in self.stories:
            if place < len(story.games):
                break
            place -= len(story.games)
        lines = [f"{d.field}: readable {d.readable}, fast {d.fast}" for d in said]
        return report(story, place, lines)


def compare(stories: Sequence[Story]) -> int:
    """Compare the engines on stories of any sort; how many positions there were."""
    return sum(Twins(sort).check() for sort in alike(stories))


def codes_of(page: Page) -> dict[Decision, int]:
    """Every decision there is on a page, with its number."""
    marks = [Mark.of(cell, offered) for cell in page.cells.values() for offered in (False, True)]
    decisions: list[Decision] = [*marks, *(Pick(row) for row in COLOURS), Pass()]
    return {decision: code_of(decision, page) for decision in decisions}


def arrays(games: Games) -> dict[str, NDArray[Any]]:
    """Every array by its name, with one row a game; effects behind the last one are hidden."""
    found = games._asdict()
    sheets = games.sheets._asdict()
    del found["sheets"], found["seats"]
    places = np.arange(sheets["effects"].shape[1])
    sheets["effects"] = np.where(places < sheets["waits"][:, None], sheets["effects"], -1)
    count = len(games.turn)
    return {name: array.reshape(count, -1) for name, array in {**sheets, **found}.items()}


def copied(games: Games) -> Games:
    """The same games in arrays of their own."""
    parts: dict[str, Any] = {
        name: array.copy()
        for name, array in games._asdict().items()
        if name not in ("sheets", "seats")
    }
    sheets = Sheets._make(array.copy() for array in games.sheets)
    return Games(sheets=sheets, seats=games.seats, **parts)
