"""`rowlock learn`: lessons at a terminal, through a pipe, and to be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowlock import shipped_variants
from tests.cli.running import own_variant, run
from tests.cli.terminal import at_a_terminal, through_pipes


def test_answers_may_come_through_a_pipe() -> None:
    said = run("learn", "--language", "en", typed="R6\n" + "\n" * 6).fine()
    assert said.startswith("Learn: Classic\n")
    assert "Crossed! The number that you skipped is gone for you." in said
    assert said.endswith("That is all you need. Play it: rowlock play classic\n")


@pytest.mark.parametrize("typed", ["", "\n", "R6\nnonsense\n", "quit\n", "help\nquit\n"])
def test_it_may_end_at_any_time(typed: str) -> None:
    said = run("learn", "--language", "de", typed=typed).fine()
    assert said.endswith("Bis zum nächsten Mal.\n")


@pytest.mark.parametrize("key", shipped_variants())
def test_all_of_it_can_be_shown(key: str) -> None:
    said = run("learn", key, "--show", "--language", "it").fine()
    assert "Passo 7 di " in said
    assert f"rowlock play {key}" in said


def test_a_part_of_it_can_be_shown() -> None:
    said = run("learn", "longo", "--show", "--part", "different", "--language", "en").fine()
    assert "Step 4 of 4: Two rows tied" in said
    assert "Step 7 of 7" in run("learn", "longo", "--show", "--part", "basics").fine()


def test_a_file_of_ones_own_is_taught_and_played_by_its_path(tmp_path: Path) -> None:
    path = own_variant(tmp_path, "mine", "locks = 2", "locks = 3")
    said = run("learn", path, "--show", "--language", "en").fine()
    assert "when three rows are closed" in " ".join(said.split())
    assert "is played just like" not in said
    assert said.endswith(f"rowlock play {path}\n")  # alone on its line if it is long


def test_an_unknown_variant_is_told() -> None:
    assert "no variant is called 'nonsense'" in run("learn", "nonsense").complaint()


def test_ctrl_c_ends_it_politely(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "learn", "longo", "--language", "en") as talk:
        assert "Enter: what is different" in str(talk.screen())
        talk.type("basics")
        assert "Step 1 of 11" in str(talk.screen())
        talk.press_ctrl_c()
        assert talk.end() == 130
        assert talk.text.endswith("Until next time.\n")
        assert "Traceback" not in talk.text


def test_no_input_at_all_ends_it_politely(tmp_path: Path) -> None:
    with through_pipes(tmp_path, "learn", "--language", "en") as talk:
        assert "Step 1 of 7" in str(talk.screen())
        assert talk.process.stdin is not None
        talk.process.stdin.close()
        assert talk.end() == 0
        assert talk.text.endswith("Until next time.\n")
