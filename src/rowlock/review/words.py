"""Reasons in words: one sentence each, in every language.

They speak of what a decision does, not of what somebody did, so that they hold before it as well
as after it. A cell is called by what a person sees: its own colour and its number.
"""

from __future__ import annotations

from collections.abc import Mapping

from rowlock.languages import LANGUAGES, Language, Text
from rowlock.moves import Decision, Mark, Pass, Pick
from rowlock.review.kinds import Kind, Reason
from rowlock.sheet import Cell, Colour, Page

__all__ = ["NO_CHOICE", "cell_name", "in_words"]

NO_CHOICE = Text(
    "There is nothing else to choose.",
    "Etwas anderes steht nicht zur Wahl.",
    "Non c'è altro da scegliere.",
)

_COLOURS = {
    Colour.R: Text("red", "Rot", "rosso"),
    Colour.Y: Text("yellow", "Gelb", "giallo"),
    Colour.G: Text("green", "Grün", "verde"),
    Colour.B: Text("blue", "Blau", "blu"),
}
_ROWS = {
    Colour.R: Text("red", "rote", "rossa"),
    Colour.Y: Text("yellow", "gelbe", "gialla"),
    Colour.G: Text("green", "grüne", "verde"),
    Colour.B: Text("blue", "blaue", "blu"),
}
"""As they stand before or after the word row, in the form in which German leaves them alone."""
_CELL = Text("{colour} {number}", "{colour} {number}", "il {colour} {number}")
_IN_ROW = Text("{cell} in the {row} row", "{cell} in der {row}n Reihe", "{cell} nella riga {row}")
_PASS = Text("passing", "Passen", "passare")
_PICK = Text("picking the {row} row", "die Wahl der {row}n Reihe", "scegliere la riga {row}")
_AFTER = Text("after {it}", "nach {it}", "dopo {it}")
_AFTER_PASS = Text("after passing", "nach dem Passen", "dopo aver passato")
_AFTER_PICK = Text(
    "after picking the {row} row",
    "nach der Wahl der {row}n Reihe",
    "dopo aver scelto la riga {row}",
)

_NOUNS: Mapping[str, tuple[Text, Text, Text]] = {  # none, one, several: as what is brought
    "points": (
        Text("no point", "keinen Punkt", "nessun punto"),
        Text("{n} point", "{n} Punkt", "{n} punto"),
        Text("{n} points", "{n} Punkte", "{n} punti"),
    ),
    "cells": (
        Text("no cell", "kein Feld", "nessuna casella"),
        Text("{n} cell", "{n} Feld", "{n} casella"),
        Text("{n} cells", "{n} Felder", "{n} caselle"),
    ),
    "open": (
        Text("no open cell", "kein freies Feld", "nessuna casella libera"),
        Text("{n} open cell", "{n} freies Feld", "{n} casella libera"),
        Text("{n} open cells", "{n} freie Felder", "{n} caselle libere"),
    ),
    "extra": (
        Text("no extra cross", "kein Extrakreuz", "nessuna crocetta extra"),
        Text("{n} extra cross", "{n} Extrakreuz", "{n} crocetta extra"),
        Text("{n} extra crosses", "{n} Extrakreuze", "{n} crocette extra"),
    ),
    "games": (
        Text("hardly more games", "kaum mehr Spiele", "appena più partite"),
        Text("{n} more game", "{n} Spiel mehr", "{n} partita in più"),
        Text("{n} more games", "{n} Spiele mehr", "{n} partite in più"),
    ),
}
_NONE = {  # after the noun was named: three cells, the other none
    "points": Text("none", "keinen", "nessuno"),
    "cells": Text("none", "keins", "nessuna"),
    "open": Text("none", "keins", "nessuna"),
    "extra": Text("none", "keins", "nessuna"),
    "rolls": Text("none", "keiner", "nessuno"),
}
_AND = Text("{first} and {last}", "{first} und {last}", "{first} e {last}")
_ONLY = Text("only {n}", "nur {n}", "solo {n}")

_SENTENCES: Mapping[Kind, Text] = {
    Kind.ENDS_BEHIND: Text(
        "{played} ends the game while you are {m_points} behind.",
        "{played} beendet das Spiel, während du {m_points} zurückliegst.",
        "{played} chiude la partita mentre sei in svantaggio di {m_points}.",
    ),
    Kind.ENDS_AHEAD: Text(
        "{better} ends the game while you are {n_points} ahead.",
        "{better} beendet das Spiel, während du {n_points} vorn liegst.",
        "{better} chiude la partita mentre sei in vantaggio di {n_points}.",
    ),
    Kind.ENDS: Text(
        "{played} ends the game, {better} does not.",
        "{played} beendet das Spiel, {better} nicht.",
        "{played} chiude la partita, {better} no.",
    ),
    Kind.TOGETHER_BEHIND: Text(
        "{played} ends the game if somebody else locks a row too, with you {m_points} behind.",
        "{played} beendet das Spiel, falls noch jemand eine Reihe abschließt, und du liegst dann "
        "{m_points} zurück.",
        "{played} chiude la partita se anche qualcun altro chiude una riga, e sei in svantaggio "
        "di {m_points}.",
    ),
    Kind.TOGETHER_AHEAD: Text(
        "{better} ends the game if somebody else locks a row too, with you {n_points} ahead.",
        "{better} beendet das Spiel, falls noch jemand eine Reihe abschließt, und du liegst dann "
        "{n_points} vorn.",
        "{better} chiude la partita se anche qualcun altro chiude una riga, e sei in vantaggio "
        "di {n_points}.",
    ),
    Kind.LAST_MISS: Text(
        "Passing leads to your last miss, which ends the game.",
        "Passen führt zu deinem letzten Fehlwurf, und der beendet das Spiel.",
        "Passare porta al tuo ultimo tiro fallito, che chiude la partita.",
    ),
    Kind.MISS: Text(
        "Passing is a miss and costs {n_points}; {better} avoids it.",
        "Passen ist ein Fehlwurf und kostet {n_points}; {better} vermeidet ihn.",
        "Passare è un tiro fallito e costa {n_points}; {better} lo evita.",
    ),
    Kind.MISS_AHEAD: Text(
        "If you pass, no coloured sum fits either: that is a miss and costs {n_points}.",
        "Wenn du passt, geht auch mit den farbigen Würfeln nichts: Das ist ein Fehlwurf und "
        "kostet {n_points}.",
        "Se passi, non va bene nemmeno una somma colorata: è un tiro fallito e costa {n_points}.",
    ),
    Kind.MISS_CHEAPER: Text(
        "{played} costs {m_cells}: even a miss is better.",
        "{played} kostet {m_cells}: Da ist selbst ein Fehlwurf besser.",
        "{played} costa {m_cells}: è meglio perfino un tiro fallito.",
    ),
    Kind.LOCK: Text(
        "{better} locks the {row} row and brings {n_points}.",
        "{better} schließt die {row} Reihe ab und bringt {n_points}.",
        "{better} chiude la riga {row} e porta {n_points}.",
    ),
    Kind.COMPLETES: Text(
        "{better} completes {badge}: {legend}.",
        "{better} vervollständigt {badge}: {legend}.",
        "{better} completa «{badge}»: {legend}.",
    ),
    Kind.EXTRA: Text(
        "{better} brings {n_extra} at once, {played} {m_extra_only}.",
        "{better} bringt sofort {n_extra}, {played} {m_extra_only}.",
        "{better} porta subito {n_extra}, {played} {m_extra_only}.",
    ),
    Kind.TAKES: Text(
        "The {row} row takes {n_extra}, the {other} row {m_extra_only}.",
        "Die {row} Reihe nimmt {n_extra} auf, die {other} Reihe {m_extra_only}.",
        "La riga {row} accoglie {n_extra}, la riga {other} {m_extra_only}.",
    ),
    Kind.LINE: Text(
        "{better} also counts in the line “{badge}”: {n_points} in all.",
        "{better} zählt auch in der Zeile „{badge}“: zusammen {n_points}.",
        "{better} conta anche nella riga «{badge}»: {n_points} in tutto.",
    ),
    Kind.LEAVES: Text(
        "{better} leaves you {cell} for a coloured die, {played} does not.",
        "{better} lässt dir {cell} für einen farbigen Würfel, {played} nicht.",
        "{better} ti lascia {cell} per un dado colorato, {played} no.",
    ),
    Kind.FOLLOWS: Text(
        "{after_played}, {cell} with a coloured die costs {m_cells}; {after_better}, "
        "{n_cells_only}.",
        "{after_played} kostet {cell} mit einem farbigen Würfel {m_cells}, {after_better} "
        "{n_cells_only}.",
        "{after_played}, {cell} con un dado colorato costa {m_cells}; {after_better}, "
        "{n_cells_only}.",
    ),
    Kind.INSTEAD: Text(
        "{played} costs {m_cells}, {cell} with a coloured die {n_cells_only}.",
        "{played} kostet {m_cells}, {cell} mit einem farbigen Würfel {n_cells_only}.",
        "{played} costa {m_cells}, {cell} con un dado colorato {n_cells_only}.",
    ),
    Kind.FREE: Text(
        "{better} brings {n_points} and costs no cell.",
        "{better} bringt {n_points} und kostet kein Feld.",
        "{better} porta {n_points} e non costa nessuna casella.",
    ),
    Kind.WORTH: Text(
        "{better} costs {m_cells} but brings {n_points}: that is worth it.",
        "{better} kostet {m_cells}, bringt aber {n_points}: Das lohnt sich.",
        "{better} costa {m_cells} ma porta {n_points}: ne vale la pena.",
    ),
    Kind.CLOSING: Text(
        "Somebody else can lock the {row} row soon; {better} still takes {n_points} there.",
        "Jemand anders kann die {row} Reihe bald abschließen; {better} nimmt dort noch "
        "{n_points} mit.",
        "Qualcun altro può chiudere presto la riga {row}; {better} ti dà ancora {n_points} lì.",
    ),
    Kind.SOON: Text(
        "The game may be over soon, and {better} brings {n_points} now.",
        "Das Spiel kann bald vorbei sein, und {better} bringt jetzt {n_points}.",
        "La partita può finire presto, e {better} porta subito {n_points}.",
    ),
    Kind.POINTS: Text(
        "{better} brings {n_points}, {played} {m_points_only}.",
        "{better} bringt {n_points}, {played} {m_points_only}.",
        "{better} porta {n_points}, {played} {m_points_only}.",
    ),
    Kind.UNLOCKABLE: Text(
        "{after_played}, you can no longer lock the {row} row.",
        "{after_played} kannst du die {row} Reihe nicht mehr abschließen.",
        "{after_played}, non puoi più chiudere la riga {row}.",
    ),
    Kind.GIVES_UP: Text(
        "{played} gives up {cell} ({badge}).",
        "{played} gibt {cell} auf ({badge}).",
        "{played} ti fa perdere {cell} ({badge}).",
    ),
    Kind.KEEPS: Text(
        "{played} costs {m_cells} and brings {n_points}: that is not worth it.",
        "{played} kostet {m_cells} und bringt {n_points}: Das lohnt sich nicht.",
        "{played} costa {m_cells} e porta {n_points}: non ne vale la pena.",
    ),
    Kind.FEWER: Text(
        "{played} costs {m_cells}, {better} {n_cells_only}.",
        "{played} kostet {m_cells}, {better} {n_cells_only}.",
        "{played} costa {m_cells}, {better} {n_cells_only}.",
    ),
    Kind.LIKELIER: Text(
        "{played} costs you {m_numbers}, {better} {n_numbers}: that comes up less often.",
        "{played} kostet dich {m_numbers}, {better} {n_numbers}: Das fällt seltener.",
        "{played} ti costa {m_numbers}, {better} {n_numbers}: capita meno spesso.",
    ),
    Kind.ROOM: Text(
        "The {row} row then still has {n_open}, the {other} row {m_open_only}.",
        "Die {row} Reihe hat dann noch {n_open}, die {other} Reihe {m_open_only}.",
        "La riga {row} ha poi ancora {n_open}, la riga {other} {m_open_only}.",
    ),
    Kind.BADGE: Text(
        "{better} counts for {badge}: {legend}.",
        "{better} zählt für {badge}: {legend}.",
        "{better} conta per «{badge}»: {legend}.",
    ),
    Kind.FITS: Text(
        "{after_better}, {n} of {of} white rolls fit without a gap; {after_played}, "
        "{m_rolls_only}.",
        "{after_better} lassen sich {n} von {of} weißen Würfen ohne Lücke ankreuzen, "
        "{after_played} {m_rolls_only}.",
        "{after_better}, {n} lanci bianchi su {of} entrano senza saltare nulla; {after_played}, "
        "{m_rolls_only}.",
    ),
    Kind.WINS: Text(
        "{better} wins about {n_games} in 100.",
        "{better} gewinnt von 100 Spielen etwa {n} mehr.",
        "{better} vince circa {n_games} su 100.",
    ),
    Kind.SCORES: Text(
        "{better} brings about {n_points} more in the end.",
        "{better} bringt am Ende etwa {n_points} mehr.",
        "{better} porta alla fine circa {n_points} in più.",
    ),
    Kind.EVEN: Text(
        "{better} and {played} are about equally good.",
        "{better} und {played} sind etwa gleich gut.",
        "{better} e {played} valgono più o meno lo stesso.",
    ),
}
_SHORTER: Mapping[Kind, Text] = {  # where the miss costs no points, or nothing is crossed
    Kind.EXTRA: Text(
        "{better} brings {n_extra} at once.",
        "{better} bringt sofort {n_extra}.",
        "{better} porta subito {n_extra}.",
    ),
    Kind.MISS: Text(
        "Passing is a miss; {better} avoids it.",
        "Passen ist ein Fehlwurf; {better} vermeidet ihn.",
        "Passare è un tiro fallito; {better} lo evita.",
    ),
    Kind.MISS_AHEAD: Text(
        "If you pass, no coloured sum fits either: that is a miss.",
        "Wenn du passt, geht auch mit den farbigen Würfeln nichts: Das ist ein Fehlwurf.",
        "Se passi, non va bene nemmeno una somma colorata: è un tiro fallito.",
    ),
}


def in_words(reason: Reason) -> Text:
    """A reason as a sentence."""
    sentence = _SENTENCES[reason.kind]
    if reason.kind in _SHORTER and _says_less(reason):
        sentence = _SHORTER[reason.kind]
    return Text(*(_said(sentence[language], reason, language) for language in LANGUAGES))


def _says_less(reason: Reason) -> bool:
    """Whether the second half of a sentence would go without saying."""
    return isinstance(reason.played, Pass) if reason.kind is Kind.EXTRA else reason.n == 0


def cell_name(cell: Cell, page: Page) -> Text:
    """What people call a cell: "green 7", or "green 7 in the red row" if there are several."""
    colour = _COLOURS[cell.colour]
    said = [_CELL[each].format(colour=colour[each], number=cell.number) for each in LANGUAGES]
    if len(page.by_colour[cell.colour, cell.number]) > 1:
        row = _ROWS[cell.row]
        said = [
            _IN_ROW[each].format(cell=name, row=row[each]) for each, name in zip(LANGUAGES, said)
        ]
    return Text(*said)


def _said(sentence: str, reason: Reason, language: Language) -> str:
    values = _Values(reason, language)
    text = sentence.format_map(values)
    return text[:1].upper() + text[1:]


class _Values(dict[str, str]):
    """What is put into the blanks, worked out when a sentence has them."""

    def __init__(self, reason: Reason, language: Language) -> None:
        super().__init__()
        self.reason = reason
        self.language = language

    def __missing__(self, blank: str) -> str:
        reason, language = self.reason, self.language
        match blank.split("_"):
            case ["better" | "played"]:
                return _decision(getattr(reason, blank), reason.page)[language]
            case ["after", which]:
                return _after(getattr(reason, which), reason.page)[language]
            case ["row" | "other"]:
                return _ROWS[getattr(reason, blank)][language]
            case ["cell"]:
                assert reason.cell is not None
                return cell_name(reason.cell, reason.page)[language]
            case ["badge"]:
                return reason.said[0][language]
            case ["legend"]:
                return reason.said[1][language]
            case ["n" | "m" | "of"]:
                return _number(getattr(reason, blank))
            case ["n" | "m" as whose, "numbers"]:
                return _listed(reason.numbers[whose == "m"])[language]
            case ["n" | "m" as whose, noun]:
                return _counted(getattr(reason, whose), noun)[language]
            case ["n" | "m" as whose, noun, "only"]:
                return _only(getattr(reason, whose), noun)[language]
        raise KeyError(blank)


def _decision(decision: Decision, page: Page) -> Text:
    """A decision as the subject of a sentence."""
    if isinstance(decision, Mark):
        return cell_name(page.cells[decision.cell], page)
    if isinstance(decision, Pick):
        return _in_row(_PICK, decision.row)
    return _PASS


def _after(decision: Decision, page: Page) -> Text:
    """After a decision."""
    if isinstance(decision, Mark):
        name = cell_name(page.cells[decision.cell], page)
        return Text(*(_AFTER[each].format(it=name[each]) for each in LANGUAGES))
    if isinstance(decision, Pick):
        return _in_row(_AFTER_PICK, decision.row)
    return _AFTER_PASS


def _in_row(text: Text, row: Colour) -> Text:
    return Text(*(text[each].format(row=_ROWS[row][each]) for each in LANGUAGES))


def _counted(number: int, noun: str) -> Text:
    return _NOUNS[noun][min(abs(number), 2)].fill(n=_number(number))


def _only(number: int, noun: str) -> Text:
    return _ONLY.fill(n=_number(number)) if number else _NONE[noun]


def _listed(numbers: tuple[int, ...]) -> Text:
    *first, last = [_the(number) for number in numbers]
    if not first:
        return last
    return Text(
        *(
            _AND[each].format(first=", ".join(one[each] for one in first), last=last[each])
            for each in LANGUAGES
        )
    )


def _the(number: int) -> Text:
    """A printed number with its article: 8 and 11 begin with a vowel in Italian."""
    il = "l'" if number in (8, 11) else "il "
    return Text(f"the {number}", f"die {number}", f"{il}{number}")


def _number(number: int) -> str:
    return str(number).replace("-", "\N{MINUS SIGN}")
