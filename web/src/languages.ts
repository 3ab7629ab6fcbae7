/** The languages of the page: the only list of them. The first is used when in doubt. */
export const LANGUAGE_NAMES = { en: "English", de: "Deutsch", it: "Italiano" } as const;

export type Language = keyof typeof LANGUAGE_NAMES;
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[];

export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.includes(text as Language);
}
