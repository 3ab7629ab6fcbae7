/** Who has no part in the dice is told at the table, once the game has begun. */
import { expect, test, vi } from "vitest";
import type { StoryEvent } from "../src/wire/messages";
import type { Table } from "../src/table/table.svelte";

vi.stubGlobal("navigator", { languages: ["en-GB"] });
vi.stubGlobal("document", { documentElement: { lang: "" } });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });

const { speak } = await import("../src/words/index.svelte");
const { leftOut } = await import("../src/table/leftout");
await speak();

function table(events: StoryEvent[], commitments: (string | null)[], more: object = {}): Table {
  const now = { stage: "playing", turn: 1, dice: { commitments }, ...more };
  const seatName = (seat: number): string => ["Emma", "Ben", "keen"][seat - 1]!;
  return { now, events, seatName, page: () => null, you: 1, mine: [1] } as unknown as Table;
}
const silent: StoryEvent = { v: 3, event: "silent", seat: 2, step: "commit" };

test("what was told while the dice were mixed is told again, until the second turn", () => {
  expect(leftOut(table([silent], ["a", null, null]))).toBe(
    "The dice are mixed without Ben, who did not answer in time.",
  );
  expect(leftOut(table([silent], ["a", null, null], { turn: 2 }))).toBe("");
  expect(leftOut(table([silent], ["a", null, null], { stage: "done" }))).toBe("");
});

test("whoever comes back and was left out is told so, and nobody else", () => {
  expect(leftOut(table([], [null, "b", null]))).toBe("These dice were mixed without you.");
  expect(leftOut(table([], ["a", null, null]))).toBe("");
  expect(leftOut(table([], [null, null, null]))).toBe(""); // nobody gave any
});
