/**
 * Starts the page without the server, too. A screen is asked for first and only then taken
 * from what is kept, so that a new version is there at once; the files of a build are named
 * by their content and taken from what is kept. What people play never comes from here.
 */
import { cacheName, FILES, outdated, strangers, wayOf, within } from "./keeping";

declare const self: ServiceWorkerGlobalScope;

// Both are written by vite.config.ts when the page is built.
const OWN = cacheName("__BUILD_NAME__");
const BUILT = "__KEPT_FILES__" as unknown as readonly string[];

const SHELL = "/";
const PATIENCE = 3_000;

/** All of one build or nothing: a page must never be kept without the files that it names. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(OWN);
  try {
    const page = await fetch(SHELL, { cache: "reload" });
    const html = await page.text();
    const strange = strangers(html, BUILT);
    if (!page.ok || strange.length) throw new Error(`not the page of this build: ${strange}`);
    await cache.addAll([
      ...FILES.map((path) => new Request(path, { cache: "reload" })),
      ...BUILT.map((path) => new Request(path)),
    ]);
    await cache.put(SHELL, new Response(html, { headers: page.headers }));
  } catch (error) {
    await caches.delete(OWN);
    throw error;
  }
}

async function takeOver(): Promise<void> {
  await Promise.all(outdated(await caches.keys(), OWN).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function kept(path: string): Promise<Response | undefined> {
  return (await caches.open(OWN)).match(path, { ignoreVary: true });
}

/** The server's answer, if it comes soon and is one; else the page that is kept. */
async function screen(request: Request): Promise<Response> {
  const coming = fetch(request);
  coming.catch(() => undefined); // it may fail after we have stopped waiting
  const answer = await within(coming, PATIENCE).catch(() => null);
  if (answer && answer.status < 500) return answer;
  return (await kept(SHELL)) ?? answer ?? coming;
}

async function asset(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function file(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await kept(new URL(request.url).pathname);
    if (found) return found;
    throw error;
  }
}

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const way = wayOf(request, self.location.origin);
  if (way === "page") event.respondWith(screen(request));
  else if (way === "asset") event.respondWith(asset(request));
  else if (way === "file") event.respondWith(file(request));
});
