"""The lesson of linked cells: two crosses for one, also backwards and in a closed row."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.lessons.saying import RowName, Sentence, Speech, Texts
from rowlock.lessons.script import YOU, Step
from rowlock.lessons.stage import Stage
from rowlock.mechanics.linked import Links
from rowlock.moves import Mark
from rowlock.sheet import Cell, Colour, Sheet

__all__ = ["steps"]

_EARLY = 5
"""The first example stands in the left half of a sheet, where a game begins."""


def steps(stage: Stage) -> Iterator[Step]:
    """Both cells of a link; then one that lies behind the last cross; then one in a closed row."""
    pairs = _ordered(stage)
    cells = [end for pair in pairs for end in (pair, pair[::-1])]
    plain = (_both(stage, one, two) for one, two in cells)
    back = (_behind(stage, one, two) for one, two in (*cells[2:], *cells[:2]))  # another pair
    shut = (_closed(stage, one, two) for one, two in cells)
    first = next(filter(None, plain), None)
    yield first or Step("linked", _say("linked.title"), (_TEXT,), stage.picture(stage.empty))
    for others in (back, shut):
        step = next(filter(None, others), None)
        if step is not None:
            yield step


def _ordered(stage: Stage) -> list[tuple[Cell, Cell]]:
    """The links of your sheet; those that can be made early in a game come first."""
    part = stage.page.part(Links)
    pairs = part.pairs if part else ()
    return sorted(pairs, key=lambda pair: max(cell.index for cell in pair) > _EARLY)


def _both(stage: Stage, one: Cell, two: Cell) -> Step | None:
    """Both ends are still to come: what everybody hopes for."""
    return _step(stage, "linked", stage.empty, one, two, _say("linked.done", cell=two))


def _behind(stage: Stage, one: Cell, two: Cell) -> Step | None:
    """The other end was skipped."""
    right = stage.bare(stage.page.rows[two.row].cells[two.index + 1 :])
    before = stage.crossed(stage.empty, right[:1]) if right else None
    done = _say("behind.done", cell=two, row=RowName(two.row))
    return _step(stage, "behind", before, one, two, done) if before else None


def _closed(stage: Stage, one: Cell, two: Cell) -> Step | None:
    """The other end stands in a row that somebody has locked."""
    if stage.variant.end_locks < 2:
        return None  # the game would be over
    left = stage.bare(stage.page.rows[two.row].cells[: two.index])
    before = stage.crossed(stage.empty, left[:2]) or stage.empty
    done = _say("shut.done", cell=two)
    return _step(stage, "shut", before, one, two, done, two.row)


def _step(
    stage: Stage,
    name: str,
    before: Sheet,
    one: Cell,
    two: Cell,
    done: Sentence,
    closed: Colour | None = None,
) -> Step | None:
    """A step in which one end is crossed; nothing if that does more than cross the other."""
    shut = () if closed is None else (closed,)
    game = stage.game(before, shut).rolled(stage.lying_there(stage.whites(one.number), shut)).game
    mark = Mark.of(one)
    if mark not in game.legal(YOU):
        return None
    after = game.apply(YOU, mark).game
    if after.pending[YOU] or after.sheets[YOU] != before.cross(one).force(two):
        return None
    frame = stage.frame(
        game,
        _say(f"{name}.task", sum=one.number, cell=one, row=RowName(two.row)),
        _say("linked.hint", cell=one),
        [stage.answer(game, mark, done)],
    )
    text = _TEXT if name == "linked" else _say(f"{name}.text")
    return Step(name, _say(f"{name}.title"), (text,), stage.picture(before, shut), (frame,))


_TEXTS: Texts = {
    "en": {
        "linked.title": "Linked cells",
        "linked.text": (
            "Circles with a line between them hang together: whoever crosses one must at once "
            "cross the other as well."
        ),
        "linked.task": "The white dice make {sum}. Tap {cell}, with the circle.",
        "linked.hint": "Possible, but this time tap {cell}.",
        "linked.done": "{cell} is crossed as well: two crosses for one.",
        "linked.task.typed": "The white dice make {sum}. Type {cell}, which is linked.",
        "linked.hint.typed": "Possible, but this time type {cell}.",
        "behind.title": "The one way back",
        "behind.text": (
            "A linked cell that you skipped is not lost: its partner can still bring it."
        ),
        "behind.task": "You have gone past its partner in the {row}. Tap {cell} all the same.",
        "behind.task.typed": (
            "You have gone past its partner in the {row}. Type {cell} all the same."
        ),
        "behind.done": (
            "{cell} is crossed behind your last cross, and counts like any other. The {row} goes "
            "on right of its rightmost cross, as before."
        ),
        "shut.title": "Even in a closed row",
        "shut.text": "Not even a lock is in the way of a link.",
        "shut.task": "Max has locked the {row}. Tap {cell}: its partner stands there.",
        "shut.task.typed": "Max has locked the {row}. Type {cell}: its partner stands there.",
        "shut.done": "{cell} is crossed, although the row is closed. It counts for you alone.",
    },
    "de": {
        "linked.title": "Verbundene Felder",
        "linked.text": (
            "Kreise mit einer Linie dazwischen gehören zusammen: Wer einen ankreuzt, muss sofort "
            "auch den anderen ankreuzen."
        ),
        "linked.task": "Die weißen Würfel ergeben {sum}. Tippe auf {cell} mit dem Kreis.",
        "linked.hint": "Das ginge auch, aber tippe diesmal auf {cell}.",
        "linked.done": "Auch {cell} ist angekreuzt: zwei Kreuze für eines.",
        "linked.task.typed": "Die weißen Würfel ergeben {sum}. Tippe {cell}, ein verbundenes Feld.",
        "linked.hint.typed": "Das ginge auch, aber tippe diesmal {cell}.",
        "behind.title": "Der einzige Weg zurück",
        "behind.text": (
            "Ein verbundenes Feld, das du ausgelassen hast, ist nicht verloren: Sein Partner kann "
            "es noch bringen."
        ),
        "behind.task": "Die {row} ist am Partner schon vorbei. Tippe trotzdem auf {cell}.",
        "behind.task.typed": "Die {row} ist am Partner schon vorbei. Tippe trotzdem {cell}.",
        "behind.done": (
            "{cell} ist hinter deinem letzten Kreuz angekreuzt und zählt wie jedes andere. Weiter "
            "geht es wie bisher rechts vom äußersten Kreuz."
        ),
        "shut.title": "Selbst in einer geschlossenen Reihe",
        "shut.text": "Nicht einmal ein Schloss steht einer Verbindung im Weg.",
        "shut.task": "Max hat die {row} abgeschlossen. Tippe auf {cell}: Dort steht sein Partner.",
        "shut.task.typed": (
            "Max hat die {row} abgeschlossen. Tippe {cell}: Dort steht sein Partner."
        ),
        "shut.done": (
            "{cell} ist angekreuzt, obwohl die Reihe geschlossen ist. Das Kreuz zählt nur für dich."
        ),
    },
    "it": {
        "linked.title": "Caselle legate",
        "linked.text": (
            "I cerchi uniti da una linea stanno insieme: chi ne barra uno deve barrare subito "
            "anche l’altro."
        ),
        "linked.task": "I dadi bianchi fanno {sum}. Tocca {cell}, con il cerchio.",
        "linked.hint": "Si può, ma questa volta tocca {cell}.",
        "linked.done": "Anche {cell} è barrato: due crocette al prezzo di una.",
        "linked.task.typed": "I dadi bianchi fanno {sum}. Scrivi {cell}, che è legata.",
        "linked.hint.typed": "Si può, ma questa volta scrivi {cell}.",
        "behind.title": "L’unica via per tornare indietro",
        "behind.text": (
            "Una casella legata che hai saltato non è persa: può ancora portartela la sua compagna."
        ),
        "behind.task": (
            "La sua compagna è nella {row}, e l’hai già superata. Tocca lo stesso {cell}."
        ),
        "behind.task.typed": (
            "La sua compagna è nella {row}, e l’hai già superata. Scrivi lo stesso {cell}."
        ),
        "behind.done": (
            "{cell} è barrato dietro l’ultima crocetta e vale come gli altri. La {row} prosegue, "
            "come prima, a destra della crocetta più a destra."
        ),
        "shut.title": "Anche in una riga chiusa",
        "shut.text": "Nemmeno un lucchetto ferma un legame.",
        "shut.task": "Max ha chiuso la {row}. Tocca {cell}: la sua compagna sta lì.",
        "shut.task.typed": "Max ha chiuso la {row}. Scrivi {cell}: la sua compagna sta lì.",
        "shut.done": "{cell} è barrato, anche se la riga è chiusa. La crocetta vale solo per te.",
    },
}

_say = Speech(_TEXTS)
_TEXT = _say("linked.text")
