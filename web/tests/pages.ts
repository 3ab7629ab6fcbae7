/** Printed pages and views for tests. */
import type { Letter, Now, PrintedPage, PrintedRow, Yours } from "../src/wire/messages";

export function row(colour: Letter, from: number, to: number): PrintedRow {
  const step = from < to ? 1 : -1;
  const numbers = Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => from + i * step);
  return {
    row: colour,
    cells: numbers.map((number) => ({ name: `${colour}${number}`, number, colour, badge: "" })),
  };
}

export function page(other: Partial<PrintedPage>): PrintedPage {
  return {
    rows: [row("R", 2, 12), row("Y", 2, 12), row("G", 12, 2), row("B", 12, 2)],
    lock_cells: 1,
    lock_needs: 5,
    miss_boxes: 4,
    miss_points: -5,
    bar: [],
    lucky: [],
    ...other,
  };
}

export function now(other: Partial<Now>): Now {
  return {
    stage: "playing",
    turn: 3,
    phase: "white",
    active: 1,
    roll: "44r5y3g3b3",
    waiting: [1, 2],
    clock: null,
    ...other,
  };
}

export function yours(other: Partial<Yours>): Yours {
  return {
    seat: 1,
    legal: ["R8", "Y8", "-"],
    colour: ["R9", "Y7", "Y8", "-"],
    sealed: "",
    ahead: "",
    sheet: "",
    again: false,
    ...other,
  };
}
