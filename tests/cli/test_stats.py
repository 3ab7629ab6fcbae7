"""`stats`: many games of one person, from files and folders."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import rowlock.cli.stats
from rowlock import Record, UnknownPlayer
from rowlock.languages import LANGUAGES
from rowlock.review import Review
from rowlock.review.statistics import Means, stats_of
from rowlock.tui import find_words
from rowlock.tui.columns import width_of
from tests.cli.running import Ran, run
from tests.review.reviewed import a_game, made_up

YOU = ("Players", "you keen:1")


def made(record: Record, watch: Callable[[int, int], None] | None = None) -> Review:
    return made_up(record, seed=len(record.moves))


@pytest.fixture(autouse=True)
def _quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(rowlock.cli.stats, "review", made)


def save(number: int, record: Record) -> Record:
    Path(f"{number}.rowlock").write_text(record.write(), encoding="utf-8")
    return record


@pytest.fixture
def evenings() -> list[Record]:
    """Six games of Ann's, in which others sat too, saved as 0.rowlock to 5.rowlock."""
    games = []
    for number in range(6):
        names = ("Ann", "Max") if number % 3 == 2 else ("Ann", "Carla")
        players = "you you" if number % 3 == 2 else "you keen:1"
        tags = (("Date", f"2026-11-{20 - number}"), ("Players", players))
        key = "longo" if number == 3 else "classic"
        games.append(save(number, a_game(key, names, number, tags)))
    return games


def told(out: str) -> dict[str, list[str]]:
    """The rows of the first table, by their labels."""
    rows = re.findall(r"(?m)^(\S.*?)  +(\d+  .*)$", out)
    return {label: re.findall(r"[-+]?[\d.]+", rest) for label, rest in rows}


def means(games: list[Record]) -> list[str]:
    all_of = Means.of([stats_of(game, made(game), 0, "") for game in games])
    luck = f"{100 * all_of.luck:+.1f}"
    luck = "0.0" if luck in ("+0.0", "-0.0") else luck
    return [
        str(all_of.games),
        f"{100 * all_of.result:.1f}",
        f"{all_of.points:.1f}",
        luck,
        f"{100 * all_of.errors:.1f}",
    ]


def test_the_means_are_told_by_variant_and_opponent(evenings: list[Record]) -> None:
    out = run("stats", *sorted(Path().glob("*.rowlock"))).fine()
    assert out.startswith("Ann: 6 games, from 2026-11-15 to 2026-11-20\n")
    rows = told(out)
    with_max = [evenings[2], evenings[5]]
    others = [game for game in evenings if game not in with_max]
    assert rows["all games"] == means(evenings)
    assert rows["Longo"] == means([evenings[3]])
    assert rows["Classic"] == means([game for game in evenings if game is not evenings[3]])
    assert rows["with Max"] == means(with_max)
    assert rows["with keen:1"] == means(others), "a bot is told by its code"


def test_over_time_the_earlier_games_come_first(evenings: list[Record]) -> None:
    out = " ".join(run("stats", *sorted(Path().glob("*.rowlock"))).fine().split())
    errors = [made(game).seats[0].errors for game in reversed(evenings)]
    first, second = sum(errors[:3]) / 3, sum(errors[3:]) / 3
    assert f"first half {100 * first:.1f} % a game, in the second {100 * second:.1f} %." in out
    best, worst = errors.index(min(errors)), errors.index(max(errors))
    assert f"Best game: {5 - best}.rowlock ({100 * min(errors):.1f} % given away)." in out
    assert f"Worst game: {5 - worst}.rowlock ({100 * max(errors):.1f} % given away)." in out


@pytest.mark.usefixtures("evenings")
def test_a_folder_is_all_its_records_and_every_game_can_be_listed() -> None:
    Path("notes.txt").write_text("no record")
    out = run("stats", ".", "--all").fine()
    listed = re.findall(r"(?m)^(\d\.rowlock)  (2026-11-\d\d) ", out)
    assert listed == [(f"{5 - n}.rowlock", f"2026-11-{15 + n}") for n in range(6)]


@pytest.mark.usefixtures("evenings")
def test_somebody_else_is_chosen_by_name() -> None:
    out = run("stats", ".").fine()
    assert out.endswith("Also in these games: Max. Choose with --name.\n")
    out = run("stats", ".", "--name", "MAX").fine()
    assert out.startswith("Max: 2 games, ")
    assert "with Ann" in out
    assert "Also in" not in out
    said = run("stats", ".", "--name", "Mac").complaint()
    assert said == ("--name: nobody is called 'Mac'; expected Ann, Max")
    assert run("stats", ".", "--name", "Carla").code == 1, "a bot"


@pytest.mark.usefixtures("evenings")
def test_only_the_last_games_if_wished_for() -> None:
    out = run("stats", ".", "--last", "2", "--all").fine()
    assert out.startswith("Ann: 2 games, from 2026-11-19 to 2026-11-20\n")
    said = run("stats", ".", "--last", "0").complaint()
    assert said == "--last: expected a number from 1, found 0"


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_every_language_within_the_terminal(language: str) -> None:
    for number in range(3):
        save(number, a_game(names=("You", "x" * 200), seed=number))
    out = run("stats", ".", "--all", "--language", language).fine()
    words = find_words(language)
    assert out.startswith(f"{words('you')}: ")
    assert max(map(width_of, out.splitlines())) <= 80
    same = run("stats", ".", "--all", "--language", language, "--name", words("you")).fine()
    assert out.startswith(same.rstrip())


def test_a_single_game_has_no_trend() -> None:
    save(1, a_game(names=("Ann", "keen"), tags=(YOU,)))
    out = run("stats", "1.rowlock").fine()
    assert out.startswith("Ann: 1 game\n")
    assert "half" not in out
    assert "Worst" not in out


def test_games_alone_are_told_in_points_of_their_own() -> None:
    save(1, a_game(names=("Ann", "keen"), tags=(YOU,)))
    alone = [save(number, a_game(names=("Ann",), seed=number)) for number in (2, 3)]
    out = run("stats", ".").fine()
    first, second = out.split("Ann alone, in points: 2 games")
    assert "%" in first
    assert "%" not in second
    points = sum(record.game().tally(0).total for record in alone) / 2
    assert told(second)["all games"][:2] == ["2", f"{points:.1f}"]


@pytest.mark.usefixtures("evenings")
def test_as_json_everything_is_there() -> None:
    data = json.loads(run("stats", ".", "--json").fine())
    assert data["name"] == "Ann"
    (stats,) = data["stats"]
    assert stats["unit"] == "win"
    assert [game["source"] for game in stats["games"]] == [f"{5 - n}.rowlock" for n in range(6)]
    assert stats["all"]["games"] == 6
    assert set(stats["by_opponent"]) == {"keen:1", "Max"}


def errors_of(ran: Ran) -> list[str]:
    return [line.removeprefix("rowlock: ") for line in ran.err.splitlines()]


def test_what_cannot_be_read_is_named_and_the_rest_is_told() -> None:
    record = save(1, a_game(names=("Ann", "keen"), tags=(YOU,)))
    Path("2.rowlock").write_text("hello")
    ran = run("stats", "1.rowlock", "2.rowlock", "3.rowlock")
    assert ran.code == 1
    bad, missing = errors_of(ran)
    assert bad.startswith("2.rowlock:1:1: expected a tag for the variant")
    assert missing == "3.rowlock: No such file or directory"
    assert ran.out.startswith("Ann: 1 game\n")
    assert told(ran.out)["all games"] == means([record])


def test_a_game_under_way_and_one_that_comes_twice_are_left_out_but_no_mistake() -> None:
    record = save(1, a_game(names=("Ann", "keen"), tags=(YOU,)))
    save(2, record)
    save(3, replace(record, moves=record.moves[:9]))
    ran = run("stats", "1.rowlock", "2.rowlock", "3.rowlock")
    assert ran.code == 0
    assert errors_of(ran) == [
        "2.rowlock: the same game as 1.rowlock, counted once",
        "3.rowlock: left out, because it is not over",
    ]
    assert ran.out.startswith("Ann: 1 game\n")


def test_a_game_that_cannot_be_judged_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    save(1, a_game(names=("Ann", "keen"), tags=(YOU,)))
    save(2, a_game("longo", names=("Ann", "keen"), tags=(YOU,)))

    def judged(record: Record) -> Review:
        if record.variant.key == "longo":
            raise UnknownPlayer("there are no trained values for this game")
        return made(record)

    monkeypatch.setattr(rowlock.cli.stats, "review", judged)
    ran = run("stats", ".")
    assert ran.code == 1
    assert errors_of(ran) == ["2.rowlock: there are no trained values for this game"]
    assert ran.out.startswith("Ann: 1 game\n")


def test_ctrl_c_tells_what_there_is(
    monkeypatch: pytest.MonkeyPatch, evenings: list[Record]
) -> None:
    seen: list[Record] = []

    def stopped(record: Record) -> Review:
        if len(seen) == 2:
            raise KeyboardInterrupt
        seen.append(record)
        return made(record)

    monkeypatch.setattr(rowlock.cli.stats, "review", stopped)
    ran = run("stats", ".")
    assert ran.code == 130
    assert errors_of(ran) == ["stopped after 2 of 6 games"]
    assert ran.out.startswith("Ann: 2 games")
    assert seen == [evenings[5], evenings[4]]


@pytest.mark.parametrize("empty", ["folder", "file"])
def test_where_there_is_nothing_that_is_said(empty: str) -> None:
    Path("folder").mkdir()
    record = a_game(names=("Ann", "keen"))
    Path("file").write_text(replace(record, moves=()).write())
    ran = run("stats", empty)
    assert ran.code == 1
    assert errors_of(ran)[-1] == "expected a record of at least one finished game, found none"


def test_records_without_names_are_refused_with_what_is_missing() -> None:
    save(1, replace(a_game(), names=()))
    said = run("stats", "1.rowlock").complaint()
    assert said == 'no record names a person; expected a tag such as [Seat 1 "Emma"]'
