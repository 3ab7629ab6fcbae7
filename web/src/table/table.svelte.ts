/** A table as this page was told of it: a fold of views and of what was told after them. */
import { Connection, type Link, type Said, type Told } from "../wire/connection";
import type {
  Answer,
  Now,
  OptionsShown,
  PlaceShown,
  Present,
  Reacted,
  StoryEvent,
  VariantShown,
  Yours,
} from "../wire/messages";
import type { Reason } from "../wire/rest";
import { keyOf } from "./keys";

export const EMPTY: Now = {
  stage: "waiting",
  turn: 0,
  phase: null,
  active: null,
  roll: null,
  waiting: [],
  clock: null,
  sheets: [],
  points: [],
  closed: [],
};

/** The seats after an event. */
export function placesAfter(places: PlaceShown[], event: StoryEvent): PlaceShown[] {
  const put = (seat: number, bot: string | null): PlaceShown[] =>
    places.map((place, i) => (i === seat - 1 ? { ...place, bot } : place));
  switch (event.event) {
    case "seated":
      return event.places;
    case "handed":
      return put(event.seat, event.bot);
    case "taken_back":
      return put(event.seat, null);
    default:
      return places;
  }
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
  present: Present | null = $state.raw(null);
  events: StoryEvent[] = $state.raw([]); // the last ones, for the story beside the table
  /** The dice on the table: they lie there until the next roll. */
  roll: string | null = $state(null);
  /** Who crossed something this turn; nothing if we came in the middle of it. */
  crossed: ReadonlySet<number> | null = $state.raw(null);
  link: Link = $state("connecting");
  problem: { reason: Reason; sentence: string } | null = $state.raw(null);
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
    this.connection.close();
  }

  seatName(seat: number): string {
    return this.places[seat - 1]?.name ?? String(seat);
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
        this.places = message.places;
        this.host = message.host;
        this.yours = message.yours;
        this.see(message.now);
        break;
      case "told":
        this.v = message.v;
        for (const event of message.events) this.places = placesAfter(this.places, event);
        if (message.yours) this.yours = message.yours;
        this.see({ ...this.now, ...message.now });
        if (message.events.length) {
          for (const event of message.events) this.count(event);
          this.events = [...this.events, ...message.events].slice(-TAIL);
          for (const listener of this.listeners) listener(message.events);
        }
        break;
      case "present":
        this.present = message;
        break;
      case "reacted":
        for (const listener of this.reactions) listener(message);
    }
  }

  private count(event: StoryEvent): void {
    if (event.event === "rolled") this.crossed = new Set();
    else if (event.event === "marked" && this.crossed)
      this.crossed = new Set([...this.crossed, event.seat]);
  }

  private see(now: Now): void {
    this.now = now;
    this.roll = now.roll ?? this.roll;
    this.until = now.clock ? Date.now() + now.clock.left * 1000 : null;
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
