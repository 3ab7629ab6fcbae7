"""Whole games as a person plays them: at a real pseudo-terminal, and through pipes."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from rowlock import Phase, Played, read_record, shipped_variants

if sys.platform == "win32":  # it has no pseudo-terminals
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from tests.cli.running import environment, run, saved_as
from tests.cli.terminal import Talk, at_a_terminal, through_pipes
from tests.tui.sitting import following_hints, taking_any

every_variant = pytest.mark.parametrize("key", shipped_variants())
ESCAPE = b"\x1b"


def assert_finished(talk: Talk, file: Path) -> None:
    """It ended well, told the result, and what it saved is a good record of it."""
    assert talk.end() == 0
    assert "Traceback" not in talk.text
    record = read_record(file.read_bytes())
    outcome = record.game().outcome()
    assert outcome is not None
    assert "The game is over (" in talk.text
    for name, total in zip(record.names, outcome.totals, strict=True):
        assert any(
            line.startswith(f"{name}: ") and line.endswith(f" = {total}")
            for line in talk.text.splitlines()
        )
    points = " ".join(map(str, outcome.totals))
    assert f"a good record of {record.variant.key}, {points}" in run("check", file).fine()


@every_variant
def test_a_whole_game_is_played_at_a_terminal(key: str, tmp_path: Path) -> None:
    file = tmp_path / "evening.rowlock"
    robot = taking_any(key)
    pauses = 0

    def typed(prompt: str, screen: str) -> str | None:
        nonlocal pauses
        pauses += "Enter: " in prompt
        return robot(prompt, screen)

    with at_a_terminal(
        tmp_path, "play", key, "--first", "1", "--seed", "4", "--save", file
    ) as talk:
        talk.answer(typed)
        assert_finished(talk, file)
        assert ESCAPE in talk.raw, "a terminal is given colours"
    record = read_record(file.read_bytes())
    assert pauses == record.game().turn, "a pause before every roll but the first, and the result"


@every_variant
def test_a_whole_game_is_played_through_pipes(key: str, tmp_path: Path) -> None:
    file = tmp_path / "evening.rowlock"
    with through_pipes(
        tmp_path, "play", key, "--first", "1", "--seed", "4", "--save", file
    ) as talk:
        talk.answer(taking_any(key))
        assert_finished(talk, file)
        assert ESCAPE not in talk.raw, "a pipe is given none"
        assert "Enter: " not in talk.text, "nobody sits there to press it"


def test_two_persons_and_a_bot_play_by_hints_at_a_terminal_without_pause(tmp_path: Path) -> None:
    file = tmp_path / "evening.rowlock"
    seats = ("--seats", "you:Emma,keen,you:Max")
    arguments = ("play", *seats, "--first", "1", "--seed", "4", "--save", file, "--no-pause")
    with at_a_terminal(tmp_path, *arguments) as talk:
        talk.answer(following_hints())
        assert_finished(talk, file)
        assert "Enter: " not in talk.text
    assert read_record(file.read_bytes()).names == ("Emma", "keen", "Max")


def test_a_pause_can_be_wished_for_also_through_pipes(tmp_path: Path) -> None:
    with through_pipes(tmp_path, "play", "--first", "1", "--seed", "4", "--pause") as talk:
        talk.answer(lambda prompt, screen: "quit" if "Enter: " in prompt else "-")
        assert talk.end() == 0


@pytest.mark.parametrize(
    ("variables", "option"),
    [({"NO_COLOR": "1"}, "auto"), ({"TERM": "dumb"}, "auto"), ({}, "never")],
    ids=["NO_COLOR", "a dumb terminal", "--colour never"],
)
def test_a_terminal_without_colour_is_sent_no_escape(
    variables: dict[str, str], option: str, tmp_path: Path
) -> None:
    env = environment(**variables)
    arguments = ("play", "--first", "1", "--seed", "4", "--colour", option)
    with at_a_terminal(tmp_path, *arguments, env=env) as talk:
        talk.answer(taking_any(1), most=12)
        talk.screen()
        talk.type("quit")
        assert talk.end() == 0
        assert ESCAPE not in talk.raw
        assert "White action" in talk.text


def test_colour_is_shown_where_it_is_wished_for_even_in_a_pipe(tmp_path: Path) -> None:
    env = environment(NO_COLOR="1")
    with through_pipes(tmp_path, "play", "--colour", "always", env=env) as talk:
        talk.screen()
        talk.type("quit")
        assert talk.end() == 0
        assert ESCAPE in talk.raw


def answered(talk: Talk, answers: int) -> str:
    """Pass so many times, then stop at the next prompt."""
    talk.answer(lambda prompt, screen: "" if "Enter: " in prompt else "-", most=answers)
    said = talk.screen()
    assert said is not None
    return said


def assert_left(talk: Talk, folder: Path, code: int, answers: int) -> None:
    """It left cleanly and the file it named holds all that was decided."""
    assert talk.end() == code
    assert "Traceback" not in talk.text
    assert "Go on with: rowlock play --load " in talk.text
    record = read_record((folder / saved_as(talk.text)).read_bytes())
    mine = [move for move in record.moves if isinstance(move, Played) and move.seat == 0]
    assert len(mine) == answers


# The first turn of the only person: white action, colour action, pause; then the bot's turn.
LEAVING = [(0, "White action", 0), (1, "Colour action", 1), (2, "Enter: ", 2), (3, "White", 2)]


@pytest.mark.parametrize(("answers", "where", "decided"), LEAVING)
def test_ctrl_c_leaves_cleanly_wherever_it_is_pressed(
    answers: int, where: str, decided: int, tmp_path: Path
) -> None:
    with at_a_terminal(tmp_path, "play", "--first", "1", "--seed", "4") as talk:
        assert where in answered(talk, answers)
        talk.press_ctrl_c()
        assert_left(talk, tmp_path, 130, decided)


@pytest.mark.parametrize(("answers", "where", "decided"), LEAVING)
def test_ctrl_d_leaves_cleanly_wherever_it_is_pressed(
    answers: int, where: str, decided: int, tmp_path: Path
) -> None:
    with at_a_terminal(tmp_path, "play", "--first", "1", "--seed", "4") as talk:
        assert where in answered(talk, answers)
        talk.send(b"\x04")
        assert_left(talk, tmp_path, 0, decided)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_sent_to_the_process_leaves_cleanly_too(
    number: signal.Signals, tmp_path: Path
) -> None:
    with through_pipes(tmp_path, "play", "--first", "1", "--seed", "4") as talk:
        answered(talk, 3)
        talk.interrupt(number)
        assert_left(talk, tmp_path, 130, 3)


def test_a_closed_window_leaves_the_game_saved(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "play", "--first", "1", "--seed", "4") as talk:
        answered(talk, 1)
        talk.close_window()
    (path,) = tmp_path.glob("*.rowlock")
    record = read_record(path.read_bytes())
    assert sum(isinstance(move, Played) and move.seat == 0 for move in record.moves) == 1


def test_a_reader_that_goes_away_leaves_the_game_saved(tmp_path: Path) -> None:
    """As in `rowlock play | head`."""
    with through_pipes(tmp_path, "play", "--first", "1", "--seed", "4") as talk:
        answered(talk, 1)
        assert talk.process.stdout is not None
        talk.process.stdout.close()
        talk.type("-")
        assert talk.process.wait(30) == 0
    (path,) = tmp_path.glob("*.rowlock")
    record = read_record(path.read_bytes())
    assert sum(isinstance(move, Played) and move.seat == 0 for move in record.moves) == 2


def test_an_empty_no_color_means_nothing(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "play", env=environment(NO_COLOR="")) as talk:
        talk.screen()
        talk.type("quit")
        assert talk.end() == 0
        assert ESCAPE in talk.raw


def test_ctrl_c_in_the_middle_of_a_line_leaves_too_and_does_not_play_it(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "play", "--first", "1", "--seed", "4") as talk:
        talk.screen()
        talk.send(b"-")
        talk.press_ctrl_c()
        assert_left(talk, tmp_path, 130, 0)


def test_undo_works_at_the_pause_of_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "evening.rowlock"
    with at_a_terminal(tmp_path, "play", "--first", "1", "--seed", "4", "--save", file) as talk:
        assert "Enter: keen rolls (or undo)" in answered(talk, 2)
        talk.type("undo")
        assert "Colour action" in (talk.screen() or "")
        talk.type("quit")
        assert talk.end() == 0
    assert read_record(file.read_bytes()).game().phase is Phase.COLOUR


def test_bytes_that_are_no_text_are_refused_like_any_other_mistake(tmp_path: Path) -> None:
    """A terminal that does not write UTF-8: neither a traceback nor a lost game."""
    env = environment(PYTHONIOENCODING="utf-8:strict")
    with through_pipes(tmp_path, "play", "--first", "1", "--seed", "4", env=env) as talk:
        answered(talk, 1)
        talk.send(b"\xff\xfe\n")
        said = talk.screen()
        assert "Traceback" not in talk.text
        assert said is not None
        assert "is not a move" in said
