/** What a day says, made ready to be drawn and read. */
import { figure } from "../review/figures";
import type { DailyResults, DailyShown } from "../wire/messages";
import { chosenLanguage, localeOf, t } from "../words/index.svelte";
import type { Done } from "./kept";

export interface Bin {
  from: number;
  to: number;
  count: number;
  yours: boolean;
}

const MOST_BINS = 12;

/** How many have how many points, in steps of a round number, without gaps. */
export function binsOf({ points }: DailyResults, own: number | null): Bin[] {
  const first = points[0]?.points;
  const last = points.at(-1)?.points;
  if (first === undefined || last === undefined) return [];
  const size = [5, 10, 20, 50, 100].find((one) => steps(first, last, one) <= MOST_BINS) ?? 200;
  const start = Math.floor(first / size) * size;
  return Array.from({ length: steps(first, last, size) }, (_, i) => {
    const from = start + i * size;
    const to = from + size - 1;
    const inside = (n: number): boolean => n >= from && n <= to;
    const count = points.reduce((sum, one) => sum + (inside(one.points) ? one.count : 0), 0);
    return { from, to, count, yours: own !== null && inside(own) };
  });
}

function steps(first: number, last: number, size: number): number {
  return Math.floor(last / size) - Math.floor(first / size) + 1;
}

function local(options: Intl.DateTimeFormatOptions, seconds: number): string {
  const form = new Intl.DateTimeFormat(localeOf(chosenLanguage(), navigator.languages), options);
  return form.format(seconds * 1000);
}

/** A moment by the clock on the wall: "01:00". */
export function clockTime(seconds: number): string {
  return local({ timeStyle: "short" }, seconds);
}

/** The name of a day, which begins and ends by UTC: "Friday, 20 November". */
export function dayName(day: string): string {
  const options = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } as const;
  return local(options, Date.parse(day) / 1000);
}

/** How long something still is: "in 5 hours", "in 20 minutes". */
export function inAWhile(seconds: number): string {
  const form = new Intl.RelativeTimeFormat(chosenLanguage(), { numeric: "always" });
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 90
    ? form.format(minutes, "minute")
    : form.format(Math.round(minutes / 60), "hour");
}

/** Luck and what was given away, as shares of the chance to win: "+4%" and "12%". */
export function skillOf(luck: number, errors: number): { luck: string; errors: string } {
  return { luck: figure(luck, "win", { signed: true }), errors: figure(errors, "win") };
}

/** How it went, in words and numbers that can be read aloud. */
export function shareLine(shown: DailyShown, done: Done, days: number): string {
  const { number, bot_name, yours, results } = shown;
  const said = [
    t("daily.share.result", { number, n: done.points, bot: bot_name, against: done.against }),
  ];
  if (yours?.place && results && results.finished > 1)
    said.push(t("daily.share.place", { place: yours.place, n: results.finished }));
  if (done.luck !== undefined && done.errors !== undefined)
    said.push(t("daily.share.skill", skillOf(done.luck, done.errors)));
  if (days > 1) said.push(t("daily.in_a_row", { n: days }));
  return said.join(" ");
}
