"""A game at a terminal: persons type, bots answer, and nothing is ever lost.

Input and output come in from outside, so that a test can sit at the table too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Protocol

from rowlock.announcing import announced_rows, locked_between, with_announced
from rowlock.dice import Source, throw
from rowlock.errors import NotNotation, UnknownVariant
from rowlock.events import Closed, Ended, Event, Missed, Rolled, Seat
from rowlock.game import Phase
from rowlock.moves import Decision, Mark, parse_move
from rowlock.players import Player
from rowlock.record import Move, Played, Record, play_move
from rowlock.sheet import Colour
from rowlock.tui.advice import hint, warning
from rowlock.tui.answers import (
    Refusal,
    announced,
    answers,
    ask_again,
    fit_to_keep,
    this_turn,
    to_take_back,
    untold,
    without,
)
from rowlock.tui.columns import wrapped
from rowlock.tui.ink import Ink
from rowlock.tui.prose import as_text
from rowlock.tui.screen import Screen
from rowlock.tui.showing import Showing, listed
from rowlock.tui.story import tell
from rowlock.tui.words import ENGLISH, Words
from rowlock.variants.pages import rules_page

__all__ = ["Leave", "Saver", "Table"]


class Leave(Exception):
    """A person wants to stop here."""


class Saver(Protocol):
    """Where games are kept."""

    def keep(self, record: Record) -> None:
        """Called after every decision of a person; may do nothing."""

    def save(self, record: Record, name: str = "") -> str:
        """Save now, under this name if one is given; say where."""


class Table:
    """One game with persons and bots. `bots` maps seats to players; all others are persons.

    On a screen, each person finds nothing of what the one before typed. Where locks are
    announced, they are told at once, bind whoever made them, and ask others once more. With
    `warns`, whoever is about to blunder is asked once more.
    """

    def __init__(
        self,
        record: Record,
        bots: Mapping[Seat, Player],
        dice: Source,
        ask: Callable[[str], str],
        say: Callable[[str], None],
        saver: Saver,
        ink: Ink,
        pause: bool = False,
        words: Words = ENGLISH,
        screen: Screen | None = None,
        announcing: bool = True,
        warns: bool = False,
    ) -> None:
        self.record = record
        self.game = record.game()
        self.names = words.names(record)
        self.bots = bots
        self.persons = frozenset(range(record.seats)).difference(bots)
        self.dice = dice
        self.ask = ask
        self.say = say
        self.saver = saver
        self.pause = pause
        self.words = words
        self.screen = screen
        self.announcing = announcing
        self.warns = warns
        self.warned: tuple[Seat, Record] | None = None  # who was warned last, and where
        self.showing = Showing(self.names, ink, words)
        self.untold = untold(record)
        self.holder: Seat | None = None  # the last person who was asked in a white action
        self.exposed = False  # whether a sealed answer of that person may stand on the screen
        self.heard: dict[Seat, frozenset[Colour]] = {}  # locks that were known when answering
        self.earlier: dict[Seat, tuple[Played, ...]] = {}  # what those asked again had answered

    def run(self) -> None:
        """Play until the game is over; `Leave`, end of input and Ctrl-C come through."""
        while True:
            if self.game.over:
                if self.breathe(self.words("table.then_result", undo=self.or_undo())):
                    break
            elif self.game.phase is Phase.ROLL:
                name = self.names[self.game.active]
                if self.breathe(self.words.of("table.then_rolls", name, undo=self.or_undo())):
                    self.play(throw(self.game.dice, self.dice))
            else:
                self.decide()
        self.say_all(self.showing.result(self.game))

    # The turn

    def breathe(self, prompt: str) -> bool:
        """A pause in which a person can still take a decision back; whether to go on."""
        if not self.pause or not any(self.is_persons(move) for move in this_turn(self.record)):
            return True
        answer = self.command(prompt)
        if answer == "undo":
            self.undo()
        elif answer == "sheet":
            self.say_all(self.showing.sheets(self.game))
        elif answer:
            self.say(self.words("table.go_on"))
        return not answer

    def decide(self) -> None:
        """The next decision: bots first, since what they decide is sealed anyway."""
        seat = min(self.game.to_move(), key=lambda seat: (seat not in self.bots, seat))
        if seat in self.bots:
            view = with_announced(self.game.view(seat), self.known(seat))
            self.play(Played(seat, self.bots[seat].decide(view, seat)))
        elif self.hand_over(seat):
            self.show(seat)
            while not self.answered(seat):
                pass

    def hand_over(self, seat: Seat) -> bool:
        """Wipe what another person typed and wait for this one; whether it may be asked."""
        handed, self.holder = self.exposed and self.holder != seat, seat
        if not handed or self.screen is None or self.game.phase is not Phase.WHITE:
            return True
        self.screen.wipe()
        self.exposed = False
        while answer := self.command(self.words("table.pass_on", name=self.names[seat])):
            if answer == "undo" and self.undo():
                return False
        return True

    def answered(self, seat: Seat) -> bool:
        """Ask a person once; whether the game has changed."""
        answer = self.command(f"{self.names[seat]}> ")
        if answer == "undo":
            return self.undo()
        if answer == "hint":
            self.say(hint(self.game, seat, self.words))
        elif answer == "sheet":
            self.show(seat)
        elif not answer and seat in self.earlier:
            for move in self.earlier.pop(seat):
                self.play(move)
            return True
        else:
            decision = self.understand(answer, seat)
            if decision is not None and not self.warn(seat, decision):
                self.play(Played(seat, decision))
                return True
        return False

    def warn(self, seat: Seat, decision: Decision) -> bool:
        """Say it if this would be a blunder, once a decision; whether something was said."""
        here = (seat, self.record)
        if not self.warns or self.warned == here:
            return False
        said = warning(self.game, seat, decision, self.words)
        if said:
            self.warned = here
            self.say_all(wrapped(said))
            self.say(self.words("warn.again"))
        return bool(said)

    def play(self, move: Move) -> None:
        """Make a move, keep it, and tell what an action brought once it is over."""
        if isinstance(move, Played):
            self.reopen(move)
        phase = self.game.phase
        before, (self.game, events) = self.game, play_move(self.game, move)
        self.record = self.record.plus(move)
        if self.is_persons(move):
            self.exposed = True
            self.keep()
        self.untold += events
        if self.game.phase is not phase:
            for event in _in_seat_order(self.untold):
                self.tell(event)
            self.untold = []
            self.exposed, self.heard, self.earlier = False, {}, {}
        elif isinstance(move, Played):
            self.earlier.pop(move.seat, None)
            rows = locked_between(before.sheets[move.seat], self.game.sheets[move.seat])
            if self.announcing and phase is Phase.WHITE and not self.persons & self.game.waiting:
                self.say_all(self.showing.locks({move.seat: rows}))  # others see it at their turn

    def reopen(self, move: Played) -> None:
        """If this decision is a lock to announce, take back the answers of who could lock too."""
        if not self.announcing or self.game.phase is not Phase.WHITE:
            return
        after = play_move(self.game, move).game
        rows = locked_between(self.game.sheets[move.seat], after.sheets[move.seat])
        self.heard[move.seat] = frozenset(announced_rows(announced(self.game)))
        again = ask_again(self.record, rows, self.heard) - {move.seat} if rows else ()
        if not again:
            return
        given = answers(self.record)
        self.earlier |= {seat: given[seat] for seat in again}
        turn = this_turn(self.record)
        left_out = [i for i, m in enumerate(turn) if isinstance(m, Played) and m.seat in again]
        self.go_back(without(self.record, left_out))

    def known(self, seat: Seat) -> dict[Seat, tuple[Colour, ...]]:
        """The locks that others have announced in the action under way."""
        if not self.announcing:
            return {}
        return {other: rows for other, rows in announced(self.game).items() if other != seat}

    def keep(self) -> None:
        """Keep the game as it is; if that fails, say so and play on."""
        try:
            self.saver.keep(self.kept)
        except OSError as error:
            self.say(self.words("play.not_saved", error=error))

    @property
    def kept(self) -> Record:
        """The game as it may stand in a file now: without what is sealed."""
        return fit_to_keep(self.record, self.persons, self.announcing)

    def is_persons(self, move: Move) -> bool:
        """Whether a person decided this."""
        return isinstance(move, Played) and move.seat in self.persons

    def or_undo(self) -> str:
        """That something can be taken back, if so."""
        place = to_take_back(self.record, self.persons, self.announcing)
        return "" if isinstance(place, Refusal) else self.words("table.or_undo")

    def undo(self) -> bool:
        """Take back the last decision of a person, if nobody else knows of it yet.

        White decisions of other seats stay, since they do not depend on it.
        """
        place = to_take_back(self.record, self.persons, self.announcing)
        if isinstance(place, Refusal):
            self.say(self.words(place.value))
            return False
        back = this_turn(self.record)[place]
        self.go_back(without(self.record, [place]))
        self.keep()
        assert isinstance(back, Played)
        self.earlier.pop(back.seat, None)
        self.say(self.words.of("undo.done", self.names[back.seat]))
        return True

    def go_back(self, record: Record) -> None:
        """Be at an earlier moment of this turn."""
        self.record, self.game, self.untold = record, record.game(), untold(record)

    # Understanding what was typed

    def command(self, prompt: str) -> str:
        """Ask until something is typed that is not help, rules, save or quit."""
        while True:
            answer = self.ask(prompt).strip()
            word, _, rest = answer.partition(" ")
            match self.words.command(word):
                case "help":
                    self.say(self.words("help"))
                case "rules":
                    self.show_rules()
                case "save":
                    try:
                        path = self.saver.save(self.kept, rest.strip())
                        self.say(self.words("play.saved", path=path))
                    except OSError as error:
                        self.say(self.words("play.not_saved", error=error))
                case "quit":
                    raise Leave
                case "pass":
                    return "-"
                case None:
                    return answer
                case known:
                    return known

    def understand(self, text: str, seat: Seat) -> Decision | None:
        """The decision that was meant, or none, having said what would be right."""
        legal = self.game.legal(seat)
        if not text and len(legal) == 1:
            return legal[0]
        try:
            decision = parse_move("".join(text.upper().split()))
        except NotNotation:
            self.say(self.words("table.no_move", typed=repr(text), moves=listed(legal)))
            return None
        if isinstance(decision, Mark) and decision not in legal:
            decision = replace(decision, offered=not decision.offered)  # one cell, so one meaning
        if decision in legal:
            return decision
        self.say(self.words("table.not_legal", typed=text, moves=listed(legal)))
        return None

    # Showing

    def show(self, seat: Seat) -> None:
        """The table as this seat may see it, with its choices."""
        self.say_all(self.showing.table(self.game.view(seat), seat, self.known(seat)))
        if seat in self.earlier:
            self.exposed = True
            moves = listed([move.decision for move in self.earlier[seat]])
            self.say(self.words("table.keep", moves=moves))

    def show_rules(self) -> None:
        """The rule page of the variant, a screenful at a time if there is a screen."""
        variant = self.game.variant
        try:
            page = rules_page(variant.key, self.words.language)
        except UnknownVariant:
            self.say(self.words("table.no_rules", variant=variant.name))
            return
        lines = as_text(page).splitlines()
        step = self.screen.height - 1 if self.screen else len(lines)
        for start in range(0, len(lines), step):
            if start and self.ask(self.words("table.more")).strip():
                return
            self.say_all(lines[start : start + step])

    def tell(self, event: Event) -> None:
        """Tell an event, but for what is shown: the result, and a roll if a person sees it."""
        shown = isinstance(event, Rolled) and self.persons
        if not shown and not isinstance(event, Ended):
            self.say(tell(event, self.names, self.game.variant, self.words))

    def say_all(self, lines: Iterable[str]) -> None:
        """Say one line after the other."""
        for line in lines:
            self.say(line)


def _in_seat_order(events: Sequence[Event]) -> list[Event]:
    """White decisions are told in the order of seats, whoever was first; what follows, after."""
    told: list[tuple[Seat, Event]] = []
    for i, event in enumerate(events):
        if isinstance(event, Closed | Missed | Ended):
            return [*(event for _, event in sorted(told, key=itemgetter(0))), *events[i:]]
        told.append((event.seat, event))
    return [event for _, event in sorted(told, key=itemgetter(0))]
