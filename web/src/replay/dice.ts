/**
 * Works the dice of a game out again, as docs/fair-dice.md specifies them. It shares nothing
 * with the server but that page, and its own SHA-256: browsers lend theirs to https only.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Letter, ToldEvents } from "../wire/messages";

export interface Promised {
  table: string;
  seats: number;
  faces: number;
  /** What was shown before the game; nothing with real dice. */
  commitment: string | null;
  story: readonly ToldEvents[];
}

export interface CheckedRoll {
  turn: number;
  seat: number;
  shown: string;
  given: string; // what the seed gives
  fits: boolean;
}

export interface Lot {
  first: number;
  given: number;
  fits: boolean;
}

export type Fault =
  | { what: "commitment"; told: string } // the promise itself was changed
  | { what: "seed"; given: string } // the seed gives another commitment
  | { what: "mix" } // not one seed a seat, or changed after the start
  | { what: "lot"; lot: Lot }
  | { what: "roll"; roll: CheckedRoll };

export type Verdict =
  | { kind: "real" }
  | { kind: "secret" } // the seed is told when the game is over
  | {
      kind: "checked";
      commitment: string;
      seed: string;
      mix: string;
      lot: Lot | null;
      rolls: CheckedRoll[];
      faults: Fault[];
    };

const COLOURS: readonly Letter[] = ["R", "Y", "G", "B"];

export function checkDice({ table, seats, faces, commitment, story }: Promised): Verdict {
  if (commitment === null) return { kind: "real" };
  const seeds = new Set<string>();
  const commitments = new Set([commitment]);
  const mixes = new Set<string>();
  for (const { now, events } of story) {
    if (now.dice?.commitment) commitments.add(now.dice.commitment);
    if (typeof now.dice?.mix === "string") mixes.add(now.dice.mix);
    if (now.dice?.server_seed) seeds.add(now.dice.server_seed);
    for (const event of events) {
      if (event.event === "revealed") seeds.add(event.server_seed);
      if (event.event === "started") mixes.add(event.mix);
    }
  }
  if (!seeds.size) return { kind: "secret" };

  const faults: Fault[] = [];
  for (const told of commitments)
    if (told !== commitment) faults.push({ what: "commitment", told });
  for (const told of seeds) {
    const given = commitmentOf(told);
    if (given !== commitment) faults.push({ what: "seed", given });
  }
  const seed = [...seeds].find((told) => commitmentOf(told) === commitment) ?? [...seeds][0]!;
  const mix = [...mixes][0] ?? ",".repeat(seats - 1);
  if (mixes.size > 1 || !isMix(mix, seats)) faults.push({ what: "mix" });

  const { lot, rolls } = rollsOf(story, { table, seats, faces, mix, seed });
  if (lot && !lot.fits) faults.push({ what: "lot", lot });
  for (const roll of rolls) if (!roll.fits) faults.push({ what: "roll", roll });
  return { kind: "checked", commitment, seed, mix, lot, rolls, faults };
}

/** The fingerprint of a server's seed; nothing for what is no seed. */
export function commitmentOf(seed: string): string {
  return /^[0-9a-f]{64}$/.test(seed) ? bytesToHex(sha256(hexToBytes(seed))) : "";
}

function isMix(mix: string, seats: number): boolean {
  const seeds = mix.split(",");
  return seeds.length === seats && seeds.every((seed) => /^[\w-]{0,64}$/.test(seed));
}

interface Source {
  table: string;
  seats: number;
  faces: number;
  mix: string;
  seed: string;
}

function rollsOf(
  story: readonly ToldEvents[],
  source: Source,
): { lot: Lot | null; rolls: CheckedRoll[] } {
  let lot: Lot | null = null;
  const rolls: CheckedRoll[] = [];
  const closed = new Set<Letter>();
  for (const event of story.flatMap((told) => told.events)) {
    if (event.event === "started" && event.lot) {
      const given = lotOf(source);
      lot = { first: event.first, given, fits: given === event.first };
    } else if (event.event === "closed") closed.add(event.row);
    else if (event.event === "rolled") {
      const turn = rolls.length + 1;
      const given = rollOf(source, turn, closed);
      const fits = given === event.roll;
      rolls.push({ turn, seat: event.seat, shown: event.roll, given, fits });
    }
  }
  return { lot, rolls };
}

export function lotOf(source: Source): number {
  return draw(bytesOf(source, 0), source.seats);
}

/** All six dice are always drawn; those that have left the game are then left out. */
export function rollOf(source: Source, turn: number, gone: ReadonlySet<Letter>): string {
  const stream = bytesOf(source, turn);
  const whites = `${draw(stream, source.faces)}${draw(stream, source.faces)}`;
  const colours = COLOURS.map((colour) => ({ colour, shows: draw(stream, source.faces) }));
  return colours
    .filter(({ colour }) => !gone.has(colour))
    .reduce((roll, { colour, shows }) => roll + colour.toLowerCase() + shows, whites);
}

function* bytesOf({ seed, table, mix }: Source, n: number): Generator<number, never> {
  const key = /^[0-9a-f]{64}$/.test(seed) ? hexToBytes(seed) : new Uint8Array(32);
  for (let k = 0; ; k++) yield* hmac(sha256, key, utf8ToBytes(`${table}\n${mix}\n${n}\n${k}`));
}

/** A number from 1 to `most`; a byte too high to be fair is skipped. */
function draw(stream: Generator<number, never>, most: number): number {
  for (;;) {
    const byte = stream.next().value;
    if (byte < 256 - (256 % most)) return (byte % most) + 1;
  }
}

export interface Sum {
  sum: number;
  came: number;
  expected: number;
}

/** How often each sum of the white dice came, and how often one expects it. */
export function whiteSums(rolls: readonly string[], faces: number): Sum[] {
  const came = rolls.map((roll) => Number(roll[0]) + Number(roll[1]));
  return Array.from({ length: 2 * faces - 1 }, (_, i) => {
    const sum = i + 2;
    const ways = faces - Math.abs(sum - faces - 1);
    return {
      sum,
      came: came.filter((one) => one === sum).length,
      expected: (rolls.length * ways) / faces ** 2,
    };
  });
}
