/**
 * Languages that SoundDesk speaks, each in its own words. English is the one that every text is written in first, and that
 * missing ones fall back to.
 */
export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGE_NAMES;
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[];

/** Those whose public pages have a first part of the address of their own: `/de/pricing`. English ones have none. */
export type TranslatedLanguage = Exclude<Language, 'en'>;
export const TRANSLATED_LANGUAGES = LANGUAGES.filter((language) => language !== 'en');

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
