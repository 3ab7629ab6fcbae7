/** Two cells with the same letter that bring something together. */
import { optionOf } from "../table/picking";
import { crossesOf } from "../sheet/marks";
import type { BadgeShown, PrintedCell, PrintedPage, VariantShown } from "../wire/messages";
import {
  crossing,
  EMPTY,
  inner,
  lyingThere,
  nextIn,
  pointsOf,
  rollText,
  rowOf,
  spread,
  whiteCells,
  whites,
  worth,
  type Position,
} from "./examples";
import {
  frame,
  say,
  seen,
  whiteDice,
  whiteOptions,
  type Frame,
  type Said,
  type Step,
} from "./steps";

interface Pair {
  badge: string;
  effects: BadgeShown[];
  first: PrintedCell;
  second: PrintedCell;
}

function effectText({ effect, amount }: BadgeShown): Said {
  return say(`learn.effect.${effect}`, { n: amount ?? 0 });
}

/** The row that counts as the one with the fewest crosses, and whether it is the only one. */
function fewest(page: PrintedPage, position: Position) {
  const counts = page.rows.map((row) => crossesOf(page, row, position));
  const least = Math.min(...counts);
  return {
    row: page.rows[counts.indexOf(least)]!,
    alone: counts.filter((count) => count === least).length === 1,
    least,
  };
}

/** What the second cell brings here, picture by picture; nothing if it is a bad example. */
function outcome(page: PrintedPage, pair: Pair, before: Position): Frame[] | null {
  let position = crossing(before, pair.second);
  const frames: Frame[] = [frame(page, position, [pair.second.name], pointsOf(page, before))];
  const crossNext = (row: PrintedPage["rows"][number]): boolean => {
    const next = nextIn(page, position, row);
    if (!next || next.badge || !inner(page, row).includes(next)) return false;
    position = crossing(position, next);
    frames.push(frame(page, position, [next.name]));
    return true;
  };
  for (const { effect, amount } of pair.effects) {
    const times = Array.from({ length: amount ?? 0 });
    if (effect === "fewest") {
      const { row, alone } = fewest(page, position);
      if (!alone || !times.every(() => crossNext(row))) return null;
    } else if (effect === "each_row") {
      if (!times.every(() => page.rows.every(crossNext))) return null;
    }
  }
  const bonuses: [string, number][] = [];
  for (const { effect, amount } of pair.effects) {
    const { alone, least } = fewest(page, position);
    if (effect === "double_fewest") {
      if (!alone || !least) return null; // twice nothing shows nothing
      bonuses.push([pair.badge, worth(least)]);
    } else if (effect === "points") bonuses.push([pair.badge, amount ?? 0]);
  }
  const forgiven = pair.effects.some(({ effect }) => effect === "no_misses");
  const points = pointsOf(page, position, bonuses, forgiven);
  const last = frames.at(-1)!;
  frames[frames.length - 1] = { ...last, points };
  for (const one of frames) one.points ??= points;
  // The points change when the eye is there: after the cross itself.
  if (frames.length === 1) frames.unshift({ ...last, points: pointsOf(page, before) });
  return frames;
}

/** Positions in which the first cell is crossed, with more or fewer crosses around it. */
function positions(page: PrintedPage, pair: Pair, misses: number): Position[] {
  const tries: number[][] = [
    [2, 2, 2, 2],
    ...[0, 1, 2, 3].flatMap((poor) => [
      [0, 1, 2, 3].map((i) => (i === poor ? 2 : 3)),
      [0, 1, 2, 3].map((i) => (i === poor ? 1 : 3)),
      [0, 1, 2, 3].map((i) => (i === poor ? 0 : 2)),
    ]),
    [1, 1, 1, 1],
    [0, 0, 0, 0],
  ];
  return tries.map((counts) =>
    page.rows.reduce(
      (position, row, i) => {
        const cells = inner(page, row);
        const anchor = [pair.second, pair.first].find((cell) => row.cells.includes(cell));
        // Left of the cells that matter, so that these can still be crossed.
        const half = Math.ceil(cells.length / 2);
        const to = anchor ? row.cells.indexOf(anchor) : half;
        return crossing(
          position,
          ...spread(
            cells.slice(0, Math.min(to, cells.length)).filter((cell) => !cell.badge),
            counts[i]! - (anchor ? 1 : 0),
          ),
        );
      },
      crossing({ ...EMPTY, misses }, pair.first),
    ),
  );
}

function pairStep(page: PrintedPage, faces: number, pair: Pair, explain: boolean): Step {
  const letter = pair.badge.toUpperCase();
  const costly = pair.effects.some(({ effect }) => effect === "no_misses");
  const misses = costly ? Math.min(2, page.miss_boxes - 1) : 0;
  const plain: Step = {
    name: `pair-${pair.badge}`,
    title: say("learn.pair.title", { letter }),
    text: [...(explain ? [say("learn.pair.text")] : []), ...pair.effects.map(effectText)],
    start: frame(page, crossing(EMPTY, pair.first)),
    moves: [],
  };
  const white = whites(pair.second.number, faces);
  const apart = [pair.first, pair.second].every((cell) =>
    inner(page, rowOf(page, cell)).includes(cell),
  );
  if (!white || !apart) return plain; // a lock would get in the way
  for (const before of positions(page, pair, misses)) {
    const cells = whiteCells(page, before, pair.second.number);
    if (!cells.includes(pair.second)) continue;
    const frames = outcome(page, pair, before);
    if (!frames) continue;
    return {
      ...plain,
      start: frame(page, before, [], pointsOf(page, before)),
      moves: [
        {
          roll: rollText(white, lyingThere(faces, white)),
          task: say("learn.pair.task", {
            first: seen(pair.first),
            second: seen(pair.second),
            letter,
          }),
          hint: say("learn.chain.hint", { cell: seen(pair.second) }),
          choices: [
            {
              option: optionOf(pair.second.name, "white"),
              frames,
              said: [
                say("learn.pair.done", { letter }),
                ...pair.effects.map(({ effect, amount }) =>
                  say(`learn.got.${effect}`, {
                    n: amount ?? 0,
                    row: { row: fewest(page, crossing(before, pair.second)).row.row },
                  }),
                ),
              ],
              dice: whiteDice(white),
            },
          ],
          others: whiteOptions(cells.filter((cell) => cell !== pair.second)),
        },
      ],
    };
  }
  return plain;
}

export function pairs(variant: VariantShown, page: PrintedPage): Step[] {
  const cells = page.rows.flatMap((row) => row.cells);
  const place = (cell: PrintedCell): number => rowOf(page, cell).cells.indexOf(cell);
  // What is given at once is told before what is counted at the end.
  const order = ["fewest", "each_row", "points", "double_fewest", "no_misses"];
  const found = [...Map.groupBy(variant.badges, (badge) => badge.badge)].flatMap(
    ([badge, effects]): Pair[] => {
      const [first, second] = cells
        .filter((cell) => cell.badge === badge)
        .sort((a, b) => place(a) - place(b));
      const sorted = effects.toSorted((a, b) => order.indexOf(a.effect) - order.indexOf(b.effect));
      return first && second ? [{ badge, effects: sorted, first, second }] : [];
    },
  );
  return found
    .toSorted((a, b) => order.indexOf(a.effects[0]!.effect) - order.indexOf(b.effects[0]!.effect))
    .map((pair, i) => pairStep(page, variant.faces, pair, i === 0));
}
