/**
 * The seed of this browser in the dice of a table: made by chance, promised by its fingerprint,
 * kept beside the key, and revealed when everybody has promised. Our own SHA-256: browsers lend
 * theirs to https only.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Said } from "../wire/connection";
import type { DiceShown, PlaceShown, StoryEvent } from "../wire/messages";
import { remember, seedsOf, type Seeds } from "./keys";

/** So many letters of a word leave room for chance. */
export const LONGEST_WORD = 24;
/** A round that was void, a word or two: older ones nobody asks for. */
const MOST = 5;

/** A seed that nobody can guess from its fingerprint; a word is only put before the chance. */
export function makeSeed(word = ""): string {
  const chance = bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
  return word ? `${word}-${chance}` : chance;
}

/** The promise of a seed. */
export function commitmentTo(seed: string): string {
  return bytesToHex(sha256(utf8ToBytes(seed)));
}

/** Promises this seed; it is kept before it is said, so that it is there when it is asked for. */
export function promise(table: string, seed: string): Extract<Said, { type: "commit" }> {
  const before = seedsOf(table);
  const made = [...before.made.filter((other) => other !== seed), seed].slice(-MOST);
  remember(table, { seeds: { ...before, made } });
  return { type: "commit", commitment: commitmentTo(seed) };
}

/** The seats of other people who were told to be silent when they had to reveal. */
export function silentOthers(
  events: readonly StoryEvent[],
  places: readonly PlaceShown[],
  mine: readonly number[],
): number[] {
  const seats = events.flatMap((event) =>
    event.event === "silent" && event.step === "reveal" ? [event.seat] : [],
  );
  return [...new Set(seats)].filter(
    (seat) => places[seat - 1]?.kind === "person" && !mine.includes(seat),
  );
}

/**
 * What this browser says when it is asked for its part in the dice; nothing if it has none, or if
 * others have promised something else since it revealed: then it is not what it was told to be.
 *
 * Once it has revealed a seed, it promises another one only because of somebody's silence, and
 * because of each seat but once: else the server could have the dice mixed until they please it.
 */
export function answer(
  table: string,
  owed: "commit" | "reveal",
  seat: number,
  dice: DiceShown | null | undefined,
  silent: readonly number[] = [],
): Said | null {
  const seeds = owed === "commit" ? anew(seedsOf(table), silent) : seedsOf(table);
  if (!seeds) return null;
  const { made, revealed } = seeds;
  if (owed === "commit") {
    remember(table, { seeds });
    const last = made.at(-1);
    return promise(table, last && last !== revealed?.seed ? last : makeSeed());
  }
  const promised = dice?.commitments ?? [];
  const seed = made.find((one) => commitmentTo(one) === promised[seat - 1]);
  if (!seed || (revealed?.seed === seed && !same(revealed.promised, promised))) return null;
  if (revealed && revealed.seed !== seed && !isVoid(seeds)) {
    refuse(table); // promised by hand, perhaps, and yet there was no reason
    return null;
  }
  if (seeds.again?.some((round) => round.seed === seed)) return null; // everybody may know it
  remember(table, { seeds: { ...seeds, revealed: { seed, promised } } });
  return { type: "reveal", seed };
}

/** The seeds when the latest round is void by the silence of these; nothing if it is not. */
function anew(seeds: Seeds, silent: readonly number[]): Seeds | null {
  const { revealed, again = [] } = seeds;
  if (!revealed || isVoid(seeds)) return seeds;
  const reason = silent.filter(
    (seat) => revealed.promised[seat - 1] && !again.some((round) => round.silent.includes(seat)),
  );
  return reason.length ? { ...seeds, again: [...again, { ...revealed, silent: reason }] } : null;
}

function isVoid({ revealed, again }: Seeds): boolean {
  return !!revealed && again?.at(-1)?.seed === revealed.seed;
}

/** Keeps in mind that we were asked and said nothing: the check of the dice tells of it. */
function refuse(table: string): void {
  remember(table, { seeds: { ...seedsOf(table), asked: true } });
}

/** What is asked of this browser now, and by what it decides. */
export interface Asked {
  owed: "commit" | "reveal";
  seat: number;
  dice: DiceShown | null | undefined;
  events: readonly StoryEvent[]; // since the page was opened
  places: readonly PlaceShown[];
  mine: readonly number[];
}

/**
 * The answer to what is asked now. If a reason for another promise is missing, the page was
 * perhaps opened after it was told, so the story is asked too; without one we stay silent.
 */
export async function part(
  table: string,
  now: () => Asked | null,
  past: () => Promise<readonly StoryEvent[]>,
): Promise<Said | null> {
  const asked = now();
  const said = asked && answerTo(table, asked, asked.events);
  if (said || asked?.owed !== "commit") return said;
  const events = await past();
  const still = now(); // meanwhile another tab may have answered
  if (still?.owed !== "commit") return null;
  const later = answerTo(table, still, events);
  if (!later) refuse(table);
  return later;
}

function answerTo(table: string, asked: Asked, events: readonly StoryEvent[]): Said | null {
  const { owed, seat, dice, places, mine } = asked;
  return answer(table, owed, seat, dice, silentOthers(events, places, mine));
}

function same(one: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
