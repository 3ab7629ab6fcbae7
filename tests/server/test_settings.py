"""What a server is started with."""

from __future__ import annotations

from dataclasses import fields
from typing import get_type_hints

import pytest

from rowlock.errors import NotNotation
from rowlock.server.settings import Settings, from_environment


def test_nothing_given_is_the_default() -> None:
    assert from_environment({}) == Settings()
    assert from_environment({"BOT_PAUSE": "9", "ROWLOCK_UNHEARD_OF": "x"}) == Settings()


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROWLOCK_BOT_PAUSE", "0.25")
    monkeypatch.setenv("ROWLOCK_SOCKETS", "7")
    monkeypatch.setenv("ROWLOCK_ORIGINS", "https://a.example https://b.example")
    found = from_environment()
    assert (found.bot_pause, found.sockets) == (0.25, 7)
    assert found.origins == "https://a.example https://b.example"


def test_what_is_given_goes_before_the_environment_and_none_is_not_given() -> None:
    environment = {"ROWLOCK_DB": "sqlite:a", "ROWLOCK_QUEUE": "5"}
    assert from_environment(environment, db="sqlite:b", queue=None) == Settings(
        db="sqlite:b", queue=5
    )


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("ROWLOCK_SOCKETS", "many", "a whole number"),
        ("ROWLOCK_SOCKETS", "1.5", "a whole number"),
        ("ROWLOCK_SOCKETS", "", "a whole number"),
        ("ROWLOCK_SOCKETS", "9" * 5_000, "a whole number"),
        ("ROWLOCK_SOCKETS", "-1", "a number from 0 on"),
        ("ROWLOCK_BOT_PAUSE", "soon", "a number"),
        ("ROWLOCK_BOT_PAUSE", "-0.1", "a number from 0 on"),
        ("ROWLOCK_BOT_PAUSE", "nan", "a number from 0 on"),
        ("ROWLOCK_BOT_PAUSE", "inf", "a number from 0 on"),
        ("ROWLOCK_BOT_PAUSE", "1e9", "a number from 0 on"),
    ],
)
def test_a_setting_that_is_no_number_says_what_was_expected(
    name: str, text: str, expected: str
) -> None:
    with pytest.raises(NotNotation) as caught:
        from_environment({name: text})
    assert caught.value.message == f"{name}: expected {expected}, found {text[:40]!r}"


@pytest.mark.parametrize("name", [field.name for field in fields(Settings)])
def test_every_setting_is_read_as_what_it_is(name: str) -> None:
    kind = get_type_hints(Settings)[name]
    text = "debug" if name == "log" else {str: "x y", int: "3", float: "0.5"}[kind]
    found = getattr(from_environment({f"ROWLOCK_{name.upper()}": text}), name)
    assert found == kind(text)


def test_what_is_noted_is_one_of_four_levels() -> None:
    with pytest.raises(NotNotation) as caught:
        from_environment({"ROWLOCK_LOG": "everything"})
    assert caught.value.message == "ROWLOCK_LOG: expected one of debug, info, warning, error"
