"""Tables that are brought to where a test or a picture begins, without a page.

Bots play the first turns for everybody, so that there is something on the sheets; the dice
are real ones, so that they can be chosen here and are the same each time.
"""

from __future__ import annotations

import contextlib
import functools
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from websockets.sync.client import connect

from tests.server.days import begin, new_key
from tests.server.running import Server
from tests.web.browsing import Hand

__all__ = ["LOCKS_RED", "OWN_VARIANT", "Prepared", "guest", "try_daily"]

TESTS = Path(__file__).parents[1]
OWN_VARIANT = TESTS.parent / "docs/examples/chain_of_colours.toml"
LOCKS_RED = ("11", "12", "13", "14", "15", "66")
"""White dice with which whoever crosses red each time locks the row at the end."""
LONG = "Maximilian-Alexander"  # as long as a name may be


@contextlib.contextmanager
def guest(server: Server, table: str, name: str, key: str | None = None) -> Iterator[Hand]:
    """Somebody who comes by the link and takes the first open seat, without a page."""
    with connect(server.socket(table), compression=None, max_queue=None) as socket:
        made = Hand(socket)
        made.say("hello")
        made.say("sit", name=name, **({"key": key} if key else {}))
        yield made


def try_daily(server: Server, key: str, turns: int = 999) -> str:
    """The daily game, played without a page for so many turns: who has a choice crosses nothing."""
    table = begin(server, key)
    with _hand(server, table, key) as hand:

        def asked(now: dict[str, Any]) -> bool:
            return 1 in now["waiting"]

        while hand.now["stage"] == "playing" and hand.now["turn"] <= turns:
            _wait(hand, asked)
            if hand.now["stage"] == "playing" and hand.now["phase"] == "roll":
                hand.say("roll", turn=hand.now["turn"])
            elif hand.now["stage"] == "playing":
                hand.decide(1, "-")
    return table


class Prepared:
    """Tables of a server, each made when it is first asked for: its name and Emma's key."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._open = contextlib.ExitStack()
        self._made: dict[str, tuple[str, str]] = {}

    def close(self) -> None:
        """Everybody leaves."""
        self._open.close()

    def __getitem__(self, what: str) -> tuple[str, str]:
        name, _, variant = what.partition(":")
        if what not in self._made or name == "rolling":  # there a clock runs
            make = functools.partial(MADE[name], self)
            self._made[what] = make(variant) if variant else make()
        return self._made[what]

    # Opening

    def table(
        self, *who: str, start: bool = True, guest_key: str | None = None, **options: Any
    ) -> tuple[str, str, list[Hand]]:
        """A table with Emma, who opens it, and Max, who comes by the link if a seat is open."""
        opened = self.server.open(*who, **options)
        table, key = opened["table"], opened["key"]
        hands = [self._open.enter_context(_hand(self.server, table, key))]
        if "+" in who:
            hands.append(self._open.enter_context(guest(self.server, table, LONG, guest_key)))
        if start:
            hands[0].say("start")
        return table, key, hands

    def advanced(self, rounds: int, *who: str, **options: Any) -> tuple[str, str, list[Hand]]:
        """A table with real dice where bots have played so many turns of each for everybody."""
        table, key, hands = self.table(*who, real_dice=True, first=1, **options)
        people = {seat: hands[0] for seat, one in enumerate(who, 1) if one.istitle()}
        people |= {seat: hands[-1] for seat, one in enumerate(who, 1) if one == "+"}
        for seat, hand in people.items():
            hand.say("hand_over", seat=seat, bot="keen")
        faces = self.server.get(f"/api/tables/{table}")["variant"]["faces"]
        chance = Random(f"{options.get('variant')} {len(who)}")
        for turn in range(1, rounds * len(who) + 1):
            _wait(hands[0], lambda now, turn=turn: now["turn"] == turn)  # type: ignore[misc]
            if hands[0].now["stage"] == "done":
                break
            hands[0].say("roll", turn=turn, dice=dice(hands[0], chance, faces))
            _wait(hands[0], lambda now: now["phase"] in ("roll", None))
        if hands[0].now["stage"] == "playing":
            for seat, hand in people.items():
                hand.say("take_back", seat=seat)
        return table, key, hands

    # Waiting

    def lobby(self) -> tuple[str, str]:
        options: dict[str, Any] = {"time": "relaxed", "hidden_scores": True, "open_white": True}
        table, key, _ = self.table("Emma", "+", "+", "keen", start=False, **options)
        return table, key

    def seated(self) -> tuple[str, str]:
        key = "of-somebody-who-came-by-the-link-0123456789"
        table, _, _ = self.table("Emma", "+", "keen", start=False, guest_key=key)
        return table, key

    # Playing

    def rolling(self, variant: str = "classic") -> tuple[str, str]:
        table, key, _ = self.table("Emma", "+", "keen", first=1, time="relaxed", variant=variant)
        return table, key

    def throwing(self) -> tuple[str, str]:
        table, key, _ = self.advanced(3, "Emma", "+", "keen")
        return table, key

    def deciding(self, variant: str = "classic") -> tuple[str, str]:
        table, key, hands = self._deciding(variant)
        del hands
        return table, key

    def _deciding(self, variant: str) -> tuple[str, str, list[Hand]]:
        own = {"variant_file": OWN_VARIANT.read_text()} if variant == "own" else {}
        options = {"variant": variant, **own}
        table, key, hands = self.advanced(3, "Emma", "+", "keen", "keen", **options)
        _throw(hands[0])
        return table, key, hands

    def answered(self) -> tuple[str, str]:
        table, key, hands = self._deciding("classic")
        hands[0].say("ping")
        which = {"seat": 1, "turn": hands[0].now["turn"], "phase": "white"}
        hands[0].say("decide", decision="-", **which)
        return table, key

    def colour(self) -> tuple[str, str]:
        table, key, hands = self._deciding("bonus_pairs")
        hands[0].decide(1, "-")
        hands[1].decide(2, "-")
        return table, key

    def advised(self) -> tuple[str, str]:
        """Hints are allowed, and red eleven would be a blunder."""
        table, key, hands = self.table("Emma", "+", "keen", real_dice=True, first=1, hints=True)
        hands[0].say("roll", turn=1, dice="56r1y1g1b1")
        return table, key

    def many(self) -> tuple[str, str]:
        table, key, hands = self.advanced(1, "Emma", "+", *["keen"] * 6)
        _throw(hands[0])
        return table, key

    def three(self) -> tuple[str, str]:
        table, key, hands = self.advanced(3, "Emma", "Max", "Zoe")
        _throw(hands[0])
        return table, key

    def two(self) -> tuple[str, str]:
        table, key, hands = self.advanced(5, "Emma", "Max", variant="bonus_chain")
        _throw(hands[0])
        return table, key

    def alone(self) -> tuple[str, str]:
        table, key, hands = self.advanced(8, "Emma", variant="xl")
        _throw(hands[0])
        return table, key

    def bot_plays(self) -> tuple[str, str]:
        table, key, hands = self.advanced(3, "Emma", "+")
        hands[0].say("hand_over", seat=1, bot="keen")
        return table, key

    def tie(self) -> tuple[str, str]:
        record = (TESTS / "endings/bonus_pairs-pairs-pick-white.rowlock").read_text()
        turns = record.strip().partition("\n\n")[2].splitlines()
        table, key, (both,) = self.table("Emma", "Max", variant="bonus_pairs", real_dice=True)
        for turn in turns[:-1]:
            both.play(turn)
        both.say("roll", turn=both.now["turn"], dice=turns[-1].split()[2])
        both.decide(2, "-")
        both.decide(1, "Y11")
        return table, key

    def near_lock(self, *who: str, **options: Any) -> tuple[str, str, list[Hand]]:
        """Everybody can lock the red row with the dice that lie there; nobody has answered.

        The hands are those of the seats, one each.
        """
        table, key, hands = self.table(*who, real_dice=True, first=1, **options)
        seats = [hands[-1] if one == "+" else hands[0] for one in who]
        for turn, whites in enumerate(LOCKS_RED):
            active = turn % len(who)
            seats[active].say("roll", turn=turn + 1, dice=f"{whites}r6y6g1b1")
            if whites == LOCKS_RED[-1]:
                break
            for seat, hand in enumerate(seats, 1):
                hand.decide(seat, f"R{sum(map(int, whites))}")
            seats[active].decide(active + 1, "-")
        return table, key, seats

    def announced(self) -> tuple[str, str]:
        """Max locks red; Emma, who had crossed nothing, is asked again."""
        table, key, hands = self.near_lock("Emma", "+")
        hands[0].decide(1, "-")
        hands[1].decide(2, "R12")
        return table, key

    def locking(self) -> tuple[str, str]:
        """Emma locks red herself, and the others think."""
        table, key, hands = self.near_lock("Emma", "+")
        hands[0].decide(1, "R12")
        return table, key

    # Over

    def over(self, variant: str = "classic") -> tuple[str, str]:
        """A game with the server's dice, played to its end by a bot in Emma's place."""
        who = ["keen", "random"] if variant == "classic" else ["keen", "random"] * 3 + ["keen"]
        table, key, hands = self.table("Emma", *who, variant=variant, first=1)
        hands[0].say("hand_over", seat=1, bot="keen")
        _wait(hands[0], lambda now: now["stage"] == "done")
        return table, key

    def daily(self) -> tuple[str, str]:
        key = new_key()
        return try_daily(self.server, key), key

    def stopped(self) -> tuple[str, str]:
        table, key, hands = self.advanced(3, "Emma", "+")
        hands[0].say("stop")
        return table, key


MADE: dict[str, Callable[..., tuple[str, str]]] = {
    name: getattr(Prepared, name)
    for name in (
        *("lobby", "seated", "rolling", "throwing", "deciding", "answered", "colour"),
        *("advised", "many"),
        *("three", "two", "alone", "bot_plays", "tie", "announced", "locking", "over", "stopped"),
        "daily",
    )
}


@contextlib.contextmanager
def _hand(server: Server, table: str, key: str) -> Iterator[Hand]:
    with connect(server.socket(table), compression=None, max_queue=None) as socket:
        made = Hand(socket)
        made.say("hello", key=key)
        yield made


def _wait(hand: Hand, until: Callable[[dict[str, Any]], bool]) -> None:
    """Until the bots have brought the table there, or the game is over."""
    begun = time.monotonic()
    while time.monotonic() < begun + 30:
        hand.say("ping")
        if hand.now["stage"] == "done" or until(hand.now):
            return
        time.sleep(0.005)
    raise AssertionError(f"the bots do not come on: {hand.now}")


def dice(hand: Hand, chance: Random, faces: int) -> str:
    """A throw with the dice that are still in the game."""
    colours = [row for row in "RYGB" if row not in hand.now["closed"]]
    shows = [str(chance.randint(1, faces)) for _ in range(2 + len(colours))]
    return "".join(
        ["".join(shows[:2]), *(row.lower() + shown for row, shown in zip(colours, shows[2:]))]
    )


def _throw(hand: Hand) -> None:
    """Dice with which much is possible."""
    hand.say("ping")
    rows = [row for row in "RYGB" if row not in hand.now["closed"]]
    colours = "".join(f"{row.lower()}{5 - place}" for place, row in enumerate(rows))
    hand.say("roll", turn=hand.now["turn"], dice=f"43{colours}")
