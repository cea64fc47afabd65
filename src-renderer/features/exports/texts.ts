import { addTexts } from '../../i18n/index.ts';

const exports = {
  rows: '{{rows}} so far',
  rowsOf: '{{rows}} of {{total}}',
  cancelled: 'Export canceled. No file was saved.',
  cancelledLater: 'Export canceled. Earlier files are saved.',
  failed: 'The export failed',
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    exports: typeof exports;
  }
}

addTexts('exports', exports);
