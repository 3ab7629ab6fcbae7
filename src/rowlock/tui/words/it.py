"""Italian."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["TEXTS"]

TEXTS: Mapping[str, str] = {
    "you": "Tu",
    "seat": "Posto {n}",
    "and": "{first} e {last}",
    "decimal": ",",
    # What can be typed; the first word is the one that the help names.
    "command.help": "aiuto",
    "command.hint": "consiglio",
    "command.undo": "annulla",
    "command.sheet": "scheda",
    "command.rules": "regole",
    "command.save": "salva",
    "command.quit": "esci",
    "command.pass": "passo passa",
    "help": """\
  R5         barra il 5 nella riga R; R è rosso, Y giallo, G verde, B blu
  *G16       barra G16, se una regola lo permette al posto della somma bianca
  ~Y         in caso di parità: le crocette extra vanno alla riga Y
  -          passa, senza barrare niente (o: passo)
  consiglio  le mosse migliori, con probabilità di vincere e punti attesi
  annulla    annulla l'ultima scelta, finché nessuno la conosce
  scheda     mostra di nuovo il tavolo
  regole     le regole di questo gioco
  salva      salva la partita (salva NOME: con quel nome)
  esci       salva ed esci
  aiuto      questo elenco""",
    # Colours
    "white": "bianchi",
    "colour.R": "rosso",
    "colour.Y": "giallo",
    "colour.G": "verde",
    "colour.B": "blu",
    # A sheet
    "sheet.misses": "tiri falliti",
    "sheet.each": "({points} l'uno)",
    "sheet.total": "Totale: {sum}",
    # The story
    "story.rolls": "{name} lancia {roll}: la somma bianca è {sum}.",
    "story.rolls.you": "Lanci {roll}: la somma bianca è {sum}.",
    "story.crosses": "{name} barra {cell}{why}{lock}.",
    "story.crosses.you": "Barri {cell}{why}{lock}.",
    "story.offered": " ({why})",
    "story.bonus": " come bonus",
    "story.and_lock": " e il lucchetto della riga {row}",
    "story.passes": "{name} passa.",
    "story.passes.you": "Passi.",
    "story.strikes": "{name} cancella {fields} {of}.",
    "story.strikes.you": "Cancelli {fields} {of}.",
    "story.fields": "i campi {numbers}",
    "story.fields.one": "il campo {numbers}",
    "story.completes": "{name} ha completato la coppia {badge}.",
    "story.completes.you": "Hai completato la coppia {badge}.",
    "story.loses": "{name} perde un bonus{where}: non c'è nulla da barrare.",
    "story.loses.you": "Perdi un bonus{where}: non c'è nulla da barrare.",
    "story.in_row": " nella riga {row}",
    "story.misses": "Tiro fallito numero {n} per {name}.",
    "story.misses.you": "Tiro fallito numero {n} per te.",
    "story.closed": "Riga {row} chiusa per tutti da {names}.",
    "story.by_you": "te",
    "story.by_misses": "ultimo tiro fallito",
    "story.by_locks": "righe chiuse",
    "story.wins": "La partita è finita ({why}): vince {name} con {points}.",
    "story.wins.you": "La partita è finita ({why}): vinci tu con {points}.",
    "story.alone": "La partita è finita ({why}): {name} arriva a {points}.",
    "story.alone.you": "La partita è finita ({why}): arrivi a {points}.",
    "story.shared": "La partita è finita ({why}): vittoria condivisa per {names} con {points}.",
    "story.shared_you": "te",
    "story.with_points": "{n} punti",
    "story.with_points.one": "{n} punto",
    "story.turn": "Turno {n}",
    # The table
    "table.other": "{name}: {points}, tiri falliti: {misses}",
    "table.points": "{n} punti",
    "table.points.one": "{n} punto",
    "table.rolled": "Turno {n}, il lancio di {name}:",
    "table.rolled.you": "Turno {n}, il tuo lancio:",
    "table.white": "Azione bianca: {moves}  oppure - per passare",
    "table.white_none": "Azione bianca: niente da barrare; passa con - o Invio",
    "table.colour": "Azione colorata: {moves}  oppure - per passare{miss}",
    "table.colour_none": "Azione colorata: niente da barrare; passa con - o Invio{miss}",
    "table.a_miss": " (tiro fallito)",
    "table.tie": "Scegli una riga per le crocette extra: {moves}",
    "table.tie_lapse": "Scegli una riga per le crocette extra (in {idle} vanno perse): {moves}",
    "table.later": "Poi, nell'azione colorata (per ora): {moves}",
    "table.locks": "{name} chiude il {colour}!",
    "table.locks.you": "Stai chiudendo il {colour}!",
    "table.lock_too": "Puoi chiuderlo anche tu: {moves}",
    "table.keep": "Avevi scelto {moves}; con Invio resta quello.",
    "table.pass_on": "Lascia il posto a {name}, poi premi Invio> ",
    "table.then_rolls": "Invio: lancia {name}{undo}> ",
    "table.then_rolls.you": "Invio: lanci tu{undo}> ",
    "table.then_result": "Invio: il risultato{undo}> ",
    "table.or_undo": " (o annulla)",
    "table.go_on": "Invio per continuare, o scrivi annulla, scheda, regole, salva, esci o aiuto.",
    "table.no_move": "{typed} non è una mossa. Possibili: {moves}   (o aiuto)",
    "table.not_legal": "{typed} ora non è possibile. Possibili: {moves}   (o aiuto)",
    "table.more": "Invio: avanti; altro testo: torna al gioco> ",
    "table.no_rules": "Per {variant} non c'è una pagina di regole: è una variante tua.",
    # Taking back
    "undo.done": "Annullato; {name} può decidere di nuovo.",
    "undo.done.you": "Annullato; puoi decidere di nuovo.",
    "undo.nothing": "Niente da annullare: non si torna a prima di un lancio.",
    "undo.told": "Niente da annullare: ciò che è stato deciso ormai lo sanno tutti.",
    "undo.announced": "Niente da annullare: una chiusura annunciata resta.",
    # Hints
    "hint.line": "{move}: {win} % di vittoria, circa {points}",
    "hint.pass": "passo",
    "hint.plain": "{bot} giocherebbe {move}   ({why})",
    "hint.packages": (
        "per le probabilità e i punti serve numpy, che qui non è installato; "
        "dalla riga di comando: pip install 'rowlock[fast]'"
    ),
    "hint.alone": "i valori appresi non dicono nulla di una partita in solitario",
    "hint.untrained": "per {variant} non ci sono valori appresi",
    # Before and after
    "play.begin": "{variant}. Con aiuto vedi che cosa puoi scrivere, con regole le regole.",
    "play.dice": "Per riavere gli stessi lanci un'altra volta: rowlock play --seed {seed}",
    "play.printed_for": "Nota: la scatola di {variant} indica da {low} a {high} giocatori.",
    "play.as_bot": "Nota: {names} giocano qui come {bot}: {why}.",
    "play.as_bot.one": "Nota: {names} gioca qui come {bot}: {why}.",
    "play.crowd": "Nota: {names} conoscono al massimo {high} posti e giocano così.",
    "play.crowd.one": "Nota: {names} conosce al massimo {high} posti e gioca così.",
    "play.chosen": "Nota: {names} giocano come se valessero {printed}.",
    "play.chosen.one": "Nota: {names} gioca come se valessero {printed}.",
    "play.saved": "Salvata come {path}.",
    "play.go_on": "Per continuare: {command}",
    "play.not_saved": "Non è stato possibile salvare: {error}. Prova: salva NOME",
    "play.printed": "Non è stato possibile salvare ({error}). Ecco la partita:",
    # Replays
    "replay.next_roll": "Ora deve lanciare {name}.",
    "replay.next_roll.you": "Ora devi lanciare tu.",
    "replay.next_white": "Azione bianca, in attesa di: {names}.",
    "replay.next_colour": "Azione colorata, in attesa di: {names}.",
    "replay.over": "La partita è finita.",
    # Lessons
    "learn.title": "Impara: {name}",
    "learn.same": "{name} si gioca proprio come {like}.",
    "learn.begin": (
        "Scrivi quello che ti viene chiesto. Solo Invio salta un passo; aiuto elenca il resto."
    ),
    "learn.which": "Invio: che cosa cambia; {word}: prima le basi> ",
    "learn.word_basics": "basi b basics",
    "learn.word_back": "indietro back",
    "learn.step": "Passo {n} di {all}: {title}",
    "learn.next": "Invio: avanti> ",
    "learn.help": """\
  R5       barra il 5 nella riga R; le righe sono R rossa, Y gialla, G verde, B blu
  -        passa (o: passo)
  Invio    salta questo passo
  indietro il passo prima
  esci     per uscire
  aiuto    questo elenco""",
    "learn.done": "Non ti serve altro. Si gioca così: {command}",
    "learn.left": "Alla prossima.",
}
