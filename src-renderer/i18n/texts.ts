import type { LegalDocuments } from '../site/legal/legalDocument.ts';
import type { common } from './en/common.ts';

/**
 * The texts by namespace. A feature adds its own by declaration merging:
 * `declare module '../../i18n/texts.ts' { interface TextNamespaces { mine: typeof mine } }`.
 */
export interface TextNamespaces {
  common: typeof common;
}

/**
 * Texts of a namespace in another language: no key that English does not have. One that is not translated yet
 * falls back to English; `complete.test.ts` says where none may be missing.
 */
type Translated<T> = {
  readonly [Key in keyof T]?: T[Key] extends string ? string : Translated<T[Key]>;
};

/** What is fetched at once for a language. */
export type Translations = {
  readonly [N in keyof TextNamespaces]?: Translated<TextNamespaces[N]>;
} & { readonly legalDocuments?: LegalDocuments };

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: TextNamespaces;
  }
}
