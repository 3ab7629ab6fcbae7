/** What happened, turn by turn: the roll first, and under it what followed from it. */
import type { MechanicShown, RolledEvent, PrintedPage, StoryEvent } from "../wire/messages";
import { told } from "../words/telling";

export interface Line {
  event: StoryEvent;
  /** The same in a sentence: for those who listen, and for what has no picture. */
  text: string;
  /** Nothing was crossed with a colour, after what was decided with the white dice. */
  colour?: true;
}
export interface Turn {
  /** The first event, by which the turn is known. */
  v: number;
  /** Its number in the game; nothing for what happened before the first roll. */
  turn: number | null;
  rolled: (Line & { event: RolledEvent }) | null;
  lines: Line[];
}

/** Has a seat decided something here? Whoever decides twice in a turn does so with a colour. */
function decides({ event }: Line, seat: number): boolean {
  if (event.event === "marked") return event.seat === seat && event.cause !== "bonus";
  return event.event === "passed" && event.seat === seat;
}

/**
 * The newest turn first, but inside a turn everything in the order in which it happened.
 * `last` is the number of the turn that was rolled last, `you` the seat that is spoken to.
 */
export function turnsOf(
  events: readonly StoryEvent[],
  name: (seat: number) => string,
  page: (seat: number) => PrintedPage,
  last: number,
  you: number | null = null,
  mechanics: readonly MechanicShown[] = [],
): Turn[] {
  const turns: Turn[] = [];
  for (const event of events) {
    const text = told(event, name, page, you, mechanics);
    if (text === null) continue;
    if (event.event === "rolled")
      turns.push({ v: event.v, turn: null, rolled: { event, text }, lines: [] });
    else {
      if (!turns.length) turns.push({ v: event.v, turn: null, rolled: null, lines: [] });
      const { lines } = turns.at(-1)!;
      const colour = event.event === "passed" && lines.some((line) => decides(line, event.seat));
      lines.push({ event, text, ...(colour ? { colour } : {}) });
    }
  }
  turns.reverse();
  // What is known may begin in the middle of the game, so turns are counted from its end.
  turns.forEach((turn, i) => (turn.turn = turn.rolled ? last - i : null));
  return turns;
}
