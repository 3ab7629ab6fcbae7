"""What the server does by itself, and when."""

from __future__ import annotations

import pytest

from rowlock import Phase
from rowlock.server.deeds import Deed, deadline, deed_of, next_deed
from rowlock.server.entries import Decided, Handed, Started, Threw, TimedOut
from rowlock.server.store import Stage
from rowlock.server.table import Table
from tests.server.tables import Driver, opening, played, started

PAUSE = 0.8


def playing(*seats: str, **chosen: object) -> Driver:
    return started(*seats, **({"real_dice": False, "first": 0} | chosen))


def test_nothing_is_done_before_the_start_or_after_the_end() -> None:
    assert next_deed(Table.opened(opening("keen!"), 0.0), PAUSE, 0.0) is None
    done = played("keen!", "random!", seed=1).table
    assert done.stage is Stage.DONE
    assert next_deed(done, PAUSE, 0.0) is None


def test_without_bots_and_without_a_clock_the_server_waits_for_ever() -> None:
    driver = playing("Emma", "Ben")
    assert next_deed(driver.table, PAUSE, 0.0) is None
    driver.roll()
    assert next_deed(driver.table, PAUSE, 0.0) is None


def test_a_bot_rolls_after_a_pause_with_the_dice_of_the_server() -> None:
    driver = playing("keen!", "Ben")
    deed = next_deed(driver.table, PAUSE, 0.0)
    assert deed == Deed(driver.table.at + PAUSE, driver.table.n, 0)
    entry = driver.do(deed)
    assert driver.table.game is not None
    assert entry == Threw(1, str(driver.table.dice.roll(1, driver.table.game.dice)))


def test_a_bot_never_rolls_real_dice() -> None:
    driver = started("keen!", "Ben", time="blitz")
    assert next_deed(driver.table, PAUSE, 0.0) is None
    driver.say("Ben", "roll", turn=1, dice="23r3y1g1b1")
    assert next_deed(driver.table, PAUSE, 0.0) is not None


def test_bots_answer_a_sealed_white_action_one_after_the_other_and_soon() -> None:
    driver = playing("Emma", "keen!", "keen:2!", real_dice=True).roll("23r3y1g1b1")
    at = driver.table.at
    first = next_deed(driver.table, PAUSE, 0.0)
    assert first == Deed(at + PAUSE / 4, driver.table.n, 1)
    driver.do(first)
    second = next_deed(driver.table, PAUSE, 0.0)
    assert second == Deed(at + PAUSE / 4, driver.table.n, 2)
    driver.do(second)
    assert driver.waiting() == [1]
    assert next_deed(driver.table, PAUSE, 0.0) is None


def test_in_an_open_white_action_bots_take_their_time() -> None:
    driver = playing("Emma", "keen!", real_dice=True, open_white=True).roll("23r3y1g1b1")
    assert next_deed(driver.table, PAUSE, 0.0) == Deed(driver.table.at + PAUSE, driver.table.n, 1)


def test_a_bot_decides_its_colour_action_after_a_pause() -> None:
    driver = playing("keen!", "Ben", real_dice=True)
    driver.say("Ben", "roll", turn=1, dice="23r3y1g1b1")
    driver.deed()
    driver.decide(2, "-")
    assert driver.table.phase is Phase.COLOUR
    deed = next_deed(driver.table, PAUSE, 0.0)
    assert deed == Deed(driver.table.at + PAUSE, driver.table.n, 0)
    entry = deed_of(driver.table, deed)
    assert isinstance(entry, Decided)
    assert entry.phase == "colour"


def test_a_bot_that_stands_in_rolls_and_decides() -> None:
    driver = playing("Emma", "Ben")
    driver.write(Handed(0, "keen"))
    assert isinstance(driver.deed(), Threw)
    entry = driver.deed()
    assert isinstance(entry, Decided)
    assert entry.seat == 0


def test_a_bot_settles_its_ties() -> None:
    driver = started("Emma", "keen!", variant="bonus_pairs")
    driver.stand("R | Y | G | B", "R | Y 11 | G 12 11 10 | B").roll("45r1y1g1b1")
    assert driver.deed() == Decided(1, 1, "white", "G9")
    pick = driver.deed()
    assert isinstance(pick, Decided)
    assert pick.decision in ("~R", "~B")
    assert driver.waiting() == [1]


@pytest.mark.parametrize("bot", ["random!", "novice!"])
def test_a_bot_that_uses_chance_decides_the_same_on_every_worker(bot: str) -> None:
    driver = playing("Emma", bot, real_dice=True).roll("23r3y1g1b1")
    deed = next_deed(driver.table, PAUSE, 0.0)
    assert deed is not None
    assert len({deed_of(driver.table, deed) for _ in range(5)}) == 1


def test_the_chance_of_a_bot_follows_from_the_secret_seed() -> None:
    found = set()
    for n in range(20):
        driver = Driver(opening("Emma", "random!", seed=f"{n:064x}", real_dice=True))
        driver.write(Started())
        driver.roll("23r3y1g1b1")
        deed = next_deed(driver.table, PAUSE, 0.0)
        assert deed is not None
        found.add(deed_of(driver.table, deed))
    assert len(found) == 5, "every decision comes up sooner or later"


def test_what_a_bot_decides_does_not_depend_on_what_others_have_sealed() -> None:
    for bot in ("keen!", "random!", "oracle!", "novice!"):
        driver = playing("Emma", bot, real_dice=True).roll("23r3y1g1b1")
        deed = next_deed(driver.table, PAUSE, 0.0)
        assert deed is not None
        before = deed_of(driver.table, deed)
        for decision in ("R5", "Y5", "-"):
            driver.decide(1, decision)
            assert deed_of(driver.table, deed) == before


def test_when_the_time_for_a_roll_is_up_the_server_rolls() -> None:
    driver = playing("Emma", "Ben", time="brisk")
    deed = next_deed(driver.table, PAUSE, 0.0)
    assert deed == Deed(driver.table.at + 30, driver.table.n, None)
    assert isinstance(driver.do(deed), Threw)


def test_real_dice_have_all_the_time_in_the_world() -> None:
    assert next_deed(started("Emma", "Ben", time="blitz").table, PAUSE, 0.0) is None


def test_when_the_time_for_a_decision_is_up_it_is_written() -> None:
    driver = started("Emma", "Ben", time="relaxed").roll("23r3y1g1b1")
    deed = next_deed(driver.table, PAUSE, 0.0)
    assert deed == Deed(driver.table.at + 90, driver.table.n, None)
    assert driver.do(deed) == TimedOut(1, "white")
    assert driver.deed() == TimedOut(1, "colour")
    assert driver.table.turn == 2


def test_the_clock_goes_on_while_others_answer() -> None:
    driver = started("Emma", "Ben", time="relaxed").roll("23r3y1g1b1")
    before = next_deed(driver.table, PAUSE, 0.0)
    driver.decide(1, "R5").undo(1)
    after = next_deed(driver.table, PAUSE, 0.0)
    assert before is not None
    assert after is not None
    assert before.at == after.at


def test_the_clock_runs_only_while_somebody_is_there() -> None:
    driver = started("Emma", "Ben", time="blitz").roll("23r3y1g1b1")
    awake = driver.table.at + 1_000
    deed = next_deed(driver.table, PAUSE, awake)
    assert deed is not None
    assert deed.at == awake + 10


def test_bots_come_before_the_clock_of_people() -> None:
    driver = started("Emma", "keen!", time="blitz").roll("23r3y1g1b1")
    assert isinstance(driver.deed(PAUSE), Decided)
    assert driver.deed(PAUSE) == TimedOut(1, "white")


def test_a_game_of_which_everybody_went_away_ends_by_the_clock() -> None:
    driver = playing("Emma", "Ben", "Cleo", time="blitz")
    for _ in range(200):
        if driver.table.stage is Stage.DONE:
            break
        driver.deed()
    assert driver.table.stage is Stage.DONE
    driver.check_fold()


def test_the_deadline_of_people_is_known_while_bots_still_think() -> None:
    driver = started("Emma", "keen!", time="blitz").roll("23r3y1g1b1")
    assert deadline(driver.table, 0.0) == driver.table.at + 10
    assert deadline(driver.table, driver.table.at + 5) == driver.table.at + 15
    driver.decide(1, "-")
    assert driver.waiting() == [2]
    assert deadline(driver.table, 0.0) is None, "nobody is hurried who need not do anything"


def test_without_a_clock_or_with_real_dice_to_be_thrown_there_is_no_deadline() -> None:
    assert deadline(Table.opened(opening("Emma", time="blitz"), 0.0), 0.0) is None
    assert deadline(started("Emma", "Ben").table, 0.0) is None
    assert deadline(started("Emma", "Ben", time="blitz").table, 0.0) is None
    assert deadline(playing("Emma", "Ben", time="blitz").table, 0.0) is not None
