import { addTexts } from '../../i18n/index.ts';

/** What is heard and seen before anything is recorded. */
const recorderCheck = {
  title: 'Before you start',
  microphone: 'Your microphone',
  level: 'Level of your microphone before the start',
  off: 'Off: your microphone is not recorded.',
  opening: 'Opening the microphone…',
  hears: 'Hears {{name}}',
  show: 'Show level',
  showHint: 'Your browser asks for the microphone.',
  again: 'Try again',
  preview: 'Preview',
  nothing: 'Nothing chosen yet. You are asked when you start, or choose now to see it first.',
  choose: 'Choose what to share',
  another: 'Choose something else',
  release: 'Stop sharing',
  video: 'Preview of what will be recorded',
  sharedLevel: 'Level of the shared sound',
  noSharedSound:
    'No sound comes with it. Share a tab with its sound, or a whole screen, to record the others.',
  notShared: 'Nothing was shared: {{reason}}',
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    recorderCheck: typeof recorderCheck;
  }
}

addTexts('recorderCheck', recorderCheck);
