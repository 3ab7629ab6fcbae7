/** A sheet in small, as a few paths: many are on the screen at once, and change often. */
import type { Letter, PrintedPage } from "../wire/messages";
import type { Marks } from "./marks";
import { printedOn } from "./printed";

const CELL = 10;
const BAND = 13;

export interface Small {
  width: number;
  height: number;
  /** For each colour: what is printed, and the tiles by what became of them. */
  colours: { colour: Letter; band: string; open: string; gone: string; crossed: string }[];
  crosses: string[];
  locks: { colour: Letter; x: number; y: number; crossed: boolean; closed: boolean }[];
  badges: { colour: Letter; x: number; y: number }[];
  /** Frames and circles around numbers, and lines between cells. */
  shapes: { colour: Letter; shape: "frame" | "circle"; x: number; y: number; gone: boolean }[];
  links: string[];
  /** Closed rows: by others, with all that is lost there, or by a lock of its own. */
  shut: { y: number; width: number; own: boolean; veil: string; strike: string }[];
  fields: { colour: Letter | null; x: number; y: number; width: number; struck: boolean }[];
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
  const height = page.rows.length * BAND + page.strips.length * 9 + 9;
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
    shapes: [],
    links: [],
    shut: [],
    fields: [],
    misses: [],
    numbers: [],
  };
  const places = new Map<string, { x: number; y: number }>();
  page.rows.forEach((row, i) => {
    const y = i * BAND + 1;
    const [veil, strike]: string[][] = [[], []];
    row.cells.forEach((cell, place) => {
      const x = place * CELL + 2;
      const paths = of(cell.colour);
      const crossed = marks.crossed.has(cell.name);
      const gone = marks.lost.has(cell.name);
      if (gone) {
        veil!.push(box(x, y, CELL, 12));
        strike!.push(`M${x} ${y + 6}h${CELL}`);
      }
      paths.band += box(x, y, CELL + 0.3, 12);
      paths[crossed ? "crossed" : gone ? "gone" : "open"] += tile(x, y);
      if (crossed) drawn.crosses.push(`M${x + 2.5} ${y + 3}l5 6m0-6l-5 6`);
      else drawn.numbers.push({ colour: cell.colour, x: x + 5, y: y + 8, number: cell.number });
      places.set(cell.name, { x: x + 5, y: y + 6 });
      for (const { shape } of printedOn(page, cell.name).badges)
        if (shape === "sign") drawn.badges.push({ colour: cell.colour, x: x + 8.2, y: y + 2.4 });
        else drawn.shapes.push({ colour: cell.colour, shape, x: x + 5, y: y + 6, gone });
    });
    const x = row.cells.length * CELL + 2;
    of(row.row).band += box(x, y, CELL, 12);
    const own = marks.locked.has(row.row);
    const shut = closed.includes(row.row) && !own;
    drawn.locks.push({ colour: row.row, x: x + 5, y: y + 6, crossed: own, closed: shut });
    if (shut || own)
      drawn.shut.push({
        y,
        width: x + CELL - 2,
        own,
        veil: veil!.join(""),
        strike: strike!.join(""),
      });
  });
  for (const { cells } of page.links) {
    const [from, to] = [places.get(cells[0]!), places.get(cells[1]!)];
    if (from && to) drawn.links.push(`M${from.x} ${from.y}L${to.x} ${to.y}`);
  }
  page.strips.forEach((strip, line) => {
    const step = Math.min(8, (width - 6) / strip.fields.length);
    strip.fields.forEach(({ colour }, i) =>
      drawn.fields.push({
        colour,
        x: 3 + i * step,
        width: step * 0.81,
        y: page.rows.length * BAND + 2 + line * 9,
        struck: marks.struck.has(`${strip.name} ${i + 1}`),
      }),
    );
  });
  for (let i = 0; i < page.miss_boxes; i++) {
    const x = width - 4 - (page.miss_boxes - i) * 8;
    drawn.misses.push({ x, y: height - 8, crossed: i < marks.misses });
    if (i < marks.misses) drawn.crosses.push(cross(x + 1, height - 7, 4.5));
  }
  drawn.colours = [...colours].map(([colour, paths]) => ({ colour, ...paths }));
  return drawn;
}
