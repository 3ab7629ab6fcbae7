"""Whoever wishes it is asked once more before a blunder, and never otherwise."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rowlock import Game, Phase, Played, Record
from rowlock.compiler import without_compiler
from rowlock.languages import LANGUAGES
from rowlock.players import Judged, evaluate
from rowlock.review import BLUNDER, Option
from rowlock.review.reasons import explain
from rowlock.tui import find_words
from rowlock.tui.advice import warning
from rowlock.variant import shipped_variants
from tests.players.trained import no_weights
from tests.tui.sitting import Sitting, fresh, moment

KEY = shipped_variants()[0]


@pytest.fixture(autouse=True)
def _plain() -> object:
    with without_compiler():
        yield


@cache
def dangerous() -> tuple[Record, tuple[Judged, ...]]:
    """A game in which the first seat is asked, and may blunder."""

    def wanted(game: Game) -> bool:
        if game.phase is not Phase.WHITE or len(game.to_move()) < 2 or len(game.legal(0)) < 3:
            return False
        judged = evaluate(game, 0)
        lost = [judged[0].win - one.win for one in judged]
        return lost[-2] > BLUNDER and 0 < lost[1] < BLUNDER / 2

    with without_compiler():
        record = moment(KEY, wanted)
        return record, evaluate(record.game(), 0)


def typed(*lines: str, warns: bool = True, language: str = "en") -> Sitting:
    record, _ = dangerous()
    return Sitting(record, lines, warns=warns, words=find_words(language)).run()


def first_move(sitting: Sitting) -> object:
    record, _ = dangerous()
    return sitting.moves[len(record.moves)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_blunder_is_told_with_what_is_better_and_played_when_it_is_typed_again(
    language: str,
) -> None:
    record, judged = dangerous()
    best, bad = judged[0], judged[-1]
    once = typed(str(bad.decision), language=language)
    assert once.record == record, "nothing is played yet"
    said = once.screens[1]
    words = find_words(language)
    for number in (best.win - bad.win, best.win, bad.win):
        assert f"{words.decimal(100 * number)} %" in said
    shown = words("hint.pass") if str(best.decision) == "-" else str(best.decision)
    assert f" {shown}: " in " ".join(said.split())
    assert said.endswith(f"{words('warn.again')}\n")
    assert max(map(len, said.splitlines())) <= 80
    options = tuple(Option(one.decision, one.win, one.score) for one in judged)
    reason = explain(record.game().view(0), 0, options, bad.decision)
    assert reason is not None
    assert f" {reason[language]} " in " ".join(said.split())
    again = typed(str(bad.decision), str(bad.decision), language=language)
    assert first_move(again) == Played(0, bad.decision)


def test_whoever_is_warned_may_change_mind() -> None:
    _, judged = dangerous()
    sitting = typed(str(judged[-1].decision), "hint", str(judged[0].decision))
    assert first_move(sitting) == Played(0, judged[0].decision)


def test_one_warning_a_decision_is_enough() -> None:
    _, judged = dangerous()
    sitting = typed(str(judged[-1].decision), str(judged[-2].decision))
    assert first_move(sitting) == Played(0, judged[-2].decision)


def test_what_is_no_blunder_is_played_without_a_word() -> None:
    _, judged = dangerous()
    for good in judged[:2]:
        sitting = typed(str(good.decision))
        assert first_move(sitting) == Played(0, good.decision)
        assert not any("Careful" in screen for screen in sitting.screens)


def test_who_does_not_wish_it_is_never_warned() -> None:
    _, judged = dangerous()
    sitting = typed(str(judged[-1].decision), warns=False)
    assert first_move(sitting) == Played(0, judged[-1].decision)


def test_what_was_not_played_cannot_be_taken_back() -> None:
    record, judged = dangerous()
    sitting = typed(str(judged[-1].decision), "undo")
    assert sitting.screens[2].startswith("Nothing to take back")
    assert sitting.record == record


def test_where_nothing_is_known_nothing_is_said(tmp_path: Path) -> None:
    record, judged = dangerous()
    with no_weights(tmp_path):
        assert warning(record.game(), 0, judged[-1].decision) == ""
    alone = Sitting(fresh(KEY, 1), ["-", "-"], warns=True).run()
    assert len(alone.moves) >= 3


def test_what_others_have_sealed_is_not_looked_at() -> None:
    """The same warning whatever the other seat has answered."""
    record, judged = dangerous()
    game, bad = record.game(), judged[-1].decision
    assert len(game.legal(1)) > 1
    for decision in game.legal(1):
        assert warning(game.apply(1, decision).game, 0, bad) == warning(game, 0, bad) != ""
