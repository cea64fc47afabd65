import { describe, expect, it } from 'vitest';
import { TRANSLATED_LANGUAGES } from '../../src-shared/domain/languages.ts';
import { ENGLISH_DOCUMENTS } from '../site/legal/useLegalDocument.ts';
import type { LegalDocument } from '../site/legal/legalDocument.ts';
import '../site/chat/texts.en.ts';
import '../site/texts.en.ts';
import '../site/consent/texts.en.ts';
import '../site/translator/texts.en.ts';
import '../site/simple/texts.en.ts';
import '../site/pricing/texts.en.ts';
import '../site/licenceKeys/texts.en.ts';
import '../site/docs/texts.en.ts';
import '../site/api/texts.en.ts';
import '../site/status/texts.en.ts';
import '../site/contact/texts.en.ts';
import '../site/gdpr/texts.en.ts';
import '../site/legal/texts.en.ts';
import '../features/admin/adminOnlyTexts.ts';
import '../features/admin/affiliates/texts.ts';
import '../features/admin/content/texts.ts';
import '../features/admin/gateway/texts.ts';
import '../features/admin/inbox/texts.ts';
import '../features/admin/incidents/texts.ts';
import '../features/admin/licences/texts.ts';
import '../features/admin/overview/texts.ts';
import '../features/admin/taxes/texts.ts';
import '../features/admin/testimonials/texts.ts';
import '../features/admin/tracking/texts.ts';
import '../features/affiliate/texts.ts';
import '../features/analytics/texts.ts';
import '../features/auth/texts.ts';
import '../features/auth/resetTestTexts.ts';
import '../features/billing/texts.ts';
import '../features/broadcast/texts.ts';
import '../features/comparePlayer/texts.ts';
import '../features/dashboard/texts.ts';
import '../features/engine/effectTexts.ts';
import '../features/engine/outputTexts.ts';
import '../features/enhancement/texts.ts';
import '../features/exports/texts.ts';
import '../features/firstRun/texts.ts';
import '../features/help/texts.ts';
import '../features/keys/texts.ts';
import '../features/licence/texts.ts';
import '../features/meeting/texts.ts';
import '../features/meeting/browser/texts.ts';
import '../features/organization/texts.ts';
import '../features/organization/keys/texts.ts';
import '../features/organization/teams/texts.ts';
import '../features/organization/trail/texts.ts';
import '../features/plugins/texts.ts';
import '../features/recordingWarnings/texts.ts';
import '../features/recorderCheck/texts.ts';
import '../features/screenCapture/texts.ts';
import '../features/screenCapture/browser/texts.ts';
import '../features/settings/texts.ts';
import '../features/studio/texts.ts';
import '../features/studio/video/texts.ts';
import '../features/tour/texts.ts';
import '../ui/list/texts.ts';
import { shell } from './en/shell.ts';
import { addTexts, i18n, type TextNamespaces } from './index.ts';
import { loadTranslations, type TextPart } from './packs.ts';

addTexts('shell', shell);

/** Every screen: a text that is missing in a language is a fault. */
const COMPLETE = {
  site: [
    ...['common', 'site', 'consent', 'translator', 'simple', 'pricing', 'licenceKeys', 'docs'],
    ...['api', 'status', 'contact', 'gdpr', 'legal', 'chat'],
  ],
  app: [
    ...['firstRun', 'comparePlayer', 'tour'],
    ...[
      'common',
      'shell',
      'list',
      'auth',
      'resetTest',
      'licence',
      'dashboard',
      'enhancement',
      'effects',
      'plugins',
    ],
    ...[
      'studio',
      'studioVideo',
      'broadcast',
      'meeting',
      'browserMeeting',
      'screenCapture',
      'browserCapture',
      'exports',
    ],
    ...[
      'recordingWarnings',
      'analytics',
      'settings',
      'help',
      'organization',
      'users',
      'teams',
      'apiKeys',
      'trail',
    ],
    ...[
      'keys',
      'outputs',
      'recorderCheck',
      'billing',
      'affiliate',
      'adminOnly',
      'adminOverview',
      'adminTaxes',
      'adminGateway',
      'adminContent',
    ],
    ...[
      'adminIncidents',
      'adminTestimonials',
      'adminLicences',
      'adminTracking',
      'adminInbox',
      'adminAffiliates',
    ],
  ],
} as Record<TextPart, readonly (keyof TextNamespaces)[]>;

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
    expect(i18n.getFixedT('de', 'settings')('title')).toBe('Settings');
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
