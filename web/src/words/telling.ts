/** What happened, in words: for the story beside the table, replays and screen readers. */
import type { Letter, StoryEvent } from "../wire/messages";
import { joined, t, type Key } from "./index.svelte";

export function colourName(colour: "W" | Letter): string {
  return t(`colour.${colour}`);
}

/** R5 as one says it: "red 5". */
export function cellName(cell: string): string {
  const colour = cell[0] as Letter;
  return t("cell", { colour: colourName(colour), number: cell.slice(1) });
}

/** An event in a sentence; nothing if it needs no words. */
export function told(event: StoryEvent, name: (seat: number) => string): string | null {
  switch (event.event) {
    case "rolled":
      return t("told.rolled", { name: name(event.seat), roll: rollInWords(event.roll) });
    case "marked": {
      const key: Key = event.lock ? "told.locked" : `told.marked.${event.cause}`;
      return t(key, { name: name(event.seat), cell: cellName(event.cell) });
    }
    case "passed":
      return t("told.passed", { name: name(event.seat) });
    case "struck":
      return t("told.struck", { name: name(event.seat), n: event.fields.length });
    case "completed":
      return t("told.completed", { name: name(event.seat), badge: event.badge.toUpperCase() });
    case "lapsed":
      return t("told.lapsed", { name: name(event.seat) });
    case "missed":
      return t("told.missed", { name: name(event.seat), n: event.misses });
    case "closed":
      return t("told.closed", {
        colour: colourName(event.row),
        names: joined(event.seats.map(name)),
      });
    case "ended":
      return t(event.winners.length === 1 ? "told.won" : "told.shared", {
        names: joined(event.winners.map(name)),
        points: event.totals[event.winners[0]! - 1] ?? 0,
      });
    case "started":
      return t("told.started", { name: name(event.first) });
    case "timed_out":
      return t("told.timed_out", { name: name(event.seat) });
    case "handed":
      return t("told.handed", { name: name(event.seat), bot: event.bot });
    case "taken_back":
      return t("told.taken_back", { name: name(event.seat) });
    case "stopped":
      return t(`told.stopped.${event.why}`);
    case "revealed":
      return t("told.revealed");
    case "rematch":
      return t("told.rematch");
    case "seated":
    case "answered":
    case "thinking":
      return null;
  }
}

/** `14r3y6g3b3` as one says it: "white 1 and 4, red 3, yellow 6, ...". */
export function rollInWords(roll: string): string {
  const whites = roll.match(/^\d+/)?.[0] ?? "";
  const colours = [...roll.slice(whites.length).matchAll(/([rygb])(\d)/g)];
  return [
    t("roll.whites", { a: whites[0] ?? "", b: whites[1] ?? "" }),
    ...colours.map(([, colour, shows]) => cellName(colour!.toUpperCase() + shows)),
  ].join(", ");
}
