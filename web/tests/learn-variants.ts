/** Variants for tests of the lessons: all that ship, the example of the docs, and made-up ones. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BadgeEffect, Letter, PrintedRow, VariantShown } from "../src/wire/messages";

const LETTERS: readonly Letter[] = ["R", "Y", "G", "B"];

/** `Y2-4 5* G6` as cells. */
export function row(letter: Letter, text: string): PrintedRow {
  const cells = text.split(" ").flatMap((word) => {
    const [, colour, from, to, badge] = /^([RYGB]?)(\d+)(?:-(\d+))?([a-z*]?)$/.exec(word)!;
    const first = Number(from);
    const last = Number(to ?? from);
    const step = Math.sign(last - first) || 1;
    return Array.from({ length: Math.abs(last - first) + 1 }, (_, i) => {
      const number = first + i * step;
      const own = (colour || letter) as Letter;
      return { name: `${letter}${number}`, number, colour: own, badge: badge ?? "" };
    });
  });
  return { row: letter, cells };
}

/** So much of a variant file as the page is told of. */
export function readVariant(key: string, file: string): VariantShown {
  const find = (pattern: RegExp): string => pattern.exec(file)?.[1] ?? "";
  const number = (pattern: RegExp): number => Number(find(pattern));
  const pairs = file.split("[pairs]")[1] ?? "";
  const lucky = JSON.parse(find(/^lucky = (.*)$/m) || "[[]]") as number[][];
  const rows = LETTERS.map((letter) => row(letter, find(new RegExp(`^${letter} = "(.*)"$`, "m"))));
  return {
    key,
    name: find(/^name = "(.*)"$/m),
    edition: 1,
    players: JSON.parse(find(/^players = (.*)$/m)) as number[],
    faces: number(/^faces = (\d+)$/m),
    rules: JSON.parse(find(/^rules = (.*)$/m) || "[]") as string[],
    badges: [...pairs.matchAll(/^([a-z]) = \{(.*)\}$/gm)].flatMap(([, badge, effects]) =>
      [...effects!.matchAll(/(\w+) = (\w+)/g)].map(([, effect, amount]) => ({
        badge: badge!,
        effect: effect as BadgeEffect,
        amount: amount === "true" ? null : Number(amount),
      })),
    ),
    shipped: true,
    pages: lucky.map((numbers) => ({
      rows,
      lock_cells: number(/cells = (\d+)/),
      lock_needs: number(/needs = (\d+)/),
      miss_boxes: number(/misses = (\d+)/),
      miss_points: number(/miss_points = (-?\d+)/),
      bar: find(/^bar = "(.*)"$/m)
        .split(" ")
        .filter(Boolean) as Letter[],
      lucky: numbers,
    })),
  };
}

const root = join(import.meta.dirname, "../..");

export function shippedVariants(): VariantShown[] {
  const folder = join(root, "src/rowlock/variants");
  const order = [...readFileSync(join(folder, "__init__.py"), "utf8").matchAll(/"(\w+)"/g)].map(
    ([, key]) => key!,
  );
  return readdirSync(folder)
    .filter((name) => name.endsWith(".toml"))
    .map((name) => readVariant(name.slice(0, -5), readFileSync(join(folder, name), "utf8")))
    .sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
}

/** Colour segments and a bonus bar at once. */
export function combinedVariant(): VariantShown {
  const file = readFileSync(join(root, "docs/examples/chain_of_colours.toml"), "utf8");
  return readVariant("chain_of_colours", file);
}

/** A pad that nobody would print: any numbers, colours and badges, the same for the same seed. */
export function madeUpVariant(seed: number): VariantShown {
  let state = seed * 2654435761 + 12345;
  const below = (most: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const faces = 4 + below(6);
  const lock_cells = 1 + below(2);
  const lock_needs = below(5);
  const shortest = Math.max(lock_cells + lock_needs, 3);
  const badges = below(2) ? ["f", "e", "t"].slice(0, 1 + below(3)) : [];
  const rows = LETTERS.map((letter): PrintedRow => {
    const numbers = Array.from({ length: 2 * faces - 1 }, (_, i) => i + 2)
      .map((number) => ({ number, at: below(1000) }))
      .sort((a, b) => a.at - b.at)
      .slice(0, shortest + below(2 * faces - shortest));
    return {
      row: letter,
      cells: numbers.map(({ number }, i) => ({
        name: `${letter}${number}`,
        number,
        colour: i === numbers.length - 1 ? letter : LETTERS[below(4)]!,
        badge: "",
      })),
    };
  });
  const cells = rows.flatMap((one) => one.cells);
  for (const badge of badges)
    for (let two = 0; two < 2;) {
      const cell = cells[below(cells.length)]!;
      if (cell.badge) continue;
      cell.badge = badge;
      two += 1;
    }
  const stars = below(2) ? cells.filter((cell) => !cell.badge).filter(() => !below(6)) : [];
  for (const cell of stars) cell.badge = "*";
  const effects: BadgeEffect[] = ["fewest", "each_row", "points"];
  return {
    key: `made_up_${seed}`,
    name: "Made up",
    edition: 1,
    players: [1, 8],
    faces,
    rules: [],
    badges: badges.map((badge, i) => ({ badge, effect: effects[i]!, amount: 1 + below(3) })),
    shipped: false,
    pages: [
      {
        rows,
        lock_cells,
        lock_needs,
        miss_boxes: 1 + below(4),
        miss_points: -below(9),
        bar: stars.map(() => LETTERS[below(4)]!),
        lucky: below(2) ? [2 + below(2 * faces - 2)] : [],
      },
    ],
  };
}
