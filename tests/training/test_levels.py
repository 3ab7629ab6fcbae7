"""`python -m training.levels`: finds how much levels must err, and writes it beside the weights."""

from __future__ import annotations

import math
import shutil
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from rowlock import find_variant
from rowlock.bots import level_codes, trained_codes
from rowlock.fast import weights as files
from rowlock.fast.levels import SUFFIX, read_levels
from rowlock.fast.weights import (
    WeightsInfo,
    find_weights,
    read_info,
    shipped_weights,
    write_weights,
)
from tests.players.trained import by_chance, no_weights
from training import levels

CLASSIC = find_variant("classic")


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Weights of Classic without levels, and little to play."""
    monkeypatch.setattr(levels, "_PROBES", (100, 200))
    monkeypatch.setattr(levels, "CLOSE", 1.0)
    path = tmp_path / "classic.weights"
    shutil.copy(shipped_weights(CLASSIC), path)
    with no_weights(tmp_path), patch.object(files, "shipped_weights", lambda _: path):
        yield path


@pytest.mark.parametrize("slope", [1.0, 3.0, 8.0])
@pytest.mark.parametrize("above", [0.0, 0.6])
def test_the_chance_is_found_with_which_a_step_is_lost(slope: float, above: float) -> None:
    """Whether the odds grow fast or slowly with what somebody errs, and not quite straight."""

    def meet(chance: float, games: int) -> float:
        return 1 / (1 + math.exp(-slope * (chance - above) ** 1.3))

    found = levels.find_chance(meet, above)
    assert meet(found, 0) == pytest.approx(levels.STEP, abs=0.005)


def test_levels_are_measured_written_and_checked(
    copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["classic", "--games", "200", "--threads", "1"]
    assert levels.main(command) == 0
    said = capsys.readouterr()
    assert [line for line in said.err.splitlines() if line.startswith("Classic")] == [
        f"Classic, {code}" for code in trained_codes()[:0:-1]
    ]
    path = copied.with_suffix(SUFFIX)
    found = read_levels(path)
    assert found.weights == read_info(copied).checksum
    assert (tuple(found.chance), found.games) == (level_codes(), 200)
    assert "python -m training.levels classic" in path.read_text(encoding="utf-8")
    for number in (*found.chance.values(), *found.won.values()):
        assert f"{number:.4g}" in said.out
    files._found.cache_clear()
    trained = find_weights(CLASSIC)
    assert trained
    assert trained.levels == found
    text = path.read_bytes()
    assert levels.main([*command, "--check"]) == 0
    assert capsys.readouterr().out == said.out
    assert path.read_bytes() == text


def test_without_weights_or_levels_it_is_told_what_to_do(
    copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert levels.main(["classic", "--check"]) == 1
    assert "nobody has measured levels for Classic yet" in capsys.readouterr().err
    copied.unlink()
    files._found.cache_clear()
    assert levels.main(["classic"]) == 1
    assert "there are no trained weights for Classic; train them first" in capsys.readouterr().err


def test_weights_that_have_learned_nothing_have_no_levels(
    copied: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_weights(copied, WeightsInfo.of(CLASSIC, 0), by_chance(CLASSIC) * 0)
    monkeypatch.setattr(levels, "_PROBES", (20,) * 6)
    assert levels.main(["classic", "--games", "20", "--threads", "1"]) == 1
    assert "would have to overlook nearly everything" in capsys.readouterr().err
    assert not copied.with_suffix(SUFFIX).exists()
