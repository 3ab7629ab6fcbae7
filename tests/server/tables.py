"""Tables for tests, without a server: requests go in, entries are folded, all is checked.

Seats count from 1 here, as in every text. A person called Emma holds her seat with a key
of her own; `Ben on Emma` sits on Emma's device; `keen!` is a bot; an empty name is an open
seat.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

import pytest

from rowlock import Game, Phase, find_variant
from rowlock.moves import Decision
from rowlock.server.deeds import Deed, deed_of, next_deed
from rowlock.server.entries import Entry, Started, read_entry, write_entry
from rowlock.server.opened import hash_of
from rowlock.server.opening import Opening, Options, Place, read_opening, write_opening
from rowlock.server.protocol import Refused, read_message
from rowlock.server.requests import Request, entry_for
from rowlock.server.shown import outgoing
from rowlock.server.store import Stage
from rowlock.server.table import Table
from rowlock.server.view import as_text, now_of, told_text, view_text, with_yours, yours_of
from rowlock.sheet import Colour

__all__ = [
    "SEED",
    "Driver",
    "check_message",
    "holder",
    "opening",
    "played",
    "say",
    "secrets_of",
    "started",
]

SEED = "5eed" * 16
"""The server's seed, if a test does not care."""

Chooser = Callable[[Table, int, tuple[Decision, ...]], Decision]


def holder(name: str) -> str:
    """What the table keeps of the key of this person."""
    return hash_of(f"the key of {name}") if name else ""


def _place(spec: str) -> Place:
    if not spec:
        return Place()
    if spec.endswith("!"):
        return Place(name=spec[:-1], bot=spec[:-1])
    name, _, device = spec.partition(" on ")
    return Place(name=name, holder=holder(device or name))


def opening(
    *seats: str,
    variant: str = "classic",
    host: str | None = None,
    seed: str = SEED,
    options: Options | None = None,
    **chosen: Any,
) -> Opening:
    """The opening of a table with these people and bots; the first person is the host."""
    people = [spec for spec in seats if spec and not spec.endswith("!")]
    first = people[0].partition(" on ")[2] or people[0].partition(" on ")[0] if people else "Host"
    return Opening(
        table="abcdefgh23456789",
        at=1_000.0,
        variant_key=variant,
        edition=find_variant(variant).edition,
        variant_file="",
        options=options or Options(**chosen),
        places=tuple(map(_place, seats)),
        host=holder(first if host is None else host),
        seed=seed,
    )


def say(kind: str, **fields: Any) -> Request:
    """A request as a client sends it."""
    message = read_message(json.dumps({"id": 1, "type": kind, **fields}))
    assert isinstance(message, Request)
    return message


def check_message(text: str) -> Any:
    """A message is one of those that are promised, to the last field; what it says."""
    said = json.loads(text)
    message = outgoing.validate_json(text, strict=True)
    assert outgoing.dump_python(message, mode="json") == said, "a field that is not promised"
    return said


def secrets_of(table: Table) -> list[str]:
    """What nobody may be told now: hashes never, seeds not before their time."""
    found = [table.opening.host, *(place.holder for place in table.places)]
    if table.stage is not Stage.DONE or table.opening.options.real_dice:
        found.append(table.opening.seed)
    if table.stage is Stage.WAITING:
        found += [place.seed for place in table.places]
    return sorted({secret for secret in found if len(secret) > 3})


class Driver:
    """A table that is played at, and everything that was written at it."""

    def __init__(self, opening: Opening) -> None:
        again = read_opening(write_opening(opening))
        assert again == opening
        self.base = self.table = Table.opened(again, opening.at)
        self.written: list[tuple[float, str]] = []
        self.now = opening.at
        self.present: Collection[int] = ()
        self.stood = False  # whether it was put into a position that no record leads to

    def stand(self, *sheets: str, active: int = 1, closed: str = "") -> Driver:
        """Put the game into a position before a roll."""
        variant = self.table.opening.variant
        lying = [variant.sheet(text, seat) for seat, text in enumerate(sheets)]
        shut = [Colour[letter] for letter in closed]
        game = Game.at(variant, lying, active - 1, shut)
        self.base = self.table = replace(self.table, game=game)
        self.written, self.stood = [], True
        return self

    # Asking

    def ask(self, who: str, request: Request) -> Entry | None:
        """Send a request of this person; what was written for it."""
        entry = entry_for(self.table, holder(who), request, self.present)
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
        held = self.table.places[seat - 1].holder
        names = [place.name for place in self.table.places] + ["Emma", "Ben", "Host"]
        return next(name for name in names if holder(name) == held)

    def _of(self, seat: int, phase: str) -> dict[str, Any]:
        game = self.table.game
        assert game is not None
        return {"seat": seat, "turn": game.turn, "phase": phase or game.phase.value}

    # What the server does by itself

    def deed(self, pause: float = 0.0) -> Entry:
        """Do what the server does next."""
        deed = next_deed(self.table, pause, 0.0)
        assert deed is not None, "the server has nothing to do"
        return self.do(deed)

    def do(self, deed: Deed) -> Entry:
        """Do this deed."""
        assert deed.n == self.table.n
        entry = deed_of(self.table, deed)
        self.write(entry)
        return entry

    # Writing

    def write(self, entry: Entry) -> Table:
        """Fold an entry, as it is read back from its text, and check what is told of it."""
        self.now += 1.0
        text = write_entry(entry, "mark")
        assert read_entry(text) == entry
        assert json.loads(text)["mark"] == "mark"
        before, after = self.table, self.table.after(self.now, read_entry(text))
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
            as_text(check_message(view_text(after, "", None))),
            *after.story,
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
            for key in sorted({place.holder for place in after.places} - {""}):
                check_message(with_yours(told, as_text(yours_of(after, key))))
        assert [json.loads(said)["v"] for said in after.story] == list(
            range(after.v - len(after.story) + 1, after.v + 1)
        )
        for text in texts:
            for secret in secrets_of(after):
                assert secret not in text, "something secret was told"

    def check_fold(self) -> None:
        """The same opening and entries give the same table."""
        again = self.base
        for at, text in self.written:
            again = again.after(at, read_entry(text))
        assert again == self.table
        assert again.story == self.table.story

    # Looking

    def told(self, since: int = 0) -> list[dict[str, Any]]:
        """The events after this one, without their numbers."""
        said = [json.loads(told) for told in self.table.story]
        said = [event for event in said if event["v"] > since]
        return [{key: value for key, value in event.items() if key != "v"} for event in said]

    def words(self, since: int = 0) -> list[str]:
        """The events after this one, in short: what, and who."""
        return [f"{event['event']} {event.get('seat', '')}".strip() for event in self.told(since)]

    def yours(self, seat: int) -> dict[str, Any]:
        """What the holder of this seat is told of it alone."""
        mine = yours_of(self.table, self.table.places[seat - 1].holder)
        return next(dict(each) for each in mine if each["seat"] == seat)

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
            place = table.places[seat]
            if game.phase is Phase.ROLL and table.opening.options.real_dice:
                shown = str(table.dice.roll(game.turn, game.dice))
                hand = next(i for i, p in enumerate(table.places, 1) if p.holder)
                who = self.who(hand) if place.player else self.who(seat + 1)
                self.say(who, "roll", turn=game.turn, dice=shown)
            elif place.player:
                self.do(Deed(0.0, table.n, seat))
            elif game.phase is Phase.ROLL:
                self.roll()
            else:
                legal = table.own(seat).legal(seat)
                decision = str(choose(table, seat, legal))
                self.decide(seat + 1, decision)
                assert self.table.n == table.n + 1, "a decision was not written"
        raise AssertionError("a game without end")


def started(*seats: str, **chosen: Any) -> Driver:
    """A table at which the game has started, with real dice, and the first seat first."""
    driver = Driver(opening(*seats, **({"real_dice": True} | chosen)))
    driver.write(Started())
    return driver


def played(*seats: str, seed: int = 0, **chosen: Any) -> Driver:
    """A whole game of people who decide by chance, and of bots."""
    source = random.Random(seed)
    server = f"{source.getrandbits(256):064x}"
    driver = Driver(opening(*seats, seed=server, **chosen))
    driver.write(Started())
    return driver.play_out(lambda _table, _seat, legal: source.choice(legal), source)
