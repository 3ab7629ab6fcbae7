"""Locks are announced at the terminal: told at once, binding, and whoever can locks too."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rowlock import Game, Mark, Pass, Phase, Played, Record, Roll, parse_move, shipped_variants
from rowlock.announcing import locked_between
from rowlock.events import Seat
from rowlock.moves import Decision
from rowlock.players import Keen, Player
from rowlock.sheet import Colour
from rowlock.testing import check_record
from rowlock.tui import find_words
from rowlock.variant import MAX_SEATS
from tests.tui.sitting import NAMES, Fixed, Loaded, Sitting, fresh, taking_any

KEY = shipped_variants()[0]
TWELVE = "66r1y1g1b1"
_TURN = 6
R12, Y12 = Mark(Colour.R, 12), Mark(Colour.Y, 12)
ANNOUNCED = "Nothing to take back: a lock that was announced stays.\n"


def ready_to_lock(rows: str) -> Record:
    """Each seat has five crosses in this row, red or yellow (or none, -), and 12 is rolled."""
    record = fresh(KEY, len(rows))
    for number in range(2, 7):
        low = max(1, number - 6)
        record = record.plus(Roll((low, number - low), (1, 1, 1, 1)))
        for seat, row in enumerate(rows):
            decision: Decision = Pass() if row == "-" else Mark(Colour[row], number)
            record = record.plus(Played(seat, decision))
        record = record.plus(Played(record.game().active, Pass()))
    return record


def sitting(
    rows: str,
    typed: list[str],
    bots: Mapping[Seat, Player] | None = None,
    announcing: bool = True,
) -> Sitting:
    record = ready_to_lock(rows)
    played = Sitting(record, typed, bots, dice=Loaded(TWELVE), announcing=announcing).run()
    return played


def white(played: Sitting) -> dict[Seat, list[Decision]]:
    """What stands in the record for the white action in which 12 was rolled."""
    decided: dict[Seat, list[Decision]] = {}
    game = played.record.start()
    for move, step in zip(played.moves, played.record.steps(), strict=True):
        if isinstance(move, Played) and game.phase is Phase.WHITE and game.turn == _TURN:
            decided.setdefault(move.seat, []).append(move.decision)
        game = step.game
    return decided


def test_the_next_person_is_told_of_a_lock_and_may_lock_too() -> None:
    played = sitting("RR", ["R12"])
    assert played.prompts == ["Ann> ", "Bob> "]
    assert "\nAnn locks red!\n" in played.screens[1]
    assert "\nYou may lock it too: R12\n" in played.screens[1]
    assert "You had chosen" not in played.screens[1]
    assert "locks red" not in played.screens[0]
    later = played.screens[1].partition("Later, in the colour action")[2].splitlines()[0]
    assert "Y7" in later
    assert "R7" not in later, "the red die will be gone"


def test_whoever_cannot_lock_is_told_and_offered_nothing() -> None:
    said = sitting("RY", ["R12"]).screens[1]
    assert "Ann locks red!" in said
    assert "lock it too" not in said


def test_if_the_last_to_answer_locks_the_others_are_asked_once_more() -> None:
    played = sitting("RR", ["-", "R12"])
    assert played.prompts == ["Ann> ", "Bob> ", "Ann> "]
    assert played.table.game.phase is Phase.WHITE, "the action is not over"
    assert "Bob locks red!" in played.screens[2]
    assert "You may lock it too: R12" in played.screens[2]
    assert "You had chosen -; just Enter keeps that." in played.screens[2]
    assert white(played) == {1: [R12]}, "Ann decides again"


@pytest.mark.parametrize(
    ("typed", "final"), [("", Pass()), ("-", Pass()), ("R12", R12), ("G12", parse_move("G12"))]
)
def test_asked_again_one_may_keep_the_answer_or_lock_or_choose_another(
    typed: str, final: Decision
) -> None:
    played = sitting("RR", ["-", "R12", typed])
    assert white(played) == {0: [final], 1: [R12]}, "the record holds what was final"
    assert played.prompts.count("Ann> ") == 2 + (played.table.game.active == 0)
    told = played.screens[3]
    assert ("locked by Ann and Bob" in told) == (final == R12)
    assert "Row R is closed for everybody" in told


def test_a_mark_that_was_chosen_before_is_kept_by_enter() -> None:
    played = sitting("RR", ["G12", "R12", ""])
    assert "You had chosen G12;" in played.screens[2]
    assert white(played) == {0: [parse_move("G12")], 1: [R12]}


def test_whoever_could_not_lock_is_not_asked_again() -> None:
    played = sitting("YR", ["-", "R12"])
    assert white(played) == {0: [Pass()], 1: [R12]}
    assert played.table.game.phase is not Phase.WHITE


def test_three_seats_two_rows_and_nobody_who_is_bound_is_asked_again() -> None:
    """Ann could lock red, Bob yellow, Cem red."""
    played = sitting("RYR", ["-", "Y12", "R12", "R12"])
    assert played.prompts[:4] == ["Ann> ", "Bob> ", "Cem> ", "Ann> "]
    assert "Bob locks yellow!" in played.screens[2]
    assert "Bob locks yellow!\nCem locks red!\n" in played.screens[3]
    assert white(played) == {0: [R12], 1: [Y12], 2: [R12]}
    assert played.table.game.over, "two rows are closed"


def test_who_knew_of_the_lock_is_not_asked_again_when_somebody_locks_too() -> None:
    """Ann locks, Bob knows and passes, Cem locks too: Bob has had his choice."""
    played = sitting("RRR", ["R12", "-", "R12"])
    assert played.prompts[:3] == ["Ann> ", "Bob> ", "Cem> "]
    assert white(played) == {0: [R12], 1: [Pass()], 2: [R12]}
    assert played.table.game.phase is not Phase.WHITE


def test_eight_seats_are_asked_once_more_each_and_not_twice() -> None:
    first = ["-"] * 7 + ["R12"]
    again = ["R12", "", "", "R12", "", "", ""]
    played = sitting("R" * 8, [*first, *again])
    assert played.prompts[:15] == [f"{name}> " for name in (*NAMES, *NAMES[:7])]
    assert [seat for seat, final in white(played).items() if final == [R12]] == [7, 0, 3]
    assert len(white(played)) == MAX_SEATS
    assert "Row R is closed for everybody, locked by Ann, Dag and Hal." in played.screens[15]


class Watching:
    """A bot that decides as told, and keeps the views that it was given."""

    def __init__(self, *decisions: Decision) -> None:
        self.decisions = list(decisions)
        self.views: list[Game] = []

    def decide(self, view: Game, seat: Seat) -> Decision:
        if not self.decisions:  # this is about one white action
            return Keen().decide(view, seat)
        self.views.append(view)
        return self.decisions.pop(0)


def test_a_lock_of_a_bot_is_told_before_the_person_answers() -> None:
    played = sitting("RR", [], {1: Fixed(R12)})
    assert "\nBob locks red!\n" in played.screens[0]
    assert "You may lock it too: R12" in played.screens[0]


def test_a_bot_is_asked_once_more_and_sees_the_lock_but_nothing_else() -> None:
    bot = Watching(Pass(), R12)
    played = sitting("RR-", ["R12", "G12"], {1: bot})
    before, after = bot.views
    assert not any(locked_between(*pair) for pair in zip(before.before, before.sheets, strict=True))
    assert locked_between(after.before[0], after.sheets[0]) == (Colour.R,)
    assert after.sheets[2] == after.before[2]
    assert white(played) == {0: [R12], 1: [R12], 2: [parse_move("G12")]}
    assert "Ann locks red!" in played.screens[1]
    assert "Bob locks red!" in played.screens[1]


def test_a_bot_that_is_last_to_hear_of_a_lock_is_told_by_it_alone() -> None:
    """The person locks last; only bots are left to answer."""
    bot = Watching(Pass(), R12)
    played = sitting("RR", ["R12"], {1: bot})
    assert len(bot.views) == 2
    assert not bot.decisions
    told = played.screens[1]
    assert told.index("Ann locks red!") < told.index("Bob crosses R12")
    assert white(played) == {0: [R12], 1: [R12]}


def test_a_bot_that_could_not_lock_is_not_asked_again() -> None:
    bot = Watching(Pass(), Pass())
    assert white(sitting("RY", ["R12"], {1: bot})) == {0: [R12], 1: [Pass()]}


def test_an_announced_lock_cannot_be_taken_back() -> None:
    played = sitting("RR", ["R12", "undo"])
    assert played.screens[2] == ANNOUNCED
    assert white(played) == {0: [R12]}
    assert played.prompts == ["Ann> ", "Bob> ", "Bob> "]


def test_undo_takes_back_what_is_not_announced_and_leaves_the_lock() -> None:
    played = sitting("-RR", ["-", "R12", "undo"])
    assert "Taken back; Ann may decide again." in played.screens[3]
    assert played.prompts == ["Ann> ", "Bob> ", "Cem> ", "Ann> "]
    assert white(played) == {1: [R12]}


def test_sealed_locks_are_told_when_all_have_answered_and_ask_nobody_again() -> None:
    played = sitting("RR", ["-", "R12"], announcing=False)
    assert not any("locks red!" in screen for screen in played.screens)
    assert white(played) == {0: [Pass()], 1: [R12]}
    taken = sitting("RR", ["R12", "undo"], announcing=False)
    assert taken.screens[1] == sitting("RR", ["-"], announcing=False).screens[1]
    assert "Taken back; Ann may decide again." in taken.screens[2]


def test_a_file_holds_the_announced_lock_and_nothing_that_is_sealed() -> None:
    played = sitting("-RR", ["-", "R12"])
    assert white(played) == {0: [Pass()], 1: [R12]}
    kept = Sitting(played.shelf.kept[-1], ["save"])
    assert white(kept) == {1: [R12]}
    kept.run()
    assert kept.prompts == ["Ann> ", "Ann> "]
    assert "Bob locks red!" in kept.screens[0], "it is known also when the game goes on"
    undone = Sitting(played.shelf.kept[-1], ["undo"]).run()
    assert undone.screens[1] == ANNOUNCED


def test_sealed_locks_are_in_no_file_before_they_are_told() -> None:
    played = sitting("RR", ["R12"], announcing=False)
    assert white(Sitting(played.shelf.kept[-1])) == {}


def test_announcements_are_made_in_every_language() -> None:
    for language, said in (("de", "Ann schließt Rot ab!"), ("it", "Ann chiude il rosso!")):
        record = ready_to_lock("RR")
        words = find_words(language)
        played = Sitting(record, ["R12"], dice=Loaded(TWELVE), words=words).run()
        assert said in played.screens[1]


@pytest.mark.parametrize("key", shipped_variants())
@pytest.mark.parametrize("seats", [2, 3, MAX_SEATS])
def test_whole_games_of_persons_and_bots_end_with_a_good_record(key: str, seats: int) -> None:
    """Keen locks whenever it can; persons type anything, Enter where they may keep an answer."""
    answer = taking_any(f"{key} {seats}")
    bots: dict[Seat, Player] = {seat: Keen(2) for seat in range(0, seats, 2)}

    def typed(prompt: str, screen: str) -> str | None:
        return "" if "just Enter keeps that" in screen else answer(prompt, screen)

    played = Sitting(fresh(key, seats), typed, bots).run()
    assert played.table.game.over
    check_record(played.record)
