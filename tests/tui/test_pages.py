"""The rule pages: every variant, every language, and the language of the system."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rowlock
from rowlock import UnknownVariant, find_variant, shipped_variants
from rowlock.languages import LANGUAGES
from rowlock.variants.pages import rules_page, summary

PAGES = Path(rowlock.__file__).parent / "variants" / "pages"
every_variant = pytest.mark.parametrize("key", shipped_variants())
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


@every_variant
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_the_written_one_without_its_marks(key: str, language: str) -> None:
    page = rules_page(key, language)
    written = (PAGES / language / f"{key}.md").read_text(encoding="utf-8")
    assert "<!--" not in page
    kept = [line for line in written.splitlines() if not line.startswith("<!--")]
    assert page.split() == " ".join(kept).split()
    assert page.startswith("# ")
    assert len(page.split()) > 50


@every_variant
def test_the_languages_differ(key: str) -> None:
    assert len({rules_page(key, language) for language in LANGUAGES}) == len(LANGUAGES)


@every_variant
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_names_its_variant_first_and_no_section_is_empty(key: str, language: str) -> None:
    page = rules_page(key, language)
    assert find_variant(key).name in page.splitlines()[0]
    parts = re.split(r"^(#+) .*$", page, flags=re.MULTILINE)[1:]
    levels, texts = [*map(len, parts[::2]), 0], parts[1::2]
    for level, text, following in zip(levels, texts, levels[1:], strict=False):
        assert text.strip() or following > level, page


@every_variant
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_summary_is_two_or_three_sentences_in_one_line(key: str, language: str) -> None:
    said = summary(key, language)
    assert said.split() == rules_page(key, language).split("\n## ")[0].split("\n", 1)[1].split()
    assert "\n" not in said
    assert 2 <= len(re.findall(r"[.!?](?: |$)", said)) <= 3
    assert 60 < len(said) < 300


SYSTEMS = [
    ({}, "en"),
    ({"LANG": "de_DE.UTF-8"}, "de"),
    ({"LANG": "de"}, "de"),
    ({"LANG": "de_AT"}, "de"),
    ({"LANG": "it_IT.UTF-8"}, "it"),
    ({"LANG": "IT"}, "it"),
    ({"LANG": "en_GB.UTF-8"}, "en"),
    ({"LANG": "fr_FR.UTF-8"}, "en"),
    ({"LANG": "C"}, "en"),
    ({"LANG": "C.UTF-8"}, "en"),
    ({"LANG": "POSIX"}, "en"),
    ({"LC_ALL": "", "LANG": "de_DE"}, "de"),
    ({"LC_ALL": "it_IT", "LANG": "de_DE"}, "it"),
    ({"LC_ALL": "C", "LANG": "de_DE"}, "en"),
    ({"LC_MESSAGES": "it_IT", "LANG": "de_DE"}, "it"),
    ({"LC_ALL": "de_DE", "LC_MESSAGES": "it_IT"}, "de"),
]


@pytest.mark.parametrize(("system", "language"), SYSTEMS)
def test_the_language_is_that_of_the_system(
    system: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    for variable, value in system.items():
        monkeypatch.setenv(variable, value)
    key = shipped_variants()[-1]
    assert rules_page(key) == rules_page(key, language)


def test_somebodys_own_variant_has_no_page_and_is_told_so() -> None:
    with pytest.raises(UnknownVariant, match="no rule page for 'mine'"):
        rules_page("mine")
    with pytest.raises(UnknownVariant, match="no rule page for 'mine'"):
        summary("mine", "en")
