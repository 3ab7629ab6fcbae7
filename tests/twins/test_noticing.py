"""The comparison can fail: it notices every wrong number of the tables, and tells where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowlock.dice import Roll
from rowlock.fast import Batch, Tables, compile_variant, find_policy
from rowlock.fast.bulk import apply_decisions
from rowlock.fast.tables import NOTHING
from rowlock.fast.turns import Games, empty_games
from rowlock.fast.twins import TWINS
from rowlock.game import Game
from rowlock.moves import Pick, parse_move
from rowlock.players import find_player, play
from rowlock.record import Move, Played, read_record
from rowlock.sheet import Colour
from tests.cli.running import run
from tests.fast.processes import plainly
from tests.twins import comparing
from tests.twins.comparing import Differ, Twins, arrays
from tests.twins.stories import Story, replayed, some_stories, told
from tests.twins.test_batches import check as check_batch
from tests.twins.variants import FILES, VARIANTS, variant_of

SEATS = 3


@cache
def twins(key: str) -> Twins:
    """Many positions; with room for the effects that wrong tables may bring."""
    found = Twins(list(some_stories(variant_of(key), SEATS, f"noticing {key}", 3000)))
    sheets = found.packed.sheets
    effects = np.pad(sheets.effects, ((0, 0), (0, 40)))
    found.packed = found.packed._replace(sheets=sheets._replace(effects=effects))
    return found


def notices(key: str, t: Tables) -> bool:
    """Whether the twins differ when the fast engine has these tables."""
    try:
        twins(key).check(t)
    except Differ:
        return True
    return False


def wrong_tables(t: Tables, **wrong: Any) -> Tables:
    """The tables with some of them replaced by others."""
    assert all(getattr(t, name) is not value for name, value in wrong.items())
    return t._replace(**wrong)


def table(t: Tables, name: str) -> Any:
    """The table of this name; that of a twin has the name of its rule before it."""
    return attrgetter(name if hasattr(t, name) else f"twins.{name}")(t)


def changed(t: Tables, name: str, place: tuple[int, ...], value: int) -> Tables:
    """The tables with one number changed; on all pages, if they are alike."""
    array = table(t, name).copy()
    assert array[place] != value
    if (array == array[:1]).all():
        array[:, *place[1:]] = value
    array[place] = value
    rule, _, field = name.rpartition(".")
    if not rule:
        return wrong_tables(t, **{name: array})
    twin = getattr(t.twins, rule)._replace(**{field: array})
    return wrong_tables(t, twins=t.twins._replace(**{rule: twin}))


def without(t: Tables, rule: str) -> Tables:
    """The tables of a variant that lacks this rule."""
    number = [*TWINS].index(rule)
    assert number in t.rules
    return wrong_tables(t, rules=t.rules[t.rules != number])


@pytest.mark.parametrize("key", VARIANTS)
def test_true_tables_are_not_complained_of(key: str) -> None:
    assert not notices(key, compile_variant(variant_of(key)))


# Single numbers

WRONG_NUMBERS: dict[str, tuple[str, int]] = {
    "faces": ("xl", 5),
    "lock_needs": ("classic", 4),
    "end_locks": ("classic", 3),
    "end_misses": ("classic", 5),
    "miss_points": ("classic", -4),
}


@pytest.mark.parametrize("name", WRONG_NUMBERS)
def test_a_wrong_number_is_noticed(name: str) -> None:
    key, wrong = WRONG_NUMBERS[name]
    t = compile_variant(variant_of(key))
    assert getattr(t, name) != wrong
    assert notices(key, wrong_tables(t, **{name: wrong}))


@pytest.mark.parametrize(
    ("key", "rule"), [(key, rule.name) for key in VARIANTS for rule in variant_of(key).rules]
)
def test_a_missing_rule_is_noticed(key: str, rule: str) -> None:
    assert notices(key, without(compile_variant(variant_of(key)), rule))


# Arrays, entry by entry

Wrong = Iterator[tuple[tuple[int, ...], int]]
"""Places in an array, and what stands there wrongly."""


def one_less(array: Any) -> Wrong:
    return ((place, value - 1) for place, value in np.ndenumerate(array))


def one_more(array: Any) -> Wrong:
    return ((place, value + 1) for place, value in np.ndenumerate(array))


def another_number(array: Any) -> Wrong:
    """Every cell of a row claims the number of its neighbour."""
    for page, row, index in np.argwhere(array[:, :, 1:] > 0):
        yield (page, row, index), array[page, row, index + 1]


def no_mark(array: Any) -> Wrong:
    return ((tuple(place), NOTHING) for place in np.argwhere(array != NOTHING))


def one_cell_earlier(array: Any) -> Wrong:
    return ((place, value >> 1) for place, value in np.ndenumerate(array))


def no_badge(array: Any) -> Wrong:
    """Of pairs that bring crosses: what others bring is counted at the end, without a badge."""
    bonuses = compile_variant(variant_of("crowded_pairs")).twins.pairs.bonus[0]
    brings = np.flatnonzero(bonuses[:, :2].any(axis=1))
    return ((tuple(place), -1) for place in np.argwhere(np.isin(array, brings)))


def none_left(array: Any) -> Wrong:
    return ((place, 0) for place, value in np.ndenumerate(array))


def other_luck(array: Any) -> Wrong:
    for seat, number in np.ndindex(SEATS, 13):
        if number >= 2:
            yield (seat, number), 1 - array[seat, number]


def another_row(array: Any) -> Wrong:
    return ((place, (value + 1) % 4) for place, value in np.ndenumerate(array))


def one_bit_less(array: Any) -> Wrong:
    for place, bits in np.ndenumerate(array):
        for bit in range(int(bits).bit_length()):
            if int(bits) >> bit & 1:
                yield place, bits & ~(1 << bit)


def one_bit_more(array: Any) -> Wrong:
    return ((place, bits | 1 << 8) for place, bits in np.ndenumerate(array) if not bits >> 8 & 1)


def another_bonus(array: Any) -> Wrong:
    return ((place, 1 if value == 0 else value - 1) for place, value in np.ndenumerate(array))


WRONG_ENTRIES: list[tuple[str, str, Callable[[Any], Wrong]]] = [
    ("length", "ragged", one_less),
    ("white_cells", "classic", no_mark),
    ("white_cells", "mixed_numbers", no_mark),
    ("colour_cells", "mixed_colours", no_mark),
    ("colour_cells", "one_colour", no_mark),
    ("locking", "longo", one_bit_less),
    ("locking", "classic", one_cell_earlier),
    ("chain.cells", "bonus_chain", one_bit_less),
    ("chain.bar", "everything", another_row),
    ("chain.fields", "bonus_chain", one_bit_less),
    ("chain.start", "bonus_chain", one_more),
    ("lucky.numbers", "everything", other_luck),
    ("linked.other", "connected_chain", no_mark),
    ("staircase.cells", "connected_steps", one_bit_less),
    ("pairs.badge", "crowded_pairs", no_badge),
    ("pairs.counts", "bonus_pairs", none_left),
    ("pairs.marks", "everything", one_bit_less),
    ("pairs.marks", "everything", one_bit_more),
    ("pairs.bonus", "everything", another_bonus),
]


@pytest.mark.parametrize(("name", "key", "wrong"), WRONG_ENTRIES)
def test_each_wrong_entry_is_noticed(name: str, key: str, wrong: Callable[[Any], Wrong]) -> None:
    t = compile_variant(variant_of(key))
    array = table(t, name)
    alike = (array == array[:1]).all()
    pages = range(1 if alike else min(t.pages, SEATS))  # those that somebody has
    tries = [(place, value) for place, value in wrong(array) if place[0] in pages]
    missed = [
        (place, value) for place, value in tries if not notices(key, changed(t, name, place, value))
    ]
    assert tries
    assert missed == []


def test_wrong_printed_numbers_are_noticed_where_luck_asks_for_them() -> None:
    t = compile_variant(variant_of("longo"))
    for row in range(4):
        number = t.number.copy()
        number[:, row] = 0
        assert notices("longo", t._replace(number=number))


def test_a_wrong_fresh_row_is_noticed_in_games_from_the_start() -> None:
    variant = variant_of("classic")
    policy = find_policy("keen", variant)
    assert policy
    batch = Batch(variant, [policy])
    check_batch(batch, ["keen"], range(5))
    true = batch.tables
    for row in range(4):
        batch.__dict__["tables"] = changed(true, "fresh", (0, row), int(true.fresh[0, row]) & ~7)
        with pytest.raises(AssertionError):
            check_batch(batch, ["keen"], range(30))


# Room: an array too short would be written past its end, so it is tried where Python looks.

TOO_LITTLE_ROOM = [("most_legal", "classic", 8), ("most_effects", "bonus_pairs", 3)]


@pytest.mark.parametrize(("name", "key", "room"), TOO_LITTLE_ROOM)
def test_too_little_room_is_noticed(name: str, key: str, room: int) -> None:
    said = uncompiled(
        f"t = compile_variant(variant_of({key!r}))",
        f"stories = list(some_stories(variant_of({key!r}), 2, 'room', 2000))",
        "print(Twins(stories).check(t))",
        f"short = t._replace({name}={room})",
        "twins = Twins(stories)",
        "sheets = twins.packed.sheets",
        "sheets = sheets._replace(effects=sheets.effects[:, :short.most_effects])",
        "twins.packed = twins.packed._replace(sheets=sheets)",
        "try:",
        "    print(twins.check(short))",
        "except IndexError:",
        "    print('noticed')",
    )
    compared, noticed = said.split()
    assert int(compared) >= 2000
    assert noticed == "noticed"


def test_too_few_picks_are_noticed() -> None:
    said = uncompiled(
        "from tests.twins.test_candidates import questions, candidates, pack",
        "t, games, who = questions('crowded_pairs', 3, 200)",
        "packed = pack(games)",
        "print((candidates(t, packed, who).picks >= 0).sum(axis=1).max())",
        "try:",
        "    candidates(t._replace(most_picks=1), packed, who)",
        "except IndexError:",
        "    print('noticed')",
    )
    most, noticed = said.split()
    assert int(most) > 1
    assert noticed == "noticed"


def uncompiled(*lines: str) -> str:
    """What a program prints that plays without a compiler."""
    known = (
        "from rowlock.fast import compile_variant",
        "from tests.twins.comparing import Twins",
        "from tests.twins.stories import some_stories",
        "from tests.twins.variants import variant_of",
    )
    return plainly("\n".join([*known, *lines]))


def test_no_table_is_left_out() -> None:
    tried = {*WRONG_NUMBERS, *(name for name, _, _ in WRONG_ENTRIES)}
    tried |= {"number", "fresh", "most_picks", *(name for name, _, _ in TOO_LITTLE_ROOM)}
    tried |= {"rules", "pages"}  # a missing rule, and pads whose pages differ
    seen_by_the_network = {"features", "first_feature", "width", "pairs.kind"}
    seen_by_the_network |= {f"linked.{name}" for name in ("counts", "marks", "kind")}
    seen_by_the_network |= {f"staircase.{name}" for name in ("kind", "kinds", "in_row", "in_all")}
    t = compile_variant(variant_of("classic"))
    named = {f"{rule}.{name}" for rule in TWINS for name in getattr(t.twins, rule)._fields}
    assert tried | seen_by_the_network == set(Tables._fields) - {"twins"} | named


# Arrays of games

ARRAYS = list(arrays(empty_games(compile_variant(variant_of("bonus_pairs")), 2, 1)))


@pytest.mark.parametrize("name", ARRAYS)
def test_a_wrong_value_in_any_array_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def apply_wrongly(t: Tables, games: Games, *decisions: Any) -> None:
        apply_decisions(t, games, *decisions)
        place = int(np.flatnonzero(games.sheets.waits)[0]) if name == "effects" else 77
        array = getattr(games if hasattr(games, name) else games.sheets, name)
        array[place] += 1

    monkeypatch.setattr(comparing, "apply_decisions", apply_wrongly)
    with pytest.raises(Differ, match=rf"(?m)\b{name}( of seat \d)?: readable .+, fast .+"):
        twins("bonus_pairs").check()


# What is told


def told_about(story: Story, lacks: str = "", **wrong: int) -> str:
    """What is told when the fast engine has a number wrong, or lacks a rule."""
    found = Twins([story])
    t = compile_variant(found.variant)
    with pytest.raises(Differ) as raised:
        found.check(without(t, lacks) if lacks else wrong_tables(t, **wrong))
    return str(raised.value)


def keen_game(key: str) -> Story:
    players = [find_player("keen"), find_player("keen:3")]
    return told(play(variant_of(key), players, seed=2, first=1))


def test_a_wrong_legal_set_is_told_as_a_record() -> None:
    text = told_about(keen_game("classic"), lock_needs=3)
    assert text.startswith('[Variant "classic"]\n[Edition "1"]\n[Seats "2"]\n[First "2"]\n')
    assert text.endswith("""
13. 2 53r6y4g4b3 - B8 / R11
14. 1 56r5y6g4b4 - -
; The engines differ.
; The next move is: seat 1 G10
; legal for seat 1: readable R10 R11 Y11 G9 G10 -, fast R10 R11 Y11 Y12 G9 G10 -
""")


def test_a_wrong_afterstate_is_told_as_a_record() -> None:
    text = told_about(keen_game("everything"), lacks="chain")
    assert text.endswith("""
1. 2 11r1y3g2b6 ? ?
; The engines differ.
; The next move is: seat 1 R2
; marks of seat 1: readable R 2 | Y | G 12 | B, fast R 2 | Y | G | B
; struck of seat 1: readable [1], fast [0]
; free of seat 1: readable [510, 511, 510, 511], fast [510, 511, 511, 511]
; Its variant: tests/twins/pads/everything.toml
""")


def test_a_position_from_the_middle_is_told_by_its_sheets() -> None:
    game = Game.at(
        variant_of("bonus_pairs"),
        [variant_of("bonus_pairs").sheet(text) for text in ("Y 11 | G 12 | x1", "R 2 | x2")],
        active=1,
        turn=9,
    )
    decisions = (Played(0, parse_move(text)) for text in ("G9", "~B"))
    moves: list[Move] = [Roll.parse("45r1y1g1b1"), *decisions]
    text = told_about(replayed(game, moves), lacks="pairs")
    assert text.splitlines() == [
        "A game of bonus_pairs, turn 9, seat 2 has to roll first",
        "Closed rows: none",
        "Seat 1: R | Y 11 | G 12 | B | x1",
        "Seat 2 (active): R 2 | Y | G | B | x2",
        "45r1y1g1b1",
        "The engines differ.",
        "The next move is: seat 1 G9",
        "effects of seat 1: readable [5, -1, -1, -1, -1, -1, -1], "
        "fast [-1, -1, -1, -1, -1, -1, -1]",
        "waits of seat 1: readable [1], fast [0]",
        "waiting: readable [3], fast [2]",
    ]


def test_a_position_in_the_middle_of_an_action_is_told_in_full() -> None:
    variant = variant_of("bonus_pairs")
    sheets = [variant.sheet("Y 11 | G 12 | x1"), variant.sheet()]
    game = Game.at(variant, sheets, closed=[Colour.Y])
    tie = replayed(game, [Roll.parse("45r1g1b1"), Played(0, parse_move("G9"))]).games[-1]
    text = told_about(replayed(tie, [Played(0, Pick(Colour.R))]), miss_points=-4)
    assert text.splitlines() == [
        "A game of bonus_pairs, turn 1, the white action waits for seat 1, 2",
        "Closed rows: Y",
        "Seat 1 (active): R | Y 11 | G 12 9 | B | x1; "
        "when the turn began: R | Y 11 | G 12 | B | x1",
        "Seat 2: R | Y | G | B",
        "Roll: 45r1g1b1",
        "Pending: ((Fewest(times=2),), ())",
        "The engines differ.",
        "The next move is: seat 1 ~R",
        "points of seat 1: readable -1, fast 0",
    ]


def test_a_roll_that_the_other_engine_refuses_is_told() -> None:
    text = told_about(keen_game("xl"), faces=2)
    assert text.endswith("""
; The engines differ.
; The next move is: 11r1y3g2b6
; roll: readable possible, fast expected six dice from 1 to 2 for each of 93 games
""")


@pytest.mark.parametrize("key", ["classic", "everything"])
def test_what_is_told_can_be_replayed(key: str, tmp_path: Path) -> None:
    story = keen_game(key)
    text = told_about(story, lock_needs=3)
    record = read_record(text, lambda _: variant_of(key))
    assert list(record.moves) == story.moves[: len(record.moves)]
    path = tmp_path / "difference.rowlock"
    path.write_text(text, encoding="utf-8")
    option = ("--variant", FILES[key]) if key in FILES else ()
    assert "Next: the" in run("replay", path, *option).fine()
