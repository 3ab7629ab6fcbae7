/**
 * Works the dice of a game out again, as docs/fair-dice.md specifies them. It shares nothing
 * with the server but that page, and its own SHA-256: browsers lend theirs to https only.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Revealed, Seeds } from "../table/keys";
import type { Letter, ToldEvents } from "../wire/messages";

export interface Promised {
  table: string;
  seats: number;
  faces: number;
  /** What was shown before the game; nothing with real dice. */
  commitment: string | null;
  story: readonly ToldEvents[];
  /** The seats of bots, which give no seeds. */
  bots?: readonly number[];
  /** The own seats, and what this browser revealed, with what all had promised then. */
  own?: { seats: readonly number[] } & Pick<Seeds, "revealed" | "again" | "asked">;
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
  | { what: "bot"; seat: number } // a seed where nobody could give one: anybody could choose it
  | { what: "promise"; seat: number } // not the seed that was promised
  | { what: "promises" } // the promises are not those that were shown before
  | { what: "own"; seat: number } // our seed is not where it belongs
  | { what: "again" } // we revealed once more, and the story does not say because of whom
  | { what: "asked" } // we were to reveal once more for no reason, and did not
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
      /** The seeds were promised before the first one was told; not so in older games. */
      promised: boolean;
      /** Whether our own seed is in the dice; nothing if we had no seat. */
      own: boolean | null;
      /** Each time the dice were mixed anew: the seats whose silence was the reason. */
      again: number[][];
      lot: Lot | null;
      rolls: CheckedRoll[];
      faults: Fault[];
    };

/** No promises, as in older games. */
const NONE = JSON.stringify(null);

const COLOURS: readonly Letter[] = ["R", "Y", "G", "B"];

export function checkDice(given: Promised): Verdict {
  const { table, seats, faces, commitment, story } = given;
  if (commitment === null) return { kind: "real" };
  const seeds = new Set<string>();
  const commitments = new Set([commitment]);
  const mixes = new Set<string>();
  const promises = new Set<string>();
  for (const { now, events } of story) {
    if (now.dice?.commitment) commitments.add(now.dice.commitment);
    if (typeof now.dice?.mix === "string") mixes.add(now.dice.mix);
    if (now.stage !== "waiting" && typeof now.dice?.mix === "string")
      promises.add(JSON.stringify(now.dice.commitments ?? null));
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

  const own = seedFaults(given, mix.split(","), promises, faults);
  const again = mixedAnew(story);
  roundFaults(given, again, faults);

  const { lot, rolls } = rollsOf(story, { table, seats, faces, mix, seed });
  if (lot && !lot.fits) faults.push({ what: "lot", lot });
  for (const roll of rolls) if (!roll.fits) faults.push({ what: "roll", roll });
  const promised = promises.size > 0 && !promises.has(NONE);
  return { kind: "checked", commitment, seed, mix, promised, own, again, lot, rolls, faults };
}

/** What is wrong with the players' seeds is added; whether our own is among them. */
function seedFaults(
  { story, bots = [], own }: Promised,
  seeds: readonly string[],
  promises: ReadonlySet<string>,
  faults: Fault[],
): boolean | null {
  for (const seat of bots) if (seeds[seat - 1]) faults.push({ what: "bot", seat });
  const [first] = promises;
  if (first !== undefined) {
    // In older games nobody promised; but whoever has revealed was shown what all had promised.
    const promised = JSON.parse(first) as (string | null)[] | null;
    const missing = promised ? promised.length !== seeds.length : own?.revealed;
    const changed = own?.revealed && inMix(own.revealed) && !fits(own.revealed);
    if (promises.size > 1 || missing || changed) faults.push({ what: "promises" });
    for (const [i, seed] of promised ? seeds.entries() : [])
      if ((promised![i] ?? "") !== (seed && fingerprint(seed)))
        faults.push({ what: "promise", seat: i + 1 });
  }
  if (!own?.seats.length) return null;
  if (own.seats.every((seat) => own.revealed && seeds[seat - 1] === own.revealed.seed)) return true;
  // Whoever was told to be silent has no seed, and everybody was told so at the time.
  const silent = new Set(
    story
      .flatMap(({ events }) => events)
      .flatMap((event) => (event.event === "silent" ? [event.seat] : [])),
  );
  for (const seat of own.seats)
    if (own.revealed && !silent.has(seat) && seeds[seat - 1] !== own.revealed.seed)
      faults.push({ what: "own", seat });
  return false;

  function inMix({ seed }: Revealed): boolean {
    return seeds.includes(seed);
  }
  function fits({ promised }: Revealed): boolean {
    return JSON.stringify(promised) === first;
  }
}

/** Of each time the dice were mixed anew, the seats that had not revealed, as the story has it. */
function mixedAnew(story: readonly ToldEvents[]): number[][] {
  const rounds: number[][] = [];
  let silent: number[] = [];
  for (const event of story.flatMap(({ events }) => events)) {
    if (event.event === "silent" && event.step === "reveal") silent.push(event.seat);
    else if (event.event === "mixing" && silent.length) {
      rounds.push(silent);
      silent = [];
    }
  }
  return rounds;
}

/** Whatever made this browser reveal once more must be in the story, and be no bot. */
function roundFaults({ bots = [], own }: Promised, told: readonly number[][], faults: Fault[]) {
  const rounds = new Set(told.map((seats) => JSON.stringify(seats)));
  const untold = own?.again?.some(
    ({ silent }) =>
      !rounds.has(JSON.stringify(silent)) || silent.some((seat) => bots.includes(seat)),
  );
  if (untold) faults.push({ what: "again" });
  if (own?.asked) faults.push({ what: "asked" });
}

/** The fingerprint of a player's seed: of its letters. */
function fingerprint(seed: string): string {
  return bytesToHex(sha256(utf8ToBytes(seed)));
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
