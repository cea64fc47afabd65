import { addTexts } from '../../i18n/index.ts';

/** What is heard and seen before anything is recorded. */
const recorderCheck = {
  title: 'Before you start',
  microphone: 'Your microphone',
  system: 'Sound of this computer',
  shown: 'Level of',
  sides: { microphone: 'Microphone', system: 'Computer' },
  level: 'Level of your microphone before the start',
  systemLevel: 'Level of this computer before the start',
  liveInTheWay: 'Noise cancellation is using the engine. Turn it off to see this level.',
  off: 'Off: your microphone is not recorded.',
  opening: { microphone: 'Opening the microphone…', system: 'Listening to this computer…' },
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
