"""Hints at a table: what is said, to whom, from what, how often, and what everybody is told."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rowlock import read_record
from rowlock.bots import DEFAULT_OPPONENT
from rowlock.compiler import without_compiler
from rowlock.errors import UnknownPlayer
from rowlock.game import Phase
from rowlock.moves import parse_move
from rowlock.players import bot_name, evaluate, packed
from rowlock.review import BLUNDER
from rowlock.server import hints
from rowlock.server.advice import advise, warn
from rowlock.server.clock import TableClock
from rowlock.server.creation import OpenTable, rematch_setup, setup_for
from rowlock.server.entries import Handed
from rowlock.server.hints import hint_shown, warning_shown
from rowlock.server.metrics import Metrics
from rowlock.server.protocol import Check, Code, Hint, Refused
from rowlock.server.queues import FairQueue
from rowlock.server.room import Room
from rowlock.server.settings import Settings
from rowlock.server.setup import read_setup, write_setup
from tests.server.client import Client, Refusal
from tests.server.running import Server, running, seats
from tests.server.tables import Driver, holder, say, started
from tests.server.test_secrets import Party

BAD_RED = "56r1y1g1b1"  # eleven is a fine start of green and blue, and a sad one of red
WHITE = {"seat": 1, "turn": 1, "phase": "white"}
RIPE = "R 2 3 4 5 6 | Y | G | B"


@pytest.fixture(autouse=True)
def _as_on_a_server() -> Iterator[None]:
    """Kernels run as plain Python there."""
    with without_compiler():
        yield


def rolled(*who: str, dice: str = BAD_RED, **options: Any) -> Driver:
    return started(*(who or ("Emma", "Ben")), hints=True, **options).roll(dice)


def shown(driver: Driver, seat: int, phase: str = "white") -> dict[str, Any]:
    advice = advise(driver.table, seat - 1, Phase(phase))
    assert advice is not None
    return dict(hint_shown(advice))


def names(hint: dict[str, Any]) -> list[str]:
    return [option["decision"] for option in hint["options"]]


# Which tables have hints


def asked(*who: str, **options: Any) -> bool:
    setup = setup_for(OpenTable.model_validate({"seats": seats(*who), **options}), "host")
    return setup.options.hints


def test_by_default_only_who_plays_without_other_people_has_hints() -> None:
    assert asked("Emma", "keen")
    assert asked("Emma", "keen", "random", real_dice=True)
    assert asked("Emma")
    assert not asked("Emma", "Ben")
    assert not asked("Emma", "Ben", "keen")
    assert not asked("Emma", "+")
    assert not asked("+", "keen")
    assert not asked("keen", "keen")
    assert not asked("Emma", "keen", public=True)


def test_the_host_may_choose_except_at_a_public_table() -> None:
    assert asked("Emma", "+", hints=True)
    assert not asked("Emma", "keen", hints=False)
    assert not asked("Emma", "keen", hints=False, public=True)
    with pytest.raises(Refused) as caught:
        asked("Emma", "keen", hints=True, public=True)
    assert (caught.value.code, caught.value.sentence) == (
        Code.BAD_CHOICE,
        "hints: there are none at a public table",
    )


def test_a_table_from_before_hints_is_read_and_has_none() -> None:
    setup = setup_for(OpenTable.model_validate({"seats": seats("Emma", "keen")}), "host")
    said = json.loads(write_setup(setup))
    assert said["options"].pop("hints") is True
    assert read_setup(json.dumps(said)).options.hints is False
    assert read_setup(write_setup(setup)) == setup


def test_a_rematch_allows_what_the_table_allowed() -> None:
    for allowed in (True, False):
        driver = started("Emma", "Ben", hints=allowed)
        driver.say("Emma", "stop")
        assert rematch_setup(driver.table).options.hints is allowed


# Who may ask, and when


@pytest.mark.parametrize("kind", ["hint", "check"])
def test_what_cannot_be_asked_is_refused(kind: str) -> None:
    more = {"decision": "G11"} if kind == "check" else {}
    ask = {**WHITE, **more}

    def code(driver: Driver, who: str = "Emma", **fields: Any) -> str:
        return driver.refused(who, kind, **{**ask, **fields})[0]

    assert code(started("Emma", "Ben").roll(BAD_RED)) == "no_hints"
    assert code(rolled(), "Ben") == "not_your_seat"
    assert code(rolled(), "") == "not_your_seat"
    assert code(rolled(), seat=3) == "no_such_seat"
    assert code(rolled(), turn=2) == "too_early"
    assert code(rolled(), phase="colour") == "too_early"  # before the white decision
    assert code(rolled(), "Ben", seat=2, phase="colour") == "too_early"
    assert code(started("Emma", "Ben", hints=True)) == "too_early"
    driver = rolled().decide(1, "G11").decide(2, "-")
    assert code(driver) == "too_late"
    assert code(driver, "Ben", seat=2, phase="colour") == "illegal"
    driver = rolled()
    driver.write(Handed(0, "keen"))
    assert code(driver) == "bot_plays"
    driver = rolled()
    driver.say("Emma", "stop")
    assert code(driver) == "over"


def test_whoever_has_answered_is_given_no_hint_but_may_check_a_change() -> None:
    driver = rolled().decide(1, "G11")
    assert driver.refused("Emma", "hint", **WHITE) == ("too_late", "seat 1 has answered")
    assert driver.say("Emma", "check", **WHITE, decision="R11")


def test_only_what_may_be_decided_is_checked() -> None:
    driver = rolled()
    code, sentence = driver.refused("Emma", "check", **WHITE, decision="R5")
    assert (code, sentence[:27]) == ("illegal", "seat 1 cannot play R5 now; ")
    assert driver.refused("Emma", "check", **WHITE, decision="red")[0] == "illegal"
    ripe = rolled(dice=BAD_RED).stand(RIPE, RIPE).roll("66r1y1g1b1").decide(1, "R12")
    assert ripe.refused("Emma", "check", **WHITE, decision="-")[0] == "binding"


# What is said


def test_a_hint_ranks_all_that_may_be_decided_by_the_chance_to_win() -> None:
    driver = rolled()
    hint = shown(driver, 1)
    assert sorted(names(hint)) == sorted(driver.yours(1)["legal"])
    chances = [option["win"] for option in hint["options"]]
    assert chances == sorted(chances, reverse=True)
    assert names(hint)[0] in ("G11", "B11")
    assert names(hint)[-1] in ("R11", "Y11")
    assert driver.table.game
    for option, judged in zip(hint["options"], evaluate(driver.table.game, 0), strict=True):
        assert option["decision"] == str(judged.decision)
        assert option["win"] == pytest.approx(judged.win, abs=0.001)
        assert option["points"] == pytest.approx(judged.score, abs=0.1)
    assert (hint["basis"], hint["by"]) == ("values", None)
    assert hint["reason"]
    assert len(set(hint["reason"].values())) == 3  # a sentence in each language


def test_who_rolled_is_told_the_colour_that_goes_with_it() -> None:
    driver = rolled()
    hint = shown(driver, 1)
    (passing,) = [option for option in hint["options"] if option["decision"] == "-"]
    assert passing["then"] in driver.yours(1)["colour"]
    assert passing["then"] != "-", "a miss is worse than any of these crosses"
    assert [option["then"] for option in shown(driver, 2)["options"]] == [None] * 5
    driver.decide(1, "-")
    ahead = shown(driver, 1, "colour")
    assert names(ahead)[0] == passing["then"]
    assert sorted(names(ahead)) == sorted(driver.yours(1)["colour"])
    driver.decide(2, "-")
    assert sorted(names(shown(driver, 1, "colour"))) == sorted(driver.yours(1)["legal"])


def test_a_tie_that_is_to_be_settled_is_what_the_hint_is_about() -> None:
    driver = started("Emma", "Ben", hints=True, variant="bonus_pairs")
    driver.stand("R | Y 11 | G | B", "R | Y | G | B").roll("45r1y1g1b1").decide(1, "G9")
    picks = [name for name in driver.yours(1)["legal"] if name.startswith("~")]
    assert picks
    assert sorted(names(shown(driver, 1))) == sorted(picks)
    assert driver.say("Emma", "check", **WHITE, decision=picks[0])


def test_a_colour_ahead_knows_what_one_s_own_lock_closes() -> None:
    driver = rolled().stand(RIPE, "R | Y | G | B").roll("66r6y1g1b1").decide(1, "R12")
    assert not any(name.startswith("R") for name in names(shown(driver, 1, "colour")))


def test_no_colour_action_comes_after_the_end_of_the_game() -> None:
    closing = "R 2 3 4 5 6 | Y 2 3 4 5 6 | G | B"
    driver = rolled().stand(closing, "R | Y | G | B", closed="Y").roll("66r1g1b1").decide(1, "R12")
    assert advise(driver.table, 0, Phase.COLOUR) is None


@pytest.mark.parametrize(
    ("who", "options", "basis"),
    [
        (("Emma",), {}, "alone"),
        (("Emma", "Ben", "a!", "b!", "c!", "d!", "e!"), {}, "crowd"),
    ],
)
def test_where_less_is_known_less_is_said(
    who: tuple[str, ...], options: dict[str, Any], basis: str
) -> None:
    driver = rolled(*who, **options)
    hint = shown(driver, 1)
    assert hint["basis"] == basis
    known = basis == "crowd"
    assert (hint["by"] is None) == known
    assert {option["win"] is None for option in hint["options"]} == {not known}
    assert set(names(hint)) <= set(driver.yours(1)["legal"])
    assert (warn(driver.table, 0, Phase.WHITE, parse_move("R11")) is not None) == known


def test_without_the_packages_a_plain_bot_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(what: str) -> None:
        raise UnknownPlayer(f"{what} needs more packages")

    monkeypatch.setattr(packed, "need_kernels", missing)
    driver = rolled()
    hint = shown(driver, 1)
    assert (hint["basis"], hint["by"]) == ("packages", bot_name(DEFAULT_OPPONENT))
    assert len(hint["options"]) == 1
    assert warn(driver.table, 0, Phase.WHITE, parse_move("R11")) is None
    driver.decide(1, "G11")
    assert set(names(shown(driver, 1, "colour"))) <= set(driver.yours(1)["colour"])


def test_a_warning_comes_for_a_blunder_and_for_nothing_else() -> None:
    driver = rolled()
    chances = {option["decision"]: option["win"] for option in shown(driver, 1)["options"]}
    grades = {option["decision"]: option["grade"] for option in shown(driver, 1)["options"]}
    best = max(chances.values())
    for name, win in chances.items():
        warned = warn(driver.table, 0, Phase.WHITE, parse_move(name))
        assert (warned is not None) == (best - win >= BLUNDER), name
        assert (grades[name] == "blunder") == (warned is not None)
        if warned:
            said = warning_shown(warned)
            assert (said["decision"], said["win"]) == (name, win)
            assert said["best"]["win"] == best
            assert said["reason"], name
    assert warn(driver.table, 0, Phase.WHITE, parse_move("R11"))


# What everybody is told


def test_everybody_is_told_once_for_each_decision() -> None:
    driver = rolled()
    since = driver.table.v
    driver.say("Emma", "hint", **WHITE)
    assert driver.words(since) == ["hinted 1"]
    assert driver.say("Emma", "hint", **WHITE) is None
    assert driver.say("Emma", "check", **WHITE, decision="R11") is None
    assert driver.words(since) == ["hinted 1"]
    driver.say("Ben", "hint", **{**WHITE, "seat": 2})
    driver.decide(1, "-").decide(2, "-")
    since = driver.table.v
    driver.say("Emma", "hint", **{**WHITE, "phase": "colour"})
    assert driver.words(since) == ["hinted 1"]
    assert '[Hints "1w1 1w2 1c1"]' in driver.table.record.write()
    assert read_record(driver.table.record.write()).tags == driver.table.record.tags
    driver.check_fold()


def test_a_colour_can_be_checked_ahead() -> None:
    driver = rolled().decide(1, "-")
    colour = driver.yours(1)["colour"]
    since = driver.table.v
    driver.say("Emma", "check", **{**WHITE, "phase": "colour"}, decision=colour[0])
    assert driver.words(since) == ["hinted 1"]
    none = next(name for name in ("R2", "Y2", "G2", "B2", "R12") if name not in colour)
    with pytest.raises(Refused, match="expected"):
        driver.say("Emma", "check", **{**WHITE, "phase": "colour"}, decision=none)


def test_a_hint_changes_nothing_else() -> None:
    driver = rolled(time="brisk")
    before = driver.table
    driver.say("Emma", "hint", **WHITE)
    after = driver.table
    assert after.game is before.game
    assert (after.at, after.sealed, after.changes) == (before.at, before.sealed, before.changes)
    assert after.waiting_for() == before.waiting_for()


# What is sealed

SEALED: dict[str, Callable[[Driver], Driver]] = {
    "nothing": lambda driver: driver,
    "passes": lambda driver: driver.decide(2, "-"),
    "crosses": lambda driver: driver.decide(2, "G11"),
    "blunders": lambda driver: driver.decide(2, "R11"),
}


@pytest.mark.parametrize("phase", ["white", "colour"])
def test_nobody_s_sealed_decision_is_in_a_hint_or_a_warning(phase: str) -> None:
    said = []
    for seal in SEALED.values():
        driver = seal(rolled("Emma", "Ben", "Max"))
        if phase == "colour":
            driver.decide(1, "G11")
        hint = shown(driver, 1, phase)
        warned = [
            warn(driver.table, 0, Phase(phase), parse_move(name)) is not None
            for name in names(hint)
        ]
        said.append((hint, warned))
    assert all(one == said[0] for one in said)


def test_one_s_own_sealed_decision_is_judged_anew() -> None:
    fresh, changed = rolled(), rolled().decide(1, "G11")
    for name in ("R11", "-", "B11"):
        one = warn(fresh.table, 0, Phase.WHITE, parse_move(name))
        assert one == warn(changed.table, 0, Phase.WHITE, parse_move(name))


# Over sockets


async def warned_of(client: Client, decision: str) -> dict[str, Any]:
    """The answer to a check with a warning; where a machine has other things to do, none may come
    in time.
    """
    for _ in range(50):
        answer = await client.ask("check", **WHITE, decision=decision)
        if answer["warning"]:
            break
    return answer


@pytest.mark.parametrize("key", ["classic", "bonus_pairs"])
def test_a_hint_goes_to_who_asked_and_all_are_told_that(server: Server, key: str) -> None:
    async def play() -> None:
        async with Party(server, variant=key, real_dice=True, first=1, hints=True) as party:
            await party.start()
            assert party.watcher.view["options"]["hints"] is True
            await party.emma.roll(BAD_RED)
            await party.settle()
            answer = await party.max.ask("hint", **{**WHITE, "seat": 2})
            await party.settle()
            assert sorted(names(answer["hint"])) == sorted(party.max.yours[2]["legal"])
            for name, client in party.clients.items():
                assert client.events[-1]["event"] == "hinted", name
                assert client.events[-1]["seat"] == 2
                told = [message for message in client.messages if "hint" in message]
                assert bool(told) == (name == "Max")
            with pytest.raises(Refusal) as caught:
                await party.watcher.ask("hint", **WHITE)
            assert caught.value.code == "not_your_seat"
            record = server.get(f"/api/tables/{party.table}/record")
            assert '[Hints "1w2"]' in record

    asyncio.run(play())


def test_what_others_have_sealed_changes_no_answer_and_nothing_that_is_told(
    server: Server,
) -> None:
    """The same steps at two tables that differ only in what Max decides."""

    async def round_at(party: Party, sealed: str) -> Any:
        await party.start()
        await party.emma.roll(BAD_RED)
        await party.settle()
        await party.max.decide(2, sealed)
        await party.settle()
        since = {name: len(client.messages) for name, client in party.clients.items()}
        said = [await party.emma.ask("check", **WHITE, decision="G11")]
        said.append(await warned_of(party.emma, "R11"))
        said.append(await party.emma.ask("hint", **WHITE))
        await party.emma.decide(1, "G11")
        said.append(await party.emma.ask("hint", **{**WHITE, "phase": "colour"}))
        said.append(await party.laura.ask("hint", **{**WHITE, "seat": 3}))
        await party.settle()
        for answer in said:
            answer.pop("id")
        told = {
            name: [
                message["events"]
                for message in party.clients[name].messages[start:]
                if message["type"] == "told"
            ]
            for name, start in since.items()
            if name != "Max"
        }
        return said, told

    async def play() -> None:
        options = {"real_dice": True, "first": 1, "hints": True}
        async with Party(server, **options) as one, Party(server, **options) as other:
            first, second = await round_at(one, "R11"), await round_at(other, "-")
            assert first == second
            said, told = first
            assert said[0]["warning"] is None
            assert said[1]["warning"]["decision"] == "R11"
            events = [event["event"] for events in told["watcher"] for event in events]
            assert events == ["hinted", "answered", "hinted", "hinted"]

    asyncio.run(play())


def test_a_check_that_finds_nothing_leaves_no_trace(server: Server) -> None:
    def checks() -> float:
        found = re.search(
            r'^rowlock_messages_total\{type="check"\} (\S+)', server.get("/metrics"), re.M
        )
        return float(found[1]) if found else 0.0

    async def play() -> None:
        before = checks()
        opened = server.open("Emma", "keen", real_dice=True, first=1)
        async with Client(server.socket(opened["table"]), opened["key"]) as emma:
            await emma.ask("start")
            await emma.roll(BAD_RED)
            v, heard = emma.v, len(emma.messages)
            answer = await emma.ask("check", **WHITE, decision="G11")
            assert answer["warning"] is None
            assert emma.messages[heard:] == [answer] or emma.v > v  # the bot may have answered
            assert "hinted" not in [event["event"] for event in emma.events]
            answer = await warned_of(emma, "R11")
            assert answer["warning"]["best"]["decision"] in ("G11", "B11")
            assert [event["seat"] for event in emma.events if event["event"] == "hinted"] == [1]
            assert checks() == before + 1, "what nobody else knows of is not counted"

    asyncio.run(play())


def test_hints_are_limited_at_a_table_and_from_an_address() -> None:
    async def ask(client: Client, times: int) -> list[str]:
        codes = []
        for _ in range(times):
            try:
                await client.ask("hint", **WHITE)
                codes.append("")
            except Refusal as refusal:
                codes.append(refusal.code)
        return codes

    async def table(server: Server) -> Client:
        opened = server.open("Emma", "keen", real_dice=True, first=1)
        client = Client(server.socket(opened["table"]), opened["key"])
        await client.connect()
        await client.hello()
        await client.ask("start")
        await client.roll(BAD_RED)
        return client

    async def play(server: Server) -> None:
        one, other = await table(server), await table(server)
        assert await ask(one, 5) == ["", "", "", "too_fast", "too_fast"]
        assert await ask(other, 3) == ["", "too_fast", "too_fast"], "four from this address"
        events = [event["event"] for event in one.events]
        assert events.count("hinted") == 1
        await one.decide(1, "G11")  # the game goes on
        await one.close()
        await other.close()

    with running(hints_at_once=3, hints_per_second=0.001, hints_per_minute=4) as server:
        asyncio.run(play(server))


def test_a_check_that_takes_too_long_counts_as_good(monkeypatch: pytest.MonkeyPatch) -> None:
    release = asyncio.Event()

    async def slow(self: FairQueue, *given: object) -> object:
        await release.wait()
        return None

    monkeypatch.setattr(FairQueue, "in_thread", slow)
    monkeypatch.setattr(hints, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(hints, "HINT_SECONDS", 0.05)
    written = []

    async def write() -> None:
        written.append(1)

    async def play() -> None:
        driver = rolled()
        room = Room(driver.table, TableClock(driver.table, 0.0))
        coach = hints.Coach(Settings(), Metrics())
        check = say("check", **WHITE, decision="R11")
        hint = say("hint", **WHITE)
        assert isinstance(check, Check)
        assert isinstance(hint, Hint)
        said = await coach.answer(room, holder("Emma"), check, "here", write)
        assert said == {"warning": None}
        with pytest.raises(Refused) as caught:
            await coach.answer(room, holder("Emma"), hint, "here", write)
        assert caught.value.code is Code.TOO_FAST
        release.set()
        coach.close()

    asyncio.run(play())
    assert not written
