"""What a seat is best advised to decide, worked out from nothing but what it may see.

What was trained needs numpy; nothing here imports it before it is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from rowlock.announcing import with_announced
from rowlock.bots import ADVISER, DEFAULT_OPPONENT
from rowlock.errors import UnknownPlayer
from rowlock.events import Seat
from rowlock.game import Game, Phase
from rowlock.languages import Text
from rowlock.moves import Decision, Pass, Pick
from rowlock.players import bot_name, evaluate, find_player
from rowlock.players.packed import find_caveat
from rowlock.server.shown import Basis
from rowlock.server.table import Table

if TYPE_CHECKING:
    from rowlock.review import Option

__all__ = ["Advice", "Warned", "advise", "warn"]

_KNOWN = ("values", "crowd", "chosen")
"""On what basis values are known."""

_PASS = Pass()
_Others: TypeAlias = Mapping[Seat, tuple[Decision, ...]]
"""What the others may do in the white action, as far as the seat can guess."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a seat may decide, the best first; a single decision where nothing is known."""

    basis: Basis
    decisions: tuple[Decision, ...]
    options: tuple[Option, ...] = ()  # one for each decision, if something is known
    then: Mapping[Decision, Decision] = field(default_factory=dict)  # the best colour after a white
    by: str = ""  # the name of the bot that would decide so, if nothing is known
    reason: Text | None = None


@dataclass(frozen=True, slots=True)
class Warned:
    """A decision that gives much away, and what would be best."""

    played: Option
    best: Option
    reason: Text | None = None


def advise(table: Table, seat: Seat, phase: Phase) -> Advice | None:
    """What this seat is best advised to decide now, or ahead for its colour action.

    Nothing, if that colour action will never come. What was trained knows a white action in which
    all decide at once, so it does not look at announced locks then: it expects them anyway.
    """
    tied = table.game is not None and bool(table.own(seat).pending[seat])
    seen, basis = _seen(table, seat, phase, tied=tied), _basis(table)
    known = basis in _KNOWN
    game = _before(seen, seat, phase, known)
    if game is None:
        return None
    if not known:
        plain = find_player(DEFAULT_OPPONENT).decide(game.view(seat), seat)
        return Advice(basis, (plain,), by=bot_name(DEFAULT_OPPONENT))
    from rowlock.review.reasons import praise

    options = _options(game, seat)
    decisions = tuple(option.decision for option in options)
    reason = praise(game.view(seat), seat, options)
    return Advice(basis, decisions, options, _colours(game, seat, decisions), reason=reason)


def warn(table: Table, seat: Seat, phase: Phase, decision: Decision) -> Warned | None:
    """What is to be said before this seat takes this decision: nothing, unless it is a blunder."""
    if _basis(table) not in _KNOWN:
        return None
    seen = _seen(table, seat, phase, tied=isinstance(decision, Pick))
    game = _before(seen, seat, phase, known=True)
    options = _options(game, seat) if game else ()
    for option in options:
        if option.decision == decision and _is_blunder(options[0], option):
            from rowlock.review.reasons import explain

            assert game is not None  # there are options
            return Warned(option, options[0], explain(game.view(seat), seat, options, decision))
    return None


def _is_blunder(best: Option, played: Option) -> bool:
    from rowlock.review import grade_of

    return grade_of(best.worth - played.worth) == "blunder"


def _options(game: Game, seat: Seat) -> tuple[Option, ...]:
    from rowlock.review import Option

    judged = evaluate(game, seat)
    return tuple(Option(one.decision, one.win, one.score) for one in judged)


def _basis(table: Table) -> Basis:
    try:
        caveat = find_caveat([ADVISER], table.setup.variant, len(table.seats))
    except UnknownPlayer:
        return "packages"
    # Levels that were not measured do not matter: the adviser is none.
    return "values" if caveat is None or caveat.why == "unmeasured" else caveat.why


# The game as the seat sees it


def _seen(table: Table, seat: Seat, phase: Phase, *, tied: bool) -> Game:
    """The game with what everybody was told, announced locks included as far as everybody can work
    them out, and of what is sealed only the seat's own, if it is asked to go on with that.
    """
    game = table.game
    assert game is not None
    others = {other: rows for other, rows in table.announced.items() if other != seat}
    game = with_announced(game, others)
    if tied or game.phase is not phase:
        for decision in table.sealed.get(seat, ()):
            game = game.apply(seat, decision).game
    return game


def _before(seen: Game, seat: Seat, phase: Phase, known: bool) -> Game | None:
    """The game in which the decision is taken: for a colour ahead, after a likely white action."""
    if seen.phase is phase:
        return seen
    passes = dict.fromkeys(range(seen.seats), (_PASS,))
    likely = _likely(seen, seat) if known else passes
    return _after_white(seen, seat, likely) or _after_white(seen, seat, passes)


def _likely(game: Game, seat: Seat) -> _Others:
    """What the others would do by the values that advise this seat."""
    likely: dict[Seat, tuple[Decision, ...]] = {}
    for other in game.to_move() - {seat}:
        after, said = game.view(other), list[Decision]()
        while other in after.to_move() and after.phase is Phase.WHITE:
            said.append(evaluate(after, other)[0].decision)
            after = after.apply(other, said[-1]).game
        likely[other] = tuple(said)
    return likely


def _after_white(game: Game, seat: Seat, others: _Others) -> Game | None:
    """The game in the colour action of a seat that has decided; none if it is over before."""
    for other in sorted(game.to_move() - {seat}):
        for decision in others[other]:
            game = game.apply(other, decision).game
    return game if game.phase is Phase.COLOUR else None


def _colours(game: Game, seat: Seat, decisions: tuple[Decision, ...]) -> dict[Decision, Decision]:
    """What the seat that rolled should do with its colours after each of its white decisions."""
    if game.phase is not Phase.WHITE or seat != game.active or game.pending[seat]:
        return {}
    likely, best = _likely(game, seat), dict[Decision, Decision]()
    for decision in decisions:
        after = game.apply(seat, decision).game
        colour = None if after.pending[seat] else _after_white(after, seat, likely)
        if colour is not None and len(colour.legal(seat)) > 1:
            best[decision] = evaluate(colour, seat)[0].decision
    return best
