export const voiceTexts = {
  sides: { label: 'Voices', before: 'Before', after: 'After' },
  clean: 'Clean voices…',
  cleanAgain: 'Clean again…',
  title: 'Clean voices of {{name}}',
  message:
    'Removes noise from every voice. The raw recording is kept: you can clean again or undo at any time.',
  level: { label: 'Level speech', asRecorded: 'As recorded', lufs: '{{lufs}} LUFS' },
  crosstalk: {
    label: 'Mute crosstalk',
    hint: 'Silences each microphone while it only picks up the other voices.',
  },
  start: 'Clean voices',
  running: 'Cleaning voices',
  cancel: 'Cancel cleaning {{name}}',
  remove: 'Remove clean voices',
  done: 'Voices cleaned',
  doneMessage: 'Play {{name}} and switch between Before and After.',
  exported: {
    label: 'Voices',
    recorded: 'As recorded',
    clean: 'Clean',
    cleansFirst: 'The voices are cleaned first. The raw recording is kept.',
    isClean: 'The mix is made of the clean voices, each at its recorded level.',
    isCleanByFaders: 'The mix is made of the clean voices, as their faders stood.',
  },
} as const;
