/** What a review says, made ready to be drawn and read: only numbers and their words. */
import { turnStart, type Frame } from "../replay/frames";
import type {
  Letter,
  PrintedPage,
  ReviewedDecision,
  ReviewedSeat,
  ReviewShown,
  StoryEvent,
} from "../wire/messages";
import { chosenLanguage, t } from "../words/index.svelte";
import { colourName, decisionName } from "../words/naming";

export type Unit = ReviewShown["unit"];
export type Grade = NonNullable<ReviewedDecision["grade"]>;
export const GRADES: readonly Grade[] = ["slip", "mistake", "blunder"];
/** As players of other games write it beside a move. */
export const SIGNS: Record<Grade, string> = { slip: "?!", mistake: "?", blunder: "??" };

interface How {
  signed?: boolean; // with a plus if it is one
  fine?: boolean; // small values with a digit more, also where it is nothing
}

/** A value as it stands in a table: "6 %", or in a game alone "2.5". */
export function figure(value: number, unit: Unit, { signed, fine }: How = {}): string {
  const shown = unit === "win" ? value * 100 : value;
  const digits = Math.abs(shown) < (fine || unit === "points" ? 9.95 : 0.95) ? 1 : 0;
  const rounded = Number(shown.toFixed(digits)) + 0; // never a negative nothing
  const form = new Intl.NumberFormat(chosenLanguage(), {
    style: unit === "win" ? "percent" : "decimal",
    minimumFractionDigits: fine && rounded ? digits : 0,
    maximumFractionDigits: 1,
  });
  const text = form.format(unit === "win" ? rounded / 100 : rounded).replace("-", "\u2212");
  return signed && rounded > 0 ? `+${text}` : text;
}

/** A value in a sentence: "6 %", or "2.5 points". */
export function amount(value: number, unit: Unit, how: How = {}): string {
  if (unit === "win") return figure(value, unit, how);
  return t("points", { n: Number(value.toFixed(Math.abs(value) < 9.95 ? 1 : 0)) });
}

/** A decision in words: "green 7", "yellow row", "crossing nothing". */
export function said(decision: string, page: PrintedPage): string {
  if (decision === "-") return t("review.nothing");
  if (decision.startsWith("~"))
    return t("option.row", { colour: colourName(decision.slice(1) as Letter) });
  return decisionName(decision, page);
}

export interface Shares {
  start: number;
  luck: number;
  errors: number;
  others: number;
  result: number;
}

/**
 * Where a seat's result comes from, rounded as it is shown. Rounded one by one they would not
 * always add up before one's eyes, so the rest goes to what the others did.
 */
export function sharesOf(seat: ReviewedSeat, unit: Unit): Shares {
  const scale = unit === "win" ? 100 : 10;
  const rounded = (value: number): number => Math.round(value * scale);
  const [start, luck, errors, result] = [seat.start, seat.luck, seat.errors, seat.result].map(
    rounded,
  ) as [number, number, number, number];
  const others = result - start - luck + errors;
  return {
    start: start / scale,
    luck: luck / scale,
    errors: errors / scale,
    others: others / scale,
    result: result / scale,
  };
}

/** The decisions of a seat that cost most, the dearest first. */
export function worst(review: ReviewShown, seat: number, most = 3): ReviewedDecision[] {
  return review.judgements
    .filter((one) => one.seat === seat && one.position)
    .sort((a, b) => b.given_away - a.given_away)
    .slice(0, most);
}

export interface Dot {
  x: number; // in turns: 0 is before the first roll, 2.5 after the third roll, 3 after its turn
  y: number;
}

/** What every seat could expect, from before the first roll to the end. */
export function linesOf({ seats, turns }: ReviewShown): Dot[][] {
  return seats.map((_, seat) => [
    ...turns.flatMap(({ turn, before, rolled }) => [
      { x: turn - 1, y: before[seat]! },
      { x: turn - 0.5, y: rolled[seat]! },
    ]),
    ...turns.slice(-1).map(({ turn, after }) => ({ x: turn, y: after[seat]! })),
  ]);
}

/** The dashes of a seat's line: told apart without colours. */
export function dashes(seat: number): string {
  return ["", "8 4", "2 4", "12 4 2 4", "5 3", "1 5", "16 5", "9 3 2 3 2 3"][seat % 8]!;
}

/** How far a frame is in the game: after a roll, a half turn. */
export function progress(frames: readonly Frame[], at: number): number {
  const frame = frames[at];
  if (!frame?.turn) return 0;
  return frames[at + 1]?.turn === frame.turn ? frame.turn - 0.5 : frame.turn;
}

/** The height of a line there. */
export function heightAt(line: readonly Dot[], x: number): number | undefined {
  return line.find((dot) => dot.x === x)?.y;
}

/** The place of the frame with which a turn is over; of the start for turn 0. */
export function turnEnd(frames: readonly Frame[], turn: number): number {
  const found = frames.findLastIndex((frame) => frame.turn <= turn);
  return Math.max(0, found);
}

/** The place of the frame in which a decision was told. */
export function placeOf(frames: readonly Frame[], one: ReviewedDecision): number {
  const inTurn = frames.flatMap((frame, i) =>
    frame.turn === one.turn && !frame.rolled ? [i] : [],
  );
  const told = (i: number): boolean => frames[i]!.events.some((event) => tells(event, one));
  const found = one.action === "white" ? inTurn.find(told) : inTurn.findLast(told);
  return found ?? inTurn.at(-1) ?? turnStart(frames, one.turn);
}

function tells(event: StoryEvent, one: ReviewedDecision): boolean {
  if (!("seat" in event) || event.seat !== one.seat) return false;
  if (one.played === "-")
    return event.event === "passed" || (one.action === "colour" && event.event === "missed");
  if (event.event !== "marked") return false;
  if (one.played.startsWith("~"))
    return event.cause === "bonus" && event.cell.startsWith(one.played.slice(1));
  const colour = event.cause === "colour";
  return event.cell === one.played.replace("*", "") && colour === (one.action === "colour");
}

/** The place of the frame that shows the others' sheets before a decision. */
export function placeBefore(frames: readonly Frame[], one: ReviewedDecision): number {
  return Math.max(turnStart(frames, one.turn), placeOf(frames, one) - 1);
}

/** The lines across a picture, from the lowest value to the highest, in round numbers. */
export function gridOf(lines: readonly Dot[][], unit: Unit): number[] {
  if (unit === "win") return [0, 0.25, 0.5, 0.75, 1];
  const values = lines.flat().map(({ y }) => y);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = [1, 2, 5, 10, 20, 50, 100].find((one) => (high - low) / one <= 4) ?? 200;
  const first = Math.floor(low / step) * step;
  const steps = Math.max(1, Math.ceil((high - first) / step));
  return Array.from({ length: steps + 1 }, (_, i) => first + i * step);
}

/** Labels beside the ends of lines, moved apart so that each can be read, inside `room`. */
export function spread(wanted: readonly number[], gap: number, room: number): number[] {
  const order = wanted.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  const found = new Array<number>(wanted.length).fill(0);
  let least = 0;
  for (const { y, i } of order) {
    found[i] = Math.max(y, least);
    least = found[i]! + gap;
  }
  let most = room;
  for (const { i } of order.reverse()) {
    found[i] = Math.min(found[i]!, most);
    most = found[i]! - gap;
  }
  return found;
}
