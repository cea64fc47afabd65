import { addTexts } from '../../i18n/index.ts';

const tour = {
  label: 'Tour',
  place: 'Step {{step}} of {{count}}',
  next: 'Next',
  back: 'Back',
  end: 'Finish',
  leave: 'Leave the tour',
  start: 'Take the tour',
  steps: {
    live: {
      title: 'Clean calls here',
      text: 'Turn on noise cancellation, then choose SoundDesk as the microphone in Zoom, Teams or OBS.',
    },
    sound: {
      title: 'Shape your voice',
      text: 'Gate, equalizer, compressor and de-esser. Record a test, and compare raw with clean. Drop a file to clean it.',
    },
    studio: {
      title: 'Record every voice on its own track',
      text: 'Add a microphone, a camera or a screen for each person, then press Start Recording.',
    },
    recordings: {
      title: 'Play, clean and export',
      text: 'Recordings are at the end of this screen. Nothing there yet? Open the demo recording.',
    },
    help: {
      title: 'Find anything',
      text: 'Search help here. {{keys}} opens the palette, which reaches every screen and action, and this tour.',
    },
  },
} as const;

addTexts('tour', tour);

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    tour: typeof tour;
  }
}
