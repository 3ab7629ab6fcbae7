"""What the server does by itself, and when."""

from __future__ import annotations

import pytest

from rowlock import Phase
from rowlock.server.automation import (
    AutoMove,
    auto_entries,
    auto_entry,
    deadline,
    next_auto_move,
    slot,
    still_fitting,
)
from rowlock.server.clock import StartTimes
from rowlock.server.entries import Decided, Handed, Started, Threw, TimedOut
from rowlock.server.stage import Stage
from rowlock.server.table import Table
from tests.server.tables import Driver, decided, played, start_times, started, table_setup

PAUSE = 0.8
NEVER = StartTimes(0.0, 0.0)


def playing(*seats: str, **chosen: object) -> Driver:
    return started(*seats, **({"real_dice": False, "first": 0} | chosen))


def test_nothing_is_done_before_the_start_or_after_the_end() -> None:
    assert next_auto_move(Table.fresh(table_setup("keen!"), 0.0), PAUSE, NEVER) is None
    done = played("keen!", "random!", seed=1).table
    assert done.stage is Stage.DONE
    assert next_auto_move(done, PAUSE, start_times(done)) is None


def test_without_bots_and_without_a_clock_the_server_waits_for_ever() -> None:
    driver = playing("Emma", "Ben")
    assert next_auto_move(driver.table, PAUSE, start_times(driver.table)) is None
    driver.roll()
    assert next_auto_move(driver.table, PAUSE, start_times(driver.table)) is None


def test_a_bot_rolls_after_a_pause_with_the_dice_of_the_server() -> None:
    driver = playing("keen!", "Ben")
    auto_move = next_auto_move(driver.table, PAUSE, start_times(driver.table))
    assert auto_move == AutoMove(driver.table.at + PAUSE, driver.table.n, 0)
    entry = driver.do(auto_move)
    assert driver.table.game is not None
    assert entry == Threw(1, driver.table.dice.roll(1, driver.table.game.dice))


def test_a_bot_never_rolls_real_dice() -> None:
    driver = started("keen!", "Ben", time="blitz")
    assert next_auto_move(driver.table, PAUSE, start_times(driver.table)) is None
    driver.say("Ben", "roll", turn=1, dice="23r3y1g1b1")
    assert next_auto_move(driver.table, PAUSE, start_times(driver.table)) is not None


def test_bots_answer_a_sealed_white_action_one_after_the_other_and_soon() -> None:
    driver = playing("Emma", "keen!", "keen:2!", real_dice=True).roll("23r3y1g1b1")
    at = driver.table.at
    first = next_auto_move(driver.table, PAUSE, start_times(driver.table))
    assert first == AutoMove(at + PAUSE / 4, driver.table.n, 1)
    driver.do(first)
    second = next_auto_move(driver.table, PAUSE, start_times(driver.table))
    assert second == AutoMove(at + PAUSE / 4, driver.table.n, 2)
    driver.do(second)
    assert driver.waiting() == [1]
    assert next_auto_move(driver.table, PAUSE, start_times(driver.table)) is None


def test_in_an_open_white_action_bots_take_their_time() -> None:
    driver = playing("Emma", "keen!", real_dice=True, open_white=True).roll("23r3y1g1b1")
    assert next_auto_move(driver.table, PAUSE, start_times(driver.table)) == AutoMove(
        driver.table.at + PAUSE, driver.table.n, 1
    )


def test_a_bot_decides_its_colour_action_after_a_pause() -> None:
    driver = playing("keen!", "Ben", real_dice=True)
    driver.say("Ben", "roll", turn=1, dice="23r3y1g1b1")
    driver.auto_move()
    driver.decide(2, "-")
    assert driver.table.phase is Phase.COLOUR
    auto_move = next_auto_move(driver.table, PAUSE, start_times(driver.table))
    assert auto_move == AutoMove(driver.table.at + PAUSE, driver.table.n, 0)
    entry = auto_entry(driver.table, auto_move)
    assert isinstance(entry, Decided)
    assert entry.phase is Phase.COLOUR


def test_a_bot_that_stands_in_rolls_and_decides() -> None:
    driver = playing("Emma", "Ben")
    driver.write(Handed(0, "keen"))
    assert isinstance(driver.auto_move(), Threw)
    entry = driver.auto_move()
    assert isinstance(entry, Decided)
    assert entry.seat == 0


TIE = ("R | Y | G | B", "R | Y 11 | G 12 11 10 | B")


def test_a_bot_settles_its_ties_with_its_decision() -> None:
    driver = started("Emma", "keen!", variant="bonus_pairs").stand(*TIE).roll("45r1y1g1b1")
    n, v = driver.table.n, driver.table.v
    entry = driver.auto_move()
    assert isinstance(entry, Decided)
    assert " ".join(map(str, entry.decisions)) in ("G9 ~R", "G9 ~B")
    assert driver.waiting() == [1]
    assert (driver.table.n, driver.table.v) == (n + 1, v + 1)
    assert driver.words(v) == ["answered 2"]
    driver.check_fold()


def test_nobody_can_tell_from_entries_events_or_times_that_a_bot_settled_a_tie() -> None:
    def seen(*sheets: str) -> object:
        driver = started("Emma", "keen!", "keen:2!", variant="bonus_pairs").stand(*sheets)
        driver.roll("45r1y1g1b1")
        at, v, n = driver.table.at, driver.table.v, driver.table.n
        auto_move = next_auto_move(driver.table, PAUSE, start_times(driver.table))
        assert auto_move is not None
        entries = auto_entries(driver.table, auto_move)
        for entry in entries:
            driver.write(entry)
        said = [entry.seat for entry in entries if isinstance(entry, Decided)]
        return (
            round(auto_move.at - at, 6),
            said,
            driver.words(v),
            driver.table.v - v,
            driver.table.n - n,
        )

    plain = seen(TIE[0], TIE[0], TIE[0])
    assert plain == (PAUSE / 4, [1, 2], ["answered 2", "answered 3"], 2, 2)
    assert seen(*TIE, TIE[0]) == seen(TIE[0], TIE[0], TIE[1]) == plain


def test_a_tie_of_a_colour_action_is_settled_at_once_too() -> None:
    driver = started("keen!", "Emma", variant="bonus_pairs")
    driver.stand("R | Y 11 | G 12 11 10 | B", "R | Y | G | B")
    driver.say("Emma", "roll", turn=1, dice="36r1y1g6b1")
    driver.write(decided(0, 1, Phase.WHITE, "-"))
    driver.decide(2, "-")
    auto_move = next_auto_move(driver.table, PAUSE, start_times(driver.table))
    assert auto_move is not None
    (entry,) = auto_entries(driver.table, auto_move)
    assert isinstance(entry, Decided)
    assert " ".join(map(str, entry.decisions)) in ("G9 ~R", "G9 ~B")
    driver.write(entry)
    assert driver.table.turn == 2


def test_all_bots_think_at_once_where_nobody_sees_it_and_one_by_one_elsewhere() -> None:
    bots = ("keen!", "keen:2!", "keen:3!", "Emma")
    driver = playing("Ben", *bots, real_dice=True).roll("23r3y1g1b1")
    auto_move = next_auto_move(driver.table, PAUSE, start_times(driver.table))
    assert auto_move is not None
    decided = auto_entries(driver.table, auto_move)
    assert [entry.seat for entry in decided if isinstance(entry, Decided)] == [1, 2, 3]
    driver.write(decided[1])
    assert len(auto_entries(driver.table, auto_move)) == 2
    driver = playing("Ben", *bots, real_dice=True, open_white=True).roll("23r3y1g1b1")
    assert len(auto_entries(driver.table, auto_move._replace(n=driver.table.n))) == 1
    assert auto_entries(driver.table, auto_move._replace(seat=None)) == (TimedOut(1, Phase.WHITE),)


def test_what_was_thought_out_is_written_unless_the_table_moved_on() -> None:
    driver = playing("Ben", "keen!", "Emma", real_dice=True).roll("23r3y1g1b1")
    auto_move = next_auto_move(driver.table, PAUSE, start_times(driver.table))
    assert auto_move is not None
    before = driver.table
    (entry,) = auto_entries(before, auto_move)
    assert still_fitting(entry, before, before) == entry
    driver.decide(1, "-")
    assert still_fitting(entry, before, driver.table) == entry, "others may answer meanwhile"
    late = TimedOut(1, Phase.WHITE)
    assert still_fitting(late, before, before) == late
    assert still_fitting(late, before, driver.table) is None
    driver.write(entry)
    assert still_fitting(entry, before, driver.table) is None, "it has answered"
    driver.decide(3, "-")
    assert still_fitting(entry, before, driver.table) is None, "the action is over"
    handed = playing("Ben", "Emma", real_dice=True).roll("23r3y1g1b1")
    handed.write(Handed(1, "keen"))
    before = handed.table
    (entry,) = auto_entries(before, auto_move._replace(n=before.n))
    handed.say("Emma", "take_back", seat=2)
    assert still_fitting(entry, before, handed.table) is None, "the person plays again"


def test_who_thinks_too_long_answers_at_the_next_of_few_moments() -> None:
    assert slot(10.0, 0.2, 9.0) == slot(10.0, 0.2, 10.0) == 10.0
    assert slot(10.0, 0.2, 10.001) == slot(10.0, 0.2, 10.19) == 10.2
    assert slot(10.0, 0.2, 10.5) == pytest.approx(10.6)
    assert slot(10.0, 0.0, 10.5) == 10.5, "without a pause nobody waits"


@pytest.mark.parametrize("bot", ["random!", "novice!"])
def test_a_bot_that_uses_chance_decides_the_same_on_every_worker(bot: str) -> None:
    driver = playing("Emma", bot, real_dice=True).roll("23r3y1g1b1")
    auto_move = next_auto_move(driver.table, PAUSE, start_times(driver.table))
    assert auto_move is not None
    assert len({auto_entry(driver.table, auto_move) for _ in range(5)}) == 1


def test_the_chance_of_a_bot_follows_from_the_secret_seed() -> None:
    found = set()
    for n in range(20):
        driver = Driver(table_setup("Emma", "random!", seed=f"{n:064x}", real_dice=True))
        driver.write(Started())
        driver.roll("23r3y1g1b1")
        auto_move = next_auto_move(driver.table, PAUSE, start_times(driver.table))
        assert auto_move is not None
        found.add(auto_entry(driver.table, auto_move))
    assert len(found) == 5, "every decision comes up sooner or later"


def test_what_a_bot_decides_does_not_depend_on_what_others_have_sealed() -> None:
    for bot in ("keen!", "random!", "oracle!", "novice!"):
        driver = playing("Emma", bot, real_dice=True).roll("23r3y1g1b1")
        auto_move = next_auto_move(driver.table, PAUSE, start_times(driver.table))
        assert auto_move is not None
        before = auto_entry(driver.table, auto_move)
        for decision in ("R5", "Y5", "-"):
            driver.decide(1, decision)
            assert auto_entry(driver.table, auto_move) == before


def test_when_the_time_for_a_roll_is_up_the_server_rolls() -> None:
    driver = playing("Emma", "Ben", time="brisk")
    auto_move = next_auto_move(driver.table, PAUSE, start_times(driver.table))
    assert auto_move == AutoMove(driver.table.at + 30, driver.table.n, None)
    assert isinstance(driver.do(auto_move), Threw)


def test_real_dice_have_all_the_time_in_the_world() -> None:
    assert next_auto_move(started("Emma", "Ben", time="blitz").table, PAUSE, NEVER) is None


def test_when_the_time_for_a_decision_is_up_it_is_written() -> None:
    driver = started("Emma", "Ben", time="relaxed").roll("23r3y1g1b1")
    auto_move = next_auto_move(driver.table, PAUSE, start_times(driver.table))
    assert auto_move == AutoMove(driver.table.at + 90, driver.table.n, None)
    assert driver.do(auto_move) == TimedOut(1, Phase.WHITE)
    assert driver.auto_move() == TimedOut(1, Phase.COLOUR)
    assert driver.table.turn == 2


def test_the_clock_goes_on_while_others_answer() -> None:
    driver = started("Emma", "Ben", time="relaxed").roll("23r3y1g1b1")
    before = next_auto_move(driver.table, PAUSE, start_times(driver.table))
    driver.decide(1, "R5").undo(1)
    after = next_auto_move(driver.table, PAUSE, start_times(driver.table))
    assert before is not None
    assert after is not None
    assert before.at == after.at


def test_bots_come_before_the_clock_of_people() -> None:
    driver = started("Emma", "keen!", time="blitz").roll("23r3y1g1b1")
    assert isinstance(driver.auto_move(PAUSE), Decided)
    assert driver.auto_move(PAUSE) == TimedOut(1, Phase.WHITE)


def test_a_game_of_which_everybody_went_away_ends_by_the_clock() -> None:
    driver = playing("Emma", "Ben", "Cleo", time="blitz")
    for _ in range(200):
        if driver.table.stage is Stage.DONE:
            break
        driver.auto_move()
    assert driver.table.stage is Stage.DONE
    driver.check_fold()


def test_the_deadline_of_people_is_known_while_bots_still_think() -> None:
    driver = started("Emma", "keen!", time="blitz").roll("23r3y1g1b1")
    assert deadline(driver.table, start_times(driver.table)) == driver.table.at + 10
    assert deadline(driver.table, StartTimes(5.0, 7.0)) == 15.0, "by the clock that it is given"
    driver.decide(1, "-")
    assert driver.waiting() == [2]
    assert deadline(driver.table, start_times(driver.table)) is None, (
        "nobody is hurried who need not do anything"
    )


def test_without_a_clock_or_with_real_dice_to_be_thrown_there_is_no_deadline() -> None:
    assert deadline(Table.fresh(table_setup("Emma", time="blitz"), 0.0), NEVER) is None
    assert deadline(started("Emma", "Ben").table, NEVER) is None
    assert deadline(started("Emma", "Ben", time="blitz").table, NEVER) is None
    assert deadline(playing("Emma", "Ben", time="blitz").table, NEVER) is not None
