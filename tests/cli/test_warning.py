"""`play --warn`: a person is asked once more before a blunder, or told that nobody can warn."""

from __future__ import annotations

from pathlib import Path

from rowlock.compiler import without_compiler
from tests.cli.running import run
from tests.tui.test_warnings import dangerous


def test_a_blunder_is_asked_about_once_more(tmp_path: Path) -> None:
    record, judged = dangerous()
    file = tmp_path / "evening.rowlock"
    file.write_text(record.write(), encoding="utf-8")
    bad = str(judged[-1].decision)
    out = run("play", "--load", file, "--warn", typed=f"{bad}\nquit\n").fine()
    assert "Careful: " in out
    assert "Type it again to play it all the same, or something else." in out
    out = run("play", "--load", file, typed=f"{bad}\nquit\n").fine()
    assert "Careful: " not in out


def test_where_nobody_can_warn_that_is_said_before_the_game() -> None:
    with without_compiler():
        out = run("play", "--seats", "you", "--warn", typed="quit\n").fine()
    said = "Note: you cannot be warned here: trained values say nothing about a game alone."
    assert out.startswith(f"{said}\n") or f"\n{said}\n" in out
    assert said not in run("play", "--seats", "you", typed="quit\n").fine()
