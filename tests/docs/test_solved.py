"""The page of solved variants: complete, true of the values it names, written by its command."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from reports import DOCS, ROOT, solved
from rowlock import find_variant, load_variant, shipped_variants
from rowlock.solve import Values, play_by_values, solve
from tests.solve.naive import Naive

PAGE = DOCS / "solved.md"
TEXT = PAGE.read_text(encoding="utf-8")
SMALL = """\
name = "{name}"
edition = 1
players = [1, 5]
faces = 2
lock = {{ cells = 1, needs = 1 }}
end = {{ locks = 2, misses = 2, miss_points = -5 }}
{more}
[rows]
R = "2-4"
Y = "2-3"
G = "4-2"
B = "4-3"
"""


def table(title: str, text: str) -> dict[str, list[list[str]]]:
    """The rows of the table below a heading, by the variants in their first cell."""
    section = text.split(f"\n## {title}\n")[1].split("\n## ")[0]
    found: dict[str, list[list[str]]] = {}
    for line in [line for line in section.splitlines() if line.startswith("| ")][1:]:
        first, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        found.setdefault(re.sub(r"\[(.+?)\]\(.+?\)", r"\1", first), []).append(cells)
    return found


def number(cell: str) -> float:
    return float(cell.split()[0].replace("\N{MINUS SIGN}", "-"))


def pictures(folder: Path, text: str) -> list[Path]:
    return [folder / path for path in re.findall(r"!\[.+?\]\((.+?)\)", text)]


@pytest.mark.parametrize(("key", "seats"), solved.KNOWN)
def test_what_others_have_found_stands_on_the_page(key: str, seats: int) -> None:
    known = solved.KNOWN[key, seats]
    name = find_variant(key).name
    if seats == 1:
        (row,) = [rows for names, rows in table("Best play alone", TEXT).items() if name in names]
        told = [number(row[0][0])]
    else:
        (rows,) = [
            rows for names, rows in table("The friendly game", TEXT).items() if name in names
        ]
        told = [float(v) for count, cell in rows for v in cell.split(" / ") if count == str(seats)]
    assert told == pytest.approx(known, abs=0.00011)


def test_played_games_bring_what_was_promised() -> None:
    for cells in [rows[0] for rows in table("Best play alone", TEXT).values()]:
        match = re.fullmatch(r"([\d.]+) \(([\d.]+)\)", cells[1])
        assert match
        assert abs(float(match[1]) - number(cells[0])) <= 3 * float(match[2]) + 0.001


def test_every_variant_is_there_or_it_is_said_why_not() -> None:
    solvable = ", ".join(table("What can be solved", TEXT)).split(", ")
    refused = re.findall(r"^- (.+?) (?:cannot be|was not) solved", TEXT, re.MULTILINE)
    names = [find_variant(key).name for key in shipped_variants()]
    assert sorted(solvable + refused) == sorted(names)


def test_the_plots_are_there_and_small_and_name_every_solved_variant() -> None:
    found = pictures(PAGE.parent, TEXT)
    assert sorted(found) == sorted((PAGE.parent / "pictures").glob("solved-*"))
    assert sum(path.stat().st_size for path in found) < 400_000
    for path in found:
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
        texts = {"".join(t.itertext()) for t in root.iter("{http://www.w3.org/2000/svg}text")}
        assert set(table("What can be solved", TEXT)) <= texts


def test_the_page_says_how_it_was_made() -> None:
    (command,) = re.findall(r"^\$ (make solved.*)$", TEXT, re.MULTILINE)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    rule = r"^solved: .*\n\t\$\(BIN\)/python -m reports\.solved \$\(ARGS\)$"
    assert re.search(rule, makefile, re.M)
    assert "--games" not in command
    assert f"{solved.GAMES:,} games" in TEXT.replace("\n", " ")


# Writing the page


@pytest.fixture
def small(tmp_path: Path) -> Path:
    for key, more in (("one", ""), ("two", ""), ("lucky", 'rules = ["lucky"]\nlucky = [[3], [4]]')):
        (tmp_path / f"{key}.toml").write_text(SMALL.format(name=key.title(), more=more))
    return tmp_path


def arguments(folder: Path, *keys: str) -> list[str]:
    files = [str(folder / f"{key}.toml") for key in keys]
    return [*files, "bonus_chain", "--games", "2000", "--to", str(folder), "--folder", str(folder)]


def test_a_small_run_writes_the_whole_page(small: Path) -> None:
    solved.main(arguments(small, "one", "lucky", "two"))
    text = (small / "solved.md").read_text(encoding="utf-8")
    assert re.findall(r"^## .*$", text, re.M) == re.findall(r"^## .*$", TEXT, re.M)
    assert set(table("Best play alone", text)) == {"One, Two", "Lucky"}
    variant = load_variant(small / "one.toml")
    worth = Naive(variant, 1).value(variant.sheet())
    assert number(table("Best play alone", text)["One, Two"][0][0]) == pytest.approx(
        worth, abs=1e-4
    )
    assert [row[0] for row in table("The friendly game", text)["One, Two"]] == ["2", "3", "4", "5"]
    assert "Lucky" not in table("The friendly game", text)
    assert "- Bonus A cannot be solved: with its rules (chain)" in text
    assert all(path.exists() for path in pictures(small, text))


def test_what_is_not_kept_is_left_out_if_so_asked(small: Path) -> None:
    for seats in (1, 3):
        solve(load_variant(small / "one.toml"), seats, folder=small)
    solved.main([*arguments(small, "one", "lucky"), "--kept"])
    text = (small / "solved.md").read_text(encoding="utf-8")
    assert set(table("Best play alone", text)) == {"One"}
    assert "\n- Lucky was not solved for this page.\n" in text
    assert [row[0] for row in table("The friendly game", text)["One"]] == ["3"]


def test_a_value_that_others_do_not_find_stops_it(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(solved.KNOWN, ("one", 1), (1.0,))
    with pytest.raises(SystemExit, match=r"One, 1 seats: expected \(1.0,\), found"):
        solved.main(arguments(small, "one"))
    assert not (small / "solved.md").exists()


def test_games_that_do_not_fit_their_value_stop_it(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unlucky(values: Values, games: range, seed: int, threads: int) -> object:
        return play_by_values(values, games, seed, threads) - 2

    monkeypatch.setattr(solved, "play_by_values", unlucky)
    with pytest.raises(SystemExit, match="One: played games bring"):
        solved.main(arguments(small, "one"))
