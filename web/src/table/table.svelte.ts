/** A table as this page was told of it: a fold of views and of what was told after them. */
import { Connection, type Link, type Said, type Told } from "../wire/connection";
import type {
  Answer,
  Now,
  OptionsShown,
  PlaceShown,
  Present,
  PrintedPage,
  Reacted,
  StoryEvent,
  TimeLeft,
  VariantShown,
  Yours,
} from "../wire/messages";
import { story, type Reason } from "../wire/rest";
import { pageOf } from "../sheet/marks";
import { Absence } from "./absence.svelte";
import { prefs } from "../prefs.svelte";
import { t } from "../words/index.svelte";
import { keyOf } from "./keys";
import type { Asked } from "./seeds";

export const EMPTY: Now = {
  stage: "waiting",
  turn: 0,
  phase: null,
  active: null,
  roll: null,
  waiting: [],
  clock: null,
  mixing: null,
  announced: [],
  asked_again: [],
  sheets: [],
  points: [],
  closed: [],
};

/** The seats after an event. */
export function placesAfter(places: PlaceShown[], event: StoryEvent): PlaceShown[] {
  const put = (seat: number, bot: string | null, bot_name: string | null): PlaceShown[] =>
    places.map((place, i) => (i === seat - 1 ? { ...place, bot, bot_name } : place));
  switch (event.event) {
    case "seated":
      return event.places;
    case "handed":
      return put(event.seat, event.bot, event.name);
    case "taken_back":
      return put(event.seat, null, null);
    default:
      return places;
  }
}

/** Nobody tells a name in a daily game, at which all may look later: one's own stays here. */
function named(places: PlaceShown[], mine: readonly number[]): PlaceShown[] {
  const own = prefs.name.trim() || t("start.guest");
  return places.map((place, i) =>
    place.kind === "person"
      ? { ...place, name: mine.includes(i + 1) ? own : t("daily.somebody") }
      : place,
  );
}

const TAIL = 300;

export class Table {
  readonly id: string;
  v: number | null = null;
  variant: VariantShown | null = $state.raw(null);
  options: OptionsShown | null = $state.raw(null);
  places: PlaceShown[] = $state.raw([]);
  host = $state(false);
  now: Now = $state.raw(EMPTY);
  yours: Yours[] = $state.raw([]);
  /** The own seats, also before the start and after the end. */
  mine: readonly number[] = $derived(this.yours.map((own) => own.seat));
  /** The seat of whoever reads this page, who is spoken to; none for several at one device. */
  you: number | null = $derived(this.mine.length === 1 ? this.mine[0]! : null);
  present: Present | null = $state.raw(null);
  /** For how long those who are away are still waited for. */
  readonly absence = new Absence();
  events: StoryEvent[] = $state.raw([]); // the last ones, for the story beside the table
  /** The dice on the table: they lie there until the next roll. */
  roll: string | null = $state(null);
  link: Link = $state("connecting");
  problem: { reason: Reason; sentence: string } | null = $state.raw(null);
  /** When the short clock of those runs out who are asked once more. */
  private untilAgain: number | null = $state(null);
  /** When the clock of this action runs out, by this device's own clock. */
  until: number | null = $state(null);

  private connection: Connection;
  private listeners = new Set<(events: StoryEvent[]) => void>();
  private reactions = new Set<(reacted: Reacted) => void>();

  constructor(
    id: string,
    private readonly back: () => void = () => {},
  ) {
    this.id = id;
    this.connection = this.connect(keyOf(id));
  }

  private connect(key: string | null): Connection {
    return new Connection(this.id, key, () => this.v, {
      told: (message) => this.take(message),
      link: (link) => (this.link = link),
      back: () => this.back(),
      refused: (reason, sentence) => this.refused(reason, sentence),
    });
  }

  /** Tells of each event once, as it happens; not of those before the page was opened. */
  onEvents(listener: (events: StoryEvent[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  onReaction(listener: (reacted: Reacted) => void): () => void {
    this.reactions.add(listener);
    return () => this.reactions.delete(listener);
  }

  /** What happened before we came, for the story beside the table. */
  recall(past: readonly StoryEvent[]): void {
    const first = this.events[0]?.v ?? Infinity;
    this.events = [...past.filter((event) => event.v < first), ...this.events].slice(-TAIL);
  }

  say(message: Said): Promise<Answer> {
    return this.connection.say(message);
  }

  /** From now on with this key: whoever sat down can come back. */
  useKey(key: string): void {
    this.connection.key = key;
  }

  close(): void {
    this.absence.close();
    this.connection.close();
  }

  /** The clock that runs for a seat: whoever is asked once more has a short one. */
  clockOf(seat: number): { until: number; limit: number } | null {
    const { clock, asked_again } = this.now;
    if (!clock || this.until === null) return null;
    if (clock.again && this.untilAgain !== null && asked_again.includes(seat))
      return { until: this.untilAgain, limit: clock.again.limit };
    return { until: this.until, limit: clock.limit };
  }

  /** A daily game: what is decided stays, nobody helps, and nobody can look. */
  get daily(): string | null {
    return this.options?.daily ?? null;
  }

  seatName(seat: number): string {
    return this.places[seat - 1]?.name ?? String(seat);
  }

  /** What is printed on the sheet of a seat. */
  page(seat: number): PrintedPage {
    return pageOf(this.variant!.pages, seat);
  }

  own(seat: number): Yours | undefined {
    return this.yours.find((own) => own.seat === seat);
  }

  private take(message: Told): void {
    switch (message.type) {
      case "view":
        this.v = message.v;
        this.variant = message.variant;
        this.options = message.options;
        this.yours = message.yours;
        this.places = message.options.daily ? named(message.places, this.mine) : message.places;
        this.host = message.host;
        this.see(message.now);
        this.mix();
        break;
      case "told":
        this.v = message.v;
        for (const event of message.events) this.places = placesAfter(this.places, event);
        if (message.yours) this.yours = message.yours;
        this.see({ ...this.now, ...message.now });
        if (message.yours) this.mix();
        if (message.events.length) {
          this.events = [...this.events, ...message.events].slice(-TAIL);
          for (const listener of this.listeners) listener(message.events);
        }
        break;
      case "present":
        this.present = message;
        this.absence.take(message);
        break;
      case "reacted":
        for (const listener of this.reactions) listener(message);
    }
  }

  /** Promises a seed for the dice and reveals it, whenever that is asked of the own seats. */
  private mix(): void {
    if (!this.asked()) return;
    const past = async () => (await story(this.id)).flatMap((told) => told.events);
    void import("./seeds")
      .then(({ part }) => part(this.id, () => this.asked(), past))
      .then((said) => said && this.say(said))
      .catch(() => {}); // too late, or the line broke: then it is asked again
  }

  /** What is asked of the own seats for the dice. */
  private asked(): Asked | null {
    const { mix: owed, seat } = this.yours.find((own) => own.mix) ?? {};
    if (!owed || !seat) return null;
    const { events, places, mine } = this;
    return { owed, seat, dice: this.now.dice, events, places, mine };
  }

  private see(now: Now): void {
    this.now = now;
    this.roll = now.roll ?? this.roll;
    const runsOut = (time: TimeLeft | null | undefined): number | null =>
      time ? Date.now() + time.left * 1000 : null;
    this.until = runsOut(now.clock);
    this.untilAgain = runsOut(now.clock?.again);
  }

  private refused(reason: Reason, sentence: string): void {
    if (reason === "wrong_key") {
      // A key of another time or server: one can still watch.
      this.connection.close();
      this.connection = this.connect(null);
      return;
    }
    this.problem = { reason, sentence };
    this.connection.close();
  }
}
