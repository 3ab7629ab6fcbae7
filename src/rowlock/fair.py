"""Dice that anybody can verify: a seed promised beforehand, mixed with the players' seeds.

The server publishes the SHA-256 of its seed before the players give theirs, and the players
that of theirs before anybody tells one. Every roll follows from all of them, and once the
game is over and the server's seed is told, everybody can work all rolls out again.
docs/fair-dice.md is the specification.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from rowlock.bots import DEFAULT_OPPONENT
from rowlock.dice import Dice, Roll, throw
from rowlock.errors import Contradiction, NotNotation
from rowlock.events import Seat
from rowlock.record import Record, play_move

__all__ = [
    "FairDice",
    "Tags",
    "Verdict",
    "check_seed",
    "commitment",
    "daily_dice",
    "fair_tags",
    "mix_of",
    "new_seed",
    "real_tags",
    "seed_commitment",
    "verify",
]

SEED_BYTES = 32
PERSON = "you"
"""What stands in [Players] for somebody who is no bot."""

Tags = tuple[tuple[str, str], ...]
"""Tags of a record."""

_WORD = r"[0-9A-Za-z_-]"  # no comma and no line break: both part what is hashed
_SEED = rf"{_WORD}{{0,64}}"
_TABLE = rf"{_WORD}{{1,64}}"
_MIX = rf"{_SEED}(?:,{_SEED})*"
_HEX = r"[0-9a-f]{64}"
_COMMITMENTS = rf"(?:{_HEX})?(?:,(?:{_HEX})?)*"
_DAY = r"\d{4}-\d\d-\d\d"
_LOT = 0  # the lot is drawn where a roll before the first turn would be


def new_seed() -> bytes:
    """A fresh seed for the server, which nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """What is published of the server's seed beforehand: its SHA-256, in hex."""
    return hashlib.sha256(seed).hexdigest()


def check_seed(text: str) -> str:
    """A player's seed, refused if it is not one; it may be empty."""
    if not re.fullmatch(_SEED, text):
        raise NotNotation(
            f"expected a seed of at most 64 letters, digits, _ and -, found {text[:80]!r}"
        )
    return text


def seed_commitment(seed: str) -> str:
    """What is published of a player's seed beforehand: the SHA-256 of its letters, in hex."""
    return hashlib.sha256(seed.encode("ascii")).hexdigest()


def daily_dice(day: str) -> str:
    """What stands in the place of the table in a daily game: all its tables have the same dice."""
    return f"daily-{day}"


def mix_of(seeds: Iterable[str]) -> str:
    """The players' seeds in the order of seats, as they go into the dice."""
    return ",".join(check_seed(seed) for seed in seeds)


@dataclass(frozen=True, slots=True)
class FairDice:
    """The dice of one table: all its rolls are settled once the mix is known."""

    server_seed: bytes = field(repr=False)  # a secret until the game is over: never in a log
    table: str
    mix: str

    def __post_init__(self) -> None:
        if len(self.server_seed) != SEED_BYTES:
            raise NotNotation(
                f"expected a server seed of {SEED_BYTES} bytes, found {len(self.server_seed)}"
            )
        if not re.fullmatch(_TABLE, self.table):
            raise NotNotation(
                f"expected a table of 1 to 64 letters, digits, _ and -, found {self.table[:80]!r}"
            )
        mix_of(self.mix.split(","))

    @property
    def commitment(self) -> str:
        """What is published of the server's seed beforehand."""
        return commitment(self.server_seed)

    def roll(self, n: int, dice: Dice) -> Roll:
        """The roll of turn n, counted from 1, with the dice still in play."""
        if n < 1:
            raise NotNotation(f"expected a turn from 1 on, found {n}")
        return throw(dice, _Numbers(self, n))

    def lot(self, seats: int) -> Seat:
        """The seat that rolls first, drawn by lot."""
        return _Numbers(self, _LOT).randrange(seats)


class _Numbers:
    """The numbers of one roll: a source of chance in which nothing is left to chance."""

    def __init__(self, dice: FairDice, n: int) -> None:
        self.bytes = _stream(dice, n)

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to stop - 1, each as likely as the others."""
        if not 1 <= stop <= 256:
            raise NotNotation(f"a byte can choose among 1 to 256, not among {stop}")
        fair = 256 - 256 % stop  # bytes from here on would favour the small numbers
        return next(byte for byte in self.bytes if byte < fair) % stop


def _stream(dice: FairDice, n: int) -> Iterator[int]:
    """The bytes of roll n, block by block without end."""
    k = 0
    while True:
        message = f"{dice.table}\n{dice.mix}\n{n}\n{k}".encode("ascii")
        yield from hmac.digest(dice.server_seed, message, "sha256")
        k += 1


# Records


def fair_tags(
    dice: FairDice,
    commitments: Iterable[str] | None = None,
    *,
    lot: bool = False,
    revealed: bool = False,
    day: str = "",
) -> Tags:
    """The tags of a record whose dice the server rolled.

    `commitments`: what the seats had promised, empty for a seat without a seed; none if no
    seeds were called for. `lot`: the first seat was drawn by lot. `revealed`: the game is over,
    in whatever way, and the server's seed is told. `day`: it is the daily game of that day.
    """
    tags = [("Daily", day)] if day else []
    tags += [
        ("Table", dice.table),
        ("Dice", "server"),
        ("Commitment", dice.commitment),
        ("Mix", dice.mix),
    ]
    promised = tuple(commitments or ())
    if promised:
        tags.append(("SeedCommitments", ",".join(promised)))
    if lot:
        tags.append(("Lot", "yes"))
    if revealed:
        tags.append(("ServerSeed", dice.server_seed.hex()))
    return tuple(tags)


def real_tags(table: str) -> Tags:
    """The tags of a record whose dice lay on somebody's table: there is nothing to verify."""
    return ("Table", table), ("Dice", "real")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was verified: how many rolls, and whether the first seat was drawn by lot.

    `seeds` are the seats of people whose seeds are in the dice, and `promised` says whether
    they had promised them beforehand.
    """

    rolls: int
    lot: bool
    commitment: str
    seeds: tuple[Seat, ...] = ()
    promised: bool = False
    names: tuple[str, ...] = ()
    day: str = ""  # of a daily game

    def __str__(self) -> str:
        rolls = "1 roll" if self.rolls == 1 else f"{self.rolls} rolls"
        checked = f"{rolls} and the lot for the first seat" if self.lot else rolls
        return f"fair dice: {checked} checked, commitment {self.commitment}; {self._mixed()}"

    def _mixed(self) -> str:
        if self.day:
            return f"those of everybody on {self.day}: nobody but the server gave a seed"
        if not self.seeds:
            return "nobody but the server gave a seed"
        people = ", ".join(
            f"seat {seat + 1} ({self.names[seat]})" if self.names else f"seat {seat + 1}"
            for seat in self.seeds
        )
        how = "promised beforehand" if self.promised else "not promised beforehand"
        return f"seeds of {people}, {how}"


def verify(record: Record) -> Verdict:
    """Work all rolls of a record out again; an error says where it differs.

    `Contradiction`: the record is not what was promised. `NotNotation`: it does not say
    enough to tell.
    """
    tags = dict(record.tags)
    dice = _dice(tags, record.seats)
    promised = _tag(tags, "Commitment", _HEX, "64 hex digits in small letters")
    if dice.commitment != promised:
        raise Contradiction(
            f"the server seed gives the commitment {dice.commitment}, the record says {promised}"
        )
    lot = "Lot" in tags and _tag(tags, "Lot", "yes", '"yes", or no such tag') == "yes"
    if lot and dice.lot(record.seats) != record.first:
        raise Contradiction(
            f"the lot gives seat {dice.lot(record.seats) + 1} as the first to roll, "
            f"the record says seat {record.first + 1}"
        )
    day = _verify_day(tags, dice)
    people, kept = _verify_seeds(tags, dice.mix.split(","))
    return Verdict(_verify_rolls(record, dice), lot, promised, people, kept, record.names, day)


def _verify_day(tags: Mapping[str, str], dice: FairDice) -> str:
    """The day of a daily game, whose dice are those of everybody; empty for any other game."""
    if "Daily" not in tags:
        return ""
    day = _tag(tags, "Daily", _DAY, "a day, such as 2026-11-20")
    if dice.table != daily_dice(day):
        raise Contradiction(
            f"the dice of {day} are called {daily_dice(day)}, the record says {dice.table}"
        )
    if dice.mix.strip(","):
        raise Contradiction(f"nobody gives a seed in a daily game; the mix is {dice.mix!r}")
    return day


def _verify_seeds(tags: Mapping[str, str], seeds: list[str]) -> tuple[tuple[Seat, ...], bool]:
    """The seats that gave a seed, all of them people's, and whether they had promised it.

    Whoever runs a server could try any number of seeds at a bot's seat. So it must be said who
    is a bot as soon as there is a seed at all: to say nothing is no way round.
    """
    given = tuple(seat for seat, seed in enumerate(seeds) if seed)
    if given:
        expected = f'who sits where, such as "you {DEFAULT_OPPONENT}": only a person gives a seed'
        players = _tag(tags, "Players", r"\S+(?: \S+)*", expected).split(" ")
        if len(players) != len(seeds):
            raise NotNotation(
                f"[Players]: expected {len(seeds)} codes, one a seat, found {len(players)}"
            )
        for seat in given:
            if players[seat] != PERSON:
                raise Contradiction(
                    f"seat {seat + 1} is a bot's ({players[seat]}), and bots give no seeds; "
                    f"the mix has {seeds[seat]!r} there, which the server could choose"
                )
    if "SeedCommitments" not in tags:
        return given, False
    expected = "64 hex digits or nothing for each seat, with commas between them"
    promised = _tag(tags, "SeedCommitments", _COMMITMENTS, expected).split(",")
    if len(promised) != len(seeds):
        raise NotNotation(
            f"[SeedCommitments]: expected {len(seeds)}, one a seat, found {len(promised)}"
        )
    for seat, (seed, promise) in enumerate(zip(seeds, promised, strict=True), 1):
        fitting = seed_commitment(seed) if seed else ""
        if fitting != promise:
            raise Contradiction(
                f"seat {seat} has the seed {seed!r} in the mix, whose commitment is "
                f"{fitting or 'nothing'}; promised was {promise or 'nothing'}"
            )
    return given, True


def _dice(tags: Mapping[str, str], seats: int) -> FairDice:
    """The dice that the tags tell of."""
    kind = _tag(tags, "Dice", "server|real", '"server" (dice that can be verified) or "real"')
    if kind == "real":
        raise NotNotation(
            "these were real dice, thrown by hand: there is nothing to verify; "
            'expected a record with [Dice "server"]'
        )
    table = _tag(tags, "Table", _TABLE, "1 to 64 letters, digits, _ and -")
    mix = _tag(tags, "Mix", _MIX, "the players' seeds with commas between them")
    if mix.count(",") + 1 != seats:
        raise NotNotation(
            f"[Mix]: expected {seats} seeds, one a seat, found {mix.count(',') + 1}: {mix!r}"
        )
    if "ServerSeed" not in tags:
        when = "the day is over for everybody" if "Daily" in tags else "the game is over"
        raise NotNotation(
            f"the server seed is not told yet, as it is when {when}; "
            "expected a tag [ServerSeed] with 64 hex digits"
        )
    seed = _tag(tags, "ServerSeed", _HEX, "64 hex digits in small letters")
    return FairDice(bytes.fromhex(seed), table, mix)


def _verify_rolls(record: Record, dice: FairDice) -> int:
    """How many rolls there are, all of which the dice give."""
    game = record.start()
    rolls = 0
    for move in record.moves:
        if isinstance(move, Roll):
            given = dice.roll(game.turn, game.dice)
            if move != given:
                raise Contradiction(
                    f"turn {game.turn}: the dice give {given}, the record says {move}"
                )
            rolls += 1
        game = play_move(game, move).game
    return rolls


def _tag(tags: Mapping[str, str], name: str, pattern: str, expected: str) -> str:
    """The value of a tag, which must be there and look as it should."""
    value = tags.get(name)
    if value is None:
        raise NotNotation(f"expected a tag [{name}]: {expected}; found none")
    if not re.fullmatch(pattern, value):
        raise NotNotation(f"[{name}]: expected {expected}, found {value[:80]!r}")
    return value
