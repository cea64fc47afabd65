import { addTexts } from '../../i18n/index.ts';

const exports = {
  rows: '{{rows}} so far',
  rowsOf: '{{rows}} of {{total}}',
  cancelled: 'The export was given up. No file was saved.',
  cancelledLater: 'The export was given up. The files before are saved.',
  failed: 'The export failed',
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    exports: typeof exports;
  }
}

addTexts('exports', exports);
