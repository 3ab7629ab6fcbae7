/** What a person chose on this device. Kept in the browser, never sent. */
import { isLanguage, type Language } from "./languages";

export const SCHEMES = ["standard", "vivid", "muted", "grades"] as const;
export type Scheme = (typeof SCHEMES)[number];

export interface Prefs {
  name: string;
  language: "" | Language; // "": as the browser says
  theme: "" | "light" | "dark"; // "": as the system says
  scheme: Scheme;
  oneTap: boolean; // one tap decides, without a second one to confirm
  rollByItself: boolean;
  sound: boolean;
  vibration: boolean;
  calm: boolean; // no movement, whatever the system says
  ownScores: boolean; // show running scores on this screen
  typedMoves: boolean; // a field for typed moves; at first where people have a keyboard
  versed: boolean; // has played a turn: everything is offered at once
  warnings: boolean; // said before a blunder is sent, where the table allows hints
  passTo: boolean; // several people, one device: the next one says so before a sheet is shown
  between: boolean; // a tablet between two people: the second sheet is turned round
}

/** Whether this device has a keyboard, as far as a page can know. */
function keyboard(): boolean {
  return globalThis.matchMedia?.("(hover: hover) and (pointer: fine)").matches ?? false;
}

const FIRST: Prefs = {
  name: "",
  language: "",
  theme: "",
  scheme: "standard",
  oneTap: false,
  rollByItself: false,
  sound: false,
  vibration: true,
  calm: false,
  ownScores: true,
  typedMoves: keyboard(),
  versed: false,
  warnings: false,
  passTo: true,
  between: false,
};

const PLACE = "rowlock.prefs";

/** What a full or forbidden storage did not take: it must not stop a game. */
const unkept = new Map<string, string>();

/** What was kept under a name, or nothing. */
export function kept<T>(place: string): T | null {
  try {
    const text = unkept.get(place) ?? localStorage.getItem(place) ?? "null";
    return JSON.parse(text) as T | null;
  } catch {
    return null;
  }
}

/** Keeps something; whether the storage took it. */
export function keep(place: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(place, text);
    unkept.delete(place);
    return true;
  } catch {
    unkept.set(place, text); // the game goes on, for as long as the page is open
    return false;
  }
}

/** Only what has the right type is taken over, so that an old page's choices do no harm. */
export function readPrefs(found: unknown): Prefs {
  const prefs: Record<string, unknown> = { ...FIRST };
  if (typeof found === "object" && found !== null)
    for (const [name, value] of Object.entries(found))
      if (name in FIRST && typeof value === typeof prefs[name]) prefs[name] = value;
  if (!SCHEMES.includes(prefs["scheme"] as Scheme)) prefs["scheme"] = FIRST.scheme;
  if (!isLanguage(prefs["language"])) prefs["language"] = FIRST.language;
  if (!["", "light", "dark"].includes(prefs["theme"] as string)) prefs["theme"] = "";
  return prefs as unknown as Prefs;
}

export const prefs: Prefs = $state(readPrefs(kept(PLACE)));

/** Keeps every change and shows it on the page; call once, inside a component. */
export function followPrefs(): void {
  $effect(() => {
    keep(PLACE, $state.snapshot(prefs));
    const root = document.documentElement;
    root.dataset["scheme"] = prefs.scheme;
    root.dataset["theme"] = prefs.theme;
    root.dataset["calm"] = String(prefs.calm);
  });
}
