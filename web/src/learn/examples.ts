/**
 * Positions for the lessons, made from what is printed on a page. A lesson is a scripted
 * example: at a table the server says what may be crossed and what it brings.
 */
import { crossesOf, reach, type Marks } from "../sheet/marks";
import type { Letter, Points, PrintedCell, PrintedPage, PrintedRow } from "../wire/messages";

export interface Position extends Marks {
  closed: readonly Letter[];
}

export const EMPTY: Position = { crossed: new Set(), struck: 0, misses: 0, closed: [] };

export const COLOURS: readonly Letter[] = ["R", "Y", "G", "B"];

export function crossing(position: Position, ...cells: readonly PrintedCell[]): Position {
  return {
    ...position,
    crossed: new Set([...position.crossed, ...cells.map((cell) => cell.name)]),
  };
}

export function closing(position: Position, page: PrintedPage, row: Letter): Position {
  const fields = page.bar.reduce((bits, field, i) => (field === row ? bits | (1 << i) : bits), 0);
  return {
    ...position,
    closed: [...position.closed, row],
    struck: position.struck | fields, // a closed row's fields are of no use any more
  };
}

/** A position as the server writes sheets: `R 5 7 | Y | G 12 | B | bar 1 2 | x1`. */
export function written(page: PrintedPage, position: Position): string {
  const parts = page.rows.map((row) =>
    [
      row.row,
      ...row.cells.filter((cell) => position.crossed.has(cell.name)).map((cell) => cell.number),
    ].join(" "),
  );
  const fields = page.bar.flatMap((_, i) => (position.struck & (1 << i) ? [i + 1] : []));
  if (fields.length) parts.push(["bar", ...fields].join(" "));
  if (position.misses) parts.push(`x${position.misses}`);
  return parts.join(" | ");
}

export function rowOf(page: PrintedPage, cell: PrintedCell): PrintedRow {
  return page.rows.find((row) => row.cells.some((other) => other.name === cell.name))!;
}

/** The cells before those that lock. */
export function inner(page: PrintedPage, row: PrintedRow): PrintedCell[] {
  return row.cells.slice(0, row.cells.length - page.lock_cells);
}

export function locking(page: PrintedPage, row: PrintedRow): PrintedCell[] {
  return row.cells.slice(row.cells.length - page.lock_cells);
}

/** Cells that bring nothing else with them: no badge, and no lock. */
export function bare(page: PrintedPage, cells: readonly PrintedCell[]): PrintedCell[] {
  return cells.filter((cell) => !cell.badge && inner(page, rowOf(page, cell)).includes(cell));
}

/** What is left in a row: right of the last cross, and the lock only with crosses enough. */
export function free(page: PrintedPage, position: Position, row: PrintedRow): PrintedCell[] {
  if (position.closed.includes(row.row)) return [];
  const from = reach(row, position);
  const enough = crossesOf(page, row, position) >= page.lock_needs;
  const to = row.cells.length - (enough ? 0 : page.lock_cells);
  return row.cells.slice(from, to);
}

/** The cell right of the last cross, or the first one. */
export function nextIn(
  page: PrintedPage,
  position: Position,
  row: PrintedRow,
): PrintedCell | undefined {
  const next = row.cells[reach(row, position)];
  return free(page, position, row).find((cell) => cell === next);
}

export function whiteCells(page: PrintedPage, position: Position, sum: number): PrintedCell[] {
  return page.rows.flatMap((row) =>
    free(page, position, row).filter((cell) => cell.number === sum),
  );
}

/** Two dice that make this sum, different ones if that goes; nothing if they cannot. */
export function whites(sum: number, faces: number): [number, number] | null {
  for (const low of [Math.floor(sum / 2) - 1, Math.floor(sum / 2)]) {
    const high = sum - low;
    if (low >= 1 && high <= faces) return [low, high];
  }
  return null;
}

export type Shown = Partial<Record<Letter, number>>;

/** A roll as the server writes it: `14r3y6g3b3`. */
export function rollText(white: readonly [number, number], colours: Shown): string {
  return (
    white.join("") +
    COLOURS.flatMap((colour) =>
      colours[colour] === undefined ? [] : [colour.toLowerCase() + colours[colour]],
    ).join("")
  );
}

/** Coloured dice that only lie there: different ones, and other ones with another sum. */
export function lyingThere(
  faces: number,
  [a, b]: readonly [number, number],
  closed: readonly Letter[] = [],
): Shown {
  const shown: Shown = {};
  COLOURS.forEach((colour, i) => {
    if (!closed.includes(colour)) shown[colour] = (([3, 5, 0, 2][i]! + a * 2 + b) % faces) + 1;
  });
  return shown;
}

export interface Mixed {
  cell: PrintedCell;
  white: number;
  shows: number;
}

/** What one white and one coloured die make, by the cell's own colour. */
export function colourCells(
  page: PrintedPage,
  position: Position,
  white: readonly [number, number],
  colours: Shown,
): Mixed[] {
  const found = new Map<string, Mixed>();
  for (const row of page.rows)
    for (const cell of free(page, position, row))
      for (const one of white) {
        const shows = colours[cell.colour];
        if (shows !== undefined && one + shows === cell.number && !found.has(cell.name))
          found.set(cell.name, { cell, white: one, shows });
      }
  return [...found.values()];
}

/** Some cells out of several, spread evenly; those with a badge only if there is no other way. */
export function spread(cells: readonly PrintedCell[], count: number): PrintedCell[] {
  const bare = cells.filter((cell) => !cell.badge);
  const from = bare.length >= count ? bare : cells;
  return Array.from(
    { length: Math.min(count, from.length) },
    (_, i) => from[Math.floor(((i + 0.5) * from.length) / count)]!,
  );
}

/** A few crosses, as a sheet looks early in a game: so many in each row. */
export function begun(page: PrintedPage, counts: readonly number[]): Position {
  return page.rows.reduce((position, row, i) => {
    const cells = inner(page, row);
    const early = cells.slice(0, Math.ceil(cells.length / 2));
    return crossing(position, ...spread(bare(page, early), counts[i] ?? 0));
  }, EMPTY);
}

/** The points as a server would count them for the examples. */
export function pointsOf(
  page: PrintedPage,
  position: Position,
  bonuses: [string, number][] = [],
  forgiven = false,
): Points {
  const rows = page.rows.map((row) => worth(crossesOf(page, row, position)));
  const misses = forgiven ? 0 : position.misses * page.miss_points;
  const extra = bonuses.reduce((sum, [, more]) => sum + more, 0);
  return {
    rows,
    misses,
    bonuses,
    total: rows.reduce((sum, row) => sum + row, 0) + misses + extra,
  };
}

export function worth(crosses: number): number {
  return (crosses * (crosses + 1)) / 2;
}
