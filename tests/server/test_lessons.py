"""Lessons as a client is told them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from rowlock import find_variant, load_variant, shipped_variants
from rowlock.languages import LANGUAGES
from rowlock.lessons import lesson_of
from rowlock.server.lessons import LessonShown, lesson_shown
from rowlock.server.loading import Loading
from rowlock.server.metrics import Metrics
from rowlock.server.store import open_store
from tests.server.running import Server

OWN = Path(__file__).parents[2] / "docs" / "examples" / "chain_of_colours.toml"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", shipped_variants())
def test_a_lesson_is_what_its_type_says(key: str, language: str) -> None:
    shown = lesson_shown(find_variant(key), language)
    read = TypeAdapter(LessonShown).validate_python(shown)
    assert TypeAdapter(LessonShown).dump_python(read) == shown


def test_a_lesson_says_all_that_the_engine_played() -> None:
    lesson = lesson_of(find_variant("longo"))
    shown = lesson_shown(find_variant("longo"), "en")
    assert shown["basics"]["variant"]["key"] == "classic"
    assert shown["twists"]["variant"]["key"] == "longo"
    assert shown["like"] is None
    for part, steps in (("basics", lesson.basics), ("twists", lesson.twists)):
        told = shown["basics" if part == "basics" else "twists"]["steps"]
        assert [step["name"] for step in told] == [step.name for step in steps]
        for one, step in zip(told, steps, strict=True):
            for frame_told, frame in zip(one["frames"], step.frames, strict=True):
                decisions = [str(answer.option.decision) for answer in frame.answers]
                assert [answer["decision"] for answer in frame_told["answers"]] == decisions
                assert frame_told["phase"] == frame.game.phase.value
                assert frame_told["active"] == frame.game.active + 1
                for answer_told, answer in zip(frame_told["answers"], frame.answers, strict=True):
                    sheets = [str(picture.sheet) for picture in answer.pictures]
                    assert [p["sheet"] for p in answer_told["pictures"]] == sheets
    luck = shown["twists"]["steps"][2]
    assert luck["title"] == "Lucky numbers"
    assert luck["frames"][0]["task"] == "5 is your number! Tap green 12, with the clover."
    assert luck["frames"][0]["answers"][0]["dice"] == ["W1", "W4"]
    assert lesson_shown(find_variant("xl"), "de")["like"] == "Classic"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_server_hands_lessons_out(server: Server, language: str) -> None:
    shown = server.get(f"/api/variants/bonus_pairs/lesson?language={language}")
    assert shown == lesson_shown_as_json("bonus_pairs", language)


def lesson_shown_as_json(key: str, language: str) -> object:
    return TypeAdapter(LessonShown).dump_python(
        lesson_shown(find_variant(key), language), mode="json"
    )


def test_there_is_no_lesson_of_an_unknown_variant_or_table(server: Server) -> None:
    for path in ("/api/variants/nonsense/lesson", "/api/tables/nonsense/lesson"):
        with pytest.raises(AssertionError, match="unknown"):
            server.get(path)


def test_a_table_teaches_what_is_played_there(server: Server) -> None:
    shipped = server.open("Emma", "keen", variant="longo")["table"]
    assert server.get(f"/api/tables/{shipped}/lesson") == lesson_shown_as_json("longo", "en")
    own = server.open("Emma", "keen", variant="own_pad", variant_file=OWN.read_text())["table"]
    shown = server.get(f"/api/tables/{own}/lesson?language=de")
    assert shown["twists"]["variant"]["key"] == "own_pad"
    assert [step["name"] for step in shown["twists"]["steps"]] == [
        "wandering",
        "gone",
        "chain",
        "chained",
    ]
    assert shown["twists"]["steps"][0]["title"] == "Wandernde Farben"


def test_lessons_of_ones_own_are_made_once_and_kept_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rowlock.server.loading._LESSONS", 2)

    async def ask() -> None:
        store = open_store(f"sqlite:{tmp_path / 'rowlock.db'}")
        loading = Loading(store, Metrics())
        try:
            variant = load_variant(OWN)
            first = await loading.lesson(variant, "en", "")
            assert await loading.lesson(variant, "en", "") is first
            await loading.lesson(variant, "de", "")
            await loading.lesson(variant, "it", "")  # which is one too many
            again = await loading.lesson(variant, "en", "")
            assert again is not first
            assert again == first
        finally:
            loading.close()
            await store.close()

    asyncio.run(ask())
