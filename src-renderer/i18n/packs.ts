import type { TranslatedLanguage } from '../../src-shared/domain/languages.ts';
import type { Translations } from './texts.ts';

/** What is fetched together: the public pages, or the app. */
export type TextPart = 'site' | 'app';

type Pack = () => Promise<{ texts: Translations }>;

const PACKS: Record<TranslatedLanguage, Record<TextPart, Pack>> = {
  de: { site: () => import('./de/site.ts'), app: () => import('./de/app.ts') },
  es: { site: () => import('./es/site.ts'), app: () => import('./es/app.ts') },
  fr: { site: () => import('./fr/site.ts'), app: () => import('./fr/app.ts') },
};

/** Fetches the texts of a part in a language. */
export async function loadTranslations(language: TranslatedLanguage, part: TextPart): Promise<Translations> {
  return (await PACKS[language][part]()).texts;
}
