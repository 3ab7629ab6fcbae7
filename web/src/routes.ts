/**
 * The table of routes: for every screen its path, its code and its title. Nobody else lists
 * paths; links are made by `pathTo`, and the server answers every path with the page.
 */
import { untrack, type Component } from "svelte";
import { speak, type Key } from "./words/index.svelte";

interface Route {
  /** `:what` is the part that is handed to the screen; with a question mark it may be missing. */
  path: string;
  /** A screen is given `what`; the first one does not need it. */
  load: () => Promise<Component<any>>;
  /** Until the screen knows something better, such as the name of a variant. */
  title: Key;
  /** Made anew for another `what`, because the screen keeps something of the old one. */
  anew?: true;
}

/**
 * A screen with all words; the first screens need only theirs. It is not loaded again for another
 * language.
 */
async function speaking<T>(screen: Promise<{ default: T }>): Promise<T> {
  return (await Promise.all([screen, untrack(speak)]))[0].default;
}

export const routes = {
  start: {
    path: "/",
    load: async () => (await import("./start/StartScreen.svelte")).default,
    title: "start.title",
  },
  table: {
    path: "/t/:what",
    load: () => speaking(import("./table/TableScreen.svelte")),
    title: "page.table",
    anew: true,
  },
  setUp: {
    path: "/new/:what",
    load: async () => (await import("./start/SetUp.svelte")).default,
    title: "page.set_up",
  },
  rules: {
    path: "/rules/:what?",
    load: () => speaking(import("./learn/RulesScreen.svelte")),
    title: "page.rules",
  },
  daily: {
    path: "/daily/:what?",
    load: () => speaking(import("./daily/DailyScreen.svelte")),
    title: "page.daily",
    anew: true,
  },
  learn: {
    path: "/learn/:what?",
    load: () => speaking(import("./learn/LearnScreen.svelte")),
    title: "page.learn",
    anew: true,
  },
} as const satisfies Record<string, Route>;
export type Screen = keyof typeof routes;

/** The route of a screen, for those who do not care which one it is. */
export function routeOf(screen: Screen): Route {
  return routes[screen];
}

const PATTERNS = Object.entries(routes).map(([screen, { path }]): [Screen, RegExp] => [
  screen as Screen,
  new RegExp(`^${path.replace("/:what?", "(?:/([^/]*))?").replace(":what", "([^/]+)")}/?$`),
]);

/** The screen that a path leads to, and what it is about; none if it leads nowhere. */
export function screenOf(path: string): { screen: Screen; what: string } | null {
  for (const [screen, pattern] of PATTERNS) {
    const found = pattern.exec(path);
    if (found) return { screen, what: decoded(found[1] ?? "") };
  }
  return null;
}

/** The path that leads to a screen. */
export function pathTo(screen: Screen, what = ""): string {
  const path = routes[screen].path.replace(/:what\??/, () => encodeURIComponent(what));
  return path.length > 1 ? path.replace(/\/$/, "") : path;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a mistyped link: the screen says that there is no such thing
  }
}
