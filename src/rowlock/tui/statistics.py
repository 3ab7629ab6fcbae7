"""The games of one person in a terminal: tables of means, how it went over time, best and worst."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rowlock.review.statistics import GameStats, Means, PlayerStats
from rowlock.tui.columns import aligned, cut, wrapped
from rowlock.tui.graph import sparkline
from rowlock.tui.ink import Ink
from rowlock.tui.review import amount, told_amount
from rowlock.tui.words import ENGLISH, Words

__all__ = ["draw_games", "draw_others", "draw_stats"]

_NAME = 24  # columns
_MOST_NAMES = 8


def draw_stats(
    stats: PlayerStats, ink: Ink, encoding: str = "ascii", words: Words = ENGLISH
) -> Iterator[str]:
    """All of it, line by line."""
    games = words.count("stats.games", len(stats.games))
    days = [game.date for game in stats.games if game.date]
    key = "stats.alone" if stats.unit == "points" else "stats.head"
    head = words(key, name=cut(words.called(stats.name), _NAME), games=games)
    if days:
        head += words("stats.days", first=cut(days[0], _NAME), last=cut(days[-1], _NAME))
    yield from map(ink.strong, wrapped(head))
    yield ""
    yield from _table(stats, ink, words)
    yield ""
    line = sparkline([game.errors for game in stats.games], encoding)
    yield from wrapped(words("stats.trend", line=line))
    halves = stats.halves
    if halves:
        first, second = (told_amount(half.errors, stats.unit, words) for half in halves)
        yield from wrapped(words("stats.halves", first=first, second=second))
        for said, game in (("stats.best", stats.best), ("stats.worst", stats.worst)):
            given = told_amount(game.errors, stats.unit, words)
            yield from wrapped(words(said, source=game.source, given=given))


def _table(stats: PlayerStats, ink: Ink, words: Words) -> Iterator[str]:
    heads = ["stats.games_head", "stats.won", "review.points", "stats.luck", "review.head_given"]
    rows = [["", *map(words, heads)], _row(words("stats.all"), stats.all, stats, words)]
    if len(stats.by_variant) > 1:
        rows += [_row(name, means, stats, words) for name, means in stats.by_variant.items()]
    for name, means in stats.by_opponent.items():
        rows.append(
            _row(words("stats.against", name=cut(words.called(name), _NAME)), means, stats, words)
        )
    if stats.unit == "points":  # there is nobody to win against
        rows = [[*row[:2], *row[3:]] for row in rows]
    first, *lines = aligned(rows)
    yield ink.strong(first)
    yield from lines


def _row(label: str, means: Means, stats: PlayerStats, words: Words) -> list[str]:
    return [
        cut(label, _NAME + 8),
        str(means.games),
        amount(means.result, stats.unit, words),
        words.decimal(means.points),
        amount(means.luck, stats.unit, words, signed=True),
        amount(means.errors, stats.unit, words),
    ]


def draw_games(stats: PlayerStats, ink: Ink, words: Words = ENGLISH) -> Iterator[str]:
    """Every game in a line, in the order in which they were played."""
    heads = ["stats.game", "stats.day", "stats.won", "review.points", "stats.luck"]
    rows = [[*map(words, heads), words("review.head_given")]]
    rows += [_game(game, words) for game in stats.games]
    if stats.unit == "points":
        rows = [[*row[:2], *row[3:]] for row in rows]
    first, *lines = aligned(rows, left=2)
    yield ink.strong(first)
    yield from lines


def _game(game: GameStats, words: Words) -> list[str]:
    return [
        cut(game.source, _NAME, from_left=True),
        cut(game.date, 10),
        amount(game.result, game.unit, words),
        str(game.points),
        amount(game.luck, game.unit, words, signed=True),
        amount(game.errors, game.unit, words),
    ]


def draw_others(names: Sequence[str], words: Words = ENGLISH) -> list[str]:
    """Who else could be asked about; of many the most frequent."""
    shown = [cut(words.called(name), _NAME) for name in names[:_MOST_NAMES]]
    if len(names) > _MOST_NAMES:
        shown.append("...")
    return wrapped(words("stats.others", names=", ".join(shown)))
