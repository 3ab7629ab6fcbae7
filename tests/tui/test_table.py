"""Whole games at the table, without a terminal: what is shown, and that it fits."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rowlock import (
    Game,
    Mark,
    Pass,
    Phase,
    Played,
    find_player,
    find_variant,
    shipped_variants,
)
from rowlock.dice import throw
from rowlock.events import Seat
from rowlock.fast.weights import find_weights
from rowlock.mechanics.lucky import Lucky
from rowlock.players import Keen, Player
from rowlock.testing import check_record
from rowlock.tui import draw_sheet, draw_small, draw_tally
from rowlock.tui.ink import Ink
from rowlock.tui.words import ENGLISH
from rowlock.variant import MAX_SEATS
from tests.players.trained import no_weights
from tests.tui.sitting import (
    Sitting,
    following_hints,
    fresh,
    listed,
    moment,
    plain,
    taking_any,
    with_rule,
)

every_variant = pytest.mark.parametrize("key", shipped_variants())
PLAIN = Ink(False)


def whole(key: str, seats: int, coloured: bool = False, hints: bool = False) -> Sitting:
    """A game of one person and bots to the end."""
    bots: dict[Seat, Player] = {seat: Keen(seat % 3) for seat in range(1, seats)}
    typist = following_hints() if hints else taking_any(seats)
    sitting = Sitting(fresh(key, seats), typist, bots, pause=True, coloured=coloured)
    return sitting.run()


@every_variant
@pytest.mark.parametrize("seats", [1, 2, MAX_SEATS])
def test_a_game_is_played_to_its_end_and_its_record_holds(key: str, seats: int) -> None:
    sitting = whole(key, seats)
    assert sitting.table.game.over
    check_record(sitting.record)


@every_variant
@pytest.mark.parametrize("seats", [1, 2, MAX_SEATS])
def test_nothing_that_is_said_is_wider_than_the_terminal(key: str, seats: int) -> None:
    sitting = whole(key, seats)
    for screen in sitting.screens:
        for line in screen.splitlines():
            assert len(line) <= 80, line
    assert max(map(len, sitting.prompts)) <= 60, "room to type"


@every_variant
def test_colour_says_nothing_that_plain_text_does_not(key: str) -> None:
    bare, coloured = whole(key, 3), whole(key, 3, coloured=True)
    assert [plain(screen) for screen in coloured.screens] == bare.screens
    assert not any("\x1b" in screen for screen in bare.screens)
    assert all("\x1b[" in screen for screen in coloured.screens if "White action" in screen)
    assert coloured.record == bare.record


@every_variant
def test_the_result_shows_every_sheet_and_every_sum(key: str) -> None:
    sitting = whole(key, 3)
    game = sitting.table.game
    said = sitting.screens[-1]
    for seat, name in enumerate(sitting.table.names):
        sheet = game.sheets[seat]
        drawn = "\n".join(draw_sheet(game.variant, sheet, PLAIN, game.closed))
        assert f"\n{name}\n{drawn}\n" in said
        assert f"\n{name}: {draw_tally(game.tally(seat), sheet.page)}\n" in said
    outcome = game.outcome()
    assert outcome is not None
    assert re.search(rf"The game is over \(.* with {max(outcome.totals)} points\.", said)


@every_variant
def test_a_person_who_follows_every_hint_plays_as_oracle_does(key: str) -> None:
    hinted = whole(key, 2, hints=True)
    best = find_player("oracle") if find_weights(find_variant(key)) else Keen()
    bots: dict[Seat, Player] = {0: best, 1: Keen(1)}
    assert hinted.record.write() == Sitting(fresh(key), [], bots).run().record.write()


@every_variant
def test_without_weights_whoever_follows_every_hint_plays_as_keen_does(
    key: str, tmp_path: Path
) -> None:
    with no_weights(tmp_path):
        hinted = whole(key, 2, hints=True)
    bots: dict[Seat, Player] = {0: Keen(), 1: Keen(1)}
    assert hinted.record.write() == Sitting(fresh(key), [], bots).run().record.write()


@every_variant
def test_before_every_decision_the_table_is_shown(key: str) -> None:
    """Own sheet in full, the others small, the dice, and what can be typed."""
    answer = taking_any(4)
    shown = 0

    def typed(prompt: str, screen: str) -> str | None:
        nonlocal shown
        seat = sitting.table.names.index(prompt.removesuffix("> "))
        game = sitting.table.game.view(seat)
        roll = game.roll
        assert roll is not None
        for other, name in enumerate(sitting.table.names):
            small = draw_small(game.sheets[other], game.closed)
            points = ENGLISH.count("table.points", game.tally(other).total)
            said = f"{name}: {points}, misses: "
            assert (f"{said}{game.sheets[other].misses}\n  {small}\n" in screen) == (other != seat)
        options = frozenset(m.cell for m in game.legal(seat) if isinstance(m, Mark))
        sheet = draw_sheet(game.variant, game.sheets[seat], PLAIN, game.closed, options)
        assert "\n".join(sheet) in screen
        tally = draw_tally(game.tally(seat), game.sheets[seat].page)
        assert f"{prompt.removesuffix('> ')}: {tally}\n" in screen
        assert f"Turn {game.turn}, {sitting.table.names[game.active]} rolled:" in screen
        assert f"white  {roll.whites[0]}  +  {roll.whites[1]}  = {roll.announced}" in screen
        assert listed(screen) == [str(decision) for decision in game.legal(seat)]
        shown += 1
        return answer(prompt, screen)

    sitting = Sitting(fresh(key, 3), typed, {1: Keen()})
    assert sitting.run().table.game.over
    assert shown > 20


@every_variant
def test_the_active_person_sees_in_the_white_action_what_colours_will_allow(key: str) -> None:
    before = Sitting(fresh(key)).run()
    game = before.table.game
    ahead = " ".join(map(str, game.colour_marks(0)))
    assert f"Later, in the colour action, as it stands: {ahead}\n" in before.screens[0]
    after = Sitting(before.record, ["-", "-"]).run()
    assert "Later" not in after.screens[1], "the other person has no colour action"
    assert listed(after.screens[2])[:-1] == ahead.split()
    assert "Later" not in after.screens[2]


@every_variant
def test_a_pass_is_all_that_is_asked_for_where_nothing_fits(key: str) -> None:
    record = moment(key, lambda g: g.phase is Phase.COLOUR and g.legal(g.active) == (Pass(),))
    assert Sitting(record, [""]).run().moves == Sitting(record, ["-"]).run().moves
    sitting = Sitting(record, ["-"]).run()
    assert "Colour action: nothing fits; type - or just Enter to pass" in sitting.screens[0]
    assert sitting.moves[len(record.moves)] == Played(record.game().active, Pass())


@pytest.mark.parametrize("key", with_rule(Lucky))
def test_a_lucky_cell_stands_in_brackets_and_is_listed_with_its_star(key: str) -> None:
    def lucky(game: Game) -> bool:
        return any(isinstance(m, Mark) and m.offered for m in game.legal(0))

    screen = Sitting(moment(key, lucky)).run().screens[0]
    for move in listed(screen):
        if move.startswith("*"):
            row = next(line for line in screen.splitlines() if line.startswith(f" {move[1]} "))
            assert f"[{move[2:]}]" in row


@every_variant
def test_rolls_are_told_where_nobody_sits_and_shown_where_somebody_does(key: str) -> None:
    bots: dict[Seat, Player] = {0: Keen(), 1: Keen()}
    watched = Sitting(fresh(key), [], bots).run()
    rolls = re.findall(r"^\w+ rolls .* is announced\.$", watched.screens[0], re.M)
    assert len(rolls) == watched.table.game.turn
    played = whole(key, 2)
    assert not any(" is announced." in screen for screen in played.screens)
    shown = [
        screen for screen in played.screens if re.search(r"^Turn \d+, \w+ rolled:$", screen, re.M)
    ]
    assert len(shown) >= played.table.game.turn


@every_variant
def test_the_dice_are_thrown_as_the_package_throws_them(key: str) -> None:
    """Whatever is decided, and however often somebody asks for help, the numbers are the same."""
    sitting = Sitting(fresh(key), taking_any(9), {1: Keen()}, dice=random.Random("same")).run()
    source = random.Random("same")
    game = sitting.record.start()
    for move, step in zip(sitting.moves, sitting.record.steps(), strict=True):
        if not isinstance(move, Played):
            assert move == throw(game.dice, source)
        game = step.game
