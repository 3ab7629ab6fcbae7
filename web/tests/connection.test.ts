import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connection, pause, type Ears } from "../src/wire/connection";

/** A socket that does what the test says. */
class Line {
  static OPEN = 1;
  static all: Line[] = [];
  readyState = 0;
  sent: { type: string; id: number; since?: number; key?: string }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly url: string) {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Line["sent"][number]);
  }
  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.();
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  tells(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  greets(): void {
    this.opens();
    this.tells({ type: "answer", id: 0, ok: true });
  }
}

const ears = { told: vi.fn(), link: vi.fn(), back: vi.fn(), refused: vi.fn() } satisfies Ears;
let visible = "visible";
const heard: Record<string, (() => void)[]> = {};
const listen = {
  addEventListener: (kind: string, call: () => void) => (heard[kind] ??= []).push(call),
  removeEventListener: (kind: string, call: () => void) =>
    (heard[kind] = (heard[kind] ?? []).filter((one) => one !== call)),
};
let version: number | null = null;
let connection: Connection;
const last = (): Line => Line.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("location", { protocol: "https:", host: "dice.example.org" });
  vi.stubGlobal("window", listen);
  vi.stubGlobal("document", {
    ...listen,
    get visibilityState() {
      return visible;
    },
  });
  Line.all = [];
  version = null;
  visible = "visible";
  for (const ear of Object.values(ears)) ear.mockReset();
  connection = new Connection("k7", "secret", () => version, ears);
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("coming", () => {
  test("says hello with the key, and later with the version it knows", () => {
    expect(last().url).toBe("wss://dice.example.org/api/tables/k7/socket");
    last().opens();
    expect(last().sent).toEqual([{ type: "hello", id: 0, key: "secret" }]);
    version = 12;
    last().close();
    vi.advanceTimersByTime(20_000);
    last().opens();
    expect(last().sent[0]).toEqual({ type: "hello", id: 0, key: "secret", since: 12 });
    expect(ears.back).toHaveBeenCalledOnce();
  });
  test("is open when the hello is answered", () => {
    last().opens();
    expect(ears.link).toHaveBeenLastCalledWith("connecting");
    last().tells({ type: "answer", id: 0, ok: true });
    expect(ears.link).toHaveBeenLastCalledWith("open");
  });
  test("a table that does not exist is told once, and not tried again by the server's wish", () => {
    last().opens();
    last().tells({ type: "answer", id: 0, ok: false, code: "unknown_table", sentence: "no" });
    expect(ears.refused).toHaveBeenCalledWith("unknown_table", "no");
  });
  test("a busy server is tried again", () => {
    last().opens();
    last().tells({ type: "answer", id: 0, ok: false, code: "unavailable", sentence: "wait" });
    expect(ears.refused).not.toHaveBeenCalled();
    vi.advanceTimersByTime(20_000);
    expect(Line.all.length).toBe(2);
  });
});

describe("saying", () => {
  test("each message has its own answer", async () => {
    last().greets();
    const one = connection.say({ type: "start" });
    const two = connection.say({ type: "roll", turn: 1 });
    const [, start, roll] = last().sent;
    last().tells({ type: "answer", id: roll!.id, ok: false, code: "too_late", sentence: "late" });
    last().tells({ type: "answer", id: start!.id, ok: true });
    await expect(one).resolves.toMatchObject({ ok: true });
    await expect(two).rejects.toMatchObject({ code: "too_late", sentence: "late" });
  });
  test("a decision that got no answer is said again after the line broke", async () => {
    last().greets();
    const said = connection.say({
      type: "decide",
      seat: 1,
      turn: 1,
      phase: "white",
      decision: "R5",
    });
    last().close();
    vi.advanceTimersByTime(20_000);
    last().greets();
    const again = last().sent.find((message) => message.type === "decide")!;
    last().tells({ type: "answer", id: again.id, ok: true });
    await expect(said).resolves.toMatchObject({ ok: true });
  });
  test("what could do harm twice is not said again", async () => {
    last().greets();
    const said = connection.say({ type: "sit", name: "Max" });
    last().close();
    await expect(said).rejects.toMatchObject({ code: "lost" });
    vi.advanceTimersByTime(20_000);
    last().greets();
    expect(last().sent.map((message) => message.type)).toEqual(["hello"]);
    const other = new Connection("k7", null, () => null, ears);
    await expect(other.say({ type: "stop" })).rejects.toMatchObject({ code: "lost" });
    other.close();
  });
});

describe("keeping the line", () => {
  test("silence means it is dead", () => {
    last().greets();
    vi.advanceTimersByTime(39_000);
    last().tells({ type: "beat", v: version ?? 0 });
    vi.advanceTimersByTime(39_000);
    expect(Line.all.length).toBe(1);
    vi.advanceTimersByTime(2_000 + 15_000);
    expect(Line.all.length).toBe(2);
  });
  test("a beat with another version asks for what was missed", () => {
    last().greets();
    version = 7;
    last().tells({ type: "beat", v: 7 });
    expect(last().sent.length).toBe(1);
    last().tells({ type: "beat", v: 9 });
    expect(last().sent.at(-1)).toMatchObject({ type: "hello", since: 7 });
  });
  test("a phone that wakes up does not wait", () => {
    last().greets();
    last().close();
    heard["visibilitychange"]!.forEach((call) => call());
    expect(Line.all.length).toBe(2);
  });
  test("a line that died in sleep is noticed within seconds of waking", () => {
    last().greets();
    heard["online"]!.forEach((call) => call());
    expect(last().sent.at(-1)).toMatchObject({ type: "ping" });
    vi.advanceTimersByTime(3_100);
    expect(Line.all.length).toBe(2);
  });
  test("a hidden page is left in peace", () => {
    last().greets();
    visible = "hidden";
    last().close();
    heard["visibilitychange"]!.forEach((call) => call());
    expect(Line.all.length).toBe(1);
  });
  test("the server's bye without a way back is the end", () => {
    last().greets();
    last().tells({ type: "bye", code: "too_fast", sentence: "slower", back: 10 });
    last().close();
    vi.advanceTimersByTime(20_000);
    expect(Line.all.length).toBe(2);
    last().tells({ type: "bye", code: "unknown_table", sentence: "gone", back: null });
    expect(ears.refused).toHaveBeenCalledWith("unknown_table", "gone");
  });
  test("a closed one stays closed and listens to nothing", () => {
    last().greets();
    connection.close();
    vi.advanceTimersByTime(100_000);
    expect(Line.all.length).toBe(1);
    expect(ears.link).toHaveBeenLastCalledWith("closed");
    expect(heard["visibilitychange"]).toEqual([]);
  });
});

test("pauses grow, are never longer than ten seconds, and never all the same", () => {
  expect(pause(1, 0)).toBeLessThan(pause(3, 0));
  expect(pause(30, 1)).toBeLessThanOrEqual(10_000);
  expect(pause(2, 0)).toBeLessThan(pause(2, 1));
});
