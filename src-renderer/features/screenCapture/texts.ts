import { addTexts } from '../../i18n/index.ts';
import { SCREEN_CAPTURE_FAILED } from '../../../src-shared/domain/screenCapture.ts';

const screenCapture = {
  title: 'Screen Capture',
  loading: 'Loading the screen capture',
  stateFailed: 'The state of the recorder could not be read',
  unsupported: 'Screens cannot be recorded here',
  noCapture:
    'This browser does not let a page see the screen. Open SoundDesk in Chrome, Edge or another Chromium, or use the desktop app.',
  noEncoder:
    'This browser lets a page see the screen, and not encode it. Open SoundDesk in Chrome, Edge or another Chromium, or use the desktop app.',
  banner: {
    label: 'Capture',
    timer: 'Recorded time',
    idle: 'Ready to capture',
    choosing: 'Choose what to share…',
    drawing: 'Draw the region…',
    starting: 'Starting…',
    recording: 'Capturing',
    paused: 'Paused',
    stopping: 'Closing the files…',
    elsewhere: 'Captured by another page',
    start: 'Start Capture',
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop',
    pictures: '{{count}} pictures',
    noneDropped: 'None dropped',
    dropped_one: '{{count}} dropped',
    dropped_other: '{{count}} dropped',
    written: '{{size}} written',
    size: '{{width}} × {{height}}',
    failed: SCREEN_CAPTURE_FAILED,
    ended: 'The capture has ended by itself',
  },
  mode: {
    title: 'Capture Mode',
    locked: 'The mode is fixed while a capture runs.',
    fullscreen: 'Full Screen',
    fullscreenHint: 'Everything on one screen',
    window: 'Window',
    windowHint: 'One window, wherever it moves',
    region: 'Region',
    regionHint: 'A part that you draw on the picture of the screen',
  },
  audio: {
    title: 'Audio Settings',
    includeAudio: 'Include system audio',
    includeAudioHint: 'What the computer plays, as a track of its own',
    includeMicrophone: 'Include microphone',
    includeMicrophoneHint: 'Cleaned, as a track of its own',
    showCursor: 'Show cursor',
    noCursor: 'This browser shows the cursor always.',
    looking: 'Looking for the sound of this computer…',
  },
  quality: {
    title: 'Quality Settings',
    quality: 'Quality',
    high: 'High (1080p)',
    medium: 'Medium (720p)',
    low: 'Low (480p)',
    fps: 'Frame rate',
    fpsOf: '{{fps}} fps',
    note: 'Smaller screens and regions keep their size.',
  },
  summary: {
    title: 'Current Settings',
    mode: 'Mode',
    type: 'Type',
    quality: 'Quality',
    fps: 'Frame rate',
    cursor: 'Cursor',
    shown: 'Shown',
    hidden: 'Hidden',
    size: 'At most',
    anHour: '{{size}} an hour',
  },
  storage: {
    title: 'Storage',
    bar: 'Part of the disk that is used',
    remaining: '{{size}} remaining',
    figures: '{{used}} in recordings, {{free}} free of {{total}}',
    left: 'Room for {{time}} at the most that is written',
    unknown: 'The disk has not been looked at yet.',
  },
  region: {
    title: 'Draw the region',
    description:
      'Drag on the picture of the screen. Exactly the pixels inside the frame are recorded; borders lie on even pixels.',
    picture: 'Picture of the shared screen',
    x: 'Left',
    y: 'Top',
    width: 'Width',
    height: 'Height',
    start: 'Capture this region',
    cancel: 'Cancel',
    waiting: 'Waiting for the first picture of the screen…',
  },
};

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    screenCapture: typeof screenCapture;
  }
}

addTexts('screenCapture', screenCapture);
