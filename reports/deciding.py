"""The words of the page of bots: how each of them decides, and what they do not know."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from reports import RULES
from reports.meetings import KEY, STRONG, Measured
from reports.tables import table
from rowlock.arena import Estimate
from rowlock.bots import all_bots
from rowlock.fast.net import DEEP, MOST_SEATS, NARROW, WIDE
from rowlock.variant import find_variant

__all__ = ["exploit", "how", "levels", "limits", "link", "percent", "who", "wrapped"]

_WIDTH = 90


def who() -> str:
    """The table of players."""
    told = [[f"`{bot.code}`", bot.about] for bot in all_bots()]
    return table([["code", "how it decides"], *told])


def levels() -> str:
    """How the levels are made."""
    strongest_first = sorted((bot.noise, bot.code) for bot in all_bots() if bot.noise)
    told = ", ".join(f"{noise:g} for `{code}`" for noise, code in strongest_first)
    return wrapped(
        f"The levels are made by honest chance: to what `oracle` thinks each decision is worth "
        f"(the logarithm of its odds to win) a random number is added, and the highest sum is "
        f"taken. How large these numbers are is all that differs: {told}. So a weaker level "
        f"mistakes decisions that are nearly as good for each other often, and gross ones seldom. "
        f"No level is given better or worse dice."
    )


def how(found: Sequence[Measured]) -> list[str]:
    """The network, what is looked ahead, and where the weights come from."""
    most = max(measured.about.count for measured in found)
    least = min(measured.about.count for measured in found)
    games = [[link(m), f"{m.about.games:,}", m.about.seats, m.about.date] for m in found]
    return [
        wrapped(
            f"A small network looks at the table from one seat's side and says four things: the "
            f"chance to win (a shared win is a part of one), the place, the points, and the "
            f"margin. A sheet is a handful of features: how far each row has come and how many "
            f"crosses it has, or that it is closed, the misses, the bonuses, and who is to roll. "
            f"Each feature is a row in a table of learned numbers, and a sheet is their sum: "
            f"{WIDE} numbers for one's own, {NARROW} for each other seat, which are added up, so "
            f"that any number of opponents fits in any order. A layer of {DEEP} and four heads "
            f"follow. That is {least:,} to {most:,} learned numbers in a variant."
        ),
        wrapped(
            "Every decision is followed to the end of the turn: the one to roll takes the white "
            "and the colour action together. What the others will do in the white action is "
            "sealed, so it is first worked out what each of them would do, by the same network, "
            "if everybody else passed; then one's own decisions are valued as if they did that. "
            "Where the game is over, the points decide and not the network. Further than the end "
            "of the turn nothing is looked ahead; the network knows what usually comes of it."
        ),
        wrapped(
            "It learned by playing against itself, from what the games ended with; "
            "[training](../training/README.md) tells how, and how to train it for a variant of "
            "your own. The weights that ship were learned from this many games:"
        ),
        table([["Variant", "games", "seats", "date"], *games]),
        wrapped(
            "`hint` in `rowlock play` shows what it thinks of your decisions, and "
            "`rowlock.players.evaluate(game, seat)` gives it to programs."
        ),
    ]


class Tried(NamedTuple):
    """An opponent that was trained only to beat the weights that ship."""

    key: str
    games: int  # that it learned from
    where: str
    date: str
    won: float  # per cent of 200,000 games against these weights
    sure: float  # to each side, with 95 %


TRIED = (
    Tried("classic", 4_620_288, "430 s, 6 cores and an H200", "2026-11-15", 49.81, 0.16),
    Tried("longo", 3_678_208, "1,700 s, 2 shared cores", "2026-11-16", 49.74, 0.16),
    Tried("bonus_chain", 4_362_240, "2,000 s, 2 shared cores", "2026-11-16", 49.97, 0.15),
)


def exploit() -> list[str]:
    """What opponents reached that were trained to beat the weights."""
    rows = [["Variant", "games it learned from", "time", "date", "it won"]]
    rows += [
        [find_variant(t.key).name, f"{t.games:,}", t.where, t.date, f"{t.won:.2f} % ± {t.sure:.2f}"]
        for t in TRIED
    ]
    return [
        wrapped(
            "Could somebody beat it who knows exactly how it plays? Fresh networks, of the same "
            "kind, were trained only to beat the weights that ship, with two seats, each with "
            "about as many games as those had learned from. Then they played 200,000 games "
            "against them:"
        ),
        table(rows),
        wrapped(
            "Less than half is won, so they found nothing to exploit. These figures are not of "
            "this page's run, but of"
        ),
        "```console\n"
        f"$ python -m training {KEY} --seconds 430 --threads 6 --against FILE.weights "
        "--out opponent.weights\n"
        "$ python -m training.measure opponent.weights --against FILE.weights --games 200000\n"
        "```",
    ]


def limits(duels: Mapping[str, Estimate], found: Sequence[Measured]) -> str:
    """What one should not believe."""
    keen = percent(duels["keen"].value)
    fewest = min(found, key=lambda measured: measured.about.games)
    lines = [
        f"The best is not far above the plain: `{STRONG}` wins {keen} against `keen` in "
        f"{find_variant(KEY).name}, since so much is luck.",
        "The weaker levels err by chance, evenly and everywhere. People err otherwise: they "
        "overlook a die, love a colour, or hurry at the end.",
        f"Weights are for two to {MOST_SEATS} seats; a larger table is valued as if it had "
        f"{MOST_SEATS}. Alone, and for a variant without weights, the trained players play as "
        f"`ga`, and say so.",
        "The others are assumed to answer in the white action as it would itself in their place, "
        "if nobody else moved. Whoever plays otherwise is misjudged by that much.",
        f"That it could not be exploited was tried in {len(TRIED)} variants, with two seats, by a "
        "network of the same kind. Somebody of another kind may find what that one did not.",
        f"Variants were trained with different numbers of games ({fewest.variant.name} with the "
        f"fewest, {fewest.about.games:,}); more might still help there.",
        "With more than two at the table there is no best play to speak of: what is best depends "
        "on what the others do, and it has only learned from tables of its own kind.",
    ]
    return "\n".join(
        textwrap.fill(
            line,
            _WIDTH,
            initial_indent="- ",
            subsequent_indent="  ",
            break_on_hyphens=False,
            break_long_words=False,
        )
        for line in lines
    )


def link(measured: Measured) -> str:
    """A variant's name, leading to its rules."""
    return f"[{measured.variant.name}]({RULES}/en/{measured.variant.key}.md)"


def percent(share: float, digits: int = 1) -> str:
    """A share in words."""
    return f"{100 * share:.{digits}f} %"


def wrapped(words: str) -> str:
    """A paragraph in lines of the usual width."""
    return textwrap.fill(words, _WIDTH, break_on_hyphens=False, break_long_words=False)
