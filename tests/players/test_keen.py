"""Keen: takes every lock, skips little, avoids misses, and has no moods."""

from __future__ import annotations

from functools import cache

import pytest

from rowlock import (
    Game,
    Mark,
    Pass,
    Phase,
    Pick,
    Roll,
    find_player,
    find_variant,
    play,
    shipped_variants,
)
from rowlock.events import Seat
from rowlock.moves import Decision, parse_move
from rowlock.players import Keen
from rowlock.variant import default_variant
from tests.parts import bonuses_on
from tests.tui.sitting import moment

every_variant = pytest.mark.parametrize("key", shipped_variants())
every_limit = pytest.mark.parametrize("skips", [0, 1, 2, 5])


def table(roll: str, *sheets: str, active: Seat = 0) -> Game:
    """A game of the plain variant with these sheets, just rolled."""
    variant = find_variant(default_variant())
    written = [variant.sheet(text, seat) for seat, text in enumerate(sheets)]
    return Game.at(variant, written, active).rolled(Roll.parse(roll)).game


def at_colours(game: Game) -> Game:
    """The same game when everybody has passed in the white action."""
    for seat in range(game.seats):
        game = game.apply(seat, Pass()).game
    assert game.phase is Phase.COLOUR
    return game


def says(game: Game, seat: Seat = 0, skips: int = 1) -> str:
    return str(Keen(skips).decide(game.view(seat), seat))


FIVE = "R 2 3 4 5 6"
"""Five crosses, so that red can be locked."""


def test_it_takes_a_lock_before_a_cross_that_skips_nothing() -> None:
    game = table("66r1y1g1b1", f"{FIVE} | Y 11", "")
    assert {"Y12", "R12", "G12"} & {str(m) for m in game.legal(0)} == {"R12", "G12"}
    assert says(game) == "R12"


def test_it_takes_a_lock_however_many_cells_that_skips() -> None:
    assert says(table("66r1y1g1b1", FIVE, ""), skips=0) == "R12"
    assert says(table("66r1y1g1b1", FIVE, "", active=1), skips=0) == "R12", "also when not active"
    assert says(at_colours(table("61r6y6g6b6", FIVE, "")), skips=0) == "R12"


def test_it_crosses_where_the_fewest_cells_are_lost() -> None:
    game = table("34r6y6g1b1", "R 3 | Y 6 | G 12 10 | B 12", "", active=1)
    assert says(game) == "Y7"


@pytest.mark.parametrize(
    ("reach", "skips", "said"),
    [(4, 1, "-"), (4, 2, "R7"), (5, 1, "R7"), (5, 0, "-"), (6, 0, "R7")],
)
def test_it_skips_at_most_so_many(reach: int, skips: int, said: str) -> None:
    """Announced is 7; the other rows are much further from it."""
    game = table("34r1y1g1b1", f"R {reach} | Y 2 | G 12 | B 12", "", active=1)
    assert says(game, skips=skips) == said


def test_it_prefers_the_first_listed_of_two_as_good() -> None:
    game = table("11r6y6g1b1", "", "", active=1)
    assert [str(move) for move in game.legal(0)] == ["R2", "Y2", "-"]
    assert says(game) == "R2"
    assert says(table("66r1y1g1b1", "", "", active=1)) == "G12"


def test_it_avoids_a_miss_in_the_white_action_when_colours_have_nothing() -> None:
    """Announced is 8; no coloured sum can be crossed on this sheet any more."""
    game = table("44r1y1g1b1", "R 5 | Y 5 | G 3 | B 3", "")
    assert game.colour_marks(0) == ()
    assert says(game, skips=1) == "R8", "two cells lost, where one is the limit"
    assert says(table("44r1y1g1b1", "R 5 | Y 5 | G 3 | B 3", "", active=1), seat=0) == "-"


def test_it_waits_for_the_colours_when_they_lose_less() -> None:
    """White 8 loses two cells, red 7 one."""
    game = table("44r3y1g1b1", "R 5 | Y 5 | G 3 | B 3", "")
    assert [str(m) for m in game.colour_marks(0)] == ["R7"]
    assert says(game) == "-"
    assert says(at_colours(game)) == "R7"


def test_it_takes_the_white_cross_when_the_colours_lose_more() -> None:
    """White 8 loses two cells, red 9 three; both are over the limit."""
    game = table("44r5y1g1b1", "R 5 | Y 5 | G 3 | B 3", "")
    assert [str(m) for m in game.colour_marks(0)] == ["R9"]
    assert says(game) == "R8"


def test_it_takes_the_white_cross_when_both_lose_the_same() -> None:
    game = table("44r4y1g1b1", "R 5 | Y 5 | G 3 | B 3", "")
    assert [str(m) for m in game.colour_marks(0)] == ["R8"]
    assert says(game) == "R8"


def test_it_takes_any_cross_in_the_colour_action_rather_than_a_miss() -> None:
    game = at_colours(table("44r6y1g1b1", "R 2 | Y 5 | G 3 | B 3", ""))
    assert says(game, skips=0) == "R10"


def test_with_a_cross_made_it_skips_no_more_than_its_limit_in_the_colour_action() -> None:
    game = table("44r6y1g1b1", "R 2 | Y 7 | G 3 | B 3", "")
    game = game.apply(0, parse_move("Y8")).game.apply(1, Pass()).game
    assert [str(m) for m in game.legal(0)] == ["R10", "-"]
    assert says(game) == "-"


def test_it_passes_where_nothing_else_can_be_done() -> None:
    game = table("11r6y6g6b6", "R 11 | Y 11 | G 3 | B 3", "", active=1)
    assert game.legal(0) == (Pass(),)
    assert says(game) == "-"


@pytest.mark.parametrize(
    "key",
    [
        key
        for key in shipped_variants()
        if any(bonus.fewest for bonus in bonuses_on(find_variant(key).page(0)))
    ],
)
@pytest.mark.parametrize("phase", [Phase.WHITE, Phase.COLOUR])
def test_it_settles_a_tie_by_the_first_row_that_can_take_a_cross(key: str, phase: Phase) -> None:
    game = moment(key, lambda g: bool(g.pending[0]) and g.phase is phase).game()
    picks = game.legal(0)
    assert len(picks) > 1
    assert all(isinstance(pick, Pick) for pick in picks)
    assert Keen().decide(game.view(0), 0) == game.able_picks(0)[0]


# What must be so in every position of every variant


@cache
def positions(key: str) -> list[Game]:
    codes = ("keen", "keen:2", "random")
    found = []
    for seed in range(12):
        players = [find_player(code, f"{seed}{code}") for code in codes]
        record = play(find_variant(key), players, seed, first=seed % 3)
        found += [step.game for step in record.steps() if step.game.to_move()]
    return found


def loss(game: Game, seat: Seat, mark: Mark) -> int:
    """Cells that this cross would give up, counted on the sheet; a lock gives up none."""
    sheet = game.sheets[seat]
    cell = sheet.page.cells[mark.cell]
    if sheet.cross(cell).locked(mark.row):
        return -1
    crossed = [c.index for c in sheet.page.rows[mark.row].cells if sheet.crossed(c)]
    return cell.index - max(crossed, default=-1) - 1


def marks(decisions: tuple[Decision, ...] | list[Decision]) -> list[Mark]:
    return [decision for decision in decisions if isinstance(decision, Mark)]


@every_variant
@every_limit
def test_in_every_position_it_does_what_it_says_of_itself(key: str, skips: int) -> None:
    """Its docstring, told once more in another way."""
    seen = {"mark": 0, "pass": 0, "lock": 0, "escape": 0}
    for game in positions(key):
        for seat in game.to_move():
            decision = Keen(skips).decide(game.view(seat), seat)
            choices = marks(list(game.legal(seat)))
            assert decision in game.legal(seat)
            if not choices:
                continue
            least = min(loss(game, seat, mark) for mark in choices)
            first = next(mark for mark in choices if loss(game, seat, mark) == least)
            bare = seat == game.active and game.sheets[seat].marks == game.before[seat].marks
            later = [loss(game, seat, m) for m in marks(list(game.colour_marks(seat)))]
            waits = game.phase is Phase.WHITE and bool(later) and min(later) < least
            takes = least <= skips or (bare and not waits)
            assert decision == (first if takes else Pass())
            seen["mark" if takes else "pass"] += 1
            seen["lock"] += least == -1
            seen["escape"] += takes and least > skips
    wanted = set(seen) - ({"escape"} if skips == 5 else set())
    assert all(seen[what] for what in wanted), seen


@every_variant
def test_it_never_misses_in_the_colour_action_while_it_can_cross(key: str) -> None:
    misses = 0
    for seed in range(20):
        game = find_variant(key)
        record = play(game, [Keen(0), Keen(1), Keen(2)], seed)
        before = record.start()
        for step in record.steps():
            for seat in range(3):
                if step.game.sheets[seat].misses > before.sheets[seat].misses:
                    assert before.legal(seat) == (Pass(),)
                    misses += 1
            before = step.game
    assert misses


@every_variant
def test_it_uses_no_chance_and_keeps_nothing_in_mind(key: str) -> None:
    keen = Keen()
    for game in positions(key)[::7]:
        for seat in game.to_move():
            view = game.view(seat)
            assert keen.decide(view, seat) == keen.decide(view, seat) == Keen().decide(view, seat)
