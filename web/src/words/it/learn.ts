/** Introduzioni e pagine delle regole. */
export const learn = {
  "learn.title": "Impara: {name}",
  "learn.your_sheet": "La tua scheda",
  "learn.the_dice": "I dadi",
  "learn.step": "Passo {n} di {all}",
  "learn.next": "Avanti",
  "learn.skip": "Salta",
  "learn.pass": "Passa",

  "learn.intro.different": "Fammi vedere che cosa cambia",
  "learn.intro.basics": "Prima le basi",
  "learn.intro.begin": "Fammi vedere",
  "learn.intro.known": "È tutto nuovo per te? Comincia dalle basi, basta un minuto.",
  "learn.intro.same":
    "{name} si gioca proprio come {like}. Cambiano solo il blocco e il numero di giocatori: da {from} a {to}.",

  "learn.finish.title": "Non ti serve altro",
  "learn.finish.text":
    "Il resto te lo mostra il tavolo: quello che puoi barrare si illumina da solo.",
  "learn.finish.play": "Gioca subito",
  "learn.finish.again": "Ancora una volta",
  "learn.finish.others": "Impara un altro gioco",

  "learn.rules.title": "Regole",
  "learn.rules.of": "Regole: {name}",
  "learn.rules.intro": "Tutti i giochi, e come si giocano.",
  "learn.rules.read": "Regole",
  "learn.rules.learn": "Impara",
  "learn.rules.play": "Gioca",
  "learn.rules.all": "Tutti i giochi",
  "learn.rules.people": "da {from} a {to} giocatori",
  "learn.rules.record": "Informazioni su queste regole",
  "learn.rules.contents": "In questa pagina",
  "learn.rules.sheet": "La scheda di {name}",
};
