import { describe, expect, it } from "vitest";
import { lessonOf, needsIntroduction, type Part } from "../src/learn/lessons";
import type { Said } from "../src/learn/steps";
import { crossesOf, reach, readRoll, readSheet } from "../src/sheet/marks";
import { fill, LANGUAGES } from "../src/words/index.svelte";
import { learn as de } from "../src/words/de/learn";
import { learn as en } from "../src/words/en/learn";
import { learn as it_ } from "../src/words/it/learn";
import { combinedVariant, madeUpVariant, shippedVariants } from "./learn-variants";

const shipped = shippedVariants();
const words = { en, de, it: it_ } as const;

function named(key: string) {
  return shipped.find((variant) => variant.key === key)!;
}

function names(parts: readonly Part[]): string[] {
  return parts.map((part) => part.step.name);
}

/** Everything that is said in a step. */
function allSaid({ step }: Part): Said[] {
  return [
    step.title,
    ...step.text,
    ...step.moves.flatMap((move) => [
      move.task,
      move.hint,
      ...move.choices.flatMap((choice) => choice.said),
    ]),
  ];
}

/** A step that can be shown, done and left; on any page. */
function check({ step, page, faces }: Part): void {
  const cells = new Map(page.rows.flatMap((row) => row.cells.map((cell) => [cell.name, cell])));
  const rows = new Set(page.rows.map((row) => row.row));
  let before = step.start;
  const frames = [
    step.start,
    ...step.moves.flatMap((move) => move.choices.flatMap((choice) => choice.frames)),
  ];
  for (const frame of frames) {
    const marks = readSheet(frame.sheet);
    for (const name of marks.crossed) expect(cells.has(name), `${name} is printed`).toBe(true);
    expect(marks.struck).toBeLessThan(2 ** page.bar.length);
    expect(marks.misses).toBeLessThanOrEqual(page.miss_boxes);
    for (const row of frame.closed) expect(rows.has(row)).toBe(true);
  }
  for (const move of step.moves) {
    expect(move.choices.length, "there is a way on").toBeGreaterThan(0);
    const options = [...move.choices.map((choice) => choice.option), ...move.others];
    const decisions = options.map(({ action, decision }) => `${action} ${decision}`);
    expect(new Set(decisions).size).toBe(options.length);
    const marks = readSheet(before.sheet);
    for (const { kind, cell } of options) {
      if (kind === "pass") continue;
      const row = page.rows.find((one) => one.cells.some(({ name }) => name === cell))!;
      const place = row.cells.findIndex(({ name }) => name === cell);
      expect(place, `${cell} lies ahead`).toBeGreaterThanOrEqual(reach(row, marks));
      if (place >= row.cells.length - page.lock_cells)
        expect(crossesOf(page, row, marks)).toBeGreaterThanOrEqual(page.lock_needs);
    }
    const roll = readRoll(move.roll);
    for (const die of roll) {
      expect(die.shows).toBeGreaterThanOrEqual(1);
      expect(die.shows).toBeLessThanOrEqual(faces);
    }
    const lying = roll.map((die) => `${die.colour}${die.shows}`);
    for (const choice of move.choices) {
      expect(choice.frames.length).toBeGreaterThan(0);
      const after = readSheet(choice.frames.at(-1)!.sheet);
      if (choice.option.kind !== "pass") expect(after.crossed.has(choice.option.cell)).toBe(true);
      for (const name of marks.crossed) expect(after.crossed.has(name)).toBe(true);
      for (const die of choice.dice) expect(lying).toContain(die);
      if (choice.option.kind === "cross" && choice.dice.length) {
        const sum = choice.dice.reduce((total, die) => total + Number(die.slice(1)), 0);
        expect(sum).toBe(cells.get(choice.option.cell)!.number);
      }
    }
    before = move.choices[0]!.frames.at(-1)!;
  }
}

describe("lessons", () => {
  it.each(shipped.map((variant) => [variant.key, variant] as const))("%s", (_, variant) => {
    const { basics, twists } = lessonOf(variant, shipped);
    const parts = [...basics, ...twists];
    expect(parts.length).toBeGreaterThan(0);
    for (const part of parts) {
      check(part);
      expect(part.step.moves.length, "there is something to do").toBeGreaterThan(0);
    }
  });

  it("teach the common game in seven steps", () => {
    const lesson = lessonOf(named("classic"), shipped);
    expect(names(lesson.basics)).toEqual(
      ["rows", "white", "colour", "lock", "miss", "value", "end"], // about a minute
    );
    expect(lesson.twists).toEqual([]);
    expect(needsIntroduction(lesson)).toBe(false);
  });

  it("say so where only the pad differs", () => {
    const lesson = lessonOf(named("xl"), shipped);
    expect(lesson.like?.key).toBe("classic");
    expect(lesson.basics).toHaveLength(7);
    expect(needsIntroduction(lesson)).toBe(true);
  });

  it.each([
    ["longo", ["dice", "locks", "luck", "tie"]],
    ["mixed_colours", ["wandering", "gone"]],
    ["mixed_numbers", ["places", "last"]],
    ["bonus_chain", ["chain", "chained"]],
    ["bonus_pairs", ["pair-f", "pair-e", "pair-t", "pair-d", "pair-n"]],
  ])("find out what %s does otherwise", (key, found) => {
    const lesson = lessonOf(named(key), shipped);
    expect(names(lesson.twists)).toEqual(found);
    expect(lesson.basics[0]!.page, "the basics are shown on the plain page").toBe(
      named("classic").pages[0],
    );
  });

  it("put together what a variant of one's own puts together", () => {
    const variant = combinedVariant();
    const lesson = lessonOf(variant, [...shipped, variant]);
    expect(names(lesson.twists)).toEqual(["wandering", "gone", "chain", "chained"]);
    lesson.twists.forEach(check);
  });

  it("show the basics on the page itself if there is no plainer one", () => {
    const variant = named("longo");
    const lesson = lessonOf(variant, [variant]);
    expect(lesson.basics[0]!.page).toBe(variant.pages[0]);
    lesson.basics.forEach(check);
  });

  it("never break on a pad that nobody has thought of", () => {
    for (let seed = 0; seed < 60; seed++) {
      const variant = madeUpVariant(seed);
      const { basics, twists } = lessonOf(variant, [variant]);
      [...basics, ...twists].forEach(check);
    }
  }, 20_000);
});

describe("examples", () => {
  function only(key: string, name: string) {
    const lesson = lessonOf(named(key), shipped);
    return [...lesson.basics, ...lesson.twists].find(({ step }) => step.name === name)!.step;
  }

  it("lock a row with the lock's own cross, for everybody", () => {
    const step = only("classic", "lock");
    const [choice] = step.moves[0]!.choices;
    expect(step.start.sheet).toBe("R 3 5 7 9 11 | Y 4 | G 11 9 | B 10");
    expect(choice!.frames.at(-1)).toMatchObject({
      sheet: "R 3 5 7 9 11 12 | Y 4 | G 11 9 | B 10",
      closed: ["R"],
    });
  });

  it("count 1, 3, 6, 10", () => {
    const points = only("classic", "value").moves.map(
      (move) => move.choices[0]!.frames[0]!.points!.total,
    );
    expect(points).toEqual([1, 3, 6, 10]);
  });

  it("show a roll with which nothing can be done", () => {
    const move = only("classic", "miss").moves[0]!;
    expect(move.choices.map((choice) => choice.option.decision)).toEqual(["-"]);
    expect(readSheet(move.choices[0]!.frames[0]!.sheet).misses).toBe(1);
  });

  it("strike the bar, and cross on", () => {
    const [choice] = only("bonus_chain", "chained").moves[0]!.choices;
    expect(choice!.frames.map((frame) => frame.sheet)).toEqual([
      "R 4 5 6 | Y 5 7 | G | B | bar 1",
      "R 4 5 6 | Y 5 7 | G | B | bar 1 2",
      "R 4 5 6 | Y 5 7 8 | G | B | bar 1 2",
      "R 4 5 6 | Y 5 7 8 | G | B | bar 1 2 3",
      "R 4 5 6 | Y 5 7 8 | G 12 | B | bar 1 2 3",
    ]);
  });

  it("use luck in the row with the fewest crosses", () => {
    const move = only("longo", "luck").moves[0]!;
    expect(move.choices.map((choice) => choice.option.decision)).toEqual(["*G12"]);
    expect(move.others.map((option) => option.decision)).toEqual(["G5", "B5"]);
  });

  it("forgive misses and add points", () => {
    const forgiven = only("bonus_pairs", "pair-n").moves[0]!.choices[0]!.frames.at(-1)!;
    expect(forgiven.points!.misses).toBe(0);
    const more = only("bonus_pairs", "pair-t").moves[0]!.choices[0]!.frames.at(-1)!;
    expect(more.points!.bonuses).toEqual([["t", 13]]);
  });
});

describe("what is said", () => {
  const all = [...shipped, combinedVariant()].flatMap((variant) => {
    const { basics, twists } = lessonOf(variant, shipped);
    return [...basics, ...twists].flatMap(allSaid);
  });

  it.each(LANGUAGES)("has all its values in %s", (language) => {
    const texts: Record<string, (typeof en)[keyof typeof en]> = words[language];
    for (const { key, values } of all) {
      const plain = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === "object" ? JSON.stringify(value).replace(/[{}]/g, "") : value,
        ]),
      );
      expect(texts[key], key).toBeDefined();
      expect(fill(texts[key]!, plain, language), key).not.toMatch(/[{}]/);
    }
  });

  it.each(LANGUAGES)("is complete in %s", (language) => {
    expect(Object.keys(words[language]).sort()).toEqual(Object.keys(en).sort());
  });
});
