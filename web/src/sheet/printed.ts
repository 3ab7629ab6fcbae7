/**
 * What the rules of a variant have printed on a page, by cell. A few kinds of drawables are all
 * there is: badges, links, strips, notes and lines of the sum. Which rule printed them, nobody
 * needs to know.
 */
import type { PrintedBadge, PrintedPage } from "../wire/messages";

export interface OnCell {
  badges: readonly PrintedBadge[];
  linked: readonly string[]; // the cells at the other end of its links
}

const NOTHING: OnCell = { badges: [], linked: [] };
const known = new WeakMap<PrintedPage, Map<string, OnCell>>();

export function printedOn(page: PrintedPage, cell: string): OnCell {
  let cells = known.get(page);
  if (!cells) {
    cells = new Map();
    const add = (name: string, badges: PrintedBadge[], linked: string[]): void => {
      const before = cells!.get(name) ?? NOTHING;
      cells!.set(name, {
        badges: [...before.badges, ...badges],
        linked: [...before.linked, ...linked],
      });
    };
    for (const badge of page.badges) for (const name of badge.cells) add(name, [badge], []);
    for (const { cells: ends } of page.links)
      for (const name of ends)
        add(
          name,
          [],
          ends.filter((other) => other !== name),
        );
    known.set(page, cells);
  }
  return cells.get(cell) ?? NOTHING;
}

/** How many of these cells are crossed. */
export function countOf(cells: readonly string[], crossed: ReadonlySet<string>): number {
  return cells.filter((cell) => crossed.has(cell)).length;
}
