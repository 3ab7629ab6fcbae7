/**
 * The words of the page in the language that is chosen. Only that language is loaded, and of it
 * at first only what the first screens say.
 */
import { LANGUAGES, type Language } from "../languages";
import { prefs } from "../prefs.svelte";
import type { en } from "./en";

/** A text, or one for each plural form that the language has. */
export type Text = string | { one: string; other: string };
export type Key = keyof typeof en;
export type Words = Record<Key, Text>;
export type Values = Record<string, string | number>;

type Module = Partial<Record<Language, Words>>;
const all = import.meta.glob<Module>("./*/index.ts");
const first = import.meta.glob<Module>("./*/first.ts");

let words: Words = $state.raw({} as Words);
let language: Language = $state(LANGUAGES[0]!);
let complete = false; // whether all words of the language are there

export function chosenLanguage(): Language {
  return language;
}

/** The first of the browser's languages that we speak. */
export function spoken(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((one) => tag.toLowerCase().split("-")[0] === one);
    if (found) return found;
  }
  return LANGUAGES[0]!;
}

const wanted = (): Language => prefs.language || spoken(navigator.languages);

/** Loads all words; wait for it before a screen is shown that needs them, and after a new choice. */
export async function speak(): Promise<void> {
  const chosen = wanted();
  if (complete && chosen === language) return;
  take(chosen, (await all[`./${chosen}/index.ts`]!())[chosen]!);
  complete = true;
}

/** Loads what the first screens say; the rest comes with the first screen that needs it. */
export async function speakFirst(): Promise<void> {
  const chosen = wanted();
  const loaded = (await first[`./${chosen}/first.ts`]!())[chosen]!;
  if (!complete) take(chosen, loaded);
}

function take(chosen: Language, loaded: Words): void {
  words = loaded;
  language = chosen;
  document.documentElement.lang = chosen;
}

/** A number as it is shown: with a minus sign, not with a hyphen. */
export function numeral(value: number, spokenIn: Language = language): string {
  return new Intl.NumberFormat(spokenIn).format(value).replace("-", "\u2212");
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
    return typeof value === "number" ? numeral(value, spokenIn) : value;
  });
}

export function t(key: Key, values: Values = {}): string {
  const text = words[key];
  return text === undefined ? key : fill(text, values, language);
}

/** Words that come with a variant, in the language of the page. */
export function local(text: Readonly<Record<Language, string>>): string {
  return text[language];
}

/** With a capital letter, as it begins a line. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

/** For keys that are put together, such as `refused.` + code; only if there is such a text. */
export function maybe(key: string, values: Values = {}): string | null {
  return key in words ? t(key as Key, values) : null;
}

/** Names in a row, as the language joins them: "Emma, Max and keen". */
export function joined(names: readonly string[]): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}

/** One of several, as the language says it: "green or blue". */
export function either(names: readonly string[]): string {
  return new Intl.ListFormat(language, { type: "disjunction" }).format(names);
}

/** The language of the page as it is written where the browser is at home: `en-GB`, `de-AT`. */
export function localeOf(spokenIn: Language, wanted: readonly string[]): string {
  const regions = wanted.flatMap((tag) => {
    try {
      const { language: of, region } = new Intl.Locale(tag);
      return region ? [{ of, region }] : [];
    } catch {
      return []; // no tag that anybody knows
    }
  });
  const found = regions.find(({ of }) => of === spokenIn) ?? regions[0];
  return found ? `${spokenIn}-${found.region}` : spokenIn;
}

export function day(time: number): string {
  return new Intl.DateTimeFormat(localeOf(language, navigator.languages), {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(time);
}
