/** A sheet in small, as a few paths: many are on the screen at once, and change often. */
import type { Letter, PrintedPage } from "../wire/messages";
import { locked, reach, type Marks } from "./marks";

const CELL = 10;
const BAND = 13;

export interface Small {
  width: number;
  height: number;
  /** For each colour: what is printed, and the tiles by what became of them. */
  colours: { colour: Letter; band: string; open: string; gone: string; crossed: string }[];
  crosses: string[];
  locks: { colour: Letter; x: number; y: number; crossed: boolean }[];
  badges: { colour: Letter; x: number; y: number }[];
  shut: { y: number; width: number }[];
  bar: { colour: Letter; x: number; y: number; struck: boolean }[];
  misses: { x: number; y: number; crossed: boolean }[];
  numbers: { colour: Letter; x: number; y: number; number: number }[];
}

const box = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}z`;
/** With round corners. */
const tile = (x: number, y: number): string =>
  `M${x + 3} ${y + 1.5}h4a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2z`;
const cross = (x: number, y: number, size: number): string =>
  `M${x} ${y}l${size} ${size}m0 ${-size}l${-size} ${size}`;

export function small(page: PrintedPage, marks: Marks, closed: readonly Letter[]): Small {
  const widest = Math.max(...page.rows.map((row) => row.cells.length)) + 1;
  const width = widest * CELL + 4;
  const height = page.rows.length * BAND + (page.bar.length ? 9 : 0) + 9;
  const colours = new Map<Letter, { band: string; open: string; gone: string; crossed: string }>();
  const of = (colour: Letter): { band: string; open: string; gone: string; crossed: string } => {
    const found = colours.get(colour) ?? { band: "", open: "", gone: "", crossed: "" };
    colours.set(colour, found);
    return found;
  };
  const drawn: Small = {
    width,
    height,
    colours: [],
    crosses: [],
    locks: [],
    badges: [],
    shut: [],
    bar: [],
    misses: [],
    numbers: [],
  };
  page.rows.forEach((row, i) => {
    const y = i * BAND + 1;
    const full = reach(row, marks);
    row.cells.forEach((cell, place) => {
      const x = place * CELL + 2;
      const paths = of(cell.colour);
      const crossed = marks.crossed.has(cell.name);
      paths.band += box(x, y, CELL + 0.3, 12);
      paths[crossed ? "crossed" : place < full ? "gone" : "open"] += tile(x, y);
      if (crossed) drawn.crosses.push(`M${x + 2.5} ${y + 3}l5 6m0-6l-5 6`);
      else drawn.numbers.push({ colour: cell.colour, x: x + 5, y: y + 8, number: cell.number });
      if (cell.badge) drawn.badges.push({ colour: cell.colour, x: x + 8.2, y: y + 2.4 });
    });
    const x = row.cells.length * CELL + 2;
    of(row.row).band += box(x, y, CELL, 12);
    drawn.locks.push({ colour: row.row, x: x + 5, y: y + 6, crossed: locked(page, row, marks) });
    if (closed.includes(row.row)) drawn.shut.push({ y, width: x + CELL - 2 });
  });
  page.bar.forEach((colour, i) =>
    drawn.bar.push({
      colour,
      x: 3 + i * 8,
      y: page.rows.length * BAND + 2,
      struck: (marks.struck & (1 << i)) !== 0,
    }),
  );
  for (let i = 0; i < page.miss_boxes; i++) {
    const x = width - 4 - (page.miss_boxes - i) * 8;
    drawn.misses.push({ x, y: height - 8, crossed: i < marks.misses });
    if (i < marks.misses) drawn.crosses.push(cross(x + 1, height - 7, 4.5));
  }
  for (const lock of drawn.locks)
    if (lock.crossed) drawn.crosses.push(cross(lock.x - 2.5, lock.y - 2.5, 5));
  drawn.colours = [...colours].map(([colour, paths]) => ({ colour, ...paths }));
  return drawn;
}
