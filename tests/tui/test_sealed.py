"""The white action is sealed: nobody sees what another decided before everybody has."""

from __future__ import annotations

import re

import pytest

from rowlock import Game, Mark, Pass, Phase, Played, shipped_variants
from rowlock.announcing import locked_between
from rowlock.events import Seat
from rowlock.moves import Decision
from rowlock.players import Keen, Player
from tests.tui.sitting import Fixed, Sitting, fresh, moment, taking_any

every_variant = pytest.mark.parametrize("key", shipped_variants())


def after_roll(key: str, seats: int) -> Sitting:
    return Sitting(fresh(key, seats)).run()


@every_variant
def test_what_the_second_person_sees_does_not_depend_on_the_firsts_decision(key: str) -> None:
    """In a game well under way, whatever the first decides, an early lock included."""
    record = moment(key, lambda g: g.turn > 12 and g.phase is Phase.WHITE and len(g.legal(0)) > 2)
    seen = set()
    for decision in record.game().legal(0):
        sitting = Sitting(record, [str(decision)], announcing=False).run()
        assert sitting.prompts == ["Ann> ", "Bob> "]
        seen.add(sitting.screens[1])
    assert len(seen) == 1


@every_variant
def test_where_locks_are_sealed_the_second_person_answers_without_knowing_them(key: str) -> None:
    def can_lock(game: Game) -> bool:
        return game.phase is Phase.WHITE and game.to_move() == {0, 1} and bool(locks(game))

    record = moment(key, can_lock)
    lock = locks(record.game())[0]
    locking = Sitting(record, [str(lock)], announcing=False).run()
    passing = Sitting(record, ["-"], announcing=False).run()
    assert locking.screens[1] == passing.screens[1]
    told = Sitting(record, [str(lock), "-"], announcing=False).run().screens[2]
    places = [
        told.index(f"Ann crosses {lock} and the lock of row {lock.row.name}.\n"),
        told.index("Bob passes.\n"),
        told.index(f"Row {lock.row.name} is closed for everybody, locked by Ann."),
    ]
    assert places == sorted(places)


def locks(game: Game) -> list[Mark]:
    marks = [move for move in game.legal(0) if isinstance(move, Mark) and not move.offered]
    return [m for m in marks if game.apply(0, m).game.sheets[0].locked(m.row)]


@every_variant
def test_what_a_person_sees_does_not_depend_on_a_bots_decision(key: str) -> None:
    start = after_roll(key, 2).record
    seen = set()
    for decision in start.game().legal(1):
        sitting = Sitting(start, [], {1: Fixed(decision)}).run()
        assert sitting.moves[-1] == Played(1, decision), "the bot has decided"
        seen.add("".join(sitting.screens))
    assert len(start.game().legal(1)) > 1
    assert len(seen) == 1


@every_variant
def test_a_hint_does_not_depend_on_what_others_decided(key: str) -> None:
    start = after_roll(key, 2).record
    hints = {
        Sitting(start, [str(decision), "hint"]).run().screens[2]
        for decision in start.game().legal(0)
    }
    assert len(hints) == 1
    assert re.match(r"keen would play |\S+: .* to win", hints.pop())


@every_variant
def test_the_white_action_is_told_in_the_order_of_seats(key: str) -> None:
    """Bots decide first, whatever their seats; the story goes round the table all the same."""
    bots: dict[Seat, Player] = {1: Keen(), 3: Fixed(Pass())}
    sitting = Sitting(fresh(key, 4), ["-", "-"], bots).run()
    decided = [move.seat for move in sitting.moves if isinstance(move, Played)]
    assert decided == [1, 3, 0, 2]
    told = sitting.screens[2].split("\n\n")[0]
    assert [line.split()[0] for line in told.splitlines()] == ["Ann", "Bob", "Cem", "Dag"]
    assert not any(line in "".join(sitting.screens[:2]) for line in told.splitlines())


@every_variant
def test_whole_games_tell_each_white_action_in_seat_order(key: str) -> None:
    """At the colour action of the one person the white action has just been told."""
    answer = taking_any(2)
    rounds = 0

    def typed(prompt: str, screen: str) -> str | None:
        nonlocal rounds
        if "Colour action" in screen and "Settle" not in screen:
            told = screen.split("\n\n")[0].splitlines()
            decided = [line.split()[0] for line in told if not line.startswith("Row ")]
            in_order = [name for i, name in enumerate(decided) if name not in decided[:i]]
            assert in_order == ["Ann", "Bob", "Cem"]
            rounds += 1
        return answer(prompt, screen)

    bots: dict[Seat, Player] = {0: Keen(), 2: Keen(2)}
    sitting = Sitting(fresh(key, 3, first=1), typed, bots)
    assert sitting.run().table.game.over
    assert rounds >= 4


class Spy:
    """A bot that sees to it that nobody shows it a sealed decision."""

    def __init__(self) -> None:
        self.asked = 0
        self.locks = 0

    def decide(self, view: Game, seat: Seat) -> Decision:
        if view.phase is Phase.WHITE:
            locked = {
                o for o in range(view.seats) if locked_between(view.before[o], view.sheets[o])
            }
            self.locks += len(locked - {seat})
            others = set(range(view.seats)) - {seat} - locked
            assert others <= view.to_move(), "it was seen who has decided"
            assert all(view.sheets[o] == view.before[o] for o in others), "a cross was seen"
            assert not any(view.pending[o] for o in others), "a tie was seen"
            self.asked += 1
        return Keen().decide(view, seat)


@every_variant
@pytest.mark.parametrize("announcing", [True, False])
def test_bots_at_the_table_never_see_a_sealed_decision(key: str, announcing: bool) -> None:
    """Of what others decided they see announced locks and nothing else."""
    spies = {1: Spy(), 2: Spy(), 3: Spy()}
    sitting = Sitting(fresh(key, 4), taking_any(1), spies, pause=True, announcing=announcing).run()
    assert announcing or not any(spy.locks for spy in spies.values())
    assert sitting.table.game.over
    assert all(spy.asked >= sitting.table.game.turn for spy in spies.values())


@every_variant
def test_a_game_loaded_in_a_white_action_tells_what_bots_had_decided(key: str) -> None:
    """The bot decided before the game was saved; that must be told all the same."""
    bots: dict[Seat, Player] = {1: Fixed(Pass())}
    saved = Sitting(fresh(key), [], bots).run().record
    assert saved.moves[-1] == Played(1, Pass())
    straight = Sitting(fresh(key), ["-"], {1: Fixed(Pass())}).run()
    loaded = Sitting(saved, ["-"], {1: Keen()}).run()
    assert loaded.screens[1] == straight.screens[1]
