"""What `hint` says: the best decisions, or what a plain bot would do where nothing is known; and
what whoever wishes it is told before a blunder.
"""

from __future__ import annotations

from collections.abc import Collection

from rowlock.bots import ADVISER, DEFAULT_OPPONENT, UNTRAINED
from rowlock.errors import UnknownPlayer
from rowlock.events import Seat
from rowlock.game import Game
from rowlock.moves import Decision, Pass
from rowlock.players import evaluate, find_player
from rowlock.players.packed import Caveat, find_caveat
from rowlock.review import Option, grade_of
from rowlock.review.reasons import explain, praise
from rowlock.tui.columns import wrapped
from rowlock.tui.words import ENGLISH, Words
from rowlock.variant import Variant

__all__ = ["hint", "notes", "silence", "warning"]

_MOST = 4


def hint(game: Game, seat: Seat, words: Words = ENGLISH) -> str:
    """The best few decisions of a seat, one a line, with what is expected of each; then why.

    Nothing that others decided in the white action is looked at, not even announced locks:
    what was trained knows a white action in which all decide at once.
    """
    why = silence(game.variant, game.seats, words)
    if why:
        bot = DEFAULT_OPPONENT
        move = find_player(bot).decide(game.view(seat), seat)
        return words("hint.plain", bot=bot, move=move, why=why)
    options = _options(game, seat)
    reason = praise(game.view(seat), seat, options)
    lines = [_line(option, words) for option in options[:_MOST]]
    return "\n".join([*lines, *wrapped(reason[words.language])])


def warning(game: Game, seat: Seat, decision: Decision, words: Words = ENGLISH) -> str:
    """What is to be said before a decision: nothing, unless it is known to be a blunder."""
    if len(game.legal(seat)) == 1 or silence(game.variant, game.seats, words):
        return ""
    options = _options(game, seat)
    best = options[0]
    chosen = next(option for option in options if option.decision == decision)
    if grade_of(best.worth - chosen.worth) != "blunder":
        return ""
    said = words(
        "warn.blunder",
        move=_named(chosen, words),
        given=_percent(best.worth - chosen.worth, words),
        win=_percent(chosen.worth, words),
        better=_named(best, words),
        best=_percent(best.worth, words),
    )
    reason = explain(game.view(seat), seat, options, decision)
    assert reason is not None  # the best is no blunder
    return f"{said} {reason[words.language]}"


def _options(game: Game, seat: Seat) -> tuple[Option, ...]:
    judged = evaluate(game, seat)
    return tuple(Option(one.decision, one.win, one.score) for one in judged)


def silence(variant: Variant, seats: int, words: Words) -> str:
    """Why nothing is known about such a game, or nothing if something is."""
    try:
        caveat = find_caveat([ADVISER], variant, seats)
    except UnknownPlayer:
        return words("hint.packages")
    if caveat is None or caveat.why in ("crowd", "chosen"):  # the values are those of another table
        return ""
    return _because(caveat, words)


def _because(caveat: Caveat, words: Words) -> str:
    if caveat.why == "alone":
        return words("hint.alone")
    return words("hint.untrained", variant=caveat.variant)


def _line(option: Option, words: Words) -> str:
    points = words.count("table.points", round(option.score))
    win = words.decimal(100 * option.worth)
    return words("hint.line", move=_named(option, words), win=win, points=points)


def _named(option: Option, words: Words) -> str:
    decision = option.decision
    return words("hint.pass") if isinstance(decision, Pass) else str(decision)


def _percent(chance: float, words: Words) -> str:
    return f"{words.decimal(100 * chance)} %"


def notes(codes: Collection[str], variant: Variant, seats: int, words: Words) -> list[str]:
    """What is to be known before these players meet at such a table."""
    low, high = variant.players
    said = []
    if not low <= seats <= high:
        said.append(words("play.printed_for", variant=variant.name, low=low, high=high))
    caveat = find_caveat(codes, variant, seats)
    if caveat is not None:
        number, names = len(caveat.codes), words.listed(caveat.codes)
        if caveat.why == "crowd":
            said.append(words.count("play.crowd", number, names=names, high=caveat.most))
        elif caveat.why == "unmeasured":
            variants = {"variant": caveat.variant, "usual": caveat.usual}
            said.append(words.count("play.unmeasured", number, names=names, **variants))
        elif caveat.why == "chosen":
            printed = words.listed([text[words.language] for text in caveat.printed])
            said.append(words.count("play.chosen", number, names=names, printed=printed))
        else:
            because = _because(caveat, words)
            said.append(words.count("play.as_bot", number, names=names, bot=UNTRAINED, why=because))
    return said
