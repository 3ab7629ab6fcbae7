import { afterEach, describe, expect, it, vi } from "vitest";
import { cacheName, outdated, strangers, wayOf, within } from "../worker/keeping";

const HERE = "https://dice.example.org";

describe("what is done with a request", () => {
  const way = (path: string, mode = "navigate", method = "GET") =>
    wayOf({ url: new URL(path, HERE).href, mode, method }, HERE);

  it.each([
    "/",
    "/t/k7m2q9x4w8c3h5td",
    "/rules",
    "/rules/classic",
    "/learn/longo?x=1",
    "/new/bots",
  ])("%s is a screen", (path) => expect(way(path)).toBe("page"));

  it.each(["/api/about", "/api", "/api/docs", "/metrics", "/healthz", "/sw.js", "/build.json"])(
    "%s is never touched",
    (path) => {
      expect(way(path)).toBe("untouched");
      expect(way(path, "cors")).toBe("untouched");
    },
  );

  it("leaves other servers and other methods alone", () => {
    expect(way("https://elsewhere.example/")).toBe("untouched");
    expect(way("/", "navigate", "POST")).toBe("untouched");
    expect(way("/apiary")).toBe("page");
  });

  it("knows the files of a build and the icon", () => {
    expect(way("/assets/page-abc.js", "cors")).toBe("asset");
    expect(way("/icons/icon.svg", "no-cors")).toBe("file");
    expect(way("/icons/icon-512.png", "no-cors")).toBe("untouched");
  });
});

it("finds files that belong to another build", () => {
  const html = `<script src="/assets/page-a.js"></script><link href='/assets/page-b.css'>`;
  expect(strangers(html, ["/assets/page-a.js"])).toEqual(["/assets/page-b.css"]);
  expect(strangers(html, ["/assets/page-a.js", "/assets/page-b.css"])).toEqual([]);
});

it("forgets old builds, but the last one", () => {
  const names = ["rowlock-1", "other", "rowlock-2", "rowlock-3"];
  expect(outdated(names, "rowlock-3")).toEqual(["rowlock-1"]);
  expect(outdated(["rowlock-3"], "rowlock-3")).toEqual([]);
});

it("does not wait for ever", async () => {
  await expect(within(Promise.resolve(1), 50)).resolves.toBe(1);
  await expect(within(new Promise(() => undefined), 5)).rejects.toThrow();
});

describe("the worker", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  type Listener = (event: unknown) => void;
  const PAGE = `<script src="/assets/page-a.js"></script>`;

  /** The worker with a server and caches of our own. */
  async function started(answer: (path: string) => Promise<Response>) {
    const listeners: Record<string, Listener> = {};
    const kept = new Map<string, Map<string, Response>>();
    const pathOf = (what: string | Request): string =>
      new URL(typeof what === "string" ? what : what.url, HERE).pathname;
    const get = async (what: string | Request) => {
      const response = await answer(pathOf(what));
      if (!response.ok) throw new Error(`${response.status}`);
      return response;
    };
    const open = (name: string) => {
      const files = kept.get(name) ?? new Map<string, Response>();
      kept.set(name, files);
      return Promise.resolve({
        match: (path: string) => Promise.resolve(files.get(path)?.clone()),
        put: (path: string, response: Response) => Promise.resolve(files.set(path, response)),
        addAll: async (all: Request[]) => {
          for (const one of all) files.set(pathOf(one), await get(one));
        },
      });
    };
    vi.stubGlobal("self", {
      location: { origin: HERE },
      addEventListener: (name: string, listener: Listener) => (listeners[name] = listener),
      skipWaiting: () => Promise.resolve(),
      clients: { claim: () => Promise.resolve() },
    });
    vi.stubGlobal("caches", {
      open,
      keys: () => Promise.resolve([...kept.keys()]),
      delete: (name: string) => Promise.resolve(kept.delete(name)),
      match: (request: Request) =>
        Promise.resolve(
          [...kept.values()].map((files) => files.get(pathOf(request))).find(Boolean),
        ),
    });
    vi.stubGlobal("fetch", (what: string | Request) => answer(pathOf(what)));
    // As they are in a worker: paths belong to its own server.
    const RealRequest = Request;
    vi.stubGlobal(
      "Request",
      class extends RealRequest {
        constructor(path: string, init?: RequestInit) {
          super(new URL(path, HERE), init);
        }
      },
    );
    const worker = "../worker/sw.ts"; // not by name: its types are not those of a page
    await import(/* @vite-ignore */ worker);
    const wait = async (name: string) => {
      let waited: Promise<unknown> = Promise.resolve();
      listeners[name]!({ waitUntil: (work: Promise<unknown>) => (waited = work) });
      await waited;
    };
    const ask = async (path: string) => {
      let said: Promise<Response> | null = null;
      const request = { url: new URL(path, HERE).href, method: "GET", mode: "navigate" };
      listeners["fetch"]!({
        request,
        respondWith: (response: Promise<Response>) => (said = response),
      });
      return said as Promise<Response> | null;
    };
    return { kept, wait, ask };
  }

  const server = (path: string): Promise<Response> =>
    Promise.resolve(new Response(path === "/" ? PAGE : path));

  it("does not keep a page with files of another build", async () => {
    // The names of the files are put in by the build; unbuilt, the worker knows none.
    const { kept, wait } = await started(server);
    await expect(wait("install")).rejects.toThrow("not the page of this build");
    expect(kept.size).toBe(0);
  });

  it("takes a screen from the server, and from what is kept if that is away", async () => {
    let away = false;
    const { kept, ask } = await started((path) =>
      away ? Promise.reject(new TypeError("away")) : server(path),
    );
    kept.set(cacheName("__BUILD_NAME__"), new Map([["/", new Response("kept")]]));
    expect(await (await ask("/rules"))!.text()).toBe("/rules");
    away = true;
    expect(await (await ask("/rules"))!.text()).toBe("kept");
    expect(await ask("/api/about")).toBeNull();
  });

  it("takes what is kept if somebody in between says that the server is away", async () => {
    const { kept, ask } = await started(() =>
      Promise.resolve(new Response("bad gateway", { status: 502 })),
    );
    kept.set(cacheName("__BUILD_NAME__"), new Map([["/", new Response("kept")]]));
    expect(await (await ask("/"))!.text()).toBe("kept");
  });
});
