"""German."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["NAMES", "TEXTS"]

NAMES: Mapping[str, str] = {
    "white": "Weiß",
    "and": "{first} und {last}",
    "colour.R": "Rot",
    "colour.Y": "Gelb",
    "colour.G": "Grün",
    "colour.B": "Blau",
    "row.R": "rote Reihe",
    "row.Y": "gelbe Reihe",
    "row.G": "grüne Reihe",
    "row.B": "blaue Reihe",
}

TEXTS: Mapping[str, str] = {
    "rows.title": "Von links nach rechts",
    "rows.text": (
        "Das ist dein Zettel. In jeder Reihe kreuzt du von links nach rechts an. Du darfst "
        "Zahlen auslassen, aber zurück geht es nie."
    ),
    "rows.task": "Tippe auf irgendeine helle Zahl.",
    "rows.hint": "Zurück geht es nicht: Tippe auf eine helle Zahl, rechts vom Kreuz.",
    "rows.skipped.one": "Angekreuzt! Die Zahl, die du ausgelassen hast, ist für dich weg.",
    "rows.skipped": "Angekreuzt! Die {n} Zahlen, die du ausgelassen hast, sind für dich weg.",
    "rows.beside": "Angekreuzt, und keine einzige Zahl ausgelassen. Sehr gut!",
    "rows.task.typed": (
        "Tippe den Namen einer Zahl in Klammern, etwa {cell}: die Reihe und die Zahl."
    ),
    "rows.hint.typed": "Zurück geht es nicht: Tippe eine Zahl in Klammern, rechts vom Kreuz.",
    "white.title": "Weiße Würfel sind für alle",
    "white.text": (
        "Max würfelt. Alle dürfen die Summe der beiden weißen Würfel einmal ankreuzen, in einer"
        " Reihe ihrer Wahl."
    ),
    "white.task": "{a} + {b} = {sum}. Tippe auf eine {sum}.",
    "white.hint": "Suche eine helle {sum}: So viel zeigen die weißen Würfel zusammen.",
    "white.done": (
        "{cell} gehört dir. Du hättest auch passen dürfen: Max ist dran, also kostet es dich "
        "nichts."
    ),
    "white.task.typed": "{a} + {b} = {sum}. Tippe eine {sum}, etwa {cell}.",
    "white.hint.typed": "Suche eine {sum} in Klammern: So viel zeigen die weißen Würfel zusammen.",
    "colour.title": "Wer würfelt, darf mehr",
    "colour.text": (
        "Jetzt würfelst du. Nach den weißen Würfeln darfst du, und nur du, einen weißen und "
        "einen farbigen Würfel addieren und die Summe in dieser Farbe ankreuzen."
    ),
    "colour.task": "Tippe auf eine der gestrichelten Zahlen.",
    "colour.hint": "Diese nicht: Tippe auf eine Zahl mit gestricheltem Rand.",
    "colour.done": (
        "{white} + {die} = {cell}. So kannst du in deinem eigenen Zug zwei Kreuze machen."
    ),
    "colour.task.typed": "Tippe eine der Zahlen in Klammern.",
    "colour.hint.typed": "Diese nicht: Tippe eine Zahl in Klammern.",
    "lock.title": "Das Schloss",
    "lock.text.one": (
        "Die letzte Zahl einer Reihe darfst du nach {n} Kreuz darin ankreuzen. Sie schließt die"
        " Reihe ab."
    ),
    "lock.text": (
        "Die letzte Zahl einer Reihe darfst du erst nach {n} Kreuzen darin ankreuzen. Sie "
        "schließt die Reihe ab."
    ),
    "lock.task.one": "{n} Kreuz hast du schon. Tippe auf {cell}!",
    "lock.task": "{n} Kreuze hast du schon. Tippe auf {cell}!",
    "lock.hint": "Tippe diesmal auf {cell}, direkt vor dem Schloss.",
    "lock.done": (
        "Das Schloss kreuzt du gleich mit an, es zählt als ein Kreuz mehr. Die Reihe ist für "
        "alle zu, und ihr Würfel scheidet aus."
    ),
    "lock.task.typed": "{n} Kreuze hast du schon. Tippe {cell}!",
    "lock.task.typed.one": "{n} Kreuz hast du schon. Tippe {cell}!",
    "lock.hint.typed": "Tippe diesmal {cell}, direkt vor dem Schloss.",
    "miss.title": "Ein Fehlwurf",
    "miss.text": (
        "Du würfelst, aber nichts passt. Wer würfelt und nichts ankreuzt, bekommt einen "
        "Fehlwurf: {n} Punkte."
    ),
    "miss.task": "Nichts lässt sich ankreuzen: Du musst passen.",
    "miss.hint": "Keine Zahl passt zu diesem Wurf. Tippe auf „Passen“.",
    "miss.done": (
        "Ein Fehlwurf zählt {n} Punkte. Nur wer würfelt, kann einen bekommen; die anderen "
        "passen umsonst."
    ),
    "miss.task.typed": "Nichts lässt sich ankreuzen: Tippe - zum Passen.",
    "miss.hint.typed": "Keine Zahl passt zu diesem Wurf. Tippe -",
    "value.title": "Lange Reihen gewinnen",
    "value.text": "Jedes weitere Kreuz in einer Reihe ist mehr wert als das davor.",
    "value.task": "Tippe auf {cell} und schau auf das Ende der Reihe.",
    "value.hint": "Tippe auf {cell}, die helle Zahl.",
    "value.count.one": "{n} Kreuz: {points} Punkt.",
    "value.count": "{n} Kreuze: {points} Punkte.",
    "value.more": "Mit dem nächsten sind es {next}, dann {after} und so weiter.",
    "value.task.typed": "Tippe {cell} und schau auf das Ende der Reihe.",
    "value.hint.typed": "Tippe {cell}, die Zahl in Klammern.",
    "end.title": "Das Ende",
    "end.text": (
        "Das Spiel endet sofort, wenn {locks} oder {misses}. Wer die meisten Punkte hat, gewinnt."
    ),
    "end.locks.1": "eine Reihe zu ist",
    "end.locks.2": "zwei Reihen zu sind",
    "end.locks.3": "drei Reihen zu sind",
    "end.locks.4": "alle vier Reihen zu sind",
    "end.closed.1": "Eine Reihe ist zu",
    "end.closed.2": "Zwei Reihen sind zu",
    "end.closed.3": "Drei Reihen sind zu",
    "end.closed.4": "Alle vier Reihen sind zu",
    "end.misses": "jemand {n} Fehlwürfe hat",
    "end.misses.one": "jemand den ersten Fehlwurf bekommt",
    "end.task.1": "Tippe auf {cell}: das Schloss, das das Spiel beendet!",
    "end.task.2": "Max hat die {rows} abgeschlossen. Tippe auf {cell}: das zweite Schloss!",
    "end.task.3": "Max hat die {rows} abgeschlossen. Tippe auf {cell}: das dritte Schloss!",
    "end.task.4": "Max hat die {rows} abgeschlossen. Tippe auf {cell}: das vierte Schloss!",
    "end.done": "{locks}, das Spiel ist aus. Du hast {n} Punkte.",
    "end.done.one": "{locks}, das Spiel ist aus. Du hast {n} Punkt.",
    "end.task.1.typed": "Tippe {cell}: das Schloss, das das Spiel beendet!",
    "end.task.2.typed": "Max hat die {rows} abgeschlossen. Tippe {cell}: das zweite Schloss!",
    "end.task.3.typed": "Max hat die {rows} abgeschlossen. Tippe {cell}: das dritte Schloss!",
    "end.task.4.typed": "Max hat die {rows} abgeschlossen. Tippe {cell}: das vierte Schloss!",
    "dice.title": "Würfel mit {n} Seiten",
    "dice.text": (
        "Diese Würfel zeigen 1 bis {n}. Summen gehen bis {most}, und eine Reihe hat {longest} "
        "Zahlen."
    ),
    "dice.done": "{cell} ist angekreuzt. Sonst ist alles, wie du es kennst.",
    "locks.title": "Mehr als ein Weg zum Schloss",
    "locks.text.one": "Jede der letzten {last} Zahlen schließt ihre Reihe ab, nach {n} Kreuz.",
    "locks.text": (
        "Jede der letzten {last} Zahlen schließt ihre Reihe ab, aber erst nach {n} Kreuzen."
    ),
    "locks.task": "Tippe auf eine davon. Welche, das entscheidest du.",
    "locks.hint": "Tippe auf eine der letzten Zahlen der Reihe.",
    "locks.done": (
        "Abgeschlossen mit {cell}. Die Reihe ist sofort zu, für die {numbers} ist es also zu spät."
    ),
    "locks.task.typed": "Tippe eine davon: {moves}. Welche, das entscheidest du.",
    "locks.hint.typed": "Tippe eine der letzten Zahlen der Reihe.",
    "wandering.title": "Wandernde Farben",
    "wandering.text": (
        "Ein farbiger Würfel sucht seine eigene Farbe, in welcher Reihe sie auch steht. Den "
        "weißen Würfeln sind Farben egal."
    ),
    "wandering.hint": (
        "Das ginge auch, aber nimm diesmal eine Farbe, die in eine andere Reihe gewandert ist."
    ),
    "wandering.done": "{white} + {die} = {cell}. Die {row} bekommt das Kreuz.",
    "gone.title": "Das Schloss gibt den Namen",
    "gone.text.one": (
        "Jede Reihe hat ihren Namen von ihrem Schloss. Zum Abschließen brauchst du darin {n} "
        "Kreuz, egal in welcher Farbe."
    ),
    "gone.text": (
        "Jede Reihe hat ihren Namen von ihrem Schloss. Zum Abschließen brauchst du darin {n} "
        "Kreuze, egal in welchen Farben."
    ),
    "gone.done": (
        "Die {row} ist mit all ihren Farben zu, und ihr Würfel scheidet aus. In anderen Reihen "
        "kannst du {colour} noch mit den weißen Würfeln ankreuzen."
    ),
    "places.title": "Der Platz zählt",
    "places.text": (
        "Die Zahlen sind gemischt. Du kreuzt trotzdem von links nach rechts an; wie groß eine "
        "Zahl ist, spielt keine Rolle."
    ),
    "places.task": "Tippe auf irgendeine Zahl rechts von {cell}, ob größer oder kleiner.",
    "places.done": "{number} steht rechts von {before}, und nur das zählt.",
    "places.task.typed": "Tippe irgendeine Zahl rechts von {cell}, ob größer oder kleiner.",
    "last.title": "Andere letzte Zahlen",
    "last.text.one": (
        "Hier enden die Reihen mit {numbers}. Mit diesen Zahlen schließt du ab, aber erst nach "
        "{n} Kreuz in der Reihe."
    ),
    "last.text": (
        "Hier enden die Reihen mit {numbers}. Mit diesen Zahlen schließt du ab, aber erst nach "
        "{n} Kreuzen in der Reihe."
    ),
    "tried.task": "Tippe auf {cell} und sieh, was es bringt.",
    "tried.task.typed": "Tippe {cell} und sieh, was es bringt.",
    "tried.hint": "Tippe diesmal auf {cell}.",
    "tried.hint.typed": "Tippe diesmal {cell}.",
    "tried.crosses": "Das brachte {n} weitere Kreuze.",
    "tried.crosses.one": "Das brachte {n} weiteres Kreuz.",
    "tried.marks": "Schau unter die Reihen: Dort hat sich etwas getan.",
}
