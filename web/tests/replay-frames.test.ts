import { describe, expect, test } from "vitest";
import { framesOf, turnsOf, turnStart, turnStep } from "../src/replay/frames";
import { EMPTY } from "../src/table/table.svelte";
import type { PlaceShown, ToldEvents } from "../src/wire/messages";
import { PLACES, storyOf } from "./fixtures/stories";

const { story } = storyOf("classic");
const frames = framesOf(story, PLACES.classic);

describe("the frames of a real game", () => {
  test("there is one for the start, one a roll, and what came of it after that", () => {
    expect(frames[0]).toMatchObject({ turn: 0, roll: null, rolled: false });
    expect(frames[0]!.events[0]!.event).toBe("started");
    const rolls = story.flatMap((told) => told.events).filter(({ event }) => event === "rolled");
    expect(frames.filter((frame) => frame.rolled)).toHaveLength(rolls.length);
    expect(turnsOf(frames)).toBe(rolls.length);
    for (const frame of frames.filter((one) => one.rolled))
      expect(frame.events.map(({ event }) => event)).toContain("rolled");
  });
  test("nothing that was told is lost but what needs no picture", () => {
    const silent = ["answered", "thinking", "seated", "mixing", "silent", "rematch"];
    const told = story.flatMap(({ events }) => events);
    expect(frames.flatMap(({ events }) => events)).toEqual(
      told.filter(({ event }) => !silent.includes(event)),
    );
  });
  test("the turn, who rolls and the dice stay until the next roll", () => {
    for (const [i, frame] of frames.entries()) {
      if (i === 0 || frame.rolled) continue;
      expect([frame.turn, frame.active, frame.roll]).toEqual([
        frames[i - 1]!.turn,
        frames[i - 1]!.active,
        frames[i - 1]!.roll,
      ]);
    }
  });
  test("the last one is the end as it was told", () => {
    const last = frames.at(-1)!;
    expect(last.now.stage).toBe("done");
    expect(last.now.outcome).toEqual(story.at(-1)!.now.outcome);
    expect(last.now.sheets).toEqual(story.at(-1)!.now.sheets);
  });
  test("all fresh crosses together are the sheets at the end", () => {
    for (const seat of [0, 1]) {
      const crossed = frames.flatMap((frame) => [...(frame.fresh[seat] ?? [])]);
      expect(new Set(crossed).size).toBe(crossed.length);
      const numbers = frames.at(-1)!.now.sheets![seat]!.match(/\d+/g) ?? [];
      const misses = Number(frames.at(-1)!.now.sheets![seat]!.match(/x(\d)/)?.[1] ?? 0);
      expect(crossed.filter((cell) => cell.startsWith("x"))).toHaveLength(misses);
      expect(crossed.filter((cell) => !cell.startsWith("x"))).toHaveLength(
        numbers.length - (misses ? 1 : 0),
      );
    }
  });
  test("a stand-in is not there before it took over", () => {
    const handed = frames.findIndex(({ events }) => events.some((one) => one.event === "handed"));
    expect(handed).toBeGreaterThan(0);
    expect(frames[handed - 1]!.places[0]!.bot).toBeNull();
    expect(frames[handed - 1]!.places[0]!.bot_name).toBeNull();
    expect(frames[handed]!.places[0]!.bot).toBe("keen");
    expect(frames[0]!.places[1]!.bot).toBe("keen");
  });
  test("hidden points stay hidden until they are told", () => {
    const hidden = framesOf(storyOf("longo").story, PLACES.longo);
    expect(hidden.slice(0, -1).every((frame) => frame.now.points === null)).toBe(true);
    expect(hidden.at(-1)!.now.points).toHaveLength(2);
  });
});

describe("stories that are put together", () => {
  const places: PlaceShown[] = [{ kind: "person", name: "Emma", bot: null, bot_name: null }];
  const told = (v: number, events: ToldEvents["events"], now: object): ToldEvents => ({
    type: "told",
    v,
    events,
    now: { ...EMPTY, stage: "playing", turn: 1, active: 1, ...now },
  });

  test("a roll and what came of it are two frames, even if told in one breath", () => {
    const both = framesOf(
      [
        told(1, [{ v: 1, event: "started", first: 1, lot: false, mix: "" }], {
          sheets: ["R | Y | G | B"],
        }),
        told(
          4,
          [
            { v: 2, event: "rolled", seat: 1, roll: "11r1y1g1b1" },
            { v: 3, event: "passed", seat: 1 },
            { v: 4, event: "missed", seat: 1, misses: 1 },
          ],
          { turn: 2, sheets: ["R | Y | G | B | x1"] },
        ),
      ],
      places,
    );
    expect(both.map((frame) => frame.events.map(({ event }) => event))).toEqual([
      ["started"],
      ["rolled"],
      ["passed", "missed"],
    ]);
    expect(both[1]).toMatchObject({ turn: 1, roll: "11r1y1g1b1", rolled: true });
    expect(both[1]!.now.sheets).toEqual(["R | Y | G | B"]);
    expect(both[2]).toMatchObject({ turn: 1, roll: "11r1y1g1b1", rolled: false });
    expect([...both[2]!.fresh[0]!]).toEqual(["x1"]);
  });
  test("who sat there at the start is shown, not who came and went before", () => {
    const seated = [{ kind: "person", name: "Max", bot: null, bot_name: null } as const];
    const made = framesOf(
      [
        told(1, [{ v: 1, event: "seated", places: seated }], { stage: "waiting" }),
        told(2, [{ v: 2, event: "started", first: 1, lot: false, mix: "" }], {}),
      ],
      places,
    );
    expect(made).toHaveLength(1);
    expect(made[0]!.places).toEqual(seated);
  });
  test("an empty story has no frames", () => {
    expect(framesOf([], places)).toEqual([]);
    expect(turnsOf([])).toBe(0);
    expect(turnStart([], 3)).toBe(0);
    expect(turnStep([], 0, 1)).toBe(0);
  });
});

describe("from turn to turn", () => {
  test("forth: to the next roll, and at last to the end", () => {
    let at = 0;
    const visited = [frames[at]!.turn];
    while (at < frames.length - 1) {
      at = turnStep(frames, at, 1);
      visited.push(frames[at]!.turn);
    }
    const turns = Array.from({ length: turnsOf(frames) + 1 }, (_, i) => i);
    expect(visited).toEqual([...turns, turnsOf(frames)]);
    expect(turnStep(frames, frames.length - 1, 1)).toBe(frames.length - 1);
  });
  test("back: first to the beginning of the turn, then to the one before", () => {
    const third = turnStart(frames, 3);
    expect(frames[third]).toMatchObject({ turn: 3, rolled: true });
    expect(turnStep(frames, third + 1, -1)).toBe(third);
    expect(turnStep(frames, third, -1)).toBe(turnStart(frames, 2));
    expect(turnStep(frames, 0, -1)).toBe(0);
  });
});
