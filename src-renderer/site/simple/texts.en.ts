import { addTexts } from '../../i18n/index.ts';

/** The alternative front page: document 3, section 2.2. */
export const simple = {
  meta: {
    title: 'SoundDesk in short: hear the noise go',
    description:
      'Clean your own microphone or a noisy recording in this page, see how it works in three steps, and what it costs.',
  },
  title: 'Hear the noise go.',
  lead: 'Press a button: your microphone or a noisy recording goes through the engine of SoundDesk, in this page. Judge with your own ears.',
  try: 'Start 14-Day Free Trial',
  how: {
    title: 'How it works',
    steps: {
      open: {
        title: 'Choose a microphone',
        text: 'Open SoundDesk in this browser or on your computer, and choose what you speak into.',
      },
      start: {
        title: 'Press the large button',
        text: 'The noise between and under your words goes. The meters show what is measured, not what is hoped for.',
      },
      use: {
        title: 'Speak, or record',
        text: 'Meetings get the cleaned voice through a virtual microphone; recordings keep all tracks in sync.',
      },
    },
  },
  price: {
    title: 'What it costs',
    free: 'Free: {{minutes}} minutes of noise cancellation a day.',
    plan: '{{plan}}: ${{monthly}} per user/month, or ${{yearly}} per year.',
    names: { free: 'Free', essential: 'Essential', professional: 'Professional', enterprise: 'Enterprise' },
    all: 'All prices',
    open: 'Show prices',
    close: 'Close',
    freeNote: 'per month. {{minutes}} minutes of noise cancellation a day',
    planNote: 'per user/month, or ${{yearly}} a year',
  },
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    simple: typeof simple;
  }
}

addTexts('simple', simple);
