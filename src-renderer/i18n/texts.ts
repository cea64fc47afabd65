import type { common } from './en/common.ts';

/**
 * The texts by namespace. A feature adds its own by declaration merging:
 * `declare module '../../i18n/texts.ts' { interface TextNamespaces { mine: typeof mine } }`.
 */
export interface TextNamespaces {
  common: typeof common;
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: TextNamespaces;
  }
}
