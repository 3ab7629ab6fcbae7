/** Bonus cells that strike the bar and cross on in another row. */
import { optionOf } from "../table/picking";
import type { Letter, PrintedCell, PrintedPage, PrintedRow, VariantShown } from "../wire/messages";
import {
  crossing,
  EMPTY,
  inner,
  lyingThere,
  nextIn,
  rollText,
  rowOf,
  whiteCells,
  whites,
  type Position,
} from "./examples";
import {
  frame,
  say,
  seen,
  whiteDice,
  whiteOptions,
  type Choice,
  type Frame,
  type Said,
  type Step,
} from "./steps";

interface Chained {
  choice: Choice;
  after: Position;
  links: number; // how many bonus crosses
}

/** The row that a field of the bar names. */
function named(page: PrintedPage, field: number): PrintedRow | undefined {
  const row: Letter | undefined = page.bar[field];
  return page.rows.find((one) => one.row === row);
}

/** The first field of the bar that is not struck. */
function nextField(position: Position): number {
  let field = 0;
  while (position.struck & (1 << field)) field += 1;
  return field;
}

/** What a star sets off in this position; nothing if it would not be a good example. */
function setOff(
  page: PrintedPage,
  isStar: (cell: PrintedCell) => boolean,
  before: Position,
  star: PrintedCell,
  white: readonly [number, number],
): Chained | null {
  const frames: Frame[] = [];
  const said: Said[] = [];
  let position = before;
  let cell = star;
  let field = nextField(before);
  let links = 0;
  for (;;) {
    position = crossing(position, cell);
    frames.push(frame(page, position, [cell.name]));
    if (!isStar(cell)) break;
    const row = named(page, field);
    if (!row) return null;
    position = { ...position, struck: position.struck | (1 << field) };
    frames.push(frame(page, position));
    const next = nextIn(page, position, row);
    // A good example does not lock, and no other bonus gets in its way.
    if (!next || !inner(page, row).includes(next)) return null;
    if (next.badge && !isStar(next)) return null;
    said.push(say("learn.chain.link", { n: field + 1, row: { row: row.row }, cell: seen(next) }));
    cell = next;
    field += 1;
    links += 1;
  }
  return {
    choice: { option: optionOf(star.name, "white"), frames, said, dice: whiteDice(white) },
    after: position,
    links,
  };
}

function step(
  page: PrintedPage,
  faces: number,
  name: "chain" | "chained",
  before: Position,
  star: PrintedCell,
  choice: Choice,
): Step {
  const white = whites(star.number, faces)!;
  return {
    name,
    title: say(`learn.${name}.title`),
    text: [say(`learn.${name}.text`)],
    start: frame(page, before),
    moves: [
      {
        roll: rollText(white, lyingThere(faces, white)),
        task: say("learn.chain.task", { sum: star.number, cell: seen(star) }),
        hint: say("learn.chain.hint", { cell: seen(star) }),
        choices: [choice],
        others: whiteOptions(
          whiteCells(page, before, star.number).filter((other) => other !== star),
        ),
      },
    ],
  };
}

export function chain(variant: VariantShown, page: PrintedPage): Step[] {
  const letters = new Set(variant.badges.map((badge) => badge.badge));
  const isStar = (cell: PrintedCell): boolean => !!cell.badge && !letters.has(cell.badge);
  const stars = page.rows.flatMap((row) => inner(page, row)).filter(isStar);

  /** The first star that gives so many bonus crosses, in one of these positions. */
  const find = (
    positions: readonly Position[],
    links: number,
  ): { before: Position; star: PrintedCell; chained: Chained } | null => {
    for (const before of positions)
      for (const star of stars) {
        const white = whites(star.number, variant.faces);
        if (!white || !whiteCells(page, before, star.number).includes(star)) continue;
        const chained = setOff(page, isStar, before, star, white);
        if (!chained || chained.links !== links) continue;
        // The bonus is to be seen in another row than the star itself.
        const row = named(page, nextField(before));
        if (row !== rowOf(page, star)) return { before, star, chained };
      }
    return null;
  };

  /** The same position with one more cross somewhere left of a bonus, or without. */
  const around = (position: Position): Position[] => [
    position,
    ...page.rows.flatMap((row) =>
      inner(page, row)
        .filter((cell) => !cell.badge && whiteCells(page, position, cell.number).includes(cell))
        .map((cell) => crossing(position, cell)),
    ),
  ];

  const steps: Step[] = [];
  const first = find(around(EMPTY).slice(1).concat(EMPTY), 1);
  if (first)
    steps.push(step(page, variant.faces, "chain", first.before, first.star, first.chained.choice));
  else
    steps.push({
      name: "chain",
      title: say("learn.chain.title"),
      text: [say("learn.chain.text")],
      start: frame(page, EMPTY),
      moves: [],
    });
  const second = find(around(first?.chained.after ?? EMPTY), 2) ?? find(around(EMPTY), 2);
  if (second)
    steps.push(
      step(page, variant.faces, "chained", second.before, second.star, second.chained.choice),
    );
  return steps;
}
