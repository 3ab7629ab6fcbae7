/** The common game in seven steps, on any page. */
import { optionOf } from "../table/picking";
import type { PrintedPage } from "../wire/messages";
import {
  bare,
  begun,
  closing,
  colourCells,
  COLOURS,
  crossing,
  EMPTY,
  inner,
  lyingThere,
  pointsOf,
  rollText,
  rowOf,
  spread,
  whiteCells,
  whites,
  worth,
  type Mixed,
  type Position,
  type Shown,
} from "./examples";
import { beforeLock, lock, lockable } from "./lock";
import {
  crossed,
  frame,
  locked,
  say,
  seen,
  whiteDice,
  whiteOptions,
  type Choice,
  type Said,
  type Step,
} from "./steps";

function rows(page: PrintedPage): Step | null {
  const row = page.rows[0]!;
  const cells = inner(page, row);
  const at = Math.min(2, Math.floor(cells.length / 3));
  const first = cells[at];
  const ahead = bare(page, cells.slice(at + 1));
  if (!first || !ahead.length) return null;
  const before = crossing(EMPTY, first);
  return {
    name: "rows",
    title: say("learn.rows.title"),
    text: [say("learn.rows.text")],
    start: frame(page, before),
    moves: [
      {
        roll: null,
        task: say("learn.rows.task"),
        hint: say("learn.rows.hint"),
        choices: ahead.map((cell) => {
          const skipped = cells.indexOf(cell) - at - 1;
          const said = skipped
            ? say("learn.rows.skipped", { n: skipped })
            : say("learn.rows.beside");
          return crossed(page, before, cell, "white", said);
        }),
        others: [],
      },
    ],
  };
}

/** The sum that can be crossed in most rows, and is no lucky number; of several the likeliest. */
function goodSum(page: PrintedPage, position: Position, faces: number): number {
  const fits = (sum: number): number =>
    page.lucky.includes(sum) ? 0 : bare(page, whiteCells(page, position, sum)).length;
  const sums = Array.from({ length: 2 * faces - 1 }, (_, i) => i + 2);
  return sums.reduce((best, sum) => {
    const better = fits(sum) - fits(best);
    const nearer = Math.abs(best - faces - 1) - Math.abs(sum - faces - 1);
    return better > 0 || (better === 0 && nearer > 0) ? sum : best;
  });
}

function white(page: PrintedPage, faces: number): Step | null {
  const before = begun(page, [2, 0, 1, 0]);
  const sum = goodSum(page, before, faces);
  const dice = whites(sum, faces);
  const cells = whiteCells(page, before, sum);
  const sure = bare(page, cells);
  if (!dice || !sure.length) return null;
  return {
    name: "white",
    title: say("learn.white.title"),
    text: [say("learn.white.text")],
    start: frame(page, before),
    moves: [
      {
        roll: rollText(dice, lyingThere(faces, dice)),
        task: say("learn.white.task", { a: dice[0], b: dice[1], sum }),
        hint: say("learn.white.hint", { sum }),
        choices: sure.map((cell) =>
          crossed(
            page,
            before,
            cell,
            "white",
            say("learn.white.done", { cell: seen(cell) }),
            whiteDice(dice),
          ),
        ),
        others: whiteOptions(cells.filter((cell) => !sure.includes(cell))),
      },
    ],
  };
}

/** White dice and, for each colour, what fits in most places. */
export function goodColours(
  page: PrintedPage,
  position: Position,
  faces: number,
  wanted: (mixed: Mixed) => boolean = () => true,
): { dice: [number, number]; colours: Shown; found: Mixed[] } | null {
  const dice: [number, number] = [Math.min(2, faces), Math.max(1, faces - 1)];
  const colours: Shown = {};
  for (const [i, colour] of COLOURS.entries()) {
    // Begin elsewhere for each colour, so that the dice do not all show the same.
    const shows = Array.from({ length: faces }, (_, k) => ((k + i * 2 + 3) % faces) + 1);
    const fits = (value: number): number =>
      colourCells(page, position, dice, { [colour]: value }).filter(
        (mixed) => bare(page, [mixed.cell]).length && wanted(mixed),
      ).length;
    colours[colour] = shows.reduce((best, value) => (fits(value) > fits(best) ? value : best));
  }
  const found = colourCells(page, position, dice, colours);
  return found.length ? { dice, colours, found } : null;
}

export function mixedChoice(
  page: PrintedPage,
  before: Position,
  mixed: Mixed,
  said: (values: Parameters<typeof say>[1]) => Said,
): Choice {
  const { cell, white: one, shows } = mixed;
  return crossed(
    page,
    before,
    cell,
    "colour",
    said({
      white: { cell: `W${one}` },
      die: { cell: `${cell.colour}${shows}` },
      cell: seen(cell),
      row: { row: rowOf(page, cell).row },
    }),
    [`W${one}`, `${cell.colour}${shows}`],
  );
}

function colour(page: PrintedPage, faces: number): Step | null {
  const before = begun(page, [2, 1, 1, 1]);
  const good = goodColours(page, before, faces);
  if (!good) return null;
  const choices = good.found
    .filter((mixed) => bare(page, [mixed.cell]).length)
    .map((mixed) => mixedChoice(page, before, mixed, (values) => say("learn.colour.done", values)));
  if (!choices.length) return null;
  const sure = new Set(choices.map((choice) => choice.option.cell));
  return {
    name: "colour",
    title: say("learn.colour.title"),
    text: [say("learn.colour.text")],
    start: frame(page, before),
    moves: [
      {
        roll: rollText(good.dice, good.colours),
        task: say("learn.colour.task"),
        hint: say("learn.colour.hint"),
        choices,
        others: good.found
          .filter((mixed) => !sure.has(mixed.cell.name))
          .map((mixed) => optionOf(mixed.cell.name, "colour")),
      },
    ],
  };
}

/** A sheet and a roll that do not go together: there is nothing to be crossed. */
function unlucky(
  page: PrintedPage,
  faces: number,
): { before: Position; dice: [number, number]; colours: Shown } | null {
  for (const part of [0.6, 0.75, 0.9, 1]) {
    const before = page.rows.reduce((position, row, i) => {
      const cells = bare(page, inner(page, row));
      const to = Math.ceil(cells.length * part) - (part < 1 ? i % 2 : 0);
      const some = spread(cells.slice(0, Math.max(to - 1, 0)), 2 - (i % 3 ? 1 : 0));
      return crossing(position, ...some, ...cells.slice(Math.max(to - 1, 0), to));
    }, EMPTY);
    for (let a = 1; a <= faces; a++)
      for (let b = a; b <= faces; b++) {
        if (whiteCells(page, before, a + b).length || page.lucky.includes(a + b)) continue;
        const colours: Shown = {};
        for (const [i, one] of COLOURS.entries())
          for (let k = 0; k < faces && colours[one] === undefined; k++) {
            const shows = ((k + i * 2 + 3) % faces) + 1;
            if (!colourCells(page, before, [a, b], { [one]: shows }).length) colours[one] = shows;
          }
        if (COLOURS.every((one) => colours[one] !== undefined))
          return { before, dice: [a, b], colours };
      }
  }
  return null;
}

function miss(page: PrintedPage, faces: number): Step | null {
  const found = unlucky(page, faces);
  if (!found) return null;
  const after = { ...found.before, misses: 1 };
  return {
    name: "miss",
    title: say("learn.miss.title"),
    text: [say("learn.miss.text", { n: page.miss_points })],
    start: frame(page, found.before),
    moves: [
      {
        roll: rollText(found.dice, found.colours),
        task: say("learn.miss.task"),
        hint: say("learn.miss.hint"),
        choices: [
          {
            option: optionOf("-", "white"),
            frames: [frame(page, after, ["x1"])],
            said: [say("learn.miss.done", { n: page.miss_points })],
            dice: [],
          },
        ],
        others: [],
      },
    ],
  };
}

function value(page: PrintedPage): Step | null {
  const prefixes = page.rows.map((row) => {
    const cells = inner(page, row);
    const end = cells.findIndex((cell) => cell.badge);
    return cells.slice(0, end < 0 ? 4 : Math.min(end, 4));
  });
  const cells = prefixes.reduce((best, one) => (one.length > best.length ? one : best));
  if (cells.length < 2) return null;
  return {
    name: "value",
    title: say("learn.value.title"),
    text: [say("learn.value.text")],
    start: frame(page, EMPTY, [], pointsOf(page, EMPTY)),
    moves: cells.map((cell, i) => {
      const after = crossing(EMPTY, ...cells.slice(0, i + 1));
      const n = i + 1;
      const last = n === cells.length;
      return {
        roll: null,
        task: say("learn.value.task", { cell: seen(cell) }),
        hint: say("learn.value.hint", { cell: seen(cell) }),
        choices: [
          {
            option: optionOf(cell.name, "white"),
            frames: [frame(page, after, [cell.name], pointsOf(page, after))],
            said: [
              say("learn.value.count", { n, points: worth(n) }),
              ...(last
                ? [say("learn.value.more", { next: worth(n + 1), after: worth(n + 2) })]
                : []),
            ],
            dice: [],
          },
        ],
        others: [],
      };
    }),
  };
}

function end(page: PrintedPage, faces: number): Step | null {
  const able = lockable(page, faces);
  const found = able[1];
  const shut = able[0]?.row;
  if (!found || !shut) return null;
  const { row, cell, dice } = found;
  const before = closing(
    { ...beforeLock(page, row), misses: page.miss_boxes > 1 ? 1 : 0 },
    page,
    shut.row,
  );
  const choice = locked(page, before, cell, "white", say("learn.end.done"), whiteDice(dice));
  const after = closing(crossing(before, cell), page, row.row);
  const points = pointsOf(page, after);
  choice.frames = [frame(page, after, [cell.name], points)];
  choice.said = [say("learn.end.done", { n: points.total })];
  return {
    name: "end",
    title: say("learn.end.title"),
    text: [say("learn.end.text", { n: page.miss_boxes })],
    start: frame(page, before, [], pointsOf(page, before)),
    moves: [
      {
        roll: rollText(dice, lyingThere(faces, dice, [shut.row])),
        task: say("learn.end.task", { row: { row: shut.row }, cell: seen(cell) }),
        hint: say("learn.lock.hint", { cell: seen(cell) }),
        choices: [choice],
        others: whiteOptions(
          whiteCells(page, before, cell.number).filter((other) => other !== cell),
        ),
      },
    ],
  };
}

export function basics(page: PrintedPage, faces: number): Step[] {
  return [
    rows(page),
    white(page, faces),
    colour(page, faces),
    lock(page, faces),
    miss(page, faces),
    value(page),
    end(page, faces),
  ].filter((step) => step !== null);
}
