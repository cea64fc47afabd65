import { addTexts } from '../../i18n/index.ts';

const setUp = {
  title: 'Set up SoundDesk',
  subtitle:
    'A microphone that is heard, a microphone for other apps, a first recording. Skip any step; run it again from Help.',
  start: 'Set up',
  leave: 'Leave set-up',
  next: 'Next',
  finish: 'Finish',
  steps: {
    hear: {
      name: 'Hear it',
    },
    licence: {
      name: 'License',
      title: 'Your license',
      text: 'Enter a key or a license file, use your account’s license, or stay on the Free tier.',
    },
    microphone: {
      name: 'Microphone',
      title: 'Is your microphone heard?',
      text: 'Choose it, start the check, and say a sentence.',
    },
    virtual: {
      name: 'Other apps',
      title: 'A microphone for Zoom, Teams and OBS',
      text: 'SoundDesk makes a microphone that carries your cleaned voice. Choose it in the other app.',
    },
    record: {
      name: 'First recording',
      title: 'Make a first recording',
      text: 'Say a few sentences. The recording is on your disk while you speak.',
    },
  },
  microphone: {
    label: 'Microphone',
    default: 'System default',
    level: 'Microphone level',
    start: 'Check microphone',
    again: 'Check again',
  },
  hearing: {
    waiting: 'Listening to {{name}}. Say a sentence.',
    heard: '{{name}} hears you.',
    off: '{{name}} is silent.',
    faint: '{{name}} hears only quiet noise.',
  },
  silence: {
    title: 'Why is there no voice?',
    muted:
      'The microphone is muted: check its own switch, the headset’s button and the mute key of the keyboard.',
    otherInput: 'Another microphone is plugged in: choose it above and check again.',
    closer: 'You are too far away, or speak into its back: come closer.',
    gain: 'Its level is turned down in the system’s sound settings: turn it up.',
    openSettings: 'Open system settings',
    permission: {
      mac: 'macOS does not let SoundDesk hear: System Settings › Privacy & Security › Microphone, turn on SoundDesk, then quit and open it again.',
      windows:
        'Windows does not let apps hear: Settings › Privacy & security › Microphone, turn on “Let desktop apps access your microphone”.',
      linux: 'The system does not let SoundDesk hear: check the sound settings of your desktop.',
      page: 'The browser does not let this page hear: click the icon left of the address and allow the microphone.',
    },
    privacySwitch: {
      mac: 'macOS gives silence to apps without permission: System Settings › Privacy & Security › Microphone.',
      windows:
        'A privacy switch on the keyboard or in Settings › Privacy & security › Microphone turns every microphone off.',
      linux:
        'A privacy switch on the laptop turns every microphone off, or the input is muted in the sound settings.',
      page: 'A privacy switch on the laptop or in the system’s settings turns every microphone off.',
    },
  },
  virtual: {
    start: 'Make the microphone',
    choose: 'Now choose “{{name}}” as the microphone in the other app.',
    waiting: 'Waiting: no app has opened it yet.',
    opened: 'Opened by: {{names}}',
    unknown: 'This system does not say which apps opened it.',
  },
  record: {
    start: 'Record',
    stop: 'Stop',
    running: 'Recording: {{time}}',
    done: '“{{name}}” is saved.',
    listen: 'Listen in the Recording Studio',
    studio: 'Record in the Recording Studio',
  },
} as const;

addTexts('setUp', setUp);

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    setUp: typeof setUp;
  }
}
