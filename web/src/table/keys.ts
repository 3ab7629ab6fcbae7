/** The keys of this browser's seats, and the games it knows of. */
import { keep, kept } from "../prefs.svelte";

export interface Known {
  table: string;
  key: string | null; // nothing: only watched
  at: number; // when it was last seen, in milliseconds
  variant: string; // its name
  names: string[];
  mine: readonly number[]; // own seats
  stage: "waiting" | "playing" | "done";
  totals: number[] | null;
  winners: number[] | null;
  commitment: string | null; // of the dice, as it was first seen: it must never change
}

const PLACE = "rowlock.games";
const MOST = 60;

export function known(): Known[] {
  const found = kept<Known[]>(PLACE);
  return Array.isArray(found) ? found.filter((game) => typeof game?.table === "string") : [];
}

export function keyOf(table: string): string | null {
  return known().find((game) => game.table === table)?.key ?? null;
}

/** What the server promised of the dice when this browser first saw the table. */
export function promisedTo(table: string): string | null {
  return known().find((game) => game.table === table)?.commitment ?? null;
}

/** Remembers what is new of a game; the latest comes first, and the oldest are forgotten. */
export function remember(table: string, news: Partial<Omit<Known, "table">>): void {
  const games = known();
  const before = games.find((game) => game.table === table);
  const game: Known = {
    key: null,
    variant: "",
    names: [],
    mine: [],
    stage: "waiting",
    totals: null,
    winners: null,
    ...before,
    ...news,
    commitment: before?.commitment ?? news.commitment ?? null,
    table,
    at: Date.now(),
  };
  keep(PLACE, [game, ...games.filter((other) => other.table !== table)].slice(0, MOST));
}

export function forget(table: string): void {
  keep(
    PLACE,
    known().filter((game) => game.table !== table),
  );
}

/** A key of our own making, so that a seat is ours even if the answer never arrives. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(24))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
