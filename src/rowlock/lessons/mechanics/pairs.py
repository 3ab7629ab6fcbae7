"""The lesson of the pairs: two cells with the same letter that bring something together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil

from rowlock.events import Cause, Lapsed, Marked
from rowlock.lessons.saying import RowName, Speech, Texts
from rowlock.lessons.script import YOU, Answer, Step
from rowlock.lessons.stage import Stage, spread
from rowlock.mechanics.pairs import Bonuses, PairBonus
from rowlock.moves import Mark
from rowlock.sheet import COLOURS, Cell, Sheet

__all__ = ["steps"]

# What is given at once is told before what is counted at the end.
_ORDER = ("fewest", "each_row", "points", "double_fewest", "no_misses")
_AROUND = (
    (2, 2, 2, 2),
    *(
        tuple(poor if row is fewest else rich for row in COLOURS)
        for fewest in COLOURS
        for poor, rich in ((2, 3), (1, 3), (0, 2))
    ),
    (1, 1, 1, 1),
    (0, 0, 0, 0),
)
"""How many crosses the rows may have before the second cell."""


@dataclass(frozen=True, slots=True)
class _Pair:
    bonus: PairBonus
    effects: tuple[str, ...]
    first: Cell
    second: Cell

    def amount(self, effect: str) -> int:
        return int(getattr(self.bonus, effect))


def steps(stage: Stage) -> Iterator[Step]:
    """One step a pair."""
    part = stage.page.part(Bonuses)
    pairs = [_pair(stage, bonus) for bonus in (part.bonuses if part else ())]
    pairs.sort(key=lambda pair: _ORDER.index(pair.effects[0]))
    for i, pair in enumerate(pairs):
        yield _step(stage, pair, explain=i == 0)


def _pair(stage: Stage, bonus: PairBonus) -> _Pair:
    first, second = sorted(stage.page.badged[bonus.badge], key=lambda cell: cell.index)
    effects = tuple(effect for effect in _ORDER if getattr(bonus, effect))
    return _Pair(bonus, effects, first, second)


def _step(stage: Stage, pair: _Pair, explain: bool) -> Step:
    letter = pair.bonus.badge.upper()
    text = [_say(f"effect.{effect}", n=pair.amount(effect)) for effect in pair.effects]
    if explain:
        text.insert(0, _say("pair.text"))
    name, title = f"pair-{pair.bonus.badge}", _say("pair.title", letter=letter)
    for before in _positions(stage, pair):
        answer = _answer(stage, pair, before)
        if answer is None:
            continue
        cells = {"first": pair.first, "second": pair.second}
        frame = stage.frame(
            answer.before, _say("pair.task", **cells), _say("pair.hint", **cells), [answer]
        )
        start = stage.picture(before, points=True)
        return Step(name, title, tuple(text), start, (frame,))
    alone = stage.crossed(stage.empty, [pair.first]) if stage.empty.can_cross(pair.first) else None
    return Step(name, title, tuple(text), stage.picture(alone or stage.empty))


def _positions(stage: Stage, pair: _Pair) -> Iterator[Sheet]:
    """Sheets with the first cell crossed, and more or fewer crosses around it."""
    inner = [cell for row in stage.page.rows for cell in stage.inner(row)]
    if pair.first not in inner or pair.second not in inner:
        return  # a lock would get in the way
    for counts in _AROUND:
        chosen = {pair.first}
        for row, count in zip(stage.page.rows, counts, strict=True):
            cells = stage.inner(row)
            # Left of the cells that matter, so that these can still be crossed.
            anchor = next((c for c in (pair.second, pair.first) if c.row == row.colour), None)
            to = ceil(len(cells) / 2) if anchor is None else anchor.index
            chosen.update(spread(stage.bare(cells[:to]), count - (anchor is not None)))
        order = sorted(chosen, key=lambda cell: (cell.row, cell.index))
        sheet = stage.crossed(stage.empty, order)
        if sheet is None:
            continue
        if pair.bonus.no_misses:
            for _ in range(min(2, stage.page.miss_boxes - 1)):
                sheet = sheet.miss()
        yield sheet


def _answer(stage: Stage, pair: _Pair, before: Sheet) -> Answer | None:
    """What the second cell brings here; nothing if it is a bad example."""
    game = stage.announced(before, pair.second.number)
    mark = Mark.of(pair.second)
    if mark not in game.legal(YOU) or game.apply(YOU, mark).game.pending[YOU]:
        return None
    row = RowName(before.cross(pair.second).fewest()[0])
    letter = pair.bonus.badge.upper()
    got = [_say(f"got.{effect}", n=pair.amount(effect), row=row) for effect in pair.effects]
    answer = stage.answer(game, mark, _say("pair.done", letter=letter), *got)
    extra = [e.cell for e in answer.events if isinstance(e, Marked) and e.cause is Cause.BONUS]
    lost = any(isinstance(event, Lapsed) for event in answer.events)
    after = answer.after.sheets[YOU]
    if lost or stage.bare(extra) != extra:
        return None
    fewest = after.fewest()
    if pair.bonus.double_fewest and (len(fewest) > 1 or not after.crosses(fewest[0])):
        return None  # twice nothing shows nothing
    # The points change when the eye is there: after the cross itself.
    first, *others = answer.pictures
    tally = stage.variant.tally(after)
    pictures = [replace(one, points=tally) for one in others or [first]]
    shown = (replace(first, points=stage.variant.tally(before)), *pictures)
    return replace(answer, pictures=shown)


_TEXTS: Texts = {
    "en": {
        "pair.title": "Pair {letter}",
        "pair.text": "Two cells with the same letter belong together: cross both for their bonus.",
        "pair.task": "{first} is crossed. Tap {second}!",
        "pair.done": "Both {letter} are crossed.",
        "pair.hint": "Possible, but this time tap {second}.",
        "pair.task.typed": "{first} is crossed. Type {second}!",
        "pair.hint.typed": "Possible, but this time type {second}.",
        "effect.fewest.one": "This pair brings {n} cross in your row with the fewest, at once.",
        "effect.fewest": "This pair brings {n} crosses in your row with the fewest, at once.",
        "effect.each_row.one": "This pair brings {n} cross in each row, at once.",
        "effect.each_row": "This pair brings {n} crosses in each row, at once.",
        "effect.points.one": "This pair brings {n} point at the end.",
        "effect.points": "This pair brings {n} points at the end.",
        "effect.double_fewest": (
            "With this pair, your row with the fewest crosses counts twice at the end."
        ),
        "effect.no_misses": "With this pair, your misses cost nothing at the end.",
        "got.fewest.one": "Your {row} had the fewest: {n} more cross.",
        "got.fewest": "Your {row} had the fewest: {n} more crosses.",
        "got.each_row.one": "Each row gets {n} more cross.",
        "got.each_row": "Each row gets {n} more crosses.",
        "got.points.one": "{n} more point.",
        "got.points": "{n} more points.",
        "got.double_fewest": "Look at your total: the {row} counts twice.",
        "got.no_misses": "Look at your total: the misses are forgiven.",
    },
    "de": {
        "pair.title": "Paar {letter}",
        "pair.text": "Gleiche Buchstaben gehören zusammen: Wer beide ankreuzt, bekommt den Bonus.",
        "pair.task": "{first} ist angekreuzt. Tippe auf {second}!",
        "pair.done": "Beide {letter} sind angekreuzt.",
        "pair.hint": "Das ginge auch, aber tippe diesmal auf {second}.",
        "pair.task.typed": "{first} ist angekreuzt. Tippe {second}!",
        "pair.hint.typed": "Das ginge auch, aber tippe diesmal {second}.",
        "effect.fewest.one": (
            "Dieses Paar bringt sofort {n} Kreuz in der Reihe, in der du die wenigsten hast."
        ),
        "effect.fewest": (
            "Dieses Paar bringt sofort {n} Kreuze in der Reihe, in der du die wenigsten hast."
        ),
        "effect.each_row.one": "Dieses Paar bringt sofort {n} Kreuz in jeder Reihe.",
        "effect.each_row": "Dieses Paar bringt sofort {n} Kreuze in jeder Reihe.",
        "effect.points.one": "Dieses Paar bringt am Ende {n} Punkt.",
        "effect.points": "Dieses Paar bringt am Ende {n} Punkte.",
        "effect.double_fewest": (
            "Mit diesem Paar zählt deine Reihe mit den wenigsten Kreuzen am Ende doppelt."
        ),
        "effect.no_misses": "Mit diesem Paar kosten deine Fehlwürfe am Ende nichts.",
        "got.fewest.one": "Die {row} hatte die wenigsten: {n} Kreuz mehr.",
        "got.fewest": "Die {row} hatte die wenigsten: {n} Kreuze mehr.",
        "got.each_row.one": "{n} Kreuz mehr in jeder Reihe.",
        "got.each_row": "{n} Kreuze mehr in jeder Reihe.",
        "got.points.one": "{n} Punkt mehr.",
        "got.points": "{n} Punkte mehr.",
        "got.double_fewest": "Schau auf dein Ergebnis: Die {row} zählt doppelt.",
        "got.no_misses": "Schau auf dein Ergebnis: Die Fehlwürfe sind vergessen.",
    },
    "it": {
        "pair.title": "Coppia {letter}",
        "pair.text": (
            "Due caselle con la stessa lettera sono una coppia: barrale entrambe e il loro bonus è"
            " tuo."
        ),
        "pair.task": "{first} è barrato. Tocca {second}!",
        "pair.done": "Entrambe le {letter} sono barrate.",
        "pair.hint": "Si può, ma questa volta tocca {second}.",
        "pair.task.typed": "{first} è barrato. Scrivi {second}!",
        "pair.hint.typed": "Si può, ma questa volta scrivi {second}.",
        "effect.fewest.one": "Questa coppia dà subito {n} crocetta nella riga in cui ne hai meno.",
        "effect.fewest": "Questa coppia dà subito {n} crocette nella riga in cui ne hai meno.",
        "effect.each_row.one": "Questa coppia dà subito {n} crocetta in ogni riga.",
        "effect.each_row": "Questa coppia dà subito {n} crocette in ogni riga.",
        "effect.points.one": "Questa coppia dà {n} punto alla fine.",
        "effect.points": "Questa coppia dà {n} punti alla fine.",
        "effect.double_fewest": (
            "Con questa coppia la riga con meno crocette alla fine vale doppio."
        ),
        "effect.no_misses": "Con questa coppia i tiri falliti alla fine non costano nulla.",
        "got.fewest": "La {row} aveva meno crocette di tutte: eccone {n} in più.",
        "got.each_row.one": "Ogni riga avanza di {n} crocetta.",
        "got.each_row": "Ogni riga avanza di {n} crocette.",
        "got.points.one": "{n} punto in più.",
        "got.points": "{n} punti in più.",
        "got.double_fewest": "Guarda il totale: la {row} vale doppio.",
        "got.no_misses": "Guarda il totale: i tiri falliti non costano nulla.",
    },
}

_say = Speech(_TEXTS)
