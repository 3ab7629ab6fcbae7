"""The picture of a review: well-formed whatever the names, and to be read without colour."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from rowlock.languages import LANGUAGES
from rowlock.review.course import courses, scale_of
from rowlock.review.picture import draw_picture
from tests.review.reviewed import a_game, made_up

SVG = "{http://www.w3.org/2000/svg}"
NASTY = (
    "</svg><script>alert(1)</script>",
    '"&amp;]]>',
    "\x00\x0b\ud800\ufffe",
    "日本語の名前" * 20,
    "مرحبا",
    "",
    "\N{PARTY POPPER}" * 50,
    "'",
)


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture.encode())


def texts(root: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", range(1, 9))
def test_it_is_well_formed_for_any_name_and_has_a_line_for_every_seat(
    seats: int, language: str
) -> None:
    found = made_up(a_game(names="ABCDEFGH"[:seats]))
    root = parsed(draw_picture(found, NASTY[:seats], language))
    assert root.tag == f"{SVG}svg"
    assert not list(root.iter(f"{SVG}script"))
    lines = list(root.iter(f"{SVG}polyline"))
    assert len(lines) == seats
    styles = {(line.get("stroke"), line.get("stroke-dasharray")) for line in lines}
    dashes = {line.get("stroke-dasharray") for line in lines}
    assert len(styles) == len(dashes) == seats, "lines differ without colour too"


def test_whoever_cannot_see_it_is_told() -> None:
    found = made_up(a_game(names=("Ann", "<Bob>")))
    root = parsed(draw_picture(found))
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert title.text == "Classic: Chance to win"
    for seat in found.seats:
        said = (
            f"{seat.name}: {100 * seat.start:.0f} % at the start, luck {100 * seat.luck:+.0f} %, "
        )
        assert f"{said}given away {100 * seat.errors:.0f} %, " in (desc.text or "")


def test_text_is_text_on_a_light_ground() -> None:
    found = made_up(a_game(names=("Ann", "Bob")))
    root = parsed(draw_picture(found))
    ground = next(rect for rect in root if rect.tag == f"{SVG}rect")
    assert ground.get("fill") == "#ffffff"
    view = (root.get("viewBox") or "").split()
    assert [ground.get("width"), ground.get("height")] == view[2:]
    said = texts(root)
    assert said.count("Ann") == said.count("Bob") == 2, "at its line, and at its bars"
    assert {"0 %", "25 %", "50 %", "75 %", "100 %"} <= set(said)
    assert str(len(found.turns)) in said or str(len(found.turns) - 1) in said


def test_the_lines_are_the_course_of_the_game() -> None:
    found = made_up(a_game(names=("Ann", "Bob", "Cem")))
    root = parsed(draw_picture(found))
    scale = scale_of(found)
    for line, course in zip(root.iter(f"{SVG}polyline"), courses(found), strict=True):
        points = [tuple(map(float, p.split(","))) for p in (line.get("points") or "").split()]
        assert len(points) == len(found.turns) + 1
        for (_, y), value in zip(points, course, strict=True):
            assert y == pytest.approx(64 + 300 * (1 - scale.place(value)), abs=0.1)


def test_bars_are_as_high_as_luck_and_errors() -> None:
    found = made_up(a_game(names=("Ann", "Bob")))
    root = parsed(draw_picture(found))
    bars = [r for r in root.iter(f"{SVG}rect") if r.get("x") and "hatch-1" in (r.get("fill") or "")]
    errors = [turn.errors[1] for turn in found.turns if turn.errors[1] > 0]
    assert len(bars) == len(errors)
    heights = [float(bar.get("height") or 0) for bar in bars]
    share = max(heights) / max(errors)
    assert heights == pytest.approx([share * error for error in errors], abs=0.1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_alone_it_is_drawn_in_points(language: str) -> None:
    found = made_up(a_game(names=("Ann",)))
    picture = draw_picture(found, language=language)
    assert "%" not in picture
    assert scale_of(found).ticks[0] <= min(courses(found)[0])
    assert scale_of(found).ticks[-1] >= max(courses(found)[0])
    assert 2 <= len(scale_of(found).ticks) <= 6
    parsed(picture)


def test_nothing_leaves_the_picture() -> None:
    for names in (("Ann",), ("Ann", "Bob"), tuple("ABCDEFGH")):
        root = parsed(draw_picture(made_up(a_game(names=names))))
        _, _, width, height = map(float, (root.get("viewBox") or "").split())
        for text in root.iter(f"{SVG}text"):
            assert 0 <= float(text.get("x") or -1) <= width
            assert 0 <= float(text.get("y") or -1) <= height
        bottom = [
            float(rect.get("y") or 0) + float(rect.get("height") or 0)
            for rect in root.iter(f"{SVG}rect")
        ]
        assert max(bottom) <= height


def test_names_at_the_ends_of_lines_never_cover_each_other() -> None:
    root = parsed(draw_picture(made_up(a_game(names=tuple("ABCDEFGH")))))
    places = sorted(
        float(text.get("y") or 0)
        for text in root.iter(f"{SVG}text")
        if re.fullmatch("[A-H]", text.text or "") and float(text.get("y") or 0) < 380
    )
    assert len(places) == 8
    assert all(below - above >= 16 for above, below in pairwise(places))


def test_where_the_course_is_unknown_that_is_said() -> None:
    found = replace(made_up(a_game()), turns=())
    assert "Nothing is known of the course of this game." in texts(parsed(draw_picture(found)))
