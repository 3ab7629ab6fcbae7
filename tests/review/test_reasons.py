"""Why a decision is better: every kind of reason, in every language, and nothing but the truth."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reports.reasons import EXAMPLES, Example, mistakes
from rowlock import Game, find_variant, parse_move, read_variant, shipped_variants
from rowlock.dice import Roll
from rowlock.languages import LANGUAGES, Text
from rowlock.players import play_numbered
from rowlock.review import review
from rowlock.review.kinds import NO_FACT, Kind
from rowlock.review.model import Option
from rowlock.review.reasons import explain, in_words, praise, reason_of
from rowlock.review.words import cell_name
from rowlock.sheet import Colour
from rowlock.testing import strategies as some
from tests.review.facts import check

SENTENCES = {
    Kind.ENDS_BEHIND: "Passing ends the game while you are 7 points behind.",
    Kind.ENDS_AHEAD: "Yellow 12 ends the game while you are 52 points ahead.",
    Kind.ENDS: "Yellow 12 ends the game, passing does not.",
    Kind.TOGETHER_BEHIND: "Red 12 ends the game if somebody else locks a row too, with you 25 "
    "points behind.",
    Kind.TOGETHER_AHEAD: "Yellow 12 ends the game if somebody else locks a row too, with you 25 "
    "points ahead.",
    Kind.LAST_MISS: "Passing leads to your last miss, which ends the game.",
    Kind.MISS: "Passing is a miss and costs 5 points; yellow 2 avoids it.",
    Kind.MISS_AHEAD: "If you pass, no coloured sum fits either: that is a miss and costs 5 points.",
    Kind.MISS_CHEAPER: "Blue 9 costs 7 cells: even a miss is better.",
    Kind.LOCK: "Red 12 locks the red row and brings 15 points.",
    Kind.COMPLETES: "Yellow 7 completes pair E: 1 cross in each row.",
    Kind.EXTRA: "Blue 10 brings 2 extra crosses at once.",
    Kind.TAKES: "The green row takes 2 extra crosses, the yellow row none.",
    Kind.LINE: "Green 11 also counts in the line “steps”: 2 points in all.",
    Kind.LEAVES: "Passing leaves you yellow 3 for a coloured die, yellow 7 does not.",
    Kind.FOLLOWS: "After red 5, yellow 6 with a coloured die costs 4 cells; after yellow 5, none.",
    Kind.INSTEAD: "Green 5 costs 7 cells, yellow 2 with a coloured die none.",
    Kind.FREE: "Green 12 brings 1 point and costs no cell.",
    Kind.WORTH: "Red 4 costs 2 cells but brings 1 point: that is worth it.",
    Kind.CLOSING: "Somebody else can lock the red row soon; red 8 still takes 5 points there.",
    Kind.SOON: "The game may be over soon, and green 7 brings 4 points now.",
    Kind.POINTS: "Red 10 brings 5 points, green 10 only 2.",
    Kind.UNLOCKABLE: "After green 4, you can no longer lock the green row.",
    Kind.GIVES_UP: "Green 7 gives up green 11 (bonus cell).",
    Kind.KEEPS: "Red 8 costs 3 cells and brings 2 points: that is not worth it.",
    Kind.FEWER: "Red 6 costs 4 cells, yellow 6 none.",
    Kind.LIKELIER: "Red 5 costs you the 4, green 11 the 12: that comes up less often.",
    Kind.ROOM: "The blue row then still has 9 open cells, the green row only 4.",
    Kind.BADGE: "Blue 10 counts for pair D: the row with the fewest counts twice.",
    Kind.FITS: "After passing, 9 of 36 white rolls fit without a gap; after green 5, only 5.",
    Kind.WINS: "Yellow 2 wins about 10 more games in 100.",
    Kind.SCORES: "Yellow 2 brings about 2 points more in the end.",
    Kind.EVEN: "Yellow 2 and red 2 are about equally good.",
}


@pytest.mark.parametrize("kind", Kind)
def test_each_kind_has_its_position_and_its_sentence(kind: Kind) -> None:
    example = EXAMPLES[kind]
    reason = example.reason()
    check(example.view(), example.seat, example.options(), reason)
    assert reason.kind is kind
    said = in_words(reason)
    assert said.en == SENTENCES[kind]
    assert len({said[language] for language in LANGUAGES}) == len(LANGUAGES)
    for language in LANGUAGES:
        assert re.fullmatch(r"[A-ZÄÖÜ].*[^.]\.", said[language]), said[language]
        assert not re.search(r"[{}]", said[language])


def explained(example: Example) -> Text:
    options = example.options()
    said = explain(example.view(), example.seat, options, options[1].decision)
    assert said is not None
    return said


def test_the_best_decision_needs_no_excuse() -> None:
    example = EXAMPLES[Kind.FEWER]
    options = example.options()
    assert explain(example.view(), example.seat, options, options[0].decision) is None


def test_praise_says_what_the_second_best_lacks() -> None:
    example = EXAMPLES[Kind.FEWER]
    view, options = example.view(), example.options()
    assert praise(view, example.seat, options) == explained(example)
    assert praise(view, example.seat, options[:1]).en == "There is nothing else to choose."


# Words


def test_german_and_italian_count_and_name_things_as_they_do() -> None:
    said = explained(EXAMPLES[Kind.WORTH])
    assert said.de == "Rot 4 kostet 2 Felder, bringt aber 1 Punkt: Das lohnt sich."
    assert said.it == "Il rosso 4 costa 2 caselle ma porta 1 punto: ne vale la pena."
    said = explained(EXAMPLES[Kind.TAKES])
    assert said.de == "Die grüne Reihe nimmt 2 Extrakreuze auf, die gelbe Reihe keins."
    assert said.it == "La riga verde accoglie 2 crocette extra, la riga gialla nessuna."
    said = explained(EXAMPLES[Kind.LIKELIER])
    assert said.de == "Rot 5 kostet dich die 4, Grün 11 die 12: Das fällt seltener."
    assert said.it == "Il rosso 5 ti costa il 4, il verde 11 il 12: capita meno spesso."


def test_several_numbers_are_listed_with_their_articles() -> None:
    sheets = "R 3 6 | Y | G | B", "R | Y | G | B"
    said = explained(Example("", sheets, "36r6y1g4b1", "G10", "R9", answers="0:- 1:-"))
    assert said == Text(
        "Red 9 costs you the 7 and the 8, green 10 the 11 and the 12: that comes up less often.",
        "Rot 9 kostet dich die 7 und die 8, Grün 10 die 11 und die 12: Das fällt seltener.",
        "Il rosso 9 ti costa il 7 e l'8, il verde 10 l'11 e il 12: capita meno spesso.",
    )


def test_a_cell_is_called_by_its_own_colour_in_whatever_row_it_stands() -> None:
    page = find_variant("mixed_colours").page(0)
    assert cell_name(page.cells["Y9"], page) == Text("blue 9", "Blau 9", "il blu 9")


TWICE = """
name = "Twice"
edition = 1
players = [1, 5]
faces = 6
lock = { cells = 1, needs = 5 }
end = { locks = 2, misses = 4, miss_points = 0 }
rows = { R = "2-6 G7 8-12", Y = "2-12", G = "12-2", B = "12-2" }
"""


def test_a_cell_that_looks_like_another_is_told_apart_by_its_row() -> None:
    page = read_variant(TWICE, "twice").page(0)
    assert cell_name(page.cells["R7"], page) == Text(
        "green 7 in the red row", "Grün 7 in der roten Reihe", "il verde 7 nella riga rossa"
    )
    assert cell_name(page.cells["R6"], page).en == "red 6"


def test_a_miss_that_costs_nothing_is_not_said_to_cost_something() -> None:
    variant = read_variant(TWICE, "twice")
    game = Game.at(variant, [variant.sheet()] * 2).rolled(Roll.parse("14r5y1g1b2")).game
    for seat in (0, 1):
        game = game.apply(seat, parse_move("-")).game
    options = (Option(parse_move("Y2"), 0.5, 50.0), Option(parse_move("-"), 0.4, 45.0))
    said = explain(game, 0, options, parse_move("-"))
    assert said == Text(
        "Passing is a miss; yellow 2 avoids it.",
        "Passen ist ein Fehlwurf; Gelb 2 vermeidet ihn.",
        "Passare è un tiro fallito; il giallo 2 lo evita.",
    )


# The truth


@pytest.mark.parametrize("key", shipped_variants())
@pytest.mark.parametrize("level", ["random", "novice", "keen"])
def test_real_mistakes_are_explained_truly_and_hardly_ever_without_a_fact(
    key: str, level: str
) -> None:
    kinds: Counter[Kind] = Counter()
    for mistake in mistakes(level, key, 4, seed=5):
        reason = mistake.reason()
        check(mistake.view, mistake.seat, mistake.options, reason)
        kinds[reason.kind] += 1
    assert kinds.total() > 30
    assert sum(kinds[kind] for kind in NO_FACT) < 0.15 * kinds.total(), kinds


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_whatever_is_better_nothing_false_is_said_of_it(data: st.DataObject) -> None:
    """In positions and variants that nobody has seen, with decisions that nobody has judged."""
    variant = data.draw(some.variants())
    game = data.draw(some.games(variant, most_seats=3))
    if not game.to_move():
        return
    seat = data.draw(st.sampled_from(sorted(game.to_move())))
    view = game.view(seat)
    legal = view.legal(seat)
    if len(legal) < 2:
        return
    better, played = data.draw(st.permutations(legal))[:2]
    options = (Option(better, 0.52, 50.0), Option(played, 0.47, 48.0))
    reason = reason_of(view, seat, options, played)
    check(view, seat, options, reason)
    said = in_words(reason)
    assert all(said[language].endswith(".") for language in LANGUAGES)


def test_locks_that_were_announced_count() -> None:
    """The row of a lock that another seat has told is closed when the action ends."""
    sheets = "R 2 | Y 3 4 5 6 7 | G 12 | B", "R 3 5 7 8 9 | Y 3 4 6 7 | G 12 11 10 9 8 | B"
    told = Example("", sheets, "66r1y1g2b4", "-", "Y12", answers="1:R12")
    game = told.view()
    assert not game.sheets[1].locked(Colour.R), "a view hides it; a table tells it"
    variant = find_variant("classic")
    start = Game.at(variant, [variant.sheet(sheet) for sheet in sheets])
    game = start.rolled(Roll.parse("66r1y1g2b4")).game.apply(1, parse_move("R12")).game
    options = told.options()
    reason = reason_of(game, 0, options, options[1].decision)
    check(game, 0, options, reason)
    assert in_words(reason).en == "Yellow 12 ends the game while you are 23 points behind."


@pytest.mark.parametrize("key", ["classic", "bonus_pairs"])
def test_every_graded_decision_of_a_review_has_its_reason(key: str) -> None:
    record = play_numbered(find_variant(key), ["novice"] * 3, 8, 1)
    judged = review(record).judgements
    assert any(one.grade for one in judged)
    assert all((one.reason is not None) == (one.grade is not None) for one in judged)


# What it costs


def test_a_reason_takes_less_than_three_milliseconds() -> None:
    seconds = []
    for key in ("classic", "bonus_pairs", "connected_chain"):
        for mistake in mistakes("novice", key, 2, seed=6):
            tries = []
            for _ in range(3):
                start = time.perf_counter()
                explain(mistake.view, mistake.seat, mistake.options, mistake.played)
                tries.append(time.perf_counter() - start)
            seconds.append(min(tries))
    assert sum(seconds) / len(seconds) < 0.003


def test_reasons_need_no_package() -> None:
    code = (
        "import sys; import rowlock.review.reasons; "
        "print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
