"""`rowlock arena` as a person uses it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from reports import ROOT
from rowlock.arena import contest
from tests.cli.running import command, environment, own_variant, run

ARENA = ("arena", "keen", "random", "--games", "100")


def as_json(*arguments: str | Path, file: Path) -> dict[str, Any]:
    run(*arguments, "--json", file).fine()
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def test_the_table_has_a_line_for_each_player_the_best_first() -> None:
    said = run("arena", "random", "keen", "--games", "2000", "--seed", "4").fine()
    lines = said.splitlines()
    assert re.match(r"\w+, 2 seats, 2,000 games \(1,000 deals, seed 4\)$", lines[0])
    heading = "player games won 95 % sure points spread misses place"
    assert lines[2].split() == heading.split()
    assert [line.split()[0] for line in lines[4:6]] == ["keen", "random"]
    assert re.search(r"^keen +2,000 +99\.\d % +\d\d\.\d to (99|100)\.\d ", said, re.MULTILINE)
    assert max(map(len, lines)) <= 80
    for sentence in (
        r"The first seat won \d+\.\d % \(\d+\.\d to \d+\.\d\); fair is 50\.0 %\.",
        r"A game took \d+\.\d turns, spread \d+\.\d, from \d+ to \d+\.",
        r"It ended by locks \d+\.\d %, by misses \d+\.\d %\.",
        r"Rows closed: red \d+\.\d %, yellow \d+\.\d %, green \d+\.\d %, blue \d+\.\d %\.",
    ):
        assert re.search(f"^{sentence}$", said, re.MULTILINE), sentence


def test_a_round_robin_has_a_table_of_ratings() -> None:
    said = run("arena", "random", "keen", "keen:0", "--games", "400").fine()
    assert "1,200 games (600 deals, seed 0) at 3 tables" in said
    ratings = said.split("rating")[1].splitlines()[2:5]
    assert [line.split()[0] for line in ratings] == ["keen", "keen:0", "random"]
    assert all(re.search(r" \d+ +-?\d+ to \d+$", line) for line in ratings)


def test_who_fills_the_table_is_said_to() -> None:
    said = run("arena", "random", "keen", "--seats", "4", "--games", "40").fine()
    assert "keen sat on 3 seats; what it won is for each of them.\n" in said
    assert "fair is 25.0 %" in said


def test_alone_at_a_table_nobody_wins() -> None:
    said = run("arena", "random", "keen", "--seats", "1", "--games", "40").fine()
    assert said.splitlines()[2].split() == ["player", "points", "spread", "misses"]
    assert "The first seat" not in said
    assert "rating" not in said


def test_one_is_not_many() -> None:
    said = run("arena", "keen", "keen", "--games", "1").fine()
    assert "2 seats, 1 game (1 deal, seed 0)\n" in said


def test_many_games_are_told_with_a_digit_more() -> None:
    said = run("arena", "keen", "keen:2", "--games", "100000").fine()
    assert re.search(r"^keen +100,000 +5\d\.\d\d % +5\d\.\d\d to 5\d\.\d\d ", said, re.MULTILINE)


def test_the_same_command_says_the_same() -> None:
    assert run(*ARENA).fine() == run(*ARENA, "--workers", "3").fine()
    assert run(*ARENA).fine() != run(*ARENA, "--seed", "1").fine()


def test_the_result_is_written_as_json(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    file.write_text("old")
    found = as_json("arena", "random", "keen", "--games", "101", "--seed", "7", file=file)
    assert list(tmp_path.iterdir()) == [file], "nothing is left beside it"
    standing = contest(["random", "keen"], games=101, seed=7)
    assert found["seconds"] > 0
    found["seconds"] = 0.0
    standing.seconds = 0.0
    assert found == json.loads(json.dumps(standing.as_json()))
    told = ("variant", "edition", "seats", "seed", "games", "deals", "complete", "ratings")
    assert [found[key] for key in told] == [
        standing.match.variant.key, 1, 2, 7, 102, 51, True, []
    ]  # fmt: skip
    assert [player["code"] for player in found["players"]] == ["random", "keen"]
    chance, keen = found["players"]
    assert chance["win_share"] + keen["win_share"] == pytest.approx(1)
    for player in (chance, keen):
        low, high = player["interval"]
        assert 0 <= low <= player["win_share"] <= high <= 1
        low, high = player["score_interval"]
        assert low < player["score_mean"] < high
        assert player["score_sd"] > 0
        assert sum(player["scores"].values()) == player["games"] == 102
        assert 0 <= player["misses_mean"] <= 4
        assert 0 <= player["locks_mean"] <= 4
        assert 1 <= player["place_mean"] <= 2
    assert [seat["seat"] for seat in found["by_seat"]] == [1, 2]
    assert sum(found["endings"].values()) == pytest.approx(1)
    assert set(found["endings"]) == {"locks", "misses"}
    assert sum(found["turns"]["counts"].values()) == 102
    assert list(found["rows_closed"]) == ["R", "Y", "G", "B"]
    (table,) = found["tables"]
    assert (table["players"], table["games"], table["first_deal"]) == (["random", "keen"], 102, 0)


def test_the_json_of_a_round_robin_has_ratings_and_every_table(tmp_path: Path) -> None:
    robin = ("arena", "random", "keen", "keen:0", "--games", "100")
    found = as_json(*robin, file=tmp_path / "a.json")
    assert [rating["code"] for rating in found["ratings"]] == ["keen", "keen:0", "random"]
    for rating in found["ratings"]:
        low, high = rating["interval"]
        assert low < rating["rating"] < high
    assert [table["first_deal"] for table in found["tables"]] == [0, 50, 100]
    assert found["games"] == 300
    assert [player["games"] for player in found["players"]] == [200, 200, 200]


def test_somebodys_own_variant_is_played(tmp_path: Path) -> None:
    example = ROOT / "docs" / "examples" / "chain_of_colours.toml"
    assert "Chain of colours, 2 seats" in run(*ARENA, "--variant", example).fine()
    found = as_json(*ARENA, "--variant", own_variant(tmp_path, "mine"), file=tmp_path / "a.json")
    assert found["variant"] == "mine"


@pytest.mark.parametrize("name", ["points.png", "points.svg", "POINTS.SVG"])
def test_the_points_are_drawn(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    run("arena", "keen", "random", "keen:2", "--games", "50", "--plot", file).fine()
    first = file.read_bytes()
    if name.endswith("png"):
        assert first.startswith(b"\x89PNG\r\n")
    else:
        drawn = ElementTree.fromstring(first)
        assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    run("arena", "keen", "random", "keen:2", "--games", "50", "--plot", file).fine()
    assert file.read_bytes() == first, "the same games are the same picture"


BAD = {
    "no player is called 'kean'; did you mean 'keen'?": ["arena", "kean", "random"],
    "expected two players at least, found 1": ["arena", "keen"],
    "seats: expected 1 to 8, found 9": [*ARENA, "--seats", "9"],
    "seats: expected 1 to 8, found 0": [*ARENA, "--seats", "0"],
    "games: expected 1 to 1,000,000,000,000, found 0": ["arena", "keen", "random", "--games", "0"],
    "seed: expected a number of at most 64 bits": [*ARENA, "--seed", str(2**64)],
    "workers: expected at least 1, found 0": [*ARENA, "--workers", "0"],
    "expected ray or ray://host:port": [*ARENA, "--on", "rays"],
    "no variant is called 'nix'": [*ARENA, "--variant", "nix"],
    "no variant could be read from 'nix.toml'": [*ARENA, "--variant", "nix.toml"],
    "end in .png or .svg, found 'a.jpg'": [*ARENA, "--plot", "a.jpg"],
    "nix/a.json: No such file or directory": [*ARENA, "--json", "nix/a.json"],
    "nix/a.png: No such file or directory": [*ARENA, "--plot", "nix/a.png"],
    "docs: Is a directory": [*ARENA, "--json", "docs"],
}


@pytest.mark.parametrize("sentence", BAD)
def test_a_mistake_is_told_in_one_line_before_anything_is_played(
    sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("rowlock.arena.contests.spread", None)  # playing would fail otherwise
    assert sentence in run(*BAD[sentence]).complaint()


def test_what_is_no_number_is_argparses_matter() -> None:
    assert run("arena", "keen", "random", "--games", "many").code == 2
    assert run("arena").code == 2


def without(missing: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command where a package is not installed."""
    code = f"import sys; sys.modules[{missing!r}] = None; import rowlock.__main__"
    words = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("missing", ["numpy", "rich", "matplotlib"])
def test_a_missing_package_is_told_with_the_way_to_get_it(missing: str, tmp_path: Path) -> None:
    ran = without(missing, *ARENA, "--plot", tmp_path / "a.png")
    assert ran.returncode == 1
    assert ran.stderr == (
        f"rowlock: the arena needs more packages ({missing} is missing): "
        f"pip install 'rowlock[arena]'\n"
    )


def test_the_plot_alone_needs_matplotlib() -> None:
    assert without("matplotlib", *ARENA).stdout == run(*ARENA).fine()


def test_ray_alone_needs_ray() -> None:
    assert without("ray", *ARENA).stdout == run(*ARENA).fine()
    assert without("ray", *ARENA, "--on", "ray").stderr == (
        "rowlock: playing on Ray needs more packages (ray is missing): "
        "pip install 'rowlock[cluster]'\n"
    )


def test_other_commands_do_without_all_of_it() -> None:
    code = (
        "import sys, rowlock.cli; rowlock.cli.make_parser(); print([name for name in "
        "('numpy', 'numba', 'rich', 'matplotlib', 'ray') if name in sys.modules])"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


def test_without_numba_players_meet_in_processes_and_play_the_same() -> None:
    without = environment(NUMBA_DISABLE_JIT="1")
    arguments = ("arena", "keen", "random", "--games", "20", "--workers", "2")
    said = subprocess.check_output(command(*arguments), env=without, text=True)
    assert said == run(*arguments).fine()
