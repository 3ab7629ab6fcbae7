"""Programs that play: what they are told, what they may answer, and all that can go wrong."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rowlock import (
    Game,
    PlayerFailed,
    Record,
    Roll,
    UnknownPlayer,
    find_player,
    find_variant,
    parse_move,
    play,
    shipped_variants,
)
from rowlock.players import Keen, messages, play_numbered, program
from rowlock.players.program import Program, end_programs
from rowlock.server.view import variant_shown
from tests.parts import bar_on, bonuses_on
from tests.players.bots import ROOT, First, bot, gone, node, notes, pids

CLASSIC = find_variant(shipped_variants()[0])
EVER = 120.0  # seconds: on a busy machine even a good program takes its time


@pytest.fixture(autouse=True)
def _nothing_is_left(tmp_path: Path) -> Iterator[None]:
    yield
    end_programs()
    assert [pid for pid in pids(tmp_path) if not gone(pid)] == []


def patient(command: str, patience: float = EVER) -> Program:
    return Program(command, patience=patience, hello=EVER)


def rolled(key: str = CLASSIC.key, seats: int = 2, roll: str = "34r1y1g1b1") -> Game:
    return Game.start(find_variant(key), seats).rolled(Roll.parse(roll)).game


def asked(folder: Path, kind: str) -> list[dict[str, Any]]:
    told = [json.loads(line) for line in notes(folder) if line.startswith("{")]
    return [message for message in told if message["type"] == kind]


# Good programs


def test_a_program_plays_what_it_answers_in_every_variant(tmp_path: Path) -> None:
    with patient(bot(tmp_path)) as player:
        for key in shipped_variants():
            variant = find_variant(key)
            record = play(variant, [Keen(), player, Keen(2)], seed=5)
            assert record == play(variant, [Keen(), First(), Keen(2)], seed=5)
    assert len(pids(tmp_path)) == 1, "one process for all games"


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_a_question_holds_what_the_seat_may_see_and_nothing_else(
    tmp_path: Path, seats: int
) -> None:
    variant = find_variant(shipped_variants()[-1])
    with patient(bot(tmp_path)) as player:
        record = play(variant, [Keen()] * (seats - 1) + [player], seed=2)
    questions = iter(asked(tmp_path, "decide"))
    seat, game = seats - 1, record.start()
    for move in record.moves:
        if not isinstance(move, Roll) and move.seat == seat and len(game.legal(seat)) > 1:
            found = next(questions)
            view = game.view(seat)
            del found["id"]
            assert found == json.loads(json.dumps(messages.decide(view, seat)))
            assert found["legal"] == [str(decision) for decision in game.legal(seat)]
            sheets = [variant.sheet(told["written"], s) for s, told in enumerate(found["sheets"])]
            assert sheets == list(view.sheets)
        game = game.rolled(move).game if isinstance(move, Roll) else game.apply(*move).game
    assert next(questions, None) is None, "it is asked only if it has a choice"


def test_a_sealed_decision_is_not_told() -> None:
    game = rolled()
    after = game.apply(0, game.legal(0)[0]).game
    told = messages.decide(after.view(1), 1)
    assert [sheet["written"] for sheet in told["sheets"]] == ["R | Y | G | B"] * 2
    assert "R 7" not in json.dumps(told)


def test_numbers_are_easy_to_use() -> None:
    sheets = [CLASSIC.sheet("R 5 7 | Y 2 3 4 5 6 12 | x1"), CLASSIC.sheet("G 12 9")]
    game = Game.at(CLASSIC, sheets).rolled(Roll.parse("34r1g1b6")).game
    told = messages.decide(game, 0)
    assert (told["sum"], told["whites"]) == (7, [3, 4])
    assert told["colours"] == {"R": 1, "G": 1, "B": 6}
    assert told["closed"] == ["Y"]
    mine, other = told["sheets"]
    assert mine["crossed"] == {"R": [5, 7], "Y": [2, 3, 4, 5, 6, 12], "G": [], "B": []}
    assert mine["ahead"]["R"] == [8, 9, 10, 11, 12]
    assert mine["ahead"]["Y"] == other["ahead"]["Y"] == [], "closed for everybody"
    assert other["ahead"]["G"] == [8, 7, 6, 5, 4, 3, 2]
    assert (mine["misses"], mine["points"], other["points"]) == (1, 3 + 28 - 5, 3)


def at_the_colours(before: str, white: str, key: str = CLASSIC.key) -> Game:
    """The colour action of seat 1, who decided so in the white action."""
    variant = find_variant(key)
    sheets = [variant.sheet(before, 0), variant.sheet("G 12", 1)]
    game = Game.at(variant, sheets).rolled(Roll.parse("34r1y2g1b6")).game
    for seat, move in enumerate((white, "-")):
        game = game.apply(seat, parse_move(move)).game
    return game


def test_whether_a_pass_costs_a_miss_is_told() -> None:
    """The sheets are the same, and nothing but the turn before tells them apart."""
    crossed, missing = at_the_colours("", "R7"), at_the_colours("R 7", "-")
    assert crossed.sheets == missing.sheets
    told = [messages.decide(game, 0) for game in (crossed, missing)]
    assert [each["pass"] for each in told] == [
        {"misses": 0, "points": 0},
        {"misses": 1, "points": -5},
    ]
    assert [each["before"][0]["written"] for each in told] == ["R | Y | G | B", "R 7 | Y | G | B"]
    assert all(each["before"][1] == messages.decide(crossed, 0)["before"][1] for each in told)
    for each in told:
        del each["before"], each["pass"]
    assert told[0] == told[1], "without these two they were the same question"


def test_in_the_white_action_a_pass_costs_nothing_yet() -> None:
    for seats in (1, 2):
        told = messages.decide(rolled(seats=seats), 0)
        assert told["pass"] == {"misses": 0, "points": 0}
        same = [(each["written"], each["points"]) for each in told["sheets"]]
        assert [(each["written"], each["points"]) for each in told["before"]] == same


def test_a_miss_that_is_forgiven_costs_no_points() -> None:
    key = "bonus_pairs"
    variant = find_variant(key)
    (badge,) = [bonus.badge for bonus in bonuses_on(variant.page(0)) if bonus.no_misses]
    pair = [str(cell) for cell in variant.page(0).badged[badge]]
    sheet = " | ".join(f"{name[0]} {name[1:]}" for name in pair)
    told = messages.decide(at_the_colours(sheet, "-", key), 0)
    assert told["pass"] == {"misses": 1, "points": 0}


def test_where_a_tie_is_settled_there_is_no_pass() -> None:
    variant = find_variant("bonus_pairs")
    ties = (
        step.game
        for seed in range(20)
        for step in play(variant, [Keen(2), Keen(2)], seed).steps()
        if any(step.game.pending)
    )
    game = next(ties)
    seat = next(seat for seat, effects in enumerate(game.pending) if effects)
    told = messages.decide(game.view(seat), seat)
    assert told["pass"] is None
    assert all(move.startswith("~") for move in told["legal"])


def test_struck_fields_of_a_bar_are_told_from_one() -> None:
    (key,) = [key for key in shipped_variants() if bar_on(find_variant(key).page(0))][:1]
    variant = find_variant(key)
    game = Game.at(variant, [variant.sheet("bar 1 3")]).rolled(Roll.parse("34r1y1g1b1")).game
    assert messages.decide(game, 0)["sheets"][0]["bar"] == [1, 3]


@pytest.mark.parametrize("key", shipped_variants())
def test_a_variant_is_told_as_a_server_tells_it(key: str) -> None:
    variant = find_variant(key)
    told = dict(messages.game(Game.start(variant), 0, 1)["variant"])
    assert told.pop("end_locks") == variant.end_locks
    assert told.pop("end_misses") == variant.end_misses
    assert {**told, "shipped": True} == variant_shown(variant)


def test_a_process_is_told_hello_once_and_every_game_with_its_end(tmp_path: Path) -> None:
    with patient(bot(tmp_path)) as player:
        records = [play(CLASSIC, [Keen(), player], seed=n) for n in (1, 2)]
    end_programs()
    told = [json.loads(line) for line in notes(tmp_path)[1:]]
    kinds = re.sub("(decide )+", "decide ", " ".join(message["type"] for message in told))
    assert kinds == "hello game decide end game decide end quit"
    hello = {"type": "hello", "id": 1, "protocol": "rowlock-bot", "version": 1, "revision": 2}
    assert told[0] == hello
    ids = [message["id"] for message in told if "id" in message]
    assert ids == list(range(1, len(ids) + 1))
    for found, record in zip(asked(tmp_path, "end"), records, strict=True):
        outcome = record.game().outcome()
        assert outcome is not None
        assert found["points"] == list(outcome.totals)
        assert found["winners"] == [seat + 1 for seat in outcome.winners]
        assert found["ending"] == outcome.ending.value


def test_two_seats_are_two_processes_also_of_one_player(tmp_path: Path) -> None:
    command = bot(tmp_path)
    with patient(command) as player:
        play(CLASSIC, [player, player], seed=1)
    assert sorted(told["seat"] for told in asked(tmp_path, "game")) == [1, 2]
    assert len(pids(tmp_path)) == 2
    with patient(command) as one, patient(command) as other:
        play(CLASSIC, [one, other], seed=2)
    assert len(pids(tmp_path)) == 2, "they were kept"


def test_numbered_games_use_the_same_process_and_the_same_chance(tmp_path: Path) -> None:
    def seeds(numbers: list[int]) -> list[int]:
        before = len(asked(tmp_path, "game"))
        for number in numbers:
            codes = ["keen", f"run:120:{command}"]
            played: Record = play_numbered(CLASSIC, codes, 7, number, own=True)
            assert played.game().over
        return [told["seed"] for told in asked(tmp_path, "game")[before:]]

    command = bot(tmp_path)
    first = seeds([1, 2, 3])
    assert len(set(first)) == 3
    assert seeds([3, 1, 2]) == [first[2], first[0], first[1]]
    assert len(pids(tmp_path)) == 1


def test_a_program_that_leaves_after_its_game_is_started_again(tmp_path: Path) -> None:
    with patient(bot(tmp_path, end="sys.exit(0)")) as player:
        for seed in (1, 2):
            assert play(CLASSIC, [Keen(), player], seed).game().over
    assert len(pids(tmp_path)) == 2


def test_one_that_fails_after_its_game_is_told(tmp_path: Path) -> None:
    with patient(bot(tmp_path, end="1 / 0")) as player:
        play(CLASSIC, [player], seed=1)
        with pytest.raises(PlayerFailed, match=r"told game, .* it ended \(exit code 1\)") as caught:
            play(CLASSIC, [player], seed=2)
    assert str(caught.value).endswith("\n  ZeroDivisionError: division by zero")


def test_the_programs_of_the_docs_play_the_same_games(tmp_path: Path) -> None:
    here = [f"{sys.executable} -I -S", node()]
    files = [ROOT / "docs" / "bots" / name for name in ("leftmost.py", "leftmost.mjs")]
    for key in (CLASSIC.key, shipped_variants()[2]):
        records = []
        for interpreter, file in zip(here, files, strict=True):
            with patient(f"{interpreter} '{file}'") as player:
                records.append(play(find_variant(key), [player, Keen(), player], seed=4))
        assert records[0] == records[1]
    for file in files:
        lines = file.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 14, "ten lines or so"


# Programs that fail

DECIDE = r'asked to decide, expected a line \{"id": 3, "decision": \.\.\.\}'
FAILURES = {
    "ends": ("sys.exit(3)", rf"{DECIDE}, but it ended \(exit code 3\)"),
    "is killed": ("os.kill(os.getpid(), 9)", rf"{DECIDE}, but it ended \(Killed\)"),
    "ends in the middle": (
        "sys.stdout.write('{\"id'); sys.exit(0)",
        rf"{DECIDE}, but it ended \(exit code 0\), having written '\{{\"id'",
    ),
    "prints nonsense": ("print('hm', flush=True)", f"{DECIDE}, found 'hm'; standard output is"),
    "prints nothing": ("print(flush=True)", f"{DECIDE}, found ''; standard output is"),
    "prints a list": ("print([3], flush=True)", rf"{DECIDE}, found '\[3\]'; standard"),
    "nests": ("print('[' * 60_000, flush=True)", rf"{DECIDE}, found '\[{{200}}' and more; "),
    "is not UTF-8": (r"os.write(1, b'\xff\n')", f"{DECIDE}, found '\N{REPLACEMENT CHARACTER}'; "),
    "has no id": ("say(decision='-')", rf"{DECIDE}, found '\{{.decision.: .-.\}}'; standard"),
    "has an id of text": ("first(id='3')", f"{DECIDE}, found .*; standard output is for"),
    "has an id of logic": ("first(id=True)", f"{DECIDE}, found .*; standard output is for"),
    "answers what was": ("first(id=2)", f"{DECIDE}, found an answer to something else: .*: 2"),
    "answers what will be": ("first(id=4)", f"{DECIDE}, found an answer to something else"),
    "is illegal": ("first(decision='R8')", "expected .decision. to be one of R7 .* -, found 'R8'"),
    "is none": ("say(id=3)", "expected .decision. to be one of R7 Y7 G7 B7 -, found none"),
    "is a number": ("first(decision=7)", "expected .decision. to be one of R7 .*, found '7'"),
    "is a list": ("first(decision=['R7'])", r"to be one of R7 Y7 G7 B7 -, found '\[\"R7\"\]'"),
    "is long": ("print('x' * 99_999, flush=True)", f"{DECIDE} of at most 65,536 bytes, found more"),
    "floods": ("while True: print('spam')", f"{DECIDE}, found 'spam'; standard output is for"),
    "floods without an end": ("while True: os.write(1, b'x' * 999)", "65,536 bytes, found more: "),
}


@pytest.mark.parametrize(("decide", "sentence"), FAILURES.values(), ids=FAILURES)
def test_a_failure_is_told_in_a_sentence(decide: str, sentence: str, tmp_path: Path) -> None:
    command = bot(tmp_path, decide=decide)
    with patient(command) as player, pytest.raises(PlayerFailed) as caught:
        player.decide(rolled(), 1)
    said = str(caught.value)
    assert said.startswith(f"the program {command[:200]!r} failed: asked to decide, ")
    assert (
        "; turn 1, white action of 34r1y1g1b1, seat 2 (seat 1 rolled); "
        "sheets 1: R | Y | G | B, 2: R | Y | G | B" in said
    )
    assert re.search(sentence, said), said
    assert len(said) < 900
    (pid,) = pids(tmp_path)
    assert gone(pid)


def test_whoever_takes_too_long_is_stopped(tmp_path: Path) -> None:
    with patient(bot(tmp_path, decide="time.sleep(600)"), 0.3) as player:
        with pytest.raises(PlayerFailed, match=f"{DECIDE} within 0.3 seconds, found none"):
            player.decide(rolled(), 1)
        assert gone(*pids(tmp_path))


def test_whoever_does_not_say_hello_in_time_is_stopped(tmp_path: Path) -> None:
    with (
        Program(bot(tmp_path, hello="time.sleep(600)"), hello=0.3) as player,
        pytest.raises(
            PlayerFailed,
            match=r"told hello, expected .* within 0\.3 seconds, found none; does it flush each",
        ),
    ):
        player.begin(rolled(), 1)


def test_whoever_is_not_ready_for_a_game_in_time_is_stopped(tmp_path: Path) -> None:
    game = "time.sleep(600) if games == 2 else say(id=asked['id'])"
    with patient(bot(tmp_path, game=game)) as player:
        player.begin(rolled(), 1)
        player.hello = 0.3
        with pytest.raises(PlayerFailed, match=r"told game, expected .* within 0\.3 seconds"):
            player.begin(rolled(), 1)
        assert gone(*pids(tmp_path))


def test_a_program_that_reads_nothing_is_no_trap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages larger than any pipe, to somebody who does not read them."""
    large = {"type": "hello", "filling": "x" * 1_000_000}
    monkeypatch.setattr(messages, "hello", lambda: large)
    sleeper = f"{sys.executable} -I -S -c 'import time; time.sleep(600)'"
    with (
        Program(sleeper, hello=0.3) as player,
        pytest.raises(PlayerFailed, match=r"told hello, expected .* within 0\.3 seconds"),
    ):
        player.begin(rolled(), 1)


def test_closed_output_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "_GRACE", 0.2)
    command = bot(tmp_path, decide="os.close(1); time.sleep(600)")
    with (
        patient(command) as player,
        pytest.raises(PlayerFailed, match=f"{DECIDE}, but it closed its standard output"),
    ):
        player.decide(rolled(), 1)


def test_the_last_lines_of_standard_error_are_shown_and_only_those(tmp_path: Path) -> None:
    decide = "sys.stderr.write('\\n'.join(f'note {n}\\x1b[31m' for n in range(9999))); sys.exit(1)"
    with patient(bot(tmp_path, decide=decide)) as player, pytest.raises(PlayerFailed) as caught:
        player.decide(rolled(), 1)
    _, heading, *last = str(caught.value).splitlines()
    assert heading == "The last that it wrote to standard error:"
    assert last == [f"  note {n}?[31m" for n in range(9987, 9999)]


def test_a_late_answer_is_not_taken_for_the_next(tmp_path: Path) -> None:
    """The first question is answered twice, the second time as if it were another one."""
    game = rolled()
    with patient(bot(tmp_path, decide="first(); first(decision='-')")) as player:
        assert str(player.decide(game, 1)) == "R7"
        with pytest.raises(PlayerFailed, match=r'"id": 4.* answer to something else: .*"id": 3'):
            player.decide(game, 1)


def test_whatever_a_program_started_ends_with_it(tmp_path: Path) -> None:
    start = "subprocess.Popen([sys.executable, '-I', '-S', '-c', 'import time; time.sleep(600)'])"
    decide = f"note('pid %d' % {start}.pid); print('hm', flush=True); time.sleep(600)"
    with patient(bot(tmp_path, decide=decide)) as player, pytest.raises(PlayerFailed):
        player.decide(rolled(), 1)
    assert len(pids(tmp_path)) == 2
    assert all(gone(pid) for pid in pids(tmp_path))


def test_who_asks_again_after_a_failure_gets_another_process(tmp_path: Path) -> None:
    decide = "first() if asked['turn'] > 1 else sys.exit(1)"
    later = Game.at(CLASSIC, [CLASSIC.sheet()] * 2, turn=2).rolled(Roll.parse("34r1y1g1b1")).game
    with patient(bot(tmp_path, decide=decide)) as player:
        with pytest.raises(PlayerFailed):
            player.decide(rolled(), 1)
        assert str(player.decide(later, 1)) == "R7"
    assert len(pids(tmp_path)) == 2


def test_after_ctrl_c_an_open_question_is_nobody_elses(tmp_path: Path) -> None:
    interrupt = "os.kill(os.getppid(), signal.SIGINT); time.sleep(600)"
    with patient(bot(tmp_path, decide=interrupt)) as player:
        with pytest.raises(KeyboardInterrupt):
            player.decide(rolled(), 1)
        player.close()
        assert gone(*pids(tmp_path))


# Starting and leaving


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("", "expected a command after run:"),
        ("  ", "expected a command after run:"),
        ("no_such_program_here --x", "cannot be started: there is no 'no_such_program_here'"),
        ("./no/such/file", "cannot be started: there is no './no/such/file'"),
        ("python3 'bot.py", "cannot be read: No closing quotation"),
        ("python3\0", "cannot be started"),
        ("/", "cannot be started: '/' is a folder"),
    ],
)
def test_a_command_that_is_none_is_told_before_anything_is_played(
    command: str, sentence: str
) -> None:
    with pytest.raises(UnknownPlayer) as caught:
        find_player(f"run:{command}", own=True)
    assert sentence in str(caught.value)


def test_a_file_that_may_not_be_executed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mybot.py").touch(0o644)
    with pytest.raises(UnknownPlayer, match=r"cannot be started: './mybot.py' may not be executed"):
        find_player("run:./mybot.py", own=True)


def test_a_file_that_cannot_be_run_is_told(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_text("no program at all")
    broken.chmod(0o755)
    with (
        Program(str(broken)) as player,
        pytest.raises(PlayerFailed, match="cannot be started: Exec format error"),
    ):
        player.begin(rolled(), 0)


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    command = f"{bot(tmp_path)} '; touch {tmp_path}/made' $(touch {tmp_path}/made) > {tmp_path}/out"
    with patient(command) as player:
        player.decide(rolled(), 1)
    assert not (tmp_path / "made").exists()
    assert not (tmp_path / "out").exists()


def test_the_seconds_for_a_decision_can_be_said() -> None:
    for code, patience in ((f"run:{sys.executable}", 10.0), (f"run:75:{sys.executable}", 75.0)):
        player = find_player(code, own=True)
        assert isinstance(player, Program)
        assert (player.patience, player.hello) == (patience, 30.0)
        assert player.command == sys.executable


def test_who_is_told_to_quit_may_tidy_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "_GRACE", EVER)
    with patient(bot(tmp_path, leave="time.sleep(0.2); note('bye'); break")) as player:
        player.decide(rolled(), 1)
    end_programs()
    assert notes(tmp_path)[-1] == "bye"


def test_who_does_not_leave_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "_GRACE", 0.2)
    deaf = "signal.signal(signal.SIGTERM, signal.SIG_IGN); say(id=asked['id'])"
    with patient(bot(tmp_path, hello=deaf, leave="time.sleep(600)")) as player:
        player.decide(rolled(), 1)
    end_programs()
    (pid,) = pids(tmp_path)
    assert gone(pid, patience=0.1)


def test_programs_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    code = (
        "import sys; from rowlock import *; from rowlock.players import program;"
        f"program._GRACE = {EVER};"
        f"player = program.Program(sys.argv[1], hello={EVER}, patience={EVER});"
        f"play(find_variant({CLASSIC.key!r}), [player], 1)"
    )
    command = bot(tmp_path)
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, command], capture_output=True, text=True
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert notes(tmp_path)[-1] == '{"type": "quit"}'
    assert gone(*pids(tmp_path))
