"""How much does one worker of the server carry? `make bench-server` prints a table.

A real `rowlock serve` in a process of its own, real sockets from this one. Both share the
machine, so what this process and a server without any rules need is told beside it. After
the measured time every game is played to its end, and every record is compared with what
was acknowledged.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import uvloop

from benchmarks.load import Figures, Load, Play
from benchmarks.shelf import Shelf, measure_shelf
from rowlock import RowlockError, read_record, shipped_variants
from rowlock.fair import verify
from rowlock.variant import default_variant
from tests.server.evidence import evidence_of
from tests.server.running import Server

RATE = 1000.0
TOLD_MS = 100.0
MEMORY_MB = 600.0
SHELF = 10_000
_AHEAD = 170  # decisions that a table may be ahead of others at the beginning
_ECHO_SECONDS = 8.0
_PATIENCE = 120.0


class Run(NamedTuple):
    """What one run gave."""

    seconds: float
    figures: Figures
    memory_mb: float  # the most that was seen
    server_cpu: float  # of one core
    own_cpu: float
    unanswered: int
    plays: list[Play]


class _Echo(Server):
    """The server of `benchmarks.echo`."""

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.echo"], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        found = re.search(r":(\d+)/", self.process.stdout.readline())
        assert found is not None
        self.port = int(found[1])

    def stop(self, number: int = 15) -> int:
        self.process.send_signal(number)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return self.process.wait()


async def drive(
    server: Server, tables: int, rate: float, seconds: float, seed: int, variants: list[str]
) -> Run:
    """Open the tables, measure for so long, and play all games to their end."""
    echo = isinstance(server, _Echo)
    load = Load(server, variants, seed)
    await load.open_tables(tables, 0 if echo else _AHEAD)
    process = psutil.Process(server.process.pid)
    most = 0.0

    async def watch() -> None:
        nonlocal most
        while True:
            most = max(most, process.memory_info().rss / 1e6)
            await asyncio.sleep(0.5)

    watching = asyncio.create_task(watch())
    gc.collect()
    gc.freeze()
    gc.disable()  # a pause here would be taken for one of the server
    before, own = process.cpu_times(), time.process_time()
    took = await load.measure(rate, seconds)
    after = process.cpu_times()
    own = time.process_time() - own
    gc.enable()
    watching.cancel()
    spent = after.user + after.system - before.user - before.system
    if not echo:
        await load.play_out(_PATIENCE)
    unanswered = 0 if echo else sum(len(play.open) for play in load.plays)
    unanswered += sum(seat.sent is not None for play in load.going for seat in play.seats)
    return Run(
        took,
        load.figures,
        most,
        spent / took,
        own / took,
        0 if echo else unanswered + len(load.going),
        load.plays,
    )


def lost(server: Server, plays: list[Play]) -> list[str]:
    """What was acknowledged and is not in the record; records whose dice do not verify."""
    missing = []
    for play in plays:
        text = server.get(f"/api/tables/{play.table}/record")
        try:
            record = read_record(text)
            verify(record)
        except RowlockError as error:
            missing.append(f"{play.table}: {error}")
            continue
        written = evidence_of(record)
        for sent in play.acknowledged:
            key = (sent.turn, sent.phase, sent.seat)
            if sent.decision not in written.decisions.get(key, ()):
                missing.append(f"{play.table}: {key} {sent.decision}")
        if not written.over:
            missing.append(f"{play.table}: the game has not ended")
    return missing


def percentiles(seconds: list[float]) -> dict[str, float]:
    """In milliseconds."""
    ordered = sorted(seconds) or [0.0]
    parts = {"50": 0.5, "90": 0.9, "99": 0.99, "99.9": 0.999, "max": 1.0}
    last = len(ordered) - 1
    return {name: round(1000 * ordered[int(last * part)], 1) for name, part in parts.items()}


def _line(what: str, demanded: str, measured: str, good: bool | None = None) -> None:
    mark = "" if good is None else "yes" if good else "NO"
    print(f"{what:46}{demanded:>16}{measured:>26}  {mark}")


def _shown(figures: dict[str, float]) -> str:
    return " ".join(f"{value:.1f}" for value in figures.values())


def _print_load(run: Run, echo: Run | None, tables: int, missing: list[str]) -> dict[str, Any]:
    figures = run.figures
    rate = figures.decisions / run.seconds
    told, answered = percentiles(figures.told), percentiles(figures.answered)
    behind = percentiles(figures.behind)
    within = sum(second * 1000 <= TOLD_MS for second in figures.told) / max(1, len(figures.told))
    faults = len(missing) + figures.gaps + run.unanswered + len(figures.refusals) + figures.lost
    _line(f"{tables} tables of 4, sockets", "", f"{4 * tables}")
    _line("decisions a second", f">= {RATE:.0f}", f"{rate:.0f}", rate >= RATE)
    _line("told to everybody, ms: 50 90 99 99.9 % max", "", _shown(told))
    _line(f"told to everybody within {TOLD_MS:.0f} ms", ">= 99 %", f"{within:.2%}", within >= 0.99)
    _line("answered, ms: 50 90 99 99.9 % max", "", _shown(answered))
    _line("lost, told with a gap, refused, not verified", "0", f"{faults}", faults == 0)
    _line("memory of the server, MB", f"< {MEMORY_MB:.0f}", f"{run.memory_mb:.0f}",
          run.memory_mb < MEMORY_MB)  # fmt: skip
    _line("rolls a second, games that ended", "",
          f"{figures.rolls / run.seconds:.0f}, {figures.games}")  # fmt: skip
    _line("messages told a second", "", f"{figures.messages / run.seconds:.0f}")
    _line("sent later than planned, ms: 99 %, max", "",
          f"{behind['99']} {behind['max']}")  # fmt: skip
    _line("processor: server, this process (of a core)", "",
          f"{run.server_cpu:.0%}, {run.own_cpu:.0%}")  # fmt: skip
    _line("ms of it a decision: server, this process", "",
          f"{run.server_cpu / rate * 1000:.2f}, {run.own_cpu / rate * 1000:.2f}")  # fmt: skip
    said: dict[str, Any] = {
        "tables": tables,
        "seconds": run.seconds,
        "decisions_per_second": rate,
        "rolls_per_second": figures.rolls / run.seconds,
        "messages_per_second": figures.messages / run.seconds,
        "games_ended": figures.games,
        "games_checked": len(run.plays),
        "decisions_checked": sum(len(play.acknowledged) for play in run.plays),
        "told_ms": told,
        "told_within_demanded": within,
        "answered_ms": answered,
        "behind_ms": behind,
        "memory_mb": run.memory_mb,
        "server_cpu": run.server_cpu,
        "generator_cpu": run.own_cpu,
        "missing": missing,
        "gaps": figures.gaps,
        "unanswered": run.unanswered,
        "refusals": figures.refusals[:20],
        "sockets_lost": figures.lost,
    }
    if echo is not None:
        floor = percentiles(echo.figures.told)
        per = echo.figures.decisions / echo.seconds
        _line("  the same with a server that knows no rules:", "", "")
        _line("  told to everybody, ms: 50 90 99 99.9 % max", "", _shown(floor))
        _line("  processor: that server, this process", "",
              f"{echo.server_cpu:.0%}, {echo.own_cpu:.0%}")  # fmt: skip
        said["echo"] = {
            "decisions_per_second": per,
            "told_ms": floor,
            "server_cpu": echo.server_cpu,
            "generator_cpu": echo.own_cpu,
        }
    return said


def _print_shelf(few: Shelf, many: Shelf) -> dict[str, Any]:
    def pair(one: float, other: float) -> str:
        return f"{one * 1000:.1f} -> {other * 1000:.1f}"

    print()
    _line(f"finished games in the store: {few.games} -> {many.games}", "", "")
    _line("start, ms", "the same", pair(few.start, many.start), many.start < 1.2 * few.start)
    for what, one, other in (
        ("join a new table, ms", few.join_new, many.join_new),
        ("join a finished game, ms", few.join_done, many.join_done),
    ):
        _line(what, "the same", pair(one, other), other < 1.5 * one + 0.001)
    return {"few": few._asdict(), "many": many._asdict()}


@contextlib.contextmanager
def _server(db: str | None) -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(db or f"sqlite:{Path(folder) / 'tables.db'}")
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.stop()
            trouble = [line for line in server.log if '"level": "info"' not in line]
            if trouble:
                print(f"the server's log has {len(trouble)} lines, such as {trouble[0][:500]}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How much does one worker of the server carry?")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument(
        "--rate", type=float, default=1030, help="decisions offered a second; 0: all one can"
    )
    parser.add_argument("--db", help="a database, such as postgresql://...; default: SQLite")
    parser.add_argument("--variant", default=default_variant(), help="a key, or all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shelf", type=int, default=SHELF, help="finished games; 0: leave out")
    parser.add_argument("--no-echo", action="store_true", help="leave out the server without rules")
    parser.add_argument("--json", type=Path, help="write the figures to this file, too")
    return parser.parse_args()


def main() -> None:
    """Print the table."""
    given = _arguments()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # the server inherits it
    variants = list(shipped_variants()) if given.variant == "all" else [given.variant]
    echo = None
    if not given.no_echo:
        server = _Echo("")
        try:
            echo = uvloop.run(
                drive(server, given.tables, given.rate, _ECHO_SECONDS, given.seed, variants)
            )
        finally:
            server.stop()
    with _server(given.db) as real:
        run = uvloop.run(drive(real, given.tables, given.rate, given.seconds, given.seed, variants))
        missing = lost(real, run.plays)
    _line("", "demanded", "measured")
    said = _print_load(run, echo, given.tables, missing)
    for sentence in [*missing, *run.figures.refusals][:10]:
        print(f"  {sentence}")
    if given.shelf:
        said["shelf"] = _print_shelf(*measure_shelf(given.shelf))
    if given.json:
        given.json.write_text(json.dumps(said, indent=2) + "\n")


if __name__ == "__main__":
    main()
