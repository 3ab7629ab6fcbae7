/** What a lesson is made of: steps with a position, something to do, and what it brings. */
import { optionOf, type Action, type Option } from "../table/picking";
import type { Letter, Points, PrintedCell, PrintedPage } from "../wire/messages";
import type { Key } from "../words/index.svelte";
import { closing, crossing, rowOf, written, type Position } from "./examples";

/** What is put into a text: cells, rows and colours get their names in the language. */
export type Value =
  | number
  | string
  | { cell: string }
  | { row: Letter }
  | { colour: Letter }
  | { numbers: readonly number[] };
export interface Said {
  key: Key;
  values: Record<string, Value>;
}

/** The sheet at one moment; `fresh` is drawn before one's eyes. */
export interface Frame {
  sheet: string;
  closed: readonly Letter[];
  points: Points | null;
  fresh: readonly string[];
}

/** An answer that leads on, and what is seen then, one picture after the other. */
export interface Choice {
  option: Option;
  frames: Frame[];
  said: Said[];
  dice: readonly string[]; // those it was made of: W3, R5
}

export interface Move {
  roll: string | null;
  task: Said;
  hint: Said;
  choices: Choice[];
  others: Option[]; // possible as well, but not what is asked for here
}

export interface Step {
  name: string;
  title: Said;
  text: Said[];
  start: Frame;
  moves: Move[]; // none: only to be read
}

export function say(key: Key, values: Record<string, Value> = {}): Said {
  return { key, values };
}

export function frame(
  page: PrintedPage,
  position: Position,
  fresh: readonly string[] = [],
  points: Points | null = null,
): Frame {
  return { sheet: written(page, position), closed: position.closed, points, fresh };
}

/** A cell by the colour that it is printed in, which need not be that of its row. */
export function seen(cell: PrintedCell): Value {
  return { cell: cell.colour + cell.number };
}

/** A cross, and nothing that follows from it. */
export function crossed(
  page: PrintedPage,
  before: Position,
  cell: PrintedCell,
  action: Action,
  said: Said,
  dice: readonly string[] = [],
): Choice {
  return {
    option: optionOf(cell.name, action),
    frames: [frame(page, crossing(before, cell), [cell.name])],
    said: [said],
    dice,
  };
}

/** A cross that locks: the lock is crossed with it, and the row is closed. */
export function locked(
  page: PrintedPage,
  before: Position,
  cell: PrintedCell,
  action: Action,
  said: Said,
  dice: readonly string[] = [],
): Choice {
  const after = closing(crossing(before, cell), page, rowOf(page, cell).row);
  return {
    option: optionOf(cell.name, action),
    frames: [frame(page, after, [cell.name])],
    said: [said],
    dice,
  };
}

export function whiteDice(white: readonly [number, number]): string[] {
  return white.map((shows) => `W${shows}`);
}

export function whiteOptions(cells: readonly PrintedCell[]): Option[] {
  return cells.map((cell) => optionOf(cell.name, "white"));
}
