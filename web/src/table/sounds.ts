/** Small sounds, made here: nothing is loaded. */
import { prefs } from "../prefs.svelte";

let context: AudioContext | null = null;

function tone(
  at: number,
  pitch: number,
  length: number,
  loud: number,
  shape: OscillatorType = "triangle",
): void {
  const audio = context!;
  const wave = audio.createOscillator();
  const volume = audio.createGain();
  wave.type = shape;
  wave.frequency.value = pitch;
  const begin = audio.currentTime + at;
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(loud, begin + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  wave.connect(volume).connect(audio.destination);
  wave.start(begin);
  wave.stop(begin + length + 0.02);
}

const SOUNDS = {
  roll: () =>
    [0, 0.07, 0.13, 0.21].forEach((at, i) => tone(at, 190 + 37 * i, 0.06, 0.12, "square")),
  cross: () => [0, 0.09].forEach((at) => tone(at, 900 - at * 2500, 0.06, 0.05, "sawtooth")),
  turn: () => [0, 0.12].forEach((at, i) => tone(at, [587, 784][i]!, 0.25, 0.12)),
  lock: () => [0, 0.1, 0.2].forEach((at, i) => tone(at, [392, 523, 659][i]!, 0.35, 0.14)),
  /** A bolt that falls, and a call: somebody locks a row. */
  announce: () => {
    tone(0, 120, 0.12, 0.2, "square");
    [0.12, 0.24, 0.36, 0.5].forEach((at, i) => tone(at, [392, 523, 659, 784][i]!, 0.4, 0.16));
  },
  miss: () => tone(0, 160, 0.3, 0.12),
  end: () =>
    [0, 0.14, 0.28, 0.42].forEach((at, i) => tone(at, [523, 659, 784, 1047][i]!, 0.5, 0.14)),
};
export type Sound = keyof typeof SOUNDS;

const SHAKES: Partial<Record<Sound, number[]>> = {
  turn: [30],
  lock: [40, 60, 40],
  announce: [60, 40, 60, 40, 140],
  miss: [80],
};

/** Sound and vibration, if the person wants them and the device can. */
export function play(sound: Sound): void {
  if (prefs.vibration && navigator.userActivation?.hasBeenActive)
    navigator.vibrate?.(SHAKES[sound] ?? []);
  if (!prefs.sound) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    SOUNDS[sound]();
  } catch {
    // A browser without sound still plays.
  }
}
