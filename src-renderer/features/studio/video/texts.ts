import { addTexts } from '../../../i18n/index.ts';

const studioVideo = {
  videos_one: '{{count}} video',
  videos_other: '{{count}} video',
  screens_one: '{{count}} screen',
  screens_other: '{{count}} screen',
  noneDropped: 'No frames dropped',
  dropped_one: '{{count}} frame dropped',
  dropped_other: '{{count}} frames dropped',
  frames_one: '{{count}} frame',
  frames_other: '{{count}} frames',
  tracks: { video: 'Video', screen: 'Screen' },
  size: '{{width}} × {{height}}',
  count: '{{count}} of {{max}}',
  title: { video: 'Video channels', screen: 'Screen channels' },
  add: { video: 'Add camera', screen: 'Add screen' },
  newName: { video: 'Camera', screen: 'Screen' },
  empty: {
    video: 'No cameras yet. Each camera is recorded to its own file, in sync with the audio.',
    screen: 'No screens yet. Each screen or window is recorded to its own file, in sync with the audio.',
  },
  full: {
    video_one: 'No more than {{count}} camera can be recorded at once.',
    video_other: 'No more than {{count}} cameras can be recorded at once.',
    screen_one: 'No more than {{count}} screen can be recorded at once.',
    screen_other: 'No more than {{count}} screens can be recorded at once.',
  },
  locked: 'Locked while recording.',
  unsupported: {
    capture:
      'This browser can’t capture cameras and screens. Use Chrome, Edge or another Chromium browser, or the desktop app.',
    encoder:
      'This browser can’t encode video. Use Chrome, Edge or another Chromium browser, or the desktop app.',
  },
  card: { video: 'Camera {{name}}', screen: 'Screen {{name}}' },
  video: 'Live video of {{name}}',
  name: 'Name of the channel',
  actions: 'Actions for {{name}}',
  rename: 'Rename',
  left: 'Move left',
  right: 'Move right',
  remove: 'Remove',
  removed: '{{name}} was removed',
  undo: 'Undo',
  enable: 'Record {{name}}',
  colours: { blue: 'Blue', green: 'Green', amber: 'Amber', red: 'Red', violet: 'Violet', teal: 'Teal' },
  source: 'Source of {{name}}',
  anyCamera: 'Any camera',
  unnamedCamera: 'Camera {{number}} of this computer',
  absentCamera: 'Camera not connected',
  notConnected: 'not connected',
  sound: {
    of: 'Sound of {{name}}',
    none: 'No sound',
    note: 'sound',
    volume: 'Volume of the sound of {{name}}',
    pan: 'Pan of the sound of {{name}}',
    mute: 'Mute the sound of {{name}}',
    solo: 'Solo the sound of {{name}}',
  },
  share: 'Choose what to share',
  shareAgain: 'Share something else',
  tryAgain: 'Try again',
  off: 'Not recorded',
  opening: 'Waiting for the browser…',
  idle: { video: 'No video', screen: 'Nothing shared yet' },
  ended: {
    video: 'No video from this camera: it was unplugged, or access to it was blocked.',
    screen: 'No longer shared: the window was closed, or sharing was stopped.',
  },
  keptSoFar: 'Everything until then is saved.',
  still: {
    video: 'The camera has given no video for half a minute: does it still run?',
    screen: 'Nothing has moved for half a minute: is what you share still there?',
  },
  nothingYet: 'Waiting for the first frame…',
  missing: {
    one: 'Not being recorded',
    names: 'Not being recorded: {{names}}',
    take: 'Not everything is being recorded: {{names}}',
    missed: '{{names}} was not recorded for {{seconds}} s',
  },
  nothingGiven: 'No video from {{name}}',
  nothingGivenNote: 'It is not in this recording. Check its preview before the next one.',
  settings: {
    quality: 'Video quality',
    qualities: {
      high: 'High 1080p 320kbps',
      medium: 'Medium 720p 192kbps',
      low: 'Low 480p 128kbps',
    },
    qualityHint: 'Maximum resolution, and the audio bitrate of an export. Sound is recorded without loss.',
    qualityHintAlone: 'Maximum resolution.',
    format: 'Video format',
    formats: { mp4: 'MP4 H.264', webm: 'WebM VP9', mov: 'MOV ProRes' },
    formatHints: {
      mp4: 'Recorded as H.264, safe if the app crashes.',
      webm: 'Recorded as VP9 where this browser supports it, safe if the app crashes. Needs more processing than H.264.',
      mov: 'Recorded as H.264, safe if the app crashes. Export converts it to ProRes.',
    },
  },
} as const;

declare module '../../../i18n/texts.ts' {
  interface TextNamespaces {
    studioVideo: typeof studioVideo;
  }
}

addTexts('studioVideo', studioVideo);
