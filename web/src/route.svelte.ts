/** Which screen is shown: the path of the address, and what lies over it. */
let path: string = $state(location.pathname);

/** What lies over the screen, the last on top: the way back closes that and nothing else. */
export type Layer = "menu" | "settings" | "replay" | "review";
/** Those that are screens of their own: forwards they come back. */
const SCREENS: readonly Layer[] = ["replay", "review"];
let layers: readonly Layer[] = $state.raw([]);
const keptLayers = (): Layer[] => (history.state as { layers?: Layer[] } | null)?.layers ?? [];
// After loading again nothing lies over the screen, whatever the browser remembers.
if (keptLayers().length) history.replaceState(null, "");

window.addEventListener("popstate", () => {
  path = location.pathname;
  // Menus and dialogs do not open by themselves.
  const before = layers;
  layers = keptLayers().filter((one) => SCREENS.includes(one) || before.includes(one));
});

export function currentPath(): string {
  return path;
}

export function isOpen(layer: Layer): boolean {
  return layers.includes(layer);
}

/** Opens something over the screen; a menu gives way to what was chosen in it. */
export function openLayer(layer: Layer): void {
  if (layers.includes(layer)) return;
  const instead = layers.at(-1) === "menu";
  layers = [...(instead ? layers.slice(0, -1) : layers), layer];
  history[instead ? "replaceState" : "pushState"]({ layers }, "");
}

/** Closes it as the way back would, if it is still open. */
export function closeLayer(layer: Layer): void {
  if (layers.at(-1) !== layer) return;
  layers = layers.slice(0, -1);
  history.back();
}

/** Goes to another screen without loading the page again. */
export function go(to: string, replace = false): void {
  if (to === location.pathname) return;
  // What lay over this screen is no place to come back to.
  history[replace || layers.length ? "replaceState" : "pushState"](null, "", to);
  layers = [];
  path = location.pathname;
  window.scrollTo(0, 0);
}

/** Links inside the page are followed here; put it on the element around everything. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(link.pathname);
}
