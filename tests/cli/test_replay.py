"""`replay`: the story in sentences, the sheets after a turn, and all of it as data."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from rowlock import Game, Record, Roll, find_variant, shipped_variants
from rowlock.events import as_json
from rowlock.languages import LANGUAGES
from rowlock.players import play_numbered
from rowlock.tui import Ink, draw_sheet, draw_tally, find_words, tell
from tests.cli.running import DEFAULT, Ran, a_record, command, environment, own_variant, run
from tests.tui.sitting import plain

every_variant = pytest.mark.parametrize("key", shipped_variants())
NAMES = ("You", "Emma", "Max")
PLAIN = Ink(False)


def story(key: str = DEFAULT, most: int | None = None) -> Record:
    record = replace(a_record(key, 3), names=NAMES)
    return replace(record, moves=record.moves[:most])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.rowlock"


def replayed(file: Path, record: Record, *options: str) -> Ran:
    file.write_text(record.write(), encoding="utf-8")
    return run("replay", file, *options)


def shown(game: Game, names: tuple[str, ...]) -> str:
    """The sheets as `replay` must show them."""
    lines = []
    for name, sheet in zip(names, game.sheets, strict=True):
        lines.append(f"{name}: {draw_tally(game.variant.tally(sheet), sheet.page)}")
        lines += draw_sheet(game.variant, sheet, PLAIN, game.closed)
    return "\n".join(lines)


def after_turns(record: Record) -> list[Game]:
    """The game before the first roll, and as it stood before each other roll and at the end."""
    games = [record.start()]
    for move, step in zip(record.moves, record.steps(), strict=True):
        if isinstance(move, Roll):
            games.append(step.game)
        else:
            games[-1] = step.game
    return games


@every_variant
def test_the_story_tells_every_event_under_its_turn(key: str, file: Path) -> None:
    record = story(key)
    out = replayed(file, record).fine()
    lines: list[str] = []
    turn = 0
    for move, step in zip(record.moves, record.steps(), strict=True):
        if isinstance(move, Roll):
            turn += 1
            lines.append(f"Turn {turn}")
        lines += [f"  {tell(event, NAMES, record.variant)}" for event in step.events]
    game = record.game()
    assert out == "\n".join([*lines, shown(game, NAMES), "The game is over.", ""])


def test_a_game_under_way_says_what_is_next(file: Path) -> None:
    out = replayed(file, story(most=2)).fine()
    assert out.endswith("Next: the white action waits for Emma and Max.\n")
    out = replayed(file, story(most=4)).fine()
    assert out.endswith("Next: the colour action waits for You.\n")


def test_a_game_not_begun_has_only_sheets(file: Path) -> None:
    out = replayed(file, story(most=0)).fine()
    assert out.startswith("You: R 0")
    assert out.endswith("Next: you have to roll.\n")


def test_a_record_without_names_counts_its_seats(file: Path) -> None:
    out = replayed(file, a_record()).fine()
    assert "\n  Seat 1 rolls " in out
    assert "Seat 2: R " in out


@every_variant
def test_the_sheets_after_a_turn_are_those_of_the_game_then(key: str, file: Path) -> None:
    record = story(key)
    games = after_turns(record)
    assert len(games) == record.game().turn + 1
    for turn, game in enumerate(games):
        out = replayed(file, record, "--at", str(turn)).fine()
        due = f"{NAMES[game.active]} has to roll." if game.active else "you have to roll."
        following = "The game is over." if game.over else f"Next: {due}"
        assert out == f"{shown(game, NAMES)}\n{following}\n", turn


@every_variant
def test_after_turn_nought_all_sheets_are_empty(key: str, file: Path) -> None:
    out = replayed(file, story(key), "--at", "0").fine()
    assert out == f"{shown(story(key).start(), NAMES)}\nNext: you have to roll.\n"


@pytest.mark.parametrize("turn", [-1, 100000])
def test_a_turn_that_was_never_played_is_refused_with_the_range(turn: int, file: Path) -> None:
    last = story().game().turn
    said = replayed(file, story(), "--at", str(turn)).complaint()
    assert said == f"--at: expected a turn from 0 to {last}, found {turn}"


def test_the_range_of_a_game_under_way_ends_with_its_last_roll(file: Path) -> None:
    moves = story().moves
    rolls = [n for n, move in enumerate(moves) if isinstance(move, Roll)]
    for cut, last in (
        (0, 0),
        (rolls[0] + 1, 1),
        (rolls[1], 1),
        (rolls[1] + 1, 2),
        (rolls[1] + 2, 2),
    ):
        record = story(most=cut)
        said = replayed(file, record, "--at", str(last + 1)).complaint()
        assert said == f"--at: expected a turn from 0 to {last}, found {last + 1}"
        assert shown(record.game(), NAMES) in replayed(file, record, "--at", str(last)).fine()


@every_variant
def test_as_json_everything_is_there(key: str, file: Path) -> None:
    record = replace(story(key), tags=(("Date", "2026-11-15"), ("Event", "Zoë's evening")))
    outcome = record.game().outcome()
    assert outcome is not None
    assert json.loads(replayed(file, record, "--json").fine()) == {
        "variant": key,
        "edition": record.variant.edition,
        "seats": 3,
        "first": 1,
        "names": list(NAMES),
        "tags": {"Date": "2026-11-15", "Event": "Zoë's evening"},
        "events": [as_json(event) for step in record.steps() for event in step.events],
        "result": list(outcome.totals),
        "ending": outcome.ending.value,
        "winners": [seat + 1 for seat in outcome.winners],
    }


def test_as_json_up_to_a_turn_there_is_no_more(file: Path) -> None:
    told = json.loads(replayed(file, story(), "--json", "--at", "3").fine())
    rolled = [event for event in told["events"] if event["event"] == "rolled"]
    assert len(rolled) == 3
    whole = json.loads(replayed(file, story(), "--json").fine())
    assert whole["events"][: len(told["events"]) + 1][-1]["event"] == "rolled"
    assert whole["events"][: len(told["events"])] == told["events"]
    assert told["result"] is None


def test_as_json_a_game_under_way_has_no_result(file: Path) -> None:
    data = json.loads(replayed(file, story(most=5), "--json").fine())
    assert data["result"] is data["ending"] is data["winners"] is None
    assert len(data["events"]) == sum(len(step.events) for step in story(most=5).steps())


def test_colour_is_shown_only_where_it_is_wished_for(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    bare = replayed(file, story()).fine()
    assert "\x1b" not in bare
    assert replayed(file, story(), "--colour", "never").out == bare
    coloured = replayed(file, story(), "--colour", "always").fine()
    assert coloured.count("\x1b[") > 100
    assert plain(coloured) == bare


def test_a_record_of_somebodys_own_variant_is_told_too(tmp_path: Path) -> None:
    (tmp_path / "pads").mkdir()
    mine = own_variant(tmp_path / "pads")
    record = replace(a_record(), variant=replace(a_record().variant, key="mine"))
    there, elsewhere = tmp_path / "pads" / "g.rowlock", tmp_path / "g.rowlock"
    for path in (there, elsewhere):
        path.write_text(record.write())
    out = run("replay", there).fine()
    assert run("replay", elsewhere, "--variant", mine).fine() == out
    assert "no variant is called 'mine'" in run("replay", elsewhere).complaint()


@pytest.mark.parametrize("options", [[], ["--json"], ["--at", "3"]])
def test_a_reader_that_goes_away_is_no_mistake(options: list[str], file: Path) -> None:
    """`rowlock replay game | head`: no traceback, and nothing is complained about."""
    file.write_text(a_record(seats=8).write())
    process = subprocess.Popen(
        command("replay", file, *options),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert (process.wait(30), err) == (0, b"")


# Games of the fast engine, by their numbers

NUMBERED = ("--batch=-7:12", "--seats", "keen,random,keen:2", "--first", "2", "--variant")


@every_variant
def test_a_batch_game_is_played_again_by_its_numbers(key: str, file: Path) -> None:
    written = run("replay", *NUMBERED, key, "--write").fine()
    record = play_numbered(find_variant(key), ["keen", "random", "keen:2"], -7, 12, 1)
    tags = (("Batch", "-7:12"), ("Players", "keen random keen:2"))
    assert written == replace(record, tags=tags).write()
    file.write_text(written, encoding="utf-8")
    assert run("replay", file).fine() == run("replay", *NUMBERED, key).fine()
    assert run("replay", file, "--write").fine() == written


def test_a_batch_game_of_a_variant_of_ones_own(tmp_path: Path) -> None:
    path = own_variant(tmp_path)
    result = json.loads(run("replay", "--batch", "1:2", "--variant", path, "--json").fine())
    assert result["seats"] == 2
    assert result["tags"] == {"Batch": "1:2", "Players": "keen keen"}
    assert len(result["result"]) == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--batch", "1"], "--batch: expected seed:game, such as 1:37, found '1'"),
        (["--batch", "1:-2"], "--batch: expected seed:game"),
        (["--batch", f"1:{10**18}"], "--batch: expected seed:game"),
        (["--batch", "1:2", "--seats", "keen,bob"], "no player is called 'bob'"),
        (["--batch", "1:2", "--seats", "keen," * 8 + "keen"], "--seats: expected 1 to 8, found 9"),
        (["--batch", "1:2", "--first", "3"], "--first: expected a seat from 1 to 2, found 3"),
        (["--batch", "1:2", "--first", "0"], "--first: expected a seat from 1 to 2, found 0"),
        (["--batch", "1:2", "--variant", "clasic"], "no variant is called 'clasic'"),
        (["game.rowlock", "--seats", "keen,keen"], "--seats goes with --batch"),
        (["game.rowlock", "--first", "1"], "--first goes with --batch"),
    ],
)
def test_a_batch_game_that_cannot_be_is_refused_in_words(options: list[str], said: str) -> None:
    assert said in run("replay", *options).complaint()


def test_replay_wants_a_file_or_a_batch_game_but_not_both(file: Path) -> None:
    assert run("replay").code == 2
    assert run("replay", file, "--batch", "1:2").code == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_story_and_the_sheets_are_in_the_language_wished_for(
    language: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = find_words(language)
    record = story(shipped_variants()[-1])
    out = replayed(file, record, "--language", language).fine()
    you = words("you")
    events = [event for step in record.steps() for event in step.events]
    for event in events:
        assert f"  {tell(event, (you, 'Emma', 'Max'), record.variant, words)}\n" in out
    assert words("story.turn", n=1) in out
    assert words("sheet.misses") in out
    assert out.endswith(f"{words('replay.over')}\n")
    monkeypatch.setenv("LANG", f"{language}_XX.UTF-8")
    assert replayed(file, record).fine() == out
