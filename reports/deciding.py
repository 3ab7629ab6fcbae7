"""The words of the page of bots: how each of them decides, and what they do not know."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from reports import RULES
from reports.meetings import KEY, STRONG, Measured
from reports.tables import table
from rowlock.arena import Estimate
from rowlock.bots import all_bots, level_codes
from rowlock.fast.levels import OVERLOOKS
from rowlock.fast.net import DEEP, MOST_SEATS, NARROW, WIDE
from rowlock.fast.weights import find_weights
from rowlock.variant import Variant, find_variant

__all__ = [
    "chances",
    "errors",
    "exploit",
    "how",
    "levels",
    "limits",
    "link",
    "percent",
    "who",
    "wrapped",
]

_WIDTH = 90


def who() -> str:
    """The table of players."""
    told = [[f"`{bot.code}`", bot.about] for bot in all_bots()]
    return table([["code", "how it decides"], *told])


def levels() -> list[str]:
    """How the levels are made."""
    return [
        wrapped(
            "The levels are `oracle` with errors like those of people, made by honest chance. At "
            "every decision a level may overlook rows, as if there were nothing to cross in them; "
            "but nobody overlooks a lock, and whoever would have to take a miss looks everywhere "
            "once more. What it sees it misjudges a little: to what `oracle` thinks a decision is "
            "worth (the logarithm of its odds to win) a random number is added, and the highest "
            "sum is taken. One number a level says how much of both there is, and it is measured "
            "in every variant, so that each level is the same step above the one below. No level "
            "is given better or worse dice."
        )
    ]


def chances(variants: Sequence[Variant]) -> list[str]:
    """How often each level overlooks a row, variant by variant."""
    codes = level_codes()[::-1]
    rows = [["Variant", *(f"`{code}`" for code in codes)]]
    for variant in variants:
        trained = find_weights(variant)
        assert trained is not None  # it was measured
        told = [percent(OVERLOOKS * trained.chance(code)) for code in codes]
        rows.append([link(variant), *told])
    return [wrapped("How often a level overlooks a row it could cross in:"), table(rows)]


class Erred(NamedTuple):
    """How levels err beside players of their strength who only misjudge: `reports.errors`."""

    measure: str
    strong: str  # the strongest level
    strong_noise: str
    weak: str  # the weakest
    weak_noise: str


ERRED = (
    Erred("decisions that are errors", "13 %", "15 %", "32 %", "31 %"),
    Erred("of these, slips", "39 %", "37 %", "21 %", "19 %"),
    Erred("of these, blunders", "14 %", "5 %", "22 %", "27 %"),
    Erred("of what is given away, by passing", "66 %", "36 %", "64 %", "34 %"),
    Erred("far jumps in 100 games", "7", "27", "56", "106"),
    Erred("needless misses in 100 games", "3", "6", "26", "41"),
    Erred("locks not taken", "0 %", "1 %", "1 %", "5 %"),
    Erred("given away by a late decision, beside an early one", "73 %", "33 %", "57 %", "32 %"),
)


def errors() -> list[str]:
    """Whether the errors are like those of people."""
    high, low = level_codes()[-1], level_codes()[0]
    head = ["", f"`{high}`", "noise alone", f"`{low}`", "noise alone"]
    return [
        wrapped(
            "Nobody has records of people to compare with, so here is what one would expect of "
            "them: they know roughly what a cell is worth, but do not see everything. They pass "
            "over a cross rather than make an absurd one, do not take a miss for nothing, see the "
            "lock they wait for, and err in the end as in the beginning. Beside two levels stand "
            "players of the same strength who overlook nothing and misjudge more, as the levels "
            f"once did: two seats of {find_variant(KEY).name}, 1,000 games of each."
        ),
        table([head, *map(list, ERRED)]),
        wrapped(
            "An error gives away more than half a point of a hundred of the chance to win, a slip "
            "two at most, a blunder more than eight. A far jump skips four cells or more and gives "
            "away more than two. Late is after the first row was closed. So a level that "
            "overlooks errs mostly by passing, jumps far about half as often or less, and its "
            "errors fade less towards the end. A favourite colour was tried as well, and more "
            "errors near the end: the one brought back the far jumps, the other nothing that "
            "overlooking does not bring by itself, so both were left out."
        ),
        wrapped("These figures are not of this page's run, but of"),
        "```console\n$ python -m reports.errors\n```",
    ]


def how(found: Sequence[Measured]) -> list[str]:
    """The network, what is looked ahead, and where the weights come from."""
    most = max(measured.about.count for measured in found)
    least = min(measured.about.count for measured in found)
    games = [[link(m.variant), f"{m.about.games:,}", m.about.seats, m.about.date] for m in found]
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
        "How people really err was not measured: there are no records of their games to learn "
        "from. The levels were made by what is plausible.",
        "The steps between levels were measured with two seats; the ratings above tell what "
        "becomes of them at larger tables.",
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


def link(variant: Variant) -> str:
    """A variant's name, leading to its rules."""
    return f"[{variant.name}]({RULES}/en/{variant.key}.md)"


def percent(share: float, digits: int = 1) -> str:
    """A share in words."""
    return f"{100 * share:.{digits}f} %"


def wrapped(words: str) -> str:
    """A paragraph in lines of the usual width."""
    return textwrap.fill(words, _WIDTH, break_on_hyphens=False, break_long_words=False)
