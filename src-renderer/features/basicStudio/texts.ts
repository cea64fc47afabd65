import { addTexts } from '../../i18n/index.ts';

const basicStudio = {
  mode: 'Basic mode: one microphone, one camera and one screen, recorded by this browser into its own storage.',
  adds: 'The desktop app records up to {{audio}} audio channels, {{video}} cameras and {{screen}} screens on one clock, cleans sound and takes plug-ins, and exports mixes, MP4 and MOV.',
  banner: {
    label: 'Recorder',
    timer: 'Recorded time',
    idle: 'Ready to record',
    starting: 'Starting…',
    recording: 'Recording into this browser’s storage',
    paused: 'Paused',
    stopping: 'Closing the files…',
    start: 'Start Recording',
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop',
    nothing: 'Please enable at least one channel before recording.',
    failed: 'Failed to start recording: {{message}}',
    ended: 'The recording has ended by itself.',
    missing: 'Not being recorded: {{names}}',
    tryAgain: 'Try again',
  },
  channel: {
    title: { audio: 'Microphone', video: 'Camera', screen: 'Screen' },
    record: { audio: 'Record the microphone', video: 'Record the camera', screen: 'Record the screen' },
    source: { audio: 'Source of the microphone', video: 'Source of the camera' },
    any: { audio: 'Any microphone', video: 'Any camera' },
    unnamed: 'Device {{number}}',
    off: 'Not recorded',
    opening: 'Waiting for the browser…',
    share: 'Choose what to share',
    shareAgain: 'Share something else',
    notShared: 'Nothing is shared yet.',
    live: 'Live picture of the {{name}}',
    level: 'Level of the microphone',
    tryAgain: 'Try again',
    lost: 'It gives nothing any more: it was unplugged, closed or not shared any more.',
    missing: 'Not being recorded.',
    kept: 'All until then is kept.',
    still: {
      video: 'The camera has given no picture for half a minute: does it still run?',
      screen: 'Nothing has moved for half a minute: is what you share still there?',
    },
    soundNote: 'As it arrives, without cleaning.',
    pictureNote: 'With the microphone’s sound, so that the file can be played alone.',
  },
  newName: 'Recording {{date}}',
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    basicStudio: typeof basicStudio;
  }
}

addTexts('basicStudio', basicStudio);
