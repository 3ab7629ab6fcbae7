/** Introduzioni e pagine delle regole. */
export const learn = {
  "learn.title": "Impara: {name}",
  "learn.your_sheet": "La tua scheda",
  "learn.the_dice": "I dadi",
  "learn.step": "Passo {n} di {all}",
  "learn.next": "Avanti",
  "learn.skip": "Salta",
  "learn.pass": "Passa",
  "learn.row.R": "riga rossa",
  "learn.row.Y": "riga gialla",
  "learn.row.G": "riga verde",
  "learn.row.B": "riga blu",

  "learn.intro.different": "Mostrami che cosa cambia",
  "learn.intro.basics": "Prima le basi",
  "learn.intro.begin": "Mostrami",
  "learn.intro.known": "È tutto nuovo per te? Comincia dalle basi, basta un minuto.",
  "learn.intro.same":
    "{name} si gioca proprio come {like}. Cambiano solo il blocco e quante persone giocano: da {from} a {to}.",

  "learn.finish.title": "Non ti serve altro",
  "learn.finish.text":
    "Il resto te lo mostra il tavolo: quello che puoi barrare si illumina da solo.",
  "learn.finish.play": "Gioca subito",
  "learn.finish.again": "Ancora una volta",
  "learn.finish.others": "Impara un altro gioco",

  "learn.rows.title": "Da sinistra a destra",
  "learn.rows.text":
    "Questa è la tua scheda. Ogni riga si barra da sinistra a destra. Puoi saltare dei numeri, ma non si torna mai indietro.",
  "learn.rows.task": "Tocca un numero chiaro qualsiasi.",
  "learn.rows.hint": "Indietro non si torna: tocca un numero chiaro, a destra della crocetta.",
  "learn.rows.skipped": {
    one: "Barrato! Il numero che hai saltato ({n}) per te è perso.",
    other: "Barrato! I {n} numeri che hai saltato per te sono persi.",
  },
  "learn.rows.beside": "Barrato, e senza saltare nessun numero. Ottimo!",

  "learn.white.title": "I dadi bianchi sono per tutti",
  "learn.white.text":
    "Tira Max. Tutti possono barrare una volta la somma dei due dadi bianchi, in una riga qualsiasi.",
  "learn.white.task": "{a} + {b} = {sum}. Tocca un {sum}.",
  "learn.white.hint": "Cerca un {sum} chiaro: è la somma dei dadi bianchi.",
  "learn.white.done":
    "{cell}: fatto. Potevi anche passare: è il turno di Max, quindi non ti costa nulla.",

  "learn.colour.title": "Chi tira può fare di più",
  "learn.colour.text":
    "Ora tiri tu. Dopo i dadi bianchi, solo tu puoi sommare un dado bianco e uno colorato, e barrare la somma in quel colore.",
  "learn.colour.task": "Tocca uno dei numeri tratteggiati.",
  "learn.colour.hint": "Non questo: tocca un numero con il bordo tratteggiato.",
  "learn.colour.done": "{white} + {die} = {cell}. Così nel tuo turno puoi mettere due crocette.",

  "learn.lock.title": "Il lucchetto",
  "learn.lock.text": {
    one: "L'ultimo numero di una riga si può barrare dopo {n} crocetta in quella riga. Chiude la riga.",
    other:
      "L'ultimo numero di una riga si può barrare solo dopo {n} crocette in quella riga. Chiude la riga.",
  },
  "learn.lock.task": {
    one: "C'è {n} crocetta. Tocca {cell}!",
    other: "Ci sono {n} crocette. Tocca {cell}!",
  },
  "learn.lock.hint": "Questa volta tocca {cell}, subito prima del lucchetto.",
  "learn.lock.done":
    "Barri anche il lucchetto, che vale una crocetta in più. La riga è chiusa per tutti e il suo dado esce dal gioco.",

  "learn.miss.title": "Un tiro fallito",
  "learn.miss.text":
    "Tiri tu, ma niente va bene. Chi tira e non barra nulla prende un tiro fallito: {n} punti.",
  "learn.miss.task": "Non si può barrare nulla: passa.",
  "learn.miss.hint": "Nessun numero va bene con questo tiro. Premi “Passa”.",
  "learn.miss.done":
    "Un tiro fallito vale {n} punti. Può prenderlo solo chi tira; gli altri passano gratis.",

  "learn.value.title": "Vincono le righe lunghe",
  "learn.value.text": "In una riga ogni nuova crocetta vale più di quella prima.",
  "learn.value.task": "Tocca {cell} e guarda la fine della riga.",
  "learn.value.hint": "Tocca {cell}, il numero chiaro.",
  "learn.value.count": {
    one: "{n} crocetta: {points} punto.",
    other: "{n} crocette: {points} punti.",
  },
  "learn.value.more": "Con la prossima sono {next}, poi {after}, e così via.",

  "learn.end.title": "La fine",
  "learn.end.text": {
    one: "La partita finisce subito quando due righe sono chiuse, o al primo tiro fallito. Vince chi ha più punti.",
    other:
      "La partita finisce subito quando due righe sono chiuse o quando qualcuno ha {n} tiri falliti. Vince chi ha più punti.",
  },
  "learn.end.task": "Max ha chiuso la {row}. Tocca {cell}: il secondo lucchetto!",
  "learn.end.done": {
    one: "Due righe sono chiuse, la partita è finita. Hai {n} punto.",
    other: "Due righe sono chiuse, la partita è finita. Hai {n} punti.",
  },

  "learn.dice.title": "Dadi a {n} facce",
  "learn.dice.text":
    "Questi dadi vanno da 1 a {n}. Le somme arrivano a {most} e una riga ha {longest} numeri.",
  "learn.dice.done": "{cell}: fatto. Per il resto è tutto come già sai.",

  "learn.locks.title": "Più di un modo per chiudere",
  "learn.locks.text": {
    one: "Ognuno degli ultimi {last} numeri chiude la sua riga, dopo {n} crocetta.",
    other: "Ognuno degli ultimi {last} numeri chiude la sua riga, ma solo dopo {n} crocette.",
  },
  "learn.locks.task": "Tocca uno di questi. Quale, lo decidi tu.",
  "learn.locks.hint": "Tocca uno degli ultimi numeri della riga.",
  "learn.locks.done":
    "Chiusa con {cell}. La riga è chiusa subito, quindi {numbers} non si può più avere.",

  "learn.luck.title": "Numeri fortunati",
  "learn.luck.text":
    "I tuoi sono {numbers}. Se i dadi bianchi ne fanno uno, puoi barrare invece il prossimo numero della riga in cui hai meno crocette.",
  "learn.luck.task": "{sum} è il tuo numero! Tocca {cell}, con il quadrifoglio.",
  "learn.luck.hint":
    "Questo è il semplice {sum}, va bene lo stesso. Ma ora tenta la fortuna: tocca il quadrifoglio.",
  "learn.luck.done":
    "{cell}: fatto, senza saltare nulla. La fortuna vale al posto del {sum}, mai in aggiunta.",
  "learn.tie.title": "Due righe alla pari",
  "learn.tie.text": "Se più righe hanno il minor numero di crocette, scegli tu.",
  "learn.tie.task": "Anche {sum} porta fortuna. Tocca uno dei quadrifogli.",

  "learn.wandering.title": "Colori in viaggio",
  "learn.wandering.text":
    "Un dado colorato cerca il suo colore, in qualunque riga si trovi. Ai dadi bianchi i colori non importano.",
  "learn.wandering.hint": "Si può, ma prova un colore che è finito in un'altra riga.",
  "learn.wandering.done": "{white} + {die} = {cell}. La crocetta va alla {row}.",
  "learn.gone.title": "La riga prende nome dal lucchetto",
  "learn.gone.text": {
    one: "Una riga prende nome dal suo lucchetto. Per chiuderla serve {n} crocetta, di qualsiasi colore.",
    other:
      "Una riga prende nome dal suo lucchetto. Per chiuderla servono {n} crocette, di qualsiasi colore.",
  },
  "learn.gone.done":
    "La {row} è chiusa con tutti i suoi colori e il suo dado esce. Nelle altre righe, {colour} si barra ancora con i dadi bianchi.",

  "learn.places.title": "Conta il posto",
  "learn.places.text":
    "I numeri sono mescolati. Si barra sempre da sinistra a destra; quanto è grande un numero non importa.",
  "learn.places.task": "Tocca un numero a destra di {cell}, più grande o più piccolo.",
  "learn.places.done": "{number} sta a destra di {before}, e conta solo questo.",
  "learn.last.title": "Altri ultimi numeri",
  "learn.last.text": {
    one: "Qui le righe finiscono con {numbers}. Sono questi a chiudere, dopo {n} crocetta.",
    other: "Qui le righe finiscono con {numbers}. Sono questi a chiudere, dopo {n} crocette.",
  },

  "learn.chain.title": "Le stelle e la riga dei bonus",
  "learn.chain.text":
    "Una stella cancella il prossimo campo della riga dei bonus, in basso. Il suo colore indica una riga, e lì si barra subito il prossimo numero.",
  "learn.chain.task": "I dadi bianchi fanno {sum}. Tocca {cell}, con la stella.",
  "learn.chain.hint": "Si può, ma questa volta tocca {cell}.",
  "learn.chain.link": "Campo {n}: {row}, quindi si barra anche {cell}.",
  "learn.chained.title": "Una catena",
  "learn.chained.text":
    "Se la crocetta in più cade su una stella, segue il prossimo campo. Va presa per forza, anche se fa male.",

  "learn.pair.title": "Coppia {letter}",
  "learn.pair.text":
    "Due lettere uguali vanno insieme: chi le barra entrambe riceve il loro bonus.",
  "learn.pair.task": "{first} è barrato. Tocca {second}!",
  "learn.pair.done": "Le due {letter} sono barrate.",
  "learn.effect.fewest": {
    one: "Questa coppia dà subito {n} crocetta nella riga in cui ne hai meno.",
    other: "Questa coppia dà subito {n} crocette nella riga in cui ne hai meno.",
  },
  "learn.effect.each_row": {
    one: "Questa coppia dà subito {n} crocetta in ogni riga.",
    other: "Questa coppia dà subito {n} crocette in ogni riga.",
  },
  "learn.effect.points": {
    one: "Questa coppia dà {n} punto alla fine.",
    other: "Questa coppia dà {n} punti alla fine.",
  },
  "learn.effect.double_fewest":
    "Con questa coppia la riga con meno crocette alla fine vale doppio.",
  "learn.effect.no_misses": "Con questa coppia i tiri falliti alla fine non costano nulla.",
  "learn.got.fewest": {
    one: "La {row} ne aveva meno: {n} crocetta in più.",
    other: "La {row} ne aveva meno: {n} crocette in più.",
  },
  "learn.got.each_row": {
    one: "Ogni riga avanza di {n} crocetta.",
    other: "Ogni riga avanza di {n} crocette.",
  },
  "learn.got.points": { one: "{n} punto in più.", other: "{n} punti in più." },
  "learn.got.double_fewest": "Guarda il totale: la {row} vale doppio.",
  "learn.got.no_misses": "Guarda il totale: i tiri falliti sono perdonati.",

  "learn.rules.title": "Regole",
  "learn.rules.of": "Regole: {name}",
  "learn.rules.intro": "Tutti i giochi di questo tavolo, e come si gioca.",
  "learn.rules.read": "Regole",
  "learn.rules.learn": "Introduzione",
  "learn.rules.play": "Gioca",
  "learn.rules.all": "Tutti i giochi",
  "learn.rules.people": "da {from} a {to} persone",
  "learn.rules.contents": "In questa pagina",
  "learn.rules.sheet": "La scheda di {name}",
};
