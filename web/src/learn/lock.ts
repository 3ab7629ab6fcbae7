/** The last number of a row: crosses enough, and the lock with it. */
import type { Letter, PrintedCell, PrintedPage, PrintedRow } from "../wire/messages";
import {
  begun,
  crossing,
  EMPTY,
  inner,
  locking,
  lyingThere,
  rollText,
  spread,
  whiteCells,
  whites,
  type Position,
} from "./examples";
import { frame, locked, say, seen, whiteDice, whiteOptions, type Said, type Step } from "./steps";

export interface Lockable {
  row: PrintedRow;
  cell: PrintedCell;
  dice: [number, number];
}

/** Rows whose last number brings nothing but the lock, and the white dice for it. */
export function lockable(page: PrintedPage, faces: number): Lockable[] {
  const found = page.rows.flatMap((row) => {
    const cell = locking(page, row).at(-1)!;
    const dice = whites(cell.number, faces);
    const enough = inner(page, row).length >= page.lock_needs;
    return dice && enough && !cell.badge ? [{ row, cell, dice }] : [];
  });
  const ordinary = found.filter(({ cell }) => !page.lucky.includes(cell.number));
  return ordinary.length > 1 ? ordinary : found;
}

/** The position before a lock: crosses enough in this row, and a few in the others. */
export function beforeLock(page: PrintedPage, row: PrintedRow): Position {
  const position = begun(page, [2, 1, 2, 1]);
  const others = [...position.crossed].filter((name) => name[0] !== row.row);
  return crossing(
    { ...EMPTY, crossed: new Set(others) },
    ...spread(inner(page, row), page.lock_needs),
  );
}

export interface LockWords {
  name: string;
  title: Said;
  text: Said;
  done: (row: Letter) => Said;
}

const LOCK: LockWords = {
  name: "lock",
  title: say("learn.lock.title"),
  text: say("learn.lock.text"),
  done: () => say("learn.lock.done"),
};

/** Crosses enough are there; the last number locks. */
export function lock(page: PrintedPage, faces: number, words = LOCK): Step | null {
  const [found] = lockable(page, faces);
  if (!found) return null;
  const { row, cell, dice } = found;
  const before = beforeLock(page, row);
  return {
    name: words.name,
    title: words.title,
    text: [{ ...words.text, values: { n: page.lock_needs, ...words.text.values } }],
    start: frame(page, before),
    moves: [
      {
        roll: rollText(dice, lyingThere(faces, dice)),
        task: say("learn.lock.task", { n: page.lock_needs, cell: seen(cell) }),
        hint: say("learn.lock.hint", { cell: seen(cell) }),
        choices: [locked(page, before, cell, "white", words.done(row.row), whiteDice(dice))],
        others: whiteOptions(
          whiteCells(page, before, cell.number).filter((other) => other !== cell),
        ),
      },
    ],
  };
}
