"""Make the records of this folder: `python -m tests.endings.make`.

A plan a way. The common ones work for every variant, since they ask its page for
numbers; those of a rule are written for the pad that has it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rowlock import Record, Variant, find_variant, shipped_variants
from rowlock.sheet import COLOURS
from tests.endings.steer import Table, eve, lock, opening
from tests.endings.ways import ways
from tests.parts import lucky_on

__all__ = ["FOLDER", "games"]

FOLDER = Path(__file__).parent

Plan = Callable[[Variant], Table]


def misses(variant: Variant) -> Table:
    return Table(variant, "-G").to("", opening(variant, "Y", seat=1)).to_miss()


def one_closed(variant: Variant, idle: str) -> Table:
    """Red is closed by the first seat, and the second needs only the number of its lock."""
    red, yellow = opening(variant, "R"), opening(variant, "Y", extra=1, seat=1)
    table = Table(variant, idle).to(red, yellow)
    return table.to(f"{red} {lock(variant, 'R')}", yellow)


def white_lock(variant: Variant) -> Table:
    number = lock(variant, "Y")
    return one_closed(variant, "GB").finish(0, whites(variant, number), "-", f"Y{number}")


def early_lock(variant: Variant) -> Table:
    page = variant.page(0)
    number = page.rows[1].cells[-page.lock_cells].number
    return one_closed(variant, "GB").finish(0, whites(variant, number), "-", f"Y{number}")


def colour_lock(variant: Variant) -> Table:
    number = lock(variant, "Y")
    pair = whites(variant, number)
    dice = f"{pair[0]}1y{pair[1]}"
    return one_closed(variant, "BG").finish(1, dice, "-", "-", colour=f"Y{number}")


def both_lock(variant: Variant) -> Table:
    red, number = opening(variant, "R"), lock(variant, "Y")
    mine, other = (opening(variant, "Y", seat=seat) for seat in (0, 1))
    table = Table(variant, "GG").to(f"{red} | {mine}", other)
    table.to(f"{red} {lock(variant, 'R')} | {mine}", other)
    return table.finish(1, whites(variant, number), f"Y{number}", f"Y{number}")


def two_at_once(variant: Variant) -> Table:
    one, two, _ = twins(variant)
    table = Table(variant, "BG")
    table.to(opening(variant, one, extra=1), opening(variant, two, seat=1))
    number = lock(variant, one)
    return table.finish(0, whites(variant, number), f"{one}{number}", f"{two}{number}")


def three_at_once(variant: Variant) -> Table:
    one, two, third = twins(variant)
    first, second, before = (
        opening(variant, row, extra=row == one, seat=seat)
        for seat, row in enumerate((one, two, third))
    )
    table = Table(variant, "BBB").to(first, second, before)
    table.to(first, second, f"{before} {lock(variant, third)}")
    number = lock(variant, one)
    return table.finish(2, whites(variant, number), f"{one}{number}", f"{two}{number}", "-")


def lucky(variant: Variant) -> Table:
    """A lucky cross goes to the row with the fewest, so that all others must be fuller."""
    yellow, number = opening(variant, "Y"), lucky_on(variant.page(0))[0]
    others = [eve(variant, "R"), opening(variant, "G", extra=1), opening(variant, "B", extra=1)]
    table = Table(variant, "-R").to(" | ".join([yellow, *others]), "")
    table.to(" | ".join([f"{yellow} {lock(variant, 'Y')}", *others]), "")
    cell = variant.sheet(others[0]).next_cell(COLOURS[0])
    return table.finish(1, whites(variant, number), f"*{cell}", "-")


def chain_white(variant: Variant) -> Table:
    """G11 strikes the first field of the bar, red, where only the lock is left."""
    red, yellow = eve(variant, "R"), opening(variant, "Y", extra=1)
    table = Table(variant, "BG").to(red, yellow).to(red, f"{yellow} {lock(variant, 'Y')}")
    return table.finish(1, "56", "G11", "-")


def chain_colour(variant: Variant) -> Table:
    """B10 strikes red: R3, a badge too, which skips the struck yellow field and locks green."""
    first, yellow = f"R 2 | {eve(variant, 'G')}", opening(variant, "Y")
    table = Table(variant, "-B").to(first, yellow).to(first, f"{yellow} {lock(variant, 'Y')}")
    return table.finish(0, "41b6", "-", "-", colour="B10")


def pairs_each(variant: Variant, has: str) -> Table:
    """The first seat has one of the two cells, and in red only the lock left; green is closed."""
    first, green = f"{eve(variant, 'R')} | {has}", opening(variant, "G", extra=1)
    return Table(variant, "-Y").to(first, green).to(first, f"{green} {lock(variant, 'G')}")


def pairs_each_white(variant: Variant) -> Table:
    return pairs_each(variant, "Y 7").finish(1, "34", "B7", "-")


def pairs_each_colour(variant: Variant) -> Table:
    return pairs_each(variant, "B 7").finish(0, "51y2", "-", "-", colour="Y7")


def pairs_each_two(variant: Variant) -> Table:
    """One cross closes two rows, in the colour action, where else only one can close."""
    table = Table(variant, "-Y").to(f"{eve(variant, 'R')} | {eve(variant, 'G')} | Y 7", "")
    return table.finish(0, "61b1", "-", "-", colour="B7")


def pairs_fewest(variant: Variant, others: str) -> Table:
    """Y11 brings two crosses in the row with the fewest; red is closed by the same seat."""
    red = opening(variant, "R")
    first = f"{opening(variant, 'Y', extra=1)} | {others}"
    table = Table(variant, "-G").to(f"{red} | {first}", "")
    return table.to(f"{red} {lock(variant, 'R')} | {first}", "")


def pairs_fewest_white(variant: Variant) -> Table:
    """The first of the two crosses locks, the second lapses."""
    others = f"G 12 11 10 9 3 | {opening(variant, 'B', extra=1)}"
    return pairs_fewest(variant, others).finish(1, "56", "Y11", "-")


def pairs_fewest_colour(variant: Variant) -> Table:
    """The second of the two crosses locks."""
    others = f"G 12 11 10 9 4 | {opening(variant, 'B', extra=1)}"
    return pairs_fewest(variant, others).finish(0, "52y6", "-", "-", colour="Y11")


def pairs_pick_white(variant: Variant) -> Table:
    others = f"G 12 11 10 9 3 | {eve(variant, 'B')}"
    return pairs_fewest(variant, others).finish(1, "65", "Y11~B", "-")


def pairs_pick_colour(variant: Variant) -> Table:
    others = f"G 12 11 10 9 3 | {eve(variant, 'B')}"
    return pairs_fewest(variant, others).finish(0, "64y5", "-", "-", colour="Y11~G")


def misses_free(variant: Variant) -> Table:
    return Table(variant, "-R").to("Y 3 | G 5", "").to_miss()


def solo_misses(variant: Variant) -> Table:
    return Table(variant, "-").to(opening(variant, "B")).to_miss()


def solo_locks(variant: Variant) -> Table:
    green, blue = opening(variant, "G"), opening(variant, "B")
    table = Table(variant, "R").to(f"{green} | {blue}")
    table.to(f"{green} {lock(variant, 'G')} | {blue}")
    number = lock(variant, "B")
    return table.finish(0, whites(variant, number), f"B{number}")


def tie(variant: Variant) -> Table:
    """The first two lock the same rows after the same crosses; the third has little."""
    both = f"{opening(variant, 'R')} | {opening(variant, 'Y')}"
    table = Table(variant, "--G").to(both, both, "")
    shut = f"{opening(variant, 'R')} {lock(variant, 'R')} | {opening(variant, 'Y')}"
    number = lock(variant, "Y")
    return table.to(shut, shut, "").finish(2, whites(variant, number), "Y12", "Y12", "-")


PLANS: dict[str, Plan] = {
    "misses": misses,
    "white-lock": white_lock,
    "early-lock": early_lock,
    "colour-lock": colour_lock,
    "both-lock": both_lock,
    "two-at-once": two_at_once,
    "three-at-once": three_at_once,
    "lucky": lucky,
    "chain-white": chain_white,
    "chain-colour": chain_colour,
    "pairs-each-white": pairs_each_white,
    "pairs-each-colour": pairs_each_colour,
    "pairs-each-two": pairs_each_two,
    "pairs-fewest-white": pairs_fewest_white,
    "pairs-fewest-colour": pairs_fewest_colour,
    "pairs-pick-white": pairs_pick_white,
    "pairs-pick-colour": pairs_pick_colour,
    "misses-free": misses_free,
    "solo-misses": solo_misses,
    "solo-locks": solo_locks,
    "tie": tie,
}


def whites(variant: Variant, number: int) -> str:
    """Two dice that add up to a number."""
    first = max(1, number - variant.faces)
    return f"{first}{number - first}"


def twins(variant: Variant) -> tuple[str, str, str]:
    """Two rows that the same number locks, and a third."""
    letters = [row.name for row in COLOURS]
    for one in letters:
        for two in letters:
            if one != two and lock(variant, one) == lock(variant, two):
                third = next(row for row in letters if row not in (one, two))
                return one, two, third
    raise AssertionError(f"{variant.key}: no number locks two rows")


def games() -> dict[str, Record]:
    """Every record of this folder by its file's name."""
    return {
        f"{key}-{way}.rowlock": PLANS[way](find_variant(key)).record()
        for key in shipped_variants()
        for way in ways(find_variant(key))
    }


def main() -> None:
    """Write all files; strays are left for the test to find."""
    for name, record in games().items():
        (FOLDER / name).write_text(record.write(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
