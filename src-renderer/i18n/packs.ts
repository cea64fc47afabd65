import type { TranslatedLanguage } from '../../src-shared/domain/languages.ts';
import type { LegalDocuments } from '../site/legal/legalDocument.ts';
import type { Translations } from './texts.ts';

/** What is fetched together: the public pages, or the app. */
export type TextPart = 'site' | 'app';

/** The texts by path: the file `common.json` is the namespace `common`. */
interface Pack {
  files: Record<string, unknown>;
  legalDocuments?: LegalDocuments;
}

const PACKS: Record<TranslatedLanguage, Record<TextPart, () => Promise<Pack>>> = {
  de: { site: () => import('./de/site.ts'), app: () => import('./de/app.ts') },
  es: { site: () => import('./es/site.ts'), app: () => import('./es/app.ts') },
  fr: { site: () => import('./fr/site.ts'), app: () => import('./fr/app.ts') },
};

/** Fetches the texts of a part in a language. */
export async function loadTranslations(language: TranslatedLanguage, part: TextPart): Promise<Translations> {
  const { files, legalDocuments } = await PACKS[language][part]();
  const byNamespace = Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]),
  );
  return { ...byNamespace, ...(legalDocuments && { legalDocuments }) };
}
