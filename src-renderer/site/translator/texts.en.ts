import { addTexts } from '../../i18n/index.ts';

/** The way to a translator of other languages; loads with its dialog. */
export const translator = {
  title: 'This page in another language',
  text: 'Google Translate shows this page in other languages, in a new tab and on its own servers. Google then learns which page you read, when, and from which address. Nothing is sent before you agree, and nothing of it is loaded into this page.',
  agree: 'Agree and open',
  close: 'Close',
  loading: 'Google Translate is opening in a new tab…',
  unreachable: 'This page has no public address, so Google can’t read it.',
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    translator: typeof translator;
  }
}

addTexts('translator', translator);
