/** A review made ready to be drawn: its numbers, its lines, and its places in the game. */
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { ReviewedDecision, ReviewedSeat, ReviewShown, StoryEvent } from "../src/wire/messages";
import { PLACES, storyOf } from "./fixtures/stories";
import { page } from "./pages";

vi.stubGlobal("navigator", { languages: ["en-GB"] });
vi.stubGlobal("document", { documentElement: { lang: "" } });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });

const { framesOf } = await import("../src/replay/frames");
const {
  amount,
  dashes,
  figure,
  gridOf,
  heightAt,
  linesOf,
  placeBefore,
  placeOf,
  progress,
  said,
  sharesOf,
  spread,
  turnEnd,
  worst,
} = await import("../src/review/figures");
const { speak } = await import("../src/words/index.svelte");

const frames = framesOf(storyOf("classic").story, PLACES.classic);

const SEAT: ReviewedSeat = {
  name: "Emma",
  start: 0.504,
  result: 1,
  luck: 0.094,
  errors: 0.0649,
  others: 0.4669,
  decisions: 9,
  slips: 1,
  mistakes: 0,
  blunders: 1,
  level: "expert",
};
const POSITION = {
  sheet: "",
  state: { lost: "", locked: [] },
  closed: [],
  offers: {},
  miss: false,
};
function decision(move: number, given_away: number, more: Partial<ReviewedDecision> = {}) {
  return {
    turn: 1,
    seat: 1,
    action: "white",
    move,
    played: "-",
    best: "R5",
    given_away,
    grade: given_away >= 0.01 ? "slip" : null,
    reason: null,
    options: [],
    position: given_away >= 0.01 ? POSITION : null,
    ...more,
  } as ReviewedDecision;
}
function review(more: Partial<ReviewShown> = {}): ReviewShown {
  const turn = (n: number, before: number[], rolled: number[], after: number[]) => ({
    turn: n,
    active: 1,
    roll: "11r1y1g1b1",
    before,
    rolled,
    after,
    luck: [],
    errors: [],
    others: [],
  });
  return {
    variant: "classic",
    unit: "win",
    good_enough: 0.01,
    seats: [SEAT, SEAT],
    turns: [
      turn(1, [0.5, 0.5], [0.6, 0.4], [0.55, 0.45]),
      turn(2, [0.55, 0.45], [0.7, 0.3], [1, 0]),
    ],
    judgements: [],
    ...more,
  };
}

beforeAll(() => speak());

describe("values as people read them", () => {
  test("chances are percents, small ones with a digit", () => {
    expect(figure(0.0649, "win")).toBe("6%");
    expect(figure(0.004, "win")).toBe("0.4%");
    expect(figure(0.0649, "win", { fine: true })).toBe("6.5%");
    expect(figure(0.03, "win", { fine: true })).toBe("3.0%");
    expect(figure(0.128, "win", { fine: true })).toBe("13%");
    expect(figure(0, "win", { fine: true })).toBe("0%");
  });
  test("with a sign, which is never that of a hyphen or of nothing", () => {
    expect(figure(0.094, "win", { signed: true })).toBe("+9%");
    expect(figure(-0.094, "win", { signed: true })).toBe("\u22129%");
    expect(figure(-0.0001, "win", { signed: true })).toBe("0%");
  });
  test("a game alone has points", () => {
    expect(figure(2.54, "points")).toBe("2.5");
    expect(amount(2.54, "points")).toBe("2.5 points");
    expect(amount(1, "points")).toBe("1 point");
    expect(amount(39.4, "points")).toBe("39 points");
    expect(amount(0.0649, "win")).toBe("6%");
  });
  test("decisions have names", () => {
    expect(said("-", page({}))).toBe("crossing nothing");
    expect(said("R5", page({}))).toBe("red 5");
    expect(said("*G7", page({}))).toBe("green 7");
    expect(said("~Y", page({}))).toBe("yellow row");
  });
});

describe("where a result comes from", () => {
  test("what is shown adds up, whatever was rounded", () => {
    for (let i = 0; i < 200; i++) {
      const [start, luck, errors] = [0.337, 0.0449, 0.0151].map((part) => (part * (i + 1)) % 0.9);
      const seat = { ...SEAT, start: start!, luck: luck!, errors: errors!, result: i % 2 };
      const shown = sharesOf(seat, "win");
      const whole = (value: number): number => Math.round(value * 100);
      expect(
        whole(shown.start) + whole(shown.luck) - whole(shown.errors) + whole(shown.others),
      ).toBe(whole(shown.result));
    }
  });
  test("and the rest is near to the truth", () => {
    expect(sharesOf(SEAT, "win")).toEqual({
      start: 0.5,
      luck: 0.09,
      errors: 0.06,
      others: 0.47,
      result: 1,
    });
  });
});

test("the dearest decisions of a seat come first, three at most, and only those with a grade", () => {
  const all = [0.02, 0.05, 0.001, 0.03, 0.04].map((away, move) => decision(move, away));
  const made = review({ judgements: [...all, decision(9, 0.9, { seat: 2 })] });
  expect(worst(made, 1).map(({ move }) => move)).toEqual([1, 4, 3]);
  expect(worst(made, 2).map(({ move }) => move)).toEqual([9]);
  expect(worst(review(), 1)).toEqual([]);
});

describe("the picture", () => {
  const lines = linesOf(review());
  test("a line goes from before the first roll through every roll to the end", () => {
    expect(lines[0]).toEqual([
      { x: 0, y: 0.5 },
      { x: 0.5, y: 0.6 },
      { x: 1, y: 0.55 },
      { x: 1.5, y: 0.7 },
      { x: 2, y: 1 },
    ]);
    expect(heightAt(lines[1]!, 1.5)).toBe(0.3);
    expect(linesOf(review({ turns: [] }))).toEqual([[], []]);
  });
  test("chances have the whole height, points what they need, in round numbers", () => {
    expect(gridOf(lines, "win")).toEqual([0, 0.25, 0.5, 0.75, 1]);
    const points = [
      [
        { x: 0, y: 71.2 },
        { x: 1, y: 103 },
      ],
    ];
    expect(gridOf(points, "points")).toEqual([70, 80, 90, 100, 110]);
    expect(gridOf([[{ x: 0, y: 70 }]], "points").length).toBeGreaterThan(1);
  });
  test("names are moved apart, in their order, and none out of the picture", () => {
    expect(spread([10, 12, 100], 15, 120)).toEqual([10, 25, 100]);
    expect(spread([100, 100, 100], 15, 100)).toEqual([70, 85, 100]);
    expect(spread([5], 15, 100)).toEqual([5]);
  });
  test("eight lines can be told apart", () => {
    expect(new Set(Array.from({ length: 8 }, (_, i) => dashes(i))).size).toBe(8);
  });
});

describe("a real game beside it", () => {
  test("each frame has its place in the picture", () => {
    expect(progress(frames, 0)).toBe(0);
    for (const [i, frame] of frames.entries()) {
      const at = progress(frames, i);
      if (frame.rolled && frames[i + 1]?.turn === frame.turn) expect(at).toBe(frame.turn - 0.5);
      if (i) expect(at).toBeGreaterThanOrEqual(progress(frames, i - 1));
    }
    expect(progress(frames, frames.length - 1)).toBe(frames.at(-1)!.turn);
  });
  test("the end of a turn is its last frame", () => {
    for (let turn = 1; turn <= frames.at(-1)!.turn; turn++) {
      const at = turnEnd(frames, turn);
      expect(frames[at]!.turn).toBe(turn);
      expect(frames[at + 1]?.turn).not.toBe(turn);
    }
    expect(frames[turnEnd(frames, 0)]!.turn).toBe(0);
  });
  test("every cross and every pass is found where it was told", () => {
    let found = 0;
    for (const [i, frame] of frames.entries())
      for (const event of frame.events) {
        const one = decided(event, frame.turn);
        if (!one) continue;
        found += 1;
        expect(placeOf(frames, one)).toBe(i);
        const before = placeBefore(frames, one);
        expect(before).toBeLessThan(i);
        expect(frames[before]!.turn).toBe(frame.turn);
      }
    expect(found).toBeGreaterThan(40);
  });
  test("what cannot be found leads to its turn all the same", () => {
    const one = decision(0, 0.1, { turn: 3, played: "~Y" });
    expect(frames[placeOf(frames, one)]!.turn).toBe(3);
  });

  function decided(event: StoryEvent, turn: number): ReviewedDecision | null {
    if (event.event === "marked" && event.cause !== "bonus")
      return decision(0, 0.1, {
        turn,
        seat: event.seat,
        played: event.cell,
        action: event.cause === "colour" ? "colour" : "white",
      });
    if (event.event === "missed")
      return decision(0, 0.1, { turn, seat: event.seat, played: "-", action: "colour" });
    return null;
  }
});
