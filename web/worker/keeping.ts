/** What the service worker does with a request, apart from the worker itself. */

export interface Asked {
  method: string;
  url: string;
  mode: string;
}

/** `page`: any screen; `asset`: a file of a build, named by its content; `file`: the icon and such. */
export type Way = "page" | "asset" | "file" | "untouched";

export const FILES = ["/manifest.webmanifest", "/icons/icon.svg"];

/** What the server says now is all that counts there. */
const LIVE = ["/api", "/metrics", "/healthz"];

export function wayOf({ method, url, mode }: Asked, origin: string): Way {
  const { origin: from, pathname } = new URL(url);
  if (method !== "GET" || from !== origin) return "untouched";
  if (LIVE.some((live) => pathname === live || pathname.startsWith(`${live}/`))) return "untouched";
  if (pathname.startsWith("/assets/")) return "asset";
  if (FILES.includes(pathname)) return "file";
  const named = /\.\w+$/.test(pathname); // such as /sw.js: no screen
  return mode === "navigate" && !named ? "page" : "untouched";
}

/**
 * Files that the page names and this build does not have: then the page is of another build,
 * because the server was changed just now, and must not be kept with these files.
 */
export function strangers(html: string, kept: readonly string[]): string[] {
  return [...html.matchAll(/["'](\/assets\/[^"']+)["']/g)]
    .map(([, path]) => path!)
    .filter((path) => !kept.includes(path));
}

const PREFIX = "rowlock-";

export function cacheName(build: string): string {
  return PREFIX + build;
}

/**
 * Which caches go when a build takes over, of `names` from the oldest to the newest. The last
 * one before it stays: a page of that build may be open and still load a part of itself.
 */
export function outdated(names: readonly string[], own: string): string[] {
  return names.filter((name) => name.startsWith(PREFIX) && name !== own).slice(0, -1);
}

/** What comes in time; fails if it takes too long. */
export async function within<T>(coming: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("too late")), milliseconds);
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
}
