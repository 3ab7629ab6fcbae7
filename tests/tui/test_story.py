"""The story: one sentence an event, and a seat called You is spoken to."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from rowlock import find_variant, play, read_record, read_variant, shipped_variants
from rowlock.dice import Roll
from rowlock.events import (
    Cause,
    Closed,
    Completed,
    Ended,
    Ending,
    Event,
    Lapsed,
    Marked,
    Missed,
    Passed,
    Rolled,
    Struck,
)
from rowlock.players import Keen
from rowlock.sheet import Cell, Colour
from rowlock.tui import tell
from rowlock.tui.words import Words

R, Y = Colour.R, Colour.Y
FIVE = Cell(R, 3, R, 5)
LAST = Cell(Y, 10, Y, 12)

PAD = read_variant(
    """
    name = "Pad"
    edition = 1
    players = [1, 8]
    faces = 6
    lock = { cells = 1, needs = 5 }
    end = { locks = 2, misses = 4, miss_points = -5 }
    rules = ["lucky", "chain"]
    lucky = [[5, 6]]
    bar = "R Y G"
    rows = { R = "2* 3* 4* 5-12", Y = "2-12", G = "12-2", B = "12-2" }
    """,
    "pad",
)
"""It has all that is told of."""

# Each event with its sentence, when its seat is called Emma and when it is called You.
SENTENCES: list[tuple[Event, str, str]] = [
    (
        Rolled(1, Roll((1, 4), (3, 6, 3, 3))),
        "Emma rolls 14r3y6g3b3: 5 is announced.",
        "You roll 14r3y6g3b3: 5 is announced.",
    ),
    (Marked(1, FIVE, Cause.WHITE, False), "Emma crosses R5.", "You cross R5."),
    (Marked(1, FIVE, Cause.COLOUR, False), "Emma crosses R5.", "You cross R5."),
    (
        Marked(1, FIVE, Cause.OFFERED, False, "lucky"),
        "Emma crosses R5 (lucky).",
        "You cross R5 (lucky).",
    ),
    (
        Marked(1, LAST, Cause.BONUS, True),
        "Emma crosses Y12 as a bonus and the lock of row Y.",
        "You cross Y12 as a bonus and the lock of row Y.",
    ),
    (Passed(1), "Emma passes.", "You pass."),
    (
        Struck(1, (0,), "bar"),
        "Emma strikes field 1 of the bonus bar.",
        "You strike field 1 of the bonus bar.",
    ),
    (
        Struck(1, (0, 6, 10), "bar"),
        "Emma strikes fields 1, 7 and 11 of the bonus bar.",
        "You strike fields 1, 7 and 11 of the bonus bar.",
    ),
    (Completed(1, "d"), "Emma has both cells of d.", "You have both cells of d."),
    (
        Lapsed(1, Y),
        "Emma loses an extra cross in row Y: it cannot be made.",
        "You lose an extra cross in row Y: it cannot be made.",
    ),
    (
        Lapsed(1, None),
        "Emma loses an extra cross: it cannot be made.",
        "You lose an extra cross: it cannot be made.",
    ),
    (Missed(1, 2), "Emma takes miss number 2.", "You take miss number 2."),
    (
        Closed(Y, (1,)),
        "Row Y is closed for everybody, locked by Emma.",
        "Row Y is closed for everybody, locked by you.",
    ),
    (
        Closed(Y, (1, 2)),
        "Row Y is closed for everybody, locked by Emma and Max.",
        "Row Y is closed for everybody, locked by you and Max.",
    ),
    (
        Ended(Ending.LOCKS, (40, 70, 60), (1,)),
        "The game is over (closed rows): Emma wins with 70 points.",
        "The game is over (closed rows): you win with 70 points.",
    ),
    (
        Ended(Ending.LOCKS, (-5, 0), (1,)),
        "The game is over (closed rows): Emma wins with 0 points.",
        "The game is over (closed rows): you win with 0 points.",
    ),
    (
        Ended(Ending.MISSES, (70, 70, 60), (0, 1)),
        "The game is over (the last miss): Ann and Emma win together with 70 points.",
        "The game is over (the last miss): Ann and you win together with 70 points.",
    ),
]


@pytest.mark.parametrize(("event", "of_emma", "of_you"), SENTENCES)
def test_the_event_is_told_in_this_sentence(event: Event, of_emma: str, of_you: str) -> None:
    assert tell(event, ("Ann", "Emma", "Max"), PAD) == of_emma
    assert tell(event, ("Ann", "You", "Max"), PAD) == of_you


def test_every_sort_of_event_has_its_sentence_here() -> None:
    assert {type(event) for event, _, _ in SENTENCES} == set(get_args(Event))
    assert {e.cause for e, _, _ in SENTENCES if isinstance(e, Marked)} == set(Cause)
    assert {e.ending for e, _, _ in SENTENCES if isinstance(e, Ended)} == set(Ending)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Emma crosses Y6 (linked)."),
        ("de", "Emma kreuzt Y6 (verbunden) an."),
        ("it", "Emma barra Y6 (legata)."),
    ],
)
def test_a_forced_cross_is_told_with_the_word_of_its_rule(language: str, sentence: str) -> None:
    variant = find_variant("connected_chain")
    events = [
        event
        for step in read_record(
            '[Variant "connected_chain"]\n[Seats "2"]\n1. 1 33r1y1g1b1 R6 - / -'
        ).steps()
        for event in step.events
    ]
    forced = [event for event in events if isinstance(event, Marked)][1]
    assert tell(forced, ("Emma", "Max"), variant, Words(language)) == sentence


def test_a_solo_game_has_no_winner() -> None:
    ended = Ended(Ending.MISSES, (41,), (0,))
    assert tell(ended, ["You"], PAD) == "The game is over (the last miss): you end with 41 points."
    assert (
        tell(ended, ["Emma"], PAD) == "The game is over (the last miss): Emma ends with 41 points."
    )


@pytest.mark.parametrize("key", shipped_variants())
def test_every_event_of_whole_games_is_one_sentence_of_one_line(key: str) -> None:
    names = ("You", "Emma", "Max", "Ida")
    events: set[type] = set()
    for seed in range(5):
        record = play(find_variant(key), [Keen(n) for n in range(4)], seed)
        for event in (event for step in record.steps() for event in step.events):
            sentence = tell(event, names, record.variant)
            events.add(type(event))
            assert re.fullmatch(r"[A-Z][^\n]*\.", sentence), sentence
            assert len(sentence) <= 80, sentence
            assert not re.match(r"You \w+s\b(?<!pass)(?<!cross)", sentence), sentence
            assert not re.search(r"\b(?:Colour|Cause|Ending)\.", sentence), sentence
    assert {Rolled, Marked, Passed, Missed, Closed, Ended} <= events
