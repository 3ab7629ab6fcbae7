"""What a person sees at the table, line by line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from rowlock.announcing import announced_rows, colours_ahead, locking_decisions
from rowlock.events import Seat
from rowlock.game import Game, Phase
from rowlock.moves import Decision, Mark, Pass, Pick
from rowlock.sheet import Colour
from rowlock.tui.draw import colour_name, draw_dice, draw_sheet, draw_small, draw_tally
from rowlock.tui.ink import Ink
from rowlock.tui.story import tell
from rowlock.tui.words import Words

__all__ = ["Showing", "listed"]

Announced = Mapping[Seat, Collection[Colour]]


class Showing:
    """How a table is shown: what the seats are called, in which colours and words."""

    def __init__(self, names: Sequence[str], ink: Ink, words: Words) -> None:
        self.names = names
        self.ink = ink
        self.words = words

    def table(self, game: Game, seat: Seat, announced: Announced) -> Iterator[str]:
        """The table as this seat sees it, with its choices; the game is its view."""
        yield ""
        for other in range(game.seats):
            if other != seat:
                yield from self._small(game, other)
        sheet = game.sheets[seat]
        tally = draw_tally(game.tally(seat), sheet.page, self.words)
        yield self.ink.strong(f"{self.names[seat]}: {tally}")
        options = frozenset(m.cell for m in game.legal(seat) if isinstance(m, Mark))
        yield from draw_sheet(game.variant, sheet, self.ink, game.closed, options, self.words)
        if game.roll is not None:
            yield self.words.of("table.rolled", self.names[game.active], n=game.turn)
            yield f"  {draw_dice(game.roll, self.ink, self.words)}"
        yield from self.locks(announced)
        yield self._choices(game, seat)
        rows = announced_rows(announced)
        too = locking_decisions(game, seat, rows) if rows else ()
        if too:
            yield self.words("table.lock_too", moves=listed(too))
        ahead = colours_ahead(game, seat, rows, sheet)
        if game.phase is Phase.WHITE and seat == game.active and not game.pending[seat] and ahead:
            yield self.words("table.later", moves=listed(ahead))

    def locks(self, announced: Announced) -> Iterator[str]:
        """What was announced, one lock a line."""
        for seat, rows in announced.items():
            for row in rows:
                colour = colour_name(row, self.words)
                yield self.ink.strong(self.words.of("table.locks", self.names[seat], colour=colour))

    def _small(self, game: Game, seat: Seat) -> Iterator[str]:
        """Another seat in two lines."""
        points = self.words.count("table.points", game.tally(seat).total)
        misses = game.sheets[seat].misses
        yield self.words("table.other", name=self.names[seat], points=points, misses=misses)
        yield f"  {draw_small(game.sheets[seat], game.closed)}"

    def _choices(self, game: Game, seat: Seat) -> str:
        """What may be typed now."""
        legal = game.legal(seat)
        moves = listed([decision for decision in legal if not isinstance(decision, Pass)])
        if isinstance(legal[0], Pick):
            idle = listed([pick for pick in legal if pick not in game.able_picks(seat)])
            key = "table.tie_lapse" if idle else "table.tie"
            return self.words(key, moves=moves, idle=idle)
        if game.phase is Phase.WHITE:
            return self.words("table.white" if moves else "table.white_none", moves=moves)
        crossed = game.sheets[seat].crossed_since(game.before[seat])
        miss = "" if crossed else self.words("table.a_miss")
        key = "table.colour" if moves else "table.colour_none"
        return self.words(key, moves=moves, miss=miss)

    def sheets(self, game: Game) -> Iterator[str]:
        """Every sheet, whole."""
        for name, sheet in zip(self.names, game.sheets, strict=True):
            yield self.ink.strong(name)
            yield from draw_sheet(game.variant, sheet, self.ink, game.closed, words=self.words)

    def result(self, game: Game) -> Iterator[str]:
        """The final sheets and points."""
        yield ""
        yield from self.sheets(game)
        for seat, name in enumerate(self.names):
            tally = draw_tally(game.tally(seat), game.sheets[seat].page, self.words)
            yield f"{name}: {tally}"
        outcome = game.outcome()
        assert outcome is not None  # there is no result before the end
        yield self.ink.strong(tell(outcome.event(), self.names, game.variant, self.words))


def listed(decisions: Sequence[Decision]) -> str:
    """Decisions as they are typed, one after the other."""
    return " ".join(map(str, decisions))
