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
  tipp       die besten Züge mit Siegchance und erwarteten Punkten, und warum
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
    # Warnings
    "warn.blunder": "Vorsicht: {move} verschenkt {given} ({win} Siegchance; {better}: {best}).",
    "warn.again": "Tippe es noch einmal, wenn du es trotzdem willst, oder etwas anderes.",
    "warn.silent": "Hinweis: Hier kann dich niemand warnen: {why}.",
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
    "play.unmeasured": "Hinweis: {names} spielen auf Stufen,"
    " die für {usual} gemessen sind, nicht für {variant}.",
    "play.unmeasured.one": "Hinweis: {names} spielt auf einer Stufe,"
    " die für {usual} gemessen ist, nicht für {variant}.",
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
    # Reviews
    "review.start": "Beginn",
    "review.luck": "+ Glück",
    "review.errors": "- verschenkt",
    "review.others": "+ andere",
    "review.result": "= Ergebnis",
    "review.points": "Punkte",
    "review.graph": "Siegchance nach jedem Zug:",
    "review.graph_points": "Erwartete Punkte nach jedem Zug:",
    "review.meeting": "mehrere",
    "review.signs": "im Zug verschenkt: {slip} wenig, {mistake} Fehler, {blunder} grober Fehler",
    "review.gave": "{name} hat in {decisions} {given} verschenkt.",
    "review.gave.you": "Du hast in {decisions} {given} verschenkt.",
    "review.like": "{name} hat in {decisions} {given} verschenkt; so spielt {bot}.",
    "review.like.you": "Du hast in {decisions} {given} verschenkt; so spielt {bot}.",
    "review.decisions": "{n} Entscheidungen",
    "review.decisions.one": "{n} Entscheidung",
    "review.dice": "Die Würfel waren {luck} wert.",
    "review.best_roll": "Der glücklichste Wurf war {roll} in Zug {turn} ({luck}),",
    "review.worst_roll": "der unglücklichste {roll} in Zug {turn} ({luck}).",
    "review.amount": "{n} Punkte",
    "review.mattered": "Was am meisten gekostet hat",
    "review.clean": "{name} hat nichts verschenkt, was zählt.",
    "review.clean.you": "Du hast nichts verschenkt, was zählt.",
    "review.where": "{name}, Zug {turn}, {action} mit {roll}:",
    "review.action_white": "weiße Aktion",
    "review.action_colour": "farbige Aktion",
    "review.better": "{played} statt {better}: {given} verschenkt ({grade}).",
    "review.slip": "eine Ungenauigkeit",
    "review.mistake": "ein Fehler",
    "review.blunder": "ein grober Fehler",
    "review.head_turn": "Zug",
    "review.head_seat": "Platz",
    "review.head_action": "Aktion",
    "review.head_roll": "Wurf",
    "review.head_played": "gespielt",
    "review.head_better": "besser",
    "review.head_given": "verschenkt",
    "review.white": "weiß",
    "review.colour": "farbig",
    "review.no_turns": "Was die Würfe wert waren, ist hier nicht bekannt: nur die Entscheidungen.",
    "review.wait": "Das Spiel wird ausgewertet",
    "review.drawn": "Gezeichnet in {path}.",
    # Many games
    "stats.head": "{name}: {games}",
    "stats.alone": "{name} allein, in Punkten: {games}",
    "stats.days": ", vom {first} bis zum {last}",
    "stats.games": "{n} Spiele",
    "stats.games.one": "{n} Spiel",
    "stats.games_head": "Spiele",
    "stats.won": "gewonnen",
    "stats.luck": "Glück",
    "stats.all": "alle Spiele",
    "stats.against": "mit {name}",
    "stats.trend": "Verschenkt, Spiel für Spiel (hoch ist schlecht): {line}",
    "stats.halves": "In der ersten Hälfte {first} je Spiel, in der zweiten {second}.",
    "stats.best": "Bestes Spiel: {source} ({given} verschenkt).",
    "stats.worst": "Schlechtestes Spiel: {source} ({given} verschenkt).",
    "stats.game": "Spiel",
    "stats.day": "Tag",
    "stats.others": "Auch in diesen Spielen: {names}. Mit --name wählst du.",
    "stats.twice": "{path}: dasselbe Spiel wie {other}, zählt einmal",
    "stats.not_over": "{path}: ausgelassen, weil es nicht zu Ende ist",
    "stats.stopped": "abgebrochen nach {done} von {all} Spielen",
    "stats.wait": "Spiele werden ausgewertet",
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
