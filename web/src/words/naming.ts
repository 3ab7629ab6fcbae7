/**
 * What people call a cell, a row and a die: by what they see. A cell has the colour it is printed
 * in, whatever row it stands in; moves are written by the row (`R5`), and only they.
 */
import type { Letter, PrintedBadge, PrintedPage } from "../wire/messages";
import { printedOn } from "../sheet/printed";
import { local, t } from "./index.svelte";

export const LETTERS: readonly Letter[] = ["R", "Y", "G", "B"];

export function colourName(colour: "W" | Letter): string {
  return t(`colour.${colour}`);
}

/** A row to choose for extra crosses; some can take none, and then those are lost. */
export function pickName(row: string, lapses = false): string {
  return lapses ? t("option.row_lapses", { row }) : row;
}

/** One or two letters that stand on rows and dice. */
export function shortName(colour: Letter): string {
  return t(`short.${colour}`);
}

/** "red 5": a colour and a number, of a cell or of a die. */
export function saidAs(colour: Letter, number: string | number): string {
  return t("cell", { colour: colourName(colour), number });
}

interface Seen {
  colour: Letter;
  number: number;
  row: Letter;
  twice: boolean; // another row has the same colour and number
}

const known = new WeakMap<PrintedPage, Map<string, Seen>>();

/** What is seen of the cell with this name. */
export function seenOn(page: PrintedPage, cell: string): Seen {
  let seen = known.get(page);
  if (!seen) {
    const cells = page.rows.flatMap((row) => row.cells.map((one) => ({ ...one, row: row.row })));
    const times = Map.groupBy(cells, (one) => one.colour + one.number);
    seen = new Map(
      cells.map(({ name, colour, number, row }) => [
        name,
        { colour, number, row, twice: times.get(colour + number)!.length > 1 },
      ]),
    );
    known.set(page, seen);
  }
  const row = cell[0] as Letter;
  return seen.get(cell) ?? { colour: row, number: Number(cell.slice(1)), row, twice: false };
}

/** "green 7", or "green 7 in the red row" where that is not enough. */
export function cellName(cell: string, page: PrintedPage): string {
  const { colour, number, row, twice } = seenOn(page, cell);
  const said = saidAs(colour, number);
  return twice ? t("cell.in_row", { cell: said, row: colourName(row) }) : said;
}

/** "G7", for where there is little room. */
export function shortCell(cell: string, page: PrintedPage): string {
  const { colour, number, row, twice } = seenOn(page, cell);
  const said = shortName(colour) + number;
  return twice ? `${said} (${shortName(row)})` : said;
}

/** What a decision is called: R5, *G16, ~Y. */
export function decisionName(decision: string, page: PrintedPage): string {
  const name = decision.replace(/^[*~]/, "");
  return decision.startsWith("~") ? colourName(name as Letter) : cellName(name, page);
}

/** What is written on a cell for a badge; a star has a picture. */
export function signOf(badge: PrintedBadge): string {
  return badge.sign === "*" ? "★" : badge.sign.toUpperCase();
}

/** A badge in words, with what all of its cells bring. */
export function badgeName({ name, legend }: PrintedBadge): string {
  return legend ? `${local(name)}: ${local(legend)}` : local(name);
}

/** What is printed on a cell beside its number, in words: its badges and its links. */
export function printedInWords(cell: string, page: PrintedPage): string[] {
  const { badges, linked } = printedOn(page, cell);
  return [
    ...badges.map(badgeName),
    ...linked.map((other) => t("option.linked", { cell: cellName(other, page) })),
  ];
}

/** The colour that a typed word means: by its letter in moves, its short name, or its name. */
export function colourTyped(word: string): Letter | null {
  const same = (name: string): boolean => name.toUpperCase() === word.toUpperCase();
  return (
    LETTERS.find(same) ??
    LETTERS.find((one) => same(shortName(one)) || same(colourName(one))) ??
    null
  );
}

/** May a typed move begin with this key? */
export function beginsMove(key: string): boolean {
  if (key.length !== 1) return false;
  if ("*~-−".includes(key)) return true;
  const names = LETTERS.flatMap((one) => [one, shortName(one), colourName(one)]);
  return names.some((name) => name[0]!.toUpperCase() === key.toUpperCase());
}
