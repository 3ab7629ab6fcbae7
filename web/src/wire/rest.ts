/** Asking the server once. */
import { keyOf } from "../table/keys";
import type {
  Code,
  DailyShown,
  DailyTable,
  LessonShown,
  Listed,
  OpenedTable,
  OpenTable,
  ReviewShown,
  ServerInfo,
  ToldEvents,
  VariantListed,
} from "./messages";

/** Why something did not work; `away` and `lost` are our own: nobody answered. */
export type Reason = Code | "away" | "lost";

export class Refused extends Error {
  constructor(
    readonly code: Reason,
    readonly sentence: string,
  ) {
    super(`${code}: ${sentence}`);
  }
}

const PATIENCE = 15_000;
/** A review is worked out when it is first asked for, and others may wait for theirs. */
const REVIEW_PATIENCE = 75_000;

/** Some things are shown only to who holds a seat: at a table we say that we do. */
function keyFor(path: string): string | null {
  const table = /^\/api\/tables\/([^/]+)\//.exec(path)?.[1];
  return table ? keyOf(decodeURIComponent(table)) : null;
}

async function request(
  path: string,
  body?: unknown,
  patience = PATIENCE,
  key = keyFor(path),
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      headers: {
        ...(key ? { "Rowlock-Key": key } : {}),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patience),
    });
  } catch {
    throw new Refused("away", "the server does not answer");
  }
  if (response.ok) return response;
  let said: { code?: Code; sentence?: string } = {};
  try {
    said = (await response.json()) as typeof said;
  } catch {
    // Somebody between us and the server has answered in its own way.
  }
  throw new Refused(said.code ?? "away", said.sentence ?? response.statusText);
}

async function json<T>(path: string, body?: unknown, patience = PATIENCE): Promise<T> {
  return (await (await request(path, body, patience)).json()) as T;
}

export const about = (): Promise<ServerInfo> => json("/api/about");
export const variants = (language: string): Promise<VariantListed[]> =>
  json(`/api/variants?language=${language}`);
export const rules = async (key: string, language: string): Promise<string> =>
  (await request(`/api/variants/${encodeURIComponent(key)}/rules?language=${language}`)).text();
export const lesson = (key: string, language: string): Promise<LessonShown> =>
  json(`/api/variants/${encodeURIComponent(key)}/lesson?language=${language}`);
/** The lesson of what is played at a table, which may be a file of somebody's own. */
export const lessonAt = (table: string, language: string): Promise<LessonShown> =>
  json(`/api/tables/${encodeURIComponent(table)}/lesson?language=${language}`);
export const openTable = (asked: OpenTable): Promise<OpenedTable> => json("/api/tables", asked);
export const openTables = (): Promise<Listed[]> => json("/api/tables");
export const story = (table: string): Promise<ToldEvents[]> => json(`/api/tables/${table}/story`);
export const record = async (table: string): Promise<string> =>
  (await request(`/api/tables/${table}/record`)).text();
export const review = (table: string): Promise<ReviewShown> =>
  json(`/api/tables/${table}/review`, undefined, REVIEW_PATIENCE);
/** The game of a day, or today's; with the key of a try also how that went. */
export const daily = async (day: string, key: string | null): Promise<DailyShown> => {
  const path = `/api/daily${day ? `/${encodeURIComponent(day)}` : ""}`;
  return (await (await request(path, undefined, PATIENCE, key)).json()) as DailyShown;
};
export const tryDaily = (key: string): Promise<DailyTable> => json("/api/daily", { key });
