/** Printed pages and views for tests. */
import type {
  Letter,
  Now,
  PrintedBadge,
  PrintedPage,
  PrintedRow,
  PrintedStrip,
  Words,
  Yours,
} from "../src/wire/messages";

/** Nothing is printed beside the rows. */
export const NO_DRAWABLES = {
  badges: [],
  links: [],
  strips: [],
  notes: [],
  lines: [],
} satisfies Partial<PrintedPage>;

/** Words that are the same everywhere. */
export function words(text: string): Words {
  return { en: text, de: text, it: text };
}

/** A strip of fields, named `bar`. */
export function strip(...colours: Letter[]): PrintedStrip {
  const fields = colours.map((colour) => ({ text: colour, colour }));
  const of = words("of the bonus bar");
  return { rule: "chain", name: "bar", label: words("bar"), of, says: words("strike"), fields };
}

export function badge(
  sign: string,
  cells: string[],
  other: Partial<PrintedBadge> = {},
): PrintedBadge {
  const name = words(`pair ${sign.toUpperCase()}`);
  return { rule: "pairs", sign, shape: "sign", cells, name, legend: null, ...other };
}

export function row(colour: Letter, from: number, to: number): PrintedRow {
  const step = from < to ? 1 : -1;
  const numbers = Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => from + i * step);
  return {
    row: colour,
    cells: numbers.map((number) => ({
      name: `${colour}${number}`,
      number,
      colour,
      badge: "",
      locks: number === to,
    })),
  };
}

export function page(other: Partial<PrintedPage>): PrintedPage {
  return {
    rows: [row("R", 2, 12), row("Y", 2, 12), row("G", 12, 2), row("B", 12, 2)],
    lock_cells: 1,
    lock_needs: 5,
    miss_boxes: 4,
    miss_points: -5,
    ...NO_DRAWABLES,
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
    mixing: null,
    announced: [],
    asked_again: [],
    ...other,
  };
}

export function yours(other: Partial<Yours>): Yours {
  return {
    seat: 1,
    legal: ["R8", "Y8", "-"],
    lapse: [],
    colour: ["R9", "Y7", "Y8", "-"],
    dice: {},
    sealed: "",
    ahead: "",
    sheet: "",
    state: null,
    miss: false,
    again: false,
    lock_too: [],
    asked_again: false,
    keep: "",
    binding: false,
    mix: null,
    ...other,
  };
}
