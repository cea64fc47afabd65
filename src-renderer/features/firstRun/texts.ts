import { addTexts } from '../../i18n/index.ts';

const firstRun = {
  title: 'Hear it first',
  lead: 'Three people, a fan, a keyboard and a humming cable. Play the episode, then switch to Clean.',
  play: 'Play a noisy episode',
  voice: 'Try your own voice',
  voiceAgain: 'Record again',
  back: 'Back to the episode',
  asking: 'Your browser asks for your microphone. Allow it, then speak.',
  speak: 'Speak now',
  seconds: '{{done}} / {{of}} s',
  level: 'Level of your microphone',
  done: 'Done',
  waveform: {
    episode: 'The episode, raw above, clean below',
    voice: 'Your voice, raw above, clean below',
  },
  reduction: 'Noise in the pauses: {{db}} dB',
  noPauses: 'No pause was heard in which noise could be measured.',
  auto: 'Cleaned by Auto: two noise models listen at once, and you hear what both make of it. The trial, Professional and Enterprise have it.',
  note: 'Cleaned on this computer. Nothing is uploaded, and nothing is kept.',
  next: 'Make your first recording',
  demo: 'Open a demo recording',
  failed: {
    episode: 'The episode could not be cleaned ({{code}}): {{reason}} Press Play to try again.',
    voice: '{{reason}} ({{code}})',
    silent: 'Nothing was heard. Check that the right microphone is on, then record again.',
    noRecorder: 'This browser cannot record sound. Update it, or try another one.',
  },
} as const;

addTexts('firstRun', firstRun);

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    firstRun: typeof firstRun;
  }
}
