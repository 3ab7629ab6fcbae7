"""The page of bots: complete, true of what it measures, and written by its command."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from reports import DOCS, ROOT, deciding, measured_variants, strength
from reports.calibration import BINS, Bins, calibrate, win_chances, win_shares
from reports.meetings import MANY, OPPONENTS, QUICK, RATED, SEATS, STEPS, TABLES, measure_all
from rowlock import find_player, find_variant, shipped_variants
from rowlock.arena import contest
from rowlock.dice import throw
from rowlock.fast.samples import Samples, take_samples
from rowlock.fast.weights import Trained, find_weights
from rowlock.game import Phase
from rowlock.lots import GameDice
from rowlock.players import evaluate, player_codes
from rowlock.record import Record

PAGE = DOCS / "bots.md"
TEXT = PAGE.read_text(encoding="utf-8")
VARIANTS = measured_variants()


def section(title: str, text: str) -> str:
    return text.split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(part: str) -> list[list[str]]:
    """The rows of the first table in this part, with its head."""
    lines = re.search(r"(?:^\|.*\n?)+", part, re.M)
    assert lines
    cells = [[c.strip() for c in line.strip("|").split("|")] for line in lines[0].splitlines()]
    return [cells[0], *cells[2:]]


def by_variant(part: str) -> dict[str, list[str]]:
    """The cells of each variant."""
    found = {}
    for first, *cells in rows(part)[1:]:
        if match := re.fullmatch(r"\[(.+)\]\(\S+/pages/en/(\w+)\.md\)", first):
            assert match[1] == find_variant(match[2]).name
            found[match[2]] = cells
    return found


def trained_for(key: str) -> Trained:
    trained = find_weights(find_variant(key))
    assert trained is not None
    return trained


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("bots")
    strength.main(["--quick", "--seed", "5", "--threads", "2", "--to", str(folder)])
    picture = ElementTree.parse(folder / "pictures" / "bots-calibration.svg")
    said = {"".join(n.itertext()) for n in picture.iter("{http://www.w3.org/2000/svg}text")}
    assert {find_variant(key).name for key in VARIANTS} <= said
    return (folder / "bots.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("which", ["the page", "a quick run"])
def test_every_variant_stands_in_every_table(which: str, quick: str) -> None:
    text = TEXT if which == "the page" else quick
    widths = {
        "How oracle decides": 3,
        "Ratings with two seats": len(RATED),
        "Alone against a table of keen": len(TABLES),
        "The levels": len(STEPS),
        "Does it know what it knows?": len(SEATS),
    }
    parts = {section(title, text): width for title, width in widths.items()}
    larger = section("Ratings at larger tables", text).split("\n**")[1:]
    parts |= dict.fromkeys(larger, len(MANY))
    assert len(parts) == len(widths) + len(TABLES)
    for part, width in parts.items():
        found = by_variant(part)
        told = shipped_variants() if part == section("The levels", text) else VARIANTS
        assert tuple(found) == told
        assert {len(cells) for cells in found.values()} == {width}
    assert [row[0] for row in rows(section("How strong is it?", text))[1:]] == [
        f"`{opponent}`" for opponent in OPPONENTS
    ]


def test_every_player_is_told_of() -> None:
    assert f"\n{deciding.who()}\n" in TEXT
    for code in player_codes():
        assert f"| `{code}` " in section("Who plays here", TEXT)


def test_a_quick_run_writes_the_whole_page(quick: str) -> None:
    assert re.findall(r"^## .*$", quick, re.M) == re.findall(r"^## .*$", TEXT, re.M)
    assert '$ make bots ARGS="--quick --seed 5"' in quick
    long = [line for line in quick.splitlines() if len(line) > 90 and line[0] not in "|!$"]
    assert long == []


def test_the_page_says_how_it_was_made() -> None:
    assert re.findall(r"^\$ (make bots.*)$", TEXT, re.M) == ["make bots"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for name, module in (("bots", r"reports\.strength"), ("bench-bots", r"benchmarks\.bots")):
        rule = rf"^{name}: .*\n\t\$\(BIN\)/python -m {module} \$\(ARGS\)$"
        assert re.search(rule, makefile, re.M)


def test_what_stands_on_the_page_of_the_weights_is_what_they_say() -> None:
    for key, (games, seats, date) in by_variant(section("How oracle decides", TEXT)).items():
        about = trained_for(key).about
        assert (games, seats, date) == (f"{about.games:,}", about.seats, about.date)


def test_figures_are_those_of_the_arena(quick: str) -> None:
    key = VARIANTS[-1]
    cells = by_variant(section("The levels", quick))[key]
    standing = contest(["casual", "novice"], key, games=QUICK.ladder, seed=5)
    won = 100 * standing.players()[0].won.value
    assert cells[STEPS.index(("casual", "novice"))].startswith(f"{won:.1f} % ± ")
    ratings = contest(MANY, key, seats=4, games=QUICK.tables, seed=5).ratings()
    part = section("Ratings at larger tables", quick).split("**4 seats**")[1]
    told = dict(zip(rows(part)[0][1:], by_variant(part)[key]))
    assert {code: told[f"`{code}`"].split(" ")[0] for code, *_ in ratings} == {
        code: f"{value:.0f}" for code, value, *_ in ratings
    }


def test_the_same_seed_gives_the_same_figures_on_any_number_of_threads() -> None:
    key = VARIANTS[-1]
    first, second, other = (
        strength.page(*measure_all(QUICK, seed, threads, [key]), QUICK, "", "", "")
        for seed, threads in ((7, 1), (7, 2), (8, 2))
    )
    assert first == second
    assert first != other


def test_the_tables_of_speed_are_kept_by_the_page_and_changed_by_their_command(
    tmp_path: Path,
) -> None:
    page = tmp_path / "bots.md"
    page.write_text(strength.with_speed(TEXT, "quick as \\1 lightning"), encoding="utf-8")
    duels, found = measure_all(QUICK, 1, 2, VARIANTS[:1])
    strength.write(duels, found, QUICK, tmp_path, "", "")
    text = page.read_text(encoding="utf-8")
    assert "quick as \\1 lightning\n<!-- end-bench-bots -->" in text
    assert "quick as" not in strength.with_speed(text, "slow")


# Calibration


@pytest.mark.parametrize(
    ("key", "seats"), [(key, SEATS[at % len(SEATS)]) for at, key in enumerate(VARIANTS)]
)
def test_the_network_for_many_positions_is_that_of_the_kernels(key: str, seats: int) -> None:
    trained = trained_for(key)
    seed, number = 3, 1
    numbered = range(number, number + 1)
    samples = take_samples(trained.tables, seats, seed, numbered, (trained.numbers(),), 0.0)
    chances = win_chances(trained, samples)
    assert chances.shape == (samples.begins[-1], seats)
    oracle, dice = find_player("oracle"), GameDice(seed, number)
    game = Record(find_variant(key), seats, number % seats).start()
    compared = 0
    for expected in chances:
        game = game.rolled(throw(game.dice, dice)).game
        best = None
        active = game.active
        while game.to_move():
            seat = min(game.to_move())
            if game.phase is Phase.COLOUR:
                best = evaluate(game, seat)[0].win
            game = game.apply(seat, oracle.decide(game.view(seat), seat)).game
        assert not game.over
        if best is not None:  # after it the turn was over
            assert expected[active] == pytest.approx(best, abs=1e-4)
            compared += 1
    assert compared > 5


def test_wins_are_shared_and_counted_in_the_bin_that_was_expected() -> None:
    def of_scores(*scores: list[int]) -> Samples:
        empty = np.empty((0, len(scores[0])), np.int16)
        begins = np.zeros(len(scores) + 1, np.int64)
        return Samples(empty[:, :, None], empty, begins, np.array(scores, np.int16))

    assert win_shares(of_scores([5, 9, 9], [3, 1, 2])).tolist() == [[0, 0.5, 0.5], [1, 0, 0]]
    bins = calibrate(trained_for(VARIANTS[0]), 3, 40, 1, 2)
    assert bins.games == 40
    assert len(bins.counts) == BINS
    assert bins.won.sum() == pytest.approx(bins.counts.sum() / 3)
    judged = bins.judged(1)
    assert len(judged) > 3
    for place in judged:
        mean = bins.expected[place] / bins.counts[place]
        assert place / BINS <= mean <= (place + 1) / BINS


def test_the_worst_bin_is_the_one_furthest_off_among_those_with_enough() -> None:
    counts = np.array([10, 100, 200] + [0] * (BINS - 3), np.int64)
    expected, won, squares = (np.zeros(BINS) for _ in range(3))
    won[:3] = 5, 8, 10
    expected[:3] = 0, 6, 14
    squares[1] = 4
    bins = Bins(counts, expected, won, squares, 50)
    assert bins.worst(1) == 0
    assert bins.worst(101) == 2
    assert bins.off(1) == pytest.approx(0.02)
    assert bins.error(1) == pytest.approx(1.96 * 2 / 100, abs=1e-4)
    assert bins.worst(1000) is None
    doubled = bins + bins
    assert doubled.off(2) == bins.off(2) == pytest.approx(-0.02)
    assert doubled.games == 100
    assert doubled.error(1) == pytest.approx(bins.error(1) / 2**0.5)
