/** What a seat is about, as everybody may see it. */
import type { Now } from "../wire/messages";
import { t } from "../words/index.svelte";
import type { Table } from "./table.svelte";

export type Doing = "rolls" | "thinks" | "done" | "";

export function doing(now: Now, seat: number): Doing {
  if (now.stage !== "playing") return "";
  if (now.waiting.includes(seat)) return now.phase === "roll" ? "rolls" : "thinks";
  return now.phase === "white" ? "done" : "";
}

/** Nobody is there for this seat, neither its person nor a bot. */
export function away(table: Table, seat: number): boolean {
  const place = table.places[seat - 1];
  return (
    place?.kind === "person" && !place.bot && !!table.present && !table.present.seats.includes(seat)
  );
}

/** Whether whoever reads this page may let a bot play for this seat now. */
export function mayHandOver(table: Table, seat: number): boolean {
  if (!away(table, seat) || table.absence.waits[seat]) return false;
  const first = table.present?.seats[0];
  return table.host || (table.absence.hostGone && !!first && table.mine.includes(first));
}

/** Those the game waits for who are not there: the one first for whom a bot may play soonest. */
export function awaited(table: Table): number[] {
  if (table.now.stage !== "playing") return [];
  const until = (seat: number): number => table.absence.waits[seat]?.until ?? 0;
  return table.now.waiting
    .filter((seat) => away(table, seat))
    .toSorted((a, b) => until(a) - until(b));
}

/** Whether an own seat is asked: then nobody is waited for but whoever reads this. */
export function asked(table: Table): boolean {
  return table.now.waiting.some((seat) => table.mine.includes(seat));
}

/** What can be done for somebody who is away. It changes with that alone, not by the second. */
export function aboutAway(table: Table, seat: number): string {
  const name = table.seatName(seat);
  const { absence, present } = table;
  if (absence.waits[seat]) return t("table.may_be_back", { name });
  if (mayHandOver(table, seat)) return t("table.long_away", { name });
  if (!present || present.host === null) return t("table.host_may", { name });
  const first = present.seats[0];
  return absence.hostGone && first
    ? t("table.other_may", { name, other: table.seatName(first) })
    : t("table.may_be_back", { name });
}
