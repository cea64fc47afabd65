import { addTexts } from '../../../i18n/index.ts';

const browserCapture = {
  mode: 'Basic mode: this browser saves what you share in its own storage, as WebM.',
  adds: 'The desktop app adds a camera bubble, system audio, a global shortcut, and export to MP4 and MOV.',
} as const;

declare module '../../../i18n/texts.ts' {
  interface TextNamespaces {
    browserCapture: typeof browserCapture;
  }
}

addTexts('browserCapture', browserCapture);
