"""Reads a record: scans the text, takes the tags, then plays turn by turn."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from rowlock.dice import Roll
from rowlock.errors import (
    Contradiction,
    IllegalMove,
    NotNotation,
    Place,
    RowlockError,
    as_text,
)
from rowlock.events import Seat
from rowlock.game import Game, Phase
from rowlock.moves import parse_move
from rowlock.record.writing import Move, Played, Record, can_be_written, column, own_tags
from rowlock.variant import MAX_SEATS, Variant, default_variant, find_variant

__all__ = ["MAX_BYTES", "read_record"]

MAX_BYTES = 1024 * 1024
"""The longest game of eight fits in a twentieth of this."""

_TOKEN = r"""(?x)(?P<space>\s+)
      | ;(?P<comment>[^\n]*)
      | \[\s*(?P<tag>[A-Za-z][A-Za-z0-9]*)(?:\s+(?P<index>[1-9]))?\s*
        "(?P<value>(?:[^"\\\n]|\\["\\])*)"\s*\]
      | (?P<slash>/)
      | (?P<word>[^\s;/\[\]"]+)"""
_COLUMN = r"(?P<first>-|\*?[RYGB][1-9][0-9]?)#?(?P<rest>(?:~[RYGB]|>[RYGB][1-9][0-9]?#?)*)x?"
_MOVE_EXPECTED = "a move such as R5, *G16 or -, or ? if it is still open"


def read_record(
    data: str | bytes,
    find: Callable[[str], Variant] = find_variant,
    source: str = "",
) -> Record:
    """Read a record, play it, and refuse it if anything in it does not follow from its moves."""
    if len(data) > MAX_BYTES:
        raise NotNotation(f"a record has at most {MAX_BYTES} bytes", Place(source))
    return _Reader(as_text(data, source), source).read(find)


class _Word(NamedTuple):
    text: str
    place: Place


class _Turn(NamedTuple):
    """A turn as it was written, before anybody asks whether it is legal."""

    number: _Word
    active: _Word
    roll: _Word
    white: list[_Word]
    colour: _Word | None


class _Reader:
    """Reads one record: scan the text, take the tags, then play turn by turn."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source
        self.tags: dict[str, _Word] = {}
        self.words: list[_Word] = []
        self.comments: dict[int, list[str]] = {}

    def read(self, find: Callable[[str], Variant]) -> Record:
        self.scan()
        record = self.head(find)
        game = record.start()
        moves: list[Move] = []
        turns = self.turns(record.seats)
        for turn in turns:
            last = turn is turns[-1]
            game = self.play(turn, game, moves, last)
        self.verify(game)
        return replace(record, moves=tuple(moves))

    def scan(self) -> None:
        """Part the text into tags, comments and words."""
        position, line, line_start, turns = 0, 1, 0, 0
        token = re.compile(_TOKEN)
        text = self.text.removeprefix("\ufeff")
        while position < len(text):
            match = token.match(text, position)
            place = Place(self.source, line, position - line_start + 1)
            if match is None:
                rest = text[position:].split("\n", 1)[0][:40]
                raise NotNotation(
                    f'expected a tag such as [Seats "2"], a turn or a ; comment, found {rest!r}',
                    place,
                )
            if match["tag"]:
                self.add_tag(match, place)
            elif match["comment"] is not None:
                self.comments.setdefault(turns, []).append(match["comment"].strip())
            elif match["space"] is None:
                self.words.append(_Word(match.group(), place))
                turns += _is_number(match.group())
            position = match.end()
            newlines = match.group().count("\n")
            if newlines:
                line += newlines
                line_start = position - len(match.group().rsplit("\n", 1)[1])

    def add_tag(self, match: re.Match[str], place: Place) -> None:
        name = f"{match['tag']} {match['index']}" if match["index"] else match["tag"]
        if self.words:
            raise NotNotation(f"expected tags before the first turn, found [{name}]", place)
        if name in self.tags:
            raise NotNotation(f"the tag [{name}] stands here twice", place)
        value = re.sub(r"\\(.)", r"\1", match["value"])
        if not can_be_written(value):
            raise NotNotation(
                f"expected printable characters in the tag [{name}], found {value!r}", place
            )
        self.tags[name] = _Word(value, place)

    def head(self, find: Callable[[str], Variant]) -> Record:
        """What the tags say: variant, seats, names, and all the rest."""
        key = self.tag("Variant", f'the variant, such as [Variant "{default_variant()}"]')
        try:
            variant = find(key.text)
        except RowlockError as error:
            raise error.at(key.place) if error.place is None else error from None
        if variant.key != key.text:
            raise Contradiction(
                f"the record is of {key.text!r}, the variant given is {variant.key!r}", key.place
            )
        edition = self.tags.pop("Edition", None)
        if edition is not None and edition.text != str(variant.edition):
            raise Contradiction(
                f"the record is of edition {edition.text!r} of {variant.key}; "
                f"known is edition {variant.edition}",
                edition.place,
            )
        for choice in variant.choices:  # those of other variants are nobody's tags here
            chosen = self.tags.pop(choice.tag, None)
            if chosen is not None:
                try:
                    variant = variant.choose(choice.name, chosen.text)
                except RowlockError as error:
                    raise error.at(chosen.place) from None
        seats = self.number("Seats", MAX_SEATS)
        first = self.number("First", seats) if "First" in self.tags else 1
        names = [self.tags.pop(f"Seat {i}", None) for i in range(1, seats + 1)]
        for name, value in self.tags.items():
            if " " in name:
                raise NotNotation(f"expected Seat 1 to Seat {seats}, found [{name}]", value.place)
        own = own_tags(variant)
        return Record(
            variant,
            seats,
            first - 1,
            names=tuple(name.text if name else "" for name in names) if any(names) else (),
            tags=tuple((k, v.text) for k, v in self.tags.items() if k not in own),
            comments=tuple((turn, "\n".join(said)) for turn, said in self.comments.items()),
        )

    def tag(self, name: str, expected: str) -> _Word:
        if name not in self.tags:
            raise NotNotation(f"expected a tag for {expected}", Place(self.source, 1, 1))
        return self.tags.pop(name)

    def number(self, name: str, most: int) -> int:
        word = self.tag(name, f'the {name.lower()}, such as [{name} "1"]')
        if not re.fullmatch(r"[1-9]", word.text) or int(word.text) > most:
            raise NotNotation(
                f"{name}: expected a number from 1 to {most}, found {word.text!r}", word.place
            )
        return int(word.text)

    def turns(self, seats: int) -> list[_Turn]:
        """Part the words into turns of the right shape."""
        words = iter([*self.words, _Word("", self.end())])
        turns: list[_Turn] = []
        word = next(words)
        while word.text:
            if not _is_number(word.text):
                raise _expected(f"the next turn, such as {len(turns) + 1}.", word)
            number, active = word, next(words)
            if not re.fullmatch(r"[1-9]", active.text):
                raise _expected("the seat that rolls", active)
            roll = next(words)
            if not roll.text:
                raise _expected("the roll", roll)
            white = []
            for seat in range(1, seats + 1):
                word = next(words)
                if not word.text or word.text == "/" or _is_number(word.text):
                    raise _expected(f"the white decision of seat {seat}: {_MOVE_EXPECTED}", word)
                white.append(word)
            colour = None
            word = next(words)
            if word.text == "/":
                colour = next(words)
                if not colour.text or _is_number(colour.text):
                    raise _expected(f"the colour decision: {_MOVE_EXPECTED}", colour)
                word = next(words)
            turns.append(_Turn(number, active, roll, white, colour))
        return turns

    def end(self) -> Place:
        lines = self.text.rstrip().split("\n")
        return Place(self.source, len(lines), len(lines[-1]) + 1)

    def play(self, turn: _Turn, game: Game, moves: list[Move], last: bool) -> Game:
        if turn.number.text != f"{game.turn}.":
            raise _expected(f"turn {game.turn}.", turn.number)
        if game.over:
            raise IllegalMove("the game is over before this turn", turn.number.place)
        if turn.active.text != str(game.active + 1):
            raise Contradiction(
                f"turn {game.turn} belongs to seat {game.active + 1}, "
                f"the record says {turn.active.text}",
                turn.active.place,
            )
        try:
            roll = Roll.parse(turn.roll.text)
            game = game.rolled(roll).game
        except RowlockError as error:
            raise error.at(turn.roll.place) from None
        moves.append(roll)
        for seat, word in enumerate(turn.white):
            if not _is_open(word, last):
                game = self.decide(seat, word, game, moves)
        if turn.colour is not None:
            if game.phase is not Phase.COLOUR:
                raise IllegalMove(f"expected no colour action: {game.due()}", turn.colour.place)
            if not _is_open(turn.colour, last):
                game = self.decide(game.active, turn.colour, game, moves)
        if not last and game.phase not in (Phase.ROLL, Phase.OVER):
            where = turn.colour or turn.white[-1]
            raise NotNotation(f"expected the turn to be finished: {game.due()}", where.place)
        return game

    def decide(self, seat: Seat, word: _Word, game: Game, moves: list[Move]) -> Game:
        """Play a column, and see that what it claims is what happens."""
        match = re.fullmatch(_COLUMN, word.text)
        if match is None:
            raise _expected(_MOVE_EXPECTED, word)
        plain = checked = ""
        for text in (match["first"], *re.findall(r"~[RYGB]", match["rest"])):
            decision = parse_move(text)
            try:
                game, events = game.apply(seat, decision)
            except RowlockError as error:
                raise error.at(word.place) from None
            moves.append(Played(seat, decision))
            plain += column(decision, events, checked=False)
            checked += column(decision, events, checked=True)
        if word.text not in (plain, checked):
            raise Contradiction(
                f"seat {seat + 1} wrote {word.text}, the moves give {checked}", word.place
            )
        return game

    def verify(self, game: Game) -> None:
        """The tags that say how it ended must say what the moves say."""
        outcome = game.outcome()
        result = " ".join(map(str, outcome.totals)) if outcome else "*"
        ending = outcome.ending.value if outcome else "none"
        for name, follows in (("Result", result), ("Ending", ending)):
            said = self.tags.get(name)
            if said is not None and said.text.split() != follows.split():
                short = "" if outcome else " (the game is not over: is the record cut short?)"
                raise Contradiction(
                    f"{name}: the record says {said.text!r}, the moves give {follows!r}{short}",
                    said.place,
                )


def _is_number(word: str) -> bool:
    return re.fullmatch(r"[0-9]+\.", word) is not None


def _is_open(word: _Word, last: bool) -> bool:
    """Whether this decision is still owed, as it may be in the last turn."""
    if word.text == "?" and not last:
        raise _expected("a move: only the last turn may be open", word)
    return word.text == "?"


def _expected(what: str, word: _Word) -> NotNotation:
    found = repr(word.text[:40]) if word.text else "the end of the record"
    return NotNotation(f"expected {what}, found {found}", word.place)
