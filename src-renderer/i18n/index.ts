import i18next, { type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { common } from './en/common.ts';
import type { TextNamespaces } from './texts.ts';

/**
 * The texts of the product. A feature adds its own with `addTexts` when its chunk loads, so that
 * the landing page does not carry the app's sentences, nor the app the landing page's.
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

/** Makes the texts of a feature known; called at the top of the feature's chunk. */
export function addTexts<N extends keyof TextNamespaces>(namespace: N, texts: TextNamespaces[N]): void {
  i18n.addResourceBundle('en', namespace, texts);
}

export type { TextNamespaces } from './texts.ts';
