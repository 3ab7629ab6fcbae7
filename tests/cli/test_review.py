"""`review`: a game looked at again, from a file or a pipe, also typed by hand."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import rowlock.cli.review
from reports import ROOT
from rowlock import Record, read_record
from rowlock.compiler import without_compiler
from rowlock.languages import LANGUAGES
from rowlock.players import play_numbered
from rowlock.review import BLUNDER, MISTAKE, SLIP, Review, review
from rowlock.review.grades import POINTS
from rowlock.review.plain import plain
from rowlock.tui import Ink, find_words
from rowlock.tui.review import draw_all, draw_review
from rowlock.variant import find_variant
from tests.cli.running import DEFAULT, command, environment, own_variant, run
from tests.players.trained import no_weights
from tests.review.reviewed import a_game, made_up

PLAIN = Ink(False)
BOT = ("Players", "you keen:1")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.rowlock"


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values are made up where the test is not about them."""

    def quick(record: Record, watch: Callable[[int, int], None] | None = None) -> Review:
        return made_up(record)

    monkeypatch.setattr(rowlock.cli.review, "review", quick)


def expected(
    record: Record, seats: tuple[int, ...], language: str = "en", every: bool = False
) -> str:
    words, found = find_words(language), made_up(record)
    lines = list(draw_review(found, record, seats, PLAIN, words))
    if every:
        lines += ["", *draw_all(found, record, seats, PLAIN, words)]
    return "\n".join([*lines, ""])


def test_a_game_of_ours_is_reviewed_with_real_values(file: Path) -> None:
    with without_compiler():
        record = play_numbered(find_variant(DEFAULT), ("keen", "oracle"), 3, 1)
    file.write_text(record.write(), encoding="utf-8")
    out = run("review", file).fine()
    assert out == "\n".join([*draw_review(review(record), record, (0, 1), PLAIN), ""])
    assert "Seat 2 gave away 0.0 % in " in out, "who judges finds nothing better"
    assert "instead of" in out


@pytest.mark.usefixtures("_quick")
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_the_language_wished_for(language: str, file: Path) -> None:
    record = a_game(names=("You", "keen"), tags=(BOT,))
    file.write_text(record.write(), encoding="utf-8")
    out = run("review", file, "--language", language).fine()
    assert out == expected(record, (0,), language)
    assert find_words(language)("you") in out


@pytest.mark.usefixtures("_quick")
def test_people_are_judged_and_bots_only_if_asked_for_or_alone(file: Path) -> None:
    record = a_game(names=("keen", "Ann"), tags=(("Players", "keen:1 you"),))
    file.write_text(record.write(), encoding="utf-8")
    assert run("review", file).fine() == expected(record, (1,))
    assert run("review", file, "--seat", "1").fine() == expected(record, (0,))
    for tags in ((), (("Players", "keen:1 keen:2"),)):
        record = replace(record, tags=tags)
        file.write_text(record.write(), encoding="utf-8")
        assert run("review", file).fine() == expected(record, (0, 1))


@pytest.mark.usefixtures("_quick")
def test_all_lists_every_decision(file: Path) -> None:
    record = a_game()
    file.write_text(record.write(), encoding="utf-8")
    out = run("review", file, "--all", "--seat", "2").fine()
    assert out == expected(record, (1,), every=True)


@pytest.mark.usefixtures("_quick")
def test_a_record_comes_through_a_pipe_too() -> None:
    record = a_game()
    assert run("review", "-", typed=record.write()).fine() == expected(record, (0, 1))
    said = run("review", "-", typed="nothing of the kind").complaint()
    assert said.startswith("standard input:1:")
    assert "too large" in run("review", "-", typed="x" * 2_000_000).complaint()


@pytest.mark.usefixtures("_quick")
def test_a_record_typed_by_hand_from_paper_will_do(file: Path) -> None:
    """No marks that follow from the moves, no names, no result, in lines as they come."""
    record = replace(a_game(), names=())
    text = record.write(checked=False)
    typed = "\n".join(line for line in text.splitlines() if not line.startswith("[Re"))
    typed = "\n".join(line for line in typed.splitlines() if not line.startswith("[E"))
    file.write_text(typed.replace(" / ", "\n   /\t") + "\n; what a game!", encoding="utf-8")
    assert run("review", file).fine() == expected(record, (0, 1))


def test_the_record_that_the_docs_show_is_a_good_one() -> None:
    page = (ROOT / "docs" / "review.md").read_text(encoding="utf-8")
    (typed,) = re.findall(r"```record\n(.*?)```", page, re.DOTALL)
    assert len(read_record(typed).rolls()) == 2


def test_the_docs_say_what_a_slip_a_mistake_and_a_blunder_are() -> None:
    page = " ".join((ROOT / "docs" / "review.md").read_text(encoding="utf-8").split())
    slip, mistake, blunder = (f"{100 * least:g} %" for least in (SLIP, MISTAKE, BLUNDER))
    said = f"a slip gives away {slip} of the chance to win or more, a mistake {mistake}, "
    assert f"{said}a blunder {blunder}." in page
    few, some, many = (f"{POINTS * least:g}" for least in (SLIP, MISTAKE, BLUNDER))
    assert f"(Alone it is {few}, {some} and {many} points.)" in page


@pytest.mark.usefixtures("_quick")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_is_drawn_where_it_is_wished_for(
    file: Path, tmp_path: Path, language: str
) -> None:
    record = a_game(names=("You", "<Bob>"))
    file.write_text(record.write(), encoding="utf-8")
    picture = tmp_path / "game.svg"
    out = run("review", file, "--svg", picture, "--language", language).fine()
    words = find_words(language)
    assert out == expected(record, (0, 1), language) + f"\n{words('review.drawn', path=picture)}\n"
    root = ElementTree.fromstring(picture.read_bytes())
    names = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert words("you") in names
    assert "<Bob>" in names


@pytest.mark.usefixtures("_quick")
def test_as_json_it_is_the_plain_review_and_nothing_else(file: Path, tmp_path: Path) -> None:
    record = a_game(names=("Zoë", "keen"))
    file.write_text(record.write(), encoding="utf-8")
    picture = tmp_path / "game.svg"
    out = run("review", file, "--json", "--svg", picture).fine()
    assert json.loads(out) == json.loads(json.dumps(plain(made_up(record))))
    assert "Zoë" in out
    assert picture.exists()


@pytest.mark.usefixtures("_quick")
def test_a_picture_that_cannot_be_written_is_told_before_the_work(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text(a_game().write(), encoding="utf-8")

    def never(*_: object) -> Review:
        raise AssertionError("it was reviewed")

    monkeypatch.setattr(rowlock.cli.review, "review", never)
    assert "nowhere" in run("review", file, "--svg", "/nowhere/game.svg").complaint()


@pytest.mark.usefixtures("_quick")
@pytest.mark.parametrize("seat", ["0", "3", "-1"])
def test_a_seat_that_is_not_there_is_refused_with_the_range(seat: str, file: Path) -> None:
    file.write_text(a_game().write(), encoding="utf-8")
    said = run("review", file, f"--seat={seat}").complaint()
    assert said == f"--seat: expected a seat from 1 to 2, found {seat}"


def test_a_game_under_way_is_refused_with_how_to_go_on(file: Path) -> None:
    record = a_game()
    file.write_text(replace(record, moves=record.moves[:20]).write(), encoding="utf-8")
    said = run("review", file).complaint()
    assert said.startswith(f"{file}: this game is not over")
    assert said.endswith(f"`rowlock play --load {file}` goes on with it")
    said = run("review", "-", typed=file.read_text(encoding="utf-8")).complaint()
    assert said.startswith("standard input: this game is not over")
    assert "--load" not in said


def test_a_variant_without_values_is_refused_with_what_can_be_done(tmp_path: Path) -> None:
    mine = own_variant(tmp_path, old="needs = 5", new="needs = 4")
    record = replace(a_game(), variant=replace(a_game().variant, key="mine"))
    file = tmp_path / "game.rowlock"
    with no_weights(tmp_path):
        file.write_text(record.write(), encoding="utf-8")
        said = run("review", file, "--variant", mine).complaint()
    assert said.startswith(f"{file}: there are no trained values for this game")
    assert said.endswith("`rowlock replay` can still tell this game")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: "hello", ":1:1: expected a tag for the variant"),
        (lambda text: text.replace("1. 1 2", "1. 1 9", 1), ":"),
        (lambda text: text.replace('[Seats "2"]', '[Seats "3"]'), ":"),
        (lambda text: text.replace(f'"{DEFAULT}"', '"nothing"'), "no variant is called 'nothing'"),
    ],
)
def test_what_is_no_good_record_is_refused_like_everywhere(
    change: Callable[[str], str], said: str, file: Path
) -> None:
    text = a_game().write()
    assert change(text) != text
    file.write_text(change(text), encoding="utf-8")
    told = run("review", file).complaint()
    assert told.startswith(f"{file}:")
    assert said in told
    assert told == run("replay", file).complaint()


def test_a_file_that_is_not_there_is_told() -> None:
    assert run("review", "nowhere.rowlock").complaint().startswith("nowhere.rowlock: No such file")
    assert run("review").code == 2


def test_in_a_pipe_there_is_no_progress_and_no_colour(file: Path) -> None:
    file.write_text(a_game().write(), encoding="utf-8")
    ran = subprocess.run(
        command("review", file), env=environment(), capture_output=True, check=True
    )
    assert ran.stderr == b""
    assert b"\x1b" not in ran.stdout
    assert b"\r" not in ran.stdout.replace(b"\r\n", b"\n")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("bars", [True, False])
def test_at_a_terminal_progress_is_shown_and_gone_in_the_end(
    bars: bool, file: Path, tmp_path: Path
) -> None:
    from tests.cli.terminal import at_a_terminal

    record = a_game()
    file.write_text(record.write(), encoding="utf-8")
    hidden = tmp_path / "hidden"
    if not bars:
        (hidden / "rich").mkdir(parents=True)
        (hidden / "rich" / "__init__.py").write_text("raise ImportError('hidden')")
    path = f"{hidden}:{environment().get('PYTHONPATH', '')}"
    with at_a_terminal(tmp_path, "review", file, env=environment(PYTHONPATH=path)) as talk:
        assert talk.end() == 0
    turns = len(record.rolls())
    assert "Reviewing the game" in talk.text
    assert f"/{turns}" in talk.text
    assert "Classic. The game is over" in talk.text
    assert "\x1b[1m" in talk.raw.decode(), "what matters is bold"
