import { addTexts } from '../../i18n/index.ts';

const basicStudio = {
  loading: 'Reading the recordings',
  missing: {
    title: 'Recording is not available here',
    page: 'This browser keeps no files for a page. Open SoundDesk over https in Chrome, Edge or another Chromium, or use the desktop app.',
    recorder:
      'This browser does not let a page record. Open SoundDesk in Chrome, Edge or another Chromium, or use the desktop app.',
  },
  mode: 'Basic mode: one microphone, one camera and one screen, recorded by this browser into its own storage.',
  adds: 'The desktop app records up to {{audio}} audio channels, {{video}} cameras and {{screen}} screens on one clock, cleans sound and takes plug-ins, checks every recording, and exports mixes, MP4 and MOV.',
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
    kept: 'All until then is kept.',
    soundNote: 'As it arrives, without cleaning.',
    pictureNote: 'With the microphone’s sound, so that the file can be played alone.',
  },
  storage: {
    title: 'Storage',
    bar: 'Part of the storage that is used',
    figures: '{{used}} used, {{left}} left of what this browser gives',
    room: 'Room for about {{time}} with these channels',
    mayGo: 'The browser may clear it where the disk gets full: download what matters.',
    kept: 'The browser keeps it until you delete it.',
  },
  recordings: {
    title: 'Previous Recordings',
    none: 'No recordings yet',
    noneMessage: 'What you record appears here. It stays in this browser, on this computer.',
    failed: 'The recordings could not be read',
    recovered: 'Recovered',
    recordingElsewhere: 'Being recorded',
    play: 'Play {{name}}',
    close: 'Close',
    download: 'Download the {{track}} of {{name}}',
    delete: 'Delete {{name}}',
    question: 'Delete “{{name}}”?',
    warning: 'Its files are removed from this browser for good. What was downloaded stays.',
    confirm: 'Delete',
    save: { audio: 'Sound', video: 'Camera', screen: 'Screen' },
    file: { audio: 'sound', video: 'camera', screen: 'screen' },
    player: 'Player of {{name}}',
    which: 'What is played',
    endedTrack: '{{track}}: {{reason}}',
  },
  found: {
    title_one: 'A recording that was cut off was found',
    title_other: '{{count}} recordings that were cut off were found',
    message: 'They are whole up to their last quarter of a second, and stand among the recordings: {{names}}',
  },
  newName: 'Recording {{date}}',
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    basicStudio: typeof basicStudio;
  }
}

addTexts('basicStudio', basicStudio);
