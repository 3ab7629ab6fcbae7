"""A review in a terminal: a table that adds up, a graph, the worst decisions with their reasons."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from rowlock import Record
from rowlock.languages import LANGUAGES
from rowlock.review.model import Review
from rowlock.tui import Ink, find_words
from rowlock.tui.columns import width_of
from rowlock.tui.review import amount, draw_all, draw_review
from rowlock.tui.words import ENGLISH, Words
from tests.review.reviewed import REASON, a_game, made_up
from tests.tui.sitting import plain

every_language = pytest.mark.parametrize("language", LANGUAGES)
PLAIN = Ink(False)
NAMES = [
    ("You",),
    ("You", "keen"),
    ("Ann", "Bob", "Cem", "Dag", "Eve"),
    ("日本語の名前" * 9, "B" * 300),
]


def shown(
    record: Record, found: Review, seats: tuple[int, ...] = (0,), words: Words = ENGLISH
) -> str:
    return "\n".join(draw_review(found, record, seats, PLAIN, words))


@every_language
@pytest.mark.parametrize("names", NAMES, ids=len)
def test_nothing_is_wider_than_the_terminal(names: tuple[str, ...], language: str) -> None:
    words = find_words(language)
    for seed in range(3):
        record = a_game(names=names, seed=seed)
        found = made_up(record, seed)
        seats = tuple(range(len(names)))
        lines = [
            *draw_review(found, record, seats, PLAIN, words),
            *draw_all(found, record, seats, PLAIN, words),
        ]
        assert max(map(width_of, lines)) <= 80
        assert not any(line != line.rstrip() for line in lines)


def table(text: str) -> dict[str, list[float]]:
    """The rows of the first table, by their names."""
    rows = re.findall(r"(?m)^\d (\S+) +(\S.*)$", text.split("Chance")[0].split("Points")[0])
    return {name: [float(n) for n in re.findall(r"[-+]?[\d.]+", rest)] for name, rest in rows}


def test_the_table_adds_up_as_its_heads_say() -> None:
    record = a_game(names=("Ann", "Bob", "Cem"))
    found = made_up(record)
    text = shown(record, found)
    assert re.search("start +[+] luck +- given away +[+] others += result +points", text)
    rows = table(text)
    assert list(rows) == ["Ann", "Bob", "Cem"]
    for seat, (start, luck, errors, others, result, points) in enumerate(rows.values()):
        assert start + luck - errors + others == pytest.approx(result, abs=0.25)
        assert errors == pytest.approx(100 * found.seats[seat].errors, abs=0.051)
        assert points == found.outcome.totals[seat]


def test_alone_all_is_told_in_points() -> None:
    record = a_game(names=("You",))
    found = made_up(record)
    text = shown(record, found)
    assert "%" not in text
    assert "Points to expect after each turn:" in text
    (row,) = table(text).values()
    assert row[-1] == found.outcome.totals[0]
    assert f"You gave away {found.seats[0].errors:.1f} points in " in text


def test_the_sentences_say_what_was_given_away_and_what_the_dice_were_worth() -> None:
    record = a_game(names=("You", "Bob"))
    found = made_up(record)
    text = " ".join(shown(record, found, (0, 1)).split())
    for seat, name in enumerate(("You", "Bob")):
        mine = found.seats[seat]
        said = f"{name} gave away {100 * mine.errors:.1f} % in {mine.decisions} decisions; "
        assert f"{said}that is how expert plays." in text
        assert f"The dice were worth {100 * mine.luck:+.1f} %." in text
        lucky = max(found.turns, key=lambda turn: turn.luck[seat])
        hurt = min(found.turns, key=lambda turn: turn.luck[seat])
        assert f"luckiest roll was {lucky.roll} in turn {lucky.turn} (" in text
        assert f"unluckiest {hurt.roll} in turn {hurt.turn} (" in text


def test_where_no_bot_is_like_it_none_is_named() -> None:
    record = a_game(names=("You", "Bob"))
    found = made_up(record)
    found = replace(found, seats=tuple(replace(seat, level=None) for seat in found.seats))
    assert "decisions." in shown(record, found)
    assert "expert" not in shown(record, found)


@every_language
def test_the_worst_decisions_are_told_with_what_was_better_and_why(language: str) -> None:
    words = find_words(language)
    record = a_game(names=("Ann", "Bob"))
    found = made_up(record)
    text = shown(record, found, (1,), words)
    flat = " ".join(text.split())
    worst = sorted(found.worst(1), key=lambda one: one.move)
    assert len(worst) == 3
    places = []
    for one in worst:
        assert one.grade
        roll = record.moves[record.rolls()[one.turn - 1]]
        assert f"bob, {words('story.turn', n=one.turn).lower()}," in flat.lower()
        given = amount(one.given_away, "win", words)
        places.append(flat.index(f"{roll}:"))
        said = flat[places[-1] :]
        assert given in said
        assert str(one.played.decision) in said or words("hint.pass") in said
        assert words(f"review.{one.grade}") in said
    assert places == sorted(places), "in the order in which they were played"
    assert flat.count(REASON[language]) == 3
    assert "Ann, " not in flat.split(words("review.mattered"))[1]


def test_a_game_without_mistakes_is_praised() -> None:
    record = a_game(names=("You", "Bob"))
    found = made_up(record)
    clean = replace(
        found,
        judgements=tuple(replace(one, played=one.best, grade=None) for one in found.judgements),
    )
    text = shown(record, clean, (0, 1))
    assert "You gave away nothing that mattered." in text
    assert "Bob: nothing that mattered was given away." in text
    assert "What mattered most" not in text


def test_below_the_graph_every_turn_with_a_mistake_has_its_sign() -> None:
    record = a_game(names=("Ann", "Bob"))
    found = made_up(record)
    text = shown(record, found, (0,))
    (row,) = re.findall(r"(?m)^     1 \|(.*)$", text)
    graded: dict[int, str] = {}
    order = ("slip", "mistake", "blunder")
    for one in found.judgements:
        if one.seat == 0 and one.grade:
            graded[one.turn] = max(graded.get(one.turn, one.grade), one.grade, key=order.index)
    assert row.split() == [",?!"[order.index(graded[turn])] for turn in sorted(graded)]
    assert ", a slip, ? a mistake, ! a blunder" in text


def test_every_decision_is_listed_where_that_is_wished_for() -> None:
    record = a_game(names=("Ann", "Bob"))
    found = made_up(record)
    head, *lines = draw_all(found, record, (0,), PLAIN)
    assert head.split() == re.split(" ", "turn seat action roll played better given away")
    mine = [one for one in found.judgements if one.seat == 0]
    assert len(lines) == len(mine)
    for one, line in zip(mine, lines, strict=True):
        roll = record.moves[record.rolls()[one.turn - 1]]
        better = [str(one.best.decision)] if one.given_away else []
        cells = [str(one.turn), "Ann", one.action, str(roll), str(one.played.decision), *better]
        assert line.split()[: len(cells)] == cells
        assert f"{100 * one.given_away:.1f} %" in line


def test_where_nothing_is_known_of_the_dice_the_decisions_are_judged_all_the_same() -> None:
    record = a_game(names=("Ann", "Bob"))
    found = replace(made_up(record), turns=())
    text = shown(record, found)
    assert "only decisions are judged" in text
    assert "Chance to win" not in text
    assert "What mattered most" in text


def test_colour_adds_nothing_but_weight() -> None:
    record = a_game(names=("Ann", "Bob"))
    found = made_up(record)
    coloured = "\n".join(draw_review(found, record, (0,), Ink(True)))
    assert "\x1b" in coloured
    assert plain(coloured) == shown(record, found)


@pytest.mark.parametrize(
    ("value", "signed", "said"),
    [
        (0.0604, False, "6.0 %"),
        (0.0604, True, "+6.0 %"),
        (-0.0604, True, "-6.0 %"),
        (-0.0001, True, "0.0 %"),
        (0.0001, True, "0.0 %"),
        (1.0, False, "100.0 %"),
    ],
)
def test_an_amount_has_a_sign_only_if_it_is_more_than_nothing(
    value: float, signed: bool, said: str
) -> None:
    assert amount(value, "win", ENGLISH, signed) == said
    assert amount(value, "win", find_words("de"), signed) == said.replace(".", ",")
