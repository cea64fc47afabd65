import { describe, expect, it } from 'vitest';
import { TRANSLATED_LANGUAGES } from '../../src-shared/domain/languages.ts';
import { ENGLISH_DOCUMENTS } from '../site/legal/useLegalDocument.ts';
import type { LegalDocument } from '../site/legal/legalDocument.ts';
import { list } from './en/list.ts';
import { shell } from './en/shell.ts';
import './errorTexts.ts';
import { addTexts, i18n, type TextNamespaces } from './index.ts';
import { loadTranslations, type TextPart } from './packs.ts';

addTexts('shell', shell);
addTexts('list', list);

/** Namespaces of English by what is fetched with them: every screen, so that a text missing in a language is a fault. */
const site = await namespacesOf(import.meta.glob('../site/**/*exts*.ts'));
const app = await namespacesOf(import.meta.glob('../features/**/*exts*.ts'));
const COMPLETE: Record<TextPart, readonly (keyof TextNamespaces)[]> = {
  site: [...site, 'common'],
  app: [...app, 'common', 'errors', 'list', 'shell'],
};

/** What the files add; one that others read too was added by the first of them. */
async function namespacesOf(files: Record<string, () => Promise<unknown>>) {
  const known = new Set(Object.keys(i18n.store.data.en ?? {}));
  for (const load of Object.values(files)) await load();
  const all = Object.keys(i18n.store.data.en ?? {});
  return all.filter((namespace) => !known.has(namespace)) as (keyof TextNamespaces)[];
}

/** New English texts of a complete namespace that wait for their translation: by what their keys begin with. */
const STILL_ENGLISH: readonly string[] = [];

const CASES = TRANSLATED_LANGUAGES.flatMap((language) =>
  (['site', 'app'] as const).flatMap((part) =>
    COMPLETE[part].map((namespace) => ({ language, part, namespace })),
  ),
);

/** Every text of a tree by its key. */
function textsOf(tree: unknown, key: string): [string, string][] {
  if (typeof tree === 'string') return [[key, tree]];
  return Object.entries(tree as object).flatMap(([name, below]) => textsOf(below, `${key}.${name}`));
}

const placeholdersOf = (text: string) => (text.match(/\{\{\w+\}\}|<\/?\w+>/g) ?? []).sort();

describe('translations', () => {
  it.each(CASES)(
    'of $namespace into $language are complete ($part)',
    async ({ language, part, namespace }) => {
      const pack = (await loadTranslations(language, part)) as Record<string, unknown>;
      const english = textsOf(i18n.getResourceBundle('en', namespace), namespace).filter(
        ([key]) => !STILL_ENGLISH.some((start) => key.startsWith(start)),
      );
      const translated = new Map(textsOf(pack[namespace] ?? {}, namespace));
      expect(english.length).toBeGreaterThan(0);
      expect(english.map(([key]) => key).filter((key) => !translated.has(key))).toEqual([]);
      for (const [key, text] of english) {
        expect(translated.get(key)?.trim(), key).not.toBe('');
        expect(placeholdersOf(translated.get(key) ?? ''), key).toEqual(placeholdersOf(text));
      }
    },
  );

  it.each(TRANSLATED_LANGUAGES)('into %s have no key that English has not', async (language) => {
    for (const part of ['site', 'app'] as const) {
      const pack = (await loadTranslations(language, part)) as Record<string, unknown>;
      for (const namespace of COMPLETE[part]) {
        const english = new Set(
          textsOf(i18n.getResourceBundle('en', namespace), namespace).map(([key]) => key),
        );
        const unknown = textsOf(pack[namespace] ?? {}, namespace).filter(([key]) => !english.has(key));
        expect(unknown).toEqual([]);
      }
    }
  });

  it.each(TRANSLATED_LANGUAGES)('of the legal texts into %s have every section and row', async (language) => {
    const { legalDocuments } = await loadTranslations(language, 'site');
    for (const [id, english] of Object.entries(ENGLISH_DOCUMENTS)) {
      const translated = legalDocuments?.[id as keyof typeof ENGLISH_DOCUMENTS];
      expect(translated && shapeOf(translated), id).toEqual(shapeOf(english));
    }
  });

  it('fall back to English where one is missing', () => {
    expect(i18n.getFixedT('de', 'common')('close')).toBe('Close');
  });
});

/** What a translation of a legal text must have in common with it. */
function shapeOf({ updated, sections }: LegalDocument) {
  return {
    updated,
    sections: sections.map(({ id, paragraphs, list, table }) => ({
      id,
      paragraphs: paragraphs.length,
      list: list?.length,
      head: table?.head.length,
      rows: table?.rows.map((row) => row.length),
    })),
  };
}
