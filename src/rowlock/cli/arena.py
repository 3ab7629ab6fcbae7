"""`rowlock arena`: many games between players, to see who is stronger."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rowlock.bots import examples
from rowlock.cli.options import INTERRUPTED, OK, Command, complain
from rowlock.errors import NotNotation, PlayerFailed
from rowlock.players import caveats, player_codes
from rowlock.tui.files import check_writable, write_whole
from rowlock.variant import MAX_SEATS, default_variant, named_variant

__all__ = ["add_arena"]


def add_arena(command: Command, known: str) -> None:
    """Add `arena`."""
    arena = command("arena", _arena, "Let players meet in many games, to see who is stronger.")
    arena.add_argument(
        "players",
        nargs="+",
        metavar="PLAYER",
        help=f"{', '.join(player_codes())} ({examples()}), "
        f"or of your own run:COMMAND, class:MODULE.NAME or MODULE:POLICY; more players than "
        f"seats play a round robin, of fewer the last takes the other seats",
    )
    arena.add_argument("--variant", metavar="VARIANT", default=default_variant(), help=known)
    arena.add_argument(
        "--seats", type=int, default=2, metavar="N", help=f"1 to {MAX_SEATS}, default 2"
    )
    arena.add_argument(
        "--games",
        type=int,
        metavar="N",
        help="at each table, rounded up so that all sit everywhere; default 10000, or 1000 "
        "if a player is slow",
    )
    arena.add_argument(
        "--seed", type=int, default=0, metavar="N", help="other dice than those of seed 0"
    )
    arena.add_argument(
        "--adjusted",
        action="store_true",
        help="take the luck of the dice out of what was won: far surer, but a second plays some "
        "dozen games only; default 1000 games",
    )
    arena.add_argument("--json", metavar="FILE", help="write the result here as data")
    arena.add_argument(
        "--plot", metavar="FILE", help="draw the points here; the name ends in .png or .svg"
    )
    arena.add_argument(
        "--on",
        default="here",
        metavar="PLACE",
        help="ray: a Ray cluster on this machine; ray://host:port: one elsewhere; default: here",
    )
    arena.add_argument(
        "--workers", type=int, metavar="N", help="how many cores to use; default: all"
    )


def _arena(options: argparse.Namespace) -> int:
    try:
        from rich.console import Console

        from rowlock.arena import Match, Standing, check_executor, play_match
        from rowlock.arena.report import bar, report

        if options.plot:
            from rowlock.arena.plot import check_plot_name, draw_scores, picture
    except ImportError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "rowlock":
            raise
        raise NotNotation(
            f"the arena needs more packages ({missing} is missing): pip install 'rowlock[arena]'"
        ) from None
    variant = named_variant(options.variant)
    match = Match(
        variant,
        tuple(options.players),
        options.seats,
        options.games,
        options.seed,
        adjusted=options.adjusted,
    )
    # All that can be wrong is told before the first game and not after the last.
    check_executor(options.on, options.workers)
    ending = check_plot_name(options.plot) if options.plot else ""
    for path in filter(None, (options.json, options.plot)):
        check_writable(Path(path))
    for caveat in caveats(options.players, variant, options.seats):
        print(f"Note: {caveat}")
    standing = Standing(match)
    code, failed = OK, None
    try:
        with bar(standing) as watch:
            play_match(standing, options.on, options.workers, watch)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except PlayerFailed as error:
        failed = error
    if not standing.games:
        print("Nothing was played.")
        return complain(str(failed)) if failed else code
    Console(highlight=False).print(report(standing))
    if options.json:
        write_whole(Path(options.json), json.dumps(standing.as_json(), indent=2) + "\n")
    if options.plot:
        scores = {line.code: line.taken.scores for line in standing.players()}
        write_whole(Path(options.plot), picture(draw_scores(scores, standing.title), ending))
    return complain(str(failed)) if failed else code
