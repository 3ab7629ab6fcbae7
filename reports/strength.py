"""Lets the bots meet and writes down how they decide and how strong they are: `make bots`.

Every figure comes from the run, except two that are named with their commands: what an opponent
reached that was trained to beat the weights, and how long a decision takes. The words around
them hold whatever they are.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from reports import DOCS, left_out
from reports.calibration import BINS, calibration_plot
from reports.deciding import (
    chances,
    errors,
    exploit,
    how,
    levels,
    limits,
    link,
    percent,
    who,
    wrapped,
)
from reports.meetings import (
    FULL,
    KEY,
    LADDER,
    MANY,
    OPPONENTS,
    QUICK,
    RATED,
    SEATS,
    STEPS,
    STRONG,
    TABLES,
    Measured,
    Size,
    measure_all,
)
from reports.plots import draw
from reports.tables import table
from rowlock.arena import Estimate, Rating
from rowlock.players import bot_name, table_bots
from rowlock.variant import find_variant
from training.levels import STEP

__all__ = ["SEED", "main", "page", "with_speed", "write"]

SEED = 1
_SPEED = re.compile(r"(<!-- bench-bots -->\n).*?(\n<!-- end-bench-bots -->)", re.S)
_NO_SPEED = (
    "Not measured yet: `make bench-bots ARGS=--paste` on a quiet machine puts its tables here."
)


def page(
    duels: Mapping[str, Estimate],
    found: Sequence[Measured],
    size: Size,
    command: str,
    made: str,
    speed: str,
) -> str:
    """The whole page."""
    every, found = found, [measured for measured in found if measured.ratings]
    parts = [
        "# The bots",
        wrapped(
            "Who plays when no person does, how each of them decides, how strong they are, and "
            "what they do not know. Bots see only what their seat may see: what others have "
            "decided in a white action and not yet shown is hidden from them too, and nobody "
            "knows the dice before they are thrown."
        ),
        "## Who plays here",
        who(),
        wrapped(
            "Or [your own](your-own-bot.md): a program in any language, a class or a policy. All "
            "of them meet in [the arena](arena.md). At a table people are offered a ladder of "
            "characters, and there they have names: "
            + ", ".join(f"{bot_name(code)} (`{code}`)" for code in table_bots())
            + "."
        ),
        wrapped(
            "`keen` is no rung of it: its plain rules are worth more than a level in one variant "
            "and less in the next, so nobody could say whom it suits. A table still takes it by "
            "its code, where it is called Carla, and offers it where numpy or the weights are "
            "missing, because then it is the best there is."
        ),
        *levels(),
        "## How oracle decides",
        *how(found),
        "## How strong is it?",
        *_strong(duels, size),
        "## Ratings with two seats",
        wrapped(
            f"In the tables below stand the variants. {left_out()} Only their levels are told."
        ),
        *_two_seats(found, size),
        "## Ratings at larger tables",
        *_larger(found, size),
        "## Alone against a table of keen",
        *_alone(found, size),
        "## The levels",
        *_ladder(every, size),
        "## Do they err like people?",
        *errors(),
        "## Can it be beaten?",
        *exploit(),
        "## Does it know what it knows?",
        *_calibration(found, size),
        "## How long does it think?",
        *_thinking(speed),
        "## What it does not know",
        limits(duels, found),
        "## How this was measured",
        *_closing(command, made),
    ]
    return "\n\n".join(parts) + "\n"


def _strong(duels: Mapping[str, Estimate], size: Size) -> list[str]:
    rows = [[f"`{STRONG}` against", "wins", "95 % sure"]]
    for opponent in OPPONENTS:
        rows.append([f"`{opponent}`", percent(duels[opponent].value, 2), _range(duels[opponent])])
    return [
        wrapped(
            f"{find_variant(KEY).name} with two seats, {size.duels:,} games against each. Every "
            f"deal is played twice with the same dice, each on each seat; a tie is half a win. "
            f"Luck is large in this game, so nobody wins every time."
        ),
        table(rows),
    ]


def _two_seats(found: Sequence[Measured], size: Size) -> list[str]:
    return [
        wrapped(
            f"Everybody meets everybody, {size.round_robin:,} games a pair. Ratings are on the "
            f"scale of Elo: with 100 more one is ahead in 64 of 100 games, with 200 more in 76. "
            f"The mean of each line is 1,500, so compare along a line, not down. Behind ± is how "
            f"far off the rating may be, with 95 %. `rollout` and `solo` think too long to play "
            f"as many games."
        ),
        _rated(found, 2, RATED),
    ]


def _larger(found: Sequence[Measured], size: Size) -> list[str]:
    parts = [
        wrapped(
            f"The same for three, four and five at the table: {len(MANY)} players, every choice "
            f"of as many as there are seats, {size.tables:,} games each, in every order of "
            f"sitting round the table. What counts is who is ahead of whom at the end."
        )
    ]
    for seats in TABLES:
        parts += [f"**{seats} seats**", _rated(found, seats, MANY)]
    return parts


def _rated(found: Sequence[Measured], seats: int, codes: Sequence[str]) -> str:
    first = {rating.code: rating.value for rating in found[0].ratings[seats]}
    ranked = sorted(codes, key=lambda code: -first[code])
    rows = [["Variant", *(f"`{code}`" for code in ranked)]]
    for measured in found:
        own = {rating.code: rating for rating in measured.ratings[seats]}
        rows.append([link(measured.variant), *(_rating(own[code]) for code in ranked)])
    return table(rows)


def _rating(rating: Rating) -> str:
    return f"{rating.value:.0f} ± {(rating.high - rating.low) / 2:.0f}"


def _alone(found: Sequence[Measured], size: Size) -> list[str]:
    rows = [["Variant", *(f"{seats} seats" for seats in TABLES)]]
    fair = [percent(1 / seats) for seats in TABLES]
    rows.append(["*a fair share*", *fair])
    rows += [[link(m.variant), *(_share(m.alone[seats]) for seats in TABLES)] for m in found]
    return [
        wrapped(
            f"One `{STRONG}`, and `keen` on all other seats: the share of {size.alone:,} games "
            f"that it wins."
        ),
        table(rows),
    ]


def _ladder(found: Sequence[Measured], size: Size) -> list[str]:
    rows = [["Variant", *(f"`{higher}` against `{lower}`" for higher, lower in STEPS)]]
    rows += [[link(m.variant), *(_share(m.ladder[step]) for step in STEPS)] for m in found]
    return [
        wrapped(
            f"Each level against the one below, two seats, {size.ladder:,} games. How much a level "
            f"errs was found for each variant so that the next better one wins {percent(STEP, 0)} "
            f"against it ([training](../training/README.md#levels) tells how). `{LADDER[0]}` is "
            f"but the floor, far below all others: the lowest step is no such step."
        ),
        table(rows),
        *_displaced(found),
        *chances([measured.variant for measured in found]),
    ]


def _displaced(found: Sequence[Measured]) -> list[str]:
    """Where a level loses to the one below it."""
    losing = [
        f"`{higher}` loses to `{lower}` in {measured.variant.name}"
        for measured in found
        for higher, lower in STEPS
        if measured.ladder[higher, lower].high < 0.5
    ]
    return [wrapped(f"The order is not the same everywhere: {', '.join(losing)}.")] * bool(losing)


def _calibration(found: Sequence[Measured], size: Size) -> list[str]:
    plot = calibration_plot([])
    rows = [["Variant", *(f"{seats} seats" for seats in SEATS)]]
    rows += [[link(m.variant), *(_worst(m, seats, size) for seats in SEATS)] for m in found]
    return [
        wrapped(
            f"When `{STRONG}` says 70 %, does it win 70 of 100 such games? It played against "
            f"itself, {size.calibration:,} games with each number of seats, and at the end of "
            f"every turn its win chance, for every seat, was put into one of {BINS} bins. Here is "
            f"how many points of a hundred the worst bin is off: what was really won, less what "
            f"was expected, with 95 %, and the win chances that the bin is of. Bins with fewer "
            f"than {size.enough:,} positions are left out."
        ),
        table(rows),
        wrapped(
            "The worst of many bins is partly the unluckiest: where ± is as large as the figure, "
            "chance alone may explain it. The positions of one game share their end, so they count "
            "as one when ± is worked out. The band in the picture is one point to each side."
        ),
        f"![{plot.told}](pictures/{plot.file})",
    ]


def _worst(measured: Measured, seats: int, size: Size) -> str:
    bins = measured.bins[seats]
    place = bins.worst(size.enough)
    if place is None:
        return "too few positions"
    off = f"{100 * bins.off(place):+.2f}".replace("-", "\N{MINUS SIGN}")
    error = f"{100 * bins.error(place):.2f}"
    step = 100 // BINS
    return f"{off} ± {error} ({step * place} to {step * (place + 1)})"


def _thinking(speed: str) -> list[str]:
    return [
        wrapped(
            f"On one core, compiled: a decision of `{STRONG}` with five at the table, asked as a "
            f"table asks it where there is a choice, and how many games a second it plays against "
            f"itself in the arena. These figures are of a run of their own:"
        ),
        f"<!-- bench-bots -->\n{speed}\n<!-- end-bench-bots -->",
        wrapped(
            "A table in a terminal or on a server does not wait for a compiler: it runs the same "
            "kernels as plain Python, which takes longer and decides the same to the last bit."
        ),
    ]


def _closing(command: str, made: str) -> list[str]:
    return [
        f"The page and its picture were written by\n\n```console\n$ {command}\n```",
        wrapped(
            f"{made}. The same seed and the same weights give the same figures, on any number of "
            f"cores. Variants that are the same game on different paper, with the same weights, "
            f"are played once."
        ),
    ]


def with_speed(text: str, speed: str) -> str:
    """The page with other tables of speed."""
    return _SPEED.sub(lambda match: f"{match[1]}{speed}{match[2]}", text)


def _kept_speed(path: Path) -> str:
    """The tables of speed that stand on the page already."""
    if path.exists() and (match := _SPEED.search(path.read_text(encoding="utf-8"))):
        return match[0][len(match[1]) : -len(match[2])]
    return _NO_SPEED


def _range(share: Estimate) -> str:
    return f"{100 * share.low:.2f} to {100 * share.high:.2f}"


def _share(share: Estimate) -> str:
    return f"{100 * share.value:.1f} % ± {50 * (share.high - share.low):.1f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, draw and write."""
    parser = argparse.ArgumentParser(description="Writes docs/bots.md and its picture.")
    parser.add_argument("--quick", action="store_true", help="a few games, to try it out")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of all dice ({SEED})")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="(all cores)")
    parser.add_argument("--to", type=Path, default=DOCS, help="another folder than docs")
    options = parser.parse_args(arguments)
    if options.threads < 1:
        parser.error(f"--threads: expected at least 1, not {options.threads}")
    size = QUICK if options.quick else FULL
    begin = time.monotonic()
    duels, found = measure_all(size, options.seed, options.threads)
    minutes = (time.monotonic() - begin) / 60
    write(duels, found, size, options.to, _command(options), _made(options.threads, minutes))


def write(
    duels: Mapping[str, Estimate],
    found: Sequence[Measured],
    size: Size,
    folder: Path,
    command: str,
    made: str,
) -> None:
    """Draw the picture and write the page; what stands there of speed is kept."""
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    plot = calibration_plot([(m.variant.name, m.bins) for m in found], size.enough)
    draw(plot, (), folder / "pictures" / plot.file)
    path = folder / "bots.md"
    text = page(duels, found, size, command, made, _kept_speed(path))
    path.write_text(text, encoding="utf-8")


def _command(options: argparse.Namespace) -> str:
    changed = ["--quick"] if options.quick else []
    changed += ["--seed", str(options.seed)] if options.seed != SEED else []
    return f'make bots ARGS="{" ".join(changed)}"' if changed else "make bots"


def _made(threads: int, minutes: float) -> str:
    return (
        f"On {time.strftime('%Y-%m-%d')} it took {minutes:.0f} minutes with {threads} threads on "
        f"{platform.system()}, {platform.machine()}, {os.cpu_count()} cores"
    )


if __name__ == "__main__":
    main()
