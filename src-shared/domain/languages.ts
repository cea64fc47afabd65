/** Languages that SoundDesk speaks. English is the one that every text is written in first, and that missing ones fall back to. */
export const LANGUAGES = ['en', 'de', 'es', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Those whose public pages have a first part of the address of their own: `/de/pricing`. English ones have none. */
export const TRANSLATED_LANGUAGES = ['de', 'es', 'fr'] as const satisfies readonly Language[];
export type TranslatedLanguage = (typeof TRANSLATED_LANGUAGES)[number];

/** Each in its own words, which are the same whatever language is spoken now. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
};

/** What can be set: one of them, or what the system or the browser asks for. */
export const LANGUAGE_CHOICES = ['system', ...LANGUAGES] as const;
export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number];

/** Whether a text names one of the languages. */
export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.includes(text as Language);
}

/** The first of the wanted languages, such as `de-AT`, that SoundDesk speaks; English where it speaks none. */
export function matchLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en';
}

/** Parts `/de/pricing` into `de` and `/pricing`; null where a path names no language. */
export function splitLanguage(path: string): { language: TranslatedLanguage | null; path: string } {
  const [, first = ''] = path.split('/');
  const language = TRANSLATED_LANGUAGES.find((known) => known === first);
  if (!language) return { language: null, path };
  return { language, path: path.slice(language.length + 1) || '/' };
}

/** The address of a public page in a language. `path` names none. */
export function pathIn(language: Language, path: string): string {
  if (language === 'en') return path;
  return path === '/' ? `/${language}` : `/${language}${path}`;
}
