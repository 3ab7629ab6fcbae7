"""Reviews of finished games: made in a process of their own, once, and for whoever may look."""

from __future__ import annotations

import asyncio
import gzip
import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest
from pydantic import TypeAdapter

from rowlock import find_player, find_variant, play, read_record
from rowlock.errors import RowlockError
from rowlock.moves import Pass
from rowlock.record import Record
from rowlock.review.plain import plain
from rowlock.server import reviewing, reviews
from rowlock.server.metrics import Metrics
from rowlock.server.protocol import Code, Refused
from rowlock.server.reviewing import Reviewer, answer, review_shown
from rowlock.server.reviews import Reviews, ReviewShown
from rowlock.server.setup import TableSetup
from rowlock.server.stage import Stage
from rowlock.server.table import Table
from tests.server.client import Client, play_out
from tests.server.invented import invented
from tests.server.running import Server, running
from tests.server.tables import table_setup

GAMES = Path(__file__).parents[1] / "games"
ENDINGS = Path(__file__).parents[1] / "endings"
INVENTED = (sys.executable, "-m", "tests.server.invented", "review")


def games() -> list[Record]:
    """One of every variant, some with ties that were settled, and games alone."""
    files = [*sorted(GAMES.glob("*-1.rowlock")), *sorted(ENDINGS.glob("*pick*.rowlock"))]
    alone = play(find_variant("classic"), [find_player("keen")], seed=4)
    return [*(read_record(file.read_text()) for file in files), alone]


# The data


@pytest.mark.parametrize("record", games(), ids=lambda record: record.variant.key)
def test_a_review_is_what_its_type_says(record: Record) -> None:
    shown = review_shown(record, invented(record))
    told = json.loads(json.dumps(shown))
    types: TypeAdapter[Any] = TypeAdapter(ReviewShown)
    assert types.dump_python(types.validate_python(told, strict=True), mode="json") == told


@pytest.mark.parametrize("record", games(), ids=lambda record: record.variant.key)
def test_plain_data_says_what_the_review_says(record: Record) -> None:
    review = invented(record)
    told = plain(review)
    assert told["variant"] == record.variant.key
    assert told["unit"] == ("win" if record.seats > 1 else "points")
    for seat, own in zip(told["seats"], review.seats, strict=True):
        assert seat["result"] - seat["start"] == seat["luck"] - seat["errors"] + seat["others"]
        assert (seat["name"], seat["level"]) == (own.name, own.level)
    for turn, told_of in zip(told["turns"], review.turns, strict=True):
        assert turn["active"] == told_of.active + 1
        assert turn["roll"] == str(told_of.roll)
        for seat in range(record.seats):
            assert turn["rolled"][seat] - turn["before"][seat] == turn["luck"][seat]
            change = turn["luck"][seat] - turn["errors"][seat] + turn["others"][seat]
            assert turn["after"][seat] - turn["before"][seat] == change
    assert len(told["judgements"]) == len(review.judgements)
    for one in told["judgements"]:
        move = record.moves[one["move"]]
        assert (one["seat"] - 1, one["played"]) == (move.seat, str(move.decision))
        worths = {option["decision"]: option["worth"] for option in one["options"]}
        assert one["best"] == next(iter(worths))
        assert one["given_away"] == worths[one["best"]] - worths[one["played"]]


def test_a_graded_decision_has_the_sheet_that_its_seat_saw() -> None:
    for record in games():
        steps = list(record.steps())
        shown = review_shown(record, invented(record))
        graded = [one for one in shown["judgements"] if one["grade"]]
        assert graded
        assert all(one["position"] is None for one in shown["judgements"] if not one["grade"])
        for one in graded:
            before, seat = steps[one["move"] - 1].game, one["seat"] - 1
            assert one["position"]["sheet"] == str(before.sheets[seat])
            assert one["position"]["closed"] == [row.name for row in sorted(before.closed)]
            passed = before.apply(seat, Pass()).game if one["played"][0] != "~" else before
            missed = passed.sheets[seat].misses > before.sheets[seat].misses
            assert one["position"]["miss"] is missed
            stars = {option["decision"] for option in one["options"]} - {"-"}
            assert set(one["position"]["offers"]) == {name for name in stars if name[0] == "*"}


# The process


def question(record: Record, file: str = "") -> bytes:
    asked = {"key": record.variant.key, "file": file, "record": record.write()}
    return json.dumps(asked).encode()


def test_whatever_goes_wrong_is_an_answer() -> None:
    record = games()[0]

    def refuse(_: Record) -> Any:
        raise RowlockError("there are no weights")

    def lack(_: Record) -> Any:
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

    def fail(_: Record) -> Any:
        raise ZeroDivisionError

    assert answer(question(record), invented).startswith('review {"variant":')
    assert answer(question(record), refuse) == 'refused "there are no weights"'
    assert "needs numpy" in answer(question(record), lack)
    failed = answer(question(record), fail)
    assert failed.startswith('failed "Traceback')
    assert "\n" not in failed
    assert answer(b"nonsense", invented).startswith("failed")


def test_a_variant_of_ones_own_is_read_from_its_file() -> None:
    file = (Path(__file__).parents[2] / "docs/examples/chain_of_colours.toml").read_text()
    from rowlock.variant import read_variant

    variant = read_variant(file, "mine")
    record = play(variant, [find_player("keen"), find_player("random")], seed=1)
    kind, _, told = answer(question(record, file), invented).partition(" ")
    assert kind == "review"
    assert json.loads(told)["variant"] == "mine"


def test_it_is_polite_leaves_with_who_started_it_and_is_deaf_to_ctrl_c() -> None:
    process = subprocess.Popen(INVENTED, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin
    assert process.stdout
    with process:
        process.stdin.write(question(games()[0]) + b"\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"review ")
        assert psutil.Process(process.pid).nice() == 19
        process.send_signal(2)
        process.stdin.write(question(games()[1]) + b"\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"review ")
        process.stdin.close()
        assert process.wait(10) == 0


# Asking for them


def finished(*seats: str, table_id: str = "") -> Table:
    """A table whose game is over; reviews look at nothing else of it."""
    made: TableSetup = table_setup(*seats)
    bots = [find_player("keen"), find_player("random")]
    record = play(find_variant("classic"), bots, seed=2)
    table = Table.fresh(made, 0.0).changed(stage=Stage.DONE, game=record.game(), moves=record.moves)
    if table_id:
        object.__setattr__(table.setup, "id", table_id)
    return table


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "COMMAND", INVENTED)


def asking(play_: Callable[[Reviews], Awaitable[None]]) -> None:
    async def go() -> None:
        made = Reviews(Metrics(), 30.0)
        try:
            async with asyncio.timeout(60):
                await play_(made)
        finally:
            await made.close()
        assert not children()

    asyncio.run(go())


def children() -> list[psutil.Process]:
    """The processes of reviews that run here."""
    return [
        child
        for child in psutil.Process().children()
        if child.status() != psutil.STATUS_ZOMBIE and "tests.server.invented" in child.cmdline()
    ]


async def refusal(asked: Awaitable[object]) -> Refused:
    with pytest.raises(Refused) as caught:
        await asked
    return caught.value


@pytest.mark.usefixtures("process")
def test_it_is_made_once_for_all_who_ask_and_kept() -> None:
    async def play_(made: Reviews) -> None:
        table = finished("Emma", "Ponders")
        begun = time.monotonic()
        first, second = await asyncio.gather(made.get(table, "a"), made.get(table, "b"))
        took = time.monotonic() - begun
        assert first is second
        assert gzip.decompress(first.packed) == first.body
        assert json.loads(first.body)["seats"][1]["name"] == "Ponders"
        assert len(children()) == 1
        begun = time.monotonic()
        assert await made.get(table, "c") is first
        assert time.monotonic() - begun < took / 10

    asking(play_)


@pytest.mark.usefixtures("process")
def test_the_event_loop_goes_on_meanwhile() -> None:
    async def play_(made: Reviews) -> None:
        asked = asyncio.create_task(made.get(finished("Emma", "Ponders"), "a"))
        longest = 0.0
        while not asked.done():
            begun = time.monotonic()
            await asyncio.sleep(0.01)
            longest = max(longest, time.monotonic() - begun)
        await asked
        assert longest < 0.3

    asking(play_)


@pytest.mark.usefixtures("process")
def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play_(made: Reviews) -> None:
        first = finished("Emma", "Max", table_id="first")
        one = await made.get(first, "a")
        monkeypatch.setattr(reviews, "_KEPT", len(one.body) + len(one.packed) + 100)
        await made.get(finished("Emma", "Max", table_id="second"), "a")
        assert list(made._kept) == ["second"]
        again = await made.get(first, "a")
        assert again is not one
        assert again == one

    asking(play_)


@pytest.mark.usefixtures("process")
def test_one_that_dies_hangs_or_fails_is_told_and_the_next_one_is_made() -> None:
    async def play_(made: Reviews) -> None:
        await made.get(finished("Emma", "Max", table_id="warm"), "a")
        for name in ("Fails", "Dies", "Hangs"):
            if name == "Hangs":
                made._seconds = 1.0
            refused = await refusal(made.get(finished("Emma", name, table_id=name), "a"))
            assert refused.code is Code.UNAVAILABLE, name
        made._seconds = 30.0
        refused = await refusal(made.get(finished("Emma", "Unknown", table_id="u"), "a"))
        assert refused.code is Code.NO_REVIEW
        assert refused.sentence.endswith("there are no trained values here")
        for child in children():
            child.kill()  # while nobody asks
        assert await made.get(finished("Emma", "Max", table_id="next"), "a")

    asking(play_)


@pytest.mark.usefixtures("process")
def test_so_many_may_wait_of_one_address() -> None:
    async def play_(made: Reviews) -> None:
        tables = [finished("Emma", "Ponders", table_id=f"t{i}") for i in range(6)]
        asked = [asyncio.create_task(made.get(table, "a")) for table in tables]
        done = await asyncio.gather(*asked, return_exceptions=True)
        refused = [one for one in done if isinstance(one, Refused)]
        assert [one.code for one in refused] == [Code.TOO_FAST]
        assert isinstance(done[-1], Refused)

    asking(play_)


@pytest.mark.usefixtures("process")
def test_the_process_is_ended_when_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "_IDLE_S", 0.2)

    async def play_(made: Reviews) -> None:
        await made.get(finished("Emma", "Max"), "a")
        assert len(children()) == 1
        until = time.monotonic() + 10
        while children() and time.monotonic() < until:
            await asyncio.sleep(0.05)
        assert not children()
        await made.get(finished("Emma", "Max", table_id="later"), "a")

    asking(play_)


@pytest.mark.usefixtures("process")
def test_whoever_waits_is_told_when_the_server_stops() -> None:
    async def play_(made: Reviews) -> None:
        tables = [finished("Emma", "Hangs", table_id=f"t{i}") for i in range(2)]
        asked = [asyncio.create_task(made.get(table, "a")) for table in tables]
        await asyncio.sleep(0.5)
        begun = time.monotonic()
        await made.close()
        assert time.monotonic() - begun < 2
        for one in asked:
            assert (await refusal(one)).code is Code.STOPPING
        assert (await refusal(made.get(tables[0], "a"))).code is Code.STOPPING

    asking(play_)


def test_a_command_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "COMMAND", ("/such/a/program",))

    async def play_(made: Reviews) -> None:
        assert (await refusal(made.get(finished("Emma", "Max"), "a"))).code is Code.UNAVAILABLE

    asking(play_)


def test_it_takes_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import os; print('review', os.environ['OPENBLAS_NUM_THREADS'], flush=True)"
    monkeypatch.setattr(reviewing, "COMMAND", (sys.executable, "-c", code))
    reviewer = Reviewer()
    assert reviewer.ask("", "", "", 20) == ("review", b"1")
    reviewer.end()


# At a real server


@pytest.fixture(scope="module")
def served() -> Iterator[Server]:
    with running(bot_pause=0, module="tests.server.invented") as started:
        yield started


def played(server: Server, end: str = "", **options: Any) -> str:
    """A table at which Emma plays with a bot, to the end of the game if nothing else is asked."""
    opened = server.open("Emma", "keen", **options)

    async def go() -> None:
        async with Client(server.socket(opened["table"]), opened["key"]) as emma:
            if end != "waiting":
                await emma.ask("start")
                await play_out(emma, turns=2 if end else 9999)
            if end == "stopped":
                await emma.ask("stop")

    asyncio.run(go())
    return str(opened["table"])


def child_of(server: Server) -> psutil.Process:
    """The process that makes the reviews of a server."""
    (child,) = psutil.Process(server.process.pid).children()
    return child


def gone(process: psutil.Process) -> bool:
    try:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def test_anybody_with_the_link_may_ask(served: Server) -> None:
    path = f"/api/tables/{played(served)}"
    with ThreadPoolExecutor(3) as several:
        told = list(several.map(served.get, [f"{path}/review"] * 3))
    assert told[0] == told[1] == told[2]
    record = read_record(served.get(f"{path}/record"))
    assert told[0] == json.loads(json.dumps(review_shown(record, invented(record))))
    request = urllib.request.Request(
        f"{served.address}{path}/review", headers={"Accept-Encoding": "gzip"}
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        assert response.headers["Content-Encoding"] == "gzip"
        assert response.headers["ETag"]


@pytest.mark.parametrize(
    ("end", "code"),
    [("waiting", "not_over"), ("playing", "not_over"), ("stopped", "ended_early")],
)
def test_only_a_game_that_was_played_to_its_end(served: Server, end: str, code: str) -> None:
    status, told = served.request("GET", f"/api/tables/{played(served, end)}/review")
    assert (status, told["code"]) == (409, code)


def test_there_is_no_review_of_a_table_that_is_not_there(served: Server) -> None:
    status, told = served.request("GET", "/api/tables/nonsense/review")
    assert (status, told["code"]) == (404, "unknown_table")


def test_a_server_that_stops_or_is_killed_takes_its_process_with_it() -> None:
    for end in (Server.stop, Server.kill):
        with running(bot_pause=0, module="tests.server.invented") as server:
            server.get(f"/api/tables/{played(server)}/review")
            child = child_of(server)
            end(server)
            until = time.monotonic() + 10
            while not gone(child):
                assert time.monotonic() < until
                time.sleep(0.05)


def test_the_real_values_judge_a_real_game() -> None:
    """As people have it: nothing is compiled, and nobody waits for long."""
    with running(bot_pause=0) as server:
        table = played(server)
        begun = time.monotonic()
        told = server.get(f"/api/tables/{table}/review")
        took = time.monotonic() - begun
        record = read_record(server.get(f"/api/tables/{table}/record"))
        status, alone = server.request("GET", f"/api/tables/{table}/review")
        assert not [line for line in server.log if "compiling" in line]
    assert took < 20
    assert (status, alone) == (200, told)
    assert len(told["turns"]) == len(record.rolls())
    for seat in told["seats"]:
        assert seat["result"] - seat["start"] == seat["luck"] - seat["errors"] + seat["others"]
    assert told["seats"][0]["errors"] > told["seats"][1]["errors"]  # Emma crosses what comes first
