/** What a variant does otherwise, told from what its pages print; never from its name. */
import { optionOf } from "../table/picking";
import type { Letter, PrintedCell, PrintedPage, VariantShown } from "../wire/messages";
import { goodColours, mixedChoice } from "./basics";
import {
  bare,
  begun,
  crossing,
  EMPTY,
  inner,
  locking,
  lyingThere,
  nextIn,
  rollText,
  rowOf,
  whiteCells,
  whites,
  type Position,
} from "./examples";
import { chain } from "./chain";
import { beforeLock, lock, lockable } from "./lock";
import { pairs } from "./pairs";
import {
  crossed,
  frame,
  locked,
  say,
  seen,
  whiteDice,
  whiteOptions,
  type Move,
  type Step,
} from "./steps";

export function isMixedInColour(page: PrintedPage): boolean {
  return page.rows.some((row) => row.cells.some((cell) => cell.colour !== row.row));
}

/** Numbers that neither climb nor fall. */
function shuffled(cells: readonly PrintedCell[]): boolean {
  const steps = cells.slice(1).map((cell, i) => Math.sign(cell.number - cells[i]!.number));
  return new Set(steps).size > 1;
}

export function isMixedInNumber(page: PrintedPage): boolean {
  return page.rows.some((row) => shuffled(row.cells));
}

function dice(page: PrintedPage, faces: number): Step {
  const before = begun(page, [1, 0, 1, 0]);
  const longest = Math.max(...page.rows.map((row) => row.cells.length));
  const most = 2 * faces;
  // A sum that six faces never make, if there is one to be crossed.
  const sums = Array.from({ length: most - 1 }, (_, i) => i + 2).sort(
    (a, b) => Math.abs(a - 13) - Math.abs(b - 13),
  );
  const step: Step = {
    name: "dice",
    title: say("learn.dice.title", { n: faces }),
    text: [say("learn.dice.text", { n: faces, most, longest })],
    start: frame(page, before),
    moves: [],
  };
  for (const sum of sums) {
    const white = whites(sum, faces);
    const cells = whiteCells(page, before, sum);
    const sure = bare(page, cells);
    if (!white || !sure.length || page.lucky.includes(sum)) continue;
    step.moves.push({
      roll: rollText(white, lyingThere(faces, white)),
      task: say("learn.white.task", { a: white[0], b: white[1], sum }),
      hint: say("learn.white.hint", { sum }),
      choices: sure.map((cell) => {
        const said = say("learn.dice.done", { cell: seen(cell) });
        return crossed(page, before, cell, "white", said, whiteDice(white));
      }),
      others: whiteOptions(cells.filter((cell) => !sure.includes(cell))),
    });
    break;
  }
  return step;
}

/** The last number by the white dice, and one before it by a coloured die. */
function locks(page: PrintedPage, faces: number): Step | null {
  const [found] = lockable(page, faces);
  if (!found) return null;
  const { row } = found;
  const before = beforeLock(page, row);
  const ends = locking(page, row).filter((cell) => !cell.badge);
  const done = (cell: PrintedCell) =>
    say("learn.locks.done", {
      cell: seen(cell),
      numbers: {
        numbers: locking(page, row)
          .filter((other) => other !== cell)
          .map((other) => other.number),
      },
    });
  const step: Step = {
    name: "locks",
    title: say("learn.locks.title"),
    text: [say("learn.locks.text", { n: page.lock_needs, last: page.lock_cells })],
    start: frame(page, before),
    moves: [],
  };
  for (const first of ends) {
    const white = whites(first.number, faces);
    if (!white) continue;
    const colours = lyingThere(faces, white);
    const choices = [locked(page, before, first, "white", done(first), whiteDice(white))];
    const other = ends.find((cell) => cell !== first);
    const one = white.find((shows) => {
      const rest = other ? other.number - shows : 0;
      return rest >= 1 && rest <= faces;
    });
    if (other && one) {
      colours[other.colour] = other.number - one;
      choices.push(
        locked(page, before, other, "colour", done(other), [
          `W${one}`,
          `${other.colour}${other.number - one}`,
        ]),
      );
    }
    const move: Move = {
      roll: rollText(white, colours),
      task: say("learn.locks.task"),
      hint: say("learn.locks.hint"),
      choices,
      others: whiteOptions(whiteCells(page, before, first.number).filter((cell) => cell !== first)),
    };
    if (!step.moves.length || choices.length > 1) step.moves = [move];
    if (choices.length > 1) break;
  }
  return step;
}

/** The rows with the fewest crosses get a cross by luck: one row, or one of two. */
function luck(page: PrintedPage, faces: number, tied: boolean): Step | null {
  const candidates = page.rows.filter((row) => inner(page, row).length >= 2);
  const poor = candidates.slice(-2, tied ? undefined : -1);
  if (!poor.length || (tied && poor.length < 2)) return null;
  const counts = page.rows.map((row) => (poor.includes(row) ? 1 : 3));
  const before = begun(page, counts);
  const number = page.lucky[tied ? page.lucky.length - 1 : 0];
  const white = number === undefined ? null : whites(number, faces);
  const lucky = poor.map((row) => nextIn(page, before, row));
  const fits = (cell: PrintedCell): boolean =>
    bare(page, [cell]).length > 0 && cell.number !== number; // else it is the sum itself
  const others = page.rows.filter((row) => !poor.includes(row));
  const poorer = others.every((row) => reachOf(before, row.row) > 1);
  if (!white || !poorer || !lucky.every((cell) => cell && fits(cell))) return null;
  return {
    name: tied ? "tie" : "luck",
    title: say(tied ? "learn.tie.title" : "learn.luck.title"),
    text: [
      tied ? say("learn.tie.text") : say("learn.luck.text", { numbers: { numbers: page.lucky } }),
    ],
    start: frame(page, before),
    moves: [
      {
        roll: rollText(white, lyingThere(faces, white)),
        task: say(tied ? "learn.tie.task" : "learn.luck.task", {
          sum: number!,
          cell: seen(lucky[0]!),
        }),
        hint: say("learn.luck.hint", { sum: number! }),
        choices: lucky.map((cell) => {
          const option = optionOf(`*${cell!.name}`, "white");
          const said = say("learn.luck.done", { cell: seen(cell!), sum: number! });
          return { ...crossed(page, before, cell!, "white", said, whiteDice(white)), option };
        }),
        others: whiteOptions(
          whiteCells(page, before, number!).filter((cell) => !lucky.includes(cell)),
        ),
      },
    ],
  };
}

function reachOf(position: Position, row: Letter): number {
  return [...position.crossed].filter((name) => name[0] === row).length;
}

/** A coloured die finds its own colour, in whichever row. */
function wandering(page: PrintedPage, faces: number): Step | null {
  const before = begun(page, [1, 1, 1, 1]);
  const elsewhere = ({ cell }: { cell: PrintedCell }): boolean =>
    bare(page, [cell]).length > 0 && cell.colour !== rowOf(page, cell).row;
  const good = goodColours(page, before, faces, elsewhere);
  const wanted = good?.found.filter(elsewhere) ?? [];
  if (!good || !wanted.length) return null;
  return {
    name: "wandering",
    title: say("learn.wandering.title"),
    text: [say("learn.wandering.text")],
    start: frame(page, before),
    moves: [
      {
        roll: rollText(good.dice, good.colours),
        task: say("learn.colour.task"),
        hint: say("learn.wandering.hint"),
        choices: wanted.map((mixed) =>
          mixedChoice(page, before, mixed, (values) => say("learn.wandering.done", values)),
        ),
        others: good.found
          .filter((mixed) => !wanted.includes(mixed))
          .map((mixed) => optionOf(mixed.cell.name, "colour")),
      },
    ],
  };
}

/** A smaller and a larger number, both right of the cross. */
function places(page: PrintedPage): Step | null {
  for (const row of page.rows.filter((one) => shuffled(one.cells))) {
    const cells = inner(page, row);
    for (const [at, first] of cells.entries()) {
      const ahead = cells.slice(at + 1).filter((cell) => !cell.badge);
      const both = new Set(ahead.map((cell) => cell.number < first.number)).size === 2;
      if (first.badge || !both || at === 0) continue;
      const before = crossing(EMPTY, first);
      return {
        name: "places",
        title: say("learn.places.title"),
        text: [say("learn.places.text")],
        start: frame(page, before),
        moves: [
          {
            roll: null,
            task: say("learn.places.task", { cell: seen(first) }),
            hint: say("learn.rows.hint"),
            choices: ahead.map((cell) => {
              const said = say("learn.places.done", {
                number: cell.number,
                before: first.number,
              });
              return crossed(page, before, cell, "white", said);
            }),
            others: [],
          },
        ],
      };
    }
  }
  return null;
}

/** All that this variant does otherwise; nothing if it is played like the common game. */
export function twists(variant: VariantShown): Step[] {
  const page = variant.pages[0]!;
  const { faces } = variant;
  const steps: (Step | null)[] = [];
  if (faces !== 6) steps.push(dice(page, faces));
  if (page.lock_cells > 1) steps.push(locks(page, faces));
  if (page.lucky.length) steps.push(luck(page, faces, false), luck(page, faces, true));
  if (isMixedInColour(page)) {
    steps.push(wandering(page, faces));
    if (page.lock_cells === 1)
      steps.push(
        lock(page, faces, {
          name: "gone",
          title: say("learn.gone.title"),
          text: say("learn.gone.text"),
          done: (row) => say("learn.gone.done", { row: { row }, colour: { colour: row } }),
        }),
      );
  }
  if (isMixedInNumber(page)) {
    steps.push(places(page));
    if (page.lock_cells === 1 && !isMixedInColour(page))
      steps.push(
        lock(page, faces, {
          name: "last",
          title: say("learn.last.title"),
          text: say("learn.last.text", {
            numbers: { numbers: page.rows.map((row) => row.cells.at(-1)!.number) },
          }),
          done: () => say("learn.lock.done"),
        }),
      );
  }
  if (page.bar.length) steps.push(...chain(variant, page));
  if (variant.badges.length) steps.push(...pairs(variant, page));
  return steps.filter((step) => step !== null);
}
