import i18next, { type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../src-shared/domain/languages.ts';
import { setCurrentLanguage } from '../lib/language.ts';
import { common } from './en/common.ts';
import { loadTranslations, type TextPart } from './packs.ts';
import type { TextNamespaces } from './texts.ts';

/**
 * The texts of the product. A feature adds its own with `addTexts` when its chunk loads, so that
 * the landing page does not carry the app's sentences, nor the app the landing page's. English comes with
 * the feature; other languages are chunks of their own, one for the public pages and one for the app.
 */
export const i18n: I18n = i18next.createInstance();

void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  defaultNS: 'common',
  resources: { en: { common } },
  initAsync: false,
  interpolation: { escapeValue: false }, // React escapes.
  returnNull: false,
});

/** Makes the English texts of a feature known; called at the top of the feature's chunk. */
export function addTexts<N extends keyof TextNamespaces>(namespace: N, texts: TextNamespaces[N]): void {
  i18n.addResourceBundle('en', namespace, texts);
}

const partsInUse = new Set<TextPart>();
const loaded = new Map<string, Promise<void>>();
let wanted: Language = 'en';

/** Fetches the texts of a part in the language that is spoken; from then on also in each that is changed to. */
export async function loadTexts(part: TextPart): Promise<void> {
  partsInUse.add(part);
  await loadPart(wanted, part);
}

/** Speaks another language, once its texts are here. Rejects where they cannot be fetched, and speaks on as before. */
export async function changeLanguage(language: Language): Promise<void> {
  const before = wanted;
  wanted = language;
  try {
    await Promise.all([...partsInUse].map((part) => loadPart(language, part)));
  } catch (error) {
    if (wanted === language) wanted = before;
    throw error;
  }
  // Another may have been asked for meanwhile.
  if (wanted !== language || i18n.language === language) return;
  setCurrentLanguage(language);
  if (typeof document !== 'undefined') document.documentElement.lang = language;
  await i18n.changeLanguage(language);
}

function loadPart(language: Language, part: TextPart): Promise<void> {
  if (language === 'en') return Promise.resolve();
  const key = `${language}/${part}`;
  const running = loaded.get(key) ?? addPart(language, part);
  loaded.set(key, running);
  // What failed is asked for again the next time.
  running.catch(() => loaded.delete(key));
  return running;
}

async function addPart(language: Exclude<Language, 'en'>, part: TextPart): Promise<void> {
  for (const [namespace, texts] of Object.entries(await loadTranslations(language, part)))
    i18n.addResourceBundle(language, namespace, texts);
}

export type { TextNamespaces } from './texts.ts';
