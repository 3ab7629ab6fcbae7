"""Tables over real sockets: what a page will do, done by a script."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from rowlock import find_variant, read_record, read_variant, shipped_variants
from rowlock.fair import verify
from rowlock.players import bot_name, stand_in
from rowlock.server.progress import TAIL
from rowlock.server.shown import outgoing
from tests.server.client import Client, Refusal, play_out
from tests.server.running import Server, running

ROOT = Path(__file__).parents[2]


async def refused(work: Coroutine[Any, Any, Any]) -> str:
    with pytest.raises(Refusal) as caught:
        await work
    assert caught.value.sentence
    return str(caught.value.code)


# Whole games


@pytest.mark.parametrize("key", shipped_variants())
def test_a_game_of_every_variant_is_played_to_its_end_and_verifies(
    server: Server, key: str
) -> None:
    async def play() -> None:
        opened = server.open("+", "+", "keen", variant=key)
        url = server.socket(opened["table"])
        host, emma, max_, watcher = (
            Client(url, opened["key"]),
            Client(url),
            Client(url),
            Client(url),
        )
        async with host, emma, max_, watcher:
            assert await emma.sit("Emma") == 1
            assert await max_.sit("Max", seat=2) == 2
            await emma.promise("emma-1")
            await max_.promise("max_2")
            await host.ask("start")
            await asyncio.gather(
                emma.until(lambda: emma.now["stage"] == "playing"),
                max_.until(lambda: max_.now["stage"] == "playing"),
            )
            await asyncio.gather(play_out(emma), play_out(max_))
            await watcher.until(lambda: watcher.now["stage"] == "done")
            await host.until(lambda: host.v == watcher.v)
            assert emma.events[-1] == watcher.events[-1] == host.events[-1]
            assert watcher.events == host.events
            assert [event["v"] for event in watcher.events] == list(
                range(watcher.events[0]["v"], watcher.v + 1)
            )
            assert watcher.yours == {} == host.yours
            for one in (host, emma, max_, watcher):
                for message in one.messages:
                    outgoing.validate_json(json.dumps(message))
            mix, commitment = watcher.now["dice"]["mix"], opened["commitment"]
            assert mix == "emma-1,max_2,"
            assert watcher.now["dice"]["commitment"] == commitment
        record = read_record(server.get(f"/api/tables/{opened['table']}/record"))
        verdict = verify(record)
        assert verdict.rolls == len(record.rolls()) > 5
        assert verdict.lot
        assert (verdict.seeds, verdict.promised) == ((0, 1), True)
        assert verdict.commitment == commitment
        assert record.names == ("Emma", "Max", "Carla")
        assert [e["totals"] for e in watcher.events if e["event"] == "ended"] == [
            list(record.game().outcome().totals)  # type: ignore[union-attr]
        ]

    asyncio.run(play())


def test_the_story_tells_the_same_messages_again(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma", "keen")
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as emma, Client(url) as watcher:
            await emma.ask("start")
            await play_out(emma)
            await watcher.until(lambda: watcher.now["stage"] == "done")
        again = server.get(f"/api/tables/{opened['table']}/story")
        told = [message for message in watcher.messages if message["type"] == "told"]
        for message in (*told, *again):
            message["now"]["clock"] = None
        assert [m["events"] for m in again] == [m["events"] for m in told]
        assert again[-1]["now"] == told[-1]["now"]

    asyncio.run(play())


def test_everybody_knows_the_own_seats_before_and_after_the_game(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma", "+", "keen")
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as emma, Client(url) as max_:
            assert set(emma.yours) == {1}
            assert max_.yours == {}
            sat = await max_.ask("sit", name="Max")
            assert set(max_.yours) == {sat["seat"]} == {2}  # told before the answer
            assert max_.yours[2]["legal"] == []
            await max_.ask("leave", seat=2)
            await max_.until(lambda: not max_.yours)
            await max_.ask("sit", name="Max")
            await emma.ask("start")
            await asyncio.gather(play_out(emma), play_out(max_))
            async with Client(url, sat["key"]) as back:
                assert set(back.yours) == {2}
                assert back.yours[2]["legal"] == []

    asyncio.run(play())


def test_one_device_holds_several_seats(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma", "Max", "Laura")
        async with Client(server.socket(opened["table"]), opened["key"]) as device:
            await device.ask("start")
            assert set(device.yours) == {1, 2, 3}
            await play_out(device)
            assert device.now["stage"] == "done"

    asyncio.run(play())


def test_a_guest_can_take_a_second_seat_on_the_same_key(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma", "+", "+")
        url = server.socket(opened["table"])
        async with Client(url) as guest:
            await guest.sit("Max")
            key = guest.key
            assert await guest.sit("Max") == 3
            assert guest.key == key
            await guest.until(lambda: guest.places[2]["kind"] == "person")
            assert [place["name"] for place in guest.places] == ["Emma", "Max", "Max 2"]
            await guest.until(lambda: guest.present.get("seats") == [2, 3])

    asyncio.run(play())


@pytest.mark.parametrize("bots", [("keen", "random", "keen:2"), ("newcomer", "oracle", "casual")])
def test_bots_alone_play_for_who_watches(server: Server, bots: tuple[str, ...]) -> None:
    async def play() -> None:
        opened = server.open(*bots)
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as host:
            await host.ask("start")
            await host.until(lambda: host.now["stage"] == "done")

    asyncio.run(play())


def test_the_bots_that_are_offered_play_where_they_are_offered(server: Server) -> None:
    offered = server.get("/api/about")["bots"]
    assert {bot["code"]: bot["name"] for bot in offered} == {
        "random": "Pip",
        "newcomer": "Toni",
        "novice": "Nina",
        "casual": "Leo",
        "expert": "Hugo",
        "oracle": "Pythia",
    }
    for bot in offered:
        table = server.open("Emma", bot["code"])["table"]
        assert server.get(f"/api/tables/{table}")["places"][1]["name"] == bot["name"]
    assert not any("compiling" in line for line in server.log)


def test_an_uploaded_variant_is_played_and_can_be_fetched_again(server: Server) -> None:
    text = (ROOT / "docs" / "examples" / "chain_of_colours.toml").read_text(encoding="utf-8")

    async def play() -> None:
        opened = server.open("Emma", "keen", variant="my_own", variant_file=text)
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as emma:
            assert emma.view["variant"]["name"] == "Chain of colours"
            assert not emma.view["variant"]["shipped"]
            await emma.ask("start")
            await play_out(emma)
        table = f"/api/tables/{opened['table']}"
        fetched = server.get(f"{table}/variant")
        variant = read_variant(fetched, "my_own")
        record = read_record(server.get(f"{table}/record"), lambda _: variant)
        assert verify(record).rolls > 5

    asyncio.run(play())


def test_the_view_brings_all_that_is_printed(server: Server) -> None:
    for key in shipped_variants():
        variant = find_variant(key)
        shown = server.get(f"/api/variants/{key}")
        for page, printed in zip(variant.pages, shown["pages"], strict=True):
            cells = [cell["name"] for row in printed["rows"] for cell in row["cells"]]
            assert cells == list(page.cells)
        assert server.get(f"/api/variants/{key}/rules?language=it")


# Sealed, ahead, undo


def test_white_decisions_are_sealed_and_can_be_changed_until_all_have_answered(
    server: Server,
) -> None:
    async def play() -> None:
        opened = server.open("Emma", "+", real_dice=True, first=1)
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as emma, Client(url) as max_:
            await max_.sit("Max")
            await emma.ask("start")
            await emma.roll("14r3y6g3b3")
            await max_.until(lambda: max_.now["phase"] == "white")
            await max_.decide(2, "R5")
            await emma.until(lambda: emma.now["waiting"] == [1])
            assert emma.events[-1] == {"v": emma.v, "event": "answered", "seat": 2}
            assert max_.yours[2]["sealed"] == "R5"
            assert "R5" not in json.dumps(emma.now["sheets"])
            await max_.decide(2, "Y5")
            await max_.ask("undo", seat=2, turn=1, phase="white")
            await emma.until(lambda: emma.events[-1]["event"] == "thinking")
            await max_.decide(2, "G5")
            await emma.decide(1, "R4", phase="colour")  # ahead: white 1 and red 3
            assert emma.yours[1]["ahead"] == "R4"
            await emma.decide(1, "B5")
            await max_.until(lambda: max_.now["turn"] == 2)
            story = [(e["event"], e.get("seat"), e.get("cell")) for e in max_.events[-4:]]
            assert story == [
                ("answered", 2, None),
                ("marked", 1, "B5"),
                ("marked", 2, "G5"),
                ("marked", 1, "R4"),
            ]

    asyncio.run(play())


def test_nobody_undoes_what_was_told(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma", "Max", real_dice=True, first=1)
        async with Client(server.socket(opened["table"]), opened["key"]) as device:
            await device.ask("start")
            await device.roll("14r3y6g3b3")
            undo = device.ask("undo", seat=1, turn=1, phase="white")
            assert await refused(undo) == "nothing_to_undo"
            await device.decide(1, "R5")
            await device.decide(2, "-")
            undo = device.ask("undo", seat=1, turn=1, phase="white")
            assert await refused(undo) == "too_late"
            await device.decide(1, "-")
            undo = device.ask("undo", seat=1, turn=1, phase="colour")
            assert await refused(undo) == "too_late"
            assert await refused(device.ask("decide", seat=2, turn=1, phase="white", decision="R5"))

    asyncio.run(play())


def test_a_client_cannot_set_the_dice_of_the_server(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma")
        async with Client(server.socket(opened["table"]), opened["key"]) as emma:
            await emma.ask("start")
            assert await refused(emma.roll("66r6y6g6b6")) == "server_dice"
            assert emma.now["phase"] == "roll"

    asyncio.run(play())


def test_real_dice_are_typed_in_and_marked_so_in_the_record(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma", "keen", real_dice=True)
        assert opened["commitment"] is None
        async with Client(server.socket(opened["table"]), opened["key"]) as emma:
            await emma.ask("start")
            assert await refused(emma.roll()) == "real_dice"
            assert await refused(emma.roll("74r3y6g3b3")) == "illegal"
            await emma.roll("14r3y6g3b3")
            await play_out_turn(emma)
            await emma.until(lambda: emma.now["turn"] == 2)
            await emma.roll("22r3y6g3b3")  # for the bot, which has no hands
        record = server.get(f"/api/tables/{opened['table']}/record")
        assert '[Dice "real"]' in record
        assert "ServerSeed" not in record

    async def play_out_turn(emma: Client) -> None:
        await emma.decide(1, "R5")
        await emma.until(lambda: emma.now["phase"] == "colour")
        await emma.decide(1, "-")

    asyncio.run(play())


# Coming back


def test_one_can_come_back_at_every_version(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma", "Max")
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as emma:
            start = emma.v
            await emma.ask("start")
            await play_out(emma, turns=12)
            assert 40 < emma.v < 200
            for since in range(start, emma.v + 1):
                async with Client(url, opened["key"], since=since) as again:
                    assert [m["type"] for m in again.messages[:1]] == ["told"]
                    missed = [event for event in emma.events if event["v"] > since]
                    assert again.events == missed
                    assert again.now == emma.now
                    assert again.yours == emma.yours

    asyncio.run(play())


@pytest.mark.parametrize("since", [999_999, 0])
def test_whoever_missed_too_much_gets_the_whole_view(server: Server, since: int) -> None:
    async def play() -> None:
        # The longest games there are: any of them is longer than what is kept to be told again.
        opened = server.open("Emma", "Max", *["keen"] * 6, variant="longo")
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as emma:
            await emma.ask("start")
            await play_out(emma)
            assert emma.v > TAIL + 20
            async with Client(url, since=since) as again:
                assert again.messages[0]["type"] == "view"
                assert again.now == emma.now

    asyncio.run(play())


def test_a_stop_is_announced_and_the_game_goes_on_after_it() -> None:
    async def play(server: Server) -> None:
        opened = server.open("Emma", "Max")
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as emma:
            await emma.ask("start")
            await play_out(emma, turns=5)
            before = dict(emma.now), emma.v
            stopping = asyncio.to_thread(server.stop, signal.SIGTERM)
            code, _ = await asyncio.gather(stopping, emma.until(lambda: emma.bye is not None))
            assert code == 0
            assert emma.bye is not None
            assert emma.bye["code"] == "stopping"
            assert emma.bye["back"] is not None
        await asyncio.to_thread(server.start)
        async with Client(url, opened["key"], since=emma.v) as again:
            assert ({**emma.now, **again.now}, again.v) == before
            emma.now.clear()
            await play_out(again)
            assert again.now["stage"] == "done"
        assert verify(read_record(server.get(f"/api/tables/{opened['table']}/record")))

    with running() as server:
        asyncio.run(play(server))


def test_an_idle_table_leaves_memory_and_comes_back() -> None:
    async def play(server: Server) -> None:
        opened = server.open("Emma", "Max")
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as emma:
            await emma.ask("start")
            await play_out(emma, turns=3)
            assert "rowlock_tables_in_memory 1.0" in server.get("/metrics")
        until = time.monotonic() + 10
        while "rowlock_tables_in_memory 0.0" not in server.get("/metrics"):
            assert time.monotonic() < until
            await asyncio.sleep(0.1)
        async with Client(url, opened["key"]) as again:
            assert {**again.now, "clock": None} == {**emma.now, "clock": None}
            await play_out(again)

    with running(idle_seconds=0.2, beat_seconds=0.1) as server:
        asyncio.run(play(server))


def test_there_is_a_sign_of_life_with_the_version() -> None:
    async def wait(server: Server) -> None:
        opened = server.open("Emma")
        async with Client(server.socket(opened["table"])) as watcher:
            await watcher.until(lambda: watcher.messages[-1]["type"] == "beat")
            assert watcher.messages[-1]["v"] == watcher.v
            assert (await watcher.ask("ping"))["ok"]

    with running(beat_seconds=0.1) as server:
        asyncio.run(wait(server))


# People


def test_an_absent_seat_is_handed_to_a_bot_and_taken_back() -> None:
    async def play(server: Server) -> None:
        opened = server.open("Emma", "+")
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as emma:
            async with Client(url) as max_:
                await max_.sit("Max")
                await emma.ask("start")
                await emma.until(lambda: emma.present.get("seats") == [1, 2])
                assert await refused(emma.ask("hand_over", seat=2)) == "present"
            await emma.until(lambda: emma.present["seats"] == [1])
            await asyncio.sleep(emma.present["away"][0]["left"])
            await emma.ask("hand_over", seat=2)
            await play_out(emma, turns=4)
            async with Client(url, max_.key) as back:
                assert back.places[1] == {
                    "kind": "person",
                    "name": "Max",
                    "bot": stand_in(),
                    "bot_name": bot_name(stand_in()),
                }
                decide = back.ask("decide", seat=2, turn=1, phase="white", decision="-")
                assert await refused(decide) == "bot_plays"
                await back.ask("take_back", seat=2)
                await asyncio.gather(play_out(emma), play_out(back))
        assert verify(read_record(server.get(f"/api/tables/{opened['table']}/record")))

    with running(away_seconds=0.2) as server:
        asyncio.run(play(server))


def test_a_rematch_has_the_same_people_new_dice_and_the_next_first(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma", "+", "keen", first=2)
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as emma, Client(url) as max_:
            await max_.sit("Max")
            assert await refused(emma.ask("rematch")) == "not_over"
            await emma.ask("start")
            await max_.until(lambda: max_.now["stage"] == "playing")
            await asyncio.gather(play_out(emma), play_out(max_))
            asked = await asyncio.gather(max_.ask("rematch"), emma.ask("rematch"))
            assert asked[0]["table"] == asked[1]["table"]
            await emma.until(lambda: emma.now["rematch"] == asked[0]["table"])
        new = server.socket(asked[0]["table"])
        async with Client(new, opened["key"]) as emma, Client(new, max_.key) as max_:
            assert emma.now["dice"]["commitment"] != opened["commitment"]
            assert emma.view["host"]
            await emma.ask("start")
            await max_.until(lambda: max_.now["stage"] == "playing")
            (started,) = [event for event in max_.events if event["event"] == "started"]
            assert started["first"] == 3
            await asyncio.gather(play_out(emma), play_out(max_))

    asyncio.run(play())


def test_reactions_are_passed_on_to_everybody(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma", "keen")
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as emma, Client(url) as watcher:
            await emma.ask("react", seat=1, reaction="oh_no")
            await watcher.until(lambda: watcher.messages[-1]["type"] == "reacted")
            assert watcher.messages[-1] == {"type": "reacted", "seat": 1, "reaction": "oh_no"}
            assert await refused(watcher.ask("react", seat=1, reaction="lucky")) == "not_your_seat"
            assert await refused(emma.ask("react", seat=1, reaction="swear")) == "bad_message"

    asyncio.run(play())


def test_public_tables_are_listed_and_private_ones_are_not(server: Server) -> None:
    async def play() -> None:
        private, public = server.open("Emma", "+"), server.open("Max", "+", public=True)
        listed = {table["table"]: table for table in server.get("/api/tables")}
        assert private["table"] not in listed
        assert [p["kind"] for p in listed[public["table"]]["places"]] == ["person", "open"]
        async with Client(server.socket(public["table"]), public["key"]) as host:
            await host.ask("stop")
            assert host.now["stage"] == "done"
            assert host.now["dice"]["server_seed"]
        assert public["table"] not in {t["table"] for t in server.get("/api/tables")}

    asyncio.run(play())


def test_running_scores_can_be_hidden_until_the_end(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma", "keen", hidden_scores=True)
        async with Client(server.socket(opened["table"]), opened["key"]) as emma:
            await emma.ask("start")
            await play_out(emma, turns=3)
            hidden = emma.now["points"]
            assert hidden is None
            await play_out(emma)
            shown = [points["total"] for points in emma.now["points"]]
            assert shown == emma.now["outcome"]["totals"]

    asyncio.run(play())


def test_time_runs_out_gently() -> None:
    async def wait(server: Server) -> None:
        opened = server.open("Emma", "keen", time="blitz", first=1)
        async with Client(server.socket(opened["table"]), opened["key"]) as emma:
            await emma.ask("start")
            assert 9 < emma.now["clock"]["left"] <= 10
            assert emma.now["clock"]["limit"] == 10
            await emma.roll()
            await emma.until(lambda: emma.events[-1]["event"] not in ("rolled", "answered"))
            assert {"timed_out", "passed"} <= {event["event"] for event in emma.events}

    with running() as server:
        asyncio.run(wait(server))


def test_who_brings_a_key_of_their_own_can_come_back_without_the_answer(server: Server) -> None:
    key = "an own key of at least thirty-two letters"

    async def play() -> None:
        opened = server.open("Emma", "+")
        url = server.socket(opened["table"])
        async with Client(url) as max_:
            assert await refused(max_.ask("sit", name="Max", key="short")) == "bad_message"
            max_.ids += 1
            sit = {"type": "sit", "id": max_.ids, "name": "Max", "key": key}
            await max_.send(json.dumps(sit))
            await max_.until(lambda: max_.places[1]["kind"] == "person")
        async with Client(url, key) as again:
            assert again.places[1]["name"] == "Max"
            await again.ask("leave", seat=2)

    asyncio.run(play())


def test_bots_wait_while_nobody_is_there() -> None:
    async def play(server: Server) -> None:
        opened = server.open("keen", "keen")
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as host:
            await host.ask("start")
            await host.until(lambda: host.now["turn"] >= 2)
        await asyncio.sleep(0.3)
        before = server.get(f"/api/tables/{opened['table']}")["v"]
        await asyncio.sleep(1)
        assert server.get(f"/api/tables/{opened['table']}")["v"] == before
        async with Client(url) as watcher:
            await watcher.until(lambda: watcher.v > before)

    with running(bot_pause=0.1) as server:
        asyncio.run(play(server))
