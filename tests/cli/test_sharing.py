"""Several persons at one real terminal: nobody reads what another answered, or what undo hid."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rowlock import Phase, Played, Roll, read_record, shipped_variants
from rowlock.languages import LANGUAGES
from rowlock.tui import find_words
from rowlock.tui.prose import as_text
from rowlock.variants.pages import rules_page

if sys.platform == "win32":  # it has no pseudo-terminals
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from tests.cli.running import environment
from tests.cli.terminal import Talk, at_a_terminal, through_pipes
from tests.tui.test_announced import TWELVE, ready_to_lock

KEY = shipped_variants()[0]
WIPED = b"\x1b[H\x1b[2J\x1b[3J"
THREE = ("play", "--seats", "you:Ann,you:Bob,keen", "--first", "3", "--seed", "4")


def seen(talk: Talk) -> str:
    """What stands on the screen and above it: all that came after the last wipe."""
    last = talk.raw.rpartition(WIPED)[2].decode().replace("\r\n", "\n")
    return re.sub(r"\x1b\[[0-9;]*m", "", last)


def heard(talk: Talk) -> str:
    said = talk.screen()
    assert said is not None
    return said


def test_what_a_person_answered_is_wiped_before_the_next_is_asked(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, *THREE) as talk:
        assert heard(talk).endswith("Ann> ")
        talk.type("hint")
        assert heard(talk).endswith("Ann> ")
        assert WIPED not in talk.raw, "nothing to hide yet"
        talk.type("-")
        assert heard(talk).endswith("Pass to Bob, then press Enter> ")
        assert seen(talk) == "Pass to Bob, then press Enter> "
        talk.type("")
        assert heard(talk).endswith("Bob> ")
        assert "White action" in seen(talk)
        assert "Ann> " not in seen(talk)
        assert "win" not in seen(talk), "nor the hint"
        talk.type("-")
        told = heard(talk)
        assert talk.raw.count(WIPED) == 1, "now everything is told"
        assert "Ann passes.\nBob passes.\n" in told


def test_whoever_has_the_terminal_must_press_enter_and_nothing_else(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, *THREE) as talk:
        heard(talk)
        talk.type("-")
        heard(talk)
        talk.type("R5")
        assert heard(talk) == "R5\nPass to Bob, then press Enter> "
        talk.type("undo")
        said = heard(talk)
        assert "Taken back; Ann may decide again." in said
        assert said.endswith("Ann> ")


def test_after_an_undo_the_person_before_decides_again_and_is_wiped_again(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, *THREE) as talk:
        heard(talk)
        for line in ("-", ""):
            talk.type(line)
            heard(talk)
        talk.type("undo")
        assert heard(talk).endswith("Ann> ")
        assert "Taken back; Ann may decide again." in seen(talk)
        talk.type("-")
        assert heard(talk).endswith("Pass to Bob, then press Enter> ")
        assert seen(talk) == "Pass to Bob, then press Enter> "


def test_what_was_chosen_before_a_lock_was_announced_is_wiped_too(tmp_path: Path) -> None:
    """Bob, asked again, is shown his answer; instead of answering he takes Ann's back."""
    file = saved(tmp_path, "-RR")
    with at_a_terminal(tmp_path, "play", "--load", file) as talk:
        heard(talk)
        for line in ("-", "", "G12", "", "R12", ""):
            talk.type(line)
            heard(talk)
        assert "You had chosen G12" in seen(talk)
        talk.type("undo")
        assert heard(talk).endswith("Pass to Ann, then press Enter> ")
        assert seen(talk) == "Pass to Ann, then press Enter> "


def saved(folder: Path, rows: str) -> Path:
    """A game of persons in which each has five crosses in this row, and 12 is rolled."""
    record = ready_to_lock(rows).plus(Roll.parse(TWELVE))
    tags = (("Players", " ".join(["you"] * record.seats)), ("Seed", "1"))
    file = folder / "locks.rowlock"
    file.write_text(replace(record, tags=tags).write(), encoding="utf-8")
    return file


def test_one_person_is_never_asked_to_pass_anything(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "play", "--first", "2", "--seed", "4") as talk:
        talk.answer(lambda prompt, screen: "" if "Enter" in prompt else "-", most=12)
        heard(talk)
        assert WIPED not in talk.raw
        assert "Pass to" not in talk.text


def test_through_pipes_nothing_is_wiped_and_nothing_that_was_typed_is_printed(
    tmp_path: Path,
) -> None:
    with through_pipes(tmp_path, *THREE) as talk:
        first = heard(talk)
        mark = re.findall(r"White action: (\S+)", first)[0]
        talk.type(mark)
        second = heard(talk)
        assert b"\x1b" not in talk.raw
        assert "Pass to" not in talk.text
        assert second.endswith("Bob> ")
        assert not re.search(rf"\b{mark}\b", second.split("White action")[0])


def test_a_dumb_terminal_is_pushed_away(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, *THREE, env=environment(TERM="dumb")) as talk:
        heard(talk)
        talk.type("-")
        said = heard(talk)
        assert b"\x1b" not in talk.raw
        assert said.endswith("\n" * 100 + "Pass to Bob, then press Enter> ")


def test_a_lock_is_announced_across_the_wipe_and_the_first_is_asked_again(tmp_path: Path) -> None:
    file = saved(tmp_path, "RR")
    with at_a_terminal(tmp_path, "play", "--load", file) as talk:
        heard(talk)
        talk.type("G12")
        heard(talk)
        talk.type("")
        heard(talk)
        talk.type("R12")
        assert heard(talk).endswith("Pass to Ann, then press Enter> ")
        assert seen(talk) == "Pass to Ann, then press Enter> "
        talk.type("")
        heard(talk)
        assert "Bob locks red!" in seen(talk)
        assert "You may lock it too: R12" in seen(talk)
        assert "You had chosen G12; just Enter keeps that." in seen(talk)
        talk.type("R12")
        assert "locked by Ann and Bob" in heard(talk)
        talk.type("quit")
        assert talk.end() == 0
    game = read_record(file.read_bytes()).game()
    assert [str(sheet) for sheet in game.sheets] == ["R 2 3 4 5 6 12 | Y | G | B"] * 2


@pytest.mark.parametrize("locks", ["announced", "sealed"])
def test_locks_are_as_wished_and_stay_so_in_the_saved_game(locks: str, tmp_path: Path) -> None:
    file = saved(tmp_path, "RR")
    before = read_record(file.read_bytes())
    for options in (("--locks", locks), ()):
        with through_pipes(tmp_path, "play", "--load", file, *options) as talk:
            heard(talk)
            talk.type("R12")
            assert ("Ann locks red!" in heard(talk)) == (locks == "announced")
            talk.type("quit")
            assert talk.end() == 0
        tags = read_record(file.read_bytes()).tags
        file.write_text(replace(before, tags=tags).write(), encoding="utf-8")


def test_what_is_sealed_is_in_no_file_and_not_printed_either(tmp_path: Path) -> None:
    """Neither in the file that is kept, nor on the screen if it cannot be."""
    file = tmp_path / "evening.rowlock"
    with through_pipes(tmp_path, *THREE, "--save", file) as talk:
        mark = re.findall(r"White action: (\S+)", heard(talk))[0]
        talk.type(mark)
        heard(talk)
        kept = read_record(file.read_bytes())
        assert not any(isinstance(move, Played) for move in kept.moves)
        assert kept.game().phase is Phase.WHITE
        talk.type("quit")
        assert talk.end() == 0
    assert not any(isinstance(move, Played) for move in read_record(file.read_bytes()).moves)


# Language


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("option", [True, False], ids=["--language", "the system's"])
def test_play_speaks_the_language_wished_for(language: str, option: bool, tmp_path: Path) -> None:
    words = find_words(language)
    arguments = ["play", "--first", "1", "--seed", "4", "--seats", "you,oracle,keen"]
    arguments += ["--language", language] if option else []
    env = environment(LANG="en_GB.UTF-8" if option else f"{language}_XX.UTF-8")
    with through_pipes(tmp_path, *arguments, env=env) as talk:
        said = heard(talk)
        assert said.startswith(words("play.begin", variant="Classic"))
        assert words("play.dice", seed=4) in said
        assert said.endswith(f"{words('you')}> ")
        talk.type(words("command.help").split()[0])
        assert words("help") in heard(talk)
        talk.type(words("command.quit").split()[0])
        assert talk.end() == 0
        assert words("play.go_on", command="")[:8] in talk.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_read_in_a_game_a_screen_at_a_time(language: str, tmp_path: Path) -> None:
    words = find_words(language)
    more = words("table.more")
    arguments = ("play", "--first", "1", "--seed", "4", "--language", language)
    with at_a_terminal(tmp_path, *arguments, env=environment(LINES="24")) as talk:
        heard(talk)
        talk.type("rules")
        pages = [heard(talk)]
        while pages[-1].endswith(more):
            talk.type("")
            pages.append(heard(talk))
        read = "".join(page.removesuffix(more) for page in pages)
        page = as_text(rules_page(KEY, language))
        assert [line for line in page.splitlines() if line not in read] == []
        assert len(pages) > 5
        talk.type("rules")
        assert heard(talk).endswith(more)
        talk.type("q")
        assert heard(talk) == f"q\n{words('you')}> "
