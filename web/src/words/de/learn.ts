/** Einführungen und Regelseiten. */
export const learn = {
  "learn.title": "{name} lernen",
  "learn.your_sheet": "Dein Zettel",
  "learn.the_dice": "Die Würfel",
  "learn.step": "Schritt {n} von {all}",
  "learn.next": "Weiter",
  "learn.skip": "Überspringen",
  "learn.pass": "Passen",

  "learn.intro.different": "Zeig mir, was anders ist",
  "learn.intro.basics": "Erst die Grundlagen",
  "learn.intro.begin": "Zeig es mir",
  "learn.intro.known": "Ganz neu hier? Fang mit den Grundlagen an, das dauert eine Minute.",
  "learn.intro.same":
    "{name} spielst du genau wie {like}. Nur der Block ist ein anderer; gedacht ist er für {from} bis {to} Personen.",

  "learn.finish.title": "Mehr musst du nicht wissen",
  "learn.finish.text":
    "Alles Weitere zeigt dir der Tisch: Was du ankreuzen darfst, leuchtet von selbst.",
  "learn.finish.play": "Jetzt spielen",
  "learn.finish.again": "Noch einmal",
  "learn.finish.others": "Ein anderes Spiel lernen",

  "learn.rules.title": "Regeln",
  "learn.rules.of": "Regeln: {name}",
  "learn.rules.intro": "Alle Spiele und wie man sie spielt.",
  "learn.rules.read": "Regeln",
  "learn.rules.learn": "Einführung",
  "learn.rules.play": "Spielen",
  "learn.rules.all": "Alle Spiele",
  "learn.rules.people": "{from} bis {to} Personen",
  "learn.rules.record": "Über diese Regeln",
  "learn.rules.contents": "Auf dieser Seite",
  "learn.rules.sheet": "Der Zettel von {name}",
};
