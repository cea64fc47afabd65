import { addTexts } from '../../i18n/index.ts';

const recordingWarnings = {
  slept: {
    title: 'The computer slept for {{duration}}',
    message: 'Nothing was recorded from {{place}} until it woke up. Everything before and after is saved.',
  },
  stoodStill: {
    title: 'SoundDesk was suspended for {{duration}}',
    message:
      'At {{place}} of the recording, the computer slept, stopped SoundDesk, or was overloaded. Everything recorded is saved; the certificate shows what is missing.',
  },
  more_one: 'And {{count}} time before that.',
  more_other: 'And {{count}} times before that.',
  disk: {
    DISK_LOW: 'The disk is almost full',
    DISK_SLOW: 'The disk is too slow',
  },
  dismiss: 'OK',
};

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    recordingWarnings: typeof recordingWarnings;
  }
}

addTexts('recordingWarnings', recordingWarnings);
