/** Sound and vibration: only for who wants them. */
import { beforeEach, expect, test, vi } from "vitest";

const vibrate = vi.fn();
let tones = 0;
const param = { value: 0, setValueAtTime() {}, linearRampToValueAtTime() {} };
const volume = { gain: { ...param, exponentialRampToValueAtTime() {} }, connect: () => {} };
class Audio {
  state = "running";
  currentTime = 0;
  destination = {};
  createGain = (): typeof volume => volume;
  createOscillator = (): object => ({
    frequency: { ...param },
    connect: () => volume,
    start: () => (tones += 1),
    stop() {},
  });
}
vi.stubGlobal("AudioContext", Audio);
vi.stubGlobal("navigator", {
  languages: ["en-GB"],
  vibrate,
  userActivation: { hasBeenActive: true },
});
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });

const { play } = await import("../src/table/sounds");
const { prefs } = await import("../src/prefs.svelte");
beforeEach(() => {
  vibrate.mockClear();
  tones = 0;
});

test("an announced lock is heard and felt, unlike anything else", () => {
  prefs.sound = prefs.vibration = true;
  play("announce");
  expect(tones).toBeGreaterThan(3);
  const shaken = vibrate.mock.lastCall;
  for (const other of ["roll", "cross", "turn", "lock", "miss", "end"] as const) {
    play(other);
    expect(vibrate.mock.lastCall).not.toEqual(shaken);
  }
});
test("not by who has switched it off", () => {
  prefs.sound = prefs.vibration = false;
  play("announce");
  expect(tones).toBe(0);
  expect(vibrate).not.toHaveBeenCalled();
});
