/** The keys of this browser's seats, and the games it knows of. */
import { keep, kept } from "../prefs.svelte";

/** This browser's seeds for the dice of a table, and the one it has revealed. */
export interface Seeds {
  made: string[]; // the last one was promised last
  revealed: Revealed | null; // the latest
  /** The rounds that are void, and whose silence was the reason: never twice the same. */
  again?: readonly (Revealed & { silent: readonly number[] })[];
  /** Our part was asked for once more, and for no reason that we were told: we said nothing. */
  asked?: boolean;
}

/** A seed with what all seats had promised then: nobody may change that afterwards. */
export interface Revealed {
  seed: string;
  promised: readonly (string | null)[];
}

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
  again?: boolean; // a rematch, in which everybody has a seat
  commitment: string | null; // of the dice, as it was first seen: it must never change
  seeds?: Seeds;
}

const PLACE = "rowlock.games";
const MOST = 60; // of those that can be forgotten
const YEAR = 365 * 24 * 3600 * 1000;

export function known(): Known[] {
  const found = kept<Known[]>(PLACE);
  return Array.isArray(found) ? found.filter((game) => typeof game?.table === "string") : [];
}

export function keyOf(table: string): string | null {
  return known().find((game) => game.table === table)?.key ?? null;
}

/** Whether this browser came here for a rematch. */
export function againAt(table: string): boolean {
  return known().find((game) => game.table === table)?.again ?? false;
}

/** What the server promised of the dice when this browser first saw the table. */
export function promisedTo(table: string): string | null {
  return known().find((game) => game.table === table)?.commitment ?? null;
}

export function seedsOf(table: string): Seeds {
  const found = known().find((game) => game.table === table)?.seeds;
  return Array.isArray(found?.made) ? found : { made: [], revealed: null };
}

/** Whether the key of a game may still be needed: nobody could ever find it again. */
function alive(game: Known): boolean {
  return !!game.key && game.stage !== "done" && !(Date.now() - game.at > YEAR);
}

/** The same games without the oldest of those that can be forgotten. */
function fewer(games: readonly Known[], most: number): Known[] {
  let others = 0;
  return games.filter((game) => alive(game) || ++others <= most);
}

/** Keeps as much as the storage takes; keys of games that are played go before all else. */
function keepGames(games: Known[]): void {
  for (let most = MOST; most >= 1; most = Math.floor(most / 2))
    if (keep(PLACE, fewer(games, most))) return;
  if (!keep(PLACE, fewer(games, 0))) keep(PLACE, fewer(games, MOST)); // in memory, then
}

/** Remembers what is new of a game; the latest comes first, and the oldest are forgotten, but
 *  never one that is still played. */
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
  keepGames([game, ...games.filter((other) => other.table !== table)]);
}

export function forget(table: string): void {
  keepGames(known().filter((game) => game.table !== table));
}

/** A key of our own making, so that a seat is ours even if the answer never arrives. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(24))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
