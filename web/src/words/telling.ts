/** What happened, in words: for the story beside the table, replays and screen readers. */
import type { Letter, MechanicShown, PrintedPage, StoryEvent } from "../wire/messages";
import { joined, local, t, type Key, type Values } from "./index.svelte";
import { cellName, colourName, saidAs } from "./naming";

/** What is told of a seat, and in other words to whoever sits there. */
type Deed = Key extends infer One ? (One extends `told.you.${infer What}` ? What : never) : never;

/**
 * An event in a sentence, on the page of its seat; nothing if it needs no words. `you` is the seat of whoever reads,
 * who is spoken to; several people at one device are called by their names. `mechanics` are those
 * of the variant: they say why a cell was crossed that they offered.
 */
export function told(
  event: StoryEvent,
  name: (seat: number) => string,
  page: (seat: number) => PrintedPage,
  you: number | null = null,
  mechanics: readonly MechanicShown[] = [],
): string | null {
  /** The text about somebody, or the one that speaks to who reads. */
  const about = (seat: number, what: Deed, values: Values = {}): string =>
    seat === you
      ? t(`told.you.${what}`, values)
      : t(`told.${what}`, { name: name(seat), ...values });
  const among = (seats: readonly number[], word: Key): string =>
    joined(
      seats
        .toSorted((a, b) => Number(b === you) - Number(a === you))
        .map((seat) => (seat === you ? t(word) : name(seat))),
    );
  switch (event.event) {
    case "rolled":
      return about(event.seat, "rolled", { roll: rollInWords(event.roll) });
    case "marked": {
      const why = mechanics.find(({ name: rule }) => rule === event.rule)?.offer;
      const cause = event.cause === "colour" || event.cause === "bonus" ? event.cause : "white";
      const how = event.lock ? "locked" : why ? "marked.offered" : (`marked.${cause}` as const);
      return about(event.seat, how, {
        cell: cellName(event.cell, page(event.seat)),
        why: why ? local(why) : "",
      });
    }
    case "passed":
      return about(event.seat, "passed");
    case "struck":
      return about(event.seat, "struck", {
        n: event.fields.length,
        of: stripOf(event.strip, page(event.seat)),
      });
    case "completed":
      return about(event.seat, "completed", { badge: event.badge.toUpperCase() });
    case "lapsed":
      return about(event.seat, "lapsed");
    case "missed":
      return about(event.seat, "missed", { n: event.misses });
    case "announced":
      return about(event.seat, "announced", { colour: colourName(event.row) });
    case "closed":
      return t("told.closed", {
        colour: colourName(event.row),
        names: among(event.seats, "told.by_you"),
      });
    case "ended": {
      const won: Deed = event.winners.length === 1 ? "won" : "shared";
      return t(event.winners.some((seat) => seat === you) ? `told.you.${won}` : `told.${won}`, {
        names: among(event.winners, "told.you_too"),
        points: event.totals[event.winners[0]! - 1] ?? 0,
      });
    }
    case "started":
      return about(event.first, "started");
    case "timed_out":
      return about(event.seat, "timed_out");
    case "hinted":
      return about(event.seat, "hinted");
    case "handed":
      return about(event.seat, "handed", { bot: event.name });
    case "taken_back":
      return about(event.seat, "taken_back");
    case "stopped":
      return t(`told.stopped.${event.why}`);
    case "revealed":
      return t("told.revealed");
    case "rematch":
      return t("told.rematch");
    case "silent":
      return about(event.seat, event.step === "away" ? "absent" : "silent");
    case "seated":
    case "mixing":
    case "answered":
    case "thinking":
      return null;
  }
}

/** "of the bonus bar": whose fields they are. */
function stripOf(name: string, page: PrintedPage): string {
  const strip = page.strips.find((one) => one.name === name);
  return strip ? local(strip.of) : "";
}

/** `14r3y6g3b3` as one says it: "white 1 and 4, red 3, yellow 6, ...". */
export function rollInWords(roll: string): string {
  const whites = roll.match(/^\d+/)?.[0] ?? "";
  const colours = [...roll.slice(whites.length).matchAll(/([rygb])(\d)/g)];
  return [
    t("roll.whites", { a: whites[0] ?? "", b: whites[1] ?? "" }),
    ...colours.map(([, colour, shows]) => saidAs(colour!.toUpperCase() as Letter, shows!)),
  ].join(", ");
}
