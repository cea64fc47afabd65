import { addTexts } from '../../i18n/index.ts';

export const legal = {
  updated: 'Last changed on {{day}}',
  contents: 'On this page',
  binding: 'The English text is binding.',
  backHome: 'Back to Home',
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    legal: typeof legal;
  }
}

addTexts('legal', legal);
