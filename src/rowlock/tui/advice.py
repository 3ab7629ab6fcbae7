"""What `hint` says: the best decisions, or what a plain bot would do where nothing is known."""

from __future__ import annotations

from collections.abc import Collection

from rowlock.bots import ADVISER, DEFAULT_OPPONENT, UNTRAINED
from rowlock.errors import UnknownPlayer
from rowlock.events import Seat
from rowlock.game import Game
from rowlock.moves import Pass
from rowlock.players import Judged, evaluate, find_player
from rowlock.players.packed import Caveat, find_caveat
from rowlock.tui.words import ENGLISH, Words
from rowlock.variant import Variant

__all__ = ["hint", "notes"]

_MOST = 4


def hint(game: Game, seat: Seat, words: Words = ENGLISH) -> str:
    """The best few decisions of a seat, one a line, with what is expected of each.

    Nothing that others decided in the white action is looked at, not even announced locks:
    what was trained knows a white action in which all decide at once.
    """
    why = _silence(game, words)
    if why:
        bot = DEFAULT_OPPONENT
        move = find_player(bot).decide(game.view(seat), seat)
        return words("hint.plain", bot=bot, move=move, why=why)
    judged = evaluate(game, seat)
    return "\n".join(_line(one, words) for one in judged[:_MOST])


def _silence(game: Game, words: Words) -> str:
    """Why nothing is known about this game, or nothing if something is."""
    try:
        caveat = find_caveat([ADVISER], game.variant, game.seats)
    except UnknownPlayer:
        return words("hint.packages")
    if caveat is None or caveat.why in ("crowd", "chosen"):  # the values are those of another table
        return ""
    return _because(caveat, words)


def _because(caveat: Caveat, words: Words) -> str:
    if caveat.why == "alone":
        return words("hint.alone")
    return words("hint.untrained", variant=caveat.variant)


def _line(judged: Judged, words: Words) -> str:
    points = words.count("table.points", round(judged.score))
    move = words("hint.pass") if isinstance(judged.decision, Pass) else judged.decision
    return words("hint.line", move=move, win=words.decimal(100 * judged.win), points=points)


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
        elif caveat.why == "chosen":
            printed = words.listed([text[words.language] for text in caveat.printed])
            said.append(words.count("play.chosen", number, names=names, printed=printed))
        else:
            because = _because(caveat, words)
            said.append(words.count("play.as_bot", number, names=names, bot=UNTRAINED, why=because))
    return said
