import { addTexts } from '../../../i18n/index.ts';

const browserCapture = {
  mode: 'Basic mode: this browser records what you share into its own storage, as WebM.',
  adds: 'The desktop app adds a camera bubble, what the whole computer plays, a shortcut that works in every program, and exports as MP4 and MOV.',
} as const;

declare module '../../../i18n/texts.ts' {
  interface TextNamespaces {
    browserCapture: typeof browserCapture;
  }
}

addTexts('browserCapture', browserCapture);
