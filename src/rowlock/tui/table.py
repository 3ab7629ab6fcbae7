"""A game at a terminal: persons type, bots answer, and nothing is ever lost.

Input and output come in from outside, so that a test can sit at the table too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Protocol

from rowlock.dice import Source, throw
from rowlock.errors import NotNotation
from rowlock.events import Closed, Ended, Event, Missed, Rolled, Seat
from rowlock.game import Game, Phase
from rowlock.moves import Decision, Mark, Pass, Pick, parse_move
from rowlock.players import Player
from rowlock.record import Move, Played, Record, play_move
from rowlock.tui.advice import hint
from rowlock.tui.draw import draw_dice, draw_sheet, draw_small, draw_tally
from rowlock.tui.ink import Ink
from rowlock.tui.story import does, tell

__all__ = ["HELP", "Leave", "Saver", "Table"]

HELP = """\
  R5      cross 5 in row R; a row is named by the colour of its lock
  *G16    cross G16 with a lucky number, instead of the announced sum
  ~Y      settle a tie: row Y takes the extra crosses
  -       pass (or: pass)
  hint    the best decisions, with your chance to win and the points to expect
  undo    take the last decision back; never across a roll
  sheet   show the table again
  save    save the game (save NAME: under that name)
  quit    save and leave
  help    this list"""


class Leave(Exception):
    """A person wants to stop here."""


class Saver(Protocol):
    """Where games are kept."""

    def keep(self, record: Record) -> None:
        """Called after every decision of a person; may do nothing."""

    def save(self, record: Record, name: str = "") -> str:
        """Save now, under this name if one is given; say where."""


class Table:
    """One game with persons and bots. `bots` maps seats to players; all others are persons."""

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
    ) -> None:
        self.record = record
        self.game = record.game()
        self.names = record.names
        self.bots = bots
        self.dice = dice
        self.ask = ask
        self.say = say
        self.saver = saver
        self.ink = ink
        self.pause = pause
        self.untold = _untold(record)

    def run(self) -> None:
        """Play until the game is over; `Leave`, end of input and Ctrl-C come through."""
        while True:
            if self.game.over:
                if self.breathe("the result"):
                    break
            elif self.game.phase is Phase.ROLL:
                if self.breathe(does(self.names[self.game.active], "rolls")):
                    self.play(throw(self.game.dice, self.dice))
            else:
                self.decide()
        self.show_result()

    # The turn

    def breathe(self, then: str) -> bool:
        """A pause in which a person can still take a decision back; whether to go on."""
        if not self.pause or not any(self.is_persons(move) for move in self.this_turn()):
            return True
        answer = self.command(f"Enter: {then} (or undo)> ")
        if answer == "undo":
            self.undo()
        elif answer == "sheet":
            self.show_sheets()
        elif answer:
            self.say("Press Enter to go on, or type undo, sheet, save, quit or help.")
        return not answer

    def decide(self) -> None:
        """The next decision: bots first, since what they decide is sealed anyway."""
        seat = min(self.game.to_move(), key=lambda seat: (seat not in self.bots, seat))
        if seat in self.bots:
            self.play(Played(seat, self.bots[seat].decide(self.game.view(seat), seat)))
            return
        self.show(seat)
        while True:
            answer = self.command(f"{self.names[seat]}> ")
            if answer == "undo":
                if self.undo():
                    return
            elif answer == "hint":
                self.say(hint(self.game, seat))
            elif answer == "sheet":
                self.show(seat)
            else:
                decision = self.understand(answer, seat)
                if decision is not None:
                    self.play(Played(seat, decision))
                    return

    def play(self, move: Move) -> None:
        """Make a move, keep it, and tell what an action brought once it is over."""
        phase = self.game.phase
        self.game, events = play_move(self.game, move)
        self.record = self.record.plus(move)
        if self.is_persons(move):
            self.keep()
        self.untold += events
        if self.game.phase is not phase:
            for event in _in_seat_order(self.untold):
                self.tell(event)
            self.untold = []

    def keep(self) -> None:
        """Keep the game as it is; if that fails, say so and play on."""
        try:
            self.saver.keep(self.record)
        except OSError as error:
            self.say(_not_saved(error))

    def is_persons(self, move: Move) -> bool:
        """Whether a person decided this."""
        return isinstance(move, Played) and move.seat not in self.bots

    def this_turn(self) -> tuple[Move, ...]:
        """The moves since the last roll, the roll itself left out."""
        rolls = self.record.rolls()
        return self.record.moves[rolls[-1] + 1 :] if rolls else ()

    def undo(self) -> bool:
        """Take back the last decision a person made since the roll.

        White decisions of other seats stay, since they do not depend on it; a colour
        decision made in its wake goes too.
        """
        turn = self.this_turn()
        mine = [i for i, move in enumerate(turn) if self.is_persons(move)]
        if not mine:
            self.say("Nothing to take back: undo never crosses a roll.")
            return False
        back = turn[mine[-1]]
        record = replace(self.record, moves=self.record.moves[: len(self.record.moves) - len(turn)])
        game = record.game()
        for i, move in enumerate(turn):
            # What cannot be played without the decision was made because of it.
            if (
                i != mine[-1]
                and isinstance(move, Played)
                and move.decision in game.legal(move.seat)
            ):
                game = game.apply(*move).game
                record = record.plus(move)
        self.record, self.game, self.untold = record, game, _untold(record)
        self.keep()
        assert isinstance(back, Played)
        self.say(f"Taken back; {self.names[back.seat]} may decide again.")
        return True

    # Understanding what was typed

    def command(self, prompt: str) -> str:
        """Ask until something is typed that is not help, save or quit."""
        while True:
            answer = self.ask(prompt).strip()
            word, _, rest = answer.partition(" ")
            match word.lower():
                case "help" | "?":
                    self.say(HELP)
                case "save":
                    try:
                        self.say(f"Saved as {self.saver.save(self.record, rest.strip())}.")
                    except OSError as error:
                        self.say(_not_saved(error))
                case "quit" | "exit":
                    raise Leave
                case "undo" | "hint" | "sheet" as known:
                    return known
                case "pass":
                    return "-"
                case _:
                    return answer

    def understand(self, text: str, seat: Seat) -> Decision | None:
        """The decision that was meant, or none, having said what would be right."""
        legal = self.game.legal(seat)
        if not text and len(legal) == 1:
            return legal[0]
        try:
            decision = parse_move("".join(text.upper().split()))
        except NotNotation:
            self.say(f"{text!r} is not a move. Type one of: {_listed(legal)}   (or help)")
            return None
        if isinstance(decision, Mark) and decision not in legal:
            decision = replace(decision, lucky=not decision.lucky)  # one cell, so one meaning
        if decision in legal:
            return decision
        self.say(f"{text} is not legal now. Type one of: {_listed(legal)}   (or help)")
        return None

    # Showing

    def show(self, seat: Seat) -> None:
        """The table as this seat may see it, with its choices."""
        game = self.game.view(seat)
        self.say("")
        for other in range(game.seats):
            if other != seat:
                self.show_small(game, other)
        tally = game.tally(seat)
        self.say(
            self.ink.strong(f"{self.names[seat]}: {draw_tally(tally, game.sheets[seat].page)}")
        )
        options = frozenset(m.cell for m in game.legal(seat) if isinstance(m, Mark))
        for line in draw_sheet(game.variant, game.sheets[seat], self.ink, game.closed, options):
            self.say(line)
        if game.roll is not None:
            self.say(f"Turn {game.turn}, {self.names[game.active]} rolled:")
            self.say(f"  {draw_dice(game.roll, self.ink)}")
        self.say(self.choices(game, seat))
        ahead = game.colour_marks(seat)
        if game.phase is Phase.WHITE and seat == game.active and not game.pending[seat] and ahead:
            self.say(f"Later, in the colour action, as it stands: {_listed(ahead)}")

    def show_small(self, game: Game, seat: Seat) -> None:
        """Another seat in two lines."""
        misses = game.sheets[seat].misses
        self.say(f"{self.names[seat]}: {game.tally(seat).total} points, misses: {misses}")
        self.say(f"  {draw_small(game.sheets[seat], game.closed)}")

    def choices(self, game: Game, seat: Seat) -> str:
        """What may be typed now."""
        legal = game.legal(seat)
        listed = _listed([decision for decision in legal if not isinstance(decision, Pass)])
        if isinstance(legal[0], Pick):
            return f"Settle the tie, the extra crosses go to: {listed}"
        action = "White action" if game.phase is Phase.WHITE else "Colour action"
        if isinstance(legal[0], Mark):
            note = self.miss_note(game, seat)
            return f"{action}: {listed}  or - to pass{note}"
        return f"{action}: nothing fits; type - or just Enter to pass{self.miss_note(game, seat)}"

    def miss_note(self, game: Game, seat: Seat) -> str:
        """A warning where a pass costs something."""
        crossed = game.sheets[seat].marks != game.before[seat].marks
        costs = game.phase is Phase.COLOUR and seat == game.active and not crossed
        return " (a miss)" if costs else ""

    def tell(self, event: Event) -> None:
        """Tell an event, but for what is shown: the result, and a roll if a person sees it."""
        shown = isinstance(event, Rolled) and len(self.bots) < self.game.seats
        if not shown and not isinstance(event, Ended):
            self.say(tell(event, self.names))

    def show_result(self) -> None:
        """The final sheets and points."""
        self.say("")
        self.show_sheets()
        for seat in range(self.game.seats):
            sheet = self.game.sheets[seat]
            self.say(f"{self.names[seat]}: {draw_tally(self.game.tally(seat), sheet.page)}")
        outcome = self.game.outcome()
        assert outcome is not None  # there is no result before the end
        self.say(self.ink.strong(tell(outcome.event(), self.names)))

    def show_sheets(self) -> None:
        """Every sheet, whole."""
        for name, sheet in zip(self.names, self.game.sheets, strict=True):
            self.say(self.ink.strong(name))
            for line in draw_sheet(self.game.variant, sheet, self.ink, self.game.closed):
                self.say(line)


def _untold(record: Record) -> list[Event]:
    """What has happened in the action under way: it is told when the action is over."""
    events: list[Event] = []
    phase = Phase.ROLL
    for step in record.steps():
        events = [*events, *step.events] if step.game.phase is phase else []
        phase = step.game.phase
    return events


def _not_saved(error: OSError) -> str:
    return f"The game could not be saved: {error}. Try: save NAME"


def _in_seat_order(events: Sequence[Event]) -> list[Event]:
    """White decisions are told in the order of seats, whoever was first; what follows, after."""
    told: list[tuple[Seat, Event]] = []
    for i, event in enumerate(events):
        if isinstance(event, Closed | Missed | Ended):
            return [*(event for _, event in sorted(told, key=itemgetter(0))), *events[i:]]
        told.append((event.seat, event))
    return [event for _, event in sorted(told, key=itemgetter(0))]


def _listed(decisions: Sequence[Decision]) -> str:
    return " ".join(map(str, decisions))
