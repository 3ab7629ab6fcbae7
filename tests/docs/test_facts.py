"""The page of facts: complete, true of the games it names, and written by its command."""

from __future__ import annotations

import re
import statistics
from pathlib import Path
from xml.etree import ElementTree

import pytest

from reports import DOCS, ROOT, facts, measured_variants
from reports.series import PLAYER, SEATS, play, quantile
from rowlock import find_variant, read_record, shipped_variants
from rowlock.cli import main
from rowlock.fast import Batch, find_policy

PAGE = DOCS / "facts.md"
TEXT = PAGE.read_text(encoding="utf-8")
NUMBER = r"[+\N{MINUS SIGN}]?\d+(?:\.\d+)?"
KINDS = [(key, seats) for key in measured_variants() for seats in SEATS]

every_question = pytest.mark.parametrize("question", facts.QUESTIONS, ids=lambda q: q.title)
every_kind = pytest.mark.parametrize(("key", "seats"), KINDS)


def table(title: str, text: str = TEXT) -> dict[tuple[str, int], str]:
    """The cells below a heading, by variant and seats."""
    section = text.split(f"\n## {title}\n")[1].split("\n## ")[0]
    head, _, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in section.splitlines()
        if line.startswith("|")
    ]
    seats = [int(cell.removesuffix(" seats")) for cell in head[1:]]
    found: dict[tuple[str, int], str] = {}
    for name, *cells in rows:
        match = re.fullmatch(r"\[(.+)\]\(\S+/pages/en/(\w+)\.md\)", name)
        assert match
        assert match[1] == find_variant(match[2]).name
        found |= {(match[2], n): cell for n, cell in zip(seats, cells, strict=True)}
    return found


def numbers(cell: str) -> list[float]:
    return [float(text.replace("\N{MINUS SIGN}", "-")) for text in re.findall(NUMBER, cell)]


def batch(key: str, seats: int, seed: int) -> Batch:
    variant = find_variant(key)
    keen = find_policy(PLAYER, variant)
    assert keen is not None
    return Batch(variant, [keen] * seats, seed)


@every_question
def test_every_variant_with_every_number_of_seats_has_an_answer(question: facts.Question) -> None:
    cells = table(question.title)
    assert list(cells) == KINDS
    assert all(numbers(cell) for cell in cells.values())


def test_no_heading_of_the_page_is_left_over() -> None:
    asked = [question.title for question in facts.QUESTIONS]
    assert re.findall(r"^## (.*)$", TEXT, re.MULTILINE) == [
        "In short",
        *asked,
        "How this was counted",
    ]


def test_the_page_says_how_it_was_made() -> None:
    (command,) = re.findall(r"^\$ (make facts.*)$", TEXT, re.MULTILINE)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    rule = r"^facts: .*\n\t\$\(BIN\)/python -m reports\.facts \$\(ARGS\)$"
    assert re.search(rule, makefile, re.M)
    games = re.search(r"--games (\d+)", command)
    played = int(games[1]) if games else facts.GAMES
    assert f"{played * len(KINDS):,}" in TEXT.replace("\n", " ")


@every_kind
def test_the_wins_of_all_seats_are_all_wins(key: str, seats: int) -> None:
    shares = numbers(table("Who wins?")[key, seats])
    assert len(shares) == seats
    assert sum(shares) == pytest.approx(100, abs=0.3)
    (advantage,) = numbers(table("Is it good to roll first?")[key, seats])
    assert shares[0] - 100 / seats == pytest.approx(advantage, abs=0.06)


@every_kind
def test_named_games_have_the_best_and_the_worst_sheet(key: str, seats: int) -> None:
    for title, extreme in (("The best sheet", max), ("The worst sheet", min)):
        points, seed, game = numbers(table(title)[key, seats])
        scores = batch(key, seats, int(seed)).play(range(int(game), int(game) + 1)).scores[0]
        assert extreme(scores) == points


@every_kind
def test_games_played_now_are_like_those_on_the_page(key: str, seats: int) -> None:
    told_mean, told_spread = numbers(table("How many points does a sheet bring?")[key, seats])
    games = 4_000
    now = batch(key, seats, seed=2026).play(range(games)).scores
    assert now.mean() == pytest.approx(told_mean, abs=5 * told_spread / games**0.5)


def test_the_command_on_the_page_shows_the_best_sheet_of_all(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (key, seats), cell = max(table("The best sheet").items(), key=lambda item: numbers(item[1])[0])
    (command,) = re.findall(r"^\$ rowlock (replay .*)$", TEXT, re.MULTILINE)
    assert main([*command.split(), "--write"]) == 0
    record = read_record(capsys.readouterr().out)
    assert (record.variant.key, record.seats) == (key, seats)
    outcome = record.game().outcome()
    assert outcome
    assert max(outcome.totals) == numbers(cell)[0]


# The plots


def texts(picture: Path) -> set[str]:
    """All text of a picture, which must be text."""
    root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    return {"".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")}


def pictures(folder: Path, text: str) -> list[Path]:
    return [folder / path for path in re.findall(r"!\[.+?\]\((.+?)\)", text)]


def test_the_plots_are_there_and_small() -> None:
    found = pictures(PAGE.parent, TEXT)
    assert sorted(found) == sorted((PAGE.parent / "pictures").glob("facts-*"))
    assert sum(path.stat().st_size for path in found) < 300_000


@pytest.mark.parametrize("picture", pictures(PAGE.parent, TEXT), ids=lambda path: path.stem)
def test_a_plot_names_every_variant_and_has_its_own_background(picture: Path) -> None:
    said = " ".join(texts(picture))
    for key in measured_variants():
        assert find_variant(key).name in said
    first = re.search(r'<g id="patch_1">.*?style="fill: (#[0-9a-f]{6})"', picture.read_text(), re.S)
    assert first
    assert min(bytes.fromhex(first[1][1:])) > 0xE0


# Writing the page


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("facts")
    facts.main(["--games", "150", "--seed", "5", "--to", str(folder)])
    return folder


def test_a_small_run_writes_the_whole_page(written: Path) -> None:
    text = (written / "facts.md").read_text(encoding="utf-8")
    assert re.findall(r"^## .*$", text, re.M) == re.findall(r"^## .*$", TEXT, re.M)
    assert '$ make facts ARGS="--games 150 --seed 5"' in text
    assert f"{150 * len(KINDS):,} games" in text.replace("\n", " ")
    for picture in pictures(written, text):
        assert texts(picture)
    assert [len(line) for line in text.splitlines() if len(line) > 90 and line[0] not in "|!"] == []


@every_kind
def test_the_figures_of_a_small_run_are_right(written: Path, key: str, seats: int) -> None:
    text = (written / "facts.md").read_text(encoding="utf-8")
    results = batch(key, seats, 5).play(range(150))
    scores = [int(score) for score in results.scores.flat]

    def told(title: str) -> list[float]:
        return numbers(table(title, text)[key, seats])

    expected = [statistics.fmean(scores), statistics.pstdev(scores)]
    assert told("How many points does a sheet bring?") == pytest.approx(expected, abs=0.051)
    ranked = sorted(scores)
    usual = [ranked[-(-len(ranked) * part // 20) - 1] for part in (10, 1, 19)]
    assert told("What is a usual score?") == usual
    winners = [[s for s in range(seats) if bits >> s & 1] for bits in results.winners.tolist()]
    shares = [sum((s in won) / len(won) for won in winners) / 1.5 for s in range(seats)]
    assert told("Who wins?") == pytest.approx(shares, abs=0.051)
    tied = sum(len(won) > 1 for won in winners) / 1.5
    assert told("How often is it a tie?") == pytest.approx([tied], abs=0.051)
    turns = results.turns.tolist()
    assert told("How short, how long?") == [min(turns), max(turns)]
    assert told("How long is a game?")[0] == pytest.approx(statistics.fmean(turns), abs=0.051)
    locks = results.ending.tolist().count(0) / 1.5
    assert told("How does it end?") == pytest.approx([locks], abs=0.051)
    closed = [sum(any(n >> row & 1 for n in game) for game in results.locks) for row in range(4)]
    rows = [count / 1.5 for count in closed]
    assert told("Which rows are closed?") == pytest.approx(rows, abs=0.51)
    assert told("How many misses?") == pytest.approx([results.misses.mean()], abs=0.0051)
    assert told("The best sheet")[:2] == [max(scores), 5]
    assert told("The worst sheet")[:2] == [min(scores), 5]
    first = min(g for g in range(150) if max(results.scores[g]) == max(scores))
    assert told("The best sheet")[2] == first


def test_pieces_of_a_run_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = find_variant(shipped_variants()[-1])
    heard: list[float] = []
    whole = play(variant, 3, 100, 9, heard.append)
    assert heard == [300]
    monkeypatch.setattr("reports.series._CHUNK", 30)
    heard.clear()
    assert play(variant, 3, 100, 9, heard.append) == whole
    assert heard == [90, 90, 90, 30]
    assert quantile(whole.scores, 1) == whole.highest.points
    assert quantile(whole.scores, 0) == whole.lowest.points


def test_a_run_of_no_games_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        facts.main(["--games", "0"])
    assert "--games: expected at least 1, not 0" in capsys.readouterr().err
