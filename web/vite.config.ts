import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const here = import.meta.dirname;

/** What all sources come to: the page tells by it whether the server has a newer one. */
function buildId(): string {
  const hash = createHash("sha256");
  const add = (path: string): void => {
    if (statSync(path).isDirectory())
      readdirSync(path)
        .sort()
        .forEach((name) => add(join(path, name)));
    else if (!path.endsWith("messages.ts"))
      // types leave no trace in the page
      hash.update(path.slice(here.length)).update(readFileSync(path));
  };
  ["src", "public", "worker", "index.html", "package-lock.json", "vite.config.ts"]
    .map((name) => join(here, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false }))
    .forEach(add);
  return hash.digest("hex").slice(0, 12);
}

const build = buildId();

/** Writes the build's name, and into the service worker the files that it keeps. */
function named(): Plugin {
  return {
    name: "rowlock-build",
    generateBundle: {
      order: "post", // when the styles are among the files, too
      handler(_, bundle) {
        this.emitFile({ type: "asset", fileName: "build.json", source: JSON.stringify({ build }) });
        const kept = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
        const worker = bundle["sw.js"];
        if (worker?.type !== "chunk") return this.error("there is no service worker");
        const list = JSON.stringify(kept.map((name) => `/${name}`));
        // The quotes may have changed on the way; that they are there at all must not.
        const code = worker.code
          .replace(/(["'`])__KEPT_FILES__\1/, () => list)
          .replaceAll("__BUILD_NAME__", build);
        if (!code.includes(list) || !code.includes(build) || worker.imports.length)
          return this.error("the service worker does not know the files of this build");
        worker.code = code;
      },
    },
  };
}

export default defineConfig({
  plugins: [svelte(), named()],
  define: { __BUILD__: JSON.stringify(build) },
  build: {
    outDir: join(here, "../src/rowlock/server/static"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a strict policy allows no scripts or styles but from files
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { page: join(here, "index.html"), sw: join(here, "worker/sw.ts") },
      output: {
        entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
} as Parameters<typeof defineConfig>[0]);
