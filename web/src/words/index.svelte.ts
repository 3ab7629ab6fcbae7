/** The words of the page in the language that is chosen. Only that language is loaded. */
import { prefs } from "../prefs.svelte";
import type { en } from "./en";

export const LANGUAGES = ["en", "de", "it"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  it: "Italiano",
};

/** A text, or one for each plural form that the language has. */
export type Text = string | { one: string; other: string };
export type Key = keyof typeof en;
export type Words = Record<Key, Text>;
export type Values = Record<string, string | number>;

const loaders: Record<Language, () => Promise<Words>> = {
  en: async () => (await import("./en")).en,
  de: async () => (await import("./de")).de,
  it: async () => (await import("./it")).it,
};

let words: Words = $state.raw({} as Words);
let language: Language = $state("en");

export function chosenLanguage(): Language {
  return language;
}

/** The first of the browser's languages that we speak. */
export function spoken(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((one) => tag.toLowerCase().split("-")[0] === one);
    if (found) return found;
  }
  return "en";
}

/** Loads the words; wait for it once before anything is shown, and after each new choice. */
export async function speak(): Promise<void> {
  const wanted = prefs.language || spoken(navigator.languages);
  words = await loaders[wanted]();
  language = wanted;
  document.documentElement.lang = wanted;
}

/** A text with its values put in; `n` chooses the plural form. */
export function fill(text: Text, values: Values, spokenIn: Language): string {
  const form =
    typeof text === "string"
      ? text
      : new Intl.PluralRules(spokenIn).select(Number(values["n"])) === "one"
        ? text.one
        : text.other;
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? new Intl.NumberFormat(spokenIn).format(value) : value;
  });
}

export function t(key: Key, values: Values = {}): string {
  const text = words[key];
  return text === undefined ? key : fill(text, values, language);
}

/** For keys that are put together, such as `refused.` + code; only if there is such a text. */
export function maybe(key: string, values: Values = {}): string | null {
  return key in words ? t(key as Key, values) : null;
}

/** Names in a row, as the language joins them: "Emma, Max and keen". */
export function joined(names: readonly string[]): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}

export function day(time: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(
    time,
  );
}
