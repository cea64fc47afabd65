import { addTexts } from '../../../i18n/index.ts';

const browserMeeting = {
  mode: 'Basic mode: this browser saves the meeting in its own storage, as WebM. To record the others, the meeting must be in a tab, or on a screen shared with sound.',
  adds: 'The desktop app also records meetings in other apps, and exports MP3, MP4 and MOV.',
  sides: {
    title: 'Who is heard',
    you: 'You',
    others: 'The others',
    yourLevel: 'Level of your microphone',
    othersLevel: 'Level of the others',
    notWanted: 'Not recorded: switched off in the recording settings.',
    uncleaned: 'Recorded without cleaning: {{reason}}',
    microphoneLost:
      'No sound from your microphone: it was unplugged, or its permission was withdrawn. Everything until then is saved, and the others are still recorded.',
    noSound: 'The others are not recorded: the browser shares no sound.',
    noSoundMessage:
      'Share the meeting’s tab and allow its sound when the browser asks, or a whole screen with sound. Most browsers share no sound from a window.',
    shareWithSound: 'Share with sound',
    notShared: 'The window or tab is no longer shared. Everything until then is saved.',
    shareAgain: 'Share another window',
  },
} as const;

declare module '../../../i18n/texts.ts' {
  interface TextNamespaces {
    browserMeeting: typeof browserMeeting;
  }
}

addTexts('browserMeeting', browserMeeting);
