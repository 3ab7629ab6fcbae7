/** Leafing through a game: where one is, and whether it goes on by itself. */
import { turnStart, turnStep, type Frame } from "./frames";

export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

/** How long a frame is looked at; more events need more time. */
export function pauseAfter(frame: Frame, speed: Speed): number {
  return (900 + 250 * Math.min(4, frame.events.length)) / speed;
}

export class Player {
  frames: readonly Frame[] = $state.raw([]);
  at = $state(0);
  playing = $state(false);
  speed: Speed = $state(1);
  /** Whether one came to this frame from the one before: then its crosses are drawn. */
  onward = $state(false);

  frame: Frame | undefined = $derived(this.frames[this.at]);
  last = $derived(Math.max(0, this.frames.length - 1));

  go(to: number): void {
    const at = Math.min(this.last, Math.max(0, to));
    this.onward = at === this.at + 1;
    this.at = at;
    if (at === this.last) this.playing = false;
  }

  /** What a person does by hand stops it from going on by itself. */
  leaf(to: number): void {
    this.playing = false;
    this.go(to);
  }

  leafTurn(step: 1 | -1): void {
    this.leaf(turnStep(this.frames, this.at, step));
  }

  toTurn(turn: number): void {
    this.leaf(turnStart(this.frames, turn));
  }

  toggle(): void {
    if (!this.playing && this.at === this.last) this.go(0);
    this.playing = !this.playing && this.frames.length > 1;
  }

  /** True if the key meant something here. */
  key(name: string): boolean {
    switch (name) {
      case "ArrowLeft":
        this.leaf(this.at - 1);
        return true;
      case "ArrowRight":
        this.leaf(this.at + 1);
        return true;
      case "ArrowUp":
      case "PageUp":
        this.leafTurn(1);
        return true;
      case "ArrowDown":
      case "PageDown":
        this.leafTurn(-1);
        return true;
      case "Home":
        this.leaf(0);
        return true;
      case "End":
        this.leaf(this.last);
        return true;
      case " ":
        this.toggle();
        return true;
      default:
        return false;
    }
  }
}
