"""Plays a million keen games of every variant and writes down what they tell: `make facts`.

Every number on the page comes from the run; the words around them hold whatever they are.
"""

from __future__ import annotations

import argparse
import math
import textwrap
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from reports import DOCS, RULES, left_out
from reports.plots import SCORES, TURNS, WINS, Plot, draw
from reports.series import PLAYER, SEATS, Extreme, Series, alike, mean, play_all, quantile, spread
from reports.tables import table

__all__ = ["QUESTIONS", "Question", "main", "page", "replay_command"]

GAMES = 1_000_000
SEED = 1
_WIDTH = 90


class Question(NamedTuple):
    """One table: what is asked, what one should know, the answer of one series, and plots."""

    title: str
    words: str
    answer: Callable[[Series], str]
    plots: tuple[Plot, ...] = ()


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _number(value: float, digits: int = 0) -> str:
    return f"{value:,.{digits}f}".replace("-", "\N{MINUS SIGN}")


def _usual(values: Counter[int]) -> str:
    """The median, and where nine of ten lie."""
    low, middle, high = (_number(quantile(values, share)) for share in (0.05, 0.5, 0.95))
    return f"{middle} ({low} to {high})"


def _seen(extreme: Extreme, series: Series) -> str:
    return f"{_number(extreme.points)} in `{series.seed}:{extreme.game}`"


QUESTIONS = (
    Question(
        "How many points does a sheet bring?",
        "The mean of all sheets, and in brackets the spread (the standard deviation).",
        lambda s: f"{_number(mean(s.scores), 1)} ({_number(spread(s.scores), 1)})",
    ),
    Question(
        "What is a usual score?",
        "The median, which is the score in the middle of all sheets, and in brackets where nine of "
        "ten sheets lie: about one in twenty has less, and one in twenty more.",
        lambda s: _usual(s.scores),
        (SCORES,),
    ),
    Question(
        "Who wins?",
        "The share of wins in per cent, seat by seat; whoever is named first rolls first. Two "
        "who tie get half a win each, three a third.",
        lambda s: " / ".join(map(_percent, s.win_shares)),
    ),
    Question(
        "Is it good to roll first?",
        "How many more games in a hundred the first seat wins than it would if seats did not "
        "matter. The white dice of every roll are for everybody, but the colours only for whoever "
        "rolls: when a game stops in the middle of a round, the first seats have had a turn more.",
        lambda s: f"{100 * s.advantage:+.2f}".replace("-", "\N{MINUS SIGN}"),
        (WINS,),
    ),
    Question(
        "How often is it a tie?",
        "Games in a hundred in which the highest score stands on more than one sheet.",
        lambda s: _percent(s.tied / s.counts.games),
    ),
    Question(
        "How long is a game?",
        "The mean number of turns (one roll each, whoever rolls), and in brackets the spread.",
        lambda s: f"{_number(mean(s.turns), 1)} ({_number(spread(s.turns), 1)})",
    ),
    Question(
        "How short, how long?",
        "The fewest and the most turns of any game that was played.",
        lambda s: f"{min(s.turns)} to {max(s.turns)}",
        (TURNS,),
    ),
    Question(
        "How does it end?",
        "Games in a hundred that end because enough rows are closed. All others end because "
        "somebody has missed too often.",
        lambda s: _percent(s.by_locks),
    ),
    Question(
        "Which rows are closed?",
        "The chance in per cent that a row is closed when the game is over: red / yellow / green "
        "/ blue. Of two crosses that lose as many cells keen takes the one in the upper row, so "
        "these are not all alike even where the rows are.",
        lambda s: " / ".join(f"{100 * share:.0f}" for share in s.closed),
    ),
    Question(
        "How many misses?",
        "The mean number of misses on a sheet when the game is over.",
        lambda s: _number(mean(s.counts.players[PLAYER].misses), 2),
    ),
    Question(
        "The best sheet",
        "The highest score that was seen, and the first game in which it was, as seed:game.",
        lambda s: _seen(s.highest, s),
    ),
    Question(
        "The worst sheet",
        "The lowest score that was seen, and the first game in which it was.",
        lambda s: _seen(s.lowest, s),
    ),
)


def page(found: Sequence[Series], command: str) -> str:
    """The whole page."""
    games = found[0].counts.games
    parts = [
        "# Facts about keen games",
        _wrapped(
            f"What is a good score? Does it help to roll first? How long does it take? Here are "
            f"{games * len(found):,} games that answer: {games:,} of every variant with two, "
            f"three, four and five at the table, each played by the rules to its end."
        ),
        _wrapped(
            "All of them were played by the bot `keen`, who is a plain player and not a strong "
            "one. Keen crosses where the fewest cells are lost, skips at most one cell if it can "
            "help it, takes every lock, and avoids misses. It does not work out chances, hurry, "
            "wait, or look at what the others have. So these are facts about keen games: what "
            "somebody reaches who thinks ahead is another question."
        ),
        "## In short",
        _short(found),
        _wrapped(_about_tables(found)),
    ]
    for question in QUESTIONS:
        parts += [f"## {question.title}", _wrapped(question.words), _table(found, question.answer)]
        parts += [f"![{plot.told}](pictures/{plot.file})" for plot in question.plots]
    parts += ["## How this was counted", *_closing(found, command)]
    return "\n\n".join(parts) + "\n"


def _about_tables(found: Sequence[Series]) -> str:
    """What to know of the variants, as far as it is so."""
    small: dict[int, list[str]] = {}
    for series in found:
        name, most = series.variant.name, series.variant.players[1]
        if most < max(SEATS) and name not in small.setdefault(most, []):
            small[most].append(name)
    told = [f"In the tables stand the variants, and to the right of them the seats. {left_out()}"]
    for most, names in small.items():
        told.append(
            f"With more than {most} at the table, {_listed(names)} {_are(names)} played beyond "
            f"what the box says."
        )
    for names in alike(found):
        if len(names) > 1:
            told.append(
                f"{_listed(names)} are the same game on different paper, so with the same dice "
                f"every figure is the same."
            )
    return " ".join(told)


def _short(found: Sequence[Series]) -> str:
    """The figures that stand out."""
    two = [series for series in found if series.seats == SEATS[0]]
    plain = two[0]

    def points(series: Series) -> float:
        return mean(series.scores)

    def turns(series: Series) -> float:
        return mean(series.turns)

    def told(measure: Callable[[Series], float], series: Series) -> str:
        return f"{series.variant.name} ({_number(measure(series), 1)})"

    seat = max(found, key=lambda s: abs(s.advantage))
    best = max(found, key=lambda s: s.highest.points)
    worst = min(found, key=lambda s: s.lowest.points)
    lines = [
        f"Two keen players of {plain.variant.name} bring home {_number(points(plain), 1)} points "
        f"each, and need {_number(turns(plain), 1)} turns for it.",
        f"With two at the table the most points are in {told(points, max(two, key=points))}, the "
        f"fewest in {told(points, min(two, key=points))}.",
        f"The most turns take {told(turns, max(two, key=turns))}, the fewest "
        f"{told(turns, min(two, key=turns))}.",
        f"Where rolling first matters most, in {_game(seat)}, that seat wins "
        f"{_percent(seat.win_shares[0])} % of the games; {_percent(1 / seat.seats)} % would be "
        f"its share.",
        f"The best sheet of all has {_number(best.highest.points)} points ({_game(best)}), the "
        f"worst {_number(worst.lowest.points)} ({_game(worst)}).",
    ]
    return "\n".join(
        textwrap.fill(line, _WIDTH, initial_indent="- ", subsequent_indent="  ") for line in lines
    )


def _game(series: Series) -> str:
    return f"{series.variant.name} with {series.seats} seats"


def _closing(found: Sequence[Series], command: str) -> list[str]:
    """Where the figures come from, how sure they are, and how to check them."""
    games = found[0].counts.games
    errors = (
        max(series.score_error() for series in found),
        max(spread(series.turns) for series in found) / math.sqrt(games),
        100 * 0.5 / math.sqrt(games),  # no share has a larger one
    )
    points, turns, percent = (f"{math.ceil(1000 * error) / 1000:.3f}" for error in errors)
    best = max(found, key=lambda s: s.highest.points)
    return [
        f"The page and its pictures were written, every figure of them, by\n\n"
        f"```console\n$ {command}\n```",
        _wrapped(
            f"The seed is {found[0].seed}, so whoever runs this again gets the same. Other dice "
            f"would give other figures, and here is how far off these may be: the standard error "
            f"is at most {points} points for a mean score, {turns} turns for a mean length, and "
            f"{percent} for what is told in per cent or in a hundred. The truth is rarely further "
            f"away than twice that."
        ),
        _wrapped(
            "A game's dice follow from the seed and its number alone. So games of the same number "
            "have the same dice in all variants whose dice have as many faces, and any game named "
            "on this page can be seen move by move, such as the one with the best sheet of all:"
        ),
        f"```console\n$ {replay_command(best, best.highest)}\n```",
    ]


def replay_command(series: Series, extreme: Extreme) -> str:
    """How to see the game of a sheet that stands out."""
    seats = ",".join([PLAYER] * series.seats)
    return (
        f"rowlock replay --batch {series.seed}:{extreme.game} --variant {series.variant.key} "
        f"--seats {seats}"
    )


def _table(found: Sequence[Series], answer: Callable[[Series], str]) -> str:
    """Variants down, seats across."""
    rows = [["Variant", *(f"{seats} seats" for seats in SEATS)]]
    for key in dict.fromkeys(series.variant.key for series in found):
        own = {series.seats: series for series in found if series.variant.key == key}
        name = f"[{own[SEATS[0]].variant.name}]({RULES}/en/{key}.md)"
        rows.append([name, *(answer(own[seats]) for seats in SEATS)])
    return table(rows)


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _are(names: Sequence[str]) -> str:
    return "are" if len(names) > 1 else "is"


def _wrapped(words: str) -> str:
    return textwrap.fill(words, _WIDTH, break_on_hyphens=False, break_long_words=False)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, draw and write."""
    parser = argparse.ArgumentParser(description="Writes docs/facts.md and its pictures.")
    parser.add_argument("--games", type=int, default=GAMES, help="of each kind (a million)")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of all dice ({SEED})")
    parser.add_argument("--to", type=Path, default=DOCS, help="another folder than docs")
    options = parser.parse_args(arguments)
    if options.games < 1:
        parser.error(f"--games: expected at least 1, not {options.games}")
    found = play_all(options.games, options.seed)
    changed = (options.games, options.seed) != (GAMES, SEED)
    command = f'make facts ARGS="--games {options.games} --seed {options.seed}"'
    text = page(found, command if changed else "make facts")
    (options.to / "pictures").mkdir(parents=True, exist_ok=True)
    for question in QUESTIONS:
        for plot in question.plots:
            draw(plot, found, options.to / "pictures" / plot.file)
    (options.to / "facts.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
