"""Tables for tests, without a server: requests go in, entries are folded, all is checked.

Seats count from 1 here, as in every text. A person called Emma holds her seat with a key
of her own; `Ben on Emma` sits on Emma's device; `keen!` is a bot; an empty name is an open
seat.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

import pytest

from rowlock import Game, Phase, find_variant
from rowlock.moves import Decision, parse_move
from rowlock.server.automation import AutoMove, auto_entry, before_deciding, next_auto_move
from rowlock.server.clock import StartTimes
from rowlock.server.creation import hash_of
from rowlock.server.encoding import to_text
from rowlock.server.entries import Decided, Entry, Started, read_entry, write_entry
from rowlock.server.presence import Waits
from rowlock.server.progress import advance
from rowlock.server.protocol import Refused, read_message
from rowlock.server.requests import Request, entry_for
from rowlock.server.setup import Options, SeatState, TableSetup, read_setup, write_setup
from rowlock.server.shown import outgoing
from rowlock.server.stage import Stage
from rowlock.server.story import told_events
from rowlock.server.table import Table
from rowlock.server.view import now_of, told_text, view_text, with_yours, yours_of
from rowlock.sheet import Colour

__all__ = [
    "SEED",
    "Driver",
    "start_times",
    "check_message",
    "committed",
    "decided",
    "holder",
    "table_setup",
    "played",
    "say",
    "secrets_of",
    "started",
]

SEED = "5eed" * 16
"""The server's seed, if a test does not care."""


def start_times(table: Table) -> StartTimes:
    """As if the clock of this table were the time of day, and somebody always there."""
    return StartTimes(table.at, max(table.at, table.announced_at))


Chooser = Callable[[Table, int, tuple[Decision, ...]], Decision]


def holder(name: str) -> str:
    """What the table keeps of the key of this person."""
    return hash_of(f"the key of {name}") if name else ""


def _seat(spec: str) -> SeatState:
    if not spec:
        return SeatState()
    if spec.endswith("!"):
        return SeatState(name=spec[:-1], bot=spec[:-1])
    name, _, device = spec.partition(" on ")
    return SeatState(name=name, holder=holder(device or name))


def table_setup(
    *seats: str,
    variant: str = "classic",
    host: str | None = None,
    seed: str = SEED,
    options: Options | None = None,
    daily: str = "",
    **chosen: Any,
) -> TableSetup:
    """The opening of a table with these people and bots; the first person is the host."""
    people = [spec for spec in seats if spec and not spec.endswith("!")]
    first = people[0].partition(" on ")[2] or people[0].partition(" on ")[0] if people else "Host"
    return TableSetup(
        id="abcdefgh23456789",
        at=1_000.0,
        variant_key=variant,
        edition=find_variant(variant).edition,
        variant_file="",
        options=options or Options(**chosen),
        seats=tuple(map(_seat, seats)),
        host=holder(first if host is None else host),
        seed=seed,
        daily=daily,
    )


def say(kind: str, **fields: Any) -> Request:
    """A request as a client sends it."""
    message = read_message(json.dumps({"id": 1, "type": kind, **fields}))
    assert isinstance(message, Request)
    return message


def committed(seed: str) -> str | None:
    """The promise of a seed; of none, if it is empty."""
    return hashlib.sha256(seed.encode()).hexdigest() if seed else None


def check_message(text: str) -> Any:
    """A message is one of those that are promised, to the last field; what it says."""
    said = json.loads(text)
    message = outgoing.validate_json(text, strict=True)
    assert outgoing.dump_python(message, mode="json") == said, "a field that is not promised"
    return said


def decided(seat: int, turn: int, phase: Phase, text: str) -> Decided:
    """A decision as it is written down; seats count from 0 here."""
    return Decided(seat, turn, phase, tuple(map(parse_move, text.split())))


def secrets_of(table: Table) -> list[str]:
    """What nobody may be told now: hashes never, seeds not before their time."""
    found = [table.setup.host, *(state.holder for state in table.seats)]
    if not table.seed_told or table.setup.options.real_dice:
        found.append(table.setup.seed)
    if table.stage is Stage.WAITING:
        found += [state.seed for state in table.seats]
    if table.mixing:
        found += table.mixing.revealed.values()
    return sorted({secret for secret in found if len(secret) > 3})


class Driver:
    """A table that is played at, and everything that was written at it."""

    def __init__(self, setup: TableSetup) -> None:
        again = read_setup(write_setup(setup))
        assert again == setup
        self.base = self.table = Table.fresh(again, setup.at)
        self.written: list[tuple[float, str]] = []
        self.now = setup.at
        self.present: Collection[int] = ()
        self.waits = Waits()
        self.stood = False  # whether it was put into a position that no record leads to

    def stand(self, *sheets: str, active: int = 1, closed: str = "") -> Driver:
        """Put the game into a position before a roll."""
        variant = self.table.setup.variant
        lying = [variant.sheet(text, seat) for seat, text in enumerate(sheets)]
        shut = [Colour[letter] for letter in closed]
        game = Game.at(variant, lying, active - 1, shut)
        self.base = self.table = replace(self.table, game=game)
        self.written, self.stood = [], True
        return self

    # Asking

    def ask(self, who: str, request: Request) -> Entry | None:
        """Send a request of this person; what was written for it."""
        entry = entry_for(self.table, holder(who), request, self.present, self.waits)
        if entry is not None:
            self.write(entry)
        return entry

    def say(self, who: str, kind: str, **fields: Any) -> Entry | None:
        """Send a message of this kind."""
        return self.ask(who, say(kind, **fields))

    def refused(self, who: str, kind: str, **fields: Any) -> tuple[str, str]:
        """The code and the sentence with which a message is refused; nothing changes by it."""
        before, text = self.table, repr(self.table)
        with pytest.raises(Refused) as caught:
            self.say(who, kind, **fields)
        assert self.table is before
        assert repr(self.table) == text, "a refusal has changed the table"
        assert str(caught.value) == f"{caught.value.code.value}: {caught.value.sentence}"
        return caught.value.code.value, caught.value.sentence

    def mix(self, **seeds: str) -> Driver:
        """These people, who alone are there, promise these seeds; the host starts; they reveal.

        With an empty seed somebody gives none.
        """
        names = [who for who in seeds if self.table.held_by(holder(who))]
        self.present = [seat for who in names for seat in self.table.held_by(holder(who))]
        for who in names:
            self.say(who, "commit", commitment=committed(seeds[who]))
        host = next(who for who in [*names, "Emma", "Host"] if holder(who) == self.base.setup.host)
        self.say(host, "start")
        for who in names if self.table.mixing else ():
            if seeds[who]:
                self.say(who, "reveal", seed=seeds[who])
        return self

    def roll(self, dice: str | None = None) -> Driver:
        """The person whose turn it is rolls; with real dice, this."""
        game = self.table.game
        assert game is not None
        self.say(self.who(game.active + 1), "roll", turn=game.turn, dice=dice)
        return self

    def decide(self, seat: int, *decisions: str, phase: str = "") -> Driver:
        """The person of this seat decides in the present action, or another one."""
        for decision in decisions:
            self.say(self.who(seat), "decide", **self._of(seat, phase), decision=decision)
        return self

    def undo(self, seat: int, phase: str = "") -> Driver:
        """The person of this seat takes back."""
        self.say(self.who(seat), "undo", **self._of(seat, phase))
        return self

    def who(self, seat: int) -> str:
        """A name that has the key of this seat."""
        held = self.table.seats[seat - 1].holder
        names = [state.name for state in self.table.seats] + ["Emma", "Ben", "Host"]
        return next(name for name in names if holder(name) == held)

    def _of(self, seat: int, phase: str) -> dict[str, Any]:
        game = self.table.game
        assert game is not None
        return {"seat": seat, "turn": game.turn, "phase": phase or game.phase.value}

    # What the server does by itself

    def auto_move(self, pause: float = 0.0) -> Entry:
        """Do what the server does next."""
        auto_move = next_auto_move(self.table, pause, start_times(self.table))
        assert auto_move is not None, "the server has nothing to do"
        return self.do(auto_move)

    def do(self, auto_move: AutoMove) -> Entry:
        """Make this move."""
        assert auto_move.n == self.table.n
        entry = auto_entry(self.table, auto_move)
        self.write(entry)
        return entry

    # Writing

    def write(self, entry: Entry) -> Table:
        """Fold an entry, as it is read back from its text, and check what is told of it."""
        self.now += 1.0
        text = write_entry(entry, "mark")
        assert read_entry(text) == entry
        assert json.loads(text)["mark"] == "mark"
        before, after = self.table, advance(self.table, self.now, read_entry(text))
        self.written.append((self.now, text))
        self.table = after
        assert after.n == before.n + 1
        assert after.v >= before.v
        assert after.at in (before.at, self.now)
        self.check_told(before)
        return after

    def check_told(self, before: Table) -> None:
        """What was told since then is promised, numbered, enough, and nothing secret."""
        after = self.table
        whole = now_of(after, None)
        part = now_of(after, None, before)
        assert {**now_of(before, None), **part} == whole, "a change was not told"
        told = told_text(after, before.v, None, before)
        texts = [
            to_text(check_message(view_text(after, "", None))),
            to_text(told_events(after.story, after.v)),
        ]
        if not self.stood:
            texts.append(after.record.write())
        if told is None:
            assert after.v - before.v > len(after.story)
        else:
            said = check_message(told)
            assert [event["v"] for event in said["events"]] == list(
                range(before.v + 1, after.v + 1)
            )
            assert said["v"] == after.v
            texts.append(told)
            for key in sorted({state.holder for state in after.seats} - {""}):
                check_message(with_yours(told, to_text(yours_of(after, key))))
        for text in texts:
            for secret in secrets_of(after):
                assert secret not in text, "something secret was told"

    def check_fold(self) -> None:
        """The same opening and entries give the same table."""
        again = self.base
        for at, text in self.written:
            again = advance(again, at, read_entry(text))
        assert again == self.table
        assert again.story == self.table.story

    # Looking

    def told(self, since: int = 0) -> list[dict[str, Any]]:
        """The events after this one, without their numbers."""
        said = json.loads(to_text(told_events(self.table.story, self.table.v)))
        said = [event for event in said if event["v"] > since]
        return [{key: value for key, value in event.items() if key != "v"} for event in said]

    def words(self, since: int = 0) -> list[str]:
        """The events after this one, in short: what, and who."""
        return [f"{event['event']} {event.get('seat', '')}".strip() for event in self.told(since)]

    def yours(self, seat: int) -> dict[str, Any]:
        """What the holder of this seat is told of it alone."""
        mine = yours_of(self.table, self.table.seats[seat - 1].holder)
        return next(dict(each) for each in mine if each["seat"] == seat)

    def seen(self, seat: int = 0) -> str:
        """The whole view, of the holder of this seat or of somebody who watches."""
        return view_text(self.table, self.table.seats[seat - 1].holder if seat else "", None)

    def sheet(self, seat: int) -> str:
        """The sheet of a seat, as it is told."""
        assert self.table.game is not None
        return str(self.table.game.sheets[seat - 1])

    def waiting(self) -> list[int]:
        """Who owes something."""
        return [seat + 1 for seat in self.table.waiting_for()]

    # Whole games

    def play_out(self, choose: Chooser, source: random.Random) -> Driver:
        """Play until the end: people by the chooser, in any order, bots and lots as they do."""
        for _ in range(5_000):
            table = self.table
            game = table.game
            if table.stage is Stage.DONE:
                self.check_fold()
                return self
            assert game is not None
            waiting = table.waiting_for()
            assert waiting, "nobody is asked, and the game is not over"
            seat = source.choice(waiting)
            state = table.seats[seat]
            if game.phase is Phase.ROLL and table.setup.options.real_dice:
                shown = str(table.dice.roll(game.turn, game.dice))
                hand = next(i for i, p in enumerate(table.seats, 1) if p.holder)
                who = self.who(hand) if state.player else self.who(seat + 1)
                self.say(who, "roll", turn=game.turn, dice=shown)
            elif state.player:
                self.do(AutoMove(0.0, table.n, seat))
            elif game.phase is Phase.ROLL:
                self.roll()
            else:
                legal = before_deciding(table, seat).legal(seat)
                decision = str(choose(table, seat, legal))
                self.decide(seat + 1, decision)
                assert self.table.n == table.n + 1, "a decision was not written"
        raise AssertionError("a game without end")


def started(*seats: str, **chosen: Any) -> Driver:
    """A table at which the game has started, with real dice, and the first seat first."""
    driver = Driver(table_setup(*seats, **({"real_dice": True} | chosen)))
    driver.write(Started())
    return driver


def played(*seats: str, seed: int = 0, **chosen: Any) -> Driver:
    """A whole game of people who decide by chance, and of bots."""
    source = random.Random(seed)
    server = f"{source.getrandbits(256):064x}"
    driver = Driver(table_setup(*seats, seed=server, **chosen))
    driver.write(Started())
    return driver.play_out(lambda _table, _seat, legal: source.choice(legal), source)
