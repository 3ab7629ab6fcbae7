"""The bots of the house, one record each: whoever adds one adds a record here, and its own file.

Nothing is imported before it is needed: a record names its player and its kernel as `module:name`.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from rowlock.errors import UnknownPlayer
from rowlock.languages import Text

__all__ = [
    "ADVISER",
    "BOTS",
    "DAILY_OPPONENT",
    "DEFAULT_OPPONENT",
    "STAND_IN",
    "UNTRAINED",
    "Bot",
    "Choice",
    "Number",
    "all_bots",
    "bot_name",
    "examples",
    "find_bot",
    "find_choice",
    "is_slow",
    "level_codes",
    "load",
    "registered",
    "trained_codes",
]


class Number(NamedTuple):
    """The whole number that some bots take after their code, as in `keen:2`."""

    pattern: str  # how it is written, as a regular expression
    usual: int  # where none is named
    example: str = ""  # what one such code means, where all codes are listed, if that helps

    def read(self, text: str) -> int | None:
        """The number that is written so, or none if it is not one of these."""
        return int(text) if re.fullmatch(self.pattern, text) else None


class Bot(NamedTuple):
    """All that is known of a bot: everybody else asks here."""

    code: str  # in commands, records and programs
    name: str  # what people call it, the same in every language
    about: str  # how it decides, for the docs: Markdown
    player: str  # `module:name` of what makes it: called with a `Choice` and with lots
    kernel: str = ""  # `module:name` of its kernel; without one only the readable engine plays
    policy: str = ""  # of what makes its policy: called with a `Choice`, variant and seats
    says: Text | None = None  # in a few words, where people choose; without it no table offers it
    face: str = ""  # which of the faces that the page draws is its own
    number: Number | None = None  # what may follow the code
    slow: bool = False  # it thinks so long that it needs a compiler, and no stranger may ask for it
    trained: bool = False  # it needs weights that were learned for a variant
    spare: bool = False  # tables offer it only where the trained ones cannot play
    prepare: str = ""  # of what it does before many games: called with variant and seats


class Choice(NamedTuple):
    """A bot as somebody named it: `keen:2` is the bot `keen` with the number 2."""

    bot: Bot
    code: str
    number: int  # 0 if it takes none


_PLAYOUTS = 100

BOTS = (
    Bot(
        "random",
        "Pip",
        "Takes any legal decision, each as likely as the others.",
        player="rowlock.players.chance:make_random",
        kernel="rowlock.fast.chance:decide_random",
        says=Text(
            "very easy · crosses whatever comes along",
            "sehr leicht · kreuzt an, was gerade kommt",
            "facilissimo · barra quello che capita",
        ),
        face="chick",
    ),
    Bot(
        "newcomer",
        "Toni",
        "The weakest level of `oracle`: overlooks much, and often misjudges what it sees.",
        player="rowlock.players.packed:make_packed",
        kernel="rowlock.fast.oracle:decide_oracle",
        policy="rowlock.fast.weights:trained_policy",
        says=Text(
            "easy · has only just learned the rules",
            "leicht · hat die Regeln gerade erst gelernt",
            "facile · ha appena imparato le regole",
        ),
        face="cap",
        trained=True,
    ),
    Bot(
        "novice",
        "Nina",
        "The next level: overlooks and misjudges less.",
        player="rowlock.players.packed:make_packed",
        kernel="rowlock.fast.oracle:decide_oracle",
        policy="rowlock.fast.weights:trained_policy",
        says=Text(
            "quite easy · a dreamer, overlooks a lot",
            "recht leicht · träumt gern und übersieht viel",
            "abbastanza facile · sogna spesso e le sfugge molto",
        ),
        face="plaits",
        trained=True,
    ),
    Bot(
        "casual",
        "Leo",
        "The next level: less again.",
        player="rowlock.players.packed:make_packed",
        kernel="rowlock.fast.oracle:decide_oracle",
        policy="rowlock.fast.weights:trained_policy",
        says=Text(
            "medium · plays for fun, makes mistakes",
            "mittel · spielt zum Spaß, macht Fehler",
            "medio · gioca per divertirsi, fa qualche errore",
        ),
        face="curls",
        trained=True,
    ),
    Bot(
        "expert",
        "Hugo",
        "The level below `oracle`: overlooks little, and misjudges only what is close.",
        player="rowlock.players.packed:make_packed",
        kernel="rowlock.fast.oracle:decide_oracle",
        policy="rowlock.fast.weights:trained_policy",
        says=Text(
            "strong · seldom makes a mistake",
            "stark · macht selten Fehler",
            "forte · sbaglia di rado",
        ),
        face="moustache",
        trained=True,
    ),
    Bot(
        "oracle",
        "Pythia",
        "Asks a small trained network what every decision leads to, and takes the one with the "
        "highest chance to win the game.",
        player="rowlock.players.packed:make_packed",
        kernel="rowlock.fast.oracle:decide_oracle",
        policy="rowlock.fast.weights:trained_policy",
        says=Text(
            "the strongest · weighs up every sheet",
            "am stärksten · hat alle Zettel im Blick",
            "il massimo · valuta ogni scheda",
        ),
        face="veil",
        trained=True,
    ),
    Bot(
        "keen",
        "Carla",
        "Crosses where the fewest cells are lost, skips one at most if it can help it, takes "
        "every lock and avoids misses. Plain rules, no chance; `keen:2` skips up to two.",
        player="rowlock.players.keen:make_keen",
        kernel="rowlock.fast.keen:decide_keen",
        policy="rowlock.fast.keen:keen_policy",
        says=Text(
            "good · leaves few gaps",
            "gut · lässt wenige Lücken",
            "gioca bene · lascia pochi buchi",
        ),
        face="bun",
        spare=True,
        number=Number("[0-9]{1,2}", 1, "keen:2 skips up to two cells"),
    ),
    Bot(
        "greedy1",
        "Otto",
        "The plain bot that skips the fewest cells, one at most, as other works measure against "
        "it: like `keen`, but it thinks of the colours only in their action, and escapes a miss "
        "there or not at all.",
        player="rowlock.players.keen:make_greedy1",
        kernel="rowlock.fast.keen:decide_keen",
        policy="rowlock.fast.keen:greedy1_policy",
    ),
    Bot(
        "greedy2",
        "Ida",
        "A public bot (Greedy2Improved): the fewest skipped cells, two at most, three to escape a "
        "miss; ties go to the upper row.",
        player="rowlock.players.published:make_greedy2",
        kernel="rowlock.fast.published:decide_greedy2",
    ),
    Bot(
        "computational",
        "Ada",
        "A public bot (from a thesis): every cell has a value, what it brings less what the "
        "skipped cells might have brought; the best is taken if it is worth it.",
        player="rowlock.players.published:make_computational",
        kernel="rowlock.fast.published:decide_computational",
    ),
    Bot(
        "ga",
        "Darwin",
        "A public bot (the champion of a genetic algorithm): a formula of four terms for the "
        "sheet after the turn, with rules of thumb for locks, misses and the end of the game.",
        player="rowlock.players.published:make_ga",
        kernel="rowlock.fast.published:decide_ga",
    ),
    Bot(
        "rollout",
        "Monte",
        "Plays games to their end from each decision, everybody by `keen` and with dice of its "
        f"own, and takes the decision that wins most. `rollout:N` plays N of them ({_PLAYOUTS} if "
        "none are named). It is slow.",
        player="rowlock.players.rollout:make_rollout",
        kernel="rowlock.fast.rollout:decide_rollout",
        policy="rowlock.fast.rollout:rollout_policy",
        number=Number("[1-9][0-9]{0,3}", _PLAYOUTS),
        slow=True,
        prepare="rowlock.players.rollout:ready_tables",
    ),
    Bot(
        "solo",
        "Solo",
        "Knows exactly what its own sheet is worth if the others never close a row or end the "
        "game (see [solved](solved.md)), and does not look at them.",
        player="rowlock.players.solo:make_solo",
        slow=True,
        prepare="rowlock.players.solo:ready_values",
    ),
)
"""In the order in which they are listed; those that tables offer from weak to strong."""

DEFAULT_OPPONENT = "keen"
"""Whom one meets who names nobody: good, and at home everywhere, without weights or packages."""
STAND_IN = "expert"
"""Who plays for a person who is away, where it can play."""
DAILY_OPPONENT = "oracle"
"""Whom everybody meets in the daily game: it adds no chance to what it thinks."""
ADVISER = "oracle"
"""Whose thoughts are told to whoever asks for a hint."""
UNTRAINED = "ga"
"""Who decides for trained bots where there are no weights."""

_ALL = {bot.code: bot for bot in BOTS}


def all_bots() -> tuple[Bot, ...]:
    """Every bot, in the order in which they are listed."""
    return tuple(_ALL.values())


def trained_codes() -> tuple[str, ...]:
    """The codes of those who need weights, from weak to strong."""
    return tuple(bot.code for bot in all_bots() if bot.trained)


def level_codes() -> tuple[str, ...]:
    """The codes of those who need weights but the strongest: levels of it, which err."""
    return trained_codes()[:-1]


def examples() -> str:
    """What numbers after a code mean, by examples."""
    numbers = [bot.number for bot in all_bots() if bot.number]
    return "; ".join(number.example for number in numbers if number.example)


def bot_name(code: str) -> str:
    """What people call the bot of a code: `keen` is Carla, and `keen:2` Carla (2).

    A code that is not ours is its own name.
    """
    bot = find_bot(code)
    if bot is None:
        return code
    _, colon, number = code.partition(":")
    return f"{bot.name} ({number})" if colon else bot.name


def is_slow(code: str) -> bool:
    """Whether the bot of a code needs a compiler."""
    bot = find_bot(code)
    return bot is not None and bot.slow


def find_bot(code: str) -> Bot | None:
    """The bot of a code, whatever follows its colon."""
    return _ALL.get(code.partition(":")[0])


def find_choice(code: str) -> Choice | None:
    """What is meant by a code, or none if nothing of the house is."""
    bot = find_bot(code)
    if bot is None:
        return None
    _, colon, text = code.partition(":")
    if not colon:
        return Choice(bot, code, bot.number.usual if bot.number else 0)
    number = bot.number.read(text) if bot.number else None
    return None if number is None else Choice(bot, code, number)


def load(named: str) -> Any:
    """What a record names as `module:name`."""
    module, _, name = named.partition(":")
    return getattr(importlib.import_module(module), name)


@contextmanager
def registered(bot: Bot) -> Iterator[Bot]:
    """Have one bot more while a block runs, in this process alone."""
    if bot.code in _ALL:
        raise UnknownPlayer(f"there is a bot called {bot.code!r} already")
    _ALL[bot.code] = bot
    try:
        yield bot
    finally:
        del _ALL[bot.code]
