"""Leaving a game loses nothing, and going on with it changes nothing."""

from __future__ import annotations

import io
import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from rowlock import Played, Record, Roll, read_record, shipped_variants
from rowlock.cli import main
from rowlock.compiler import is_wanted
from rowlock.moves import Pass
from rowlock.tui import Table
from tests.cli.running import DEFAULT, Ran, a_record, own_variant, run, saved_as
from tests.tui.sitting import Typist, following_hints, taking_any

every_variant = pytest.mark.parametrize("key", shipped_variants())
GAME = "evening.rowlock"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def load(path: str | Path = GAME) -> Record:
    return read_record(Path(path).read_bytes())


def rolls(record: Record) -> list[Roll]:
    return [move for move in record.moves if isinstance(move, Roll)]


def decided(record: Record, seat: int = 0) -> int:
    return sum(isinstance(move, Played) and move.seat == seat for move in record.moves)


# Leaving


@pytest.mark.parametrize("typed", ["", "-\n", "-\n-\n-\n", "-\n-", "hint\n", "-\nquit\n", "exit"])
def test_end_of_input_and_quit_save_all_that_was_decided(typed: str) -> None:
    ran = run("play", "--seed", "1", typed=typed)
    path = saved_as(ran.fine())
    assert ran.out.endswith(f"Saved as {path}.\nGo on with: rowlock play --load {path}\n")
    assert list(Path().iterdir()) == [path]
    assert decided(load(path)) == typed.count("-")


@every_variant
def test_a_game_left_early_is_kept_where_it_was_wished(key: str) -> None:
    out = run("play", key, "--seed", "1", "--save", GAME, typed="-\nquit\n").fine()
    assert out.endswith(f"Saved as {GAME}.\nGo on with: rowlock play --load {GAME}\n")
    assert load().variant.key == key
    assert decided(load()) == 1
    assert [path.name for path in Path().iterdir()] == [GAME]


def test_a_finished_game_is_saved_only_if_that_was_wished() -> None:
    assert "Saved" not in run("play", "--seed", "1", typed=taking_any(1)).fine()
    assert list(Path().iterdir()) == []
    out = run("play", "--seed", "1", "--save", GAME, typed=taking_any(1)).fine()
    assert out.endswith(f"Saved as {GAME}.\n")
    assert load().game().over


def test_the_saved_game_holds_every_decision_while_it_is_played() -> None:
    """Whoever pulls the plug at a prompt finds all that was typed before it."""
    answer = taking_any(2)
    typed = 0

    def careful(prompt: str, screen: str) -> str | None:
        nonlocal typed
        if typed:
            assert decided(load()) == typed
        typed += 1
        return answer(prompt, screen)

    run("play", "--seed", "1", "--save", GAME, typed=careful).fine()
    assert typed > 10


def printed_record(out: str) -> Record:
    text = out[out.index("[Variant ") :]
    return read_record(text)


@pytest.mark.parametrize("place", ["no such folder/x", "diary.txt", "."])
def test_a_bad_place_is_told_before_the_game_and_not_after_it(place: str) -> None:
    Path("diary.txt").write_text("Dear diary")
    assert place in run("play", "--seed", "1", "--save", place, typed="-\n").complaint()
    assert Path("diary.txt").read_text() == "Dear diary"


def test_a_saved_game_has_its_seats_and_dice_already() -> None:
    run("play", "--seed", "1", "--save", GAME, typed="-\nquit\n").fine()
    for options in (["--seats", "you,random"], ["--seed", "2"], ["--first", "2"]):
        said = run("play", "--load", GAME, *options, typed="").complaint()
        assert said == f"{GAME}: a saved game has its seats and dice already"


def test_in_a_folder_that_is_gone_the_record_is_printed_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    out = run("play", "--seed", "1", typed="-\n-\n").fine()
    assert "The game could not be saved" in out
    assert decided(printed_record(out)) == 2


def test_save_into_an_unwritable_place_says_so_and_the_game_goes_on() -> None:
    typed = "save no such folder/x\n-\nsave good.rowlock\n-\nquit\n"
    out = run("play", "--seed", "1", typed=typed).fine()
    assert "The game could not be saved" in out
    assert "Saved as good.rowlock.\n" in out
    assert decided(load("good.rowlock")) == 2


def test_after_a_save_that_failed_the_game_is_still_kept_where_it_was() -> None:
    typed = "-\nsave no such folder/x\n-\nquit\n"
    run("play", "--seed", "1", "--save", GAME, typed=typed).fine()
    assert decided(load()) == 2


@pytest.mark.parametrize("place", [".", "..", "/", "./"])
@pytest.mark.parametrize("typed", [False, True], ids=["--save", "typed"])
def test_a_place_that_is_no_file_is_no_crash(place: str, typed: bool) -> None:
    lines = f"save {place}\n-\nquit\n" if typed else "-\nquit\n"
    ran = run("play", "--seed", "1", *([] if typed else ["--save", place]), typed=lines)
    assert "Traceback" not in ran.err
    assert "could not be saved" in ran.out or ran.code == 1


@pytest.mark.parametrize("name", ["my evening.rowlock", "it's.rowlock"])
def test_the_command_to_go_on_can_be_pasted(name: str) -> None:
    out = run("play", "--seed", "1", "--save", name, typed="-\nquit\n").fine()
    command = shlex.split(out.rpartition("Go on with: ")[2])
    assert command == ["rowlock", "play", "--load", name]


def test_a_game_of_somebodys_own_variant_is_played_and_gone_on_with_beside_its_file() -> None:
    mine = own_variant(Path(), old="needs = 5", new="needs = 3")
    run("play", mine, "--seed", "1", "--save", GAME, typed="-\nquit\n").fine()
    out = run("play", "--load", GAME, typed=taking_any(1)).fine()
    assert "The game is over (" in out
    assert "a good record of mine" in run("check", GAME).fine()


def test_the_command_to_go_on_works_for_somebodys_own_variant(tmp_path: Path) -> None:
    (tmp_path / "pads").mkdir()
    mine = own_variant(Path("pads"))
    out = run("play", mine, "--seed", "1", "--save", GAME, typed="-\nquit\n").fine()
    command = shlex.split(out.rpartition("Go on with: ")[2])
    assert "Saved as" in run(*command[1:], typed="quit\n").fine()


# Going on


def played(*arguments: str, typist: Typist) -> Record:
    run("play", *arguments, "--save", GAME, typed=typist).fine()
    return load()


def stopping_after(typist: Typist, answers: int) -> Typist:
    left = answers

    def typed(prompt: str, screen: str) -> str | None:
        nonlocal left
        left -= 1
        return None if left < 0 else typist(prompt, screen)

    return typed


@every_variant
@pytest.mark.parametrize("answers", [0, 1, 2, 3, 7, 20])
def test_a_loaded_game_is_the_game_that_was_never_interrupted(key: str, answers: int) -> None:
    seats = ("--seats", "you,keen,keen:2")
    whole = played(key, "--seed", "8", *seats, typist=following_hints())
    Path(GAME).unlink()
    part = played(key, "--seed", "8", *seats, typist=stopping_after(following_hints(), answers))
    assert not part.game().over
    run("play", "--load", GAME, typed=following_hints()).fine()
    assert load() == whole


@every_variant
def test_a_game_interrupted_at_every_prompt_is_the_same_too(key: str) -> None:
    whole = played(key, "--seed", "8", typist=following_hints())
    Path(GAME).unlink()
    played(key, "--seed", "8", typist=stopping_after(following_hints(), 2))
    for _ in range(500):
        if load().game().over:
            break
        run("play", "--load", GAME, typed=stopping_after(following_hints(), 2)).fine()
    assert load() == whole


@every_variant
def test_the_dice_do_not_depend_on_where_a_game_was_interrupted_nor_on_chancy_bots(
    key: str,
) -> None:
    seats = ("--seats", "random,you,random")
    whole = rolls(played(key, "--seed", "8", *seats, typist=taking_any(1)))
    Path(GAME).unlink()
    played(key, "--seed", "8", *seats, typist=stopping_after(taking_any(2), 9))
    run("play", "--load", GAME, typed=taking_any(3)).fine()
    again = rolls(load())
    common = min(len(whole), len(again))
    assert common > 8
    # Dice leave the game when rows close; the numbers of those that stay are the same.
    for one, other in zip(whole, again, strict=False):
        assert one.whites == other.whites
        both = [(a, b) for a, b in zip(one.colours, other.colours, strict=True) if a and b]
        assert all(a == b for a, b in both)


def test_a_loaded_game_is_kept_in_its_file_or_where_it_is_wished() -> None:
    run("play", "--seed", "8", "--save", GAME, typed="-\nquit\n").fine()
    run("play", "--load", GAME, typed="-\nquit\n").fine()
    assert decided(load()) == 2
    run("play", "--load", GAME, "--save", "other.rowlock", typed="-\nquit\n").fine()
    assert (decided(load()), decided(load("other.rowlock"))) == (2, 3)


def test_a_loaded_game_keeps_names_tags_and_comments() -> None:
    run("play", "--seed", "8", "--seats", "you:Zoë,keen", "--save", GAME, typed="quit\n").fine()
    before = replace(load(), comments=((0, "a fine evening"),))
    Path(GAME).write_text(before.write(), encoding="utf-8")
    run("play", "--load", GAME, typed="-\nquit\n").fine()
    after = load()
    assert (after.names, after.tags, after.comments) == (before.names, before.tags, before.comments)


def test_a_record_without_seed_or_players_can_be_gone_on_with_by_persons() -> None:
    record = a_record()
    cut = replace(record, moves=record.moves[:3])
    Path(GAME).write_text(cut.write(), encoding="utf-8")
    out = run("play", "--load", GAME, "--seed", "5", typed="-\n-\nquit\n").fine()
    assert "Seat 1> " in out
    assert "To get the same dice again another time: rowlock play --seed 5\n" in out
    assert dict(load().tags)["Seed"] == "5"
    assert sum(decided(load(), seat) for seat in (0, 1)) == 3, "a sealed answer is in no file"


def cut_short(players: str) -> None:
    record = a_record()
    tags = (("Seed", "1"), ("Players", players))
    text = replace(record, moves=record.moves[:3], tags=tags).write()
    Path(GAME).write_text(text, encoding="utf-8")


def complaint(*arguments: str) -> str:
    ran: Ran = run("play", *arguments, typed="-\n")
    assert ran.out == "", "nothing is played"
    return ran.complaint()


def test_a_finished_game_cannot_be_gone_on_with() -> None:
    Path(GAME).write_text(a_record().write(), encoding="utf-8")
    assert complaint("--load", GAME) == f"{GAME}: this game is over; replay shows it"


@pytest.mark.parametrize("players", ["you", "you keen keen", ""])
def test_a_wrong_number_of_players_is_refused(players: str) -> None:
    cut_short(players)
    assert complaint("--load", GAME) == f"{GAME}: expected 2 codes in [Players]"


def test_an_unknown_player_in_a_record_is_refused_with_the_nearest_name() -> None:
    cut_short("you kean")
    assert re.search(r"'kean'; did you mean 'keen'\?", complaint("--load", GAME))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"Dear Emma, shall we play tonight?\n", r":1:1: expected a tag for the variant"),
        (b'[Variant "uno"]\n[Seats "2"]\n', r":1:1: no variant is called 'uno'"),
        (b"", r":1:1: expected a tag for the variant"),
        (b"\x89PNG\r\n\x1a\n", r": expected UTF-8 text; byte 1 is not"),
        (b"<html>[\n", r":1:7: expected a tag such as"),
    ],
)
def test_a_foreign_file_is_refused_with_the_place(data: bytes, said: str) -> None:
    Path(GAME).write_bytes(data)
    assert re.match(GAME + said, complaint("--load", GAME))


def test_a_missing_file_is_refused() -> None:
    assert complaint("--load", "nobody.rowlock") == "nobody.rowlock: No such file or directory"


def test_another_variant_than_the_records_is_refused() -> None:
    run("play", DEFAULT, "--save", GAME, typed="-\nquit\n").fine()
    before = Path(GAME).read_bytes()
    for other in shipped_variants()[1:]:
        run("play", other, "--load", GAME, typed="quit\n")
        assert Path(GAME).read_bytes() == before, f"the game became one of {other}"


@pytest.mark.parametrize(("seats", "plainly"), [("you,keen", True), ("you,rollout:1", False)])
def test_a_loaded_game_waits_for_the_compiler_only_if_somebody_thinks_long(
    seats: str, plainly: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whoever thinks long is not asked here: the kernels may not have been compiled yet.
    monkeypatch.setattr("rowlock.players.rollout.Rollout.decide", lambda *_: Pass())
    run("play", "--seats", seats, "--first", "1", "--save", GAME, typed="quit\n").fine()
    said: list[bool] = []
    begin = Table.run

    def run_table(table: Table) -> None:
        said.append(not is_wanted())
        begin(table)

    monkeypatch.setattr(Table, "run", run_table)
    monkeypatch.setattr("sys.argv", ["rowlock", "play", "--load", GAME])
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main() == 0
    assert said == [plainly]
