/** What was told, made into what this device says about it: in letters, aloud, and by sounds. */
import { untrack } from "svelte";
import { why } from "../problems/why";
import type { Letter, StoryEvent } from "../wire/messages";
import { joined, t } from "../words/index.svelte";
import { decisionName } from "../words/naming";
import { aboutAway, asked, awaited } from "./doing";
import { leftOut } from "./leftout";
import { newsOf } from "./news";
import { optionsOf } from "./picking";
import { play } from "./sounds";
import type { Table } from "./table.svelte";

const LASTS = 6000;
const LASTS_LONGER = 12_000;

export class Hearing {
  headline = $state("");
  colour: Letter | null = $state(null);
  /** For those who listen: when they have a moment, and at once. */
  spoken = $state("");
  urgent = $state("");
  /** What was crossed just now: `seat:cell`. */
  private fresh: ReadonlySet<string> = $state.raw(new Set());
  private fading: ReturnType<typeof setTimeout> | undefined;

  /** Call once, inside a component. */
  constructor(private readonly table: Table) {
    $effect(() => {
      const deaf = table.onEvents((events) => untrack(() => this.hear(events)));
      return () => {
        deaf();
        clearTimeout(this.fading);
      };
    });
    // A text that is there from the first moment is not read aloud; one that comes is.
    const left = untrack(() => leftOut(table));
    if (left) {
      this.say(left, null, LASTS_LONGER);
      $effect(() => {
        const timer = setTimeout(() => (this.spoken = [left, this.spoken].join(" ").trim()), 250);
        return () => clearTimeout(timer);
      });
    }
    const absent = $derived.by(() => {
      const first = asked(table) ? undefined : awaited(table)[0];
      return first ? aboutAway(table, first) : "";
    });
    $effect(() => {
      if (absent) this.spoken = absent;
    });
  }

  say(text: string, colour: Letter | null = null, lasts = LASTS): void {
    this.headline = text;
    this.colour = colour;
    clearTimeout(this.fading);
    this.fading = setTimeout(() => (this.headline = ""), lasts);
  }

  refused = (error: unknown): void => {
    this.say(why(error));
    this.urgent = this.headline;
  };

  freshOf(seat: number): ReadonlySet<string> {
    const own = `${seat}:`;
    return new Set(
      [...this.fresh].filter((one) => one.startsWith(own)).map((one) => one.slice(own.length)),
    );
  }

  private hear(events: StoryEvent[]): void {
    const { table } = this;
    const news = newsOf(
      events,
      (seat) => table.seatName(seat),
      table.mine,
      (seat) => table.page(seat),
      table.variant?.mechanics,
    );
    if (news.headline) this.say(news.headline, news.colour);
    if (news.urgent) this.urgent = [news.urgent, ...this.locking()].join(" ");
    if (news.sound) play(news.sound);
    const asks = events.some(({ event }) => ["rolled", "marked", "passed"].includes(event));
    const lines = [...news.spoken, ...(asks ? [this.choices()] : [])].filter(Boolean);
    if (lines.length) this.spoken = lines.join(" ");
    const crossed = events.flatMap((event) =>
      event.event === "marked"
        ? [`${event.seat}:${event.cell}`]
        : event.event === "missed"
          ? [`${event.seat}:x${event.misses}`]
          : [],
    );
    if (crossed.length) this.fresh = new Set(crossed);
  }

  /** Which own seats can lock what was announced, too. */
  private locking(): string[] {
    const { table } = this;
    return table.yours
      .filter((own) => own.lock_too?.length)
      .map(({ seat }) =>
        table.mine.length > 1
          ? t("table.can_too", { name: table.seatName(seat) })
          : t("table.you_can_too"),
      );
  }

  /** What the own seats may cross. */
  private choices(): string {
    const { table } = this;
    return table.mine
      .map((seat) => {
        const options = optionsOf(table.own(seat), table.now).filter(({ kind }) => kind !== "pass");
        if (!options.length || !table.now.waiting.includes(seat)) return "";
        const page = table.page(seat);
        const names = joined([
          ...new Set(options.map(({ decision }) => decisionName(decision, page))),
        ]);
        return table.mine.length > 1
          ? t("table.may_cross", { name: table.seatName(seat), cells: names })
          : t("table.you_may_cross", { cells: names });
      })
      .filter(Boolean)
      .join(" ");
  }
}
