/** A few crosses on a printed sheet, so that a preview looks like a game. */
import { NOTHING, type Marks } from "../sheet/marks";
import { printedOn } from "../sheet/printed";
import type { PrintedPage } from "../wire/messages";

/** Places of crosses in the rows from the top; made up, and the same for every sheet. */
const PLACES = [[0, 1, 3], [1], [0, 2, 3, 5], [2]];

/** `turn` gives sheets that are shown beside each other different crosses. */
export function sampleMarks(page: PrintedPage, turn = 0): Marks {
  const crossed = page.rows.flatMap((row, i) =>
    PLACES[(i + turn) % PLACES.length]!.flatMap((place) => {
      const cell = row.cells[place];
      // What a line ties to another cell may not be crossed alone.
      const alone = cell && !cell.locks && !printedOn(page, cell.name).linked.length;
      return alone ? [cell.name] : [];
    }),
  );
  return { ...NOTHING, crossed: new Set(crossed) };
}
