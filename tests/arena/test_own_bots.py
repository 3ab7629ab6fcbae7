"""Somebody's own players in the arena: counted like others, and told when they fail."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rowlock import PlayerFailed, UnknownPlayer, read_record
from rowlock.arena import contest
from tests.cli.running import command, run
from tests.players.bots import ROOT, bot, gone, node, notes, pids

KEEN = "class:tests.players.bots.AlsoKeen"


def test_a_class_that_plays_like_keen_counts_like_keen() -> None:
    own = contest([KEEN, "random"], games=40, seed=2, workers=2)
    keen = contest(["keen", "random"], games=40, seed=2)
    assert own.players()[0].taken == keen.players()[0].taken
    assert own.players()[1].taken == keen.players()[1].taken
    assert own.seats() == keen.seats()


def test_the_two_programs_of_the_docs_are_equally_strong() -> None:
    bots = ROOT / "docs" / "bots"
    codes = [f"run:120:{sys.executable} -I -S '{bots}/leftmost.py'"]
    codes.append(f"run:120:{node()} '{bots}/leftmost.mjs'")
    standing = contest(codes, games=12, workers=1)
    python, javascript = standing.players()
    assert python.taken.scores == javascript.taken.scores
    assert python.won.value == javascript.won.value == 0.5


def test_programs_are_kept_for_all_games_and_end_with_the_contest(tmp_path: Path) -> None:
    code = f"run:120:{bot(tmp_path)}"
    standing = contest([code, "keen"], seats=3, games=12, workers=2)
    assert standing.complete
    started = pids(tmp_path)
    assert 1 <= len(started) <= 2, "one for each core"
    assert all(gone(pid) for pid in started)
    games = [json.loads(line) for line in notes(tmp_path) if '"game"' in line]
    assert len(games) == standing.games
    again = contest([code, "keen"], seats=3, games=12, workers=1)
    assert again.as_json()["players"] == standing.as_json()["players"]


def test_a_failure_is_told_after_what_is_known(tmp_path: Path) -> None:
    hangs = bot(tmp_path, decide="first() if games < 9 else sys.exit('out of ideas')")
    file = tmp_path / "a.json"
    ran = run("arena", "keen", f"run:120:{hangs}", "--workers", "1", "--json", file)
    assert ran.code == 1
    assert re.search(r"2 seats, \d games ", ran.out)
    assert "Stopped before the end: 1,000 games were wanted." in ran.out
    lines = ran.err.splitlines()
    assert re.match(r"rowlock: the program .* failed: asked to decide, .* ended \(exit c", lines[0])
    assert lines[1:] == ["The last that it wrote to standard error:", "  out of ideas"]
    found = json.loads(file.read_text(encoding="utf-8"))
    assert 0 < found["games"] < 9
    assert found["complete"] is False
    assert all(gone(pid) for pid in pids(tmp_path))


def test_when_one_fails_those_that_think_are_ended_too(tmp_path: Path) -> None:
    """The first that is asked thinks for ever, deaf to everything; the next one fails."""
    decide = f"os.mkdir({str(tmp_path / 'first')!r}); time.sleep(600)"
    code = f"run:600:{bot(tmp_path, decide=decide)}"
    with pytest.raises(PlayerFailed, match=r"FileExistsError"):
        contest([code, "keen"], games=100, workers=2)
    assert len(pids(tmp_path)) == 2
    assert all(gone(pid) for pid in pids(tmp_path))


def test_a_failure_in_the_first_game_is_told_too(tmp_path: Path) -> None:
    code = f"run:120:{bot(tmp_path, hello='print(1, flush=True)')}"
    ran = run("arena", "keen", code, "--games", "2", "--workers", "1")
    assert (ran.code, ran.out) == (1, "Nothing was played.\n")
    assert "found '1'; standard output is for answers alone" in ran.err
    with pytest.raises(PlayerFailed, match="told hello"):
        contest(["keen", code], games=2, workers=1)


def test_a_class_that_ends_its_process_is_named() -> None:
    ran = run("arena", "keen", "class:tests.players.bots.Gone", "--games", "4", "--workers", "1")
    assert ran.code == 1
    assert re.match(
        r"rowlock: a process that played games of keen and class:tests.players.bots.Gone was lost",
        ran.err,
    )


def test_a_worker_that_does_not_listen_is_ended(tmp_path: Path) -> None:
    """It holds Python's lock in one endless call, so that nothing else is done there."""
    (tmp_path / "holding_bot.py").write_text(
        "import os\n"
        "class Mine:\n"
        "    def decide(self, view, seat):\n"
        "        try:\n"
        "            os.mkdir('first')\n"
        "        except FileExistsError:\n"
        "            raise RuntimeError('no more') from None\n"
        "        open('pid', 'w').write(f'{os.getpid()}')\n"
        "        sum(range(10**15))\n"
    )
    ran = subprocess.run(
        command("arena", "keen", "class:holding_bot.Mine", "--games", "4", "--workers", "2"),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=tmp_path,
    )
    assert ran.returncode == 1
    assert "class:holding_bot.Mine failed to decide: RuntimeError: no more" in ran.stderr
    assert gone(int((tmp_path / "pid").read_text()))


def test_what_is_no_player_is_told_before_anything_is_played() -> None:
    for code in ("run:no_such_program", "class:no_such_module.Mine", "run:", "class:"):
        with pytest.raises(UnknownPlayer):
            contest(["keen", code])
        run("arena", "keen", code).complaint()


def test_codes_are_shown_as_they_are_typed(tmp_path: Path) -> None:
    code = f"run:120:{bot(tmp_path)} [bold] [/x] $a$"
    plot = tmp_path / "a.png"
    arguments = ("arena", "random", code, "--seats", "3", "--games", "3", "--workers", "1")
    said = run(*arguments, "--plot", plot).fine()
    assert "[bold] [/x] $a$ sat on 2 seats" in " ".join(said.split())
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_a_game_of_the_arena_can_be_looked_at_again(tmp_path: Path) -> None:
    code = f"run:120:{bot(tmp_path)}"
    seats = ("--seats", f"keen,{code}")
    said = run("replay", "--batch", "0:3", *seats, "--write").fine()
    record = read_record(said)
    assert record.game().over
    assert read_record(run("replay", "--batch", "0:3", *seats, "--write").fine()) == record
