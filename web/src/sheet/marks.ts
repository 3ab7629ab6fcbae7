/** A written sheet (`R 5 7 | Y | G 12 | B | bar 1 2 | x1`) made into something to draw. */
import type { Letter, PrintedPage, PrintedRow } from "../wire/messages";

export interface Marks {
  crossed: ReadonlySet<string>; // names of cells, such as R5
  struck: number; // fields of the bonus bar, as bits
  misses: number;
}

export const NOTHING: Marks = { crossed: new Set(), struck: 0, misses: 0 };

/** The seat's page: seat n has page n, counted round. */
export function pageOf(pages: readonly PrintedPage[], seat: number): PrintedPage {
  return pages[(seat - 1) % pages.length]!;
}

export function readSheet(text: string): Marks {
  if (!text) return NOTHING;
  const crossed = new Set<string>();
  let struck = 0;
  let misses = 0;
  for (const part of text.split("|")) {
    const [head = "", ...rest] = part.trim().split(/\s+/);
    if (head === "bar") for (const field of rest) struck |= 1 << (Number(field) - 1);
    else if (head.startsWith("x")) misses = Number(head.slice(1));
    else for (const number of rest) crossed.add(head + number);
  }
  return { crossed, struck, misses };
}

/** How far a row is filled: the place right of its last cross. */
export function reach(row: PrintedRow, marks: Marks): number {
  return row.cells.findLastIndex((cell) => marks.crossed.has(cell.name)) + 1;
}

/** Who crossed one of the last cells crossed the lock with it. */
export function locked(page: PrintedPage, row: PrintedRow, marks: Marks): boolean {
  return row.cells.slice(-page.lock_cells).some((cell) => marks.crossed.has(cell.name));
}

/** All crosses of a row, that of the lock too. */
export function crossesOf(page: PrintedPage, row: PrintedRow, marks: Marks): number {
  const own = row.cells.filter((cell) => marks.crossed.has(cell.name)).length;
  return own + (locked(page, row, marks) ? 1 : 0);
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
