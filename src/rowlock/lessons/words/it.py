"""Italian."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["NAMES", "TEXTS"]

NAMES: Mapping[str, str] = {
    "white": "bianco",
    "and": "{first} e {last}",
    "colour.R": "rosso",
    "colour.Y": "giallo",
    "colour.G": "verde",
    "colour.B": "blu",
    "row.R": "riga rossa",
    "row.Y": "riga gialla",
    "row.G": "riga verde",
    "row.B": "riga blu",
}

TEXTS: Mapping[str, str] = {
    "rows.title": "Da sinistra a destra",
    "rows.text": (
        "Questa è la tua scheda. Ogni riga si barra da sinistra a destra. Puoi saltare dei "
        "numeri, ma non si torna mai indietro."
    ),
    "rows.task": "Tocca uno qualsiasi dei numeri illuminati.",
    "rows.hint": "Indietro non si torna: tocca un numero illuminato, a destra della crocetta.",
    "rows.skipped.one": "Barrato! Il numero che hai saltato per te è perso.",
    "rows.skipped": "Barrato! I {n} numeri che hai saltato per te sono persi.",
    "rows.beside": "Barrato, e senza saltare nessun numero. Ottimo!",
    "rows.task.typed": (
        "Scrivi il nome di un numero tra parentesi, per esempio {cell}: la riga e il numero."
    ),
    "rows.hint.typed": (
        "Indietro non si torna: scrivi un numero tra parentesi, a destra della crocetta."
    ),
    "white.title": "I dadi bianchi sono per tutti",
    "white.text": (
        "Max lancia i dadi. Tutti possono barrare una volta la somma dei due dadi bianchi, in "
        "una riga qualsiasi."
    ),
    "white.task": "{a} + {b} = {sum}. Tocca un {sum}.",
    "white.hint": "Cerca un {sum} illuminato: è la somma dei dadi bianchi.",
    "white.done": (
        "{cell}: fatto. Potevi anche passare: è il turno di Max, quindi non ti sarebbe costato "
        "nulla."
    ),
    "white.task.typed": "{a} + {b} = {sum}. Scrivi un {sum}, per esempio {cell}.",
    "white.hint.typed": "Cerca un {sum} tra parentesi: è la somma dei dadi bianchi.",
    "colour.title": "Chi lancia può fare di più",
    "colour.text": (
        "Ora lanci tu. Dopo i dadi bianchi, solo tu puoi sommare un dado bianco e uno colorato,"
        " e barrare la somma in quel colore."
    ),
    "colour.task": "Tocca uno dei numeri con il bordo tratteggiato.",
    "colour.hint": "Non questo: tocca un numero con il bordo tratteggiato.",
    "colour.done": "{white} + {die} = {cell}. Così nel tuo turno puoi mettere due crocette.",
    "colour.task.typed": "Scrivi uno dei numeri tra parentesi.",
    "colour.hint.typed": "Non questo: scrivi un numero tra parentesi.",
    "lock.title": "Il lucchetto",
    "lock.text.one": (
        "L’ultimo numero di una riga si può barrare dopo {n} crocetta in quella riga. Chiude la"
        " riga."
    ),
    "lock.text": (
        "L’ultimo numero di una riga si può barrare solo dopo {n} crocette in quella riga. "
        "Chiude la riga."
    ),
    "lock.task.one": "C’è {n} crocetta. Tocca {cell}!",
    "lock.task": "Ci sono {n} crocette. Tocca {cell}!",
    "lock.hint": "Questa volta tocca {cell}, subito prima del lucchetto.",
    "lock.done": (
        "Barri anche il lucchetto, che vale una crocetta in più. La riga è chiusa per tutti e "
        "il suo dado esce dal gioco."
    ),
    "lock.task.typed": "Ci sono {n} crocette. Scrivi {cell}!",
    "lock.task.typed.one": "C’è {n} crocetta. Scrivi {cell}!",
    "lock.hint.typed": "Questa volta scrivi {cell}, subito prima del lucchetto.",
    "miss.title": "Un tiro fallito",
    "miss.text": (
        "Hai lanciato tu, ma niente va bene. Chi lancia e non barra nulla prende un tiro "
        "fallito: {n} punti."
    ),
    "miss.task": "Non si può barrare nulla: passa.",
    "miss.hint": "Nessun numero va bene con questo lancio. Premi «Passa».",
    "miss.done": (
        "Un tiro fallito vale {n} punti. Può prenderlo solo chi lancia; gli altri passano senza"
        " perdere nulla."
    ),
    "miss.task.typed": "Non si può barrare nulla: scrivi - per passare.",
    "miss.hint.typed": "Nessun numero va bene con questo lancio. Scrivi -",
    "value.title": "Vincono le righe lunghe",
    "value.text": "In una riga ogni nuova crocetta vale più della precedente.",
    "value.task": "Tocca {cell} e guarda la fine della riga.",
    "value.hint": "Tocca {cell}, il numero illuminato.",
    "value.count.one": "{n} crocetta: {points} punto.",
    "value.count": "{n} crocette: {points} punti.",
    "value.more": "Con la prossima sono {next}, poi {after}, e così via.",
    "value.task.typed": "Scrivi {cell} e guarda la fine della riga.",
    "value.hint.typed": "Scrivi {cell}, il numero tra parentesi.",
    "end.title": "La fine",
    "end.text": "La partita finisce subito quando {locks} o {misses}. Vince chi ha più punti.",
    "end.locks.1": "una riga è chiusa",
    "end.locks.2": "due righe sono chiuse",
    "end.locks.3": "tre righe sono chiuse",
    "end.locks.4": "tutte e quattro le righe sono chiuse",
    "end.misses": "quando qualcuno ha {n} tiri falliti",
    "end.misses.one": "al primo tiro fallito",
    "end.task.1": "Tocca {cell}: il lucchetto che chiude la partita!",
    "end.task.2": "Max ha chiuso la {rows}. Tocca {cell}: il secondo lucchetto!",
    "end.task.3": "Max ha chiuso la {rows}. Tocca {cell}: il terzo lucchetto!",
    "end.task.4": "Max ha chiuso la {rows}. Tocca {cell}: il quarto lucchetto!",
    "end.done": "{locks}, la partita è finita. Hai {n} punti.",
    "end.done.one": "{locks}, la partita è finita. Hai {n} punto.",
    "end.closed.1": "una riga è chiusa",
    "end.closed.2": "due righe sono chiuse",
    "end.closed.3": "tre righe sono chiuse",
    "end.closed.4": "tutte e quattro le righe sono chiuse",
    "end.task.1.typed": "Scrivi {cell}: il lucchetto che chiude la partita!",
    "end.task.2.typed": "Max ha chiuso la {rows}. Scrivi {cell}: il secondo lucchetto!",
    "end.task.3.typed": "Max ha chiuso la {rows}. Scrivi {cell}: il terzo lucchetto!",
    "end.task.4.typed": "Max ha chiuso la {rows}. Scrivi {cell}: il quarto lucchetto!",
    "dice.title": "Dadi a {n} facce",
    "dice.text": (
        "Questi dadi vanno da 1 a {n}. Le somme arrivano a {most} e una riga ha {longest} numeri."
    ),
    "dice.done": "{cell}: fatto. Per il resto è tutto come già sai.",
    "locks.title": "Più di un modo per chiudere",
    "locks.text.one": (
        "Una riga si chiude con uno qualsiasi dei suoi ultimi {last} numeri, dopo {n} crocetta."
    ),
    "locks.text": (
        "Una riga si chiude con uno qualsiasi dei suoi ultimi {last} numeri, ma solo dopo {n} "
        "crocette."
    ),
    "locks.task": "Tocca uno di questi. Quale, lo decidi tu.",
    "locks.hint": "Tocca uno degli ultimi numeri della riga.",
    "locks.done": (
        "Chiusa con {cell}. La riga è chiusa subito, quindi {numbers} non si può più barrare."
    ),
    "locks.task.typed": "Scrivi uno di questi: {moves}. Quale, lo decidi tu.",
    "locks.hint.typed": "Scrivi uno degli ultimi numeri della riga.",
    "wandering.title": "Colori in viaggio",
    "wandering.text": (
        "Un dado colorato cerca il suo colore, in qualunque riga si trovi. Ai dadi bianchi i "
        "colori non importano."
    ),
    "wandering.hint": "Si può, ma prova un colore che è finito in un’altra riga.",
    "wandering.done": "{white} + {die} = {cell}. La crocetta va nella {row}.",
    "gone.title": "La riga prende nome dal lucchetto",
    "gone.text.one": (
        "Una riga prende nome dal suo lucchetto. Per chiuderla serve {n} crocetta, di qualsiasi"
        " colore."
    ),
    "gone.text": (
        "Una riga prende nome dal suo lucchetto. Per chiuderla servono {n} crocette, di "
        "qualsiasi colore."
    ),
    "gone.done": (
        "La {row} è chiusa con tutti i suoi colori e il suo dado esce. Nelle altre righe il "
        "{colour} si può ancora barrare con i dadi bianchi."
    ),
    "places.title": "Conta il posto",
    "places.text": (
        "I numeri sono mescolati. Si barra sempre da sinistra a destra; quanto è grande un "
        "numero non importa."
    ),
    "places.task": "Tocca un numero a destra di {cell}, più grande o più piccolo.",
    "places.done": "{number} sta a destra di {before}, e conta solo questo.",
    "places.task.typed": "Scrivi un numero a destra di {cell}, più grande o più piccolo.",
    "last.title": "In fondo ci sono altri numeri",
    "last.text.one": (
        "Qui le righe finiscono con {numbers}. Sono questi a chiudere, dopo {n} crocetta."
    ),
    "last.text": "Qui le righe finiscono con {numbers}. Sono questi a chiudere, dopo {n} crocette.",
    "tried.task": "Tocca {cell} e guarda che cosa succede.",
    "tried.task.typed": "Scrivi {cell} e guarda che cosa succede.",
    "tried.hint": "Questa volta tocca {cell}.",
    "tried.hint.typed": "Questa volta scrivi {cell}.",
    "tried.crosses": "Ha portato altre {n} crocette.",
    "tried.crosses.one": "Ha portato {n} altra crocetta.",
    "tried.marks": "Guarda sotto le righe: lì è cambiato qualcosa.",
}
