/** A written sheet (`R 5 7 | Y | G 12 | B | bar 1 2 | x1`) made into something to draw. */
import type { Letter, Now, PrintedPage, SheetState } from "../wire/messages";

export interface Marks {
  crossed: ReadonlySet<string>; // names of cells, such as R5
  struck: ReadonlySet<string>; // fields of strips, counted from 1, such as `bar 2`
  misses: number;
  lost: ReadonlySet<string>; // cells that can never be crossed any more; the server knows
  locked: ReadonlySet<string>; // rows whose lock is crossed on this very sheet
}

export const NOTHING: Marks = {
  crossed: new Set(),
  struck: new Set(),
  misses: 0,
  lost: new Set(),
  locked: new Set(),
};

/** The seat's page: seat n has page n, counted round. */
export function pageOf(pages: readonly PrintedPage[], seat: number): PrintedPage {
  return pages[(seat - 1) % pages.length]!;
}

/** The sheet of a seat as everybody sees it. */
export function marksOf(now: Pick<Now, "sheets" | "states">, seat: number): Marks {
  return readSheet(now.sheets?.[seat - 1] ?? "", now.states?.[seat - 1]);
}

export function readSheet(text: string, state?: SheetState | null): Marks {
  if (!text) return NOTHING;
  const crossed = new Set<string>();
  const struck = new Set<string>();
  let misses = 0;
  for (const part of text.split("|")) {
    const [head = "", ...rest] = part.trim().split(/\s+/);
    if (/^x\d$/.test(head)) misses = Number(head.slice(1));
    else if (/^[A-Z]$/.test(head)) for (const number of rest) crossed.add(head + number);
    else for (const field of rest) struck.add(`${head} ${field}`);
  }
  const lost = state?.lost ? readSheet(state.lost).crossed : NOTHING.lost;
  return { crossed, struck, misses, lost, locked: new Set(state?.locked) };
}

export interface Die {
  colour: "W" | Letter;
  shows: number;
}

/** The dice of a roll such as `14r3y6g3b3`. */
export function readRoll(text: string | null): Die[] {
  if (!text) return [];
  return [...text.matchAll(/([rygb]?)(\d)/g)].map(([, colour = "", shows]) => ({
    colour: (colour.toUpperCase() || "W") as Die["colour"],
    shows: Number(shows),
  }));
}

/** A number that is always the same for the same text: so a cross does not wriggle. */
export function hashOf(text: string): number {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return hash >>> 0;
}

/** Two strokes of a pen in a box of 100 by 100, a little different for each cell. */
export function penCross(name: string): [string, string] {
  let seed = hashOf(name);
  const about = (place: number, spread = 7): string => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return (place + ((seed / 2 ** 32) * 2 - 1) * spread).toFixed(1);
  };
  const down = `M${about(17)} ${about(16)} Q${about(46, 9)} ${about(54, 9)} ${about(84)} ${about(85)}`;
  const up = `M${about(82)} ${about(15)} Q${about(54, 9)} ${about(46, 9)} ${about(16)} ${about(85)}`;
  return [down, up];
}
