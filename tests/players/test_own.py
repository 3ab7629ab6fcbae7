"""Somebody's own players by code: classes, `rowlock play` with them, and who may not use them."""

from __future__ import annotations

import asyncio
import re
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import rowlock
from rowlock import (
    Game,
    IllegalMove,
    PlayerFailed,
    Record,
    Roll,
    UnknownPlayer,
    find_player,
    find_variant,
    play,
    read_record,
    shipped_variants,
)
from rowlock.lots import SeatLots
from rowlock.players import Keen, Random, play_numbered, player_codes
from rowlock.players.own import CLASS_PATIENCE, OwnClass
from rowlock.players.patience import TooLong, within
from rowlock.players.program import end_programs
from rowlock.server.checks import check_bot
from rowlock.server.protocol import Code, Refused
from tests.cli.running import command, run, saved_as
from tests.players import bots
from tests.players.bots import PYTHON, ROOT, bot, notes
from tests.server.client import Client, Refusal
from tests.server.running import running
from tests.tui.sitting import taking_any

CLASSIC = find_variant(shipped_variants()[0])
HERE = "class:tests.players.bots."


@pytest.fixture(autouse=True)
def _ended() -> Iterator[None]:
    bots.released.clear()
    yield
    bots.released.set()
    end_programs()


# Classes


@pytest.mark.parametrize("key", shipped_variants())
def test_a_class_plays_wherever_a_code_does(key: str) -> None:
    variant = find_variant(key)
    codes = [f"{HERE}AlsoKeen", "random", f"{HERE}Drawing"]
    record = play_numbered(variant, codes, 3, 1, own=True)
    assert record == play_numbered(variant, ["keen", "random", "random"], 3, 1)


def test_a_class_that_asks_for_lots_is_given_those_of_its_seat() -> None:
    own = find_player(f"{HERE}Drawing", SeatLots(1, 2, 0), own=True)
    assert play(CLASSIC, [own], 5) == play(CLASSIC, [Random(SeatLots(1, 2, 0))], 5)


def test_a_class_may_listen_to_the_course_of_things() -> None:
    bots.Listening.told.clear()
    play_numbered(CLASSIC, ["keen", f"{HERE}Listening"], 1, 1, own=True)
    assert bots.Listening.told == ["begin 1 1", "end 1 True", "close"]


def test_a_module_in_the_folder_where_one_is_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_bot_here.py").write_text(
        "class Mine:\n    def decide(self, view, seat):\n        return view.legal(seat)[-1]\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    player = find_player("class:my_bot_here.Mine", own=True)
    assert play(CLASSIC, [player], 1).game().turn == CLASSIC.end_misses


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "expected a class with its module, such as class:mybot.Mine, found ''"),
        ("Mine", "expected a class with its module"),
        (".Mine", "expected a class with its module"),
        ("os.path;x", "expected a class with its module"),
        ("no_such_module.Mine", "cannot be imported: ModuleNotFoundError: No module named"),
        ("tests.players.bots.Nobody", "there is no class 'Nobody' in tests.players.bots"),
        ("tests.players.bots.ROOT", "there is no class 'ROOT' in tests.players.bots"),
        ("tests.players.bots.Undecided", "expected a class with a method decide(view, seat)"),
    ],
)
def test_a_class_that_is_none_is_told_before_anything_is_played(name: str, sentence: str) -> None:
    with pytest.raises(UnknownPlayer) as caught:
        find_player(f"class:{name}", own=True)
    assert sentence in str(caught.value)


def test_a_file_is_told_how_to_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").touch()
    monkeypatch.chdir(tmp_path)
    for code in ("mine.py", "mine.py:Mine"):
        with pytest.raises(UnknownPlayer, match=r"is a file; .* such as run:python3 mine\.py, and"):
            find_player(code, own=True)
        with pytest.raises(UnknownPlayer, match="no player is called"):
            find_player(code)


def test_a_module_that_fails_to_load_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_bot.py").write_text("weights = open('nowhere')\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnknownPlayer, match=r"cannot be imported: FileNotFoundError: .*nowhere"):
        find_player("class:broken_bot.Mine", own=True)


def test_a_class_that_cannot_be_made_is_told() -> None:
    with pytest.raises(PlayerFailed, match=r"Unmakeable failed to be made: RuntimeError: no weigh"):
        find_player(f"{HERE}Unmakeable", own=True)


def test_a_mistake_in_a_class_is_told_with_its_place() -> None:
    player = find_player(f"{HERE}Stumbling", own=True)
    with pytest.raises(PlayerFailed) as caught:
        play(CLASSIC, [player, Keen()], 1)
    first, *rest = str(caught.value).splitlines()
    assert re.match(
        rf"{HERE}Stumbling failed to decide: KeyError: 1; expected one of .* - "
        r"\(from view.legal\(seat\)\); turn 4, white action",
        first,
    )
    assert rest[0] == "The last that it did:"
    assert re.search(r"bots\.py\", line \d+, in decide", rest[1])
    assert "view.turn // 4" in rest[2]


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("'-'", "'-'"),
        ("None", "None"),
        ("Mark(Colour.B, 2)", "Mark(row=<Colour.B: 3>, number=2, offered=False)"),
        ("-1", "-1"),
    ],
)
def test_an_illegal_decision_of_a_class_is_told(
    answer: str, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = f"cheating_{abs(hash(answer))}"
    (tmp_path / f"{module}.py").write_text(
        "from rowlock.moves import Mark\n"
        "from rowlock.sheet import Colour\n"
        f"class Mine:\n    def decide(self, view, seat):\n        return {answer}\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    player = find_player(f"class:{module}.Mine", own=True)
    with pytest.raises(PlayerFailed) as caught:
        player.decide(rolled(), 1)
    assert str(caught.value) == (
        f"class:{module}.Mine failed: asked to decide, expected one of R7 Y7 G7 B7 - "
        f"(from view.legal(seat)), found {found}; turn 1, white action of 34r1y1g1b1, "
        f"seat 2 (seat 1 rolled); sheets 1: R | Y | G | B, 2: R | Y | G | B"
    )
    with pytest.raises(IllegalMove, match=r"seat 1 cannot play .*; expected one of"):
        play(CLASSIC, [player.player], 1)  # type: ignore[attr-defined] # as an object it is told too


def rolled() -> Game:
    return Game.start(CLASSIC, 2).rolled(Roll.parse("34r1y1g1b1")).game


@pytest.mark.parametrize("name", ["Endless", "Stubborn", "Sleeping", "Deaf", "Late"])
def test_a_class_that_never_returns_is_stopped(name: str) -> None:
    player = OwnClass(f"tests.players.bots.{name}", SeatLots(1, 1, 0), patience=0.2)
    for _ in range(2):  # and whoever is asked after it is not hit
        with pytest.raises(PlayerFailed) as caught:
            player.decide(rolled(), 1)
        assert "(from view.legal(seat)) within 0.2 seconds, found none; turn 1" in str(caught.value)
        assert "class:600:tests.players.bots" in str(caught.value)
    assert sum(range(300_000)) == 44999850000


def test_the_time_of_a_class_is_in_its_code() -> None:
    patient = find_player("class:7:tests.players.bots.First", own=True)
    assert isinstance(patient, OwnClass)
    assert patient.patience == 7
    usual = find_player("class:tests.players.bots.First", own=True)
    assert isinstance(usual, OwnClass)
    assert usual.patience == CLASS_PATIENCE


@pytest.mark.parametrize("code", ["class:0:a.B", "run:0:x", "class:10000:a.B", "run:1.5:x"])
def test_a_time_that_is_none_is_told(code: str) -> None:
    kind, seconds, _ = code.split(":")
    with pytest.raises(UnknownPlayer) as caught:
        find_player(code, own=True)
    assert str(caught.value) == (
        f"{code!r}: expected whole seconds from 1 to 9999 after {kind}:, found {seconds!r}"
    )


def test_what_ends_about_when_its_time_is_up_either_ends_or_is_told() -> None:
    """And nothing later is hit, whichever it was."""
    late = 0
    for number in range(300):
        end = time.perf_counter() + 0.00195 + number % 10 * 0.00002
        try:
            assert within(0.002, lambda end=end: _busy(end)) == "done"  # type: ignore[misc]
        except TooLong:
            late += 1
        assert within(60, lambda: sum(range(2000))) == 1999000
    assert late < 300
    assert threading.active_count() < 100, "those who were late have left"


def _busy(end: float) -> str:
    while time.perf_counter() < end:
        pass
    return "done"


@pytest.mark.parametrize(
    ("name", "kind"), [("Leaving", "SystemExit: 0"), ("Interrupting", "KeyboardInterrupt")]
)
def test_a_class_that_leaves_has_failed_and_not_the_user(name: str, kind: str) -> None:
    player = find_player(f"{HERE}{name}", own=True)
    with pytest.raises(PlayerFailed) as caught:
        play(CLASSIC, [player, Keen()], 1)
    first = str(caught.value).splitlines()[0]
    assert re.match(
        rf"{HERE}{name} failed to decide: {kind}; expected one of .* \(from view.legal\(seat\)\); "
        r"turn \d, white action of \S+, seat 1 ",
        first,
    )
    ran = run("arena", "keen", f"{HERE}{name}", "--games", "4", "--workers", "1")
    assert ran.code == 1
    assert ran.err.startswith(f"rowlock: {HERE}{name} failed to decide: {kind}; expected one of ")


def test_what_a_class_says_is_one_line_of_bounded_length() -> None:
    player = find_player(f"{HERE}LeavingAtOnce", own=True)
    with pytest.raises(PlayerFailed) as caught:
        play(CLASSIC, [player], 1)
    first, second, *_ = str(caught.value).splitlines()
    sentence = f"{HERE}LeavingAtOnce failed to begin a game: SystemExit: no licence for this? mach"
    assert first.startswith(sentence)
    assert len(first) < len(sentence) + 200
    assert second == "The last that it did:"


def test_a_module_that_leaves_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "leaving_bot.py").write_text("import sys\nsys.exit(3)\n")
    monkeypatch.syspath_prepend(tmp_path)
    for code in ("class:leaving_bot.Mine", "leaving_bot:mine"):
        said = run("arena", "keen", code).complaint()
        assert said == f"{code} cannot be imported: SystemExit: 3"


def test_what_says_that_it_equals_a_decision_is_none() -> None:
    with pytest.raises(PlayerFailed, match=r"expected one of R7 .*, found whatever you like; turn"):
        find_player(f"{HERE}Agreeing", own=True).decide(rolled(), 1)


@pytest.mark.parametrize("what", ["be made", "begin a game", "end a game", "close"])
def test_all_that_a_class_does_has_a_limit(what: str) -> None:
    name = {
        "be made": "SlowToBeMade",
        "begin a game": "SlowToBegin",
        "end a game": "SlowToEnd",
        "close": "SlowToClose",
    }[what]

    def whole_life() -> None:
        player = OwnClass(f"tests.players.bots.{name}", SeatLots(1, 1, 0), patience=0.1, ready=0.2)
        play(CLASSIC, [player], 1)
        player.close()

    with pytest.raises(PlayerFailed) as caught:
        whole_life()
    assert str(caught.value) == (
        f"{HERE}{name} failed: expected it to {what} within 0.2 seconds, and it did not"
    )


def test_a_class_may_use_another() -> None:
    assert find_player(f"{HERE}Using", own=True).decide(rolled(), 1) == rolled().legal(1)[0]


@pytest.mark.parametrize("name", ["Sleeping", "Deaf"])
@pytest.mark.parametrize("where", ["arena", "replay"])
def test_the_command_ends_when_time_is_up(name: str, where: str) -> None:
    code = f"class:1:tests.players.bots.{name}"
    arguments = {
        "arena": ("arena", "keen", code, "--games", "4", "--workers", "1"),
        "replay": ("replay", "--batch", "0:1", "--seats", f"keen,{code}"),
    }[where]
    ran = subprocess.run(
        command(*arguments), capture_output=True, text=True, timeout=120, check=False, cwd=ROOT
    )
    assert ran.returncode == 1
    assert re.match(
        rf"rowlock: {HERE}{name} failed: asked to decide, expected one of .* within 1 seconds, "
        r"found none; turn 1, ",
        ran.stderr,
    )
    assert len(ran.stderr.splitlines()) == 1


def test_ctrl_c_of_the_user_is_heard_while_a_class_thinks(tmp_path: Path) -> None:
    (tmp_path / "thinking.py").write_text(
        "import os, signal, time\n"
        "class Mine:\n"
        "    def decide(self, view, seat):\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        time.sleep(600)\n"
    )
    script = (
        "import signal\n"
        "from rowlock.cli import main\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever starts the tests\n"
        "raise SystemExit(main('replay --batch 0:1 --seats keen,class:thinking.Mine'.split()))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=tmp_path,
    )
    assert (ran.returncode, ran.stderr) == (130, "")


# Who may not use them


@pytest.mark.parametrize("code", ["run:{python} -c 'open({file!r}, \"w\")'", "class:{module}.X"])
def test_without_being_asked_for_they_are_unknown(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, module = tmp_path / "made", "made_by_a_stranger"
    (tmp_path / f"{module}.py").write_text(f"open({str(made)!r}, 'w')")
    monkeypatch.syspath_prepend(tmp_path)
    code = code.format(python=PYTHON, file=str(made), module=module)
    for use in (find_player, check_bot, lambda code: play_numbered(CLASSIC, [code], 1, 1)):
        with pytest.raises((UnknownPlayer, Refused)) as caught:
            use(code)
        error = caught.value
        assert not isinstance(error, Refused) or error.code is Code.UNKNOWN_BOT
        assert "known are " in str(error)
    assert not made.exists()
    assert module not in sys.modules
    assert not any(known.startswith(("run", "class")) for known in player_codes())


def test_only_the_command_line_and_the_arena_ask_for_them() -> None:
    source = Path(rowlock.__file__).parent
    rooms = {
        path.relative_to(source).parts[0]
        for path in source.rglob("*.py")
        if re.search(r"\b(find_player|play_numbered)\([^#\n]*\bown=", path.read_text())
    }
    assert rooms - {"players"} == {"cli", "arena"}


def test_a_client_cannot_make_a_server_start_a_program_or_import_a_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spy.py").write_text("open('made', 'w')")
    codes = ["run:touch made", "run:9:touch made", "class:spy.X", "class:os._exit", "run:x" * 20]

    async def ask(server_socket: str, key: str) -> list[str]:
        said = []
        async with Client(server_socket, key) as client:
            for code in codes:
                for kind, fields in (("add", {}), ("hand_over", {"seat": 1})):
                    with pytest.raises(Refusal) as caught:
                        await client.ask(kind, bot=code, **fields)
                    said.append(caught.value.code)
        return said

    with running() as server:
        for code in codes:
            seats = [{"kind": "person", "name": "Emma"}, {"kind": "bot", "bot": code}]
            status, told = server.request("POST", "/api/tables", {"seats": seats})
            assert 400 <= status < 500
            assert told["code"] in {"unknown_bot", "bad_message"}, told
        table = server.open("Emma", "+")
        said = asyncio.run(ask(server.socket(table["table"]), table["key"]))
        assert set(said) <= {"unknown_bot", "bad_message", "not_started"}
        assert said.count("unknown_bot") >= 4, "those that are short enough"
        assert not [bot for bot in server.get("/api/about")["bots"] if ":" in bot["code"]]
    assert not (tmp_path / "made").exists()


# At the terminal


@pytest.fixture
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def loaded(path: Path | str) -> Record:
    return read_record(Path(path).read_bytes())


@pytest.mark.flaky(reruns=2)  # a real program: on a busy machine it may be ended before it notes
@pytest.mark.usefixtures("_folder")
def test_a_game_against_a_program_is_played_to_its_end(tmp_path: Path) -> None:
    seats = f'you:Emma,"run:120:{bot(tmp_path)}",{HERE}AlsoKeen'
    out = run("play", "--seats", seats, "--seed", "1", "--save", "a.rowlock", typed=taking_any(1))
    assert "The game is over" in out.fine()
    record = loaded("a.rowlock")
    assert record.names == ("Emma", "bot.py", "AlsoKeen")
    assert '"type": "end"' in notes(tmp_path)[-1]


@pytest.mark.usefixtures("_folder")
def test_a_comma_in_a_command_stands_in_quotation_marks(tmp_path: Path) -> None:
    command = f"{bot(tmp_path)} --weights 1,2 'a b'"
    seats = f'you,"run:120:{command}"'
    out = run("play", "--seats", seats, "--seed", "1", "--save", "a.rowlock", typed="quit\n").fine()
    assert shlex.split(dict(loaded("a.rowlock").tags)["Players"]) == ["you", f"run:120:{command}"]
    go_on = shlex.split(out.rpartition("Go on with: ")[2])
    assert run(*go_on[1:], typed="quit\n").fine().endswith(out.rpartition("Go on")[2])


@pytest.mark.usefixtures("_folder")
@pytest.mark.parametrize("save", [True, False])
def test_when_a_program_fails_the_game_is_kept_and_can_be_gone_on_with(
    tmp_path: Path, save: bool
) -> None:
    good = "first()"
    failing = "first() if asked['turn'] < 4 else sys.exit(9)"
    code = f"run:120:{bot(tmp_path, decide=failing)}"
    seats = ("--seats", f"you,{code}")
    where = ("--save", "a.rowlock") if save else ()
    ran = run("play", *seats, "--seed", "1", *where, typed=taking_any(1))
    assert ran.code == 1
    assert re.match(r"rowlock: the program .* but it ended \(exit code 9\)", ran.err)
    path = saved_as(ran.out)
    assert loaded(path).game().turn >= 4
    bot(tmp_path, decide=good)  # mended
    command = shlex.split(ran.out.rpartition("Go on with: ")[2])
    assert command == ["rowlock", "play", *seats, "--load", str(path)]
    assert "The game is over" in run(*command[1:], typed=taking_any(1)).fine()
    assert loaded(path).game().over


@pytest.mark.usefixtures("_folder")
def test_a_strangers_game_starts_nothing_unless_it_is_named(tmp_path: Path) -> None:
    code = f"run:120:{bot(tmp_path)}"
    tags = (("Seed", "1"), ("Players", shlex.join(["you", code])))
    Path("a.rowlock").write_text(Record(CLASSIC, 2, tags=tags).write(), encoding="utf-8")
    said = run("play", "--load", "a.rowlock", typed="quit\n").complaint()
    assert "somebody's own players sit here; to start them say --seats " in said
    for other in ("you,keen", "you,you", code):
        assert "own players" in run("play", "--load", "a.rowlock", "--seats", other).complaint()
    assert notes(tmp_path) == []
    (named,) = shlex.split(said.rpartition("--seats ")[2])
    run("play", "--load", "a.rowlock", "--seats", named, typed="-\nquit\n").fine()
    assert notes(tmp_path) != []


@pytest.mark.usefixtures("_folder")
@pytest.mark.parametrize("players", ["you 'keen", '"'])
def test_a_tag_that_cannot_be_parted_is_refused(players: str) -> None:
    text = Record(CLASSIC, 2, tags=(("Seed", "1"), ("Players", players))).write()
    Path("a.rowlock").write_text(text, encoding="utf-8")
    said = run("play", "--load", "a.rowlock", typed="quit\n").complaint()
    assert said == "a.rowlock: [Players] cannot be read: No closing quotation"


@pytest.mark.usefixtures("_folder")
@pytest.mark.parametrize(
    "seats", ["you\nkeen", "you,run:", "you,run:no_such_program", "you,class:"]
)
def test_seats_that_are_none_are_refused_before_the_game(seats: str) -> None:
    run("play", "--seats", seats, typed="-\n").complaint()
    assert list(Path().iterdir()) == []
