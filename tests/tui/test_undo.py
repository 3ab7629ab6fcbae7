"""Undo: the game is then as if the decision had never been made; it never goes back past a roll."""

from __future__ import annotations

import pytest

from rowlock import Mark, Pass, Phase, Pick, Played, Roll, find_variant, shipped_variants
from rowlock.events import Seat
from rowlock.mechanics.pairs import Pairs
from rowlock.players import Keen, Player
from rowlock.record import Record
from rowlock.tui.answers import this_turn
from tests.tui.sitting import (
    Fixed,
    Sitting,
    Typist,
    following_hints,
    fresh,
    listed,
    moment,
    taking_any,
    with_rule,
)

every_variant = pytest.mark.parametrize("key", shipped_variants())
NOTHING = "Nothing to take back: undo never goes back past a roll.\n"
TOLD = "Nothing to take back: what was decided has been told to everybody.\n"


def some_mark(record: Record, seat: Seat) -> Mark:
    return next(move for move in record.game().legal(seat) if isinstance(move, Mark))


def rolled(
    key: str, seats: int = 2, first: Seat = 0, bots: dict[Seat, Player] | None = None
) -> Record:
    """A new game in which the dice, and nobody but bots, have spoken."""
    return Sitting(fresh(key, seats, first), [], bots).run().record


@every_variant
def test_in_the_white_action_of_two_persons_the_firsts_decision_is_taken_back(key: str) -> None:
    before = rolled(key)
    for decision in before.game().legal(0):
        sitting = Sitting(before, [str(decision), "undo"]).run()
        assert sitting.record == before
        assert sitting.table.game == before.game()
        assert sitting.prompts == ["Ann> ", "Bob> ", "Ann> "]
        assert "Taken back; Ann may decide again.\n" in sitting.screens[2]
        assert f"back: {decision}" not in sitting.screens[2], "what was sealed stays sealed"


@every_variant
def test_after_it_the_same_person_sees_the_same_table(key: str) -> None:
    before = rolled(key)
    sitting = Sitting(before, [str(some_mark(before, 0)), "undo"]).run()
    assert sitting.screens[2].split("\n", 1)[1] == sitting.screens[0]


@every_variant
def test_once_the_white_action_was_told_nobody_decides_it_again(key: str) -> None:
    """Whoever took it back then would choose knowing what the others chose."""
    before = rolled(key, bots={1: Keen()})
    mark = some_mark(before, 0)
    sitting = Sitting(before, [str(mark), "undo"], {1: Keen()}).run()
    assert "Bob " in sitting.screens[1].split("\n\n")[0], "what keen chose was told"
    assert sitting.screens[2] == TOLD
    assert sitting.record == before.plus(Played(0, mark))
    assert sitting.prompts == ["Ann> "] * 3


@every_variant
def test_alone_the_white_decision_can_be_taken_back_at_the_colour_action(key: str) -> None:
    before = rolled(key, 1)
    sitting = Sitting(before, [str(some_mark(before, 0)), "undo"]).run()
    assert "Colour action" in sitting.screens[1]
    assert "White action" in sitting.screens[2]
    assert sitting.record == before


@every_variant
def test_what_is_seen_and_kept_around_an_undo_does_not_depend_on_what_others_chose(
    key: str,
) -> None:
    """Cem, a bot, has answered; Ann answers, Bob takes that back, Ann asks whatever she can."""
    start = rolled(key, 3)
    typed = ["-", "undo", "hint", "sheet", "save", "-", "hint", "sheet", "save", "undo"]
    seen = set()
    for decision in start.game().legal(2):
        sitting = Sitting(start, typed, {2: Fixed(decision)}).run()
        assert sitting.prompts == ["Ann> ", "Bob> ", *["Ann> "] * 4, *["Bob> "] * 4, "Ann> "]
        files = [*sitting.shelf.kept, *(record for _, record in sitting.shelf.saved)]
        assert len(files) == 6
        seen.add(("".join(sitting.screens), "".join(record.write() for record in files)))
    assert len(start.game().legal(2)) > 1
    assert len(seen) == 1


@every_variant
def test_at_the_pause_the_colour_decision_is_taken_back_and_the_white_one_stays(key: str) -> None:
    before = rolled(key, bots={1: Keen()})
    mark = some_mark(before, 0)
    between = Sitting(before, [str(mark)], {1: Keen()}).run().record
    for colour in between.game().legal(0):
        typed = [str(mark), str(colour), "undo", "undo"]
        sitting = Sitting(before, typed, {1: Keen()}, pause=True)
        seen: list[Record] = []
        sitting.typist = watched(sitting, typed, seen)
        sitting.run()
        assert sitting.prompts[2] == "Enter: Bob rolls (or undo)> "
        assert seen[3:] == [between, between]
        assert sitting.screens[4] == TOLD


def watched(sitting: Sitting, typed: list[str], seen: list[Record]) -> Typist:
    lines = iter(typed)

    def answer(prompt: str, screen: str) -> str | None:
        seen.append(sitting.record)
        return next(lines, None)

    return answer


@every_variant
@pytest.mark.parametrize("passing", [False, True], ids=["it crosses", "it passes"])
def test_what_a_bot_decided_on_the_colours_stays_as_it_was_told(key: str, passing: bool) -> None:
    """Bob, a bot, rolls; Ann decides; Bob decides on the colours; Ann wants hers back."""
    bots: dict[Seat, Player] = {1: Fixed(Pass(), Pass()) if passing else Keen()}
    before = rolled(key, first=1, bots=bots)
    assert before.game().to_move() == {0}
    sitting = Sitting(before, ["-", "undo"], bots, pause=True)
    seen: list[Record] = []
    sitting.typist = watched(sitting, ["-", "undo"], seen)
    sitting.run()
    assert sitting.prompts[1] == "Enter: Ann rolls> ", "undo is not offered"
    assert seen[1].game().phase is Phase.ROLL, "both of Bob's decisions were made"
    assert [move.seat for move in seen[1].moves if isinstance(move, Played)] == [1, 0, 1]
    assert sitting.record == seen[1]
    assert sitting.prompts[2] == sitting.prompts[1]
    assert sitting.screens[2] == TOLD


@pytest.mark.parametrize("key", with_rule(Pairs))
@pytest.mark.parametrize("phase", [Phase.WHITE, Phase.COLOUR])
def test_a_mark_whose_tie_is_not_settled_can_be_taken_back(key: str, phase: Phase) -> None:
    after = moment(key, lambda game: bool(game.pending[0]) and game.phase is phase)
    before = Record(after.variant, 2, moves=after.moves[:-1], names=after.names)
    mark = after.moves[-1]
    assert isinstance(mark, Played)
    sitting = Sitting(before, [str(mark.decision), "undo"]).run()
    assert "Choose a row for the extra crosses" in sitting.screens[1]
    assert sitting.record == before
    assert str(mark.decision) in listed(sitting.screens[2])


@pytest.mark.parametrize("key", with_rule(Pairs))
def test_a_pick_is_taken_back_first_and_its_mark_after_it(key: str) -> None:
    after = moment(key, lambda game: bool(game.pending[0]) and game.phase is Phase.WHITE)
    before = Record(after.variant, 2, moves=after.moves[:-1], names=after.names)
    mark, pick = after.moves[-1], after.game().legal(0)[0]
    assert isinstance(mark, Played)
    assert isinstance(pick, Pick)
    typed = [str(mark.decision), str(pick), "undo", "undo"]
    seen: list[Record] = []
    sitting = Sitting(before, typed)
    sitting.typist = watched(sitting, typed, seen)
    sitting.run()
    assert [record.moves for record in seen[3:]] == [after.moves, before.moves]


@every_variant
def test_undo_never_crosses_a_roll(key: str) -> None:
    sitting = Sitting(fresh(key), ["undo", "-", "-", "-", "undo", "undo"]).run()
    assert sitting.screens[1] == sitting.screens[5] == sitting.screens[6] == NOTHING
    assert sitting.table.game.turn == 2
    assert isinstance(sitting.moves[-1], Roll)
    assert sitting.prompts[4:] == ["Ann> "] * 3, "asked again at once"


def test_undo_with_nothing_but_bots_decisions_since_the_roll_says_so() -> None:
    bots: dict[Seat, Player] = {1: Keen(), 2: Keen()}
    before = rolled(shipped_variants()[0], 3, bots=bots)
    sitting = Sitting(before, ["undo"], bots).run()
    assert sitting.screens[1] == NOTHING
    assert sitting.record == before


@every_variant
@pytest.mark.parametrize("pause", [False, True])
def test_a_game_with_every_decision_taken_back_once_is_the_game_without(
    key: str, pause: bool
) -> None:
    bots: dict[Seat, Player] = {1: Keen(), 3: Keen(2)}
    straight = Sitting(fresh(key, 4), following_hints(), bots, pause=pause).run()
    undone: set[tuple[int, int]] = set()
    answer = following_hints()

    def wavering(prompt: str, screen: str) -> str | None:
        turn = this_turn(sitting.record)
        mine = sum(sitting.table.is_persons(move) for move in turn)
        rolls = sum(isinstance(move, Roll) for move in sitting.moves)
        if mine and "keen would play" not in screen and (rolls, mine) not in undone:
            undone.add((rolls, mine))
            return "undo"
        return answer(prompt, screen)

    sitting = Sitting(fresh(key, 4), wavering, bots, pause=pause)
    assert sitting.run().record == straight.record
    assert sum("Taken back" in screen for screen in sitting.screens) > 10
    assert sum(TOLD in screen for screen in sitting.screens) > 5


@every_variant
def test_a_decision_can_be_changed(key: str) -> None:
    before = rolled(key)
    first, *_, last = before.game().legal(0)
    changed = Sitting(before, [str(first), "undo", str(last)]).run()
    assert changed.record == Sitting(before, [str(last)]).run().record


@every_variant
def test_what_bots_decided_is_told_also_after_an_undo(key: str) -> None:
    bots: dict[Seat, Player] = {2: Keen()}
    straight = Sitting(fresh(key, 3), ["-", "-"], bots).run()
    undone = Sitting(fresh(key, 3), ["-", "undo", "-", "-"], bots).run()
    told = [line for line in straight.screens[2].splitlines() if line.startswith("Cem ")]
    assert len(told) >= 1
    assert [line for line in undone.screens[4].splitlines() if line.startswith("Cem ")] == told


def test_what_was_taken_back_is_no_longer_in_the_kept_game() -> None:
    sitting = Sitting(fresh(shipped_variants()[0]), ["-", "undo"]).run()
    assert sitting.shelf.kept[-1] == sitting.record


@every_variant
def test_random_undos_in_a_game_of_persons_only_never_break_it(key: str) -> None:
    answer = taking_any(7)
    taken_back = 0

    def restless(prompt: str, screen: str) -> str | None:
        nonlocal taken_back
        if len(sitting.prompts) % 3 == 0 and "Taken back" not in screen:
            taken_back += 1
            return "undo"
        refused = screen.startswith("Nothing to take back")
        return answer(prompt, sitting.screens[-2] if refused else screen)

    sitting = Sitting(fresh(key, 3), restless, pause=True)
    sitting.run()
    assert sitting.table.game.over
    refused = sum(screen.startswith("Nothing to take back") for screen in sitting.screens)
    assert taken_back - refused > 10
    assert sitting.record.variant is find_variant(key)
