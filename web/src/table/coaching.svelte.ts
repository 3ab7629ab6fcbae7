/** What the coach says to one seat: a hint when it is asked for, a warning before a blunder. */
import type {
  HintOption,
  HintShown,
  Now,
  PrintedPage,
  WarningShown,
  Yours,
} from "../wire/messages";
import { chosenLanguage, t } from "../words/index.svelte";
import { colourName, decisionName } from "../words/naming";
import type { Letter } from "../wire/messages";
import { openActions, type Action, type Option, type Picks } from "./picking";
import type { Table } from "./table.svelte";

/** How long a decision waits for the coach. Whoever plays is not to notice. */
export const PATIENCE = 300;

/** For which action a seat may ask now; none if it owes no decision. */
export function hintable(own: Yours | undefined, now: Now): Action | null {
  if (!own || now.stage !== "playing" || !own.legal.length) return null;
  const due = now.waiting.includes(own.seat);
  if (now.phase === "colour") return due ? "colour" : null;
  if (now.phase !== "white") return null;
  if (due) return "white";
  return own.sealed && openActions(own, now).includes("colour") ? "colour" : null;
}

/** The decision that something is about: what was said of another one is forgotten. */
export function aboutOf(own: Yours | undefined, now: Now): string {
  return `${now.turn} ${now.phase} ${hintable(own, now)} ${own?.sealed} ${now.announced.length}`;
}

/** What to choose on the screen to follow a hint. */
export function picksFor(option: HintOption, action: Action): Picks {
  const said = (decision: string | null): string => (decision === "-" ? "" : (decision ?? ""));
  const decision = said(option.decision);
  return action === "white"
    ? { white: decision, colour: said(option.then) }
    : { white: "", colour: decision };
}

/** A decision and what best follows it, as a person says it. */
export function advisedName(option: HintOption, page: PrintedPage): string {
  const { decision, then } = option;
  const colour = then && then !== "-" ? decisionName(then, page) : "";
  if (decision === "-") return colour ? t("hint.nothing_then", { colour }) : t("table.pass");
  if (decision.startsWith("~"))
    return t("option.row", { colour: colourName(decision[1] as Letter) });
  const cell = decisionName(decision, page);
  return then ? t("hint.then", { cell, colour: colour || t("hint.no_colour") }) : cell;
}

/** How good it is, in words; `place` counts from 0. */
export function gradeName({ grade }: HintOption, place: number): string {
  if (place === 0) return t("hint.best");
  return grade ? t(`hint.${grade}`) : t("hint.as_good");
}

export function percent(chance: number): string {
  return new Intl.NumberFormat(chosenLanguage(), { style: "percent" }).format(chance);
}

export class Coaching {
  /** Whether an answer is on its way. */
  asking = $state(false);
  private hinted: { about: string; action: Action; hint: HintShown } | null = $state.raw(null);
  private warned: { about: string; warning: WarningShown; said: Option[] } | null =
    $state.raw(null);

  constructor(
    private readonly table: Table,
    private readonly seat: number,
  ) {}

  private readonly about = $derived.by(() => aboutOf(this.own, this.table.now));

  private get own(): Yours | undefined {
    return this.table.own(this.seat);
  }

  /** The action that the seat may ask about, at a table that allows it. */
  get action(): Action | null {
    return this.table.options?.hints ? hintable(this.own, this.table.now) : null;
  }

  get hint(): { action: Action; hint: HintShown } | null {
    return this.hinted?.about === this.about ? this.hinted : null;
  }

  /** The warning, and what was about to be sent. */
  get warning(): { warning: WarningShown; said: Option[] } | null {
    return this.warned?.about === this.about ? this.warned : null;
  }

  /** Whether somebody else is told of it. */
  get others(): boolean {
    const { places, mine } = this.table;
    return places.some((place, i) => place.kind === "person" && !mine.includes(i + 1));
  }

  close(): void {
    this.hinted = null;
  }

  forget(): void {
    this.warned = null;
  }

  /** Asks what to decide. */
  async ask(): Promise<void> {
    const { action, about, seat } = this;
    if (!action || this.asking) return;
    this.asking = true;
    try {
      const said = { type: "hint" as const, seat, turn: this.table.now.turn, phase: action };
      const { hint } = await this.table.say(said);
      if (hint) this.hinted = { about, action, hint };
    } finally {
      this.asking = false;
    }
  }

  /** Whether to think again before this is sent; what does not come in time is not waited for. */
  async check(option: Option, said: Option[]): Promise<boolean> {
    if (!this.table.options?.hints) return false;
    const { decision, action: phase } = option;
    const asked = this.table
      .say({ type: "check", seat: this.seat, turn: this.table.now.turn, phase, decision })
      .then(
        ({ warning }) => warning ?? null,
        () => null,
      );
    const late = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE));
    const warning = await Promise.race([asked, late]);
    if (warning) this.warned = { about: this.about, warning, said };
    return !!warning;
  }
}
