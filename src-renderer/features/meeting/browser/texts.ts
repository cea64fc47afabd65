import { addTexts } from '../../../i18n/index.ts';

const browserMeeting = {
  mode: 'Basic mode: this browser records the meeting into its own storage, as WebM. The meeting has to be in a tab, or on a screen that is shared with its sound, for the others to be heard.',
  adds: 'The desktop app also hears meetings in other programs, and exports mixes, MP4 and MOV.',
  sides: {
    title: 'Who is heard',
    you: 'You',
    others: 'The others',
    yourLevel: 'Level of your microphone',
    othersLevel: 'Level of the others',
    notWanted: 'Not recorded: switched off in the recording settings.',
    uncleaned: 'Recorded as it arrives, without cleaning: {{reason}}',
    microphoneLost:
      'Your microphone gives nothing any more: it was unplugged, or its permission was withdrawn. All until then is kept, and the others are recorded further.',
    noSound: 'The others are not recorded: the browser gives no sound of what is shared.',
    noSoundMessage:
      'Share the meeting’s tab and allow its sound where the browser asks, or a whole screen with its sound. Of a window, browsers mostly give none.',
    shareWithSound: 'Share it with its sound',
    notShared: 'The window or tab is not shared any more. All until then is kept.',
    shareAgain: 'Share another window',
  },
} as const;

declare module '../../../i18n/texts.ts' {
  interface TextNamespaces {
    browserMeeting: typeof browserMeeting;
  }
}

addTexts('browserMeeting', browserMeeting);
