/**
 * One table's socket. It comes back by itself after a broken network, a sleeping phone or a
 * restarted server, says hello with the last version it knows, and sends again what was said
 * and not answered, if saying it twice does no harm.
 */
import type { Answer, Incoming, Outgoing } from "./messages";
import { Refused, type Reason } from "./rest";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;
export type Said = WithoutId<Exclude<Incoming, { type: "hello" }>>;
export type Told = Exclude<Outgoing, { type: "answer" | "bye" | "beat" }>;
export type Link = "connecting" | "open" | "broken" | "closed";

export interface Ears {
  told(message: Told): void;
  link(link: Link): void;
  /** Before a socket that was broken is opened again; the page may be too old by then. */
  back(): void;
  /** The table is not for us: it does not exist, is gone, or the key holds nothing. */
  refused(reason: Reason, sentence: string): void;
}

interface Waiting {
  message: Said & { id: number };
  done(answer: Answer): void;
  fail(error: Refused): void;
}

/** Saying these twice changes nothing: each names what it means, or can happen only once. */
const HARMLESS = new Set<Said["type"]>(["decide", "roll", "start", "ping", "commit", "reveal"]);
/** The server beats every 15 seconds. */
const SILENCE = 40_000;
const LONGEST = 10_000;

/** How long to wait before the next attempt: longer each time, and never all at once. */
export function pause(attempt: number, chance: number): number {
  return Math.min(LONGEST, 300 * 2 ** attempt) * (0.5 + chance / 2);
}

export class Connection {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private ids = 0;
  private attempts = 0;
  private greeted = false;
  private closed = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setTimeout> | undefined;
  private wake = (): void => {
    if (document.visibilityState === "visible") this.hurry();
  };
  private hurry = (): void => this.now();
  private offline = (): void => this.socket?.close();

  /** `version` is that of the last event told, or nothing to get the whole view. */
  constructor(
    private readonly table: string,
    public key: string | null,
    private readonly version: () => number | null,
    private readonly ears: Ears,
  ) {
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("online", this.hurry);
    window.addEventListener("offline", this.offline);
    this.open();
  }

  close(): void {
    this.closed = true;
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("online", this.hurry);
    window.removeEventListener("offline", this.offline);
    clearTimeout(this.retry);
    clearTimeout(this.watch);
    this.socket?.close();
    this.forget(() => true);
    this.ears.link("closed");
  }

  /** Says something; the answer, or `Refused`. What cannot be sent now is sent later, or fails. */
  say(message: Said): Promise<Answer> {
    return new Promise((done, fail) => {
      const id = ++this.ids;
      const waiting = { message: { ...message, id }, done, fail };
      if (!this.greeted && !HARMLESS.has(message.type)) {
        fail(new Refused("lost", "there is no connection now"));
        return;
      }
      this.waiting.set(id, waiting);
      if (this.greeted) this.send(waiting.message);
    });
  }

  private send(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private open(): void {
    clearTimeout(this.retry);
    this.ears.link(this.attempts ? "broken" : "connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/socket`,
    );
    this.socket = socket;
    this.greeted = false;
    socket.onopen = () => this.hello();
    socket.onmessage = ({ data }) => {
      if (this.socket === socket) this.take(JSON.parse(data as string) as Outgoing);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.broken();
    };
    this.listen();
  }

  private hello(): void {
    const since = this.version();
    this.send({
      type: "hello",
      id: 0,
      ...(this.key ? { key: this.key } : {}),
      ...(since === null ? {} : { since }),
    });
  }

  /** Something came, so the line is alive; if nothing comes for long, it is dead. */
  private listen(): void {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => {
      const socket = this.socket;
      this.broken();
      socket?.close();
    }, SILENCE);
  }

  private take(message: Outgoing): void {
    this.listen();
    switch (message.type) {
      case "answer":
        this.answered(message);
        return;
      case "beat":
        if (this.greeted && message.v !== this.version()) this.hello();
        return;
      case "bye":
        if (message.back === null) this.refuse(message.code, message.sentence);
        else this.attempts = Math.max(this.attempts, 1);
        return;
      default:
        this.ears.told(message);
    }
  }

  private answered(answer: Answer): void {
    if (answer.id === 0) {
      if (!answer.ok) this.refuse(answer.code ?? "bad_message", answer.sentence ?? "");
      else if (!this.greeted) this.greet();
      return;
    }
    const waiting = this.waiting.get(answer.id ?? -1);
    if (!waiting) return;
    this.waiting.delete(answer.id ?? -1);
    if (answer.ok) waiting.done(answer);
    else waiting.fail(new Refused(answer.code ?? "bad_message", answer.sentence ?? ""));
  }

  private greet(): void {
    this.greeted = true;
    this.attempts = 0;
    this.ears.link("open");
    for (const { message } of this.waiting.values()) this.send(message);
  }

  private refuse(reason: Reason, sentence: string): void {
    // The database may answer in a moment, and so may a server that is about to stop.
    if (reason === "unavailable" || reason === "stopping" || reason === "too_fast") {
      this.socket?.close();
      return;
    }
    this.ears.refused(reason, sentence);
  }

  private broken(): void {
    clearTimeout(this.watch);
    this.socket = null;
    this.greeted = false;
    if (this.closed) return;
    this.forget((message) => !HARMLESS.has(message.type));
    this.attempts += 1;
    this.ears.link("broken");
    this.retry = setTimeout(() => this.again(), pause(this.attempts, Math.random()));
  }

  private again(): void {
    this.ears.back();
    this.open();
  }

  /** The phone woke up or the network is back: do not wait any longer. */
  private now(): void {
    if (this.closed) return;
    if (this.socket?.readyState === WebSocket.OPEN) {
      // Whether it is still alive nobody knows: ask, and do not wait the usual time.
      this.send({ type: "ping", id: ++this.ids });
      clearTimeout(this.watch);
      this.watch = setTimeout(() => {
        this.broken();
        this.now();
      }, 3_000);
    } else if (!this.socket) {
      clearTimeout(this.retry);
      this.again();
    }
  }

  private forget(which: (message: Said) => boolean): void {
    for (const [id, { message, fail }] of this.waiting)
      if (which(message)) {
        this.waiting.delete(id);
        fail(new Refused("lost", "the connection broke before the answer"));
      }
  }
}
