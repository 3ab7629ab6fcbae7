/** Einführungen und Regelseiten. */
export const learn = {
  "learn.title": "{name} lernen",
  "learn.your_sheet": "Dein Zettel",
  "learn.the_dice": "Die Würfel",
  "learn.step": "Schritt {n} von {all}",
  "learn.next": "Weiter",
  "learn.skip": "Überspringen",
  "learn.pass": "Passen",
  "learn.row.R": "rote Reihe",
  "learn.row.Y": "gelbe Reihe",
  "learn.row.G": "grüne Reihe",
  "learn.row.B": "blaue Reihe",

  "learn.intro.different": "Zeig mir, was anders ist",
  "learn.intro.basics": "Erst die Grundlagen",
  "learn.intro.begin": "Zeig es mir",
  "learn.intro.known": "Ganz neu hier? Fang mit den Grundlagen an, das dauert eine Minute.",
  "learn.intro.same":
    "{name} geht genau wie {like}. Nur der Block und die Zahl der Leute sind anders: Es ist für {from} bis {to}.",

  "learn.finish.title": "Mehr brauchst du nicht",
  "learn.finish.text":
    "Alles Weitere zeigt dir der Tisch: Was du ankreuzen darfst, leuchtet von selbst.",
  "learn.finish.play": "Jetzt spielen",
  "learn.finish.again": "Noch einmal",
  "learn.finish.others": "Ein anderes Spiel lernen",

  "learn.rows.title": "Von links nach rechts",
  "learn.rows.text":
    "Das ist dein Zettel. Du kreuzt jede Reihe von links nach rechts an. Du darfst Zahlen auslassen, aber zurück geht es nie.",
  "learn.rows.task": "Tippe auf irgendeine helle Zahl.",
  "learn.rows.hint": "Zurück geht es nicht: Tippe auf eine helle Zahl, rechts vom Kreuz.",
  "learn.rows.skipped": {
    one: "Angekreuzt! Die {n} Zahl, die du ausgelassen hast, ist für dich weg.",
    other: "Angekreuzt! Die {n} Zahlen, die du ausgelassen hast, sind für dich weg.",
  },
  "learn.rows.beside": "Angekreuzt, und keine einzige Zahl ausgelassen. Sehr gut!",

  "learn.white.title": "Weiße Würfel sind für alle",
  "learn.white.text":
    "Max würfelt. Alle dürfen die Summe der beiden weißen Würfel einmal ankreuzen, in irgendeiner Reihe.",
  "learn.white.task": "{a} + {b} = {sum}. Tippe auf eine {sum}.",
  "learn.white.hint": "Suche eine helle {sum}: So viel zeigen die weißen Würfel zusammen.",
  "learn.white.done":
    "{cell} gehört dir. Du dürftest auch passen: Max ist dran, also kostet es dich nichts.",

  "learn.colour.title": "Wer würfelt, darf mehr",
  "learn.colour.text":
    "Jetzt würfelst du. Nach den weißen Würfeln darfst nur du noch einen weißen und einen farbigen addieren und die Summe in dieser Farbe ankreuzen.",
  "learn.colour.task": "Tippe auf eine der gestrichelten Zahlen.",
  "learn.colour.hint": "Diese nicht: Tippe auf eine Zahl mit gestricheltem Rand.",
  "learn.colour.done":
    "{white} + {die} = {cell}. So kannst du in deinem eigenen Zug zwei Kreuze machen.",

  "learn.lock.title": "Das Schloss",
  "learn.lock.text": {
    one: "Die letzte Zahl einer Reihe darfst du nach {n} Kreuz darin ankreuzen. Sie schließt die Reihe ab.",
    other:
      "Die letzte Zahl einer Reihe darfst du erst nach {n} Kreuzen darin ankreuzen. Sie schließt die Reihe ab.",
  },
  "learn.lock.task": {
    one: "{n} Kreuz ist da. Tippe auf {cell}!",
    other: "{n} Kreuze sind da. Tippe auf {cell}!",
  },
  "learn.lock.hint": "Tippe diesmal auf {cell}, direkt vor dem Schloss.",
  "learn.lock.done":
    "Das Schloss kreuzt du gleich mit an, es zählt als ein Kreuz mehr. Die Reihe ist für alle zu, und ihr Würfel scheidet aus.",

  "learn.miss.title": "Ein Fehlwurf",
  "learn.miss.text":
    "Du würfelst, aber nichts passt. Wer würfelt und nichts ankreuzt, bekommt einen Fehlwurf: {n} Punkte.",
  "learn.miss.task": "Nichts lässt sich ankreuzen: Du musst passen.",
  "learn.miss.hint": "Keine Zahl passt zu diesem Wurf. Drücke auf „Passen“.",
  "learn.miss.done":
    "Ein Fehlwurf zählt {n} Punkte. Nur wer würfelt, kann einen bekommen; die anderen passen umsonst.",

  "learn.value.title": "Lange Reihen gewinnen",
  "learn.value.text": "Jedes weitere Kreuz in einer Reihe ist mehr wert als das davor.",
  "learn.value.task": "Tippe auf {cell} und schau auf das Ende der Reihe.",
  "learn.value.hint": "Tippe auf {cell}, die helle Zahl.",
  "learn.value.count": { one: "{n} Kreuz: {points} Punkt.", other: "{n} Kreuze: {points} Punkte." },
  "learn.value.more": "Das nächste macht {next}, dann {after} und so weiter.",

  "learn.end.title": "Das Ende",
  "learn.end.text": {
    one: "Das Spiel endet sofort, wenn zwei Reihen zu sind oder beim ersten Fehlwurf. Die meisten Punkte gewinnen.",
    other:
      "Das Spiel endet sofort, wenn zwei Reihen zu sind oder jemand {n} Fehlwürfe hat. Die meisten Punkte gewinnen.",
  },
  "learn.end.task": "Max hat die {row} abgeschlossen. Tippe auf {cell}: das zweite Schloss!",
  "learn.end.done": {
    one: "Zwei Reihen sind zu, das Spiel ist aus. Du hast {n} Punkt.",
    other: "Zwei Reihen sind zu, das Spiel ist aus. Du hast {n} Punkte.",
  },

  "learn.dice.title": "Würfel mit {n} Seiten",
  "learn.dice.text":
    "Diese Würfel zeigen 1 bis {n}. Summen gehen bis {most}, und eine Reihe hat {longest} Zahlen.",
  "learn.dice.done": "{cell} ist angekreuzt. Sonst geht alles, wie du es kennst.",

  "learn.locks.title": "Mehr als ein Weg zum Schloss",
  "learn.locks.text": {
    one: "Jede der letzten {last} Zahlen schließt ihre Reihe ab, nach {n} Kreuz.",
    other: "Jede der letzten {last} Zahlen schließt ihre Reihe ab, aber erst nach {n} Kreuzen.",
  },
  "learn.locks.task": "Tippe auf eine davon. Welche, das entscheidest du.",
  "learn.locks.hint": "Tippe auf eine der letzten Zahlen der Reihe.",
  "learn.locks.done":
    "Abgeschlossen mit {cell}. Die Reihe ist sofort zu, {numbers} ist also nicht mehr zu haben.",

  "learn.luck.title": "Glückszahlen",
  "learn.luck.text":
    "Deine sind {numbers}. Machen die weißen Würfel eine davon, darfst du stattdessen die nächste Zahl deiner Reihe mit den wenigsten Kreuzen nehmen.",
  "learn.luck.task": "{sum} ist deine Zahl! Tippe auf {cell}, mit dem Kleeblatt.",
  "learn.luck.hint":
    "Das ist die einfache {sum}, auch gut. Versuch jetzt aber dein Glück: Tippe auf das Kleeblatt.",
  "learn.luck.done":
    "{cell} ist angekreuzt und nichts ausgelassen. Das Glück kommt anstelle der {sum}, nie dazu.",
  "learn.tie.title": "Zwei Reihen gleich",
  "learn.tie.text": "Haben mehrere Reihen am wenigsten Kreuze, dann wählst du.",
  "learn.tie.task": "Auch {sum} bringt Glück. Tippe auf eines der Kleeblätter.",

  "learn.wandering.title": "Wandernde Farben",
  "learn.wandering.text":
    "Ein farbiger Würfel sucht seine eigene Farbe, in welcher Reihe sie auch steht. Den weißen Würfeln sind Farben egal.",
  "learn.wandering.hint": "Möglich, aber nimm eine Farbe, die in eine andere Reihe gewandert ist.",
  "learn.wandering.done": "{white} + {die} = {cell}. Die {row} bekommt das Kreuz.",
  "learn.gone.title": "Die Reihe heißt wie ihr Schloss",
  "learn.gone.text": {
    one: "Eine Reihe heißt nach ihrem Schloss. Zum Abschließen braucht es {n} Kreuz, egal in welcher Farbe.",
    other:
      "Eine Reihe heißt nach ihrem Schloss. Zum Abschließen braucht es {n} Kreuze, egal in welchen Farben.",
  },
  "learn.gone.done":
    "Die {row} ist mit all ihren Farben zu, und ihr Würfel scheidet aus. In anderen Reihen geht {colour} noch mit den weißen Würfeln.",

  "learn.places.title": "Der Platz zählt",
  "learn.places.text":
    "Die Zahlen sind gemischt. Du kreuzt trotzdem von links nach rechts an; wie groß eine Zahl ist, spielt keine Rolle.",
  "learn.places.task": "Tippe auf irgendeine Zahl rechts von {cell}, ob größer oder kleiner.",
  "learn.places.done": "{number} steht rechts von {before}, und nur das zählt.",
  "learn.last.title": "Andere letzte Zahlen",
  "learn.last.text": {
    one: "Hier enden die Reihen mit {numbers}. Diese schließen ab, nach {n} Kreuz.",
    other: "Hier enden die Reihen mit {numbers}. Diese schließen ab, nach {n} Kreuzen.",
  },

  "learn.chain.title": "Sterne und die Bonusleiste",
  "learn.chain.text":
    "Ein Stern streicht das nächste Feld der Leiste unten. Die Farbe des Felds nennt eine Reihe, und deren nächste Zahl wird sofort angekreuzt.",
  "learn.chain.task": "Die weißen Würfel machen {sum}. Tippe auf {cell}, mit dem Stern.",
  "learn.chain.hint": "Möglich, aber tippe diesmal auf {cell}.",
  "learn.chain.link": "Feld {n}: {row}, also wird auch {cell} angekreuzt.",
  "learn.chained.title": "Eine Kette",
  "learn.chained.text":
    "Trifft das Zusatzkreuz einen Stern, folgt das nächste Feld. Du musst es nehmen, auch wenn es wehtut.",

  "learn.pair.title": "Paar {letter}",
  "learn.pair.text":
    "Gleiche Buchstaben gehören zusammen: Wer beide ankreuzt, bekommt ihren Bonus.",
  "learn.pair.task": "{first} ist angekreuzt. Tippe auf {second}!",
  "learn.pair.done": "Beide {letter} sind angekreuzt.",
  "learn.effect.fewest": {
    one: "Dieses Paar bringt sofort {n} Kreuz in deiner Reihe mit den wenigsten.",
    other: "Dieses Paar bringt sofort {n} Kreuze in deiner Reihe mit den wenigsten.",
  },
  "learn.effect.each_row": {
    one: "Dieses Paar bringt sofort {n} Kreuz in jeder Reihe.",
    other: "Dieses Paar bringt sofort {n} Kreuze in jeder Reihe.",
  },
  "learn.effect.points": {
    one: "Dieses Paar bringt am Ende {n} Punkt.",
    other: "Dieses Paar bringt am Ende {n} Punkte.",
  },
  "learn.effect.double_fewest":
    "Mit diesem Paar zählt deine Reihe mit den wenigsten Kreuzen am Ende doppelt.",
  "learn.effect.no_misses": "Mit diesem Paar kosten deine Fehlwürfe am Ende nichts.",
  "learn.got.fewest": {
    one: "Die {row} hatte am wenigsten: {n} Kreuz mehr.",
    other: "Die {row} hatte am wenigsten: {n} Kreuze mehr.",
  },
  "learn.got.each_row": {
    one: "Jede Reihe geht um {n} Kreuz weiter.",
    other: "Jede Reihe geht um {n} Kreuze weiter.",
  },
  "learn.got.points": { one: "{n} Punkt mehr.", other: "{n} Punkte mehr." },
  "learn.got.double_fewest": "Schau auf deine Summe: Die {row} zählt doppelt.",
  "learn.got.no_misses": "Schau auf deine Summe: Die Fehlwürfe sind vergessen.",

  "learn.rules.title": "Regeln",
  "learn.rules.of": "Regeln: {name}",
  "learn.rules.intro": "Alle Spiele an diesem Tisch, und wie sie gehen.",
  "learn.rules.read": "Regeln",
  "learn.rules.learn": "Einführung",
  "learn.rules.play": "Spielen",
  "learn.rules.all": "Alle Spiele",
  "learn.rules.people": "{from} bis {to} Leute",
  "learn.rules.contents": "Auf dieser Seite",
  "learn.rules.sheet": "Der Zettel von {name}",
};
