"""German."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["TEXTS"]

TEXTS: Mapping[str, str] = {
    "you": "Du",
    "seat": "Platz {n}",
    "and": "{first} und {last}",
    "decimal": ",",
    # What can be typed; the first word is the one that the help names.
    "command.help": "hilfe",
    "command.hint": "tipp",
    "command.undo": "zurück zurueck rückgängig",
    "command.sheet": "zettel",
    "command.rules": "regeln",
    "command.save": "speichern sichern",
    "command.quit": "ende beenden",
    "command.pass": "passen passe",
    "help": """\
  R5         die 5 in Reihe R ankreuzen; R ist Rot, Y Gelb, G Grün, B Blau
  *G16       G16 ankreuzen, wo eine Regel das statt der weißen Summe erlaubt
  ~Y         bei Gleichstand: Reihe Y bekommt die Bonuskreuze
  -          nichts ankreuzen (oder: passen)
  tipp       die besten Züge, mit Siegchance und erwarteten Punkten
  zurück     die letzte Entscheidung zurücknehmen, solange niemand sie kennt
  zettel     den Tisch noch einmal zeigen
  regeln     die Regeln dieses Spiels
  speichern  das Spiel speichern (speichern NAME: unter diesem Namen)
  ende       speichern und aufhören
  hilfe      diese Liste""",
    # Colours
    "white": "Weiß",
    "colour.R": "Rot",
    "colour.Y": "Gelb",
    "colour.G": "Grün",
    "colour.B": "Blau",
    # A sheet
    "sheet.misses": "Fehlwürfe",
    "sheet.each": "(je {points})",
    "sheet.total": "Ergebnis: {sum}",
    # The story
    "story.rolls": "{name} würfelt {roll}: Die weiße Summe ist {sum}.",
    "story.rolls.you": "Du würfelst {roll}: Die weiße Summe ist {sum}.",
    "story.crosses": "{name} kreuzt {cell}{why}{lock} an.",
    "story.crosses.you": "Du kreuzt {cell}{why}{lock} an.",
    "story.offered": " ({why})",
    "story.bonus": " als Bonus",
    "story.and_lock": " und das Schloss von Reihe {row}",
    "story.passes": "{name} kreuzt nichts an.",
    "story.passes.you": "Du kreuzt nichts an.",
    "story.strikes": "{name} streicht {fields} {of}.",
    "story.strikes.you": "Du streichst {fields} {of}.",
    "story.fields": "die Felder {numbers}",
    "story.fields.one": "Feld {numbers}",
    "story.completes": "{name} hat das Paar {badge} komplett.",
    "story.completes.you": "Du hast das Paar {badge} komplett.",
    "story.loses": "Ein Bonus von {name}{where} verfällt: Es lässt sich nichts ankreuzen.",
    "story.loses.you": "Ein Bonus von dir{where} verfällt: Es lässt sich nichts ankreuzen.",
    "story.in_row": " in Reihe {row}",
    "story.misses": "Fehlwurf Nummer {n} für {name}.",
    "story.misses.you": "Fehlwurf Nummer {n} für dich.",
    "story.closed": "Reihe {row} ist für alle zu, abgeschlossen von {names}.",
    "story.by_you": "dir",
    "story.by_misses": "letzter Fehlwurf",
    "story.by_locks": "Reihen abgeschlossen",
    "story.wins": "Das Spiel ist aus ({why}): {name} gewinnt mit {points}.",
    "story.wins.you": "Das Spiel ist aus ({why}): Du gewinnst mit {points}.",
    "story.alone": "Das Spiel ist aus ({why}): {name} kommt auf {points}.",
    "story.alone.you": "Das Spiel ist aus ({why}): Du kommst auf {points}.",
    "story.shared": "Das Spiel ist aus ({why}): geteilter Sieg für {names} mit {points}.",
    "story.shared_you": "dich",
    "story.with_points": "{n} Punkten",
    "story.with_points.one": "{n} Punkt",
    "story.turn": "Zug {n}",
    # The table
    "table.other": "{name}: {points}, Fehlwürfe: {misses}",
    "table.points": "{n} Punkte",
    "table.points.one": "{n} Punkt",
    "table.rolled": "Zug {n}, der Wurf von {name}:",
    "table.rolled.you": "Zug {n}, dein Wurf:",
    "table.white": "Weiße Aktion: {moves}  oder - für nichts",
    "table.white_none": "Weiße Aktion: Nichts passt; - oder einfach Enter",
    "table.colour": "Farbige Aktion: {moves}  oder - für nichts{miss}",
    "table.colour_none": "Farbige Aktion: Nichts passt; - oder einfach Enter{miss}",
    "table.a_miss": " (Fehlwurf)",
    "table.tie": "Wähle eine Reihe für die Bonuskreuze: {moves}",
    "table.tie_lapse": "Wähle eine Reihe für die Bonuskreuze (in {idle} verfallen sie): {moves}",
    "table.later": "Danach in der farbigen Aktion, Stand jetzt: {moves}",
    "table.locks": "{name} schließt {colour} ab!",
    "table.locks.you": "Du schließt {colour} ab!",
    "table.lock_too": "Du kannst auch abschließen: {moves}",
    "table.keep": "Du hattest {moves} gewählt; mit Enter bleibt es dabei.",
    "table.pass_on": "Weitergeben an {name}, dann Enter> ",
    "table.then_rolls": "Enter: {name} würfelt{undo}> ",
    "table.then_rolls.you": "Enter: Du würfelst{undo}> ",
    "table.then_result": "Enter: das Ergebnis{undo}> ",
    "table.or_undo": " (oder zurück)",
    "table.go_on": "Weiter mit Enter; oder zurück, zettel, regeln, speichern, ende, hilfe.",
    "table.no_move": "{typed} ist kein Zug. Möglich: {moves}   (oder hilfe)",
    "table.not_legal": "{typed} geht jetzt nicht. Möglich: {moves}   (oder hilfe)",
    "table.more": "Enter: weiter, alles andere: zurück zum Spiel> ",
    "table.no_rules": "Für {variant} gibt es keine Regelseite: eine eigene Variante.",
    # Taking back
    "undo.done": "Zurückgenommen; {name} darf neu entscheiden.",
    "undo.done.you": "Zurückgenommen; du darfst neu entscheiden.",
    "undo.nothing": "Nichts zurückzunehmen: Was vor dem Wurf war, bleibt.",
    "undo.told": "Nichts zurückzunehmen: Was entschieden ist, haben alle erfahren.",
    "undo.announced": "Nichts zurückzunehmen: Ein angesagtes Schloss bleibt.",
    # Hints
    "hint.line": "{move}: {win} % Siegchance, etwa {points}",
    "hint.pass": "passen",
    "hint.plain": "{bot} würde {move} spielen   ({why})",
    "hint.packages": (
        "für Chancen und Punkte fehlt hier das Paket numpy; "
        "auf der Kommandozeile: pip install 'rowlock[fast]'"
    ),
    "hint.alone": "für das Spiel allein gibt es keine trainierten Werte",
    "hint.untrained": "für {variant} gibt es keine trainierten Werte",
    # Before and after
    "play.begin": "{variant}. Mit hilfe siehst du, was du tippen kannst, mit regeln die Regeln.",
    "play.dice": "Ein andermal mit denselben Würfen spielen: rowlock play --seed {seed}",
    "play.printed_for": "Hinweis: {variant} ist für {low} bis {high} Personen gedacht.",
    "play.as_bot": "Hinweis: {names} spielen hier wie {bot}: {why}.",
    "play.as_bot.one": "Hinweis: {names} spielt hier wie {bot}: {why}.",
    "play.crowd": "Hinweis: {names} spielen wie mit {high} Plätzen: Mehr kennen sie nicht.",
    "play.crowd.one": "Hinweis: {names} spielt wie mit {high} Plätzen: Mehr kennt der Bot nicht.",
    "play.chosen": "Hinweis: {names} spielen so, als gälten {printed}.",
    "play.chosen.one": "Hinweis: {names} spielt so, als gälten {printed}.",
    "play.saved": "Gespeichert als {path}.",
    "play.go_on": "Weiter geht es mit: {command}",
    "play.not_saved": "Das Spiel ließ sich nicht speichern: {error}. Etwa so: speichern NAME",
    "play.printed": "Das Spiel ließ sich nicht speichern ({error}). Hier ist es:",
    # Replays
    "replay.next_roll": "Als Nächstes würfelt {name}.",
    "replay.next_roll.you": "Als Nächstes würfelst du.",
    "replay.next_white": "Die weiße Aktion wartet auf: {names}.",
    "replay.next_colour": "Die farbige Aktion wartet auf: {names}.",
    "replay.over": "Das Spiel ist aus.",
    # Lessons
    "learn.title": "{name} lernen",
    "learn.same": "{name} spielst du genau wie {like}.",
    "learn.begin": (
        "Tippe, was verlangt ist. Nur Enter überspringt einen Schritt; hilfe nennt den Rest."
    ),
    "learn.which": "Enter: was anders ist; {word}: erst die Grundlagen> ",
    "learn.word_basics": "grundlagen g basics",
    "learn.word_back": "zurück zurueck back",
    "learn.step": "Schritt {n} von {all}: {title}",
    "learn.next": "Enter: weiter> ",
    "learn.help": """\
  R5      5 in Reihe R ankreuzen; die Reihen sind R rot, Y gelb, G grün, B blau
  -       passen (oder: passen)
  Enter   diesen Schritt überspringen
  zurück  der Schritt davor
  ende    aufhören
  hilfe   diese Liste""",
    "learn.done": "Mehr musst du nicht wissen. So spielst du es: {command}",
    "learn.left": "Bis zum nächsten Mal.",
}
